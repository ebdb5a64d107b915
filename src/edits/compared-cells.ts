/** Cells and rows of a workbook as two workbooks are compared by them. */
import { rewriteReferences } from '../spreadsheet/formula-references.ts';
import { readAddress, readPlace } from '../spreadsheet/places.ts';
import type { AddressedBlock } from './list-content.ts';

export type ComparedRow = NonNullable<AddressedBlock['rows']>[number];
export type ComparedCell = ComparedRow['cells'][number];
/** A row of each workbook; null where the other one has none like it. */
export type RowPair = [ComparedRow | null, ComparedRow | null];
/** The same of columns, by their numbers. */
export type ColumnPairs = readonly (readonly [number | null, number | null])[];

export const placeOf = ({ address }: ComparedCell): ReturnType<typeof readPlace> => readPlace(readAddress(address)?.reference ?? '');
export const columnOf = (cell: ComparedCell): number | string => placeOf(cell)?.column ?? cell.address;
export const valueOf = ({ text, formula }: ComparedCell): string => formula ?? text;
export const isFilled = ({ text, formula }: ComparedCell): boolean => text !== '' || formula !== undefined;

/** What a cell is known by: a formula by all but the cells that it names, since these and its value change with others. */
export const traceOf = ({ text, formula }: ComparedCell): string => (formula === undefined ? text : rewriteReferences(formula, () => 'R'));

/** What these columns of a sheet hold, from top to bottom, in one pass over its cells: a wide sheet has sixteen thousand of them. */
export function cellsOfColumns({ rows = [] }: AddressedBlock, columns: Iterable<number>): ReadonlyMap<number, readonly ComparedCell[]> {
  const found = new Map<number, ComparedCell[]>(Array.from(columns, (column) => [column, []]));
  if (found.size === 0) return found;
  for (const { cells } of rows)
    for (const cell of cells) {
      const column = isFilled(cell) ? placeOf(cell)?.column : undefined;
      if (column !== undefined) found.get(column)?.push(cell);
    }
  return found;
}
