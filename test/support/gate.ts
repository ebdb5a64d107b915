/** A TCP relay on the loopback interface that can be shut: what is behind it is away then, as if its machine were. */
import { connect, createServer, type Socket } from 'node:net';

export interface Gate {
  port: number;
  /** Cuts what is open and refuses what comes, until `open`. */
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

export async function openGate(targetPort: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((client) => {
    if (!isOpen) return void client.destroy();
    const target = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from) && to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const shut = (): void => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    shut,
    open: () => void (isOpen = true),
    close: () => {
      shut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
