/** Widths and heights: columns count in widths of a digit of the workbook's text, 7 pixels each and 5 more for margins (ECMA-376-1 §18.3.1.13). */
import { estimateTextWidth } from '../charts/text-width.ts';

export const ROW_PT = 18;
export const TEXT_PT = 11;
/** Share of its size that a digit of Calibri is wide. */
const DIGIT_EM = 0.507;
/** Calibri is set a little closer than the face that widths are estimated by. */
const CLOSER = 0.98;
const LINE_PITCH = 1.25;
const PX_PER_PT = 96 / 72;

/** Width of a text in characters of a column. */
export function textChars(text: string, sizePt = TEXT_PT, bold = false): number {
  let widest = 0;
  for (const line of text.split('\n')) widest = Math.max(widest, estimateTextWidth(line, sizePt));
  return (widest * CLOSER * (bold ? 1.06 : 1)) / (TEXT_PT * DIGIT_EM);
}

export const charsToPt = (chars: number): number => (Math.trunc(chars * 7 + 5)) / PX_PER_PT;
export const ptToChars = (pt: number): number => (pt * PX_PER_PT - 5) / 7;

/** Lines that a text takes in a width of so many characters. */
export function countLines(text: string, chars: number, sizePt = TEXT_PT, bold = false): number {
  const room = Math.max(1, chars);
  let lines = 0;
  for (const line of text.split('\n')) {
    let used = 0;
    lines++;
    for (const word of line.split(' ')) {
      const width = textChars(word, sizePt, bold);
      const space = used === 0 ? 0 : textChars(' ', sizePt, bold);
      if (used > 0 && used + space + width > room) {
        lines++;
        used = 0;
      }
      used += (used === 0 ? 0 : space) + width;
      // words longer than a line are broken
      if (used > room) {
        lines += Math.ceil(used / room) - 1;
        used %= room;
      }
    }
  }
  return lines;
}

/** Excel takes rows up to 409 pt. */
export function heightOf(lines: number, sizePt = TEXT_PT, least = ROW_PT): number {
  return Math.min(409, Math.max(least, Math.ceil(lines * sizePt * LINE_PITCH + 4)));
}
