/** The pool against a worker program that does what its file says, in the real sandbox: it starts in a few milliseconds. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ChildTrouble, startSandboxedChild } from '../sandboxed-child.ts';
import type { SandboxedChild } from '../sandboxed-child.ts';
import { prepareSandbox } from '../sandbox.ts';
import { createOfficePool } from './pool.ts';
import type { OfficePool, OfficePoolOptions } from './pool.ts';

const MB = 2 ** 20;
const workDir = await mkdtemp(join(tmpdir(), 'octavo-pool-'));
after(() => rm(workDir, { recursive: true, force: true }));
const kit = await prepareSandbox(workDir, true);
const program = { worker: 'obedient', packages: [], readPaths: [], env: {}, memoryBytesMax: 1024 * MB, scratchBytesMax: 16 * MB };
await writeFile(
  join(kit.codeDir, 'obedient.mjs'),
  `
import { readMessage, textField, writeMessage } from './messages.mjs';
let trims = 0;
for (let message = readMessage(0); message !== null; message = readMessage(0)) {
  const wish = textField(message.head, 'kind');
  if (textField(message.head, 'op') === 'trim') trims++;
  if (wish === 'die') process.kill(process.pid, 'SIGSEGV');
  if (wish === 'hang') for (;;);
  if (wish === 'slow') for (const end = Date.now() + 150; Date.now() < end;);
  if (wish === 'refuse') writeMessage(3, { ok: false, error: 'no' });
  else writeMessage(3, { ok: true, version: 'Obedient 1', pid: process.pid, trims }, message.body);
  if (wish === 'die-later') process.kill(process.pid, 'SIGSEGV');
  writeMessage(3, { idle: true, rssKb: wish === 'grow' ? 5000 : 1000 });
}
process.exit(0);`,
);
await chmod(join(kit.codeDir, 'obedient.mjs'), 0o644);

interface Running {
  pool: OfficePool;
  started: SandboxedChild[];
  said: string[];
}

async function withPool(changes: Partial<OfficePoolOptions>, use: (running: Running) => Promise<void>): Promise<void> {
  const started: SandboxedChild[] = [];
  const said: string[] = [];
  const start = (): Promise<SandboxedChild> => {
    const child = startSandboxedChild(program, kit, MB);
    started.push(child);
    return Promise.resolve(child);
  };
  const pool = createOfficePool({
    start,
    programDir: '',
    workers: 2,
    spares: 0,
    warmUpFiles: [],
    conversionsMax: 1000,
    residentKbMax: 4000,
    restMs: 60_000,
    log: (level, message) => said.push(`${level}: ${message}`),
    ...changes,
  });
  try {
    await use({ pool, started, said });
  } finally {
    await pool.close();
  }
}

const job = (
  kind: string,
  more: { timeoutMs?: number; signal?: AbortSignal; owner?: string; from?: string } = {},
): Parameters<OfficePool['run']>[0] => ({
  kind,
  bytes: Uint8Array.of(1, 2, 3),
  timeoutMs: more.timeoutMs ?? 10_000,
  signal: more.signal,
  owner: more.owner,
  from: more.from ?? null,
});
const isTrouble =
  (kind: ChildTrouble['kind']) =>
  (error: unknown): boolean =>
    error instanceof ChildTrouble && error.kind === kind;
const untilCount = async (started: readonly SandboxedChild[], count: number): Promise<void> => {
  for (let i = 0; i < 500 && started.length < count; i++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(started.length >= count, `${started.length} workers were started, not ${count}`);
};

test('a job gets its bytes back, and the version is known', () =>
  withPool({}, async ({ pool }) => {
    await pool.ready();
    assert.equal(pool.version(), 'Obedient 1');
    assert.deepEqual((await pool.run(job('docx'))).body, Uint8Array.of(1, 2, 3));
  }));

test('many jobs at once are all answered, by two workers', () =>
  withPool({}, async ({ pool, started }) => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => pool.run(job('docx'))));
    assert.equal(answers.length, 40);
    assert.equal(started.length, 2);
  }));

test('a worker that dies costs its own job alone, and is replaced', () =>
  withPool({}, async ({ pool, started, said }) => {
    const results = await Promise.allSettled([pool.run(job('die')), pool.run(job('docx')), pool.run(job('die')), pool.run(job('docx'))]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled', 'rejected', 'fulfilled'],
    );
    await untilCount(started, 4);
    assert.ok(said.includes('warn: an office worker was lost and is replaced'));
  }));

test('a spare takes over from a worker that is lost, and works only then', () =>
  withPool({ workers: 1, spares: 1 }, async ({ pool, started }) => {
    await untilCount(started, 2);
    const pidOf = async (kind: string): Promise<unknown> => Reflect.get(Object((await pool.run(job(kind))).head), 'pid');
    const first = await pidOf('docx');
    assert.deepEqual(await Promise.all([pidOf('slow'), pidOf('docx'), pidOf('docx')]), [first, first, first]);
    await assert.rejects(pool.run(job('die')), isTrouble('died'));
    assert.equal((await pool.run(job('docx'))).body.length, 3);
    await untilCount(started, 3);
  }));

test('a worker that hangs is ended in time', () =>
  withPool({ workers: 1 }, async ({ pool, started }) => {
    await assert.rejects(pool.run(job('hang', { timeoutMs: 100 })), isTrouble('timeout'));
    await started[0]?.ended;
    assert.equal((await pool.run(job('docx'))).body.length, 3);
  }));

test('a worker that dies after its answer spoils no other job', () =>
  withPool({ workers: 1 }, async ({ pool }) => {
    const results = await Promise.all([
      pool.run(job('die-later')),
      pool.run(job('docx')),
      pool.run(job('die-later')),
      pool.run(job('docx')),
    ]);
    assert.equal(results.length, 4);
  }));

test('an aborted job ends its worker; one that still waits just leaves', () =>
  withPool({ workers: 1 }, async ({ pool, started }) => {
    await pool.ready();
    const first = new AbortController();
    const second = new AbortController();
    const running = pool.run(job('hang', { signal: first.signal }));
    const queued = pool.run(job('docx', { signal: second.signal }));
    second.abort(new Error('not wanted'));
    await assert.rejects(queued, /not wanted/);
    assert.equal(started.length, 1);
    first.abort(new Error('enough'));
    await assert.rejects(running, /enough/);
    await assert.rejects(pool.run(job('docx', { signal: first.signal })), /enough/);
    assert.equal((await pool.run(job('docx'))).body.length, 3);
  }));

test('a worn worker goes on until its successor is warm', () =>
  withPool({ workers: 1, conversionsMax: 3 }, async ({ pool, started }) => {
    const pids = new Set<unknown>();
    for (let i = 0; i < 3; i++) pids.add(Reflect.get(Object((await pool.run(job('docx'))).head), 'pid'));
    assert.equal(pids.size, 1);
    // Asked at once, and answered although the successor has yet to start.
    assert.equal((await pool.run(job('docx'))).body.length, 3);
    await untilCount(started, 2);
    await started[0]?.ended;
    assert.equal((await pool.run(job('docx'))).body.length, 3);
  }));

test('a worker that has grown is replaced', () =>
  withPool({ workers: 1 }, async ({ pool, started }) => {
    await pool.run(job('grow'));
    await untilCount(started, 2);
    await started[0]?.ended;
    assert.equal((await pool.run(job('docx'))).body.length, 3);
  }));

test('a worker at rest gives memory back, and is there for the next job', () =>
  withPool({ workers: 1, restMs: 20 }, async ({ pool, started }) => {
    const trimsBefore = async (): Promise<unknown> => Reflect.get(Object((await pool.run(job('docx'))).head), 'trims');
    assert.equal(await trimsBefore(), 1, 'once when it was warm');
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(await trimsBefore(), 2);
    assert.equal(started.length, 1);
  }));

test('where no worker can be started, those who wait hear why', async () => {
  const start = (): Promise<SandboxedChild> => Promise.reject(new ChildTrouble('box', 'bubblewrap is not installed'));
  await withPool({ start }, async ({ pool, said }) => {
    const waiting = pool.run(job('docx'));
    await assert.rejects(pool.ready(), /bubblewrap is not installed/);
    await assert.rejects(waiting, /bubblewrap is not installed/);
    await assert.rejects(pool.run(job('docx')), /bubblewrap is not installed/);
    assert.ok(said.includes('error: an office worker could not be started'));
  });
});

test('closing answers those who wait and ends the workers', async () => {
  const left: { run?: Promise<unknown>; started?: SandboxedChild[] } = {};
  await withPool({ workers: 1 }, async ({ pool, started }) => {
    await pool.ready();
    left.run = Promise.allSettled([pool.run(job('hang')), pool.run(job('docx'))]);
    left.started = started;
  });
  const results = await left.run;
  assert.ok(Array.isArray(results) && results.every(({ status }) => status === 'rejected'));
  await Promise.all((left.started ?? []).map(({ ended }) => ended));
});

test('a process that has opened a file from outside serves its organisation alone', () =>
  withPool({ workers: 1 }, async ({ pool, started }) => {
    const steps: [more: { owner: string; from?: string }, processes: number, why: string][] = [
      [{ owner: 'org_a' }, 1, 'a file of ours'],
      [{ owner: 'org_b' }, 1, 'files of ours share a process'],
      [{ owner: 'org_a', from: 'org_a' }, 1, 'nothing from outside was in it yet'],
      [{ owner: 'org_a' }, 1, 'its own files may meet it'],
      [{ owner: 'org_b' }, 2, 'those of others do not, though they are ours'],
      [{ owner: 'org_b', from: 'org_b' }, 2, 'nothing from outside was in the new one'],
      [{ owner: 'org_a', from: 'org_a' }, 3, 'each to its own'],
    ];
    for (const [more, processes, why] of steps) {
      await pool.run(job('docx', more));
      assert.equal(started.length, processes, why);
    }
  }));

test("a file that is nobody's has a process of its own", () =>
  withPool({ workers: 1 }, async ({ pool, started }) => {
    for (let i = 0; i < 3; i++) await pool.run(job('docx', { from: '' }));
    assert.ok(started.length >= 3);
  }));

test('nobody starves behind an organisation that has its process', () =>
  withPool({ workers: 1 }, async ({ pool }) => {
    const done: string[] = [];
    const run = (owner: string) => pool.run(job('slow', { owner, from: owner })).then(() => done.push(owner));
    const many = Array.from({ length: 6 }, () => run('org_a'));
    await Promise.all([...many, run('org_b')]);
    assert.ok(done.indexOf('org_b') < 4, done.join());
  }));

test('a process that has opened a file from outside ends when it has nothing to do', () =>
  withPool({ workers: 1, restMs: 20 }, async ({ pool, started }) => {
    await pool.run(job('docx', { owner: 'org_a', from: 'org_a' }));
    await untilCount(started, 2);
  }));
