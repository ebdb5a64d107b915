/**
 * The same program as several processes on one PostgreSQL and one S3 bucket: a door without workers and two workers
 * without a door, as it runs on many machines.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startExternal, type TestServer } from '../support/postgres-servers.ts';
import {
  download,
  expectJson,
  expectProblem,
  makeDocument,
  readAllEvents,
  startOctavo,
  stopOctavo,
  waitForEnd,
  type DocumentJson,
  type Running,
} from '../support/service.ts';

let database: TestServer;
let bucket: { url: string; folder: string; process: ChildProcess };
let door: Running;
const workers: Running[] = [];

async function startBucket(): Promise<typeof bucket> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-s3-'));
  const s3 = spawn('s3rver', ['-d', folder, '-a', '127.0.0.1', '-p', '0', '--no-vhost-buckets', '--configure-bucket', 'octavo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    s3.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /listening on [^\n]*?:(\d+)/i.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    s3.once('error', reject);
    s3.once('exit', (code) => reject(new Error(`s3rver ended with ${code}: ${said}`)));
  });
  return { url: `s3://octavo?endpoint=http://127.0.0.1:${port}&region=us-east-1`, folder, process: s3 };
}

const environment = (role: string): Record<string, string> => ({
  OCTAVO_ROLE: role,
  OCTAVO_DATABASE_URL: database.url,
  OCTAVO_BLOBS: bucket.url,
  OCTAVO_SECRET: 'a secret of sixteen or more',
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
  OCTAVO_RENDERERS: '1',
});

before(async () => {
  [database, bucket] = await Promise.all([startExternal(), startBucket()]);
  door = await startOctavo({ environment: environment('api') });
  for (let i = 0; i < 2; i++) workers.push(await startOctavo({ environment: environment('worker') }));
});
after(async () => {
  for (const running of [...workers, door]) await stopOctavo(running);
  bucket.process.kill();
  await database.close();
  await rm(bucket.folder, { recursive: true, force: true });
});

const TEXT = `# Far away\n\n${'A sentence that fills the page. '.repeat(400)}\n`;

test('a document is made by a worker, kept in the bucket and read through the door', async () => {
  const document = await makeDocument(door, { content: { markdown: TEXT }, format: 'docx' });
  assert.equal(document.status, 'ready', JSON.stringify(document.error));
  for (const output of document.outputs ?? []) assert.equal((await download(output.url)).length, output.bytes);
  assert.ok((await readdir(bucket.folder, { recursive: true })).some((name) => name.includes(document.id)));
  const events = await readAllEvents(door, document.id);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, i) => i + 1),
  );
});

const askToExtract = (file: unknown): Promise<Response> =>
  door.call('/extract', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ file }) });

async function fetchExtraction(id: string): Promise<Response> {
  let fetched = await door.call(`/extractions/${id}`);
  for (; fetched.status === 202; fetched = await door.call(`/extractions/${id}`)) await sleep(100);
  return fetched;
}

/** The answer, at once or later. */
async function extract(file: unknown): Promise<Response> {
  const answer = await askToExtract(file);
  return answer.status === 202 ? fetchExtraction((await expectJson<{ id: string }>(answer, 202)).id) : answer;
}

test('a file that the door cannot read itself is read by a worker, and nothing of it stays in the bucket', async () => {
  const document = await makeDocument(door, { content: { markdown: TEXT }, format: 'pdf' });
  const started = await expectJson<{ id: string; markdown: string; format: string }>(await extract(document.id));
  assert.equal(started.format, 'pdf');
  assert.match(started.markdown, /Far away[\s\S]*A sentence that fills the page/);
  assert.deepEqual(await filesOf(started.id), []);
  await expectProblem(await door.call(`/extractions/${started.id}`), 404, 'not_found');
  await expectProblem(await extract({ data: Buffer.from('%PDF-1.7').toString('base64'), filename: 'a.pdf' }), 422, 'file_rejected');
});

test('what takes longer than ten seconds is fetched later, once, and then nothing of it is left', { timeout: 600_000 }, async () => {
  const document = await makeDocument(door, { content: { markdown: TEXT }, format: 'pdf' });
  const rows = async (): Promise<number> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const {
      rows: [found],
    } = await client.query<{ count: string }>("select count(*) from jobs where kind = 'extract'");
    await client.end();
    return Number(found?.count);
  };
  // Workers that stand still take nothing from the queue.
  for (const { pid } of workers) process.kill(pid, 'SIGSTOP');
  try {
    const answer = await askToExtract(document.id);
    const { id, status } = await expectJson<{ id: string; status: string }>(answer, 202);
    assert.deepEqual(
      [status, answer.headers.get('location'), Number(answer.headers.get('retry-after')) > 0],
      ['queued', `${door.root}/v1/extractions/${id}`, true],
    );
    assert.deepEqual([(await filesOf(id)).length, await rows()], [1, 1]);
    for (const { pid } of workers) process.kill(pid, 'SIGCONT');
    assert.match((await expectJson<{ markdown: string }>(await fetchExtraction(id))).markdown, /Far away/);
    assert.deepEqual([await filesOf(id), await rows()], [[], 0]);
    await expectProblem(await door.call(`/extractions/${id}`), 404, 'not_found');
  } finally {
    for (const { pid } of workers) process.kill(pid, 'SIGCONT');
  }
});

