import { cellName } from '../../../spreadsheet/cell-names.ts';
import { defineWorkbookRule } from '../../define-rule.ts';
import { sheetFileOf } from '../../example-workbooks.ts';

/** Excel warns when it opens such a file and shows zero in the cell; where a file asks for repeated calculation, the circle is meant. */
export const formulaCircular = defineWorkbookRule({
  code: 'formula_circular',
  severity: 'error',
  summary: 'a cell of the workbook that is calculated from itself',
  check: (file) =>
    file.calculation.iterates
      ? []
      : file.circular().map(({ sheet, row, column }) => {
          const { name = '', formulas } = file.sheets[sheet] ?? {};
          const cell = cellName(row, column);
          const text = [...(formulas?.values() ?? [])].find((one) => one.row === row && one.column === column)?.text ?? '';
          return { message: `${name}!${cell} is calculated from itself (=${text.slice(0, 60)}).`, location: { sheet: name, cell } };
        }),
  examples: {
    fires: [
      { name: 'a sum with its own cell', file: () => sheetFileOf([['A'], [1], [2], [{ f: 'SUM(A2:A4)', v: 0 }]]) },
      {
        name: 'two cells',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [
              { f: 'B2+1', v: 0 },
              { f: 'A2+1', v: 0 },
            ],
          ]),
      },
    ],
    silent: [
      {
        name: 'a chain',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [{ f: 'B2+1', v: 3 }, 2],
          ]),
      },
      { name: 'meant', file: () => sheetFileOf([['A'], [{ f: 'A2/2+1', v: 2 }]], { calculation: '<calcPr iterate="1"/>' }) },
    ],
  },
});
