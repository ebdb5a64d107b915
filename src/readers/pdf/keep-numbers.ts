/** Numbers of items as they are printed: a list of ours counts on by itself, so that a number which does not begins another list. */
import type { FlowPiece } from '../office/list-tree.ts';

/** The pieces of a page, ordered items that do not count on from the one before them at their level with a key of their own. */
export function keepNumbers(pieces: readonly FlowPiece[]): FlowPiece[] {
  let open: { level: number; next: number }[] = [];
  let lists = 0;
  return pieces.map((piece) => {
    if (!('item' in piece)) {
      open = [];
      return piece;
    }
    while ((open.at(-1)?.level ?? -Infinity) > piece.level) open.pop();
    if (!piece.ordered) return piece;
    let last = open.at(-1);
    if (last?.level !== piece.level) open.push((last = { level: piece.level, next: piece.number }));
    if (last.next !== piece.number) lists++;
    last.next = piece.number + 1;
    return { ...piece, key: `${piece.key} ${lists}` };
  });
}
