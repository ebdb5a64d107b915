/** Accents that a page draws over their letters as signs of their own, as TeX does: `Re´union` and `R´eunion` show `Réunion`. */
import type { Box } from '../../document/rendered-document.ts';
import type { Lettered } from './signs-in-place.ts';

/** The sign by itself and the mark that Unicode composes letters with. */
const MARKS = new Map(
  Object.entries({
    '`': '\u0300',
    '\u00B4': '\u0301',
    '^': '\u0302',
    '\u02C6': '\u0302',
    '~': '\u0303',
    '\u02DC': '\u0303',
    '\u00AF': '\u0304',
    '\u02D8': '\u0306',
    '\u02D9': '\u0307',
    '\u00A8': '\u0308',
    '\u02DA': '\u030A',
    '\u02DD': '\u030B',
    '\u02C7': '\u030C',
    '\u00B8': '\u0327',
    '\u02DB': '\u0328',
  }),
);
const DOTLESS: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };
const LETTER = /^\p{L}$/u;

export const isAccent = (char: string): boolean => MARKS.has(char);

/** The accent stands over, or hangs below, the middle of the letter, and is narrower. */
function isOn(accent: Box, letter: Box): boolean {
  const [middle, wide] = [(accent.left + accent.right) / 2, letter.right - letter.left];
  return Math.abs(middle - (letter.left + letter.right) / 2) < wide * 0.35 && accent.right - accent.left < wide * 1.2;
}

function compose(letter: string, accent: string): string | undefined {
  const composed = `${DOTLESS[letter] ?? letter}${MARKS.get(accent) ?? ''}`.normalize('NFC');
  return [...composed].length === 1 ? composed : undefined;
}

/**
 * The letter that the next one and the last of the row are together, one of them being the other's accent; undefined where neither is.
 * @param accented the last of the row is an accent: told, since it is asked for each letter @param letter box of the next one
 */
export function composeAccent(row: Lettered, accented: boolean, letter: Box, char: string): string | undefined {
  const accents = isAccent(char);
  if (accents === accented) return undefined;
  const last = row.text.at(-1) ?? '';
  const before = { ...letter, left: row.lastLeft, right: row.lastRight };
  const [base, sign] = accents ? [last, char] : [char, last];
  const fits = LETTER.test(base) && (accents ? isOn(letter, before) : isOn(before, letter));
  return fits ? compose(base, sign) : undefined;
}
