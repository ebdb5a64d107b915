/** What can be mended in a workbook without changing what its author wrote: kept values, and widths of columns. */
import { Refusal } from '../base/refusal.ts';
import { columnLetters } from '../ooxml/cell-names.ts';
import type { Scalar } from '../ooxml/formula-tree.ts';
import { openOfficePackage } from '../ooxml/office-package.ts';
import { openPackageFile } from './package-file.ts';
import { openWorkbookFile } from './workbook-file.ts';
import { narrowColumns } from './workbook/narrow.ts';
import { staleCells } from './workbook/stale.ts';

export interface WorkbookMends {
  /** Rows and columns from 1. */
  values: { sheet: string; row: number; column: number; value: Exclude<Scalar, null> }[];
  /** Columns as `C`, widths in characters. */
  widths: { sheet: string; column: string; width: number }[];
}

const VALUES_MAX = 20_000;
/** Wider columns are for texts that wrap. */
const WIDTH_MAX = 60;

/** Nothing where the file cannot be read. */
export function workbookMends(bytes: Uint8Array): WorkbookMends {
  try {
    const file = openWorkbookFile(openPackageFile(openOfficePackage(bytes)));
    const values = file.sheets.flatMap((sheet) => staleCells(sheet, file).flatMap(({ row, column, fresh }) => (fresh === undefined || fresh === null ? [] : [{ sheet: sheet.name, row: row + 1, column: column + 1, value: fresh }])));
    const widths = file.sheets.filter(({ hidden }) => !hidden).flatMap((sheet) => narrowColumns(sheet, file).flatMap(({ column, width }) => (width === undefined || width > WIDTH_MAX ? [] : [{ sheet: sheet.name, column: columnLetters(column), width }])));
    return { values: values.slice(0, VALUES_MAX), widths };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { values: [], widths: [] };
  }
}
