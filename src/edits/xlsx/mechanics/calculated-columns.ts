/** Columns of a table that hold one formula (ISO/IEC 29500-1 §18.5.1.1): rows that come get it too, as Excel does. */
import { placeText } from '../../../spreadsheet/places.ts';
import { firstElementOf, textOf } from '../../../ooxml/xml-tree.ts';
import { shiftFormula, type Shift } from './shift.ts';
import { tablesOf, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

export function calculatedFormulas(file: WorkbookFile, sheet: Sheet, shift: Shift): [string, { formula: string }][] {
  const names = file.entries.map(({ name }) => name);
  return tablesOf(file, sheet).flatMap(({ area, headers, columns }) => {
    const isInside = shift.at > area.top + headers - 1 && shift.at > area.top && shift.at <= area.bottom;
    return !isInside
      ? []
      : columns.flatMap((column, index) => {
          const formula = firstElementOf(column, 'calculatedColumnFormula');
          if (formula === undefined || formula.attributes.some(({ local, value }) => local === 'array' && value === '1')) return [];
          const { text } = shiftFormula(shift, textOf(formula), sheet.name, names);
          return Array.from({ length: shift.count }, (_, at): [string, { formula: string }] => [
            placeText({ row: shift.at + at, column: area.left + index }),
            { formula: text },
          ]);
        });
  });
}
