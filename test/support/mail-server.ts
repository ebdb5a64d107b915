/** A mail server on this machine that takes everything and keeps it (SMTP, RFC 5321). */
import { createServer, type Socket } from 'node:net';

export interface MailServer {
  url: string;
  /** Whole messages, as they came. */
  mails: string[];
  /** The next message to this address. */
  waitFor(address: string): Promise<string>;
  close(): Promise<void>;
}

function converse(socket: Socket, keep: (mail: string) => void): void {
  let pending = '';
  let mail: string[] | null = null;
  socket.write('220 test\r\n');
  socket.on('error', () => undefined);
  const hear = (line: string): void => {
    if (mail !== null) {
      if (line !== '.') return void mail.push(line.replace(/^\./, ''));
      keep(mail.join('\n').replaceAll('=\n', '').replaceAll('=3D', '='));
      mail = null;
      return void socket.write('250 kept\r\n');
    }
    if (/^data/i.test(line)) {
      mail = [];
      return void socket.write('354 go on\r\n');
    }
    if (/^quit/i.test(line)) return void socket.end('221 bye\r\n');
    socket.write(/^ehlo/i.test(line) ? '250-test\r\n250 8BITMIME\r\n' : '250 fine\r\n');
  };
  socket.on('data', (chunk: Buffer) => {
    const lines = (pending + chunk.toString('latin1')).split('\r\n');
    pending = lines.pop() ?? '';
    lines.forEach(hear);
  });
}

export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const server = createServer((socket) => converse(socket, (mail) => mails.push(mail)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    mails,
    async waitFor(to) {
      for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 50) {
        const at = mails.findIndex((mail) => new RegExp(`^To: .*${to.replaceAll('.', '\\.')}`, 'm').test(mail));
        if (at >= 0) return mails.splice(at, 1)[0] ?? '';
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`no mail to ${to} within 20 s`);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
