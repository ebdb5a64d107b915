/** Edits of PDF files over HTTP: pages, forms, marks, redaction that leaves nothing, text by a new layout. */
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import { PDFDocument, PDFHexString, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
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
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

interface Report {
  edits: { op: string; status: string; reason?: string }[];
  validation: { findings: { code: string; severity: string }[] };
  integrity: { parts_changed: string[]; parts_unchanged: Record<string, string> };
}

const post = (body: unknown): Promise<Response> =>
  octavo.call('/edits', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const asFile = (bytes: Uint8Array): unknown => ({ data: Buffer.from(bytes).toString('base64'), filename: 'a.pdf' });
const edit = async (bytes: Uint8Array, operations: unknown[]): Promise<DocumentJson> =>
  expectJson<DocumentJson>(await post({ file: asFile(bytes), operations }), 201);
const bytesOf = (document: DocumentJson): Promise<Uint8Array> => download(document.outputs?.[0]?.url ?? '');
const reportOf = async ({ id }: DocumentJson): Promise<Report> => expectJson<Report>(await octavo.call(`/documents/${id}/report`));
const textOf = async (bytes: Uint8Array): Promise<string> =>
  (
    await expectJson<{ markdown: string }>(
      await octavo.call('/extract', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ file: asFile(bytes) }),
      }),
    )
  ).markdown;

/** All that the file says, with its streams unpacked, as bytes and as UTF-16. */
function everything(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes).toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const all = [raw, ...streams].join('\n');
  const decoded = [...all.matchAll(/<([0-9A-Fa-f\s]{4,})>/g)].map(([, hex = '']) => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));
  return [
    all,
    ...decoded.map(
      (one) =>
        `${one.toString('latin1')} ${Buffer.from(one).swap16.length > 0 && one.length % 2 === 0 ? Buffer.from(one).swap16().toString('utf16le') : ''}`,
    ),
  ].join('\n');
}

async function person(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle('File of Jane Roe');
  document.setKeywords(['Jane Roe', 'salary']);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= 3; page++) {
    const sheet = document.addPage([595, 842]);
    sheet.drawText(`Page ${page} says that Jane Roe earns 4000 EUR.`, { x: 60, y: 560 - page * 40, size: 14, font });
    sheet.drawText('All else may be read by everybody.', { x: 60, y: 380 - page * 40, size: 12, font });
  }
  const form = document.getForm();
  const field = form.createTextField('person.name');
  field.setText('Jane Roe');
  field.addToPage(document.getPage(0), { x: 60, y: 700, width: 200, height: 24 });
  form.createCheckBox('agreed').addToPage(document.getPage(0), { x: 60, y: 660, width: 16, height: 16 });
  document.catalog.set(PDFName.of('PieceInfo'), document.context.obj({ Note: PDFHexString.fromText('about Jane Roe') }));
  return document.save({ useObjectStreams: false });
}

test('pages are turned, moved and deleted; the others are proved to be as they were', async () => {
  const document = await edit(await person(), [
    { op: 'rotate_pages', pages: [3], angle: 90 },
    { op: 'move_pages', pages: '3', before: 1 },
    { op: 'delete_pages', pages: '2' },
    { op: 'delete_pages', pages: '9' },
  ]);
  assert.deepEqual([document.format, document.status, document.pages, document.error], ['pdf', 'ready_with_warnings', 2, null]);
  assert.deepEqual(
    document.outputs?.map(({ kind }) => kind),
    ['pdf', 'preview', 'preview'],
  );
  const report = await reportOf(document);
  assert.deepEqual(
    report.edits.map(({ status, reason }) => reason ?? status),
    ['applied', 'applied', 'applied', 'target_not_found'],
  );
  assert.deepEqual([report.integrity.parts_changed, Object.keys(report.integrity.parts_unchanged)], [['page 2', 'page 3'], ['page 1']]);
  const text = await textOf(await bytesOf(document));
  assert.ok(text.indexOf('Page 3 says') < text.indexOf('Page 1 says') && !text.includes('Page 2 says'));
});

test('forms are filled, stamps and marks are drawn', async () => {
  const document = await edit(await person(), [
    { op: 'fill_form', fields: { 'person.name': 'Ann Lee', agreed: true } },
    { op: 'stamp', text: 'DRAFT' },
    { op: 'annotate', find: '4000 EUR', page: 2, text: 'Since when?' },
    { op: 'fill_form', fields: { nobody: 'x' } },
  ]);
  const report = await reportOf(document);
  assert.deepEqual(
    report.edits.map(({ status, reason }) => reason ?? status),
    ['applied', 'applied', 'applied', 'target_not_found'],
  );
  const result = await PDFDocument.load(await bytesOf(document));
  assert.equal(result.getForm().getTextField('person.name').getText(), 'Ann Lee');
  assert.equal(result.getForm().getCheckBox('agreed').isChecked(), true);
  assert.match(await textOf(await bytesOf(document)), /DRAFT/);
  assert.equal(result.getPage(1).node.Annots()?.size(), 1);
});

