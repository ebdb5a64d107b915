/** A receiver of webhooks on this machine: https with a certificate made for the occasion, and a record of what came. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  event: { id: string; type: string; document_id?: string; data: Record<string, unknown> };
}

export interface Receiver {
  /** `https://127.0.0.1:PORT` */
  origin: string;
  /** What OCTAVO_FETCH_ALLOW names to let it be reached. */
  allow: string;
  received: Received[];
  connections(): number;
  /** Answers what comes from now on; 204 at first. */
  answerWith(answer: (received: Received, response: ServerResponse, request: IncomingMessage) => void): void;
  close(): Promise<void>;
}

export interface Certificate {
  key: string;
  cert: string;
  /** Path of the certificate, for NODE_EXTRA_CA_CERTS. */
  path: string;
  remove(): void;
}

/** For 127.0.0.1 and localhost, signed by itself; two days long. */
export function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-receiver-'));
  const [keyPath, path] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = 'subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:hooks.example.com';
  const subject = ['-subj', '/CN=localhost', '-addext', names, '-days', '2', '-nodes'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', keyPath, '-out', path, ...subject],
    { stdio: 'ignore' },
  );
  return {
    key: readFileSync(keyPath, 'utf8'),
    cert: readFileSync(path, 'utf8'),
    path,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Listens on a free port of 127.0.0.1. */
export async function startReceiver(certificate: Pick<Certificate, 'key' | 'cert'>): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  let answer: Parameters<Receiver['answerWith']>[0] = (_received, response) => void response.writeHead(204).end();
  const server: Server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    void text(request).then((body) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const one: Received = { path: request.url ?? '', headers, body, event: JSON.parse(body) as Received['event'] };
      received.push(one);
      answer(one, response, request);
    });
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://127.0.0.1:${port}`,
    allow: `127.0.0.1:${port}`,
    received,
    connections: () => connections,
    answerWith(next) {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
