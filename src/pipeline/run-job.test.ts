import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentClaim, JobQueue } from '../ports/job-queue.ts';
import { ModelAway, type Model } from '../ports/model.ts';
import { JOB_VERSION, type DocumentRecord } from '../ports/record.ts';
import type { PipelineDependencies, Workshop } from './dependencies.ts';
import { runJob } from './run-job.ts';

const PLACE = { lend: () => () => undefined };

test('a job of a later version is left to a process of that version, as no attempt', async () => {
  const released: unknown[] = [];
  const told: unknown[] = [];
  // whatever else is asked of these fails the test
  const deps = {
    queue: { release: async (...given: unknown[]) => void released.push(given) } as Partial<JobQueue>,
    log: { warn: (about: unknown) => void told.push(about) } as Partial<PipelineDependencies['log']>,
  } as PipelineDependencies;
  const lease = { jobId: 'doc_1', token: 1, attempt: 1 };
  const claim = {
    kind: 'create',
    orgId: 'org_1',
    lease,
    record: { id: 'doc_1', orgId: 'org_1' } as DocumentRecord,
    job: { kind: 'create', version: JOB_VERSION + 1, format: 'docx', sources: [], quality: 'auto' },
  } as DocumentClaim;
  await runJob(deps, {} as Workshop, { claim, abort: new AbortController(), place: PLACE });
  assert.deepEqual(released, [[lease, { backOff: true }]]);
  assert.deepEqual(told, [{ documentId: 'doc_1', version: JOB_VERSION + 1 }]);
});

test('a document waits for its model, and after many times fails, saying that nothing is wrong with it', async () => {
  const run = async (claims: number): Promise<unknown[]> => {
    const done: unknown[] = [];
    const fault = new ModelAway('the model provider answered 503');
    const away = {
      names: { main: 'm', small: 'm' },
      answer: async () => Promise.reject(fault),
      // eslint-disable-next-line require-yield
      async *write() {
        throw fault;
      },
    };
    const deps = {
      model: away as Partial<Model>,
      clock: { now: () => new Date(0), monotonicMs: () => 0, ulid: () => '0' } as Partial<PipelineDependencies['clock']>,
      prices: { fast: 0, standard: 0, best: 0, currency: 'EUR' } as PipelineDependencies['prices'],
      versions: { engine: 'e', office: () => 'o', typesetter: () => 't' },
      blobs: { put: async () => undefined, get: async () => null } as Partial<PipelineDependencies['blobs']>,
      log: { warn: () => undefined, error: () => undefined } as Partial<PipelineDependencies['log']>,
      queue: { release: async (_: unknown, options: unknown) => void done.push(options) } as Partial<JobQueue>,
      store: {
        events: async () => [],
        commit: async () => undefined,
        finish: async (_: unknown, patch: unknown) => void done.push(patch),
      } as Partial<PipelineDependencies['store']>,
    } as PipelineDependencies;
    const claim = {
      kind: 'create',
      orgId: 'org_1',
      lease: { jobId: 'doc_1', token: 1, attempt: 1 },
      record: { id: 'doc_1', orgId: 'org_1', createdAt: new Date(0), attempt: claims, name: 'Memo', title: 'Memo' } as DocumentRecord,
      job: { kind: 'create', version: JOB_VERSION, format: 'docx', prompt: 'Write a memo', sources: [], quality: 'fast' },
    } as Partial<DocumentClaim> as DocumentClaim;
    await runJob(deps, {} as Workshop, { claim, abort: new AbortController(), place: PLACE });
    return done;
  };
  assert.deepEqual(await run(1), [{ backOff: true }]);
  const [end] = await run(21);
  assert.match(JSON.stringify(end), /"failed".*nothing is wrong with the request/);
});
