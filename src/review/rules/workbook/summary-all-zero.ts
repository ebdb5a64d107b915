import { cellName } from '../../../spreadsheet/cell-names.ts';
import type { PlacedFormula } from '../../../spreadsheet/formula-tree.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf, type RowInput } from '../../example-workbooks.ts';
import { figureAt } from '../../workbook/shapes.ts';
import type { Area } from '../../workbook/cells.ts';
import { createPlacer } from '../../workbook/place.ts';
import type { WorkbookView } from '../../workbook-view.ts';

const CONDITIONAL_SUM = /^\s*SUMIFS?\(/i;
/** One or two sums may well find nothing: an empty category, a month to come. */
const SUMS_MIN = 3;

interface Summed extends Area {
  sheet: number;
}

/** The range that a conditional sum adds up; undefined for other formulas. */
function summedBy(tree: PlacedFormula | undefined, file: WorkbookView): Summed | undefined {
  if (tree?.kind !== 'call') return undefined;
  const range = tree.name.toUpperCase() === 'SUMIF' ? (tree.arguments[2] ?? tree.arguments[0]) : tree.arguments[0];
  if (range?.kind !== 'reference') return undefined;
  const { reference } = range;
  if (reference.kind === 'area') return reference;
  const table = reference.kind === 'table' && reference.part === 'data' ? file.tables[reference.table] : undefined;
  if (!table || reference.kind !== 'table') return undefined;
  return {
    sheet: table.sheet,
    top: table.top + table.headerRows,
    bottom: table.bottom - table.totalsRows,
    left: table.left + reference.from,
    right: table.left + reference.to,
  };
}

function holdsFigures({ sheet, top, bottom, left, right }: Summed, file: WorkbookView): boolean {
  const cells = file.sheets[sheet];
  if (!cells) return false;
  for (let column = left; column <= right; column++)
    for (const row of cells.columns.get(column) ?? [])
      if (row >= top && row <= bottom && (figureAt(cells, row, column) ?? 0) !== 0) return true;
  return false;
}

interface Summary {
  range: Summed;
  sheet: string;
  cell: string;
  count: number;
  allZero: boolean;
}

/** All conditional sums of the workbook, by the range that they add up. */
function summariesOf(file: WorkbookView): Iterable<Summary> {
  const place = createPlacer(file);
  const summaries = new Map<string, Summary>();
  for (const sheet of file.sheets)
    for (const formula of sheet.formulas.values()) {
      const { row, column } = formula;
      const range = CONDITIONAL_SUM.test(formula.text) ? summedBy(place(formula, sheet.index), file) : undefined;
      if (!range) continue;
      const key = `${range.sheet} ${cellName(range.top, range.left)}:${cellName(range.bottom, range.right)}`;
      const summary = summaries.get(key) ?? { range, sheet: sheet.name, cell: cellName(row, column), count: 0, allZero: true };
      summary.count++;
      // some programs write zero for every formula: what the file says of it proves nothing
      summary.allZero &&= file.calculate(sheet, row, column) === 0;
      summaries.set(key, summary);
    }
  return summaries.values();
}

/** Criteria that match nothing: a category spelled in another way, dates that are text. The summary looks finished and is empty. */
export const summaryAllZero = defineWorkbookRule({
  code: 'summary_all_zero',
  severity: 'error',
  summary: 'conditional sums of the workbook that are all zero while the figures they sum are not',
  check: (file) =>
    [...summariesOf(file)].flatMap(({ range, sheet, cell, count, allZero }): Hit[] => {
      if (!allZero || count < SUMS_MIN || !holdsFigures(range, file)) return [];
      const data = `${file.sheets[range.sheet]?.name ?? ''}!${cellName(range.top, range.left)}:${cellName(range.bottom, range.right)}`;
      return [
        {
          message: `All ${count} conditional sums of ${data} are zero, from ${sheet}!${cell} on, and the figures there are not: their conditions match no row.`,
          location: { sheet, cell },
        },
      ];
    }),
  examples: {
    fires: [{ name: 'categories that no row has', file: () => summaryFile(0) }],
    silent: [
      { name: 'one category has rows', file: () => summaryFile(10) },
      { name: 'data that are zero themselves', file: () => summaryFile(0, 0) },
    ],
  },
});

function summaryFile(first: number, amount = 10): ReturnType<typeof sheetFileOf> {
  const names = [first === 0 ? 'Rents' : 'Rent', 'Foods', 'Trips'];
  const rows = ['Rent', 'Food', 'Travel'].map((kind, at): RowInput => [
    kind,
    amount,
    names[at] ?? '',
    { f: `SUMIFS($B$2:$B$4,$A$2:$A$4,C${at + 2})`, v: at === 0 ? first : 0 },
  ]);
  return sheetFileOf([['Kind', 'Amount', 'Category', 'Sum'], ...rows]);
}
