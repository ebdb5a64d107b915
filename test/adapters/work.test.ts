/** The work loop: who gets which document, and what becomes of one whose worker is gone. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { DocumentClaim } from '../../src/ports/job-queue.ts';
import { createTestDatabase, startEmbedded, type TestServer } from '../support/postgres-servers.ts';
import { accept, checkSequence, claim, makeProject, newDocument, openStore, typesOf, until, type OpenStore } from './open-store.ts';
import { startWorking } from './start-working.ts';

describe('work', () => {
  let server: TestServer;
  let url: string;
  let owner: { orgId: string; projectId: string };
  let here: OpenStore;
  let databases = 0;

  before(async () => {
    server = await startEmbedded();
  });
  after(() => server.close());
  beforeEach(async () => {
    url = await createTestDatabase(server, `work_${++databases}`);
    here = await openStore(url);
    owner = await makeProject(here.db);
  });
  const ended = async (id: string): Promise<boolean> => ['ready', 'failed', 'canceled'].includes((await here.store.get(id))?.status ?? '');
  /** A worker that finishes at once. */
  const finishWith =
    (opened: OpenStore, seen: string[]) =>
    async ({ lease }: DocumentClaim): Promise<void> => {
      seen.push(lease.jobId);
      await opened.store.finish(lease, { status: 'ready' }, []);
    };

  test('documents accepted before and after the start are made, in order, each once', async () => {
    const seen: string[] = [];
    const ids = [await accept(here.store, newDocument(owner)), await accept(here.store, newDocument(owner))];
    const stop = startWorking(here.queue, 1, finishWith(here, seen));
    for (let i = 0; i < 20; i++) ids.push(await accept(here.store, newDocument(owner)));
    await until('the end of all', () => ended(ids.at(-1) ?? ''));
    await stop();
    assert.deepEqual(seen, ids);
    await here.close();
  });

  test('another process picks a document up by notice, long before its next poll', async () => {
    const there = await openStore(url, { pollMs: 3_600_000 });
    const seen: string[] = [];
    const stop = startWorking(there.queue, 2, finishWith(there, seen));
    // A wake comes with the connection for notices; after it, nothing but notices can be the cause.
    const first = await accept(here.store, newDocument(owner));
    await until('the first', () => ended(first));
    for (let i = 0; i < 10; i++) {
      const id = await accept(here.store, newDocument(owner));
      await until('the pick-up', () => ended(id));
    }
    assert.equal(seen.length, 11);
    await stop();
    await there.close();
    await here.close();
  });

  test('never more at once than asked for, and no slot stays empty while documents wait', async () => {
    let running = 0;
    let most = 0;
    // one organisation alone leaves a place for others
    const others = await makeProject(here.db);
    const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => accept(here.store, newDocument(i % 2 ? owner : others))));
    const stop = startWorking(here.queue, 3, async ({ lease }) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running--;
      await here.store.finish(lease, { status: 'ready' }, []);
    });
    await until('the end of all', async () => (await Promise.all(ids.map(ended))).every(Boolean));
    await stop();
    assert.equal(most, 3);
    await here.close();
  });

  test('two processes share the work; no document is made twice', async () => {
    const there = await openStore(url);
    const seen: string[] = [];
    const stops = [startWorking(here.queue, 2, finishWith(here, seen)), startWorking(there.queue, 2, finishWith(there, seen))];
    const ids = await Promise.all(Array.from({ length: 60 }, () => accept(here.store, newDocument(owner))));
    await until('the end of all', async () => (await Promise.all(ids.map(ended))).every(Boolean));
    for (const stop of stops) await stop();
    assert.equal(seen.length, 60);
    assert.equal(new Set(seen).size, 60);
    await there.close();
    await here.close();
  });

  test('the stop waits for what runs and takes nothing new', async () => {
    let finished = false;
    let begun = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    await accept(here.store, newDocument(owner));
    const stop = startWorking(here.queue, 1, async ({ lease }) => {
      begun();
      await new Promise((resolve) => setTimeout(resolve, 100));
      await here.store.finish(lease, { status: 'ready' }, []);
      finished = true;
    });
    await started;
    const late = await accept(here.store, newDocument(owner));
    await stop();
    assert.ok(finished);
    assert.equal((await here.store.get(late))?.status, 'queued');
    await here.close();
  });

  test('a worker that ends costs an attempt once its lease has run out, but for the first time; after three the document fails', async () => {
    const short = await openStore(url, { leaseS: 0.2, pollMs: 50, steadyS: 0 });
    let calls = 0;
    const id = await accept(here.store, newDocument(owner));
    const stop = startWorking(short.queue, 1, async () => {
      calls++;
      throw new Error('a fault');
    });
    await until('the failure', () => ended(id));
    await stop();
    assert.equal(calls, 4);
    const events = await here.store.events(id, 0, 10);
    checkSequence(events);
    assert.deepEqual(typesOf(events), ['document.created', ...Array.from({ length: 4 }, () => 'document.started'), 'document.failed']);
    await short.close();
    await here.close();
  });

  test('documents under which processes have died twice are tried one at a time in each process', async () => {
    const short = await openStore(url, { leaseS: 1, pollMs: 50, steadyS: 0 });
    const [calls, atOnce] = [new Map<string, number>(), { now: 0, most: 0, mostOfSecond: 0, second: 0 }];
    const ids = await Promise.all(Array.from({ length: 4 }, () => accept(here.store, newDocument(owner))));
    const handle = async ({ lease }: DocumentClaim): Promise<void> => {
      const call = (calls.get(lease.jobId) ?? 0) + 1;
      calls.set(lease.jobId, call);
      if (call === 2) {
        atOnce.mostOfSecond = Math.max(atOnce.mostOfSecond, ++atOnce.second);
        await new Promise((resolve) => setTimeout(resolve, 100));
        atOnce.second--;
      }
      if (call < 3) throw new Error('the process dies');
      atOnce.most = Math.max(atOnce.most, ++atOnce.now);
      await new Promise((resolve) => setTimeout(resolve, 100));
      atOnce.now--;
      await here.store.finish(lease, { status: 'ready' }, []);
    };
    const stop = startWorking(short.queue, 4, handle, 200);
    await until('the end of all', async () => (await Promise.all(ids.map(ended))).every(Boolean));
    await stop();
    assert.deepEqual([...calls.values()], [3, 3, 3, 3]);
    assert.ok(atOnce.mostOfSecond > 1, 'after a first death they are taken together');
    assert.equal(atOnce.most, 1);
    await short.close();
    await here.close();
  });

  test('a process that has just begun leaves documents under which processes have died twice to others', async () => {
    const [young, steady] = [
      await openStore(url, { leaseS: 0.2, pollMs: 50, steadyS: 3_600 }),
      await openStore(url, { pollMs: 50, steadyS: 0 }),
    ];
    const id = await accept(here.store, newDocument(owner));
    let calls = 0;
    const stopYoung = startWorking(young.queue, 1, async () => {
      calls++;
      throw new Error('the process dies');
    });
    await until('two deaths', () => Promise.resolve(calls === 2));
    const seen: string[] = [];
    const stopSteady = startWorking(steady.queue, 1, finishWith(steady, seen));
    await until('the end', () => ended(id));
    await Promise.all([stopYoung(), stopSteady()]);
    assert.deepEqual([calls, seen], [2, [id]]);
    await Promise.all([young.close(), steady.close()]);
    await here.close();
  });

  test('the document of a process that was killed is taken over when its lease has run out', async () => {
    const id = await accept(here.store, newDocument(owner));
    const program = fileURLToPath(new URL('./dying-worker.ts', import.meta.url));
    const worker = spawn(process.execPath, [program, url], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(worker.stdout, 'data');
    assert.equal((await here.store.get(id))?.status, 'running');
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    const there = await openStore(url, { pollMs: 100 });
    const seen: string[] = [];
    const stop = startWorking(there.queue, 1, finishWith(there, seen));
    await until('the take-over', () => ended(id));
    await stop();
    const events = await here.store.events(id, 0, 10);
    checkSequence(events);
    assert.deepEqual(typesOf(events), ['document.created', 'document.started', 'render.completed', 'document.started', 'document.ready']);
    await there.close();
    await here.close();
  });

  test('a lease that is renewed is not taken away', async () => {
    const short = await openStore(url, { leaseS: 0.3, pollMs: 30 });
    const id = await accept(here.store, newDocument(owner));
    let calls = 0;
    const stop = startWorking(
      short.queue,
      2,
      async ({ lease }) => {
        calls++;
        await new Promise((resolve) => setTimeout(resolve, 720));
        await short.store.finish(lease, { status: 'ready' }, []);
      },
      60,
    );
    await until('the end', () => ended(id));
    await stop();
    assert.equal(calls, 1);
    await short.close();
    await here.close();
  });

  test('a process that stood still for longer than a lease does not take its own work away', async () => {
    const short = await openStore(url, { leaseS: 0.05, pollMs: 10 });
    const id = await accept(here.store, newDocument(owner));
    let calls = 0;
    const stop = startWorking(short.queue, 2, async ({ lease }) => {
      calls++;
      await new Promise((resolve) => setTimeout(resolve, 300));
      await short.store.finish(lease, { status: 'ready' }, []);
    });
    await until('the end', () => ended(id));
    await stop();
    assert.equal(calls, 1);
    await short.close();
    await here.close();
  });

  test('a process that is alone takes up at once what it left when it was killed', async () => {
    const id = await accept(here.store, newDocument(owner));
    const left = await claim(here.queue, id);
    const alone = await openStore(url, { alone: true, leaseS: 3_600, pollMs: 3_600_000 });
    await alone.queue.begin();
    const seen: string[] = [];
    const stop = startWorking(alone.queue, 1, finishWith(alone, seen));
    await until('the end', () => ended(id));
    await stop();
    await assert.rejects(here.store.commit(left.lease, {}, []), /lease lost/);
    await alone.close();
    await here.close();
  });

  test('watchers and workers hear again after the database has lost all connections', async () => {
    const seen: string[] = [];
    const stop = startWorking(here.queue, 1, finishWith(here, seen));
    let heard = 0;
    const there = await openStore(url, { pollMs: 3_600_000 });
    await until(
      'the start',
      async () => (await here.db.pool.query(`select from pg_stat_activity where application_name = 'octavo listener'`)).rowCount === 1,
    );
    const id = await accept(there.store, newDocument(owner));
    await until('the first', () => ended(id));
    const unwatch = there.store.watch(id, () => heard++);
    await until('the first sign', () => heard > 0);
    const before = heard;
    await here.db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await until('the return of the notices', () => heard > before);
    const next = await accept(there.store, newDocument(owner));
    await until('the next', () => ended(next));
    unwatch();
    await stop();
    await there.close();
    await here.close();
  });
});
