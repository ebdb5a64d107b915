/** A web server of this machine, for what clients name by address; the service has to be reported that it may reach it. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalWeb {
  root: string;
  close(): void;
}

export async function startLocalWeb(answer: RequestListener): Promise<LocalWeb> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}
