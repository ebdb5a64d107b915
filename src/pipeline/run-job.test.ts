import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentClaim, JobQueue } from '../ports/job-queue.ts';
import { JOB_VERSION, type DocumentRecord } from '../ports/record.ts';
import type { PipelineDependencies, Workshop } from './dependencies.ts';
import { runJob } from './run-job.ts';

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
  await runJob(deps, {} as Workshop, claim, new AbortController());
  assert.deepEqual(released, [[lease, { backOff: true }]]);
  assert.deepEqual(told, [{ documentId: 'doc_1', version: JOB_VERSION + 1 }]);
});
