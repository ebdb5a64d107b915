import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryBlobs } from '../../../test/support/memory-blobs.ts';
import { createMemoryQueue } from '../../../test/support/memory-queue.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Project } from '../../ports/account-store.ts';
import { extractMarkdown, type Extracted, type ExtractTools } from '../extract.ts';
import { holdLeases } from '../hold-leases.ts';
import { deleteStaleTasks } from '../retention.ts';
import { settleTask } from '../tasks/run-task.ts';
import { readKeptFile, type TaskFile } from '../tasks/task-blobs.ts';
import { startWork } from '../work-loop.ts';
import { createExtractions } from './extractions.ts';
import type { ReadResult } from './read-file.ts';

const owner = (orgId: string): Project => ({ id: 'prj_1', orgId, name: 'p', region: 'local', retention: '30d', createdAt: new Date(0) });
const refusal =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === code;
const fail = (details: Record<string, unknown>, message: string) => assert.fail(`${message}: ${String(details['err'])}`);
const log = { error: fail, warn: fail };

/** A process that reads only what it can without renderers, and workers that have them. */
function open({ answerMs = 0 }: { answerMs?: number } = {}) {
  let count = 0;
  const clock = { now: () => new Date(1_800_000_000_000), monotonicMs: () => 0, ulid: () => String(++count).padStart(26, '0') };
  const work = Promise.withResolvers<ReadResult>();
  const sources = {
    store: { get: async () => null, getFile: async () => null },
    downloader: { download: () => Promise.reject(new Refusal('input_invalid', 'No.')) },
  };
  const { queue } = createMemoryQueue();
  const blobs = createMemoryBlobs();
  const { keys } = blobs;
  const deps = { ...sources, clock, queue, blobs, log };
  const tools: ExtractTools = { renderers: null, read: () => work.promise };
  const door = createExtractions(deps, { tools, leases: holdLeases(queue, log), answerMs });
  const start = (filename = 'a.txt', text = 'text') => door.extract(owner('org_1'), { kind: 'upload', bytes: Buffer.from(text), filename });
  /** A process that works on extractions by this reader. Returns the stop. */
  const worker = (read: (file: TaskFile) => Promise<Extracted>) => {
    const working = startWork({
      queue,
      leases: holdLeases(queue, log),
      log,
      kinds: ['extract'],
      concurrency: 2,
      handle: async ({ lease }, { signal }) => {
        const file = await readKeptFile(blobs, lease.jobId);
        const aborted = new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve());
        });
        await Promise.race([aborted, settleTask(deps, lease, signal, file === null ? Promise.reject(new Error('no file')) : read(file))]);
        if (signal.aborted) await queue.release(lease);
      },
    });
    return () => working.stop(0, new Error('stopped'));
  };
  return { door, work, start, queue, keys, worker, deps, settle: () => new Promise((resolve) => setTimeout(resolve, 5)) };
}

const done = (markdown: string): ReadResult => ({ markdown, pages: null, notes: [] });

test('what is answered at once leaves nothing behind', async () => {
  const { start, work, keys, queue } = open({ answerMs: 10_000 });
  work.resolve(done('quick'));
  const found = await start();
  assert.equal('markdown' in found && found.markdown, 'quick');
  assert.deepEqual([keys(), queue.jobs.size], [[], 0]);
});

test('a queued extraction appears once, for its own organisation, and then nothing is left of it', async () => {
  const { door, work, start, settle, keys, queue } = open();
  const { id } = await start();
  await settle();
  assert.deepEqual(await door.extraction(owner('org_1'), id), { id, queued: true });
  assert.deepEqual(keys(), [`extractions/${id}/file`]);
  work.resolve(done('done'));
  await settle();
  assert.deepEqual(keys(), [`extractions/${id}/result`]);
  await assert.rejects(door.extraction(owner('org_2'), id), refusal('not_found'));
  const found = await door.extraction(owner('org_1'), id);
  assert.equal('markdown' in found && found.markdown, 'done');
  await assert.rejects(door.extraction(owner('org_1'), id), refusal('not_found'));
  assert.deepEqual([keys(), queue.jobs.size], [[], 0]);
});

test('a failure is reported once, what nobody fetches is swept away', async () => {
  const failing = open();
  const { id } = await failing.start();
  failing.work.reject(new Refusal('file_rejected', 'No.', { errors: [{ path: '/file', message: 'No.' }] }));
  await failing.settle();
  await assert.rejects(
    failing.door.extraction(owner('org_1'), id),
    (error) => error instanceof Refusal && error.code === 'file_rejected' && error.errors[0]?.path === '/file',
  );
  await assert.rejects(failing.door.extraction(owner('org_1'), id), refusal('not_found'));
  const old = open();
  await old.start();
  old.work.resolve(done('x'));
  await old.settle();
  await deleteStaleTasks(old.deps);
  assert.deepEqual([old.keys(), old.queue.jobs.size], [[], 0]);
});

test('a file that this process cannot read is read by another one, at once or later', async () => {
  const { start, worker, keys, queue, settle } = open({ answerMs: 2_000 });
  const read = async ({ bytes, filename }: TaskFile): Promise<Extracted> =>
    extractMarkdown(
      { bytes: Buffer.from(`${filename} ${Buffer.from(bytes).toString()}`), filename: 'x.txt' },
      { renderers: null, read: (task) => done('bytes' in task ? Buffer.from(task.bytes).toString() : '') },
    );
  const waiting = start('a.pdf', '%PDF-1.4 line\nline');
  await settle();
  const stop = worker(read);
  const found = await waiting;
  assert.equal('markdown' in found && found.markdown, 'a.pdf %PDF-1.4 line\nline');
  assert.deepEqual([keys(), queue.jobs.size], [[], 0]);
  await stop();
  const hasty = open({ answerMs: 1 });
  const late = await hasty.start('b.pdf', '%PDF-1.4');
  assert.ok('queued' in late);
  await hasty.settle();
  assert.deepEqual(await hasty.door.extraction(owner('org_1'), late.id), { id: late.id, queued: true });
  const stopHasty = hasty.worker(read);
  await hasty.settle();
  const fetched = await hasty.door.extraction(owner('org_1'), late.id);
  assert.equal('markdown' in fetched && fetched.markdown, 'b.pdf %PDF-1.4');
  await stopHasty();
});

test('what a dead process was reading is taken over, and put back by one that ends', async () => {
  const { start, worker, queue, settle } = open();
  const { id } = await start();
  await settle();
  queue.loseLease(id);
  const stop = worker(() => new Promise(() => undefined));
  await settle();
  assert.equal(queue.jobs.get(id)?.state, 'running');
  await stop();
  const job = queue.jobs.get(id);
  assert.deepEqual([job?.state, (job?.attempt ?? 0) - (job?.handedBack ?? 0)], ['waiting', 0]);
});

test('an organisation cannot fill the queue', async () => {
  const { start } = open();
  for (let count = 0; count < 100; count++) await start();
  await assert.rejects(start(), refusal('rate_limited'));
});

test('files and documents that are not there are said', async () => {
  const { door } = open({ answerMs: 10_000 });
  await assert.rejects(door.extract(owner('org_1'), { kind: 'document', documentId: 'doc_1' }), refusal('not_found'));
  await assert.rejects(
    door.extract(owner('org_1'), { kind: 'data', bytes: new Uint8Array(20 * 1024 * 1024 + 1), filename: 'a.txt' }),
    refusal('file_too_large'),
  );
});
