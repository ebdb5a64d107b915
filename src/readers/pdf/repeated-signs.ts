/**
 * Signs that are bullets because they begin one line after the other at the same place: glyphs that a file says no character of, signs of
 * symbol fonts told as letters, arrows and angle brackets. One by itself may be anything.
 */
import { minOf } from '../../base/extremes.ts';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { lineEm } from './rows.ts';

const LINES_MIN = 3;
/** So many are enough where more than a space is behind each, in sizes of the letters. */
const APART_MIN = 2;
const APART_EM = 0.6;
const SAME_LEFT_PT = 2;
/** A bullet that is drawn by two glyphs may have a letter before the one without a character. `Ø`, `ü`, `§` are what Wingdings has an arrow, a tick and a square at. */
const SIGNED = /^([!-~]?\uFFFD|[>»›→⇒⇨♦◊Øü§¤~+])(?:$|\s+(?=[\p{L}“"‘'([]))/u;
/** Text that goes on from line to line, as that of a quoted message does. */
const GOES_ON = /^[>»]\s+\p{Ll}/u;

/** Such fonts have no letters at the places of letters. */
const SYMBOL_FONT = /symbol|wingding|webding|dingbat|iconic/i;

const signOf = ({ text, font }: RenderedLine): string | undefined =>
  SIGNED.exec(text)?.[1] ?? (SYMBOL_FONT.test(font) ? /^([!-~])\s*$/.exec(text)?.[1] : undefined);

/** Where the text behind a sign begins: in its line, or in another one that begins where the sign's, which is a sign alone, ends. */
function textLeftOf(line: RenderedLine, sign: string, lines: readonly RenderedLine[]): number | undefined {
  if (line.text.trimEnd().length > sign.length) return line.words?.[4] ?? line.left;
  const beside = lines.filter(
    (other) => other.left >= line.right - 1 && other.top < line.bottom && other.bottom > line.top && other.text.trimEnd().length > 1,
  );
  return beside.length === 0 ? undefined : minOf(beside.map(({ left }) => left));
}

interface Signed {
  line: RenderedLine;
  apart: boolean;
}

/** @param lines of a page @returns the same, with `•` for such signs */
export function nameRepeatedSigns(lines: readonly RenderedLine[]): RenderedLine[] {
  const bySign = new Map<string, Signed[]>();
  for (const line of lines) {
    const sign = signOf(line);
    const textLeft = sign === undefined ? undefined : textLeftOf(line, sign, lines);
    if (sign === undefined || textLeft === undefined) continue;
    const signRight = line.text.trimEnd().length > sign.length ? (line.words?.[2] ?? textLeft) : line.right;
    const signed = bySign.get(sign) ?? [];
    signed.push({ line, apart: textLeft - signRight > lineEm(line) * APART_EM });
    bySign.set(sign, signed);
  }
  const bullets = new Map<RenderedLine, number>();
  for (const [sign, signed] of bySign) {
    if (signed.filter(({ line, apart }) => !apart && GOES_ON.test(line.text)).length > signed.length / 2) continue;
    for (const { line } of signed) {
      const below = signed.filter((other) => Math.abs(other.line.left - line.left) <= SAME_LEFT_PT);
      if (below.length >= LINES_MIN || (below.length >= APART_MIN && below.every(({ apart }) => apart))) bullets.set(line, sign.length);
    }
  }
  if (bullets.size === 0) return [...lines];
  return lines.map((line) => {
    const length = bullets.get(line);
    // places of words are counted in the text, which stays as long as it was
    return length === undefined ? line : { ...line, text: `${'•'.padEnd(length)}${line.text.slice(length)}` };
  });
}
