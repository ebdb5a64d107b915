/** Templates over HTTP: filled documents, what is wrong with them, what they want, and who may use them. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { PDFDocument } from '@cantoo/pdf-lib';
import { bookTemplate } from '../support/fill-templates.ts';
import { partsText, wrapInDocx } from '../support/office-parts.ts';
import {
  download,
  expectJson,
  expectProblem,
  runOctavo,
  startOctavo,
  stopOctavo,
  waitForEnd,
  type DocumentJson,
  type Running,
} from '../support/service.ts';

let octavo: Running;
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

const fill = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  octavo.call('/fill', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
const p = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const letter = wrapInDocx(p('Dear {{name}},') + p('you owe {{sum | currency EUR}} by {{due | date}}.'));
const file = (bytes: Uint8Array, filename: string): { data: string; filename: string } => ({
  data: Buffer.from(bytes).toString('base64'),
  filename,
});
const LETTER = file(letter, 'Reminder.docx');
const DATA = { name: 'Ada', sum: 1234.5, due: '2026-12-01' };

const outputOf = async (made: DocumentJson, kind: string): Promise<Uint8Array> => {
  const { data } = await expectJson<{ data: { kind: string; url: string }[] }>(await octavo.call(`/documents/${made.id}/outputs`));
  const output = data.find((one) => one.kind === kind);
  assert.ok(output, `${kind} in ${data.map((one) => one.kind).join(', ')}`);
  return download(output.url);
};

test('a letter: a new document with its file, its PDF and its pages, and the proof', async () => {
  const answer = await fill({ file: LETTER, data: DATA, language: 'de', metadata: { customer: '7' } });
  assert.equal(answer.status, 201, await answer.clone().text());
  const made = await expectJson<DocumentJson>(answer, 201);
  assert.deepEqual(
    [made.status, made.format, made.name, made.operation, made.metadata],
    ['ready', 'docx', 'Reminder', 'create', { customer: '7' }],
  );
  assert.match(partsText(await outputOf(made, 'docx'), /document\.xml$/), />1\.234,50\u00a0€<.*>1\. Dezember 2026</);
  assert.equal(Buffer.from(await outputOf(made, 'pdf')).toString('latin1', 0, 5), '%PDF-');
  assert.ok((await outputOf(made, 'preview')).length > 1000);
  const report = await expectJson<{ summary: string; integrity: { parts_changed: string[] }; cost: { amount: number } }>(
    await octavo.call(`/documents/${made.id}/report`),
  );
  assert.deepEqual([report.integrity.parts_changed, report.cost.amount], [['word/document.xml'], 0]);
  assert.match(report.summary, /3 tags filled/);
});

test('the PDF alone', async () => {
  const made = await expectJson<DocumentJson>(await fill({ file: LETTER, data: DATA, format: 'pdf' }), 201);
  assert.equal(made.format, 'pdf');
  const { data } = await expectJson<{ data: { kind: string }[] }>(await octavo.call(`/documents/${made.id}/outputs`));
  assert.deepEqual(
    data.map(({ kind }) => kind).filter((kind) => kind !== 'preview'),
    ['pdf'],
  );
});

test('a workbook is counted', async () => {
  const cells = { A1: '{{#items}}{{name}}', B1: '{{n}}', C1: '=B1*2', D1: '{{/items}}', A2: 'Total', C2: '=SUM(C1:C1)' };
  const items = [
    { name: 'x', n: 1 },
    { name: '=2+2', n: 20 },
  ];
  const made = await expectJson<DocumentJson>(await fill({ file: file(bookTemplate({ cells }), 'b.xlsx'), data: { items } }), 201);
  assert.match(partsText(await outputOf(made, 'xlsx'), /sheet1\.xml$/), /<f>SUM\(C1:C2\)<\/f><v>42<\/v>/);
});

test('all that is wrong is answered at once, and nothing is made', async () => {
  const problem = await expectProblem(await fill({ file: LETTER, data: { name: 'Ada', due: 'soon' } }), 422, 'input_invalid');
  assert.deepEqual(problem.errors, [
    { path: '/data', message: '{{sum | currency EUR}} at p2: there is no value for sum in the data (there are name, due).' },
    { path: '/data', message: '{{due | date}} at p2: "soon" is no date; dates are written as 2026-11-22 or 2026-11-22T14:30.' },
  ]);
  await expectProblem(await fill({ file: LETTER }), 422, 'input_invalid');
  await expectProblem(await fill({ file: LETTER, data: DATA, format: 'pptx' }), 422, 'input_invalid');
  await expectProblem(await fill({ file: LETTER, data: DATA, language: 'no language' }), 422, 'input_invalid');
  await expectProblem(await fill({ file: file(Buffer.from('text'), 'a.txt'), data: {} }), 422, 'file_rejected');
  await expectProblem(await fill({ file: 'file_01JD8Y3V6QZ4T5W7X9A1B2C3D4', data: {} }), 404, 'not_found');
  await expectProblem(
    await octavo.call('/fill', {
      method: 'POST',
      headers: { authorization: 'Bearer ak_local_1', 'content-type': 'application/json' },
      body: '{}',
    }),
    401,
    'unauthorized',
  );
});

test('a dry run says what the template wants', async () => {
  interface DryRun {
    object: string;
    valid: boolean;
    tags: { tag: string; place: string }[];
    faults: { tag: string; about: string }[];
    data_schema: { properties: Record<string, unknown> };
  }
  const asked = await expectJson<DryRun>(await fill({ file: LETTER, dry_run: true }));
  assert.deepEqual([asked.object, asked.valid, asked.tags[0]], ['fill_dry_run', true, { tag: '{{name}}', place: 'p1' }]);
  assert.deepEqual(asked.data_schema.properties, { name: {}, sum: { type: 'number' }, due: { type: 'string', format: 'date' } });
  const tried = await expectJson<DryRun>(await fill({ file: LETTER, data: { name: 1 }, dry_run: true }));
  assert.deepEqual([tried.valid, tried.faults.map(({ tag }) => tag)], [false, ['{{sum | currency EUR}}', '{{due | date}}']]);
});

test('the same key gives the same document; in the background at once', async () => {
  const headers = { 'idempotency-key': 'fill-1' };
  const answer = await fill({ file: LETTER, data: DATA, background: true }, headers);
  const first = await expectJson<DocumentJson>(answer, 202);
  const again = await fill({ file: LETTER, data: DATA, background: true }, headers);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal((await expectJson<DocumentJson>(again, 202)).id, first.id);
  await expectProblem(await fill({ file: LETTER, data: { ...DATA, name: 'B' } }, headers), 422, 'idempotency_key_reused');
});

test('the command line fills a file, and names what is missing', async () => {
  const folder = await mkdtemp('/tmp/octavo-fill-');
  try {
    await writeFile(`${folder}/letter.docx`, letter);
    await writeFile(`${folder}/data.json`, JSON.stringify(DATA));
    const made = await runOctavo(['fill', `${folder}/letter.docx`, `${folder}/data.json`, '-o', `${folder}/out.docx`], { dataDir: folder });
    assert.equal(made.code, 0, made.stderr);
    assert.match(partsText(await readFile(`${folder}/out.docx`), /document\.xml$/), />Ada</);
    await writeFile(`${folder}/data.json`, '{}');
    const refused = await runOctavo(['fill', `${folder}/letter.docx`, `${folder}/data.json`, '-o', `${folder}/no.docx`], {
      dataDir: folder,
    });
    assert.notEqual(refused.code, 0);
    assert.match(refused.stderr, /\{\{name\}\} at p1/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('pictures by the id of an upload', async () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(pixel, 'base64')]), 'dot.png');
  const { id } = await expectJson<{ id: string }>(await octavo.call('/files', { method: 'POST', body: form }), 201);
  const template = file(wrapInDocx(p('{{image logo width=2cm}}')), 'a.docx');
  const made = await expectJson<DocumentJson>(await fill({ file: template, data: { logo: { file: id, alt: 'A dot' } } }), 201);
  assert.match(partsText(await outputOf(made, 'docx'), /document\.xml$/), /descr="A dot"/);
  const problem = await expectProblem(
    await fill({ file: template, data: { logo: { file: 'file_01JD8Y3V6QZ4T5W7X9A1B2C3D4' } } }),
    404,
    'not_found',
  );
  assert.equal(problem.errors[0]?.path, '/data/logo/file');
});

test('a list of records: a document for each, in the background, once for each key', async () => {
  const records = [DATA, { ...DATA, name: 'Ben' }, { ...DATA, name: 'Cleo' }];
  const headers = { 'idempotency-key': 'fill-many' };
  const body = { file: LETTER, data: records, metadata: { run: '7' }, language: 'en-GB' };
  const first = await expectJson<{ object: string; documents: DocumentJson[] }>(await fill(body, headers), 202);
  assert.deepEqual([first.object, first.documents.map(({ name }) => name)], ['fill_batch', ['Reminder 1', 'Reminder 2', 'Reminder 3']]);
  const again = await fill(body, headers);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  const second = await expectJson<{ documents: DocumentJson[] }>(again, 202);
  assert.deepEqual(
    second.documents.map(({ id }) => id),
    first.documents.map(({ id }) => id),
  );
  const ended = await Promise.all(first.documents.map(({ id }) => waitForEnd(octavo, id)));
  assert.deepEqual(
    ended.map(({ status, metadata }) => [status, metadata]),
    records.map(() => ['ready', { run: '7' }]),
  );
  for (const [at, made] of ended.entries())
    assert.ok(partsText(await outputOf(made, 'docx'), /document\.xml$/).includes(`>${records[at]?.name}<`));
  const problem = await expectProblem(await fill({ ...body, data: [DATA, { name: 'x', sum: 1 }] }), 422, 'input_invalid');
  assert.match(problem.errors[0]?.message ?? '', /\{\{due \| date\}\} at record 2, p2: there is no value for due/);
});

test('a list of records in one file: a section for each, whose pages begin with 1', async () => {
  const records = ['Ada', 'Ben', 'Cleo'].map((name) => ({ ...DATA, name }));
  const made = await expectJson<DocumentJson>(await fill({ file: LETTER, data: records, output: 'one' }), 201);
  assert.deepEqual([made.status, made.pages], ['ready', 3]);
  const xml = partsText(await outputOf(made, 'docx'), /document\.xml$/);
  assert.deepEqual(
    Array.from(xml.matchAll(/>(Ada|Ben|Cleo)</g), ([, name]) => name),
    ['Ada', 'Ben', 'Cleo'],
  );
  assert.equal(xml.match(/<w:pgNumType w:start="1"\/>/g)?.length, 2);
  const book = file(bookTemplate({ cells: { A1: '{{name}}' } }), 'b.xlsx');
  const merged = await expectJson<DocumentJson>(await fill({ file: book, data: records, output: 'one' }), 201);
  assert.match(partsText(await outputOf(merged, 'xlsx'), /workbook\.xml$/), /name="Data".*name="Data \(2\)".*name="Data \(3\)"/);
  await expectProblem(await fill({ file: LETTER, data: DATA, output: 'one' }), 422, 'input_invalid');
  await expectProblem(await fill({ file: LETTER, data: Array.from({ length: 1_001 }, () => DATA) }), 422, 'input_invalid');
});

test('the form of a PDF: a document for each record, faults and wishes by the names of its fields', async () => {
  const form = await PDFDocument.create();
  form
    .getForm()
    .createTextField('guest.name')
    .addToPage(form.addPage([300, 200]), { x: 20, y: 100, width: 200, height: 20 });
  const FORM = file(await form.save(), 'Check-in.pdf');
  const made = await expectJson<DocumentJson>(await fill({ file: FORM, data: { guest: { name: 'Ada' } } }), 201);
  assert.deepEqual([made.status, made.format, made.pages, made.name], ['ready', 'pdf', 1, 'Check-in']);
  const filled = await PDFDocument.load(await outputOf(made, 'pdf'));
  assert.equal(filled.getForm().getTextField('guest.name').getText(), 'Ada');
  assert.ok((await outputOf(made, 'preview')).length > 500);
  const { documents } = await expectJson<{ documents: DocumentJson[] }>(
    await fill({ file: FORM, data: [{ 'guest.name': 'Bo' }, { 'guest.name': 'Cy' }] }),
    202,
  );
  for (const { id } of documents) assert.equal((await waitForEnd(octavo, id)).status, 'ready');
  const wrong = await expectProblem(await fill({ file: FORM, data: [{ 'guest.name': 'Bo' }], output: 'one' }), 422, 'input_invalid');
  assert.equal(wrong.errors[0]?.path, '/output');
  const unknown = await expectProblem(await fill({ file: FORM, data: { nobody: 1 } }), 422, 'input_invalid');
  assert.match(unknown.errors[0]?.message ?? '', /it has guest\.name/);
  const wants = await expectJson<{ format: string; data_schema: { properties: object } }>(await fill({ file: FORM, dry_run: true }));
  assert.deepEqual([wants.format, Object.keys(wants.data_schema.properties)], ['pdf', ['guest.name']]);
});
