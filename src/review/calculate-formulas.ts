/** What formulas come to, for whoever reads a workbook that does not say so: many programs that write workbooks leave the calculation to Excel. */
import { Refusal } from '../base/refusal.ts';
import { openOfficePackage } from '../ooxml/office-package.ts';
import type { Scalar } from '../spreadsheet/formula-tree.ts';
import { openPackageFile } from './package-file.ts';
import { openWorkbookView, type Worksheet } from './workbook-view.ts';

/**
 * @param bytes a workbook
 * @returns what the formula in a cell comes to, by the part of its sheet, its row and its column (both from 0); undefined where only an
 * office program can tell (rare functions, arrays, the day of today, more than 100,000 cells), or the file cannot be read
 */
export function calculateFormulas(bytes: Uint8Array): (part: string, row: number, column: number) => Scalar | undefined {
  try {
    const view = openWorkbookView(openPackageFile(openOfficePackage(bytes)));
    const sheets = new Map(view.sheets.map((sheet): [string, Worksheet] => [sheet.part.toLowerCase(), sheet]));
    return (part, row, column) => {
      const sheet = sheets.get(part.toLowerCase());
      return sheet && view.calculate(sheet, row, column);
    };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'file_rejected') return () => undefined;
    throw error;
  }
}
