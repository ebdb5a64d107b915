/**
 * Text changes of a PDF: a PDF holds letters in places and no text that could flow, so its blocks are read, changed, and set
 * anew on pages like those of the source: its size of paper and margins, its faces or their twins, its sizes of text and
 * headings, its running head and page numbers. What is no text is not carried over, and that is said.
 */
import type { Note } from '../base/note.ts';
import { decideType } from '../document/document-type.ts';
import type { DrawnDocument } from '../document/drawn-document.ts';
import { detectLanguage } from '../document/language.ts';
import { blockText, walkBlocks } from '../document/walk.ts';
import { writeTypst } from '../writers/typst.ts';
import type { PdfEdited } from './edit-pdf.ts';
import { lookOfPages } from './look-of-pages.ts';
import type { Engine } from './make.ts';
import type { EditOperation } from '../edits/apply-edits.ts';
import { planTextChanges } from './pdf-content.ts';
import { picturesOfPages, type PlacedPicture } from './pictures-of-pages.ts';

/** What the new pages do not have. */
function lossesOf(drawn: DrawnDocument, kept: readonly PlacedPicture[]): string {
  const pictures = kept.length > 0 ? 0 : drawn.pages.reduce((sum, page) => sum + page.pictures.length, 0);
  const links = drawn.pages.reduce((sum, page) => sum + (page.links?.length ?? 0), 0);
  const scanned = drawn.pages.filter((page) => page.lines.length === 0 && page.pictures.length > 0).length;
  // thin lines are those of tables and page heads, which are drawn anew
  const shapes = drawn.pages.reduce((sum, page) => sum + Math.max(0, (page.paths ?? 0) - (page.rules?.length ?? 0)), 0);
  const lost = [
    ...(shapes > 0 ? [`${shapes} drawn ${shapes === 1 ? 'shape' : 'shapes'} (boxes, charts, drawings)`] : []),
    ...(pictures > 0 ? [`${pictures} ${pictures === 1 ? 'picture' : 'pictures'}`] : []),
    ...(links > 0 ? [`${links} ${links === 1 ? 'link' : 'links'}`] : []),
    ...(scanned > 0 ? [`the text of ${scanned} scanned pages`] : []),
  ];
  return lost.join(', ');
}

/** @throws Refusal processing_failed */
export async function relayPdf(
  bytes: Uint8Array,
  drawn: DrawnDocument,
  operations: readonly EditOperation[],
  engine: Engine,
  signal: AbortSignal,
): Promise<PdfEdited> {
  const pictures = await picturesOfPages(bytes, drawn, engine, signal);
  const { content, notes, blocks, results } = planTextChanges(drawn, operations, pictures);
  if (results.every(({ status }) => status === 'rejected'))
    return { bytes, results, integrity: { parts_changed: [], parts_unchanged: {} }, notes: [] };
  const heading = [...walkBlocks(blocks)].find((block) => block.type === 'heading');
  const document = {
    title: drawn.title === '' ? (heading ? blockText(heading) : '') : drawn.title,
    lang: drawn.lang === '' ? detectLanguage(blocks.map(blockText).join('\n')) : drawn.lang,
    blocks,
    assets: new Map(pictures.map(({ asset }) => [asset.key, asset])),
  };
  const look = lookOfPages(drawn, content, decideType(blocks, { title: document.title }));
  const written = writeTypst(document, look);
  const set = await engine.typesetter.compile(written.value.source, {
    assets: written.value.assets,
    creationTime: Math.floor(engine.clock.now().getTime() / 1_000),
    signal,
  });
  const lost = lossesOf(drawn, pictures);
  const relaid: Note = {
    code: 'pdf_relaid_out',
    severity: lost === '' ? 'info' : 'warning',
    message: `The text was changed by setting all pages anew, in the sizes, margins and faces of the source as far as they are at hand.${lost === '' ? '' : ` Not carried over: ${lost}.`}`,
  };
  return {
    bytes: set,
    results,
    integrity: { parts_changed: drawn.pages.map(({ page }) => `page ${page}`), parts_unchanged: {} },
    notes: [relaid, ...notes.filter(({ code }) => code !== 'glyphs_unknown'), ...written.notes],
  };
}
