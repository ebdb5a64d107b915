/** Files of others as pages: what no office program may be given is left out of the copy that it draws, and named. */
import type { Finding } from '../base/finding.ts';
import type { Note } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import type { LeftPicture } from '../review/make-drawable.ts';
import { findingOf } from './findings.ts';
import { undrawnReason } from './accept/request-target.ts';
import type { Engine } from './make.ts';
import type { OpenKind } from './target-kind.ts';
import { runFileWork } from './work/run-file-work.ts';

const NAMED_MAX = 5;

/** What an office program is given of a file, and what was left out of it. @throws Refusal file_rejected */
export async function drawableCopy(bytes: Uint8Array): Promise<{ bytes: Uint8Array; notes: Note[] }> {
  const { bytes: copy, left } = await runFileWork('makeDrawable', bytes);
  return { bytes: copy, notes: left.length === 0 ? [] : [{ code: 'pictures_not_drawn', severity: 'warning', message: describe(left) }] };
}

/** Why no office program is given the file; null where it may be. @throws Refusal file_rejected */
export async function whyUndrawn(bytes: Uint8Array, kind: OpenKind): Promise<string | null> {
  return kind === 'xlsx' ? undrawnReason(await runFileWork('estimateSheetPages', bytes)) : null;
}

/** A page of a plain sheet takes LibreOffice some milliseconds; of rules for cells, shapes and texts that wrap, twenty. */
const SHEETS_MS = { processor: 10_000, passed: 20_000 };
const SHEET_PAGE_MS = { processor: 20, passed: 100 };

/** Bounds of one drawing, in milliseconds; those of the renderer where absent. */
export interface DrawnWithin {
  timeoutMs?: number;
  processorMs?: number;
}

/**
 * For drawing a workbook of so many pages. One that is bounded in pages may still cost an office program minutes by what it counts on
 * them: rules for cells that look at all others, a hundred thousand merged areas. On an idle machine processor time ends it, on a busy one
 * the time that has passed.
 */
export const sheetsDrawnWithin = ({ filled }: { filled: number }): DrawnWithin => ({
  timeoutMs: SHEETS_MS.passed + SHEET_PAGE_MS.passed * filled,
  processorMs: SHEETS_MS.processor + SHEET_PAGE_MS.processor * filled,
});

/** @throws Refusal file_rejected, processing_failed: of a workbook with what costs most */
export async function drawForeign(
  { bytes, kind }: Parameters<Engine['office']['toPdf']>[0],
  { office }: { office: Pick<Engine['office'], 'toPdf'> },
  signal: AbortSignal,
  within: DrawnWithin = {},
): Promise<{ pdf: Uint8Array; findings: Finding[] }> {
  const copy = await drawableCopy(bytes);
  const draw = (from: Uint8Array): Promise<Uint8Array> => office.toPdf({ bytes: from, kind }, { signal, ...within });
  const pdf = await draw(copy.bytes).catch(async (error: unknown) => {
    const again = await repackedOf(error, copy.bytes);
    if (again !== null) return draw(again);
    throw kind === 'xlsx' ? await withCosts(error, bytes) : error;
  });
  return { pdf, findings: copy.notes.map((note): Finding => ({ ...findingOf(note), disposition: 'pre_existing' })) };
}

/**
 * What LibreOffice calls damaged may be an archive that others open: backslashes in the names of parts, names told twice. Our readers have
 * read it, so that its parts are packed as they are usually, and tried once more; null for another error.
 */
async function repackedOf(error: unknown, bytes: Uint8Array): Promise<Uint8Array | null> {
  if (!(error instanceof Refusal) || error.fault !== 'damaged') return null;
  return runFileWork('repackParts', bytes);
}

/** An error of a workbook that was given up says what of it costs most, where anything stands out. */
async function withCosts(error: unknown, bytes: Uint8Array): Promise<unknown> {
  if (!(error instanceof Refusal) || error.fault !== 'too_costly') return error;
  const costs = await runFileWork('findCosts', bytes);
  if (costs.length === 0) return error;
  return new Refusal(
    'processing_failed',
    `The workbook takes an office program too long or too much memory to draw, and was given up. Most of it goes to ${costs.join(' and ')}: leave out what is not needed, or divide the workbook.`,
    { fault: 'too_costly', cause: error },
  );
}

function describe(left: readonly LeftPicture[]): string {
  const named = left.slice(0, NAMED_MAX).map(({ part, width, height }) => `${part} (${width} × ${height} pixels)`);
  const more = left.length > NAMED_MAX ? ` and ${left.length - NAMED_MAX} more` : '';
  return `Pictures that are too large to be drawn are grey in the PDF and in the pictures of the pages, and unchanged in the file: ${named.join(', ')}${more}. At most 100 megapixels are drawn, and 400 of one file: make them smaller.`;
}
