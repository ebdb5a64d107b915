/**
 * Widths of text without a font available: advance widths of Source Sans 3 (regular) in thousandths of its size for common
 * groups of characters. Good to some percent, which is what placing labels needs.
 */
const NARROW = new Set(" .,:;!|'iljI()[]ftr-\u00a0");
const WIDE = new Set('mwMW%@€—…');

/** @returns width in the unit of `size` */
export function estimateTextWidth(text: string, size: number): number {
  let width = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (NARROW.has(char)) width += 0.275;
    else if (WIDE.has(char)) width += 0.8;
    // full-width scripts fill their square
    else if (code >= 0x2e80) width += 1;
    else if (char >= 'A' && char <= 'Z') width += 0.585;
    else width += 0.505;
  }
  return width * size;
}

/** Divides at blanks into lines no wider than `width` where words allow; at most `linesMax`, the last one takes the rest. */
export function wrapText(text: string, size: number, width: number, linesMax: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || (estimateTextWidth(joined, size) > width && lines.length < linesMax)) lines.push(word);
    else lines[lines.length - 1] = joined;
  }
  return lines;
}
