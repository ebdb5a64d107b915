/** A real Octavo process on a folder of its own, as a user starts it, for tests over HTTP. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVE = fileURLToPath(new URL('../../src/main/octavo.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;

export interface Running {
  /** `http://127.0.0.1:PORT`, without /v1. */
  root: string;
  key: string;
  dataDir: string;
  pid: number;
  /** What it printed so far. */
  output(): string;
  /** A call of the API under /v1, with the key unless headers say otherwise. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** POST /documents with a JSON body. */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

const TEST_KEY = `ak_local_${'t'.repeat(32)}`;

async function spawnOctavo(dataDir: string, environment: Record<string, string>): Promise<{ child: ChildProcess; port: number; output: () => string }> {
  const child = spawn(process.execPath, [SERVE, 'serve'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], OCTAVO_DATA_DIR: dataDir, OCTAVO_PORT: '0', OCTAVO_API_KEY: TEST_KEY, OCTAVO_RATE_LIMIT: '100000', OCTAVO_LOG: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no start within ${START_TIMEOUT_MS} ms:\n${output}`)), START_TIMEOUT_MS);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /listening on http:\/\/[^\s]*:(\d+)\/v1/.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(Number(found));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`ended with ${code} before it served:\n${output}`));
    });
  });
  return { child, port, output: () => output };
}

/** Starts a service on `dataDir` (a new temporary folder if absent). */
export async function startOctavo(options: { dataDir?: string; environment?: Record<string, string> } = {}): Promise<Running> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'octavo-test-')));
  const { child, port, output } = await spawnOctavo(dataDir, options.environment ?? {});
  const root = `http://127.0.0.1:${port}`;
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${root}/v1${path}`, { ...init, headers: { authorization: `Bearer ${TEST_KEY}`, ...init.headers } });
  return {
    root, key: TEST_KEY, dataDir, pid: child.pid ?? 0, output, call,
    post: (body, headers = {}) => call('/documents', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
      child.kill(signal);
      return gone;
    },
  };
}

/** Ends the service and removes its folder. */
export async function stopOctavo(running: Running): Promise<void> {
  await running.kill('SIGTERM');
  await rm(running.dataDir, { recursive: true, force: true });
}
