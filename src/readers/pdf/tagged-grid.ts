/** Rows of a tagged table → a grid: cells that the tags leave out are laid over the columns of the others. */
import type { TableCell, TableRow } from '../../document/block.ts';
import type { Box } from '../../document/rendered-document.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

export interface PlacedCell extends Box {
  cell: TableCell;
}

const spanOf = ({ cell }: PlacedCell): number => cell.colspan ?? 1;

/** Cells without content are not among the tags of a page: rows that lack some are laid over the columns of the others. */
export function fillGaps(rows: readonly PlacedCell[][]): TableCell[][] {
  const width = Math.max(0, maxOf(rows.map((row) => row.reduce((sum, cell) => sum + spanOf(cell), 0))));
  const columns = Array.from({ length: width }, () => ({ left: Infinity, right: -Infinity }));
  for (const row of rows) {
    if (row.reduce((sum, cell) => sum + spanOf(cell), 0) !== width) continue;
    let at = 0;
    for (const cell of row) {
      const column = columns[at];
      if (column && spanOf(cell) === 1)
        [column.left, column.right] = [Math.min(column.left, cell.left), Math.max(column.right, cell.right)];
      at += spanOf(cell);
    }
  }
  const deep = rows.some((row) => row.some(({ cell }) => cell.rowspan !== undefined));
  return rows.map((row) =>
    deep || row.reduce((sum, cell) => sum + spanOf(cell), 0) === width ? row.map(({ cell }) => cell) : spread(row, columns),
  );
}

function spread(row: readonly PlacedCell[], columns: readonly { left: number; right: number }[]): TableCell[] {
  const cells: TableCell[] = [];
  let wide = 0;
  let left = row.reduce((sum, cell) => sum + spanOf(cell), 0);
  for (const placed of row) {
    const last = columns.length - left;
    let best = wide;
    let most = -Infinity;
    for (let at = wide; at <= last; at++) {
      const column = columns[at];
      const overlap = column ? Math.min(placed.right, column.right) - Math.max(placed.left, column.left) : -Infinity;
      if (overlap > most) [best, most] = [at, overlap];
    }
    for (; wide < best; wide++) cells.push({ runs: [] });
    cells.push(placed.cell);
    wide += spanOf(placed);
    left -= spanOf(placed);
  }
  for (; wide < columns.length; wide++) cells.push({ runs: [] });
  return cells;
}

/** Columns that the rows need with cells that reach down into them. */
export function widthOf(rows: readonly TableRow[]): number {
  const below: number[] = [];
  let width = 1;
  for (const { cells } of rows) {
    let column = 0;
    for (const { colspan = 1, rowspan = 1 } of cells) {
      while ((below[column] ?? 0) > 0) column++;
      for (let at = column; at < column + colspan; at++) below[at] = rowspan;
      column += colspan;
    }
    width = Math.max(width, column, below.findLastIndex((count) => count > 0) + 1);
    for (const [at, count] of below.entries()) below[at] = Math.max(0, (count ?? 0) - 1);
  }
  return width;
}

const WIDE_SHARE_MIN = 0.8;
const FLAT_PT = 3;

/** Whether lines divide the rows of a table, which then says more than where its text stands. */
export function isRuled(cells: readonly PlacedCell[], rules: readonly Box[]): boolean {
  const [left, right] = [minOf(cells.map((cell) => cell.left)), maxOf(cells.map((cell) => cell.right))];
  const [top, bottom] = [minOf(cells.map((cell) => cell.top)), maxOf(cells.map((cell) => cell.bottom))];
  return rules.some(
    (rule) =>
      rule.bottom - rule.top < FLAT_PT &&
      rule.top > top &&
      rule.bottom < bottom &&
      Math.min(rule.right, right) - Math.max(rule.left, left) > (right - left) * WIDE_SHARE_MIN,
  );
}
