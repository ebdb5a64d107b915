/** Files edited by hand over HTTP: versions, saves in the place of a file, and what differs. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyEdits } from '../../src/edits/apply-edits.ts';
import {
  download,
  expectJson,
  expectProblem,
  makeDocument,
  startOctavo,
  stopOctavo,
  type DocumentJson,
  type FileJson,
  type Running,
} from '../support/service.ts';

let octavo: Running;
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

const MARKDOWN =
  '# Terms\n\nPay within ten days of the invoice.\n\nGoods stay ours until they are paid for.\n\n| Item | Price |\n|---|---|\n| Paper | 10 |\n';
const make = (more: Record<string, unknown> = {}): Promise<DocumentJson> =>
  makeDocument(octavo, { name: 'Terms', format: 'docx', metadata: { case: '7' }, content: { markdown: MARKDOWN }, ...more });

async function upload(bytes: Uint8Array, name: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return (await expectJson<FileJson>(await octavo.call('/files', { method: 'POST', body: form }), 201)).id;
}

async function edited(document: DocumentJson, find: string, replace: string): Promise<Uint8Array> {
  const bytes = await download(document.outputs?.[0]?.url ?? '');
  return applyEdits(bytes, [{ op: 'replace_text', find, replace }], { mode: 'direct', author: 'A', date: '2026-01-01T00:00:00Z' }).bytes;
}

const json = (method: string, path: string, body: unknown): Promise<Response> =>
  octavo.call(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const saveForm = (id: string, bytes: Uint8Array, revision: string | null): Promise<Response> => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'edited.docx');
  if (revision !== null) form.set('revision', revision);
  return octavo.call(`/documents/${id}/file`, { method: 'PUT', body: form });
};

interface List {
  data: { id: string }[];
  first_id: string;
  has_more: boolean;
}
interface Diff {
  summary: Record<string, number>;
  changes: { change: string; before?: string; after?: string; words?: { kind: string; text: string }[] }[];
}

test('a version is a document of its own, reviewed, in the family of its parent', async () => {
  const parent = await make();
  const bytes = await edited(parent, 'ten days', 'thirty days');
  const answer = await json('POST', `/documents/${parent.id}/versions`, { file: await upload(bytes, 'edited.docx') });
  const version = await expectJson<DocumentJson>(answer, 201);
  assert.deepEqual(
    [version.mode, version.parent_id, version.name, version.format, version.type, version.error],
    ['manual', parent.id, 'Terms', 'docx', parent.type, null],
  );
  assert.deepEqual(version.metadata, { case: '7' });
  assert.ok(Buffer.from(bytes).equals(await download(version.outputs?.[0]?.url ?? '')));
  assert.notEqual(version.validation_summary, null);
  const second = await expectJson<DocumentJson>(
    await json('POST', `/documents/${version.id}/versions`, { file: await upload(bytes, 'again.docx') }),
    201,
  );
  for (const id of [parent.id, version.id, second.id]) {
    const list = await expectJson<List>(await octavo.call(`/documents/${id}/versions`));
    assert.deepEqual(
      list.data.map((one) => one.id),
      [parent.id, version.id, second.id],
    );
  }
  const page = await expectJson<List>(await octavo.call(`/documents/${parent.id}/versions?limit=1&order=desc`));
  assert.deepEqual([page.first_id, page.has_more], [second.id, true]);
});

test('what differs: words, blocks, and a Word file with tracked changes', async () => {
  const parent = await make();
  const version = await expectJson<DocumentJson>(
    await json('POST', `/documents/${parent.id}/versions`, {
      file: await upload(await edited(parent, 'ten days', 'thirty days'), 'edited.docx'),
    }),
    201,
  );
  const diff = await expectJson<Diff>(await octavo.call(`/documents/${version.id}/diff?from=${parent.id}`));
  assert.deepEqual(diff.summary, { inserted: 0, deleted: 0, changed: 1, moved: 0 });
  assert.deepEqual(
    diff.changes[0]?.words?.filter(({ kind }) => kind !== 'same'),
    [
      { kind: 'deleted', text: 'ten' },
      { kind: 'inserted', text: 'thirty' },
    ],
  );
  const redlined = await octavo.call(`/documents/${version.id}/diff?format=docx`);
  assert.match(redlined.headers.get('content-disposition') ?? '', /changes/);
  const made = await expectJson<DocumentJson>(
    await json('POST', '/edits', {
      file: { data: Buffer.from(await redlined.arrayBuffer()).toString('base64'), filename: 'r.docx' },
      operations: [{ op: 'accept_revision', target: 'all' }],
    }),
    201,
  );
  assert.deepEqual((await expectJson<Diff>(await octavo.call(`/documents/${made.id}/diff?from=${version.id}`))).changes, []);
  await expectProblem(await octavo.call(`/documents/${parent.id}/diff`), 422, 'input_invalid');
});

test('a save takes the place of the file and counts the revision up', async () => {
  const document = await make();
  const bytes = await edited(document, 'ten days', 'sixty days');
  const saved = await expectJson<DocumentJson>(await saveForm(document.id, bytes, '1'));
  assert.deepEqual([saved.id, saved.revision, saved.operation, saved.mode], [document.id, 2, 'create', 'content']);
  assert.ok(Buffer.from(bytes).equals(await download(saved.outputs?.[0]?.url ?? '')));
  assert.deepEqual(
    saved.outputs?.map(({ kind }) => kind),
    ['docx', 'pdf', 'preview'],
  );
  await expectProblem(await saveForm(document.id, bytes, '1'), 409, 'revision_conflict');
  const again = await json('PUT', `/documents/${document.id}/file`, { file: await upload(bytes, 'again.docx'), revision: 2 });
  assert.equal((await expectJson<DocumentJson>(again)).revision, 3);
  const list = await expectJson<List>(await octavo.call('/documents?limit=100'));
  assert.ok(list.data.every(({ id }) => id.startsWith('doc_')));
  assert.deepEqual(
    (await expectJson<List>(await octavo.call(`/documents/${document.id}/versions`))).data.map(({ id }) => id),
    [document.id],
  );
});

test('of many that save at once one wins, and its file is whole', async () => {
  const document = await make();
  const files = await Promise.all(['one', 'two', 'three', 'four'].map((word) => edited(document, 'ten days', `${word} days`)));
  const answers = await Promise.all(files.map((bytes) => saveForm(document.id, bytes, '1')));
  const winners = answers.flatMap((answer, i) => (answer.status === 200 ? [i] : []));
  assert.equal(winners.length, 1, answers.map(({ status }) => status).join(' '));
  for (const answer of answers.filter(({ status }) => status !== 200)) await expectProblem(answer, 409, 'revision_conflict');
  const after = await expectJson<DocumentJson>(await octavo.call(`/documents/${document.id}`));
  assert.equal(after.revision, 2);
  for (const output of after.outputs ?? []) assert.equal((await download(output.url)).length, output.bytes);
  assert.ok(Buffer.from(files[winners[0] ?? 0] ?? []).equals(await download(after.outputs?.[0]?.url ?? '')));
});

test('another format, a broken file and fields at fault change nothing', async () => {
  const document = await make();
  const workbook = await makeDocument(octavo, { format: 'xlsx', content: { markdown: '# Sheet: A\n\n| a |\n|---|\n| 1 |\n' } });
  const other = await upload(await download(workbook.outputs?.[0]?.url ?? ''), 'a.xlsx');
  await expectProblem(await json('POST', `/documents/${document.id}/versions`, { file: other }), 422, 'file_rejected');
  await expectProblem(await json('PUT', `/documents/${document.id}/file`, { file: other, revision: 1 }), 422, 'file_rejected');
  await expectProblem(await json('PUT', `/documents/${document.id}/file`, { file: other, revision: 0 }), 422, 'input_invalid');
  await expectProblem(await saveForm(document.id, Buffer.from('x'), null), 422, 'input_invalid');
  await expectProblem(await json('POST', `/documents/${document.id}/versions`, { file: `file_${'0'.repeat(26)}` }), 404, 'not_found');
  const after = await expectJson<DocumentJson>(await octavo.call(`/documents/${document.id}`));
  assert.deepEqual([after.revision, after.outputs?.map(({ id }) => id)], [1, document.outputs?.map(({ id }) => id)]);
  const running = await expectJson<DocumentJson>(
    await octavo.post({ content: { markdown: '# A\n\nb\n' }, format: 'docx', background: true }),
    202,
  );
  const early = await saveForm(running.id, Buffer.from('x'), '1');
  assert.ok(early.status === 409 || early.status === 422, String(early.status));
});
