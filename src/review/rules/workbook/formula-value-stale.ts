import { cellName } from '../../../spreadsheet/cell-names.ts';
import { isError, type Scalar } from '../../../spreadsheet/formula-tree.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf } from '../../example-workbooks.ts';
import { staleCells } from '../../workbook/stale.ts';
import type { WorkbookView, Worksheet } from '../../workbook-view.ts';

const said = (value: Scalar): string =>
  value === null ? 'nothing' : isError(value) ? value.error : typeof value === 'string' ? `"${value.slice(0, 40)}"` : String(value);

function staleIn(sheet: Worksheet, file: WorkbookView): Hit[] {
  const cells = staleCells(sheet, file);
  const missing = cells.filter(({ kept }) => kept === undefined).map(({ row, column }) => cellName(row, column));
  const stale = cells.flatMap(({ row, column, kept, fresh }) =>
    kept === undefined || fresh === undefined ? [] : [{ cell: cellName(row, column), kept, fresh }],
  );
  const more = (count: number): string => (count > 1 ? `, and so do ${count - 1} more cells of the sheet` : '');
  const location = (cell: string | undefined): Hit['location'] => ({ sheet: sheet.name, ...(cell === undefined ? {} : { cell }) });
  const [first] = stale;
  return [
    ...(missing[0] === undefined
      ? []
      : [
          {
            message: `${sheet.name}!${missing[0]} holds a formula without what it evaluates to${more(missing.length)}: previews and programs that do not calculate show nothing there.`,
            location: location(missing[0]),
          },
        ]),
    ...(first
      ? [
          {
            message: `${sheet.name}!${first.cell} keeps ${said(first.kept)}, but its formula comes to ${said(first.fresh)}${stale.length > 1 ? `; ${stale.length - 1} more cells of the sheet are out of date` : ''}.`,
            location: location(first.cell),
          },
        ]
      : []),
  ];
}

/** Previews, search and programs that read the file take the value that is in it, not the formula. */
export const formulaValueStale = defineWorkbookRule({
  code: 'formula_value_stale',
  severity: 'warning',
  summary: 'a formula of the workbook whose kept value is missing, or not what it evaluates to',
  check: (file) => file.sheets.flatMap((sheet) => staleIn(sheet, file)),
  examples: {
    fires: [
      {
        name: 'out of date',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [2, { f: 'A2*2', v: 3 }],
          ]),
      },
      {
        name: 'nothing kept',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [2, { f: 'A2*2' }],
          ]),
      },
      {
        name: 'another word',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [2, { f: 'IF(A2>1,"high","low")', v: 'low' }],
          ]),
      },
    ],
    silent: [
      {
        name: 'as calculated',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [0.1, { f: 'A2+0.2', v: 0.30000000000000004 }],
          ]),
      },
      {
        name: 'of another day',
        file: () =>
          sheetFileOf(
            [
              ['A', 'B'],
              [2, { f: 'TODAY()+A2', v: 46000, s: 1 }],
            ],
            { formats: ['mmm yy'] },
          ),
      },
      {
        name: 'text without signs',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [2, { f: 'IF(A2>1,"","low")', v: '' }],
          ]),
      },
    ],
  },
});
