/** Extractions that wait, on PostgreSQL; two processes are two connections with feeds of their own. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createExtractionQueue } from '../../src/adapters/postgres-extraction-queue.ts';
import type { ExtractionQueue } from '../../src/ports/extraction-queue.ts';
import { createTestDatabase, startEmbedded, type TestServer } from '../support/postgres-servers.ts';
import { clock, makeProject, openStore, until, type OpenStore } from './open-store.ts';

let server: TestServer;
let one: OpenStore;
let two: OpenStore;
let here: ExtractionQueue;
let there: ExtractionQueue;
let orgId: string;

before(async () => {
  server = await startEmbedded();
  const url = await createTestDatabase(server, 'extractions');
  one = await openStore(url);
  two = await openStore(url);
  here = createExtractionQueue(one.db, one.store.feed, { leaseS: 0.3 });
  there = createExtractionQueue(two.db, two.store.feed, { leaseS: 0.3 });
  ({ orgId } = await makeProject(one.db));
});

after(async () => {
  await one?.close();
  await two?.close();
  await server?.close();
});

const nextId = (): string => `ext_${clock.ulid()}`;

test('what is queued here is claimed there once, and its end is told here', async () => {
  const id = nextId();
  let woken = 0;
  let changes = 0;
  const stop = [
    there.onQueued(() => {
      woken++;
    }),
    here.watch(id, () => {
      changes++;
    }),
  ];
  await until('the feeds listen', async () => woken > 0 && changes > 0);
  [woken, changes] = [0, 0];
  assert.equal(await here.add({ id, orgId, state: 'queued' }, 10), true);
  await until('the worker hears of it', () => woken > 0);
  const claims = (await Promise.all([there.claim(5), here.claim(5)])).flat();
  assert.deepEqual(claims, [{ id, attempt: 1 }]);
  assert.equal(await here.take(id, orgId), false);
  assert.equal(await there.finish({ id, attempt: 1 }), true);
  await until('the waiting side hears of it', () => changes > 0);
  const taken = await Promise.all([here.take(id, orgId), there.take(id, orgId)]);
  assert.deepEqual(taken.toSorted(), [false, true]);
  await here.remove(id);
  assert.equal(await there.state(id, orgId), null);
  for (const end of stop) end();
});

test('a lease that nobody renews runs out, and who lost it finishes nothing', async () => {
  const id = nextId();
  const other = (await makeProject(one.db)).orgId;
  await here.add({ id, orgId, state: 'queued' }, 10);
  const [first] = await here.claim(1);
  assert.ok(first);
  assert.deepEqual(await here.renew([first]), [id]);
  assert.deepEqual(await there.claim(1), []);
  let second: typeof first | undefined;
  await until('the lease runs out', async () => {
    [second] = await there.claim(1);
    return second !== undefined;
  });
  assert.deepEqual([second, await here.renew([first]), await here.finish(first)], [{ id, attempt: 2 }, [], false]);
  assert.ok(second);
  await there.handBack([second]);
  assert.deepEqual([await here.state(id, orgId), await here.state(id, other), await here.claim(1)], ['queued', null, [{ id, attempt: 2 }]]);
  await here.finish({ id, attempt: 2 });
  assert.deepEqual([await here.take(id, other), await here.take(id, orgId)], [false, true]);
  await here.remove(id);
});

test('an organisation has so many at once; what is an hour old is not given any more', async () => {
  const ids = [nextId(), nextId(), nextId()];
  const added: boolean[] = [];
  for (const id of ids) added.push(await here.add({ id, orgId, state: 'running' }, 2));
  assert.deepEqual(added, [true, true, false]);
  const [old = ''] = ids;
  await here.finish({ id: old, attempt: 1 });
  assert.deepEqual(await here.stale(10), []);
  await one.db.pool.query("update extractions set created_at = created_at - interval '61 minutes' where id = $1", [old]);
  assert.deepEqual([await here.state(old, orgId), await here.take(old, orgId), await here.stale(10)], [null, false, [old]]);
});
