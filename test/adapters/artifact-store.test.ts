/** What the data of artifacts promises, held of PostgreSQL and of the store in memory. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createArtifactStore } from '../../src/adapters/postgres-artifact-store.ts';
import { RECORDS_MAX, type ArtifactRecord, type ArtifactStore, type WriteOutcome } from '../../src/ports/artifact-store.ts';
import type { DocumentStore } from '../../src/ports/document-store.ts';
import { LeaseLost, type JobQueue } from '../../src/ports/job-queue.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createTestDatabase, startEmbedded, type TestServer } from '../support/postgres-servers.ts';
import { accept, claim, clock, makeProject, newDocument, openStore, until, type OpenStore } from './open-store.ts';

interface Opened {
  store: DocumentStore;
  queue: JobQueue;
  artifacts: ArtifactStore;
  owner: { orgId: string; projectId: string };
}

let server: TestServer;
let first: OpenStore;
let second: OpenStore;
before(async () => {
  server = await startEmbedded();
  const url = await createTestDatabase(server, 'artifacts');
  first = await openStore(url);
  second = await openStore(url);
});
after(async () => {
  await first?.close();
  await second?.close();
  await server?.close();
});

const sides: Record<string, () => Promise<Opened>> = {
  postgres: async () => ({
    store: first.store,
    queue: first.queue,
    artifacts: createArtifactStore(first.db, first.store.feed),
    owner: await makeProject(first.db),
  }),
  memory: async () => {
    const { store, queue, artifacts } = createMemoryStore(clock);
    return { store, queue, artifacts, owner: { orgId: 'org_1', projectId: 'prj_1' } };
  },
};

async function makeArtifact({ store, queue, artifacts, owner }: Opened): Promise<string> {
  const id = await accept(store, newDocument(owner, { format: 'artifact', artifact: { storage: 'shared' } }));
  const { lease } = await claim(queue, id);
  await artifacts.declare(lease, [{ name: 'signups', mode: 'submit' }]);
  await store.finish(lease, { status: 'ready' }, []);
  return id;
}

const recordOf = (outcome: WriteOutcome): ArtifactRecord => {
  assert.equal(outcome.kind, 'written');
  return outcome.kind === 'written' ? outcome.record : assert.fail();
};
const put = (json: unknown): string => JSON.stringify(json);

for (const [side, open] of Object.entries(sides)) {
  describe(side, () => {
    test('records are added, read in pages, changed at their revision and removed', async () => {
      const opened = await open();
      const { artifacts, store } = opened;
      const documentId = await makeArtifact(opened);
      assert.deepEqual((await store.get(documentId))?.artifact, { storage: 'shared' });
      assert.deepEqual(await artifacts.state(documentId), { collections: [{ name: 'signups', mode: 'submit' }], sequence: 0 });
      const place = (id: string) => ({ documentId, collection: 'tasks', id });
      for (const id of ['a', 'b', 'c', 'd', 'e']) recordOf(await artifacts.add(place(id), put({ id, text: 'a \u0000 b' })));
      const page = async (query: object): Promise<[string, boolean]> => {
        const { data, hasMore } = await artifacts.list(documentId, 'tasks', { limit: 2, order: 'asc', ...query });
        return [data.map(({ id }) => id).join(''), hasMore];
      };
      assert.deepEqual(await page({}), ['ab', true]);
      assert.deepEqual(await page({ after: 'b' }), ['cd', true]);
      assert.deepEqual(await page({ after: 'd' }), ['e', false]);
      assert.deepEqual(await page({ order: 'desc' }), ['ed', true]);
      assert.deepEqual(await page({ before: 'd' }), ['bc', true]);
      assert.deepEqual(await page({ limit: 5, bytesMax: 30 }), ['ab', true]);
      assert.deepEqual(await page({ limit: 5 }), ['abcde', false]);
      assert.deepEqual((await artifacts.get(place('a')))?.record, { id: 'a', text: 'a \u0000 b' });

      const changed = recordOf(await artifacts.update(place('a'), put({ now: 1 }), 1));
      assert.deepEqual([changed.revision, changed.record], [2, { now: 1 }]);
      assert.equal((await artifacts.update(place('a'), put({ now: 2 }), 1)).kind, 'conflict');
      assert.equal((await artifacts.update(place('x'), put({}), null)).kind, 'missing');
      assert.equal(recordOf(await artifacts.put(place('a'), put({ now: 3 }))).revision, 3);
      assert.equal(recordOf(await artifacts.put(place('f'), put({}))).revision, 1);
      assert.deepEqual(await artifacts.keys(documentId, 'tasks', '', 3), ['a', 'b', 'c']);
      assert.deepEqual(await artifacts.keys(documentId, 'tasks', 'f', 3), ['f']);
      assert.equal(await artifacts.remove(place('b')), true);
      assert.equal(await artifacts.remove(place('b')), false);
      recordOf(await artifacts.add({ documentId, collection: 'signups', id: 'z' }, put({})));
      assert.deepEqual(await artifacts.counts(documentId), [
        { collection: 'signups', records: 1 },
        { collection: 'tasks', records: 5 },
      ]);
      const told = await artifacts.changes(documentId, 0, 100);
      assert.deepEqual(
        told.map(({ collection, id, now, sequence }) => `${sequence} ${collection}/${id} ${now?.revision ?? 'gone'}`),
        ['3 tasks/c 1', '4 tasks/d 1', '5 tasks/e 1', '7 tasks/a 3', '8 tasks/f 1', '9 tasks/b gone', '10 signups/z 1'],
      );
      assert.equal(await artifacts.removeCollection(documentId, 'tasks'), 5);
      assert.equal(await artifacts.removeCollection(documentId, 'tasks'), 0);
      assert.deepEqual(
        (await artifacts.changes(documentId, 10, 100)).map(({ collection, id, now }) => [collection, id, now]),
        [['tasks', null, null]],
      );
      assert.deepEqual(await artifacts.counts(documentId), [{ collection: 'signups', records: 1 }]);
    });

    test('the last record that fits passes and the next does not, whoever writes at once', async () => {
      const opened = await open();
      const { artifacts } = opened;
      const documentId = await makeArtifact(opened);
      const add = (i: number) => artifacts.add({ documentId, collection: 'many', id: `r${i}` }, put({ i }));
      for (let i = 0; i < RECORDS_MAX - 20; i += 60)
        await Promise.all(Array.from({ length: Math.min(60, RECORDS_MAX - 20 - i) }, (_, j) => add(i + j)));
      const last = await Promise.all(Array.from({ length: 60 }, (_, j) => add(RECORDS_MAX + j)));
      assert.equal(last.filter(({ kind }) => kind === 'written').length, 20);
      assert.equal(last.filter(({ kind }) => kind === 'full').length, 40);
      assert.deepEqual(await artifacts.counts(documentId), [{ collection: 'many', records: RECORDS_MAX }]);
      assert.equal(await artifacts.remove({ documentId, collection: 'many', id: 'r0' }), true);
      assert.equal((await add(RECORDS_MAX + 100)).kind, 'written');
      assert.equal((await add(RECORDS_MAX + 101)).kind, 'full');
    });

    test('of 200 writers at once none loses what another wrote', async () => {
      const opened = await open();
      const { artifacts } = opened;
      const documentId = await makeArtifact(opened);
      const place = { documentId, collection: 'poll', id: 'count' };
      recordOf(await artifacts.add(place, put({ votes: 0 })));
      const vote = async (): Promise<void> => {
        for (;;) {
          const before = await artifacts.get(place);
          assert.ok(before);
          const after = await artifacts.update(place, put({ votes: Number(before.record['votes']) + 1 }), before.revision);
          if (after.kind === 'written') return;
          assert.equal(after.kind, 'conflict');
        }
      };
      await Promise.all(Array.from({ length: 40 }, vote));
      assert.deepEqual((await artifacts.get(place))?.record, { votes: 40 });
      await Promise.all(Array.from({ length: 200 }, (_, i) => artifacts.add({ ...place, id: `w${i}` }, put({ i }))));
      assert.deepEqual(await artifacts.counts(documentId), [{ collection: 'poll', records: 201 }]);
      await Promise.all(Array.from({ length: 20 }, (_, i) => artifacts.put({ ...place, id: 'same' }, put({ i }))));
      assert.equal((await artifacts.get({ ...place, id: 'same' }))?.revision, 20);
      assert.deepEqual(await artifacts.counts(documentId), [{ collection: 'poll', records: 202 }]);
    });

    test('reads and writes are counted exactly, for the artifact and for one address', async () => {
      const opened = await open();
      const { artifacts } = opened;
      const documentId = await makeArtifact(opened);
      const take = (address: string, kind: 'read' | 'write' = 'write') =>
        artifacts.takeTurn(documentId, kind, address, { whole: 5, single: 3 });
      const taken = await Promise.all(Array.from({ length: 6 }, () => take('one')));
      assert.equal(taken.filter((waitMs) => waitMs === 0).length, 3);
      assert.ok(taken.every((waitMs) => waitMs >= 0 && waitMs <= 60_000));
      assert.deepEqual([await take('two'), await take('two')], [0, 0]);
      assert.ok((await take('three')) > 59_000);
      assert.equal(await take('three', 'read'), 0);
      assert.equal(await artifacts.takeTurn('doc_other', 'write', 'one', { whole: 5, single: 3 }), 0);
    });

    test('data goes with the content of its document, links with their generation, and a lost lease declares nothing', async () => {
      const opened = await open();
      const { artifacts, store } = opened;
      const documentId = await makeArtifact(opened);
      const place = { documentId, collection: 'tasks', id: 'a' };
      recordOf(await artifacts.add(place, put({})));
      assert.equal(await artifacts.revokeLinks(documentId), 1);
      assert.equal(await artifacts.revokeLinks(documentId), 2);
      assert.deepEqual((await store.get(documentId))?.artifact, { storage: 'shared', generation: 2 });
      await store.deleteContent(documentId);
      assert.equal(await artifacts.state(documentId), null);
      assert.deepEqual(await artifacts.counts(documentId), []);
      assert.equal((await artifacts.add(place, put({}))).kind, 'missing');
      assert.equal((await artifacts.update(place, put({}), null)).kind, 'missing');
      if (side === 'postgres') await assert.rejects(artifacts.declare({ jobId: documentId, token: 1, attempt: 1 }, []), LeaseLost);
    });
  });
}

test('a write in one process is told in another, in order and whole', async () => {
  const opened = await (sides['postgres'] ?? assert.fail)();
  const documentId = await makeArtifact(opened);
  const there = createArtifactStore(second.db, second.store.feed);
  let woken = 0;
  const seen: string[] = [];
  let [sequence, reading] = [0, Promise.resolve()];
  const unwatch = there.watch(documentId, () => {
    woken++;
    reading = reading.then(async () => {
      for (const change of await there.changes(documentId, sequence, 10)) {
        sequence = change.sequence;
        seen.push(change.id ?? '');
      }
    });
  });
  const wanted = Array.from({ length: 50 }, (_, i) => `r${String(i).padStart(2, '0')}`);
  await Promise.all(wanted.map((id) => opened.artifacts.add({ documentId, collection: 'tasks', id }, put({ id }))));
  await until('all changes', () => seen.length >= wanted.length);
  await reading;
  unwatch();
  assert.deepEqual(seen.toSorted(), wanted);
  assert.ok(woken > 0);
});
