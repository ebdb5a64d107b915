/**
 * The cells that a formula counts with, where it is as most are: figures, functions and references to cells of its own sheet. Read in
 * a fraction of the time that the pieces of any formula take; a sheet has tens of thousands of them.
 */
import { COLUMNS_MAX, ROWS_MAX } from './cell-names.ts';
import type { Area } from './places.ts';

const [OPEN, DOT, COLON, DOLLAR] = [40, 46, 58, 36];
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => code >= 65 && code <= 90;
/** What may be between words: operators, brackets, commas, blanks. */
const BETWEEN: ReadonlySet<number> = new Set(Array.from('+-*/^&=<>(),% ', (mark) => mark.charCodeAt(0)));
/** What makes more of a word than a cell. */
const goesOn = (code: number): boolean => isLetter(code) || isDigit(code) || code === DOT || code === COLON || code === DOLLAR;

interface Cell {
  row: number;
  column: number;
  end: number;
}

/** `B5` or `$B$5` at this place; null where it is none. */
function readCell(text: string, start: number): Cell | null {
  let at = text.charCodeAt(start) === DOLLAR ? start + 1 : start;
  const letters = at;
  let column = 0;
  for (; isLetter(text.charCodeAt(at)); at++) column = column * 26 + text.charCodeAt(at) - 64;
  if (at === letters || at > letters + 3 || column > COLUMNS_MAX) return null;
  if (text.charCodeAt(at) === DOLLAR) at++;
  const digits = at;
  let row = 0;
  for (; isDigit(text.charCodeAt(at)); at++) row = row * 10 + text.charCodeAt(at) - 48;
  if (at === digits || text.charCodeAt(digits) === 48 || row > ROWS_MAX) return null;
  return { row, column, end: at };
}

const skip = (text: string, start: number, belongs: (code: number) => boolean): number => {
  let at = start;
  while (belongs(text.charCodeAt(at))) at++;
  return at;
};

/** The area that begins here and where it ends; null where this is no reference that is read here. */
function readArea(text: string, start: number): { area: Area; end: number } | null {
  const from = readCell(text, start);
  if (from === null) return null;
  const to = text.charCodeAt(from.end) === COLON ? readCell(text, from.end + 1) : from;
  if (to === null || goesOn(text.charCodeAt(to.end)) || text.charCodeAt(to.end) === OPEN) return null;
  return {
    area: {
      top: Math.min(from.row, to.row),
      bottom: Math.max(from.row, to.row),
      left: Math.min(from.column, to.column),
      right: Math.max(from.column, to.column),
    },
    end: to.end,
  };
}

/**
 * @param formula without the `=`
 * @returns areas in the order of the text, rows and columns from 1; null of a formula that has to be read with more care: with names,
 * texts, other sheets, whole rows or columns
 */
export function plainAreas(formula: string): Area[] | null {
  const areas: Area[] = [];
  for (let at = 0; at < formula.length;) {
    const code = formula.charCodeAt(at);
    if (BETWEEN.has(code)) {
      at++;
    } else if (isDigit(code) || code === DOT) {
      at = skip(formula, at, (one) => isDigit(one) || one === DOT);
      if (goesOn(formula.charCodeAt(at))) return null;
    } else {
      const found = readArea(formula, at);
      if (found === null) {
        at = isLetter(code) ? skip(formula, at, (one) => isLetter(one) || isDigit(one) || one === DOT) : at;
        if (formula.charCodeAt(at) !== OPEN) return null;
      } else {
        areas.push(found.area);
        at = found.end;
      }
    }
  }
  return areas;
}