test('ranges of a file in the bucket', async () => {
  const document = await makeDocument(door, { content: { markdown: TEXT }, format: 'pdf' });
  const answer = await fetch(document.outputs?.[0]?.url ?? '', { headers: { range: 'bytes=0-4' } });
  assert.deepEqual([answer.status, await answer.text()], [206, '%PDF-']);
});

test('deleting removes the files from the bucket', async () => {
  const document = await makeDocument(door, { content: { markdown: TEXT }, format: 'pdf' });
  await expectJson(await door.call(`/documents/${document.id}`, { method: 'DELETE' }));
  assert.deepEqual(await filesOf(document.id), []);
});

const filesOf = async (id: string): Promise<string[]> =>
  (await readdir(bucket.folder, { recursive: true })).filter((name) => name.includes(id) && name.endsWith('_object'));

/** Waits for the round of clean-up that comes every half minute. */
async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 240_000;
  while (!(await holds())) {
    assert.ok(Date.now() < end, what);
    await sleep(500);
  }
}

test('content whose time is over is deleted, and events older than a week; the records stay', { timeout: 600_000 }, async () => {
  const [brief, old] = [
    await makeDocument(door, { content: { markdown: TEXT }, format: 'pdf', retention: 'none' }),
    await makeDocument(door, { content: { markdown: TEXT }, format: 'pdf' }),
  ];
  assert.ok((await filesOf(brief.id)).length > 0);
  // The clock of the database is turned, as it were: nobody waits a week here.
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("update documents set expires_at = expires_at - interval '15 minutes' where id = $1", [brief.id]);
  await client.query("update documents set completed_at = completed_at - interval '8 days' where id = $1", [old.id]);
  await client.end();
  await until(async () => (await door.call(`/documents/${brief.id}/report`)).status === 410, 'the content is still there');
  await expectProblem(await door.call(`/documents/${brief.id}/outputs`), 410, 'content_deleted');
  assert.deepEqual(await filesOf(brief.id), []);
  const left = await expectJson<DocumentJson>(await door.call(`/documents/${brief.id}`));
  assert.deepEqual([left.status, left.name, left.outputs], ['ready', null, undefined]);
  await until(async () => (await door.call(`/documents/${old.id}/events?after=100000`)).status === 410, 'the events are still there');
  await expectProblem(await door.call(`/documents/${old.id}/events`), 410, 'events_expired');
  assert.equal((await expectJson<DocumentJson>(await door.call(`/documents/${old.id}`))).outputs?.length, old.outputs?.length);
});

test('the work of a worker that is killed is done by the other', { timeout: 600_000 }, async () => {
  const ids: string[] = [];
  for (let i = 0; i < 6; i++)
    ids.push(
      (await expectJson<DocumentJson>(await door.post({ content: { markdown: TEXT.repeat(5) }, format: 'docx', background: true }), 202))
        .id,
    );
  await sleep(300);
  await workers[0]?.kill('SIGKILL');
  for (const id of ids) {
    assert.equal((await waitForEnd(door, id, 90_000)).status, 'ready');
    const events = await readAllEvents(door, id);
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      events.map((_, i) => i + 1),
    );
    assert.equal(events.filter(({ type }) => type === 'document.ready').length, 1);
  }
});

test('a file saved at the door is drawn by a worker, and reviewed there', async () => {
  const made = await makeDocument(door, { format: 'docx', content: { markdown: '# Saved\n\nText.\n' } });
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await download(made.outputs?.[0]?.url ?? ''))]), 'a.docx');
  form.set('revision', '1');
  const saved = await expectJson<DocumentJson>(await door.call(`/documents/${made.id}/file`, { method: 'PUT', body: form }));
  assert.equal(saved.revision, 2);
  for (const output of saved.outputs ?? []) assert.equal((await download(output.url)).length, output.bytes);
  const reviewed = await expectJson<DocumentJson>(await door.post({ operation: 'review', file: made.id }));
  assert.deepEqual([reviewed.operation, reviewed.error], ['review', null]);
});

interface ContentJson {
  blocks: { address: string; text: string }[];
}
const firstParagraph = (content: ContentJson): string =>
  content.blocks.find(({ text }) => text.startsWith('A sentence'))?.address ?? assert.fail(JSON.stringify(content).slice(0, 300));
const postJson = (path: string, body: unknown): Promise<Response> =>
  door.call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

