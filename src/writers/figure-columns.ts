/** Which columns of a table hold figures, and are set to the right: the same in Word, PDF and pages. */

/** "12,345.6", "−3 %", "€4.2M", "1.280 €", "160 kVA", "USD 20", "+0.5". */
const FIGURE =
  /^[\s(]*[-+−–±▲▼~<>≤≥≈]*\s*(?:[$€£¥]|[A-Z]{3}(?=[\s\d+−-]))?\s*[-+−]?\d[\d.,\s\u00A0\u202F'’]*\s*(?:%|‰|[$€£¥]|[a-zA-Zµ°/²³·]{1,6}|[kKmM]€|p\.\s?p\.)?[\s)]*$/u;
/** "–", "n/a". */
const NO_VALUE = /^\s*(?:[-–—−]|n\/?[ad]|n\.\s?[ad]\.?|s\/d)?\s*$/i;
const FIGURE_CHARS_MAX = 30;
const WORDS = new Set(['text', 'id', 'bool']);

/**
 * @param texts cells of the column below the header
 * @param type declared type of the column, which decides where there is one
 */
export function isFigureColumn(texts: readonly string[], type: string | undefined): boolean {
  if (type !== undefined) return !WORDS.has(type);
  const said = texts.filter((text) => !NO_VALUE.test(text));
  return said.length > 0 && said.every((text) => text.length <= FIGURE_CHARS_MAX && FIGURE.test(text));
}

/** Whether the column of a table without declared types is set to the right. @param at its place, from 0 */
export const standsRight = (texts: readonly string[], at: number): boolean =>
  !(at === 0 && countsRows(texts)) && isFigureColumn(texts, undefined);

/** A first column of 1, 2, 3 … names the rows; it is no figure to be added up. @param texts cells below the header, without a total */
export const countsRows = (texts: readonly string[]): boolean =>
  texts.length > 1 && texts.every((text, at) => text.trim().replace(/\.$/, '') === String(at + 1));
