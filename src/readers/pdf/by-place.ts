/** Pieces of text by where they are on the page. */
import type { Box } from '../../document/rendered-document.ts';
import { sameHeight } from './rows.ts';
import type { Piece } from './rows.ts';

export interface PlacedRow<T> extends Box {
  pieces: T[];
}

/** Pieces by their height, from top to bottom. */
export function sortRows<T extends Piece>(pieces: readonly T[]): PlacedRow<T>[] {
  const rows: PlacedRow<T>[] = [];
  for (const piece of pieces.toSorted((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const row = rows.at(-1);
    if (row && sameHeight(row, piece)) {
      row.pieces.push(piece);
      [row.top, row.bottom] = [Math.min(row.top, piece.top), Math.max(row.bottom, piece.bottom)];
    } else rows.push({ pieces: [piece], left: piece.left, top: piece.top, right: piece.right, bottom: piece.bottom });
  }
  return rows;
}

/** Top to bottom, what is at one height from left to right. */
export function sortByPlace<T extends Piece>(pieces: readonly T[]): T[] {
  return sortRows(pieces).flatMap((row) => row.pieces.toSorted((a, b) => a.left - b.left));
}
