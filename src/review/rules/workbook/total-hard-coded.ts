import { cellName } from '../../../spreadsheet/cell-names.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf, type RowInput } from '../../example-workbooks.ts';
import { cellKey } from '../../workbook/cells.ts';
import { figureAt, headerOf, isNear, isTotalName, isTyped, saysTotal } from '../../workbook/shapes.ts';
import type { Worksheet } from '../../workbook-view.ts';

/** Rows between a total and the figures above it: one is left empty at most. */
const GAP_MAX = 1;
/** Totals of rows are reported where so many of them are typed. */
const ROWS_MIN = 3;
const TOLD_MAX = 10;
/** Totals of a sheet that are tried, and figures above each that are added. */
const TRIED_MAX = 400;
const ABOVE_MAX = 3_000;

/** Rows of the figures above a cell, from the bottom up. */
function rowsAbove(sheet: Worksheet, row: number, column: number): number[] {
  const rows: number[] = [];
  for (let at = row - 1, gap = 0; at >= 0 && rows.length < ABOVE_MAX; at--) {
    if (figureAt(sheet, at, column) !== undefined) rows.push(at);
    else if (sheet.values.get(cellKey(at, column)) !== undefined || ++gap > GAP_MAX || rows.length > 0) break;
  }
  return rows;
}

const sumOf = (sheet: Worksheet, rows: readonly number[], column: number): number =>
  rows.reduce((sum, row) => sum + (figureAt(sheet, row, column) ?? 0), 0);

/** Whether a figure is what those above it come to: all of them, those below the last total, all but totals, or totals alone. */
function addsUp(sheet: Worksheet, row: number, column: number): boolean {
  const total = figureAt(sheet, row, column) ?? 0;
  const above = rowsAbove(sheet, row, column);
  const totals = above.filter((at) => saysTotal(sheet, at, column));
  const lastTotal = above.findIndex((at) => saysTotal(sheet, at, column));
  const groups = [above, above.filter((at) => !totals.includes(at)), totals, lastTotal < 0 ? [] : above.slice(0, lastTotal)];
  return groups.some(
    (rows) =>
      rows.length >= 2 && rows.filter((at) => figureAt(sheet, at, column) !== 0).length >= 2 && isNear(sumOf(sheet, rows, column), total),
  );
}

/** Another cell of the row is the sum of its own column. */
function siblingSums(sheet: Worksheet, row: number, column: number): boolean {
  for (const next of sheet.columns.keys()) {
    if (next !== column && /^(?:SUM|SUBTOTAL)\(/i.test(sheet.formulas.get(cellKey(row, next))?.text ?? ''))
      return rowsAbove(sheet, row, column).length >= 3;
  }
  return false;
}

function typedTotals(sheet: Worksheet): Hit[] {
  const hits: Hit[] = [];
  let tried = 0;
  for (const [column, rows] of sheet.columns) {
    for (const row of rows) {
      if (!saysTotal(sheet, row, column) || !isTyped(sheet, row, column) || ++tried > TRIED_MAX) continue;
      const adds = addsUp(sheet, row, column);
      if (!adds && !siblingSums(sheet, row, column)) continue;
      const cell = cellName(row, column);
      hits.push({
        message: `${sheet.name}!${cell} is a total that was typed${adds ? '' : ', beside others that are calculated'}: it stays as it is when the figures above it change.`,
        location: { sheet: sheet.name, cell },
      });
    }
  }
  return hits;
}

/** A column named Total whose figures are the sums of their rows. */
function typedRowTotals(sheet: Worksheet): Hit[] {
  const hits: Hit[] = [];
  for (const [column, rows] of sheet.columns) {
    const typed = rows.filter((row) => isTyped(sheet, row, column));
    const [first] = typed;
    if (first === undefined || typed.length < ROWS_MIN || !isTotalName(headerOf(sheet, first, column)?.text ?? '')) continue;
    const sums = typed.filter((row) => {
      const left: number[] = [];
      for (let at = column - 1; at >= 0 && figureAt(sheet, row, at) !== undefined; at--) left.push(figureAt(sheet, row, at) ?? 0);
      return (
        left.length >= 2 &&
        isNear(
          left.reduce((sum, value) => sum + value, 0),
          figureAt(sheet, row, column) ?? 0,
        )
      );
    });
    if (sums.length < ROWS_MIN || sums.length < typed.length * 0.8) continue;
    const cell = cellName(first, column);
    hits.push({
      message: `${sheet.name}!${cell} and ${typed.length - 1} cells below it are sums of their rows that were typed.`,
      location: { sheet: sheet.name, cell },
    });
  }
  return hits;
}

const table = (total: RowInput): RowInput[] => [['Item', 'Q1', 'Q2'], ['a', 10, 1], ['b', 20, 2], ['c', 30, 3], total];

/** A typed total is right on the day on which it was typed. In a workbook without any formula, an export of another program, it is worth saying and no more. */
export const totalHardCoded = defineWorkbookRule({
  code: 'total_hard_coded',
  severity: 'warning',
  summary: 'a total of the workbook that is typed in place of a sum',
  check: (file) => {
    const isExport = file.sheets.every(({ formulas }) => formulas.size === 0);
    return file.sheets
      .flatMap((sheet) => [...typedTotals(sheet), ...typedRowTotals(sheet)].slice(0, TOLD_MAX))
      .map((hit) => (isExport ? { ...hit, severity: 'info' } : hit));
  },
  examples: {
    fires: [
      { name: 'typed', file: () => sheetFileOf(table(['Total', 60, { f: 'SUM(C2:C4)', v: 6 }])) },
      { name: 'typed, and wrong', file: () => sheetFileOf(table(['Total', 61, { f: 'SUM(C2:C4)', v: 6 }])) },
      { name: 'all of them', file: () => sheetFileOf(table(['Total', 60, 6])) },
      {
        name: 'of rows',
        file: () =>
          sheetFileOf([
            ['Item', 'Q1', 'Q2', 'Total'],
            ['a', 1, 2, 3],
            ['b', 3, 4, 7],
            ['c', 5, 6, 11],
          ]),
      },
    ],
    silent: [
      { name: 'sums', file: () => sheetFileOf(table(['Total', { f: 'SUM(B2:B4)', v: 60 }, { f: 'SUM(C2:C4)', v: 6 }])) },
      {
        name: 'a measure by that name',
        file: () =>
          sheetFileOf([
            ['Measure', 'Value'],
            ['Total area, m²', 120],
            ['Rooms', 4],
          ]),
      },
    ],
  },
});
