/** Labels of groups of rows within a table: lines by themselves, which would be headings or texts if no table went on below them. */
import { isFigure } from './cell-lines.ts';
import { isNumbered } from './heading-numbers.ts';
import { textOf } from './rows.ts';
import type { Row } from './rows.ts';
import { minOf } from '../../base/extremes.ts';

const GROUP_ROWS_MAX = 2;
const GROUP_GAP = 2.2;
const GROUP_CELLS_MIN = 3;
const HEAD_ROWS_MAX = 4;
const SAME_LEFT_EM = 3;

/**
 * How many rows from one on are the label of a group of rows, in a line or two: what follows is in the columns of what was before, and has no
 * heads of its own; 0 where they are none. @param members rows of the table above
 */
export function groupRows(rows: readonly Row[], at: number, members: readonly Row[]): number {
  const [above, [label]] = [members.findLast(({ pieces }) => pieces.length >= GROUP_CELLS_MIN), rows.slice(at, at + 1)];
  if (!above || !label || label.em > above.em * 1.1 || isNumbered(textOf(label))) return 0;
  const isNear = (row: Row, left: number): boolean => row.left >= left - 4 && row.left <= left + row.em * SAME_LEFT_EM;
  // the heads of columns of figures stand beside the labels below them
  const areHeads = members.length <= HEAD_ROWS_MAX && members.every(({ left }) => left > label.left + label.em * SAME_LEFT_EM);
  if (!areHeads && !isNear(label, minOf(members.map(({ left }) => left)))) return 0;
  let last = members.at(-1);
  for (let taken = 0; taken <= GROUP_ROWS_MAX; taken++) {
    const row = rows[at + taken];
    if (!row || !last || row.table || row.top < last.top + 2 || row.top - last.bottom > Math.max(row.size, last.size) * GROUP_GAP) return 0;
    if (row.pieces.length > 1) return taken > 0 && isNear(row, label.left) && isAligned(row, above) ? taken : 0;
    if (row.em > above.em * 1.1 || !isNear(row, label.left)) return 0;
    last = row;
  }
  return 0;
}

/** A label with figures, each of which is below a piece of the other row. */
function isAligned({ pieces: [label, ...cells] }: Row, above: Row): boolean {
  const figures = cells.filter(({ text }) => isFigure(text));
  return (
    label !== undefined &&
    /\p{L}/u.test(label.text) &&
    cells.length >= GROUP_CELLS_MIN - 1 &&
    figures.length >= cells.length / 2 &&
    cells.every(({ left, right }) => above.pieces.some((piece) => left < piece.right && right > piece.left))
  );
}
