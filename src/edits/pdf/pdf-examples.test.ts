/** The worked examples of every operation on the pages of a PDF, run: what a client reads in the documentation is what happens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFStream, PDFString, StandardFonts, type PDFPage } from '@cantoo/pdf-lib';
import type { RenderedDocument, RenderedLine } from '../../document/rendered-document.ts';
import { applyPdfEdits } from '../apply-pdf-edits.ts';
import type { EditOperation } from '../apply-edits.ts';
import { judgeOperation } from '../edit-operation.ts';
import { PDF_PAGE_EDITS, PDF_TEXT_EDITS } from '../pdf-edits.ts';
import type { PdfExample } from './define-pdf-edit.ts';
import { decodeStream, openPdf, pageContent } from './mechanics/pdf-file.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const SIZE = { width: 300, height: 400 };
const TEXT_PT = 20;
const TOP = 100;

async function write({ given, form = [], attached = [] }: PdfExample): Promise<{ bytes: Uint8Array; drawn: RenderedDocument }> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const pages = given.map((text, index) => {
    const page = document.addPage([SIZE.width, SIZE.height]);
    page.drawText(text, { x: 50, y: SIZE.height - TOP - TEXT_PT, size: TEXT_PT, font });
    const place = (at: number): number => 50 + font.widthOfTextAtSize(text.slice(0, at), TEXT_PT);
    const line: RenderedLine = {
      text,
      left: 50,
      right: place(text.length),
      top: TOP,
      bottom: TOP + TEXT_PT,
      sizePt: TEXT_PT,
      font: 'Helvetica',
      bold: false,
      words: [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index: at }) => [at, place(at), place(at + word.length)]),
    };
    return { page: index + 1, widthPt: SIZE.width, heightPt: SIZE.height, lines: [line], pictures: [], missingGlyphs: 0 };
  });
  const [first] = document.getPages();
  for (const name of form) if (first) document.getForm().createTextField(name).addToPage(first, { x: 50, y: 50, width: 100, height: 20 });
  for (const name of attached) await document.attach(Buffer.from('Hello'), name);
  return {
    bytes: await document.save({ useObjectStreams: false }),
    drawn: { pages, fonts: [], outline: [], tagged: false, title: '', lang: '' },
  };
}

const shown = (value: unknown): string => (value instanceof PDFHexString || value instanceof PDFString ? value.decodeText() : '');

/** What a page shows: its texts, how it is turned, its annotations with the values of fields. */
function describe(page: PDFPage): string {
  const content = Buffer.from(pageContent(page) ?? []).toString('latin1');
  const texts = [...content.matchAll(/(?:<[0-9A-Fa-f]*>|\[[^\]]*\])\s*TJ?/gi)].map(([shownText]) =>
    [...shownText.matchAll(/<([0-9A-Fa-f]*)>/g)]
      .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
      .join('')
      .trim(),
  );
  const list = page.node.lookup(PDFName.of('Annots'));
  const annotations = list instanceof PDFArray ? Array.from({ length: list.size() }, (_, i) => list.lookup(i)) : [];
  const marks = annotations.flatMap((one) => {
    if (!(one instanceof PDFDict)) return [];
    const kind = one.lookup(PDFName.of('Subtype'));
    const field = one.lookup(PDFName.of('Parent'));
    const value = shown(one.lookup(PDFName.of('V'))) || (field instanceof PDFDict ? shown(field.lookup(PDFName.of('V'))) : '');
    return [` +${kind instanceof PDFName ? kind.decodeText() : ''}${value === '' ? '' : `=${value}`}`];
  });
  const turn = page.getRotation().angle;
  return `${texts.filter((text) => text !== '').join(' | ')}${turn === 0 ? '' : ` @${turn}`}${marks.join('')}`;
}

for (const edit of PDF_PAGE_EDITS) {
  for (const example of edit.examples) {
    test(`pdf ${edit.op}: ${example.name}`, async () => {
      assert.deepEqual(judgeOperation({ op: edit.op, ...example.operation }), []);
      const { bytes, drawn } = await write(example);
      const outcome = await applyPdfEdits(bytes, drawn, [example.operation as EditOperation], CONTEXT);
      const [result] = outcome.results;
      if ('rejected' in example.expected) {
        assert.equal(result?.reason, example.expected.rejected, result?.message);
        assert.deepEqual(outcome.bytes, bytes);
      } else {
        assert.equal(result?.status, 'applied', result?.message);
        assert.deepEqual((await openPdf(outcome.bytes)).pages.map(describe), example.expected);
      }
    });
  }
}

const isRejection = (expected: unknown): boolean => typeof expected === 'object' && expected !== null && 'rejected' in expected;

