import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pool } from 'pg';
import { createTestDatabase, startEmbedded } from '../../../../test/support/postgres-servers.ts';
import { DOCUMENT_KINDS, TASK_KINDS } from '../../../ports/job-queue.ts';
import { openDatabase } from '../../postgres-database.ts';
import { createDocumentStore } from '../../postgres-document-store.ts';
import { createJobQueue } from '../../postgres-job-queue.ts';
import { createSystemClock } from '../../system-clock.ts';
import { MIGRATIONS } from './all.ts';

const clock = createSystemClock();
const ANY = { limit: 5, running: [], perOrganisation: 1_000 };

test('what waits in the two queues of an older release waits in this one', async (t) => {
  const server = await startEmbedded();
  t.after(() => server.close());
  const url = await createTestDatabase(server, 'older');
  const jobs = MIGRATIONS.findIndex(({ name }) => name === '0004-jobs');
  const pool = new Pool({ connectionString: url });
  await pool.query('create table octavo_migrations (name text primary key, timestamp text not null)');
  for (const { name, sql } of MIGRATIONS.slice(0, jobs)) {
    await pool.query(sql);
    await pool.query("insert into octavo_migrations values ($1, '')", [name]);
  }
  await pool.query("insert into organisations (id, name) values ('org_1', 'One')");
  const file = { kind: 'file', fileId: 'file_1' };
  const older: [id: string, job: { operation: string; [field: string]: unknown }, now: object][] = [
    [
      'doc_a',
      { operation: 'create', format: 'docx', markdown: '# \u0000', sources: [] },
      { kind: 'create', operation: 'create', format: 'docx', markdown: '# \u0000', sources: [] },
    ],
    [
      'doc_b',
      { operation: 'edit', file, edits: { operations: [], mode: 'direct' } },
      { kind: 'edit', file, changes: { operations: [], mode: 'direct' } },
    ],
    ['doc_c', { operation: 'edit', file, prompt: 'Shorter.' }, { kind: 'edit', file, changes: { prompt: 'Shorter.' } }],
    ['doc_d', { operation: 'review', file }, { kind: 'review', file }],
    ['doc_e', { operation: 'edit', file, manual: true }, { kind: 'version', file }],
    [
      'sav_f',
      { operation: 'edit', file, manual: true, saves: { documentId: 'doc_a', revision: 1 } },
      { kind: 'save', file, target: { documentId: 'doc_a', revision: 1 } },
    ],
  ];
  for (const [i, [id, job]] of older.entries()) {
    await pool.query(
      `insert into documents (id, org_id, org_sequence, project_id, operation, status, metadata, retention, versions, created_at)
       values ($1, 'org_1', $2, 'prj_1', $3, 'queued', '{}', '30d', '{}', clock_timestamp())`,
      [id, i, job.operation],
    );
    await pool.query('insert into document_content (document_id, job) values ($1, $2::json)', [id, JSON.stringify(job)]);
  }
  await pool.query("insert into extractions (id, org_id, state) values ('ext_a', 'org_1', 'queued'), ('ext_b', 'org_1', 'done')");
  await pool.end();
  const db = await openDatabase(url, { log: () => undefined });
  const store = createDocumentStore(db, { clock });
  const queue = createJobQueue(db, store.feed, { clock });
  const claimed = await queue.claim(DOCUMENT_KINDS, { ...ANY, limit: 20 });
  assert.deepEqual(
    claimed.map((one) => ('job' in one ? [one.record.id, one.kind, { ...one.job, style: undefined }] : one)),
    older.map(([id, , now]) => [id, 'kind' in now ? now.kind : '', { ...now, style: undefined }]),
  );
  assert.deepEqual((await queue.claim(TASK_KINDS, ANY)).map(({ lease }) => lease.jobId).toSorted(), ['ext_a', 'purge']);
  assert.equal(await queue.take('ext_b', 'org_1'), true);
  await store.close();
  await db.close();
});
