/**
 * Widths and heights: columns count in widths of a digit of the workbook's text, and 5 pixels more for margins (ECMA-376-1
 * §18.3.1.13). All is planned for text of 11 points; where the look has it larger or smaller, everything is scaled alike
 * when it is written.
 */
import type { Look } from '../../document/look.ts';
import { countLines as measureLines, measureWidth } from '../../base/text-metrics.ts';

export const ROW_PT = 18;
export const TEXT_PT = 11;
const LINE_PITCH = 1.25;
const PX_PER_PT = 96 / 72;
const MARGIN_PX = 5;

export interface Measure {
  /** Width of a text in characters of a column. */
  textChars(text: string, sizePt?: number, bold?: boolean): number;
  /** Lines that a text takes in a width of so many characters. */
  countLines(text: string, chars: number, sizePt?: number, bold?: boolean): number;
  charsToPt(chars: number): number;
  /** What sizes of the plan are multiplied by when they are written. */
  scale: number;
}

/** In the face of the look's text. */
export function createMeasure({ faces, scale }: Look): Measure {
  const name = faces.text;
  const digitPx = Math.max(4, Math.round(measureWidth('0', { name, bold: false }, TEXT_PT) * PX_PER_PT));
  return {
    scale,
    textChars(text, sizePt = TEXT_PT, bold = false) {
      let widest = 0;
      for (const line of text.split('\n')) widest = Math.max(widest, measureWidth(line, { name, bold }, sizePt));
      return (widest * PX_PER_PT) / digitPx;
    },
    countLines: (text, chars, sizePt = TEXT_PT, bold = false) =>
      measureLines([{ text, face: { name, bold }, sizePt }], (Math.max(1, chars) * digitPx) / PX_PER_PT),
    charsToPt: (chars) => Math.trunc(chars * digitPx + MARGIN_PX) / PX_PER_PT,
  };
}

/** Excel takes rows up to 409 pt. */
export function heightOf(lines: number, sizePt = TEXT_PT, least = ROW_PT): number {
  return Math.min(409, Math.max(least, Math.ceil(lines * sizePt * LINE_PITCH + 4)));
}
