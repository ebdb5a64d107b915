/** Marks on the newer of two PDF files, as readers of PDF find them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import type { RenderedDocument, RenderedLine } from '../document/rendered-document.ts';
import { compareContent } from './compare-content.ts';
import type { AddressedBlock } from './list-content.ts';
import { markPdf } from './mark-pdf.ts';

const SIZE = { width: 400, height: 600 };
const CONTEXT = { author: 'Ann', date: '2026-01-01T00:00:00Z' };

interface Made {
  bytes: Uint8Array;
  drawn: RenderedDocument;
  blocks: AddressedBlock[];
}

async function make(lines: readonly string[]): Promise<Made> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([SIZE.width, SIZE.height]);
  const drawn = lines.map((text, index): RenderedLine => {
    const top = 50 + 40 * index;
    page.drawText(text, { x: 60, y: SIZE.height - top - 12, size: 12, font });
    const place = (at: number): number => 60 + font.widthOfTextAtSize(text.slice(0, at), 12);
    return {
      text,
      left: 60,
      right: place(text.length),
      top,
      bottom: top + 12,
      sizePt: 12,
      font: 'Helvetica',
      bold: false,
      words: [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index: at }) => [at, place(at), place(at + word.length)]),
    };
  });
  return {
    bytes: await document.save(),
    drawn: {
      pages: [{ page: 1, widthPt: SIZE.width, heightPt: SIZE.height, lines: drawn, pictures: [], missingGlyphs: 0 }],
      fonts: [],
      outline: [],
      tagged: false,
      title: '',
      lang: '',
    },
    blocks: lines.map((text, index) => ({ address: `page1.b${index + 1}`, type: 'paragraph', text })),
  };
}

async function marksOf(from: Made, to: Made): Promise<{ kind: string; text: string; left: number }[]> {
  const { bytes } = await markPdf(to.bytes, { from: from.drawn, to: to.drawn }, compareContent(from.blocks, to.blocks), CONTEXT);
  const [page] = (await PDFDocument.load(bytes)).getPages();
  const list = page?.node.lookup(PDFName.of('Annots'));
  return Array.from({ length: list instanceof PDFArray ? list.size() : 0 }, (_, i) => {
    const one = list instanceof PDFArray ? list.lookup(i) : undefined;
    if (!(one instanceof PDFDict)) throw new Error('an annotation is no dictionary');
    const contents = one.lookup(PDFName.of('Contents'));
    return {
      kind: String(one.lookup(PDFName.of('Subtype'))),
      text: contents instanceof PDFHexString ? contents.decodeText() : '',
      left: one.lookup(PDFName.of('Rect'), PDFArray).asRectangle().x,
    };
  });
}

const KEPT = 'This line is the same in both files.';

test('new words are highlighted with the old ones in the comment, at the place of these words', async () => {
  const from = await make([KEPT, 'The fee is due within ten days of the invoice.']);
  const to = await make([KEPT, 'The fee is due within thirty days of the invoice.']);
  const [mark, ...others] = await marksOf(from, to);
  assert.deepEqual(others, []);
  assert.deepEqual([mark?.kind, mark?.text], ['/Highlight', 'Was: ten']);
  const word = to.drawn.pages[0]?.lines[1]?.words ?? [];
  assert.ok(Math.abs((mark?.left ?? 0) - (word[5 * 3 + 1] ?? 0)) < 1);
});

test('words that went, new blocks and deleted blocks are each told in their own way', async () => {
  const from = await make([KEPT, 'A line that has some superfluous words in it.', 'A paragraph about parking that nobody needs any more.']);
  const to = await make([KEPT, 'A line that has some words in it.', 'Quite another thing was written here instead today.']);
  const marks = (await marksOf(from, to)).map(({ kind, text }) => [kind, text]);
  assert.deepEqual(
    marks.toSorted(),
    [
      ['/Highlight', 'New'],
      ['/Text', 'Deleted from page 1 of the older file: A paragraph about parking that nobody needs any more.'],
      ['/Underline', 'Deleted here: superfluous'],
    ].toSorted(),
  );
});

test('what has no place on the pages is in a note on the first one', async () => {
  const from = await make([KEPT]);
  const to = await make([KEPT]);
  const changed = { ...to, blocks: [...to.blocks, { address: 'page1.b2', type: 'image' as const, text: 'A map' }] };
  const [note] = await marksOf(from, changed);
  assert.equal(note?.kind, '/Text');
  assert.match(note?.text ?? '', /without a place/);
});
