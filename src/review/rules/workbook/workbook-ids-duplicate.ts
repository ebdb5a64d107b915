import { defineWorkbookRule } from '../../define-rule.ts';
import { sheetFileOf, workbookFileOf } from '../../example-workbooks.ts';
import type { WorkbookView } from '../../workbook-view.ts';

const twice = (values: readonly string[]): string[] => {
  const seen = new Set<string>();
  return [...new Set(values.filter((value) => value !== '' && (seen.has(value) || !seen.add(value))))];
};

function namesTwice({ sheets, tables, names }: WorkbookView): [what: string, found: readonly string[]][] {
  const scoped = names.map(({ name, sheet }) => `${name.toLowerCase()}${sheet === undefined ? '' : ` (sheet ${sheet + 1})`}`);
  return [
    ['sheets named', twice(sheets.map(({ name }) => name.toLowerCase()))],
    ['sheets with the id', twice(sheets.map(({ id }) => id))],
    ['names', twice(scoped)],
    // tables and names share one list (§18.5.1.2)
    [
      'tables or names called',
      twice([
        ...tables.map(({ name }) => name.toLowerCase()),
        ...new Set(names.filter(({ sheet }) => sheet === undefined).map(({ name }) => name.toLowerCase())),
      ]),
    ],
    ['tables with the id', twice(tables.map(({ id }) => id))],
  ];
}

/** Excel calls such a file damaged and drops one of the two (§18.2.19, §18.2.5, §18.5.1.2, §18.3.1.4). */
export const workbookIdsDuplicate = defineWorkbookRule({
  code: 'workbook_ids_duplicate',
  severity: 'error',
  summary: 'two sheets, names, tables, columns of a table or cells of the workbook that are called the same',
  check: (file) => [
    ...namesTwice(file).flatMap(([what, found]) =>
      found.map((name) => ({ message: `The workbook has two ${what} ${name.slice(0, 60)}.` })),
    ),
    ...file.tables.flatMap(({ name, part, columns }) =>
      twice(columns.map((column) => column.toLowerCase())).map((column) => ({
        message: `The table ${name} has two columns named ${column.slice(0, 60)}.`,
        location: { part },
      })),
    ),
    ...file.sheets.flatMap(({ name, twice: cells }) =>
      cells.slice(0, 3).map((cell) => ({ message: `${name}!${cell} is in the file twice.`, location: { sheet: name, cell } })),
    ),
  ],
  examples: {
    fires: [
      {
        name: 'two sheets',
        file: () =>
          workbookFileOf({
            sheets: [
              { name: 'Plan', rows: [] },
              { name: 'PLAN', rows: [] },
            ],
          }),
      },
      {
        name: 'two names',
        file: () =>
          sheetFileOf([[1]], {
            names: '<definedName name="Rate">Sheet1!$A$1</definedName><definedName name="RATE">Sheet1!$A$1</definedName>',
          }),
      },
      {
        name: 'two columns',
        file: () =>
          sheetFileOf(
            [
              ['A', 'a'],
              [1, 2],
            ],
            { table: { name: 'T', ref: 'A1:B2', columns: ['A', 'a'] } },
          ),
      },
    ],
    silent: [
      {
        name: 'one name on two sheets',
        file: () =>
          workbookFileOf({
            sheets: [{ rows: [[1]] }, { rows: [[1]] }],
            names:
              '<definedName name="Rate" localSheetId="0">Sheet1!$A$1</definedName><definedName name="Rate" localSheetId="1">Sheet2!$A$1</definedName>',
          }),
      },
    ],
  },
});