test('every operation on a PDF has an example that is done and one that is not', () => {
  for (const { op, examples } of [...PDF_PAGE_EDITS, ...PDF_TEXT_EDITS]) {
    assert.ok(
      examples.some(({ expected }) => isRejection(expected)),
      op,
    );
    assert.ok(
      examples.some(({ expected }) => !isRejection(expected)),
      op,
    );
  }
});

test('a title is set in the XMP packet too, and what else that says stays', async () => {
  const { bytes, drawn } = await write({ name: '', given: ['one'], operation: {}, expected: [] });
  const document = await PDFDocument.load(bytes);
  const xmp = '<x><pdfuaid:part>1</pdfuaid:part><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li></rdf:Alt></dc:title></x>';
  document.catalog.set(
    PDFName.of('Metadata'),
    document.context.register(document.context.stream(xmp, { Type: 'Metadata', Subtype: 'XML' })),
  );
  const outcome = await applyPdfEdits(await document.save(), drawn, [{ op: 'set_property', name: 'title', value: 'R & D' }], CONTEXT);
  const after = await PDFDocument.load(outcome.bytes, { updateMetadata: false });
  assert.equal(after.getTitle(), 'R & D');
  const stream = after.catalog.lookup(PDFName.of('Metadata'));
  const text = stream instanceof PDFStream ? Buffer.from(decodeStream(stream) ?? []).toString('utf8') : '';
  assert.equal(text, xmp.replace('Old', 'R &amp; D'));
});

test('bookmarks are a tree whose items know their neighbours and how many are below', async () => {
  const { bytes, drawn } = await write({ name: '', given: ['one', 'two'], operation: {}, expected: [] });
  const bookmarks = [
    { title: 'A', page: 1 },
    { title: 'A.1', page: 1, level: 2 },
    { title: 'B', page: 2 },
  ];
  const outcome = await applyPdfEdits(bytes, drawn, [{ op: 'set_bookmarks', bookmarks }], CONTEXT);
  const { document } = await openPdf(outcome.bytes);
  const outline = document.catalog.lookup(PDFName.of('Outlines'), PDFDict);
  const first = outline.lookup(PDFName.of('First'), PDFDict);
  const titles = [first, first.lookup(PDFName.of('First'), PDFDict), first.lookup(PDFName.of('Next'), PDFDict)].map((item) =>
    shown(item.lookup(PDFName.of('Title'))),
  );
  assert.deepEqual(titles, ['A', 'A.1', 'B']);
  assert.equal(String(outline.get(PDFName.of('Count'))), '3');
});

test('files are merged in the order that is asked for, and what stays behind is told', async () => {
  const first = await write({ name: '', given: ['one', 'two'], operation: {}, expected: [] });
  const second = await write({ name: '', given: ['A', 'B', 'C'], form: ['name'], operation: {}, expected: [] });
  const data = Buffer.from(second.bytes).toString('base64');
  const outcome = await applyPdfEdits(
    first.bytes,
    first.drawn,
    [
      { op: 'insert_pages', file: { data }, pages: '2-3', before: 2 },
      { op: 'insert_pages', file: { data }, pages: [1] },
      { op: 'delete_pages', pages: [1] },
      { op: 'extract_pages', pages: [4] },
    ],
    CONTEXT,
  );
  assert.deepEqual(
    outcome.results.map(({ status, reason }) => reason ?? status),
    ['applied', 'applied', 'applied', 'target_not_found'],
  );
  assert.match(outcome.results[1]?.message ?? '', /without its form/);
  const texts = (await openPdf(outcome.bytes)).pages.map((page) => describe(page).split(' ')[0]);
  assert.deepEqual(texts, ['B', 'C', 'two', 'A']);
});

test('an attached file comes out again, and is gone when it is removed', async () => {
  const { bytes, drawn } = await write({ name: '', given: ['one'], attached: ['old.txt'], operation: {}, expected: [] });
  const data = Buffer.from('figures').toString('base64');
  const { bytes: attached } = await applyPdfEdits(bytes, drawn, [{ op: 'add_attachment', name: 'new.csv', file: { data } }], CONTEXT);
  const namesOf = async (file: Uint8Array): Promise<string[]> =>
    (await PDFDocument.load(file))
      .getAttachments()
      .map(({ name }) => name)
      .toSorted();
  assert.deepEqual(await namesOf(attached), ['new.csv', 'old.txt']);
  const found = (await PDFDocument.load(attached)).getAttachments().find(({ name }) => name === 'new.csv');
  assert.equal(Buffer.from(found?.data ?? []).toString('utf8'), 'figures');
  const { bytes: less, results } = await applyPdfEdits(
    attached,
    drawn,
    [
      { op: 'remove_attachment', name: 'old.txt' },
      { op: 'remove_attachment', name: 'none.txt' },
    ],
    CONTEXT,
  );
  assert.deepEqual(await namesOf(less), ['new.csv']);
  assert.deepEqual(results[1]?.candidates, ['new.csv']);
});
