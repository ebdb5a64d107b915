/** Columns of a table that hold one formula (ISO/IEC 29500-1 §18.5.1.1): rows that come get it too, as Excel does. */
import { translateFormula } from '../../../spreadsheet/formula-references.ts';
import { placeText, readArea } from '../../../spreadsheet/places.ts';
import { attributeOf, firstElementOf, textOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { shiftFixed, shiftFormula, type Shift, type ShiftedFormula } from './shift.ts';
import { tablesOf, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

/** Cells that its formula names without `$` are counted from the first row of the table: each row has those of its own. */
export function calculatedFormulas(file: WorkbookFile, sheet: Sheet, shift: Shift): [string, { formula: string }][] {
  const names = file.entries.map(({ name }) => name);
  return tablesOf(file, sheet).flatMap(({ area, headers, columns }) => {
    const first = area.top + headers;
    const isInside = shift.at >= first && shift.at > area.top && shift.at <= area.bottom;
    return !isInside
      ? []
      : columns.flatMap((column, index) => {
          const formula = firstElementOf(column, 'calculatedColumnFormula');
          if (formula === undefined || formula.attributes.some(({ local, value }) => local === 'array' && value === '1')) return [];
          const { text } = shiftFixed(shift, textOf(formula), sheet.name, names);
          const isAlike = translateFormula(text, 1, 0) === text;
          return Array.from({ length: shift.count }, (_, at): [string, { formula: string }] => [
            placeText({ row: shift.at + at, column: area.left + index }),
            { formula: isAlike ? text : translateFormula(text, shift.at + at - first, 0) },
          ]);
        });
  });
}

/**
 * The formula of a column itself, once rows have come or gone. Where the first row of its table is another one afterwards, in the same place,
 * what the formula names without `$` is of that one.
 */
export function shiftCalculated(shift: Shift, formula: string, column: XmlElement, home: string, names: readonly string[]): ShiftedFormula {
  const table = column.parent?.parent?.parent;
  const area = table === undefined || table.local !== 'table' ? null : readArea(attributeOf(table, 'ref') ?? '');
  const isHome = home.toLowerCase() === shift.sheet.toLowerCase();
  if (table === undefined || area === null || !isHome || shift.axis === 'column' || shift.map !== undefined)
    return shiftFormula(shift, formula, home, names);
  const first = area.top + Number(attributeOf(table, 'headerRowCount') ?? 1);
  const isReplaced = shift.kind === 'insert' ? shift.at === first && first > area.top : shift.at <= first && shift.at + shift.count > first;
  return isReplaced ? shiftFixed(shift, formula, home, names) : shiftFormula(shift, formula, home, names);
}
