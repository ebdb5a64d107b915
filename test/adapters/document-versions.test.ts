/** What is promised of versions and saves, tried on the embedded server. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { NewDocument } from '../../src/ports/document-store.ts';
import { LeaseLost } from '../../src/ports/job-queue.ts';
import { createTestDatabase, startEmbedded } from '../support/postgres-servers.ts';
import { accept, checkSequence, claim, clock, makeProject, newDocument, openStore, type OpenStore } from './open-store.ts';
import { sampleReport } from '../support/sample-report.ts';

const closers: (() => Promise<void>)[] = [];
let opened: OpenStore;
before(async () => {
  const server = await startEmbedded();
  closers.unshift(server.close);
  opened = await openStore(await createTestDatabase(server, 'versions'));
  closers.unshift(opened.close);
});
after(async () => {
  for (const close of closers) await close();
});

test('a save replaces the file of a finished document once, and is in no list', async () => {
  const owner = await makeProject(opened.db);
  const { store } = opened;
  const make = (more: Partial<NewDocument> = {}): Promise<string> => accept(store, newDocument(owner, more));
  const id = await make();
  const first = await claim(opened.queue, id);
  await store.finish(first.lease, { status: 'ready', pages: 1, outputs: [] }, []);
  const savers = await Promise.all([1, 2, 3].map(async () => claim(opened.queue, await make({ id: `sav_${clock.ulid()}`, parentId: id }))));
  const patch = {
    status: 'ready_with_warnings',
    pages: 3,
    validationSummary: { errors: 0, warnings: 1, info: 0 },
    outputs: [{ id: 'out_1', kind: 'pdf', contentType: 'application/pdf', bytes: 1, key: 'k' }],
    report: sampleReport({ summary: 'saved' }),
  } as const;
  const saved = await Promise.all(
    savers.map(({ lease }) => store.save(lease, { documentId: id, revision: 1 }, { ...patch, outputs: [...patch.outputs] })),
  );
  assert.equal(saved.filter(Boolean).length, 1);
  const after = await store.get(id);
  assert.deepEqual([after?.revision, after?.status, after?.pages, after?.outputs.length], [2, 'ready_with_warnings', 3, 1]);
  assert.deepEqual(await store.report(id), patch.report);
  const winner = savers[saved.indexOf(true)];
  assert.ok(winner);
  assert.equal((await store.get(winner.lease.jobId))?.status, 'ready');
  checkSequence(await store.events(winner.lease.jobId, 0, 10));
  await assert.rejects(store.save(winner.lease, { documentId: id, revision: 2 }, { ...patch, outputs: [] }), LeaseLost);
  assert.deepEqual(
    (await store.list(owner.projectId, { limit: 10, order: 'asc' })).data.map((one) => one.id),
    [id],
  );
  const child = await make({ parentId: id });
  const grandchild = await make({ parentId: child });
  for (const one of [id, child, grandchild])
    assert.deepEqual(
      (await store.family(one)).map((version) => version.id),
      [id, child, grandchild],
    );
});
