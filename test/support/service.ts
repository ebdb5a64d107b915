/** A real Octavo process on a folder of its own, as a user starts it, for tests over HTTP. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import type { documentSchema } from '../../src/contract/document.ts';
import type { fileSchema } from '../../src/contract/file.ts';
import type { problemSchema } from '../../src/contract/problem.ts';
import { parseEvents, type SentEvent } from './sse.ts';

const PROGRAM = fileURLToPath(new URL('../../src/main/octavo.ts', import.meta.url));
/** As `npm start` and `octavo serve` run it. */
const NODE_FLAGS = ['--max-semi-space-size=6'];
const START_TIMEOUT_MS = 240_000;

export type DocumentJson = z.infer<typeof documentSchema>;
export type FileJson = z.infer<typeof fileSchema>;
export type ProblemJson = z.infer<typeof problemSchema>;

export interface Running {
  /** `http://127.0.0.1:PORT`, without /v1. */
  root: string;
  /** Origin of artifacts; '' where it serves none. */
  pages: string;
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

export interface StartOptions {
  dataDir?: string;
  environment?: Record<string, string>;
}

export const TEST_KEY = `ak_local_${'t'.repeat(32)}`;

function environmentOf(dataDir: string, more: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    HOME,
    NODE_COMPILE_CACHE,
    OCTAVO_DATA_DIR: dataDir,
    OCTAVO_PORT: '0',
    OCTAVO_ARTIFACT_PORT: '0',
    OCTAVO_API_KEY: TEST_KEY,
    OCTAVO_RATE_LIMIT: '100000',
    OCTAVO_LOG: 'warn',
    OCTAVO_RENDERERS: '1',
    ...more,
  };
}

async function spawnOctavo(
  dataDir: string,
  environment: Record<string, string>,
): Promise<{ child: ChildProcess; port: number; output: () => string }> {
  const child = spawn(process.execPath, [...NODE_FLAGS, PROGRAM, 'serve'], {
    env: environmentOf(dataDir, environment),
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: tmpdir(),
  });
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`octavo serve did not start within ${START_TIMEOUT_MS} ms; it printed:\n${output.slice(-2000)}`));
    }, START_TIMEOUT_MS);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /listening on http:\/\/[^\s]*:(\d+)\/v1/.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(Number(found));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => {
      clearTimeout(late);
      reject(new Error(`octavo serve ended with ${code} before it served; it printed:\n${output.slice(-2000)}`));
    });
  });
  return { child, port, output: () => output };
}

/** Starts a service on `dataDir` (a new temporary folder if absent). @throws Error with what it printed, where it does not start */
export async function startOctavo(options: StartOptions = {}): Promise<Running> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'octavo-test-')));
  const { child, port, output } = await spawnOctavo(dataDir, options.environment ?? {});
  const root = `http://127.0.0.1:${port}`;
  const key = options.environment?.['OCTAVO_API_KEY'] ?? TEST_KEY;
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${root}/v1${path}`, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });
  return {
    root,
    pages: /^artifacts at (\S+)/m.exec(output())?.[1] ?? '',
    key,
    dataDir,
    pid: child.pid ?? 0,
    output,
    call,
    post: (body, headers = {}) =>
      call('/documents', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
      child.kill(signal);
      return gone;
    },
  };
}

/** Ends the service and removes its folder; nothing where it never started, so that only the start's own error is reported. */
export async function stopOctavo(running: Running | undefined): Promise<void> {
  if (running === undefined) return;
  await running.kill('SIGTERM');
  await rm(running.dataDir, { recursive: true, force: true });
}

/** Runs `octavo …` to its end. */
export async function runOctavo(
  args: readonly string[],
  options: { dataDir: string; environment?: Record<string, string>; input?: string },
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: environmentOf(options.dataDir, options.environment ?? {}),
    stdio: 'pipe',
    cwd: options.dataDir,
  });
  child.stdin.end(options.input ?? '');
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** The body of an answer that has to have this status. */
export async function expectJson<T = Record<string, unknown>>(answer: Response, status = 200): Promise<T> {
  const body = await answer.text();
  assert.equal(answer.status, status, `${answer.status} instead of ${status}: ${body.slice(0, 500)}`);
  return JSON.parse(body) as T;
}

/** A problem with this status and code. */
export async function expectProblem(answer: Response, status: number, code: string): Promise<ProblemJson> {
  const problem = await expectJson<ProblemJson>(answer, status);
  assert.equal(problem.code, code, problem.detail);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.equal(answer.headers.get('request-id'), problem.request_id);
  return problem;
}

/** Makes a document in direct mode; it has to be accepted. */
export async function makeDocument(
  running: Running,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<DocumentJson> {
  return expectJson<DocumentJson>(await running.post(body, headers));
}

const ENDED = ['ready', 'ready_with_warnings', 'needs_review', 'failed', 'canceled'];

/** The document once it has ended. */
export async function waitForEnd(running: Running, id: string, timeoutMs = 180_000): Promise<DocumentJson> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const document = await expectJson<DocumentJson>(await running.call(`/documents/${id}`));
    if (ENDED.includes(document.status)) return document;
    assert.ok(Date.now() < until, `${id} is still ${document.status} after ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** All events of a document that has ended. */
export async function readAllEvents(running: Running, id: string): Promise<SentEvent[]> {
  const answer = await running.call(`/documents/${id}/events`);
  assert.equal(answer.status, 200);
  return parseEvents(await answer.text());
}

/** The bytes behind a signed link. */
export async function download(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, `${answer.status} from ${url}`);
  return new Uint8Array(await answer.arrayBuffer());
}
