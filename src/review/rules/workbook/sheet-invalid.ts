import { cellName } from '../../../spreadsheet/cell-names.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf } from '../../example-workbooks.ts';
import { placeOf } from '../../workbook/cells.ts';
import type { Area } from '../../../spreadsheet/cell-names.ts';
import type { WorkbookView, Worksheet } from '../../workbook-view.ts';

/** Pairs are looked at below this many merged areas; a sheet of forms has some hundreds. */
const MERGES_MAX = 3_000;
const TOLD_MAX = 3;

function mergesMeet({ name, merges }: Worksheet): Hit[] {
  const sorted = merges.slice(0, MERGES_MAX).toSorted((a, b) => a.top - b.top);
  for (const [i, area] of sorted.entries()) {
    for (let next = i + 1; next < sorted.length; next++) {
      const other: Area | undefined = sorted[next];
      if (!other || other.top > area.bottom) break;
      if (other.left <= area.right && other.right >= area.left)
        return [
          {
            message: `${name}!${cellName(area.top, area.left)} and ${cellName(other.top, other.left)} are merged over each other.`,
            location: { sheet: name, cell: cellName(other.top, other.left) },
          },
        ];
    }
  }
  return [];
}

function indicesOf({ name, styles, textMissing }: Worksheet, file: WorkbookView): Hit[] {
  const unknown = file.styles.count === 0 ? [] : [...styles].filter(([, style]) => style >= file.styles.count).map(([key]) => placeOf(key));
  return [
    ...unknown.slice(0, TOLD_MAX).map(({ row, column }) => ({
      message: `${name}!${cellName(row, column)} has a style that the file does not hold.`,
      location: { sheet: name, cell: cellName(row, column) },
    })),
    ...textMissing
      .slice(0, TOLD_MAX)
      .map((cell) => ({ message: `${name}!${cell} has a text that the file does not hold.`, location: { sheet: name, cell } })),
  ];
}

function namesOf({ sheets }: WorkbookView): Hit[] {
  return sheets
    .filter(({ name }) => name.length > 31 || name === '' || /[\\/?*[\]:]/.test(name))
    .map(({ name }) => ({ message: `Excel takes no sheet named "${name.slice(0, 60)}".`, location: { sheet: name } }));
}

/** Excel calls such a file damaged, and leaves out what it cannot place (§18.3.1.55, §18.8.10, §18.4.8). */
export const sheetInvalid = defineWorkbookRule({
  code: 'sheet_invalid',
  severity: 'error',
  summary: 'a sheet with merged cells over each other, styles or texts that are not there, or a name that Excel does not take',
  check: (file) => [...file.sheets.flatMap((sheet) => [...mergesMeet(sheet), ...indicesOf(sheet, file)]), ...namesOf(file)],
  examples: {
    fires: [
      {
        name: 'merged twice',
        file: () =>
          sheetFileOf([['a'], ['b']], { after: '<mergeCells count="2"><mergeCell ref="A1:B2"/><mergeCell ref="B2:C3"/></mergeCells>' }),
      },
      { name: 'no such style', file: () => sheetFileOf([[{ v: 1, s: 9 }]]) },
      { name: 'a name with a slash', file: () => sheetFileOf([[1]], { name: 'In/Out' }) },
    ],
    silent: [
      {
        name: 'merged side by side',
        file: () =>
          sheetFileOf([['a'], ['b']], { after: '<mergeCells count="2"><mergeCell ref="A1:B2"/><mergeCell ref="C1:C3"/></mergeCells>' }),
      },
    ],
  },
});
