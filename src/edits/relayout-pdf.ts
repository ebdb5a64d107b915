/**
 * Text changes of a PDF by a new layout: a PDF holds glyphs at positions and no text that could flow, so its blocks are read,
 * changed, and laid out again on pages like those of the source: its paper size and margins, its typefaces or metrically
 * compatible ones, its sizes of text and headings, its running header and page numbers. What is not text is not carried over,
 * except pictures, and a note says so.
 */
import type { Note, Noted } from '../base/note.ts';
import type { Block } from '../document/block.ts';
import { decideType } from '../document/document-type.ts';
import type { RenderedDocument } from '../document/rendered-document.ts';
import { detectLanguage } from '../document/language.ts';
import { blockText, walkBlocks } from '../document/walk.ts';
import { writeTypst } from '../writers/typst.ts';
import type { EditOperation, EditProof, EditResult } from './apply-edits.ts';
import { measureAppearance } from './page-appearance.ts';
import { changePdfText } from './pdf-text.ts';
import type { PlacedPicture } from './placed-pictures.ts';

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
/** Where running lines are, as a share of the height of a page. */
const MARGIN = 0.12;
const NAMED_MAX = 5;
/** A line with fewer of its words on the new pages is not there. */
const FOUND_MIN = 0.5;

/** Lines in the margins of the pages that are neither in the text nor in the header or footer of the new ones: those of odd and even pages differ. */
function lostLines(drawn: RenderedDocument, texts: readonly string[]): string[] {
  const known = new Set(texts.flatMap(wordsOf));
  const lost = drawn.pages.flatMap(({ lines, heightPt }) =>
    lines
      .filter(({ bottom, top, unseen }) => unseen !== true && (bottom < heightPt * MARGIN || top > heightPt * (1 - MARGIN)))
      .map(({ text }) => text.trim())
      .filter((text) => {
        const words = wordsOf(text).filter((word) => !/^\d+$/.test(word));
        return words.length > 0 && words.filter((word) => known.has(word)).length < words.length * FOUND_MIN;
      }),
  );
  return [...new Set(lost)];
}

/** What the new pages do not have. */
function lossesOf(drawn: RenderedDocument, kept: readonly PlacedPicture[], texts: readonly string[]): string {
  const running = lostLines(drawn, texts);
  const named = running.slice(0, NAMED_MAX).map((text) => `"${text.slice(0, 80).toWellFormed()}"`);
  const pictures = kept.length > 0 ? 0 : drawn.pages.reduce((sum, page) => sum + page.pictures.length, 0);
  const links = drawn.pages.reduce((sum, page) => sum + (page.links?.length ?? 0), 0);
  const scanned = drawn.pages.filter((page) => page.lines.length === 0 && page.pictures.length > 0).length;
  // thin lines are those of tables and page headers, which are drawn again
  const shapes = drawn.pages.reduce((sum, page) => sum + Math.max(0, (page.paths ?? 0) - (page.rules?.length ?? 0)), 0);
  const lost = [
    ...(shapes > 0 ? [`${shapes} drawn ${shapes === 1 ? 'shape' : 'shapes'} (boxes, charts, drawings)`] : []),
    ...(pictures > 0 ? [`${pictures} ${pictures === 1 ? 'picture' : 'pictures'}`] : []),
    ...(links > 0 ? [`${links} ${links === 1 ? 'link' : 'links'}`] : []),
    ...(running.length > 0 ? [`running lines (${named.join(', ')}${running.length > NAMED_MAX ? ', …' : ''})`] : []),
    ...(scanned > 0 ? [`the text of ${scanned} scanned pages`] : []),
  ];
  return lost.join(', ');
}

export interface PdfRelayout {
  results: EditResult[];
  /** Typst source of the new pages, with its pictures; null where no operation could be done. */
  typst: { source: string; assets: ReadonlyMap<string, Uint8Array> } | null;
  /** Every page is changed. */
  integrity: EditProof;
  /** What was laid out again, and what could not be carried over. */
  notes: Note[];
}

/**
 * Changes the text of a PDF and writes its new pages.
 * @param read what the reader found on the pages
 * @param pictures of `findPictures`, as they are rendered
 */
export function relayoutPdf(
  drawn: RenderedDocument,
  read: Noted<{ pages: Block[][]; furniture: { headers: string[]; footers: string[] } }>,
  operations: readonly EditOperation[],
  pictures: readonly PlacedPicture[],
): PdfRelayout {
  const { pages, furniture } = read.value;
  const { blocks, results } = changePdfText(drawn, pages, operations, pictures);
  if (results.every(({ status }) => status === 'rejected'))
    return { results, typst: null, integrity: { parts_changed: [], parts_unchanged: {} }, notes: [] };
  const heading = [...walkBlocks(blocks)].find((block) => block.type === 'heading');
  const document = {
    title: drawn.title === '' ? (heading ? blockText(heading) : '') : drawn.title,
    lang: drawn.lang === '' ? detectLanguage(blocks.map(blockText).join('\n')) : drawn.lang,
    blocks,
    assets: new Map(pictures.map(({ asset }) => [asset.key, asset])),
  };
  const running = new Set([...furniture.headers, ...furniture.footers].map((text) => text.trim()));
  const look = measureAppearance(drawn, pages, decideType(blocks, { title: document.title }), running);
  const written = writeTypst(document, look);
  const lost = lossesOf(drawn, pictures, [...pages.flat().map(blockText), look.header ?? '', look.footer ?? '']);
  const relaid: Note = {
    code: 'pdf_relaid_out',
    severity: lost === '' ? 'info' : 'warning',
    message: `The text was changed by laying out all pages again, in the sizes, margins and typefaces of the source as far as they are available.${lost === '' ? '' : ` Not carried over: ${lost}.`}`,
  };
  return {
    results,
    typst: written.value,
    integrity: { parts_changed: drawn.pages.map(({ page }) => `page ${page}`), parts_unchanged: {} },
    notes: [relaid, ...read.notes.filter(({ code }) => code !== 'glyphs_unknown'), ...written.notes],
  };
}
