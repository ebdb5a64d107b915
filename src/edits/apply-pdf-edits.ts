/**
 * Typed operations on the pages of a PDF file. Contents are changed on the file as it was sent, page by page; then pages are
 * put in their order. Operations on its text lay the pages out again and are no part of this (`pdf-text.ts`).
 */
import { createHash } from 'node:crypto';
import type { Note } from '../base/note.ts';
import type { RenderedDocument } from '../document/rendered-document.ts';
import type { EditOperation, EditProof, EditResult } from './apply-edits.ts';
import { isRejected, reject, type EditContext, type Rejected } from './define-edit.ts';
import type { Done, PdfEdit, PdfWork } from './pdf/define-pdf-edit.ts';
import { picturesWithin } from './pdf/mechanics/find-words.ts';
import { loadStandardFaces } from './pdf/mechanics/glyph-widths.ts';
import { arrangePages } from './pdf/mechanics/page-operations.ts';
import { openPdf, pageContent, savePdf, shownNow, type PdfFile } from './pdf/mechanics/pdf-file.ts';
import { pictureOfPage, redactPage } from './pdf/mechanics/redact-page.ts';
import { dropUnreachable, hasAttachments, scrubStrings } from './pdf/mechanics/scrub-file.ts';
import { PDF_PAGE_EDITS } from './pdf-edits.ts';
import type { RedactedPage } from './redacted-words.ts';

export interface PdfOutcome {
  bytes: Uint8Array;
  results: EditResult[];
  integrity: EditProof;
  notes: Note[];
  redacted: RedactedPage[];
}

function editOf(op: string): PdfEdit | Rejected {
  return (
    PDF_PAGE_EDITS.find((edit) => edit.op === op) ??
    reject('unsupported', `${op} is not available together with operations on pages; send it in a request of its own.`)
  );
}

