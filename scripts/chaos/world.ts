/** What is attacked: two processes on one PostgreSQL and one object store, both behind gates, and all that was accepted of them. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxOf } from '../../src/base/extremes.ts';
import { findFreePort, startExternal } from '../../test/support/postgres-servers.ts';
import { runOctavo, startOctavo, TEST_KEY, type Running } from '../../test/support/service.ts';
import { openGate, type Gate } from '../../test/support/gate.ts';

const WATCH_LOOP = fileURLToPath(new URL('watch-loop.mjs', import.meta.url));

export interface World {
  /** Answers, and makes documents. */
  front: Running;
  /** Makes documents alone, and is killed. */
  back(): Running;
  restartBack(): Promise<void>;
  database: Gate;
  store: Gate;
  /** Keys of two organisations: one that floods, one that goes about its work. */
  keys: { loud: string; quiet: string };
  /** Accepted, whatever became of them. */
  accepted: Set<string>;
  /** Greatest blocks of the front's event loop since some moment, in ms of processor time and by the clock. */
  blocks(sinceMs: number): { blockMs: number; clockMs: number };
  /** What held the event loop for long since some moment, with the functions at work, where that is asked for. */
  holders(sinceMs: number): string[];
  close(): Promise<void>;
}

/** An object store that speaks S3, in a folder. */
async function startStore(dir: string): Promise<{ port: number; close(): Promise<void> }> {
  const port = await findFreePort();
  const program = path.join(path.dirname(createRequire(import.meta.url).resolve('s3rver/package.json')), 'bin', 's3rver.js');
  const server = spawn(
    process.execPath,
    [program, '-d', dir, '-a', '127.0.0.1', '-p', String(port), '-s', '--configure-bucket', 'octavo'],
    {
      stdio: 'ignore',
    },
  );
  const gone = new Promise<void>((resolve) => server.on('exit', () => resolve()));
  return {
    port,
    async close() {
      server.kill();
      await gone;
    },
  };
}

interface LoopLine {
  at: number;
  clockMs: number;
  blockMs?: number;
  held?: number;
  by?: string[];
}

function readLines(file: string, sinceMs: number): LoopLine[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line): LoopLine => JSON.parse(line)).filter(({ at }) => at >= sinceMs);
}

async function makeKey(dataDir: string, environment: Record<string, string>, name: string): Promise<string> {
  const octavo = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runOctavo(args, { dataDir, environment });
    if (code !== 0) throw new Error(`octavo ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  };
  const org = await octavo('orgs', 'create', name);
  const project = await octavo('projects', 'create', 'main', '--org', org);
  return octavo('keys', 'create', '--project', project, '--name', 'chaos');
}

export async function openWorld({ explain = false } = {}): Promise<World> {
  const dir = mkdtempSync(path.join(tmpdir(), 'octavo-chaos-'));
  const loopFile = path.join(dir, 'loop.ndjson');
  const [postgres, s3] = await Promise.all([startExternal(), startStore(path.join(dir, 's3'))]);
  const postgresUrl = new URL(postgres.url);
  const [database, store] = await Promise.all([openGate(Number(postgresUrl.port)), openGate(s3.port)]);
  postgresUrl.port = String(database.port);
  await sleep(1_000);
  const environment = {
    OCTAVO_DATABASE_URL: postgresUrl.href,
    OCTAVO_BLOBS: `s3://S3RVER:S3RVER@octavo?endpoint=http://127.0.0.1:${store.port}&region=eu-west-1`,
    OCTAVO_LOG: 'error',
    OCTAVO_FETCH_ALLOW: '127.0.0.2',
  };
  const start = (name: string, more: Record<string, string>): Promise<Running> =>
    startOctavo({ dataDir: path.join(dir, name), environment: { ...environment, ...more } });
  const front = await start('front', {
    NODE_OPTIONS: `--import=${WATCH_LOOP}`,
    OCTAVO_CHAOS_LOOP: loopFile,
    ...(explain ? { OCTAVO_CHAOS_EXPLAIN: '1' } : {}),
  });
  let back = await start('back', { OCTAVO_ROLE: 'worker' });
  const keys = { loud: TEST_KEY, quiet: await makeKey(path.join(dir, 'front'), environment, 'Quiet Ltd') };
  return {
    front,
    back: () => back,
    restartBack: async () => void (back = await start('back', { OCTAVO_ROLE: 'worker' })),
    database,
    store,
    keys,
    accepted: new Set(),
    blocks(sinceMs) {
      const lines = readLines(loopFile, sinceMs);
      return {
        blockMs: maxOf([0, ...lines.map(({ blockMs }) => blockMs ?? 0)]),
        clockMs: maxOf([0, ...lines.map(({ clockMs }) => clockMs)]),
      };
    },
    holders: (sinceMs) =>
      readLines(loopFile, sinceMs).flatMap(({ held, clockMs, by }) =>
        held === undefined ? [] : [`${held} ms (${clockMs} by the clock): ${(by ?? []).join('; ')}`],
      ),
    async close() {
      await Promise.all([front.kill('SIGKILL'), back.kill('SIGKILL')]);
      await Promise.all([database.close(), store.close(), s3.close(), postgres.close()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A call of the front's API; null where there is no answer within the time. */
export async function ask(
  world: World,
  at: string,
  init: RequestInit & { key?: string; timeoutMs?: number; form?: boolean } = {},
): Promise<Response | null> {
  const { key = world.keys.loud, timeoutMs = 60_000, form = false, ...rest } = init;
  const headers = {
    authorization: `Bearer ${key}`,
    ...(rest.body === undefined || form ? {} : { 'content-type': 'application/json' }),
    ...rest.headers,
  };
  return fetch(`${world.front.root}/v1${at}`, { ...rest, headers, signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
}

/** Sends a document to be made in the background; counts it where it was accepted. Its id, or null. */
export async function send(world: World, body: object, options: { key?: string; timeoutMs?: number } = {}): Promise<string | null> {
  const answer = await ask(world, '/documents', { ...options, method: 'POST', body: JSON.stringify({ background: true, ...body }) });
  const text = answer === null ? '' : await answer.text().catch(() => '');
  if (answer?.status !== 202) return null;
  const { id }: { id: string } = JSON.parse(text);
  world.accepted.add(id);
  return id;
}
