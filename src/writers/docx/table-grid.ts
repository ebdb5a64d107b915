/** A table's cells on their grid: rows as the model has them hold only the cells that begin in them; Word wants every position. */
import type { Table, TableCell } from '../../document/block.ts';
import { maxOf } from '../../base/extremes.ts';

export interface GridCell {
  /** Absent where a row has too few cells: the position is empty. */
  cell: TableCell | undefined;
  column: number;
  span: number;
  vMerge?: 'restart' | 'continue';
}

export interface Grid {
  columns: number;
  rows: GridCell[][];
}

/** More columns than Word takes are cut into several tables by the caller. */
export const COLUMNS_MAX = 60;
/** A malformed span must not make a million positions. */
const GRID_COLUMNS_MAX = 2_000;

interface Open {
  column: number;
  span: number;
  rowsLeft: number;
}

export function layGrid(table: Table): Grid {
  let open: Open[] = [];
  let columns = Math.min(table.columns.length, GRID_COLUMNS_MAX);
  const rows = table.rows.map((row) => {
    const cells: GridCell[] = open.map(({ column, span }) => ({ cell: undefined, column, span, vMerge: 'continue' }));
    const taken = new Set(open.flatMap(({ column, span }) => Array.from({ length: span }, (_, at) => column + at)));
    const starting: Open[] = [];
    let at = 0;
    for (const cell of row.cells) {
      while (taken.has(at)) at += 1;
      if (at >= GRID_COLUMNS_MAX) break;
      let span = 1;
      const wanted = Math.min(cell.colspan ?? 1, GRID_COLUMNS_MAX - at);
      while (span < wanted && !taken.has(at + span)) span += 1;
      const merged = cell.rowspan !== undefined && cell.rowspan > 1;
      cells.push({ cell, column: at, span, ...(merged ? { vMerge: 'restart' as const } : {}) });
      if (merged) starting.push({ column: at, span, rowsLeft: (cell.rowspan ?? 1) - 1 });
      at += span;
    }
    columns = Math.max(columns, at, maxOf(open.map(({ column, span }) => column + span)));
    open = [...open.map((one) => ({ ...one, rowsLeft: one.rowsLeft - 1 })).filter(({ rowsLeft }) => rowsLeft > 0), ...starting];
    return cells.sort((a, b) => a.column - b.column);
  });
  return { columns: Math.max(1, columns), rows: rows.map((cells) => fillGaps(cells, Math.max(1, columns))) };
}

function fillGaps(cells: readonly GridCell[], columns: number): GridCell[] {
  const filled: GridCell[] = [];
  let at = 0;
  for (const cell of cells) {
    for (; at < cell.column; at += 1) filled.push({ cell: undefined, column: at, span: 1 });
    filled.push(cell);
    at = cell.column + cell.span;
  }
  for (; at < columns; at += 1) filled.push({ cell: undefined, column: at, span: 1 });
  return filled;
}

/** The columns from `first` to before `end` as a grid of their own; a cell over the edge is cut. */
export function sliceGrid(grid: Grid, first: number, end: number): Grid {
  const rows = grid.rows.map((cells) =>
    cells.flatMap((cell) => {
      const from = Math.max(cell.column, first);
      const to = Math.min(cell.column + cell.span, end);
      if (from >= to) return [];
      return [{ ...cell, ...(cell.column < first ? { cell: undefined } : {}), column: from - first, span: to - from }];
    }),
  );
  return { columns: end - first, rows };
}
