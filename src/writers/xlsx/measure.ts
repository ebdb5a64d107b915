/** Widths and heights: columns count in widths of a digit of the workbook's text, 7 pixels each and 5 more for margins (ECMA-376-1 §18.3.1.13). */
import { countLines as measureLines, measureWidth } from '../../base/text-metrics.ts';

export const ROW_PT = 18;
export const TEXT_PT = 11;
const FACE = 'Calibri';
const DIGIT_PX = 7;
const LINE_PITCH = 1.25;
const PX_PER_PT = 96 / 72;

/** Width of a text in characters of a column. */
export function textChars(text: string, sizePt = TEXT_PT, bold = false): number {
  let widest = 0;
  for (const line of text.split('\n')) widest = Math.max(widest, measureWidth(line, { name: FACE, bold }, sizePt));
  return (widest * PX_PER_PT) / DIGIT_PX;
}

export const charsToPt = (chars: number): number => (Math.trunc(chars * 7 + 5)) / PX_PER_PT;

/** Lines that a text takes in a width of so many characters. */
export function countLines(text: string, chars: number, sizePt = TEXT_PT, bold = false): number {
  return measureLines([{ text, face: { name: FACE, bold }, sizePt }], (Math.max(1, chars) * DIGIT_PX) / PX_PER_PT);
}

/** Excel takes rows up to 409 pt. */
export function heightOf(lines: number, sizePt = TEXT_PT, least = ROW_PT): number {
  return Math.min(409, Math.max(least, Math.ceil(lines * sizePt * LINE_PITCH + 4)));
}
