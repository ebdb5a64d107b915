/**
 * Signs that are bullets because they begin one line after the other at the same place: glyphs that a file says no character of, signs of
 * symbol fonts told as letters, arrows and angle brackets. One by itself may be anything.
 */
import type { RenderedLine } from '../../document/rendered-document.ts';

const LINES_MIN = 3;
const SAME_LEFT_PT = 2;
/** `Ø`, `ü`, `§` are what Wingdings has an arrow, a tick and a square at. */
const SIGNED = /^([\uFFFD>»›→⇒⇨♦◊Øü§¤])(?:$|\s+(?=[\p{L}“"‘'([]))/u;
/** Text that goes on from line to line, as that of a quoted message does. */
const GOES_ON = /^[>»]\s+\p{Ll}/u;

const signOf = ({ text }: RenderedLine): string | undefined => SIGNED.exec(text)?.[1];

/** Another line begins where this one, which is a sign alone, ends. */
const hasTextBeside = (line: RenderedLine, lines: readonly RenderedLine[]): boolean =>
  lines.some((other) => other.left >= line.right - 1 && other.top < line.bottom && other.bottom > line.top);

/** @param lines of a page @returns the same, with `•` for such signs */
export function nameRepeatedSigns(lines: readonly RenderedLine[]): RenderedLine[] {
  const bySign = new Map<string, RenderedLine[]>();
  for (const line of lines) {
    const sign = signOf(line);
    if (sign !== undefined && (line.text.length > 1 || hasTextBeside(line, lines))) bySign.set(sign, [...(bySign.get(sign) ?? []), line]);
  }
  const bullets = new Set<RenderedLine>();
  for (const signed of bySign.values()) {
    if (signed.filter(({ text }) => GOES_ON.test(text)).length > signed.length / 2) continue;
    for (const line of signed)
      if (signed.filter(({ left }) => Math.abs(left - line.left) <= SAME_LEFT_PT).length >= LINES_MIN) bullets.add(line);
  }
  return bullets.size === 0 ? [...lines] : lines.map((line) => (bullets.has(line) ? { ...line, text: `•${line.text.slice(1)}` } : line));
}