/** Pages that only some readers find would be lost, or meant by other numbers. */
function damageOf({ file, drawn }: PdfWork): Rejected | null {
  const shown = drawn.pages.length;
  return shown === 0 || shown === file.sent
    ? null
    : reject(
        'unsupported',
        `The list of pages of the PDF is damaged: ${shown} are shown and ${file.sent} are listed. Save it anew with another program first.`,
      );
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What each page draws, as a digest: taken before anything is changed, as opening the file once more takes as long as the change. */
export const printPages = ({ pages }: PdfFile): string[] =>
  pages.map((page) =>
    hash(
      Buffer.concat([
        pageContent(page) ?? Buffer.from('unknown'),
        Buffer.from(`${JSON.stringify(page.getCropBox())} ${page.getRotation().angle} ${page.node.Annots()?.size() ?? 0}`),
      ]),
    ),
  );

/**
 * Page by page: the proof that no other page was touched.
 * @param old digests of the pages before
 * @param after the result as it was written
 */
export async function comparePdf(old: readonly string[], after: Uint8Array, order: readonly number[]): Promise<EditProof> {
  const now = printPages(await openPdf(after));
  const unchanged = order.flatMap((number, i) =>
    old[number - 1] !== undefined && old[number - 1] === now[i] ? [[`page ${number}`, now[i] ?? '']] : [],
  );
  const kept = new Set(unchanged.map(([page]) => page));
  return {
    parts_changed: old.map((_, i) => `page ${i + 1}`).filter((page) => !kept.has(page)),
    parts_unchanged: Object.fromEntries(unchanged),
  };
}

interface Attempt {
  work: PdfWork;
  prints: string[];
  results: EditResult[];
}

const resultOf = ({ op }: EditOperation, outcome: Done | Rejected): EditResult =>
  isRejected(outcome) ? { op, target: null, status: 'rejected', ...outcome.rejected } : { op, target: null, status: 'applied', ...outcome };

/**
 * Does the operations on the open file. Where one stops after it has changed something, the others are done anew without it.
 * @param stopped the results of such operations, by their places in the request
 */
async function attempt(
  bytes: Uint8Array,
  operations: readonly EditOperation[],
  given: Pick<PdfWork, 'drawn' | 'context'>,
  stopped: ReadonlyMap<number, EditResult> = new Map(),
): Promise<Attempt> {
  const file = await openPdf(bytes);
  const prints = printPages(file);
  const work: PdfWork = {
    ...given,
    file,
    order: { order: file.pages.map((_, i) => i + 1) },
    bars: new Map(),
    words: [],
    written: new Map(),
  };
  const results: EditResult[] = [];
  const halfway = new Map<number, EditResult>();
  const barred = file.locked === null ? damageOf(work) : reject('protected_document', file.locked);
  for (const [index, operation] of operations.entries()) {
    const edit = barred ?? editOf(operation.op);
    const known = stopped.get(index);
    const result = known ?? resultOf(operation, 'rejected' in edit ? edit : await edit.apply(work, operation));
    results.push(result);
    if (known === undefined && result.status === 'rejected' && 'stopsHalfway' in edit) halfway.set(index, result);
  }
  const isSpoilt = halfway.size > 0 && results.some(({ status }) => status === 'applied');
  return isSpoilt ? attempt(bytes, operations, given, new Map([...stopped, ...halfway])) : { work, prints, results };
}

/** @throws Refusal `file_rejected` */
export async function applyPdfEdits(
  bytes: Uint8Array,
  drawn: RenderedDocument,
  operations: readonly EditOperation[],
  context: EditContext,
): Promise<PdfOutcome> {
  const { work, prints, results } = await attempt(bytes, operations, { drawn, context });
  const { file } = work;
  if (results.every(({ status }) => status === 'rejected'))
    return { bytes, results, integrity: { parts_changed: [], parts_unchanged: {} }, notes: [], redacted: [] };
  const redacted = await redactAll(work);
  arrangePages(file, work.order);
  dropUnreachable(file.document);
  const saved = await savePdf(file.document);
  const notes: Note[] =
    work.words.length > 0 && hasAttachments(file.document)
      ? [
          {
            code: 'attachments_kept',
            severity: 'warning',
            message: 'The PDF carries attached files, which were not looked into: they may hold what was redacted.',
          },
        ]
      : [];
  return { bytes: saved, results, integrity: await comparePdf(prints, saved, work.order.order), notes, redacted };
}

async function redactAll({ file, drawn, order, bars, words }: PdfWork): Promise<RedactedPage[]> {
  // words may stand beside the pages alone
  scrubStrings(file.document, [...new Set(words)]);
  if (bars.size === 0) return [];
  const faces = await loadStandardFaces();
  const redacted: RedactedPage[] = [];
  for (const [number, all] of bars) {
    const page = file.pages[number - 1];
    const shown = drawn.pages.find((candidate) => candidate.page === number);
    if (!page) continue;
    const boxes = all.flatMap((one) => one.boxes);
    const turned = all.map((one) => ({ ...one, boxes: shownNow(file, number, one.boxes) }));
    const sure =
      redactPage(file.document, page, turned, faces) && !(shown && (picturesWithin(shown, boxes) || shown.recognized !== undefined));
    const at = order.order.indexOf(number);
    if (at >= 0) redacted.push({ page: at + 1, boxes: turned.flatMap((one) => one.boxes), unsure: !sure });
  }
  return redacted;
}

/** Pages as pictures of themselves, where what was redacted cannot be taken out in another way. */
export async function picturePages(bytes: Uint8Array, pictures: ReadonlyMap<number, Uint8Array>): Promise<Uint8Array> {
  const { document, pages } = await openPdf(bytes);
  for (const [number, png] of pictures) {
    const page = pages[number - 1];
    if (page) await pictureOfPage(document, page, png);
  }
  dropUnreachable(document);
  return savePdf(document);
}
