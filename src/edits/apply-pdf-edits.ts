/**
 * Typed operations on the pages of a PDF file. Contents are changed on the file as it was sent, page by page; then pages are
 * put in their order. Operations on its text set the pages anew and are no part of this (`relaid-text.ts`).
 */
import { createHash } from 'node:crypto';
import type { Note } from '../base/note.ts';
import type { Box, DrawnDocument } from '../document/drawn-document.ts';
import type { EditOperation, EditProof, EditResult } from './apply-edits.ts';
import { isRejected, reject, type EditContext, type Rejected } from './define-edit.ts';
import { annotatePage } from './pdf/mechanics/annotate-page.ts';
import { findWords, picturesWithin, wordsWithin, type FoundWords } from './pdf/mechanics/find-words.ts';
import { loadStandardFaces } from './pdf/mechanics/glyph-widths.ts';
import {
  arrangePages,
  colorOf,
  deletePages,
  fillForm,
  movePages,
  noPage,
  rotatePages,
  stampPages,
  type Done,
  type PageOrder,
} from './pdf/mechanics/page-operations.ts';
import { openPdf, pageContent, type PdfFile } from './pdf/mechanics/pdf-file.ts';
import { pictureOfPage, redactPage, type PageBars } from './pdf/mechanics/redact-page.ts';
import { dropUnreachable, hasAttachments, saysBeside, scrubStrings } from './pdf/mechanics/scrub-file.ts';
import type { RedactedPage } from './redacted-words.ts';
import { PDF_PAGE_SCHEMAS, type PdfPageOperation } from './pdf-edits.ts';

export interface PdfOutcome {
  bytes: Uint8Array;
  results: EditResult[];
  integrity: EditProof;
  notes: Note[];
  redacted: RedactedPage[];
}

type Redact = Extract<PdfPageOperation, { op: 'redact' }>;
type Annotate = Extract<PdfPageOperation, { op: 'annotate' }>;

interface Work {
  file: PdfFile;
  drawn: DrawnDocument;
  context: EditContext;
  order: PageOrder;
  bars: Map<number, PageBars[]>;
  /** Words that go from everywhere. */ words: string[];
}

const toRgb = (text: string | undefined, fallback: readonly [number, number, number]): readonly [number, number, number] => {
  const { red, green, blue } = colorOf(text, fallback);
  return [red, green, blue];
};

/** Places that an operation means, by words or by a box. */
function locate(
  { drawn, file }: Work,
  { find, all, page, box }: Pick<Redact, 'find' | 'all' | 'page' | 'box'>,
  options: { matchCase: boolean; wholeWord: boolean },
): FoundWords[] | Rejected {
  if (page !== undefined && page > file.pages.length) return noPage(file.pages.length);
  if (box !== undefined) {
    if (page === undefined) return reject('ambiguous_target', 'A box needs the page that it lies on.');
    const [left, top, right, bottom] = box;
    if (right <= left || bottom <= top)
      return reject('unsupported', 'The box is empty: left, top, right, bottom in this order, from the upper left corner.');
    const one = { left, top, right, bottom };
    const shown = drawn.pages.find((candidate) => candidate.page === page);
    return [{ page, boxes: [one], text: shown ? wordsWithin(shown, [one]).join(' ') : '' }];
  }
  if (find === undefined) return reject('target_not_found', 'Say which words (find), or which box on which page.');
  const found = findWords(drawn, find, { ...options, page });
  if (found.length === 0)
    return reject('target_not_found', `"${find.slice(0, 80)}" stands nowhere${page === undefined ? '' : ` on page ${page}`}.`);
  if (found.length > 1 && all !== true)
    return reject('ambiguous_target', `"${find.slice(0, 80)}" stands in ${found.length} places; set all, or name the page.`, [
      ...new Set(found.map((one) => `page ${one.page}`)),
    ]);
  return found;
}

const PAD_PT = 0.6;
const padded = (box: Box): Box => ({
  left: box.left - PAD_PT,
  top: box.top - PAD_PT,
  right: box.right + PAD_PT,
  bottom: box.bottom + PAD_PT,
});

function redact(work: Work, operation: Redact): Done | Rejected {
  const found = locate(work, operation, { matchCase: operation.match_case ?? true, wholeWord: false });
  if (isRejected(found)) {
    // in a field, a bookmark, a property: there is nothing to put a bar on
    if (
      found.rejected.reason !== 'target_not_found' ||
      operation.find === undefined ||
      operation.page !== undefined ||
      !saysBeside(work.file.document, operation.find)
    )
      return found;
    work.words.push(operation.find);
    return { before: 'beside the pages: properties, bookmarks, fields or notes', after: '' };
  }
  for (const { page, boxes, text } of found) {
    const bars: PageBars = { boxes: operation.box ? boxes : boxes.map(padded), color: toRgb(operation.color, [0, 0, 0]) };
    work.bars.set(page, [...(work.bars.get(page) ?? []), bars]);
    // a word or two of a box stand in many places by right
    if (operation.find !== undefined) work.words.push(operation.find);
    if (text.trim().length > 3) work.words.push(text);
  }
  return {
    before: `${found.length} ${found.length === 1 ? 'place' : 'places'} on ${[...new Set(found.map(({ page }) => `page ${page}`))].join(', ').slice(0, 200)}`,
    after: '',
  };
}

