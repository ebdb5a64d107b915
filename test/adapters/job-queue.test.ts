/** What is promised of the queue: its tasks on PostgreSQL, as two processes see it, and in memory; its order on PostgreSQL. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DOCUMENT_KINDS, type Claim, type ClaimOptions, type JobQueue, type NewTask } from '../../src/ports/job-queue.ts';
import { createMemoryQueue } from '../support/memory-queue.ts';
import { createTestDatabase, startEmbedded, type TestServer } from '../support/postgres-servers.ts';
import { accept, claim, clock, makeProject, newDocument, openStore, until, type OpenStore } from './open-store.ts';

let server: TestServer;
before(async () => {
  server = await startEmbedded();
});
after(() => server?.close());

const ANY: ClaimOptions = { limit: 5, running: [], perOrganisation: 1_000 };
const extraction = (orgId: string): NewTask => ({ id: `ext_${clock.ulid()}`, kind: 'extract', orgId, payload: {} });
const claimTasks = (queue: JobQueue, options: Partial<ClaimOptions> = {}): Promise<Claim[]> =>
  queue.claim(['extract', 'read_pdf'], { ...ANY, ...options });
const idsOf = (claims: readonly Claim[]): string[] => claims.map(({ lease }) => lease.jobId);

interface Sides {
  here: JobQueue;
  there: JobQueue;
  /** The lease of this job runs out. */
  loseLease(id: string): Promise<void>;
  close(): Promise<void>;
}

async function openPostgres(): Promise<Sides> {
  const url = await createTestDatabase(server, 'tasks');
  const [one, two] = [await openStore(url), await openStore(url)];
  return {
    here: one.queue,
    there: two.queue,
    loseLease: async (id) =>
      void (await one.db.pool.query("update jobs set lease_until = clock_timestamp() - interval '1 ms' where id = $1", [id])),
    close: async () => {
      await one.close();
      await two.close();
    },
  };
}

function openMemory(): Sides {
  const { queue } = createMemoryQueue();
  return { here: queue, there: queue, loseLease: async (id) => queue.loseLease(id), close: async () => undefined };
}

