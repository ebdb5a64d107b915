/**
 * Edits of PDF files. Pages, forms, marks and redactions are changes of the file itself; what was redacted is read for again
 * afterwards, and a page on which anything is left, or could not be taken out, becomes a picture of itself.
 */
import type { Note } from '../base/note.ts';
import type { DrawnDocument } from '../document/drawn-document.ts';
import type { EditOperation, EditProof, EditResult } from '../edits/apply-edits.ts';
import type { EditContext } from '../edits/define-edit.ts';
import { leftWithin } from '../edits/redacted-words.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { Engine } from './make.ts';
import { changesText, planTextChanges, readForeignPages } from './pdf-content.ts';
import { relayPdf } from './relay-pdf.ts';
import { runFileWork } from './work/run-file-work.ts';

export interface PdfEdited {
  bytes: Uint8Array;
  results: EditResult[];
  integrity: EditProof;
  notes: Note[];
}

/** For pages that become pictures: fine enough to be read when printed. */
const PICTURE_WIDTH_PX = 2_000;

/** Pages of the file as it is drawn now, for those of these numbers. */
async function picturesOf(
  bytes: Uint8Array,
  wanted: ReadonlySet<number>,
  engine: Engine,
  signal: AbortSignal,
): Promise<Map<number, Uint8Array>> {
  const pictures = new Map<number, Uint8Array>();
  await engine.pages.draw(bytes, {
    signal,
    widthPx: PICTURE_WIDTH_PX,
    onPage: ({ page, png }) => void (wanted.has(page) && pictures.set(page, png)),
  });
  return pictures;
}

async function editPages(
  bytes: Uint8Array,
  drawn: DrawnDocument,
  operations: readonly EditOperation[],
  context: EditContext,
  engine: Engine,
  signal: AbortSignal,
): Promise<PdfEdited> {
  const { redacted, ...edited } = await runFileWork('applyPdfEdits', bytes, drawn, operations, context);
  if (redacted.length === 0) return edited;
  const left = leftWithin(await readForeignPages(engine.pages, edited.bytes, signal), redacted);
  const wanted = new Set([...left, ...redacted.filter(({ unsure }) => unsure).map(({ page }) => page)]);
  if (wanted.size === 0) return edited;
  const pictured = await runFileWork('picturePages', edited.bytes, await picturesOf(edited.bytes, wanted, engine, signal));
  const still = leftWithin(await readForeignPages(engine.pages, pictured, signal), redacted);
  if (still.length > 0) throw new Error(`redacted words are still on page ${still.join(', ')}`);
  const numbers = [...wanted].toSorted((a, b) => a - b).join(', ');
  const note: Note = {
    code: 'pages_made_pictures',
    severity: 'info',
    message: `Of page ${numbers} not all that was redacted could be taken out of the drawing itself, so the page is a picture now: its words can no longer be searched for.`,
  };
  return { ...edited, bytes: pictured, notes: [...edited.notes, note] };
}

/** What would happen: the pages are changed, and thrown away. @throws Refusal file_rejected */
export async function previewPdfEdits(
  bytes: Uint8Array,
  operations: readonly EditOperation[],
  context: EditContext,
  pages: Pick<PageRenderer, 'read'>,
): Promise<EditResult[]> {
  const drawn = await readForeignPages(pages, bytes);
  if (changesText(operations)) return planTextChanges(drawn, operations).results;
  return (await runFileWork('applyPdfEdits', bytes, drawn, operations, context)).results;
}

/** @throws Refusal file_rejected, processing_failed */
export async function editPdf(
  bytes: Uint8Array,
  operations: readonly EditOperation[],
  context: EditContext,
  engine: Engine,
  signal: AbortSignal,
): Promise<PdfEdited> {
  const drawn = await readForeignPages(engine.pages, bytes, signal);
  return changesText(operations)
    ? relayPdf(bytes, drawn, operations, engine, signal)
    : editPages(bytes, drawn, operations, context, engine, signal);
}