function annotate(work: Work, operation: Annotate): Done | Rejected {
  const found = locate(work, operation, { matchCase: true, wholeWord: true });
  if (isRejected(found)) return found;
  const kind = operation.kind ?? 'highlight';
  for (const { page, boxes } of found) {
    const target = work.file.pages[page - 1];
    if (target)
      annotatePage(
        work.file.document,
        target,
        boxes,
        { kind, text: operation.text ?? '', color: toRgb(operation.color, kind === 'highlight' ? [1, 0.85, 0.2] : [0.8, 0.1, 0.1]) },
        work.context,
      );
  }
  return {
    before: found[0]?.text.slice(0, 200) ?? '',
    after: `${kind}${operation.text === undefined ? '' : `: ${operation.text.slice(0, 200)}`}`,
  };
}

async function perform(work: Work, operation: PdfPageOperation): Promise<Done | Rejected> {
  const { file, order } = work;
  switch (operation.op) {
    case 'rotate_pages':
      return rotatePages(file, operation);
    case 'delete_pages':
      return deletePages(file, order, operation);
    case 'move_pages':
      return movePages(file, order, operation);
    case 'fill_form':
      return fillForm(file, operation);
    case 'stamp':
      return stampPages(file, operation);
    case 'annotate':
      return annotate(work, operation);
    case 'redact':
      return redact(work, operation);
  }
}

function parse(operation: EditOperation): PdfPageOperation | Rejected {
  const known = Object.entries(PDF_PAGE_SCHEMAS).find(([op]) => op === operation.op);
  if (!known)
    return reject('unsupported', `${operation.op} is not available together with operations on pages; send it in a request of its own.`);
  return known[1].parse(operation);
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Page by page, by what each draws: the proof that no other page was touched. */
async function compare(before: Uint8Array, after: Uint8Array, order: readonly number[]): Promise<EditProof> {
  const prints = async (bytes: Uint8Array): Promise<string[]> =>
    (await openPdf(bytes)).pages.map((page) =>
      hash(
        Buffer.concat([
          pageContent(page) ?? Buffer.from('unknown'),
          Buffer.from(`${JSON.stringify(page.getCropBox())} ${page.getRotation().angle} ${page.node.Annots()?.size() ?? 0}`),
        ]),
      ),
    );
  const [old, now] = [await prints(before), await prints(after)];
  const unchanged = order.flatMap((number, i) =>
    old[number - 1] !== undefined && old[number - 1] === now[i] ? [[`page ${number}`, now[i] ?? '']] : [],
  );
  const kept = new Set(unchanged.map(([page]) => page));
  return {
    parts_changed: old.map((_, i) => `page ${i + 1}`).filter((page) => !kept.has(page)),
    parts_unchanged: Object.fromEntries(unchanged),
  };
}

/** @throws Refusal `file_rejected` */
export async function applyPdfEdits(
  bytes: Uint8Array,
  drawn: DrawnDocument,
  operations: readonly EditOperation[],
  context: EditContext,
): Promise<PdfOutcome> {
  const file = await openPdf(bytes);
  const work: Work = { file, drawn, context, order: { order: file.pages.map((_, i) => i + 1) }, bars: new Map(), words: [] };
  const results: EditResult[] = [];
  for (const operation of operations) {
    const parsed = file.locked === null ? parse(operation) : reject('protected_document', file.locked);
    const outcome = isRejected(parsed) ? parsed : await perform(work, parsed);
    const line = { op: operation.op, target: null };
    results.push(isRejected(outcome) ? { ...line, status: 'rejected', ...outcome.rejected } : { ...line, status: 'applied', ...outcome });
  }
  if (results.every(({ status }) => status === 'rejected'))
    return { bytes, results, integrity: { parts_changed: [], parts_unchanged: {} }, notes: [], redacted: [] };
  const redacted = await redactAll(work);
  arrangePages(file, work.order);
  dropUnreachable(file.document);
  const saved = await file.document.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false });
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
  return { bytes: saved, results, integrity: await compare(bytes, saved, work.order.order), notes, redacted };
}

async function redactAll({ file, drawn, order, bars, words }: Work): Promise<RedactedPage[]> {
  if (bars.size === 0) return [];
  const faces = await loadStandardFaces();
  const redacted: RedactedPage[] = [];
  for (const [number, all] of bars) {
    const page = file.pages[number - 1];
    const shown = drawn.pages.find((candidate) => candidate.page === number);
    if (!page) continue;
    const boxes = all.flatMap((one) => one.boxes);
    const sure =
      redactPage(file.document, page, all, faces) && !(shown && (picturesWithin(shown, boxes) || shown.recognized !== undefined));
    const at = order.order.indexOf(number);
    if (at >= 0) redacted.push({ page: at + 1, boxes, unsure: !sure });
  }
  scrubStrings(file.document, [...new Set(words)]);
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
  return document.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false });
}
