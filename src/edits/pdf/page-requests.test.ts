/** Several operations on the pages of a PDF in one request: each finds what those before it have done, and one that fails leaves nothing behind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodePDFRawStream,
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { writePages } from '../../../test/support/pages-of-words.ts';
import { applyPdfEdits } from '../apply-pdf-edits.ts';
import type { EditOperation } from '../apply-edits.ts';
import { openPdf, pageContent } from './mechanics/pdf-file.ts';

const CONTEXT = { author: 'Ann', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };

type Written = Awaited<ReturnType<typeof writePages>>;
const edit = ({ bytes, drawn }: Written, ...operations: EditOperation[]): ReturnType<typeof applyPdfEdits> =>
  applyPdfEdits(bytes, drawn, operations, CONTEXT);

const reasonsOf = ({ results }: Awaited<ReturnType<typeof applyPdfEdits>>): string[] =>
  results.map(({ reason, status }) => reason ?? status);

const contentOf = (page: PDFPage): string => Buffer.from(pageContent(page) ?? []).toString('latin1');

/** Texts of a page, with where each begins in the page's own space. */
const placedOn = (page: PDFPage): { text: string; x: number; y: number }[] =>
  Array.from(contentOf(page).matchAll(/([-\d.e]+) ([-\d.e]+) Tm\s*<([0-9A-Fa-f]+)>/g), ([, x, y, hex = '']) => ({
    text: Buffer.from(hex, 'hex').toString('latin1'),
    x: Number(x),
    y: Number(y),
  }));

const textsOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await openPdf(bytes)).pages.map((page) =>
    Array.from(contentOf(page).matchAll(/<([0-9A-Fa-f]+)>/g), ([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(' '),
  );

function marksOf(page: PDFPage | undefined): number[][] {
  const list = page?.node.lookup(PDFName.of('Annots'));
  if (!(list instanceof PDFArray)) return [];
  return Array.from({ length: list.size() }, (_, at) => {
    const rect = list.lookup(at, PDFDict).lookup(PDFName.of('Rect'), PDFArray);
    return Array.from({ length: 4 }, (__, i) => Math.round(rect.lookup(i, PDFNumber).asNumber()));
  });
}

for (const angle of [90, 180, 270] as const)
  test(`words are redacted and marked where they stand on a page that the request has turned by ${angle}`, async () => {
    const sent = await writePages(['The secret word']);
    const plain = await edit(sent, { op: 'annotate', find: 'word' });
    const operations: EditOperation[] = [
      { op: 'redact', find: 'secret' },
      { op: 'annotate', find: 'word' },
      { op: 'annotate', page: 1, box: [10, 20, 60, 50] },
    ];
    const { bytes, redacted } = await edit(sent, { op: 'rotate_pages', pages: [1], angle }, ...operations);
    const [text] = await textsOf(bytes);
    assert.match(text ?? '', /The.*word/);
    assert.doesNotMatch(text ?? '', /secret/);
    const [where] = marksOf((await openPdf(plain.bytes)).pages[0]);
    assert.deepEqual(marksOf((await openPdf(bytes)).pages[0]), [where, [10, 350, 60, 380]]);
    // and looked for afterwards where it was, on the page as it is shown now
    const size = angle === 180 ? [300, 400] : [400, 300];
    for (const { left, top, right, bottom } of redacted.flatMap(({ boxes }) => boxes)) {
      assert.ok(left >= 0 && top >= 0 && right <= (size[0] ?? 0) && bottom <= (size[1] ?? 0));
      assert.equal(right - left > bottom - top, angle === 180);
    }
  });

test('a stamp and numbers at the same edge keep clear of each other, on pages turned in between too', async () => {
  for (const turns of [[], [{ op: 'rotate_pages', pages: [1], angle: 180 as const }]]) {
    const { bytes, results } = await edit(
      await writePages(['one']),
      { op: 'stamp', text: 'DRAFT', position: turns.length === 0 ? 'bottom' : 'top' },
      ...turns,
      { op: 'add_page_numbers' },
    );
    assert.ok(results.every(({ message }) => message === undefined));
    const [page] = (await openPdf(bytes)).pages;
    const [, stamped, numbered] = page === undefined ? [] : placedOn(page);
    assert.ok(Math.abs((stamped?.y ?? 0) - (numbered?.y ?? 0)) >= 9, JSON.stringify([stamped, numbered]));
  }
});

test('numbers rise along the order that pages have by then', async () => {
  const { bytes } = await edit(
    await writePages(['one', 'two', 'three']),
    { op: 'move_pages', pages: [3], before: 1 },
    { op: 'add_page_numbers', pages: '1,3' },
  );
  assert.deepEqual(await textsOf(bytes), ['three 1', 'one 2', 'two']);
});

test('pages that are deleted earlier are refused by whatever names them', async () => {
  const outcome = await edit(
    await writePages(['one', 'two']),
    { op: 'delete_pages', pages: [1] },
    { op: 'rotate_pages', pages: [1], angle: 90 },
    { op: 'stamp', text: 'A', pages: [1] },
    { op: 'add_page_numbers', pages: [1, 2] },
    { op: 'annotate', find: 'one' },
    { op: 'set_bookmarks', bookmarks: [{ title: 'One', page: 1 }] },
    { op: 'stamp', text: 'B', pages: [2] },
  );
  assert.deepEqual(reasonsOf(outcome), ['applied', ...Array.from({ length: 5 }, () => 'overlapping_operation'), 'applied']);
  assert.deepEqual(await textsOf(outcome.bytes), ['two B']);
});

test('words on pages that are deleted earlier make no other place ambiguous', async () => {
  const sent = await writePages(['a secret', 'the secret']);
  const { bytes, results } = await edit(sent, { op: 'delete_pages', pages: [1] }, { op: 'redact', find: 'secret' });
  assert.equal(results[1]?.status, 'applied');
  assert.doesNotMatch((await textsOf(bytes)).join(), /secret/);
});

test('what an operation did before it was refused is not in the file', async () => {
  const sent = await writePages(['one'], { form: ['name', 'age'] });
  const outcome = await edit(
    sent,
    { op: 'fill_form', fields: { name: 'Jane', age: true } },
    { op: 'stamp', text: 'A', position: 'top' },
    { op: 'fill_form', fields: { age: '\u4e2d' } },
  );
  assert.deepEqual(reasonsOf(outcome), ['unsupported', 'applied', 'unsupported']);
  const form = (await PDFDocument.load(outcome.bytes)).getForm();
  assert.deepEqual([form.getTextField('name').getText(), form.getTextField('age').getText()], [undefined, undefined]);
  assert.deepEqual(await textsOf(outcome.bytes), ['one A']);
});

test('that pages which came in are not searched is said', async () => {
  const data = Buffer.from((await writePages(['secret'])).bytes).toString('base64');
  const { results } = await edit(
    await writePages(['a secret']),
    { op: 'redact', find: 'secret', all: true },
    { op: 'insert_pages', blank: 1 },
    { op: 'annotate', find: 'a', all: true },
    { op: 'insert_pages', file: { data } },
    { op: 'redact', find: 'secret', all: true },
    { op: 'redact', find: 'other' },
  );
  assert.deepEqual(
    results.map(({ message }) => message?.includes('not searched') === true),
    [false, false, false, false, true, true],
  );
});

const fieldOf = async (bytes: Uint8Array): Promise<string | undefined> =>
  (await PDFDocument.load(bytes)).getForm().getTextField('name').getText();

test('letters that no face of a form has are refused and named, and what only looks different is written alike', async () => {
  const sent = await writePages(['one'], { form: ['name'] });
  const refused = await edit(sent, { op: 'fill_form', fields: { name: 'Müller 田中' } });
  assert.deepEqual(reasonsOf(refused), ['unsupported']);
  assert.match(refused.results[0]?.message ?? '', /field name cannot show 田 中:/);
  const { bytes } = await edit(sent, { op: 'fill_form', fields: { name: '1\u202f000 – Mu\u0308ller\u2011Weiß €' } });
  assert.equal(await fieldOf(bytes), '1\u00a0000 – Müller-Weiß €');
});

test('letters of Latin, Greek and Cyrillic that the standard faces lack are written in one that comes into the file', async () => {
  const sent = await writePages(['one'], { form: ['name'] });
  const name = 'Łukasz Żółć, Αθήνα, Москва';
  const { bytes, results } = await edit(
    sent,
    { op: 'fill_form', fields: { name } },
    { op: 'stamp', text: 'Záložní kopie č. 1', position: 'top' },
    { op: 'add_page_numbers', text: 'Σελίδα {page}' },
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ['applied', 'applied', 'applied'],
  );
  assert.equal(await fieldOf(bytes), name);
  const flat = await edit(sent, { op: 'fill_form', fields: { name }, flatten: true });
  for (const file of [bytes, flat.bytes]) {
    const text = Buffer.from(file).toString('latin1');
    assert.match(text, /SourceSans3/);
    assert.ok(file.length < 60_000, `${file.length} bytes: only the letters that are used come along`);
  }
});

test('a form that leaves it to readers to draw its fields keeps what they hold when it becomes part of the pages', async () => {
  const sent = await writePages(['one'], { form: ['name', 'other', 'third'] });
  const document = await PDFDocument.load(sent.bytes);
  const form = document.getForm();
  for (const [field, value] of [
    ['other', 'Kept'],
    ['third', '田中'],
  ] as const)
    form.getTextField(field).acroField.dict.set(PDFName.of('V'), PDFHexString.fromText(value));
  form.acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True);
  const bytes = await document.save({ updateFieldAppearances: false });
  const flat = await edit({ ...sent, bytes }, { op: 'fill_form', fields: { third: '' } }, { op: 'flatten_form' });
  assert.match(await drawnIn(flat.bytes), /4B657074/i);
  const filled = await edit({ ...sent, bytes }, { op: 'fill_form', fields: { name: 'Ann' } });
  assert.deepEqual(reasonsOf(filled), ['applied']);
  const after = await PDFDocument.load(filled.bytes);
  assert.equal(after.getForm().acroForm.dict.get(PDFName.of('NeedAppearances')), PDFBool.True);
  const refused = await edit({ ...sent, bytes }, { op: 'flatten_form' });
  assert.match(refused.results[0]?.message ?? '', /The field third cannot show 田 中/);
});

/** All that is drawn anywhere in a file: pages and what is set on them. */
const drawnIn = async (bytes: Uint8Array): Promise<string> =>
  (await PDFDocument.load(bytes)).context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(object).decode()).toString('latin1') : []))
    .join('\n');
