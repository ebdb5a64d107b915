import assert from 'node:assert/strict';
import { test } from 'node:test';
import { degrees, PDFDocument, PDFName, rgb, StandardFonts, type PDFPage } from '@cantoo/pdf-lib';
import { findSamePages } from './same-pages.ts';

/** One page for each text; `draw` adds to the pages. */
async function pdfOf(
  texts: readonly string[],
  draw: (page: PDFPage, index: number, document: PDFDocument) => void = () => undefined,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const [index, text] of texts.entries()) {
    const page = document.addPage([300, 200]);
    page.drawText(text, { x: 20, y: 100, size: 12, font });
    draw(page, index, document);
  }
  return document.save();
}

test('pages that show the same are found, wherever they have moved', async () => {
  const before = await pdfOf(['one', 'two', 'three']);
  assert.deepEqual(await findSamePages(before, await pdfOf(['one', 'other', 'three'])), [1, null, 3]);
  assert.deepEqual(await findSamePages(before, await pdfOf(['three', 'new', 'one', 'two'])), [3, null, 1, 2]);
  assert.deepEqual(await findSamePages(before, await pdfOf(['two', 'two'])), [2, 2]);
});

test('a page is another where a colour, a place, a size, a turn or a note is', async () => {
  const before = await pdfOf(['one']);
  const changed = [
    (page: PDFPage): void => page.drawRectangle({ x: 0, y: 0, width: 5, height: 5, color: rgb(1, 0, 0) }),
    (page: PDFPage): void => page.setSize(300, 201),
    (page: PDFPage): void => page.setRotation(degrees(90)),
    (page: PDFPage, _: number, document: PDFDocument): void => {
      const note = document.context.obj({ Type: 'Annot', Subtype: 'Square', Rect: [0, 0, 9, 9], C: [1, 0, 0] });
      page.node.set(PDFName.of('Annots'), document.context.obj([document.context.register(note)]));
    },
  ];
  for (const draw of changed) assert.deepEqual(await findSamePages(before, await pdfOf(['one'], draw)), [null], draw.toString());
  const [red, blue] = await Promise.all(
    [rgb(1, 0, 0), rgb(0, 0, 1)].map((color) => pdfOf(['one'], (page) => page.drawRectangle({ x: 0, y: 0, width: 5, height: 5, color }))),
  );
  assert.deepEqual(await findSamePages(red ?? before, blue ?? before), [null]);
});

/** A font whose codes are given in the order in which letters come, as programs do that embed only what they use. */
function subsetPage(document: PDFDocument, letters: string, text: string, width = 500): void {
  const page = document.addPage([300, 200]);
  const codes = [...letters].map(
    (letter, at) => `<${(at + 1).toString(16).padStart(2, '0')}> <${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`,
  );
  const cmap = `1 begincodespacerange <00> <FF> endcodespacerange ${codes.length} beginbfchar ${codes.join('\n')} endbfchar`;
  const font = document.context.obj({
    Type: 'Font',
    Subtype: 'TrueType',
    BaseFont: 'BAAAAA+Face',
    FirstChar: 1,
    LastChar: letters.length,
    Widths: [...letters].map(() => width),
    ToUnicode: document.context.register(document.context.flateStream(cmap)),
  });
  page.node.set(PDFName.of('Resources'), document.context.obj({ Font: { F1: document.context.register(font) } }));
  const shown = [...text].map((letter) => (letters.indexOf(letter) + 1).toString(16).padStart(2, '0')).join('');
  const content = document.context.flateStream(`BT /F1 12 Tf 20 100 Td [<${shown}>] TJ ET`);
  page.node.set(PDFName.of('Contents'), document.context.register(content));
}

async function pdfOfSubset(...page: [letters: string, text: string, width?: number]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  subsetPage(document, ...page);
  return document.save();
}

test('codes of a subset that have moved are the same letters; other letters and widths are others', async () => {
  const before = await pdfOfSubset('abc', 'cab');
  assert.deepEqual(await findSamePages(before, await pdfOfSubset('xyzabc', 'cab')), [1]);
  assert.deepEqual(await findSamePages(before, await pdfOfSubset('bca', 'cab')), [1]);
  assert.deepEqual(await findSamePages(before, await pdfOfSubset('abc', 'cba')), [null]);
  assert.deepEqual(await findSamePages(before, await pdfOfSubset('abc', 'cab', 600)), [null]);
});

test('what cannot be opened or compared is drawn again', async () => {
  const page = await pdfOf(['one']);
  assert.deepEqual(await findSamePages(Buffer.from('no PDF'), page), [null]);
  assert.deepEqual(await findSamePages(page, Buffer.from('no PDF')), []);
  const layered = (): Promise<Uint8Array> =>
    pdfOf(['one'], ({ node }, _, document) => {
      const content = document.context.flateStream('/OC /Layer BDC 0 0 9 9 re f EMC');
      node.set(PDFName.of('Contents'), document.context.register(content));
    });
  assert.deepEqual(await findSamePages(await layered(), await layered()), [null]);
});
