/** Typed edits over HTTP: content with addresses, previews, edited documents, their proof. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyEdits } from '../../src/edits/apply-edits.ts';
import { openOfficePackage, readXmlPart } from '../../src/ooxml/office-package.ts';
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

test('render: false gives the file and the report alone, under the author and date that are named', async () => {
  const document = await expectJson<DocumentJson>(
    await edit({
      file: made.id,
      mode: 'tracked',
      render: false,
      author: 'Ada Byron',
      date: '2026-03-01T10:00:00+02:00',
      operations: [{ op: 'replace_text', find: 'ten days', replace: 'thirty days' }],
    }),
    201,
  );
  assert.deepEqual([document.status, document.pages, document.outputs?.map(({ kind }) => kind)], ['ready', null, ['docx']]);
  const types = (await readAllEvents(octavo, document.id)).map(({ type }) => type);
  assert.deepEqual(
    types.filter((type) => /^(?:render|preview|validation)\./.test(type)),
    ['validation.completed'],
  );
  const word = openOfficePackage(await download(document.outputs?.[0]?.url ?? ''));
  const { source } = readXmlPart(word, 'word/document.xml');
  assert.match(source, /<w:ins [^>]*w:author="Ada Byron" w:date="2026-03-01T08:00:00Z"/);
  const report = await expectJson<Report>(await octavo.call(`/documents/${document.id}/report`));
  assert.deepEqual([report.integrity.accept_matches, report.integrity.reject_matches], [true, true]);
});

test('an operation takes a query for its target, and the content shows what one finds', async () => {
  const query = 'table[1] row:last cell[2]';
  const { blocks } = await expectJson<{ blocks: Block[] }>(
    await octavo.call(`/documents/${made.id}/content?query=${encodeURIComponent(query)}`),
  );
  assert.deepEqual(
    blocks.map(({ address, type, text }) => [address, type, text]),
    [['t1.r3.c2', 'cell', '20']],
  );
  const document = await expectJson<DocumentJson>(
    await edit({
      file: made.id,
      render: false,
      operations: [
        { op: 'set_cell_text', target: { query }, text: '25' },
        { op: 'delete_block', target: { query: 'paragraph:contains("nowhere")' } },
      ],
    }),
    201,
  );
  const report = await expectJson<Report>(await octavo.call(`/documents/${document.id}/report`));
  assert.deepEqual(
    report.edits.map(({ status, reason }) => reason ?? status),
    ['applied', 'target_not_found'],
  );
  const problem = await expectProblem(await octavo.call(`/documents/${made.id}/content?query=tabel`), 422, 'input_invalid');
  assert.match(problem.errors?.[0]?.message ?? '', /^Character 1: there is no type "tabel"/);
  const inside = await expectProblem(
    await edit({ file: made.id, operations: [{ op: 'delete_block', target: { query: 'tabel' } }] }),
    422,
    'input_invalid',
  );
  assert.deepEqual(
    inside.errors?.map(({ path }) => path),
    ['/operations/0/target/query'],
  );
});

test('tracked changes carry the name of the key where no author is named', async () => {
  const document = await expectJson<DocumentJson>(
    await edit({ file: made.id, render: false, operations: [{ op: 'add_comment', target: 'p2', text: 'Why?' }] }),
    201,
  );
  const blocks = await expectJson<{ blocks: { type: string; author?: string }[] }>(await octavo.call(`/documents/${document.id}/content`));
  assert.deepEqual(
    blocks.blocks.filter(({ type }) => type === 'comment').map(({ author }) => author),
    ['first key'],
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

test('operations bring files in every form: of a document its PDF, bytes with a name, and no address that is closed', async () => {
  const body = JSON.stringify({ format: 'pdf', content: { markdown: '# One page' } });
  const pdf = await expectJson<DocumentJson>(
    await octavo.call('/documents', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    200,
  );
  const bytes = await download(pdf.outputs?.find(({ kind }) => kind === 'pdf')?.url ?? '');
  const given = { data: Buffer.from(bytes).toString('base64'), filename: 'one.pdf' };
  const merged = await expectJson<DocumentJson>(
    await edit({ file: pdf.id, operations: [made.id, given].map((file) => ({ op: 'insert_pages', file })) }),
    201,
  );
  assert.equal(merged.pages, (made.pages ?? 0) + 2);
  for (const file of [{ url: 'http://127.0.0.1:1/a.pdf' }, 'one.pdf']) {
    const problem = await expectProblem(await edit({ file: pdf.id, operations: [{ op: 'insert_pages', file }] }), 422, 'input_invalid');
    assert.match(problem.errors?.[0]?.path ?? '', /^\/operations\/0\/file/);
  }
});

test('any two files of one format are compared: as changes, and Word files as one with tracked changes', async () => {
  const compare = (body: unknown): Promise<Response> =>
    octavo.call('/compare', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const word = await download(made.outputs?.[0]?.url ?? '');
  const { bytes } = applyEdits(word, [{ op: 'replace_text', find: 'ten days', replace: 'thirty days' }], {
    author: 'Ana',
    date: '2026-01-01T00:00:00Z',
    mode: 'direct',
  });
  const to = { data: Buffer.from(bytes).toString('base64'), filename: 'new.docx' };
  const compared = await expectJson<{ object: string; format: string; changes: { change: string; after?: string }[] }>(
    await compare({ from: made.id, to }),
  );
  assert.deepEqual([compared.object, compared.format, compared.changes.map(({ change }) => change)], ['comparison', 'docx', ['changed']]);
  assert.match(compared.changes[0]?.after ?? '', /thirty days/);
  const redline = await compare({ from: made.id, to, format: 'docx', author: 'Ada Byron' });
  assert.equal(redline.status, 200);
  assert.match(redline.headers.get('content-disposition') ?? '', /new \(changes\)\.docx/);
  const { source } = readXmlPart(openOfficePackage(new Uint8Array(await redline.arrayBuffer())), 'word/document.xml');
  assert.match(source, /<w:ins [^>]*w:author="Ada Byron"/);
  const pdf = made.outputs?.find(({ kind }) => kind === 'pdf');
  const other = { data: Buffer.from(await download(pdf?.url ?? '')).toString('base64'), filename: 'a.pdf' };
  const problem = await expectProblem(await compare({ from: made.id, to: other }), 422, 'input_invalid');
  assert.deepEqual(
    problem.errors?.map(({ path }) => path),
    ['/to'],
  );
  const missing = await expectProblem(await compare({ to: 7 }), 422, 'input_invalid');
  assert.deepEqual(
    missing.errors?.map(({ path }) => path),
    ['/from', '/to'],
  );
});
