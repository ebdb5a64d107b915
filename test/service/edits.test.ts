/** Typed edits over HTTP: content with addresses, previews, edited documents, their proof. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  download,
  expectJson,
  expectProblem,
  makeDocument,
  readAllEvents,
  startOctavo,
  stopOctavo,
  type DocumentJson,
  type Running,
} from '../support/service.ts';

let octavo: Running;
let made: DocumentJson;
before(async () => {
  octavo = await startOctavo();
  made = await makeDocument(octavo, {
    name: 'Terms',
    format: 'docx',
    content: {
      markdown: '# Terms\n\nPay within **ten** days of the invoice.\n\n| Item | Price |\n|---|---|\n| Paper | 10 |\n| Ink | 20 |\n',
    },
  });
});
after(() => stopOctavo(octavo));

const edit = (body: unknown): Promise<Response> =>
  octavo.call('/edits', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

interface Block {
  address: string;
  type: string;
  text: string;
  rows?: { cells: { address: string; text: string }[] }[];
}
interface Report {
  edits: { status: string; reason?: string }[];
  integrity: { parts_changed: string[]; parts_unchanged: Record<string, string>; accept_matches?: boolean; reject_matches?: boolean };
}

test('content has an address for every block and cell', async () => {
  const { blocks } = await expectJson<{ blocks: Block[] }>(await octavo.call(`/documents/${made.id}/content`));
  const paragraph = blocks.find(({ text }) => text.includes('ten'));
  assert.match(paragraph?.address ?? '', /^p\d+$/);
  const cells = blocks.flatMap(({ rows }) => rows ?? []).flatMap((row) => row.cells);
  assert.equal(cells.find(({ text }) => text === '20')?.address, 't1.r3.c2');
});

test('a preview makes nothing', async () => {
  const answer = await edit({
    file: made.id,
    preview: true,
    operations: [
      { op: 'replace_text', find: 'ten days', replace: 'thirty days' },
      { op: 'replace_text', find: 'nowhere', replace: 'x' },
    ],
  });
  const { object, edits } = await expectJson<{ object: string; edits: { status: string; after?: string; reason?: string }[] }>(answer);
  assert.equal(object, 'edit_preview');
  assert.deepEqual(
    edits.map(({ status }) => status),
    ['applied', 'rejected'],
  );
  assert.match(edits[0]?.after ?? '', /thirty days/);
  assert.equal(edits[1]?.reason, 'target_not_found');
});

test('tracked: a new document with pages, whose proof holds', async () => {
  const answer = await edit({
    file: made.id,
    mode: 'tracked',
    operations: [
      { op: 'replace_text', find: 'ten days', replace: 'thirty days' },
      { op: 'set_cell_text', target: 't1.r3.c2', text: '25', expect: '20' },
    ],
  });
  assert.equal(answer.status, 201, await answer.clone().text());
  const document = await expectJson<DocumentJson>(answer, 201);
  assert.deepEqual(
    [document.operation, document.parent_id, document.status, document.format, document.mode],
    ['edit', made.id, 'ready', 'docx', null],
  );
  assert.deepEqual(
    document.outputs?.map(({ kind }) => kind),
    ['docx', 'pdf', 'preview'],
  );
  const report = await expectJson<Report>(await octavo.call(`/documents/${document.id}/report`));
  assert.deepEqual(report.integrity.parts_changed, ['word/document.xml']);
  assert.deepEqual([report.integrity.accept_matches, report.integrity.reject_matches], [true, true]);
  assert.ok(Object.keys(report.integrity.parts_unchanged).length > 5);
  const types = (await readAllEvents(octavo, document.id)).map(({ type }) => type);
  assert.deepEqual(
    types.filter((type) => type.startsWith('edit.')),
    ['edit.planned', 'edit.operation_applied', 'edit.operation_applied'],
  );
});

test('where nothing can be done the document fails and the report says why', async () => {
  const document = await expectJson<DocumentJson>(await edit({ file: made.id, operations: [{ op: 'delete_block', target: 'p999' }] }), 201);
  assert.deepEqual([document.status, document.error?.code], ['failed', 'edit_not_applied']);
  const report = await expectJson<Report>(await octavo.call(`/documents/${document.id}/report`));
  assert.equal(report.edits[0]?.reason, 'target_not_found');
});

test('a file by its bytes keeps all that no operation names', async () => {
  const word = await download(made.outputs?.[0]?.url ?? '');
  const document = await expectJson<DocumentJson>(
    await edit({
      file: { data: Buffer.from(word).toString('base64'), filename: 'a.docx' },
      operations: [{ op: 'set_property', name: 'title', value: 'Other terms' }],
    }),
    201,
  );
  assert.deepEqual([document.parent_id, document.status], [null, 'ready']);
  const report = await expectJson<Report>(await octavo.call(`/documents/${document.id}/report`));
  assert.deepEqual(report.integrity.parts_changed, ['docProps/core.xml']);
});

test('fields at fault are named', async () => {
  const problem = await expectProblem(
    await edit({ file: made.id, operations: [{ op: 'nothing' }, { op: 'replace_text', find: 1 }], mode: 'maybe' }),
    422,
    'input_invalid',
  );
  assert.ok(problem.errors?.some(({ path }) => path === '/mode'));
  const inside = await expectProblem(
    await edit({ file: made.id, operations: [{ op: 'nothing' }, { op: 'replace_text', find: '' }] }),
    422,
    'input_invalid',
  );
  assert.deepEqual(
    inside.errors?.map(({ path }) => path),
    ['/operations/0/op', '/operations/1/find', '/operations/1/replace'],
  );
  await expectProblem(await edit({ file: `doc_${'0'.repeat(26)}`, operations: [{ op: 'delete_block', target: 'p1' }] }), 404, 'not_found');
  await expectProblem(
    await edit({
      file: { data: Buffer.from('plain text').toString('base64'), filename: 'a.txt' },
      operations: [{ op: 'delete_block', target: 'p1' }],
    }),
    422,
    'file_rejected',
  );
});

test('the same key makes one document, and another body with it is refused', async () => {
  const send = (body: unknown): Promise<Response> =>
    octavo.call('/edits', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'edit-1' },
      body: JSON.stringify(body),
    });
  const body = { file: made.id, operations: [{ op: 'replace_text', find: 'ten days', replace: 'forty days' }] };
  const first = await expectJson<DocumentJson>(await send(body), 201);
  const again = await send(body);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal((await expectJson<DocumentJson>(again, 201)).id, first.id);
  await expectProblem(await send({ ...body, name: 'Other' }), 422, 'idempotency_key_reused');
});

test('a picture that was uploaded is inserted by its id; one that is not there is named', async () => {
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';
  const answer = await octavo.call('/files', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data, filename: 'dot.png' }),
  });
  const { id } = await expectJson<{ id: string }>(answer, 201);
  const { blocks } = await expectJson<{ blocks: Block[] }>(await octavo.call(`/documents/${made.id}/content`));
  const target = blocks.find(({ text }) => text.includes('ten'))?.address;
  const document = await expectJson<DocumentJson>(
    await edit({ file: made.id, operations: [{ op: 'insert_image', target, image: id, alt: 'A dot', width_cm: 2 }] }),
    201,
  );
  assert.equal(document.status, 'ready');
  const report = await expectJson<Report>(await octavo.call(`/documents/${document.id}/report`));
  assert.ok(report.integrity.parts_changed.includes('word/media/image1.png'), report.integrity.parts_changed.join(' '));
  const missing = await expectProblem(
    await edit({ file: made.id, operations: [{ op: 'insert_image', target, image: `file_${'0'.repeat(26)}` }] }),
    404,
    'not_found',
  );
  assert.deepEqual(
    missing.errors?.map(({ path }) => path),
    ['/operations/0/image'],
  );
});