for (const format of ['pdf', 'docx'] as const) {
  test(`every endpoint that reads or writes a ${format} file answers at a door without renderers`, { timeout: 600_000 }, async () => {
    const document = await makeDocument(door, { content: { markdown: '# Far away\n\nA sentence that is changed.\n' }, format });
    const bytes = await download(document.outputs?.[0]?.url ?? '');
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), `a.${format}`);
    const file = await expectJson<{ id: string; pages: number | null }>(await door.call('/files', { method: 'POST', body: form }), 201);
    if (format === 'pdf') assert.equal(file.pages, 1);
    const content = await expectJson<ContentJson>(await door.call(`/documents/${document.id}/content`));
    const operations = [{ op: 'replace_text', target: firstParagraph(content), find: 'changed', replace: 'different' }];
    const tried = await expectJson<{ edits?: unknown[]; data?: unknown[] }>(
      await postJson('/edits', { file: document.id, operations, preview: true }),
    );
    assert.match(JSON.stringify(tried), /applied/);
    const edited = await expectJson<DocumentJson>(await postJson('/edits', { file: file.id, operations }), 201);
    assert.ok(['ready', 'ready_with_warnings'].includes(edited.status), JSON.stringify(edited));
    const child = await expectJson<DocumentJson>(await postJson('/edits', { file: document.id, operations }), 201);
    const diff = await expectJson<{ changes: unknown[] }>(await door.call(`/documents/${child.id}/diff`));
    assert.ok(diff.changes.length > 0);
    const dry = await expectJson(await postJson('/documents?dry_run=true', { operation: 'review', file: file.id }));
    assert.match(JSON.stringify(dry), new RegExp(`"format":"${format}"`));
    const reviewed = await expectJson<DocumentJson>(await door.post({ operation: 'review', file: file.id }));
    assert.equal(reviewed.error, null);
    assert.match((await expectJson<{ markdown: string }>(await extract(file.id))).markdown, /A sentence that is changed/);
    const given = { data: Buffer.from(bytes).toString('base64'), filename: `a.${format}` };
    assert.equal((await expectJson<DocumentJson>(await postJson('/edits', { file: given, operations }), 201)).error, null);
    const damaged = { data: Buffer.from(format === 'pdf' ? '%PDF-1.7' : 'PK\u0003\u0004').toString('base64'), filename: `a.${format}` };
    await expectProblem(await postJson('/edits', { file: damaged, operations, preview: true }), 422, 'file_rejected');
    const version = await expectJson<DocumentJson>(await postJson(`/documents/${document.id}/versions`, { file: file.id }), 201);
    assert.equal(version.error, null);
  });
}

test('an artifact is made by a worker, served at the door, and keeps data there', { timeout: 600_000 }, async () => {
  const document = await makeDocument(door, { format: 'artifact', content: { markdown: '# Far away\n\nA page.\n' } });
  assert.equal(document.error, null);
  const url = document.outputs?.[0]?.url ?? '';
  assert.ok(url.startsWith(`${door.pages}/a/`), url);
  assert.equal(workers[1]?.pages, '', 'a worker serves nobody');
  const page = /data-src="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? '';
  assert.match(await (await fetch(page)).text(), /A page\./);
  const added = await fetch(`${door.pages}/data/collections/a`, {
    method: 'POST',
    headers: { authorization: `Bearer ${url.split('/').at(-1)}`, 'content-type': 'application/json' },
    body: '{"record":{"b":1}}',
  });
  assert.equal(added.status, 201);
  const path = `/documents/${document.id}/data`;
  assert.deepEqual(await expectJson(await door.call(path)), { data: [{ collection: 'a', records: 1 }] });
  assert.equal((await expectJson<{ data: unknown[] }>(await door.call(`${path}/a`))).data.length, 1);
  const record = await expectJson<{ id: string }>(await postJson(`${path}/a`, { record: { b: 2 } }), 201);
  await expectJson(await door.call(`${path}/a/${record.id}`, { method: 'DELETE' }));
  await expectJson(await door.call(`${path}/a`, { method: 'DELETE' }));
  await expectJson(await door.call(`/documents/${document.id}/revoke-links`, { method: 'POST' }));
  assert.equal((await fetch(url)).status, 410);
});

test('where no worker is alive, what needs one says so, and leaves nothing behind', { timeout: 600_000 }, async () => {
  const document = await makeDocument(door, { content: { markdown: TEXT }, format: 'pdf' });
  // the first one was killed above
  for (const { pid } of workers.slice(1)) process.kill(pid, 'SIGSTOP');
  try {
    const answer = await door.call(`/documents/${document.id}/content`);
    await expectProblem(answer, 503, 'service_unavailable');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    assert.deepEqual(
      (await readdir(bucket.folder, { recursive: true })).filter((name) => name.includes('job_') && name.endsWith('_object')),
      [],
    );
  } finally {
    for (const { pid } of workers.slice(1)) process.kill(pid, 'SIGCONT');
  }
});
