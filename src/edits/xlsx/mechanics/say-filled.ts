/** What is to be said of values and formulas that come into cells, for the result of the operation. */
import { maxOf, minOf } from '../../../base/extremes.ts';
import type { Sheet, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { sayHidden } from './hidden-cells.ts';
import { sayTexts } from './say-texts.ts';
import { sayCellsUnprinted } from './unprinted.ts';
import type { NewCell } from './write-cells.ts';

/** Says of values, not of cells that are emptied, that they are not shown or not printed, and of texts that they are no numbers. */
export function sayFilled(file: WorkbookFile, sheet: Sheet, cells: readonly NewCell[]): { message?: string } {
  const filled = cells.filter(({ value: one }) => one !== null && one !== '');
  if (filled.length === 0) return {};
  const [rows, columns] = [filled.map(({ row }) => row), filled.map(({ column }) => column)];
  const area = { top: minOf(rows), left: minOf(columns), bottom: maxOf(rows), right: maxOf(columns) };
  const said = [sayTexts(file, sheet, filled, area.top), sayHidden(sheet, filled), sayCellsUnprinted(file, sheet, area)].flatMap(
    ({ message }) => message ?? [],
  );
  return said.length === 0 ? {} : { message: said.join(' ') };
}
