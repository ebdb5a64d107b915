/** Numbers of pages and stamps: in the margin, clear of what stands there. */
import { StandardFonts, type PDFPage } from '@cantoo/pdf-lib';
import type { Box, RenderedPage } from '../../../document/rendered-document.ts';
import { turnBox } from '../../../document/turn-box.ts';
import { isRejected, reject, type Rejected } from '../../define-edit.ts';
import type { Done, PdfWork } from '../define-pdf-edit.ts';
import type { StampFields } from '../operations/stamp.ts';
import { findFace, isMissing, sayMissing } from './find-face.ts';
import { fittingSize, presentPages, stampOn } from './page-operations.ts';
import { shownAsSent, shownNow, shownSize, sizeAsSent } from './pdf-file.ts';

export type NumberPosition = 'top' | 'bottom' | 'top_left' | 'top_right' | 'bottom_left' | 'bottom_right';
export interface MarginText {
  /** Of the page as it lies in the open file. */
  page: number;
  text: string;
}
/** What is needed of a request to write in margins. */
export type MarginWork = Pick<PdfWork, 'file' | 'drawn' | 'written'>;
/** How it is written. `size_pt`: as large as fits where absent. */
export interface MarginLook {
  position: NumberPosition;
  face: StandardFonts;
  size_pt?: number | undefined;
  color?: string | undefined;
  opacity?: number | undefined;
}

/** Distances from the edge in points, the best first: printers reach no nearer than the last. */
const MARGINS_PT = [36, 30, 24, 42, 18, 48, 12];
/** Between the number and what stands beside it. */
const GAP_PT = 3;
/** A picture that covers more of the page is its ground. */
const GROUND_SHARE = 0.5;
/** Pages that are told by number. */
const TOLD_MAX = 20;

/** Lines of text, and pictures that are not the ground of the page. */
function drawnOn(page: RenderedPage): Box[] {
  const area = page.widthPt * page.heightPt;
  const pictures = page.pictures.filter((one) => (one.right - one.left) * (one.bottom - one.top) < GROUND_SHARE * area);
  return [...page.lines.filter(({ unseen }) => unseen !== true), ...pictures].map((one) => turnBox(one, page, page.turned ?? 0));
}

interface Size {
  width: number;
  height: number;
}

function isDrawnSo({ widthPt, heightPt, turned = 0 }: RenderedPage, sent: { widthPt: number; heightPt: number }): boolean {
  const [width, height] = turned % 2 === 0 ? [widthPt, heightPt] : [heightPt, widthPt];
  return Math.abs(width - sent.widthPt) < 1 && Math.abs(height - sent.heightPt) < 1;
}

/** What a number must keep clear of on the page as it is shown now: what was drawn there, and what earlier operations have written. */
function obstaclesOn({ file, written }: MarginWork, seen: RenderedPage | undefined, number: number): Box[] {
  const drawn = seen !== undefined && isDrawnSo(seen, sizeAsSent(file, number)) ? drawnOn(seen) : [];
  return shownNow(file, number, [...drawn, ...(written.get(number) ?? [])]);
}

function boxOf(position: NumberPosition, page: Size, text: Size, marginPt: number): Box {
  const left = position.endsWith('left')
    ? (MARGINS_PT[0] ?? 0)
    : position.endsWith('right')
      ? page.width - (MARGINS_PT[0] ?? 0) - text.width
      : (page.width - text.width) / 2;
  const top = position.startsWith('top') ? marginPt : page.height - marginPt - text.height;
  return { left, top, right: left + text.width, bottom: top + text.height };
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right + GAP_PT && b.left < a.right + GAP_PT && a.top < b.bottom + GAP_PT && b.top < a.bottom + GAP_PT;

/**
 * Writes a text in the margin of each page, on all at the same distance from the edge where that is clear on the most of them, on the
 * others at the nearest that is clear there. What came in with the request was not drawn, so that nothing is known of what stands on it.
 * @param what the text is called in the message
 * @returns the pages, as they lie in the open file, on which no distance is clear
 */
export async function writeInMargin(
  work: MarginWork,
  texts: readonly MarginText[],
  look: MarginLook,
  what: string,
): Promise<Done | Rejected> {
  const { file, written } = work;
  const known = new Map(work.drawn.pages.map((page) => [page.page, page]));
  const font = await findFace(
    file.document,
    look.face,
    texts.map(({ text }) => text),
  );
  if (isMissing(font)) return reject('unsupported', sayMissing(`The ${what}`, font));
  const placeAt = (shown: PDFPage, text: string, margin: number): Box => {
    const within = shownSize(shown);
    const sizePt = look.size_pt ?? fittingSize(font, text, look.position, within);
    const size = { width: font.widthOfTextAtSize(text, sizePt), height: font.heightAtSize(sizePt, { descender: false }) };
    return boxOf(look.position, within, size, margin);
  };
  const clear = texts.map(({ page, text }): number[] => {
    const shown = file.pages[page - 1];
    if (shown === undefined) return MARGINS_PT;
    const obstacles = obstaclesOn(work, known.get(page), page);
    return MARGINS_PT.filter((margin) => {
      const box = placeAt(shown, text, margin);
      return !obstacles.some((one) => meet(box, one));
    });
  });
  const countOf = (margin: number): number => clear.filter((margins) => margins.includes(margin)).length;
  const [usual = MARGINS_PT[0] ?? 0] = MARGINS_PT.toSorted((a, b) => countOf(b) - countOf(a));
  for (const [index, { page, text }] of texts.entries()) {
    const margins = clear[index] ?? [];
    const margin = margins.includes(usual) ? usual : (margins[0] ?? usual);
    const { face: _face, ...ink } = look;
    const done = await stampOn(file, [page], { op: 'stamp', text, ...ink, angle: 0 }, { font, marginPt: margin });
    if (isRejected(done)) return done;
    const shown = file.pages[page - 1];
    if (shown !== undefined) written.set(page, [...(written.get(page) ?? []), shownAsSent(file, page, placeAt(shown, text, margin))]);
  }
  const over = texts.flatMap(({ page }, index) => (clear[index]?.length === 0 ? [page] : []));
  if (over.length === 0) return {};
  const told = `${over.slice(0, TOLD_MAX).join(', ')}${over.length > TOLD_MAX ? ' …' : ''}`;
  return {
    message: `On ${over.length === 1 ? 'page' : 'pages'} ${told} the ${what} lies over what is there: the margin has no free place; choose another position.`,
  };
}

/** Stamps the pages that are named, or all that are there by now, those that came in too: in the middle and at an angle over what is there. */
export async function stampPages(work: PdfWork, { pages, ...operation }: StampFields): Promise<Done | Rejected> {
  const listed = pages === undefined ? work.order.order : presentPages(work, pages);
  if (isRejected(listed)) return listed;
  const { text, position = 'center', size_pt, color, opacity, angle = 0 } = operation;
  if (position === 'center' || angle !== 0) return stampOn(work.file, listed, operation);
  const look = { position, face: StandardFonts.HelveticaBold, size_pt, color, opacity };
  const texts = listed.map((page) => ({ page, text }));
  const done = await writeInMargin(work, texts, look, 'stamp');
  return isRejected(done) ? done : { ...done, after: text };
}
