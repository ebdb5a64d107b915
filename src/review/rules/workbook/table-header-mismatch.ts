import { cellName } from '../../../spreadsheet/cell-names.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf } from '../../example-workbooks.ts';
import { cellKey } from '../../workbook/cells.ts';
import type { WorkbookView, WorkbookTable } from '../../workbook-view.ts';

/** A line end is `_x000a_` in one place and a line end in the other. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function inTable(table: WorkbookTable, { sheets }: WorkbookView): Hit[] {
  const sheet = sheets[table.sheet];
  if (!sheet) return [];
  const hits: Hit[] = [];
  const width = table.right - table.left + 1;
  if (table.columns.length !== width)
    hits.push({
      message: `The table ${table.name} has ${table.columns.length} columns by name and ${width} in its range.`,
      location: { sheet: sheet.name },
    });
  if (table.headerRows !== 1) return hits;
  for (const [at, name] of table.columns.entries()) {
    const value = sheet.values.get(cellKey(table.top, table.left + at));
    const cell = cellName(table.top, table.left + at);
    if (typeof value === 'string' ? plain(value) === plain(name) : value === undefined) continue;
    hits.push({
      message: `The column ${name.slice(0, 60)} of the table ${table.name} has another name in its header, ${sheet.name}!${cell}.`,
      location: { sheet: sheet.name, cell },
    });
  }
  return hits;
}

function overlaps(file: WorkbookView): Hit[] {
  return file.sheets.flatMap(({ name, tables, merges }) =>
    tables.flatMap((table, i) => {
      const meets = (other: { top: number; left: number; bottom: number; right: number }): boolean =>
        other.top <= table.bottom && other.bottom >= table.top && other.left <= table.right && other.right >= table.left;
      return [
        ...tables
          .slice(i + 1)
          .filter(meets)
          .map((other) => ({ message: `The tables ${table.name} and ${other.name} lie over each other.`, location: { sheet: name } })),
        ...(merges.some(meets)
          ? [{ message: `The table ${table.name} has merged cells, which Excel takes out of it.`, location: { sheet: name } }]
          : []),
      ];
    }),
  );
}

/** Excel calls such a file damaged and takes the table out (§18.5.1.2, §18.5.1.3). */
export const tableHeaderMismatch = defineWorkbookRule({
  code: 'table_header_mismatch',
  severity: 'error',
  summary: 'a table of the workbook whose columns are not those of its cells, or that lies over another',
  check: (file) => [...file.tables.flatMap((table) => inTable(table, file)), ...overlaps(file)],
  examples: {
    fires: [
      {
        name: 'another name',
        file: () =>
          sheetFileOf(
            [
              ['Item', 'Price'],
              ['a', 2],
            ],
            { table: { name: 'T', ref: 'A1:B2', columns: ['Item', 'Amount'] } },
          ),
      },
      {
        name: 'a column too many',
        file: () =>
          sheetFileOf(
            [
              ['Item', 'Price'],
              ['a', 2],
            ],
            { table: { name: 'T', ref: 'A1:B2', columns: ['Item', 'Price', 'Tax'] } },
          ),
      },
      {
        name: 'merged cells',
        file: () =>
          sheetFileOf(
            [
              ['Item', 'Price'],
              ['a', 2],
              ['b', null],
            ],
            {
              table: { name: 'T', ref: 'A1:B3', columns: ['Item', 'Price'] },
              after: '<mergeCells count="1"><mergeCell ref="A3:B3"/></mergeCells>',
            },
          ),
      },
    ],
    silent: [
      {
        name: 'as its cells',
        file: () =>
          sheetFileOf(
            [
              ['Item', 'Price'],
              ['a', 2],
            ],
            { table: { name: 'T', ref: 'A1:B2', columns: ['Item', 'Price'] } },
          ),
      },
    ],
  },
});
