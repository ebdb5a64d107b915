/** Levels of items by how far they are set in: what is nearly as far in is at one level, wherever on the page that is. */
import type { FlowPiece } from '../office/list-tree.ts';

/** In the steps that levels come in. */
const SAME_STEP = 0.5;

/** @param pieces levels of items in steps from the edge of the page, and parts of them @returns the same, items of one list with levels from 0 */
export function settleLevels(pieces: readonly FlowPiece[]): FlowPiece[] {
  const settled: FlowPiece[] = [];
  for (let from = 0, to = 0; from < pieces.length; from = to) {
    while (to < pieces.length && 'item' in (pieces[to] ?? {})) to++;
    const levels = pieces.slice(from, to).flatMap((piece) => ('item' in piece ? [piece.level] : []));
    const begins: number[] = [];
    for (const level of levels.toSorted((a, b) => a - b)) if (level > (begins.at(-1) ?? -Infinity) + SAME_STEP) begins.push(level);
    for (const piece of pieces.slice(from, Math.max(to, from + 1)))
      settled.push('item' in piece ? { ...piece, level: begins.findLastIndex((level) => level <= piece.level) } : piece);
    to = Math.max(to, from + 1);
  }
  return settled;
}
