import { cellName } from '../../../spreadsheet/cell-names.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf, type RowInput } from '../../example-workbooks.ts';
import { cellKey, type CellFormula } from '../../workbook/cells.ts';
import { readCellArea, type Area } from '../../../spreadsheet/cell-names.ts';
import { figureAt, saysTotal, shapeOf } from '../../workbook/shapes.ts';
import type { WorkbookView, Worksheet } from '../../workbook-view.ts';

const GATHERING = /^(?:SUM|AVERAGE|COUNT|MIN|MAX|MEDIAN|SUBTOTAL\(\d+,)\(?\s*(\$?[A-Z]{1,3}\$?\d+:\$?[A-Z]{1,3}\$?\d+)\s*\)$/i;
const TOLD_MAX = 10;

/** The range that a formula gathers, and nothing else; undefined for other formulas. */
function gathered({ text, down, across, many }: CellFormula): Area | undefined {
  const range = many || down !== 0 || across !== 0 ? undefined : GATHERING.exec(text)?.[1];
  return range === undefined ? undefined : readCellArea(range);
}

/** Years above a column are its heading. */
const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1900 && value <= 2100;

/** Whether a cell beside the range looks like one of it: a figure, not dressed in another way, no total, no year over figures. */
function belongs(sheet: Worksheet, row: number, column: number, like: { row: number; column: number }, file: WorkbookView): boolean {
  const value = figureAt(sheet, row, column);
  const neighbour = figureAt(sheet, like.row, like.column);
  if (value === undefined || neighbour === undefined || (isYear(value) && !isYear(neighbour))) return false;
  const formula = sheet.formulas.get(cellKey(row, column));
  if (Boolean(formula) !== sheet.formulas.has(cellKey(like.row, like.column)) || (formula && gathered(formula))) return false;
  const styleAt = (one: { row: number; column: number }): string =>
    file.styles.of(sheet.styles.get(cellKey(one.row, one.column)) ?? 0).dress;
  return styleAt({ row, column }) === styleAt(like) && !saysTotal(sheet, row, column);
}

function missedBy(formula: CellFormula, sheet: Worksheet, file: WorkbookView): string | undefined {
  const area = gathered(formula);
  if (!area) return undefined;
  const { top, bottom, left, right } = area;
  const { row, column } = formula;
  if (left === right && column === left && bottom > top && row > bottom) {
    if (bottom + 1 < row && belongs(sheet, bottom + 1, left, { row: bottom, column: left }, file)) return cellName(bottom + 1, left);
    return top > 0 && belongs(sheet, top - 1, left, { row: top, column: left }, file) ? cellName(top - 1, left) : undefined;
  }
  // across, only what is between the range and the sum: figures left of it may be a number or a year of the row
  if (top === bottom && row === top && right > left && column > right + 1 && belongs(sheet, row, right + 1, { row, column: right }, file))
    return cellName(row, right + 1);
  return undefined;
}

/** Sums that run along with their row, of the last three months say, mean to leave out what is above. */
function runsAlong(sheet: Worksheet, formula: CellFormula): boolean {
  const { row, column } = formula;
  const shape = shapeOf(formula);
  return [row - 1, row + 1].some((next) => {
    const beside = sheet.formulas.get(cellKey(next, column));
    return beside !== undefined && shapeOf(beside) === shape && column !== readCellArea(GATHERING.exec(formula.text)?.[1] ?? '')?.left;
  });
}

function inSheet(sheet: Worksheet, file: WorkbookView): Hit[] {
  const hits: Hit[] = [];
  const seen = new Set<string>();
  for (const formula of sheet.formulas.values()) {
    const missed = missedBy(formula, sheet, file);
    // beside each other the same slip is reported once
    const shape = missed === undefined ? '' : shapeOf(formula);
    if (
      missed === undefined ||
      seen.has(shape) ||
      (formula.row > 0 && readCellArea(GATHERING.exec(formula.text)?.[1] ?? '')?.top === formula.row ? false : runsAlong(sheet, formula))
    )
      continue;
    seen.add(shape);
    const cell = cellName(formula.row, formula.column);
    hits.push({
      message: `${sheet.name}!${cell} (=${formula.text.slice(0, 60)}) leaves out ${missed}, which holds a figure beside its range.`,
      location: { sheet: sheet.name, cell },
    });
  }
  return hits.slice(0, TOLD_MAX);
}

const sum = (f: string, v: number): RowInput => ['Sum', { f, v }];
const figures: RowInput[] = [
  ['Item', 'Amount'],
  ['a', 10],
  ['b', 20],
  ['c', 30],
  ['d', 40],
];

/** A row was added at the edge of a range and the sum did not grow with it. Excel marks the same with a green corner. */
export const rangeIncomplete = defineWorkbookRule({
  code: 'range_incomplete',
  severity: 'warning',
  summary: 'a sum of the workbook whose range leaves out a figure beside it',
  check: (file) => file.sheets.flatMap((sheet) => inSheet(sheet, file)),
  examples: {
    fires: [
      { name: 'the last row', file: () => sheetFileOf([...figures, sum('SUM(B2:B4)', 60)]) },
      { name: 'the first row', file: () => sheetFileOf([...figures, sum('SUM(B3:B5)', 90)]) },
      {
        name: 'the last month',
        file: () =>
          sheetFileOf([
            ['Item', 'Jan', 'Feb', 'Mar', 'Sum'],
            ['a', 1, 2, 4, { f: 'SUM(B2:C2)', v: 3 }],
          ]),
      },
    ],
    silent: [
      { name: 'all of them', file: () => sheetFileOf([...figures, sum('SUM(B2:B5)', 100)]) },
      { name: 'years above', file: () => sheetFileOf([['Item', 2026], ['a', 10], ['b', 20], sum('SUM(B2:B3)', 30)]) },
      {
        name: 'the last three',
        file: () =>
          sheetFileOf([
            ['A', 'Mean'],
            [1, null],
            [2, null],
            [3, { f: 'AVERAGE(A2:A4)', v: 2 }],
            [4, { f: 'AVERAGE(A3:A5)', v: 3 }],
            [5, { f: 'AVERAGE(A4:A6)', v: 4 }],
          ]),
      },
    ],
  },
});
