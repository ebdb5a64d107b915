/** The worked examples of every operation on the pages of a PDF, run: what a client reads in the documentation is what happens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFStream, PDFString, type PDFPage } from '@cantoo/pdf-lib';
import { writePages } from '../../../test/support/pages-of-words.ts';
import { applyPdfEdits } from '../apply-pdf-edits.ts';
import type { EditOperation } from '../apply-edits.ts';
import { judgeOperation } from '../edit-operation.ts';
import { PDF_PAGE_EDITS, PDF_TEXT_EDITS } from '../pdf-edits.ts';
import { decodeStream, openPdf, pageContent } from './mechanics/pdf-file.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
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
      const { bytes, drawn } = await writePages(example.given, example);
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
  const { bytes, drawn } = await writePages(['one']);
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
  const { bytes, drawn } = await writePages(['one', 'two']);
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
  const first = await writePages(['one', 'two']);
  const second = await writePages(['A', 'B', 'C'], { form: ['name'] });
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
  const { bytes, drawn } = await writePages(['one'], { attached: ['old.txt'] });
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
