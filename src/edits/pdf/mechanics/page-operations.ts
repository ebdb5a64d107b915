/** Operations on whole pages, and what is written over them. */
import { degrees, PDFOperator, PDFOperatorNames, rgb, StandardFonts, type PDFFont, type PDFPage, type RGB } from '@cantoo/pdf-lib';
import { isRejected, reject, type Rejected } from '../../define-edit.ts';
import type { RotatePagesFields } from '../operations/rotate-pages.ts';
import type { DeletePagesFields } from '../operations/delete-pages.ts';
import type { MovePagesFields } from '../operations/move-pages.ts';
import type { StampFields } from '../operations/stamp.ts';
import type { Done, PdfWork } from '../define-pdf-edit.ts';
import { dropPages } from './drop-pages.ts';
import { balancePage } from './balance-states.ts';
import { findFace, isMissing, sayMissing } from './find-face.ts';
import { listPages, name, shownSize, type PdfFile } from './pdf-file.ts';

/** Said of numbers that no page has: pages are named as they were sent, so that those that came in with the request have none. */
export const noPage = ({ sent, pages }: Pick<PdfFile, 'sent' | 'pages'>): Rejected =>
  reject(
    'target_not_found',
    pages.length > sent
      ? `There is no such page; the file that was sent has ${sent}. Pages that came in have no number in this request: name them in one of its own, on the result.`
      : `There is no such page; the file has ${sent}.`,
  );

/** Said of pages that are there no more where an operation names them. */
export const DELETED = 'One of the pages is deleted by an earlier operation.';

/** The pages that an operation names, as long as all of them are there at that point of the request. */
export function presentPages({ file, order }: Pick<PdfWork, 'file' | 'order'>, pages: readonly number[] | string): number[] | Rejected {
  const listed = listPages(pages, file.sent);
  if (!listed) return noPage(file);
  return listed.every((number) => order.order.includes(number)) ? listed : reject('overlapping_operation', DELETED);
}

export function rotatePages(work: PdfWork, { pages, angle }: RotatePagesFields): Done | Rejected {
  const { file } = work;
  const listed = presentPages(work, pages);
  if (isRejected(listed)) return listed;
  for (const number of listed) {
    const page = file.pages[number - 1];
    page?.setRotation(degrees((page.getRotation().angle + angle) % 360));
  }
  return { after: `${listed.length === 1 ? 'page' : 'pages'} ${listed.join(', ').slice(0, 200)} turned by ${angle}°` };
}

/** Order of the pages as it grows: numbers of the file as it was sent, and behind them those of pages that came in. */
export interface PageOrder {
  order: number[];
}

export function deletePages(file: PdfFile, state: PageOrder, { pages }: DeletePagesFields): Done | Rejected {
  const listed = listPages(pages, file.sent);
  if (!listed) return noPage(file);
  const left = state.order.filter((number) => !listed.includes(number));
  if (left.length === 0) return reject('unsupported', 'No page would be left.');
  if (left.length === state.order.length) return reject('no_effect', 'These pages are deleted already.');
  state.order = left;
  return { before: `pages ${listed.join(', ').slice(0, 200)}`, after: `${left.length} pages left` };
}

export function movePages(file: PdfFile, state: PageOrder, { pages, before }: MovePagesFields): Done | Rejected {
  const { sent } = file;
  const listed = listPages(pages, sent);
  if (!listed || before > sent + 1) return noPage(file);
  if (listed.some((number) => !state.order.includes(number)) || (before <= sent && !state.order.includes(before)))
    return reject('overlapping_operation', DELETED);
  // before one that moves itself: before the next that stays
  const rest = state.order.filter((number) => !listed.includes(number));
  const anchor = before > sent ? undefined : state.order.slice(state.order.indexOf(before)).find((number) => !listed.includes(number));
  const at = anchor === undefined ? rest.length : rest.indexOf(anchor);
  const order = [...rest.slice(0, at), ...listed, ...rest.slice(at)];
  if (order.every((number, i) => number === state.order[i])) return reject('no_effect', 'The pages are there already.');
  state.order = order;
  return {
    after: `pages ${listed.join(', ').slice(0, 200)} come before ${anchor === undefined ? 'the end' : anchor > sent ? 'the pages that came in' : `page ${anchor}`}`,
  };
}