test('what is redacted is in the file no more: not on pages, in properties, fields or strings', async () => {
  const before = await person();
  assert.match(everything(before), /Jane/);
  const document = await edit(before, [
    { op: 'redact', find: 'Jane Roe', all: true },
    { op: 'redact', find: '4000 EUR', page: 2 },
  ]);
  const bytes = await bytesOf(document);
  assert.doesNotMatch(everything(bytes), /Jane|Roe/);
  const text = await textOf(bytes);
  assert.ok(!/Jane|Roe/.test(text) && /earns 4000 EUR/.test(text) && /All else may be read/.test(text), text);
  assert.equal(text.match(/4000 EUR/g)?.length, 2);
  assert.deepEqual(document.status, 'ready');
});

test('an area with a picture under it becomes a picture without it, and says so', async () => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  const page = document.addPage([400, 400]);
  page.drawImage(
    await document.embedPng(
      await sharp({ create: { width: 40, height: 40, channels: 3, background: '#00ff00' } })
        .png()
        .toBuffer(),
    ),
    { x: 100, y: 200, width: 100, height: 100 },
  );
  page.drawText('A caption of the face', { x: 100, y: 180, size: 12, font });
  const made = await edit(await document.save(), [{ op: 'redact', page: 1, box: [100, 100, 200, 200] }]);
  assert.ok((await reportOf(made)).validation.findings.some(({ code }) => code === 'pages_made_pictures'));
  const preview = await download(made.outputs?.find(({ kind }) => kind === 'preview')?.url ?? '');
  const { data, info } = await sharp(preview).raw().toBuffer({ resolveWithObject: true });
  const green = Array.from(
    { length: info.width * info.height },
    (_, i) => (data[i * info.channels + 1] ?? 0) > 200 && (data[i * info.channels] ?? 0) < 80,
  ).filter(Boolean).length;
  assert.equal(green, 0);
});

test('text is changed by a new layout in the look of the source, and says so', async () => {
  const made = await makeDocument(octavo, {
    format: 'pdf',
    content: {
      markdown: `# Terms\n\nPay within ten days of the invoice.\n\n## Goods\n\n${'Goods stay ours until they are paid for. '.repeat(20)}\n\n- one\n- two\n`,
    },
  });
  const { blocks } = await expectJson<{ blocks: { address: string; text: string }[] }>(await octavo.call(`/documents/${made.id}/content`));
  const target = blocks.find(({ text }) => text.startsWith('Pay'))?.address ?? '';
  assert.match(target, /^page1\.b\d+$/);
  const operations = [
    { op: 'replace_text', find: 'ten days', replace: 'thirty days' },
    { op: 'insert_blocks', target, blocks: [{ type: 'paragraph', text: 'Late payers pay more.' }] },
    { op: 'rotate_pages', pages: [1], angle: 90 },
  ];
  const { edits } = await expectJson<{ edits: { status: string }[] }>(await post({ file: made.id, preview: true, operations }));
  assert.deepEqual(
    edits.map(({ status }) => status),
    ['applied', 'applied', 'rejected'],
  );
  const document = await expectJson<DocumentJson>(await post({ file: made.id, operations }), 201);
  const report = await reportOf(document);
  assert.ok(report.validation.findings.some(({ code }) => code === 'pdf_relaid_out'));
  assert.deepEqual(
    report.edits.map(({ status, reason }) => reason ?? status),
    ['applied', 'applied', 'overlapping_operation'],
  );
  const text = await textOf(await bytesOf(document));
  assert.ok(/thirty days of the invoice/.test(text) && /Late payers pay more/.test(text) && /- two/.test(text), text);
  const types = (await readAllEvents(octavo, document.id)).map(({ type }) => type);
  assert.ok(types.indexOf('edit.planned') < types.indexOf('render.completed'));
});

