/** What was found on the pages of a PDF, or recognized in a picture → Markdown. */
import type { Note } from '../../base/note.ts';
import type { Wishes } from '../../contract/extract-wishes.ts';
import type { RenderedDocument } from '../../document/rendered-document.ts';
import { joinTablesOverPages, readPdf } from '../../readers/pdf.ts';
import { writePlainMarkdown } from '../../writers/plain-markdown.ts';
import { placeCropped, type PlacedDescription } from './cropped-pictures.ts';
import { layOutBlocks } from './lay-out-blocks.ts';
import { listTables } from './list-tables.ts';
import type { ReadResult } from './read-file.ts';
import { wantedOf, withFurniture } from './written.ts';

export function readDrawn(drawn: RenderedDocument, wishes: Wishes = {}, described: readonly PlacedDescription[] = []): ReadResult {
  const { value, notes } = readPdf(drawn);
  const parts = wantedOf(
    value.pages.map((blocks, index) => ({ page: index + 1, blocks })),
    wishes,
  );
  const placed = placeCropped(drawn, parts, described);
  // boxes are those of a page: there each page keeps what is on it
  const read = wishes.layout ? parts : joinTablesOverPages(parts, value);
  const text = read.map(({ page, blocks }) => `<!-- Page ${page} -->\n\n${writePlainMarkdown(blocks)}`).join('\n');
  return {
    markdown: withFurniture(value.furniture, text),
    pages: value.pages.length,
    notes,
    ...(wishes.tables ? { tables: listTables(read) } : {}),
    ...(wishes.layout ? { layout: layOutBlocks(drawn, parts, placed) } : {}),
  };
}

export function readDrawnPicture(drawn: RenderedDocument, wishes: Wishes = {}, described: readonly PlacedDescription[] = []): ReadResult {
  const parts = [{ page: 1, blocks: readPdf(drawn).value.pages.flat() }];
  const placed = placeCropped(drawn, parts, described);
  const blocks = parts.flatMap((part) => part.blocks);
  return {
    markdown: writePlainMarkdown(blocks),
    pages: null,
    notes: [recognitionNote(drawn)],
    ...(wishes.tables ? { tables: listTables([{ page: null, blocks }]) } : {}),
    ...(wishes.layout ? { layout: layOutBlocks(drawn, parts, placed) } : {}),
  };
}

/** Below it, in percent, words are often wrong. */
const SURE = 75;

function recognitionNote({ pages: [page] }: RenderedDocument): Note {
  if (!page || page.lines.length === 0)
    return { code: 'picture_without_text', severity: 'warning', message: 'Text recognition (OCR) found no text in the picture.' };
  const sure = page.recognized ?? 0;
  return {
    code: 'picture_recognized',
    severity: sure < SURE ? 'warning' : 'info',
    message: `The picture was read by text recognition (OCR)${sure < SURE ? `, with a confidence of ${sure} of 100: much of it may be wrong` : ''}.`,
  };
}
