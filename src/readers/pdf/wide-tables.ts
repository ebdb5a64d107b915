/** Tables as wide as the page on a page of columns of text: lines across the gutter rule them, and the gutter is between two of their columns. */
import type { Box } from '../../document/rendered-document.ts';
import { widthInLetters } from './measures.ts';
import { sortRows } from './by-place.ts';
import type { Piece } from './rows.ts';
import { findLevels } from './ruled-tables.ts';

/** How far a line reaches into both columns. */
const REACH_PT = 40;
const CELLS_MIN = 3;
const CELL_CHARS_MAX = 45;
const ROWS_SHARE_MIN = 0.6;

/** Where lines go across the gutter, from top to bottom. */
const levelsAcross = (rules: readonly Box[], x: number): number[] =>
  findLevels(rules)
    .filter(({ from, to }) => from < x - REACH_PT && to > x + REACH_PT)
    .map(({ at }) => at)
    .toSorted((a, b) => a - b);

/** Most of it are rows with cells on both sides of the gutter, and more than a line of each column. */
function isOfCells(pieces: readonly Piece[], x: number): boolean {
  const celled = sortRows(pieces).filter(
    (row) =>
      row.pieces.length >= CELLS_MIN && row.pieces.some(({ right }) => right <= x + 2) && row.pieces.some(({ left }) => left >= x - 2),
  );
  const inRows = celled.reduce((sum, row) => sum + row.pieces.length, 0);
  const chars = pieces.reduce((sum, { text }) => sum + widthInLetters(text), 0);
  return inRows >= pieces.length * ROWS_SHARE_MIN && chars <= pieces.length * CELL_CHARS_MAX;
}

/** The pieces of each such table between two of its lines. @param x of the gutter */
export function findWideTables(pieces: readonly Piece[], x: number, rules: readonly Box[]): Piece[][] {
  const levels = levelsAcross(rules, x);
  if (levels.length < 2) return [];
  const bands = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const middle = (piece.top + piece.bottom) / 2;
    const at = levels.findLastIndex((level) => level <= middle);
    if (at < 0 || at === levels.length - 1) continue;
    const band = bands.get(at);
    if (band) band.push(piece);
    else bands.set(at, [piece]);
  }
  return [...bands.values()].filter((band) => isOfCells(band, x));
}
