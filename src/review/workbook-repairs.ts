/** What can be repaired in a workbook without changing what its author wrote: kept values, and widths of columns. */
import { Refusal } from '../base/refusal.ts';
import { columnLetters } from '../spreadsheet/cell-names.ts';
import type { Scalar } from '../spreadsheet/formula-tree.ts';
import { openOfficePackage } from '../ooxml/office-package.ts';
import { openPackageFile } from './package-file.ts';
import { openWorkbookView } from './workbook-view.ts';
import { cellKey } from './workbook/cells.ts';
import { narrowColumns } from './workbook/narrow.ts';
import { staleCells } from './workbook/stale.ts';

export interface WorkbookRepairs {
  /** Rows and columns from 1. */
  values: { sheet: string; row: number; column: number; value: Exclude<Scalar, null> }[];
  /** Columns as `C`, widths in characters. */
  widths: { sheet: string; column: string; width: number }[];
}

const VALUES_MAX = 20_000;
/** Wider columns are for texts that wrap. */
const WIDTH_MAX = 60;

/** Nothing where the file cannot be read. */
export function workbookRepairs(bytes: Uint8Array): WorkbookRepairs {
  try {
    const file = openWorkbookView(openPackageFile(openOfficePackage(bytes)));
    const mends: WorkbookRepairs = { values: [], widths: [] };
    for (const sheet of file.sheets) {
      const fresh = new Map<number, Scalar>();
      for (const cell of staleCells(sheet, file)) {
        if (cell.fresh === undefined || cell.fresh === null || mends.values.length >= VALUES_MAX) continue;
        fresh.set(cellKey(cell.row, cell.column), cell.fresh);
        mends.values.push({ sheet: sheet.name, row: cell.row + 1, column: cell.column + 1, value: cell.fresh });
      }
      if (sheet.hidden) continue;
      for (const { column, width } of narrowColumns(sheet, file, fresh))
        if (width !== undefined && width <= WIDTH_MAX) mends.widths.push({ sheet: sheet.name, column: columnLetters(column), width });
    }
    return mends;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { values: [], widths: [] };
  }
}