/** Puts the pages in their order; what led to a page that is gone leads nowhere. */
export function arrangePages({ document, pages, sent }: PdfFile, { order }: PageOrder): void {
  if (order.length === sent && order.every((number, i) => number === i + 1)) return;
  const kept = order.flatMap((number) => pages[number - 1] ?? []);
  const gone = pages.filter((_, i) => !order.includes(i + 1));
  const { context, catalog } = document;
  const tree = catalog.Pages();
  // inherited entries are written into each page, since the tree becomes flat
  for (const page of pages)
    for (const key of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) {
      const value = page.node.getInheritableAttribute(name(key));
      if (value !== undefined) page.node.set(name(key), value);
    }
  const root = catalog.get(name('Pages'));
  for (const page of kept) if (root) page.node.set(name('Parent'), root);
  tree.set(name('Kids'), context.obj(kept.map((page) => page.ref)));
  tree.set(name('Count'), context.obj(kept.length));
  dropPages(document, gone);
}

export function colorOf(text: string | undefined, fallback: readonly [number, number, number]): RGB {
  const digits = text?.replace('#', '');
  const [r, g, b] = digits === undefined ? fallback : [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255);
  return rgb(r ?? 0, g ?? 0, b ?? 0);
}

const MARGIN_PT = 36;

/** How words are put on a page, where it is not the usual way. */
export interface StampWay {
  /** Has all letters of the text; a bold one where absent. */
  font?: PDFFont;
  /** From the edge of the page; 36 points where absent. */
  marginPt?: number;
}

/** Where the middle of the text comes, on the page as it is shown. */
function middleOf(
  position: NonNullable<StampFields['position']>,
  size: { width: number; height: number },
  text: { width: number; height: number },
  marginPt: number,
): { x: number; y: number } {
  const x = position.endsWith('left')
    ? MARGIN_PT + text.width / 2
    : position.endsWith('right')
      ? size.width - MARGIN_PT - text.width / 2
      : size.width / 2;
  const y = position.startsWith('top')
    ? size.height - marginPt - text.height / 2
    : position.startsWith('bottom')
      ? marginPt + text.height / 2
      : size.height / 2;
  return { x, y };
}

/** A point of the page as it is shown (from its lower left corner) in the page's own space. */
function toOwn(page: PDFPage, x: number, y: number): { x: number; y: number } {
  const { x: left, y: bottom, width, height } = page.getCropBox();
  switch (((page.getRotation().angle % 360) + 360) % 360) {
    case 90:
      return { x: left + width - y, y: bottom + x };
    case 180:
      return { x: left + width - x, y: bottom + height - y };
    case 270:
      return { x: left + y, y: bottom + height - x };
    default:
      return { x: left + x, y: bottom + y };
  }
}

/** In points: what a stamp has whose size is not asked for, less where the page is small. @param page its size as it is shown */
export function fittingSize(
  font: PDFFont,
  text: string,
  position: NonNullable<StampFields['position']>,
  page: { width: number; height: number },
): number {
  return Math.min(position === 'center' ? 96 : 14, (Math.hypot(page.width, page.height) * 0.6 * 100) / font.widthOfTextAtSize(text, 100));
}

/** Writes over pages, whatever is there. @param listed numbers of pages as they lie in the open file */
export async function stampOn(
  { document, pages: all }: PdfFile,
  listed: readonly number[],
  operation: Omit<StampFields, 'pages'>,
  { font: given, marginPt = MARGIN_PT }: StampWay = {},
): Promise<Done | Rejected> {
  const font = given ?? (await findFace(document, StandardFonts.HelveticaBold, [operation.text]));
  if (isMissing(font)) return reject('unsupported', sayMissing('The stamp', font));
  const position = operation.position ?? 'center';
  const angle = operation.angle ?? (position === 'center' ? 45 : 0);
  for (const number of listed) {
    const page = all[number - 1];
    if (!page) continue;
    balancePage(document, page);
    const size = shownSize(page);
    const sizePt = operation.size_pt ?? fittingSize(font, operation.text, position, size);
    const text = { width: font.widthOfTextAtSize(operation.text, sizePt), height: font.heightAtSize(sizePt, { descender: false }) };
    const middle = middleOf(position, size, text, marginPt);
    const turned = (angle * Math.PI) / 180;
    const start = toOwn(
      page,
      middle.x - (text.width / 2) * Math.cos(turned) + (text.height / 2) * Math.sin(turned),
      middle.y - (text.width / 2) * Math.sin(turned) - (text.height / 2) * Math.cos(turned),
    );
    // what is printed over a page is no part of what it says (ISO 32000-1 §14.8.2.2)
    page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContent, [name('Artifact')]));
    page.drawText(operation.text, {
      ...start,
      size: sizePt,
      font,
      color: colorOf(operation.color, [0.6, 0.1, 0.1]),
      opacity: operation.opacity ?? (position === 'center' ? 0.3 : 1),
      rotate: degrees(angle + page.getRotation().angle),
    });
    page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
  }
  return { after: operation.text };
}
