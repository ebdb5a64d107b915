/** Numbers as lists write them, in lower case. */

const ROMAN: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const ROMAN_MAX = 3_999;
const LETTERS_MAX = 20;

/** 4 → `iv`; digits below 1 and beyond 3,999, for which there are no Roman numerals. */
export function romanNumeral(number: number): string {
  if (number < 1 || number > ROMAN_MAX) return String(number);
  let rest = number;
  let text = '';
  for (const [value, numeral] of ROMAN) for (; rest >= value; rest -= value) text += numeral;
  return text;
}

/** a … z, aa, bb, … as Word counts (ISO/IEC 29500-1 §17.18.59, lowerLetter), 20 letters at most; '' below 1. */
export const countingLetters = (number: number): string =>
  number < 1 ? '' : String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(LETTERS_MAX, Math.ceil(number / 26)));
