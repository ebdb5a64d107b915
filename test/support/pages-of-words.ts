/** A PDF file with one line of text on each page, and what is known of it once it is drawn. */
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { RenderedDocument, RenderedLine } from '../../src/document/rendered-document.ts';

const SIZE = { width: 300, height: 400 };
const TEXT_PT = 20;
const TOP = 100;

/** @param form names of text fields on the first page; attached: names of files that are attached */
export async function writePages(
  given: readonly string[],
  { form = [], attached = [] }: { form?: readonly string[]; attached?: readonly string[] } = {},
): Promise<{ bytes: Uint8Array; drawn: RenderedDocument }> {
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
