/** Marks and notes on a page (ISO 32000-1 §12.5), with an appearance of their own, so that every reader shows them alike. */
import { PDFArray, PDFHexString, PDFString, type PDFDict, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import type { Box } from '../../../document/rendered-document.ts';
import { hasUndividedWords } from '../../../base/undivided-words.ts';
import type { Quarter } from '../../../document/turn-box.ts';
import type { EditContext } from '../../define-edit.ts';
import { name, toPageSpace } from './pdf-file.ts';
import { maxOf, minOf } from '../../../base/extremes.ts';

export interface Mark {
  kind: 'highlight' | 'underline' | 'strike' | 'note';
  text: string;
  color: readonly [number, number, number];
  /** Where the words run, as the page is shown, in quarters clockwise: 1 is downwards. To the right where absent. */
  runs?: Quarter;
}

const SUBTYPES = { highlight: 'Highlight', underline: 'Underline', strike: 'StrikeOut', note: 'Text' } as const;
const NOTE_PT = 20;
const PRINTED = 4;
const DOWNWARDS = 1;
const LINE_WITHIN_PT = 1;

const number = (value: number): string => String(Math.round(value * 100) / 100);

/** Sides of a box in the order of its quarters: where the foot of words is that run to the right, down, to the left, up. */
const FOOT = ['bottom', 'left', 'top', 'right'] as const;

/** The line under words, or through them. Upright letters of a column have it to their right, where a reader of Japanese looks for it. */
function lineAlong(
  box: Box,
  { kind, runs = 0, text = '' }: { kind: Mark['kind']; runs?: Quarter | undefined; text?: string | undefined },
): Box {
  const { left, right, top, bottom } = box;
  const isLevel = runs % 2 === 0;
  if (kind === 'strike')
    return isLevel
      ? { left, right, top: (top + bottom) / 2, bottom: (top + bottom) / 2 }
      : { top, bottom, left: (left + right) / 2, right: (left + right) / 2 };
  const foot = runs === DOWNWARDS && hasUndividedWords(text) ? 'right' : FOOT[runs];
  const at = box[foot] + (foot === 'bottom' || foot === 'right' ? -LINE_WITHIN_PT : LINE_WITHIN_PT);
  return isLevel ? { left, right, top: at, bottom: at } : { top, bottom, left: at, right: at };
}

function appearanceOf(kind: Mark['kind'], color: string, quads: readonly Quad[], lines: readonly Quad[]): string {
  if (kind === 'highlight')
    return [
      `/Mark gs ${color} rg`,
      ...quads.map(
        ({ left, bottom, right, top }) => `${number(left)} ${number(bottom)} ${number(right - left)} ${number(top - bottom)} re f`,
      ),
    ].join('\n');
  return [
    `${color} RG 1 w`,
    ...lines.map(({ left, bottom, right, top }) => `${number(left)} ${number(bottom)} m ${number(right)} ${number(top)} l S`),
  ].join('\n');
}

/** The corners of a box as words see it that run along it: upper left, upper right, lower left, lower right. */
function cornersOf(page: PDFPage, { left, right, top, bottom }: Box, runs: Quarter): number[] {
  const around = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
  return [0, 1, 3, 2].flatMap((corner) => {
    const [x, y] = around[(corner + runs) % 4] ?? [left, top];
    const place = toPageSpace(page, { left: x, right: x, top: y, bottom: y });
    return [place.left, place.bottom];
  });
}

interface Quad {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

const pdfDate = (iso: string): string => `D:${iso.replaceAll(/[-:TZ]/g, '').slice(0, 14)}Z`;

/** @param boxes as the page is shown. @param words what they hold */
export function annotatePage(
  document: PDFDocument,
  page: PDFPage,
  boxes: readonly Box[],
  mark: Mark,
  { author, date }: Pick<EditContext, 'author' | 'date'>,
  words?: string,
): void {
  const { context } = document;
  const quads = boxes.map((box) => toPageSpace(page, box));
  const [first] = quads;
  if (!first) return;
  const around =
    mark.kind === 'note'
      ? { left: first.left, top: first.top, right: first.left + NOTE_PT, bottom: first.top - NOTE_PT }
      : {
          left: minOf(quads.map(({ left }) => left)),
          bottom: minOf(quads.map(({ bottom }) => bottom)),
          right: maxOf(quads.map(({ right }) => right)),
          top: maxOf(quads.map(({ top }) => top)),
        };
  const rect = [around.left, around.bottom, around.right, around.top];
  const annotation: PDFDict = context.obj({
    Type: 'Annot',
    Subtype: SUBTYPES[mark.kind],
    Rect: rect,
    C: [...mark.color],
    F: PRINTED,
    Contents: PDFHexString.fromText(mark.text),
    T: PDFHexString.fromText(author),
    M: PDFString.of(pdfDate(date)),
    P: page.ref,
  });
  if (mark.kind === 'note') annotation.set(name('Name'), name('Note'));
  else {
    annotation.set(name('QuadPoints'), context.obj(boxes.flatMap((box) => cornersOf(page, box, mark.runs ?? 0))));
    const lines = boxes.map((box) => toPageSpace(page, lineAlong(box, { ...mark, text: words })));
    const color = mark.color.map(number).join(' ');
    const form = context.stream(appearanceOf(mark.kind, color, quads, lines), {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: rect,
      Resources: { ExtGState: { Mark: { Type: 'ExtGState', BM: 'Multiply', ca: 0.6 } } },
    });
    annotation.set(name('AP'), context.obj({ N: context.register(form) }));
  }
  const known = page.node.lookup(name('Annots'));
  const ref = context.register(annotation);
  if (known instanceof PDFArray) known.push(ref);
  else page.node.set(name('Annots'), context.obj([ref]));
}
