import { cellName } from '../../../spreadsheet/cell-names.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf, type RowInput } from '../../example-workbooks.ts';
import { cellKey, type CellFormula } from '../../workbook/cells.ts';
import { readCellArea } from '../../../spreadsheet/cell-names.ts';
import { figureAt, runsOf, saysTotal, shapeOf, type Run } from '../../workbook/shapes.ts';
import type { Worksheet } from '../../workbook-view.ts';

/** Fewer formulas alike are no rule yet. */
const ALIKE_MIN = 3;
/** More odd ones than this part of them are a pattern of their own: every fourth row a subtotal. */
const ODD_MAX = 0.2;
const GATHERS = /^(?:_xlfn\.)?(?:SUM|SUBTOTAL|AGGREGATE|AVERAGE|MAX|MIN|COUNTA?)\(/i;
const TOLD_MAX = 10;

/** What a cell says of its own place: the formula, or that it is typed; undefined where it holds no figure. */
function shapeAt(sheet: Worksheet, row: number, column: number): string | undefined {
  const formula = sheet.formulas.get(cellKey(row, column));
  if (formula) return formula.many ? undefined : shapeOf(formula);
  return figureAt(sheet, row, column) === undefined ? undefined : 'typed';
}

/** Rows of a run that differ from those above and below, which are alike. */
function oddRows(sheet: Worksheet, column: number, { top, bottom }: Run): number[] {
  const shapes = Array.from({ length: bottom - top + 1 }, (_, i) => shapeAt(sheet, top + i, column));
  const counts = new Map<string, number>();
  for (const shape of shapes) if (shape !== undefined && shape !== 'typed') counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const odd = shapes.flatMap((shape, i) => {
    const [above, below] = [shapes[i - 1], shapes[i + 1]];
    const usual = above ?? '';
    const last = below === undefined && i === shapes.length - 1;
    // a last row may close the column in a way of its own, unless it is a figure where all others are calculated
    if (
      shape === undefined ||
      shape === usual ||
      (counts.get(usual) ?? 0) < ALIKE_MIN ||
      (last ? shape !== 'typed' || shapes[i - 2] !== usual : below !== usual)
    )
      return [];
    return [top + i];
  });
  return odd.length > Math.max(1, shapes.length * ODD_MAX) ? [] : odd;
}

/** Whether it sums up figures above or below it, as a row of subtotals does; sums across are like any other formula. */
function gathersColumn({ text, column, across }: CellFormula): boolean {
  if (!GATHERS.test(text)) return false;
  const range = /(\$?[A-Z]{1,3}\$?\d+):(\$?[A-Z]{1,3}\$?\d+)/i.exec(text);
  const area = range && readCellArea(`${range[1] ?? ''}:${range[2] ?? ''}`);
  return !area || (area.left + across <= column && area.right + across >= column);
}

/** A row that is calculated in its own way all along, such as one of subtotals, is no slip. */
function isOwnWay(sheet: Worksheet, row: number, column: number): boolean {
  const formula = sheet.formulas.get(cellKey(row, column));
  if (saysTotal(sheet, row, column) || (formula && gathersColumn(formula))) return true;
  const shape = shapeAt(sheet, row, column);
  return shape !== 'typed' && [column - 1, column + 1].some((next) => shapeAt(sheet, row, next) === shape);
}

function inSheet(sheet: Worksheet): Hit[] {
  const hits: Hit[] = [];
  for (const column of sheet.columns.keys()) {
    for (const run of runsOf(sheet, column)) {
      for (const row of oddRows(sheet, column, run)) {
        if (isOwnWay(sheet, row, column)) continue;
        const cell = cellName(row, column);
        const formula = sheet.formulas.get(cellKey(row, column));
        hits.push({
          message: formula
            ? `${sheet.name}!${cell} (=${formula.text.slice(0, 60)}) is not calculated as the cells around it are.`
            : `${sheet.name}!${cell} holds a typed figure where the cells around it are calculated.`,
          location: { sheet: sheet.name, cell },
        });
      }
    }
  }
  if (hits.length <= TOLD_MAX) return hits;
  return [
    ...hits.slice(0, TOLD_MAX),
    {
      message: `${hits.length - TOLD_MAX} more cells of ${sheet.name} are typed or calculated otherwise than the cells around them.`,
      location: { sheet: sheet.name },
    },
  ];
}

const rows = (formula: (row: number) => RowInput[number], count = 6): RowInput[] => [
  ['A', 'B'],
  ...Array.from({ length: count }, (_, i): RowInput => [i + 1, formula(i + 2)]),
];

/** One row that is calculated in another way than its neighbours is nearly always a slip of the hand; panko.shidler.hawaii.edu counts it among the most frequent faults of spreadsheets. */
export const formulaInconsistent = defineWorkbookRule({
  code: 'formula_inconsistent',
  severity: 'warning',
  summary: 'a cell of a calculated column that is typed, or calculated in another way than its neighbours',
  check: (file) => file.sheets.flatMap(inSheet),
  examples: {
    fires: [
      {
        name: 'another factor',
        file: () => sheetFileOf(rows((row) => (row === 5 ? { f: `A${row}*3`, v: (row - 1) * 3 } : { f: `A${row}*2`, v: (row - 1) * 2 }))),
      },
      { name: 'typed over', file: () => sheetFileOf(rows((row) => (row === 5 ? 9 : { f: `A${row}*2`, v: (row - 1) * 2 }))) },
      {
        name: 'a sum of another row',
        file: () =>
          sheetFileOf([
            ['A', 'B', 'C'],
            ...[2, 3, 4, 5, 6].map((row): RowInput => [
              row,
              1,
              { f: row === 4 ? 'SUM(A3:B3)' : `SUM(A${row}:B${row})`, v: row === 4 ? 4 : row + 1 },
            ]),
          ]),
      },
      {
        name: 'another row',
        file: () => sheetFileOf(rows((row) => (row === 4 ? { f: 'A3*2', v: 4 } : { f: `A${row}*2`, v: (row - 1) * 2 }))),
      },
    ],
    silent: [
      { name: 'all alike', file: () => sheetFileOf(rows((row) => ({ f: `A${row}*2`, v: (row - 1) * 2 }))) },
      {
        name: 'a beginning of its own',
        file: () =>
          sheetFileOf([
            ['In', 'Balance'],
            [1, { f: 'A2', v: 1 }],
            ...[3, 4, 5, 6].map((row): RowInput => [1, { f: `B${row - 1}+A${row}`, v: row - 1 }]),
          ]),
      },
      {
        name: 'a total',
        file: () => sheetFileOf([...rows((row) => ({ f: `A${row}*2`, v: (row - 1) * 2 })), ['Total', { f: 'SUM(B2:B7)', v: 42 }]]),
      },
    ],
  },
});
