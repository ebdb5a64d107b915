/** Rows and columns of a workbook that are elsewhere in the newer one, as rows are that were sorted. */
import { isFilled, traceOf, type ComparedCell, type ComparedRow, type RowPair } from './compared-cells.ts';

/** A row or column that holds less is elsewhere by chance. */
const MOVED_CELLS_MIN = 2;
const MOVED_CHARS_MIN = 20;

const textOf = (row: ComparedRow): string => row.cells.filter(isFilled).map(traceOf).join('\t');

const isTelling = (row: ComparedRow): boolean =>
  row.cells.filter(isFilled).length >= MOVED_CELLS_MIN || textOf(row).length >= MOVED_CHARS_MIN;

const byText = (rows: readonly (ComparedRow | null)[]): Map<string, ComparedRow[]> =>
  Map.groupBy(rows.filter((row) => row !== null).filter(isTelling), textOf);

/** Pairs in which rows that only went elsewhere, each known by all that it holds, are one; what they were paired with is alone. */
export function findMovedRows(pairs: readonly RowPair[]): { rows: RowPair[]; moved: Set<ComparedRow> } {
  const loose = pairs.filter(([old, next]) => old === null || next === null || textOf(old) !== textOf(next));
  const olds = byText(loose.map(([old]) => old));
  const source = new Map<ComparedRow, ComparedRow>();
  for (const [text, rows] of byText(loose.map(([, next]) => next))) {
    const were = olds.get(text);
    // one of several that are alike came or went: nobody can tell which
    if (were?.length === rows.length) for (const [at, row] of rows.entries()) if (were[at]) source.set(row, were[at]);
  }
  const gone = new Set(source.values());
  const rows = pairs.flatMap(([old, next]): RowPair[] => {
    const from = next === null ? undefined : source.get(next);
    if (from === undefined) return old === null || !gone.has(old) ? [[old, next]] : next === null ? [] : [[null, next]];
    return old === null || gone.has(old)
      ? [[from, next]]
      : [
          [old, null],
          [from, next],
        ];
  });
  return { rows, moved: new Set(source.keys()) };
}

/** By the newer number: columns that hold, elsewhere, all that one held which is gone. */
export function findMovedColumns(
  gone: ReadonlyMap<number, readonly ComparedCell[]>,
  come: ReadonlyMap<number, readonly ComparedCell[]>,
): Map<number, number> {
  const heldBy = (cells: readonly ComparedCell[]): string => cells.map(traceOf).join('\n');
  const known = Map.groupBy(gone.keys(), (column) => heldBy(gone.get(column) ?? []));
  const moved = new Map<number, number>();
  for (const [column, cells] of come) {
    const from = cells.length < MOVED_CELLS_MIN ? undefined : known.get(heldBy(cells))?.shift();
    if (from !== undefined) moved.set(column, from);
  }
  return moved;
}