for (const [name, open] of [
  ['PostgreSQL', openPostgres],
  ['memory', async () => openMemory()],
] as const) {
  describe(`tasks, ${name}`, () => {
    let sides: Sides;
    before(async () => {
      sides = await open();
    });
    after(() => sides.close());

    test('what is queued here is claimed there once, and its end is reported here', async () => {
      const { here, there } = sides;
      const task = extraction('org_a');
      let woken = 0;
      let changes = 0;
      const stop = [there.onWaiting(() => void woken++), here.watch(task.id, () => void changes++)];
      assert.deepEqual(await here.add(task), { lease: null });
      await until('the worker hears of it', () => woken > 0);
      const [claimed, ...more] = (await Promise.all([claimTasks(there), claimTasks(here)])).flat();
      assert.ok(claimed && more.length === 0);
      assert.deepEqual([claimed.kind, claimed.orgId, claimed.lease.jobId, claimed.lease.attempt], ['extract', 'org_a', task.id, 1]);
      assert.deepEqual([await here.state(task.id, 'org_a'), await here.state(task.id, 'org_b')], ['running', null]);
      assert.equal(await here.take(task.id, 'org_a'), false);
      changes = 0;
      assert.equal(await there.finish(claimed.lease), true);
      await until('the waiting side hears of it', () => changes > 0);
      assert.equal(await here.take(task.id, 'org_b'), false);
      const taken = await Promise.all([here.take(task.id, 'org_a'), there.take(task.id, 'org_a')]);
      assert.deepEqual(taken.toSorted(), [false, true]);
      await here.remove(task.id);
      assert.equal(await there.state(task.id, 'org_a'), null);
      for (const end of stop) end();
    });

    test("a task is its project's own, and one that names none its organisation's", async () => {
      const { here, there } = sides;
      const [{ id }, unnamed] = [extraction('org_a'), extraction('org_a')];
      const named: NewTask = { id, kind: 'extract', orgId: 'org_a', payload: { projectId: 'prj_1' } };
      for (const task of [named, unnamed]) {
        await here.add(task, { leased: true }).then((added) => added?.lease && here.finish(added.lease));
        assert.equal(await there.state(task.id, 'org_a', 'prj_1'), 'done');
      }
      assert.deepEqual([await there.state(named.id, 'org_a', 'prj_2'), await there.take(named.id, 'org_a', 'prj_2')], [null, false]);
      assert.equal(await there.take(unnamed.id, 'org_a', 'prj_2'), true);
      assert.equal(await there.take(named.id, 'org_a', 'prj_1'), true);
      for (const task of [named, unnamed]) await here.remove(task.id);
    });

    test('a lease that runs out is taken over, and who lost it ends nothing', async () => {
      const { here, there, loseLease } = sides;
      const task = extraction('org_a');
      await here.add(task);
      const [first] = await claimTasks(here);
      assert.ok(first);
      assert.deepEqual(await here.renew([first.lease]), [task.id]);
      assert.deepEqual(await claimTasks(there), []);
      await loseLease(task.id);
      assert.deepEqual(await claimTasks(there, { running: [{ jobId: task.id, orgId: 'org_a' }] }), [], 'a process takes its own work away');
      const [second] = await claimTasks(there);
      assert.ok(second);
      assert.equal(second.lease.attempt, 1, 'the first death of a process is held against its jobs');
      assert.deepEqual([await here.renew([first.lease]), await here.finish(first.lease)], [[], false]);
      await loseLease(task.id);
      const [third] = await claimTasks(there);
      assert.equal(third?.lease.attempt, 2);
      await here.remove(task.id);
    });

    test('a released job is claimed again, at once or later, and its attempt counts only where it is said to', async () => {
      const { here } = sides;
      const task = extraction('org_a');
      await here.add(task);
      const next = async (): Promise<Claim> => {
        const [claimed] = await claimTasks(here);
        assert.ok(claimed);
        return claimed;
      };
      await here.release((await next()).lease);
      await here.release((await next()).lease, { attemptCounts: true });
      const { lease } = await next();
      assert.equal(lease.attempt, 2);
      await here.release(lease, { delayMs: 60_000 });
      assert.deepEqual([await claimTasks(here), await here.state(task.id, 'org_a')], [[], 'waiting']);
      await here.remove(task.id);
    });

    test('an organisation has so many at once; who works on a task itself is given its lease', async () => {
      const { here, there } = sides;
      const added = [];
      for (let i = 0; i < 3; i++) added.push(await here.add(extraction('org_full'), { waitingMax: 2, leased: true }));
      assert.deepEqual(
        added.map((one) => one?.lease?.attempt),
        [1, 1, undefined],
      );
      assert.deepEqual(await claimTasks(there), []);
      for (const one of added) {
        if (!one?.lease) continue;
        assert.equal(await here.finish(one.lease), true);
        await here.remove(one.lease.jobId);
      }
    });

    test('a worker claims the kinds that it can do, and no others', async () => {
      const { here } = sides;
      const task: NewTask = { id: `job_${clock.ulid()}`, kind: 'read_pdf', orgId: '', payload: { wanted: 'outline' } };
      await here.add(task);
      assert.deepEqual(await here.claim(['extract'], ANY), []);
      const [claimed] = await here.claim(['read_pdf'], ANY);
      assert.ok(claimed?.kind === 'read_pdf');
      assert.deepEqual(claimed.payload, { wanted: 'outline' });
      await here.remove(task.id);
    });
  });
}

