/**
 * Edits of PDF files. Pages, forms, marks and redactions change the file itself; what was redacted is searched for again
 * afterwards, and a page on which anything is left, or could not be removed, becomes a picture of itself. Text changes lay
 * out all pages again.
 */
import type { Note } from '../../base/note.ts';
import type { RenderedDocument } from '../../document/rendered-document.ts';
import type { EditOperation, EditProof, EditResult } from '../../edits/apply-edits.ts';
import type { EditContext } from '../../edits/define-edit.ts';
import { besideText, changesText, ofText } from '../../edits/pdf-text.ts';
import { findPictures, type PlacedPicture } from '../../edits/placed-pictures.ts';
import type { PageRenderer } from '../../ports/page-renderer.ts';
import { openPdf } from '../accept/validate-file.ts';
import type { Engine } from '../make.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { sendPages, type SentPages } from '../work/sent-pages.ts';

export interface PdfEdited {
  bytes: Uint8Array;
  results: EditResult[];
  integrity: EditProof;
  notes: Note[];
}

/** For pages that become pictures: fine enough to be read in print. */
const PICTURE_WIDTH_PX = 2_000;

/** @throws Refusal file_rejected for a PDF that cannot be opened */
const readPdfPages = (pages: Pick<PageRenderer, 'read'>, bytes: Uint8Array, signal?: AbortSignal): Promise<RenderedDocument> =>
  openPdf(pages.read(bytes, signal ? { signal } : {}));

/** The same, as threads are given them. @throws Refusal file_rejected for a PDF that cannot be opened */
export const sentPdf = async (pages: Pick<PageRenderer, 'read'>, bytes: Uint8Array, signal?: AbortSignal): Promise<SentPages> =>
  sendPages(await readPdfPages(pages, bytes, signal));

/** Pages of the file as they are rendered now, for those of these numbers. */
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

interface PdfWork {
  bytes: Uint8Array;
  drawn: RenderedDocument;
  operations: readonly EditOperation[];
  engine: Engine;
  signal: AbortSignal;
}

async function editPages({ bytes, drawn, operations, engine, signal }: PdfWork, context: EditContext): Promise<PdfEdited> {
  const { redacted, ...edited } = await runFileWork('applyPdfEdits', bytes, await sendPages(drawn), operations, context);
  if (redacted.length === 0) return edited;
  const left = await runFileWork('leftWithin', await sentPdf(engine.pages, edited.bytes, signal), redacted);
  const wanted = new Set([...left, ...redacted.filter(({ unsure }) => unsure).map(({ page }) => page)]);
  if (wanted.size === 0) return edited;
  const pictured = await runFileWork('picturePages', edited.bytes, await picturesOf(edited.bytes, wanted, engine, signal));
  const still = await runFileWork('leftWithin', await sentPdf(engine.pages, pictured, signal), redacted);
  if (still.length > 0) throw new Error(`redacted words are still on page ${still.join(', ')}`);
  const numbers = [...wanted].toSorted((a, b) => a - b).join(', ');
  const note: Note = {
    code: 'pages_made_pictures',
    severity: 'info',
    message: `Of page ${numbers} not all that was redacted could be removed from the drawing itself, so the page is a picture now: its words can no longer be searched for.`,
  };
  return { ...edited, bytes: pictured, notes: [...edited.notes, note] };
}

async function cropPictures({ bytes, drawn, engine, signal }: PdfWork): Promise<PlacedPicture[]> {
  const boxes = findPictures(drawn);
  const cropped = await engine.pages.crop(bytes, boxes, { signal });
  return boxes
    .flatMap((placed, i) => (cropped[i] ? [{ placed, picture: cropped[i] }] : []))
    .map(({ placed, picture: { png, width, height } }, i) => ({
      ...placed,
      asset: { key: `img:${i + 1}`, contentType: 'image/png', width, height, data: png },
    }));
}

async function relayout(work: PdfWork): Promise<PdfEdited> {
  const { bytes, drawn, operations, engine, signal } = work;
  const pictures = await cropPictures(work);
  const { typst, ...changed } = await runFileWork('relayoutPdf', await sendPages(drawn), operations, pictures);
  if (typst === null) return { ...changed, bytes };
  const creationTime = Math.floor(engine.clock.now().getTime() / 1_000);
  return { ...changed, bytes: await engine.typesetter.compile(typst.source, { assets: typst.assets, creationTime, signal }) };
}

/** Results of a request whose operations were done in parts, in its order. */
const inRequestOrder = (results: ReadonlyMap<number, EditResult>): EditResult[] =>
  [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result);

/** The results of operations by the places that these have in the request. */
const placed = (operations: ReadonlyMap<number, EditOperation>, results: readonly EditResult[]): [number, EditResult][] =>
  [...operations.keys()].flatMap((at, index) => (results[index] === undefined ? [] : [[at, results[index]]]));

/** What would happen; the changed pages are thrown away. @throws Refusal file_rejected */
export async function previewPdfEdits(
  bytes: Uint8Array,
  operations: readonly EditOperation[],
  context: EditContext,
  pages: Pick<PageRenderer, 'read'>,
): Promise<EditResult[]> {
  const sent = await sentPdf(pages, bytes);
  const preview = async (some: readonly EditOperation[]): Promise<EditResult[]> =>
    some.length === 0 ? [] : (await runFileWork('applyPdfEdits', bytes, sent, some, context)).results;
  if (!changesText(operations)) return preview(operations);
  const texts = ofText(operations);
  const results = await runFileWork('previewPdfText', sent, [...texts.values()]);
  const { later, refused } = besideText(
    operations,
    results.some(({ status }) => status === 'applied'),
  );
  return inRequestOrder(new Map([...placed(texts, results), ...placed(later, await preview([...later.values()])), ...refused]));
}

/** The text first, which sets all pages again, and then what of the request is for the whole file. */
async function editTextAndFile(work: PdfWork, context: EditContext): Promise<PdfEdited> {
  const { bytes, operations, engine, signal } = work;
  const texts = ofText(operations);
  const first = await relayout({ ...work, operations: [...texts.values()] });
  const changed = first.bytes !== bytes;
  const { later, refused } = besideText(operations, changed);
  const drawn = changed && later.size > 0 ? await readPdfPages(engine.pages, first.bytes, signal) : work.drawn;
  const second =
    later.size === 0 ? null : await editPages({ ...work, bytes: first.bytes, drawn, operations: [...later.values()] }, context);
  return {
    bytes: second?.bytes ?? first.bytes,
    results: inRequestOrder(new Map([...placed(texts, first.results), ...placed(later, second?.results ?? []), ...refused])),
    integrity: changed || second === null ? first.integrity : second.integrity,
    notes: [...first.notes, ...(second?.notes ?? [])],
  };
}

/** @throws Refusal file_rejected, processing_failed */
export async function editPdf(
  bytes: Uint8Array,
  operations: readonly EditOperation[],
  context: EditContext,
  engine: Engine,
  signal: AbortSignal,
): Promise<PdfEdited> {
  const work: PdfWork = { bytes, drawn: await readPdfPages(engine.pages, bytes, signal), operations, engine, signal };
  return changesText(operations) ? editTextAndFile(work, context) : editPages(work, context);
}