test('beside changes of the text, what is for the whole file comes onto the new pages, and all others where no text is changed', async () => {
  const made = await makeDocument(octavo, { format: 'pdf', content: { markdown: '# Terms\n\nPay within ten days of the invoice.\n' } });
  const others = [
    { op: 'add_page_numbers', text: 'Sheet {page} of {pages}' },
    { op: 'stamp', text: 'DRAFT', pages: [1] },
    { op: 'set_property', name: 'subject', value: 'Trade' },
  ];
  const replace = (find: string): object => ({ op: 'replace_text', find, replace: 'thirty days' });
  for (const [operations, expected] of [
    [
      [others[0], replace('ten days'), others[1], others[2]],
      ['applied', 'applied', 'overlapping_operation', 'applied'],
    ],
    [
      [others[0], replace('no such words'), others[1], others[2]],
      ['applied', 'target_not_found', 'applied', 'applied'],
    ],
  ] as const) {
    const told = (edits: readonly { status: string; reason?: string }[]): string[] => edits.map(({ status, reason }) => reason ?? status);
    const preview = await expectJson<Pick<Report, 'edits'>>(await post({ file: made.id, preview: true, operations }));
    assert.deepEqual(told(preview.edits), expected);
    const document = await expectJson<DocumentJson>(await post({ file: made.id, operations }), 201);
    assert.deepEqual(told((await reportOf(document)).edits), expected);
    const bytes = await bytesOf(document);
    const all = everything(bytes);
    assert.match(all, /Sheet 1 of 1/);
    assert.equal(/DRAFT/.test(all), expected[2] === 'applied');
    assert.equal((await PDFDocument.load(bytes, { updateMetadata: false })).getSubject(), 'Trade');
    assert.match(await textOf(bytes), expected[1] === 'applied' ? /thirty days/ : /ten days/);
  }
});

test('a new layout has the running header on every page, ends pages where the source has, and names running lines that it has not', async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const [own, text] of [
    ['Left hand', 'Fees are due in ten days.'],
    ['Right hand', 'Goods stay with the seller.'],
  ] as const) {
    const page = pdf.addPage([595, 842]);
    page.drawText('Harbour report', { x: 72, y: 805, size: 9, font });
    page.drawText(own, { x: 72, y: 30, size: 9, font });
    for (const [at, line] of [text, 'A second line follows the first one here.', 'And a third one comes below both.'].entries())
      page.drawText(line, { x: 72, y: 740 - at * 16, size: 12, font });
  }
  const document = await edit(await pdf.save(), [{ op: 'replace_text', find: 'ten days', replace: 'thirty days' }]);
  assert.equal(document.pages, 2);
  const text = await textOf(await bytesOf(document));
  // read as a header, since it is on both pages
  assert.match(text, /Page header: Harbour report/);
  assert.match(text, /thirty days[^]*Page 2[^]*Goods stay/);
  const report = await expectJson<{ validation: { findings: { code: string; message: string }[] } }>(
    await octavo.call(`/documents/${document.id}/report`),
  );
  const message = report.validation.findings.find(({ code }) => code === 'pdf_relaid_out')?.message ?? '';
  for (const line of ['Left hand', 'Right hand']) assert.ok(text.includes(line) || message.includes(line), `${message}\n${text}`);
});

test('pictures of the source are in the new layout too', async () => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([400, 500]);
  page.drawText('Before the picture there is a line.', { x: 50, y: 440, size: 12, font });
  page.drawImage(
    await document.embedPng(
      await sharp({ create: { width: 40, height: 40, channels: 3, background: '#00ff00' } })
        .png()
        .toBuffer(),
    ),
    { x: 50, y: 300, width: 100, height: 100 },
  );
  page.drawText('Behind the picture there is another line.', { x: 50, y: 270, size: 12, font });
  const made = await edit(await document.save(), [{ op: 'replace_text', find: 'another', replace: 'one more' }]);
  assert.equal(made.status, 'ready');
  const preview = await download(made.outputs?.find(({ kind }) => kind === 'preview')?.url ?? '');
  const { data, info } = await sharp(preview).raw().toBuffer({ resolveWithObject: true });
  const green = Array.from(
    { length: info.width * info.height },
    (_, i) => (data[i * info.channels + 1] ?? 0) > 200 && (data[i * info.channels] ?? 0) < 80,
  ).filter(Boolean).length;
  assert.ok(green > 20_000, `${green} green pixels`);
});

test('a signed file is not changed', async () => {
  const document = await PDFDocument.load(await person());
  document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ Fields: [], SigFlags: 3 }));
  const made = await edit(await document.save(), [{ op: 'stamp', text: 'DRAFT' }]);
  assert.deepEqual([made.status, made.error?.code], ['failed', 'edit_not_applied']);
  assert.equal((await reportOf(made)).edits[0]?.reason, 'protected_document');
  await expectProblem(
    await post({ file: asFile(Buffer.from('%PDF-1.7 nothing')), operations: [{ op: 'stamp', text: 'x' }] }),
    422,
    'file_rejected',
  );
});
