/** A table's cells in their positions, and what a table is planned from. */
import type { Table, TableCell } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import type { Look } from '../../document/look.ts';
import type { PlacedRemark } from '../review.ts';
import type { Note } from '../../base/note.ts';
import { cellRuns, type FootnoteNumbers } from './cell-text.ts';

export interface TableSurroundings {
  index: number;
  sheet: number;
  top: number;
  left: number;
  lang: string;
  decimal: '.' | ',';
  look: Look;
  footnotes: FootnoteNumbers;
  note(note: Note): void;
  /** A cell as a reader of the workbook calls it: `Plan!B7`. */
  cellAt(row: number, column: number): string;
  /** Tells a link in a cell, by row and column of the sheet. */
  link(row: number, column: number, target: string): void;
  /** Tells comments on a cell, in the same way. */
  remark(row: number, column: number, remarks: PlacedRemark[]): void;
}

/** A position of the grid: the cell that covers it, and whether it begins there. */
export interface GridCell {
  cell: TableCell;
  origin: boolean;
}

export const EMPTY: TableCell = { runs: [] };

/** The cells of each row by column, those that reach over several in all of their positions. */
export function gridOf(table: Table): GridCell[][] {
  const grid: GridCell[][] = table.rows.map(() => []);
  for (const [row, { cells }] of table.rows.entries()) {
    let column = 0;
    for (const cell of cells) {
      while (grid[row]?.[column]) column++;
      for (let down = 0; down < Math.min(cell.rowspan ?? 1, table.rows.length - row); down++) {
        for (let right = 0; right < (cell.colspan ?? 1) && column + right < table.columns.length; right++) {
          const line = grid[row + down];
          if (line) line[column + right] = { cell, origin: down === 0 && right === 0 };
        }
      }
      column += cell.colspan ?? 1;
    }
  }
  return grid.map((line) => table.columns.map((_, column) => line[column] ?? { cell: EMPTY, origin: true }));
}

export const lineOf = (cell: TableCell): string => plainText(cellRuns(cell)).replaceAll(/\s+/g, ' ').trim();
export const textOf = (place: GridCell | undefined): string => (place?.origin ? plainText(cellRuns(place.cell)).trim() : '');