describe('order', () => {
  let opened: OpenStore;
  before(async () => {
    opened = await openStore(await createTestDatabase(server, 'order'));
  });
  after(() => opened.close());
  const claimDocuments = (options: Partial<ClaimOptions>): Promise<Claim[]> => opened.queue.claim(DOCUMENT_KINDS, { ...ANY, ...options });

  test('one organisation with many documents does not keep another waiting', async () => {
    const [flood, other] = [await makeProject(opened.db), await makeProject(opened.db)];
    const many = [];
    for (let i = 0; i < 8; i++) many.push(await accept(opened.store, newDocument(flood)));
    const one = await accept(opened.store, newDocument(other));
    // four places: by age alone all would be the first one's
    const first = idsOf(await claimDocuments({ limit: 4 }));
    assert.deepEqual(first.toSorted(), [...many.slice(0, 3), one].toSorted());
    // who has more running waits for who has less
    const next = await accept(opened.store, newDocument(other));
    assert.deepEqual(idsOf(await claimDocuments({ limit: 1 })), [next]);
    assert.deepEqual(idsOf(await claimDocuments({ limit: 1 })), [many[3]]);
  });

  test('an organisation takes no more places of a process than it may', async () => {
    const owner = await makeProject(opened.db);
    const ids = [];
    for (let i = 0; i < 4; i++) ids.push(await accept(opened.store, newDocument(owner)));
    const running = [{ jobId: 'doc_x', orgId: owner.orgId }];
    const claimed = await claimDocuments({ limit: 20, running, perOrganisation: 3 });
    assert.deepEqual(
      claimed.filter(({ orgId }) => orgId === owner.orgId).map(({ lease }) => lease.jobId),
      ids.slice(0, 2),
    );
    // one that waits for a model has lent its place
    const lent = [...running, ...ids.slice(0, 2).map((jobId) => ({ jobId, orgId: owner.orgId, waits: true }))];
    const more = await claimDocuments({ limit: 20, running: lent, perOrganisation: 2 });
    assert.deepEqual(idsOf(more.filter(({ orgId }) => orgId === owner.orgId)), ids.slice(2, 3));
  });

  test('a job that backs off stands behind those that have come meanwhile', async () => {
    const owner = await makeProject(opened.db);
    const first = await accept(opened.store, newDocument(owner));
    const { lease } = await claim(opened.queue, first);
    // put back for the sixth time, for eight seconds at least
    await opened.db.pool.query('update jobs set delays = 5 where id = $1', [first]);
    await opened.queue.release(lease, { backOff: true });
    const second = await accept(opened.store, newDocument(owner));
    await opened.db.pool.query('update jobs set run_at = clock_timestamp() where id = $1', [first]);
    assert.deepEqual(idsOf(await claimDocuments({ limit: 1 })), [second]);
    assert.deepEqual(idsOf(await claimDocuments({ limit: 1 })), [first]);
  });

  test('short work goes before long work that came a little earlier, and long work is not put off for ever', async () => {
    const owner = await makeProject(opened.db);
    await claimDocuments({ limit: 100 });
    const file = { kind: 'file', fileId: 'file_x' } as const;
    const review = await accept(opened.store, newDocument(owner, { operation: 'review', job: { kind: 'review', file } }));
    const memo = await accept(opened.store, newDocument(owner));
    assert.deepEqual(idsOf(await claimDocuments({ limit: 1 })), [memo]);
    const later = await accept(opened.store, newDocument(owner));
    await opened.db.pool.query("update jobs set due_at = due_at - interval '10 seconds' where id = $1", [review]);
    assert.deepEqual(idsOf(await claimDocuments({ limit: 2 })).toSorted(), [review, later].toSorted());
  });

  test('a job that backs off waits longer each time, and its attempts do not count', async () => {
    const owner = await makeProject(opened.db);
    const id = await accept(opened.store, newDocument(owner));
    const waits: number[] = [];
    for (let i = 0; i < 5; i++) {
      const { lease } = await claim(opened.queue, id);
      assert.equal(lease.attempt, 1);
      await opened.queue.release(lease, { backOff: true });
      const { rows } = await opened.db.pool.query<{ wait: number }>(
        'select extract(epoch from run_at - clock_timestamp())::float8 as wait from jobs where id = $1',
        [id],
      );
      waits.push(rows[0]?.wait ?? 0);
      await opened.db.pool.query('update jobs set run_at = clock_timestamp() where id = $1', [id]);
    }
    assert.ok(
      waits.every((wait, i) => wait <= (2 ** i / 2) * 1.5 && wait >= (2 ** i / 2) * 0.4),
      waits.join(', '),
    );
  });
});
