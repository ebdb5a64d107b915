import { cellName } from '../../../spreadsheet/cell-names.ts';
import { NOT_SHOWN } from '../../../spreadsheet/number-format.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf, type RowInput } from '../../example-workbooks.ts';
import { narrowColumns } from '../../workbook/narrow.ts';
import type { WorkbookView, Worksheet } from '../../workbook-view.ts';

const TOLD_MAX = 10;

function inSheet(sheet: Worksheet, file: WorkbookView): Hit[] {
  return narrowColumns(sheet, file)
    .slice(0, TOLD_MAX)
    .map(({ column, row, text, count }) => {
      const cell = cellName(row, column);
      const why =
        text === NOT_SHOWN ? 'shows #### because its figure is no date' : `shows #### because its column is too narrow for ${text}`;
      return {
        message: `${sheet.name}!${cell} ${why}${count > 1 ? ` (and ${count - 1} more cells of the column)` : ''}.`,
        location: { sheet: sheet.name, cell },
      };
    });
}

const money = ['#,##0.00 "€"', 'd mmmm yyyy'];
const wide = '<cols><col min="1" max="1" width="22" customWidth="1"/></cols>';
const narrow = '<cols><col min="1" max="1" width="6" customWidth="1"/></cols>';
const amount: RowInput[] = [['Amount'], [{ v: 1234567.5, s: 1 }]];

/** A figure that does not fit is not cut as a text is: it is not shown at all. */
export const columnTooNarrow = defineWorkbookRule({
  code: 'column_too_narrow',
  severity: 'warning',
  summary: 'a figure of the workbook that shows as `####`',
  check: (file) => file.sheets.filter(({ hidden }) => !hidden).flatMap((sheet) => inSheet(sheet, file)),
  examples: {
    fires: [
      { name: 'money', file: () => sheetFileOf(amount, { formats: money, before: narrow }) },
      { name: 'a date', file: () => sheetFileOf([['Day'], [{ v: 46346, s: 2 }]], { formats: money, before: narrow }) },
      { name: 'a day before all days', file: () => sheetFileOf([['Day'], [{ v: -3, s: 2 }]], { formats: money, before: wide }) },
    ],
    silent: [
      { name: 'room enough', file: () => sheetFileOf(amount, { formats: money, before: wide }) },
      { name: 'text', file: () => sheetFileOf([['A text that is longer than its column']], { before: narrow }) },
      { name: 'rounded until it fits', file: () => sheetFileOf([['A'], [0.333333333333]], { before: narrow }) },
    ],
  },
});
