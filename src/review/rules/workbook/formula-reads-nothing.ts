import { cellName, type Area } from '../../../spreadsheet/cell-names.ts';
import { referencesOf, type PlacedReference } from '../../../spreadsheet/formula-tree.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf, type RowInput } from '../../example-workbooks.ts';
import type { CellFormula } from '../../workbook/cells.ts';
import { createPlacer } from '../../workbook/place.ts';
import { shapeOf } from '../../workbook/shapes.ts';
import type { WorkbookView, Worksheet } from '../../workbook-view.ts';

const READS_RANGE = /\b(?:SUM|AVERAGE|MIN|MAX|COUNT|COUNTA|PRODUCT|MEDIAN|SUMIFS?|COUNTIFS?|AVERAGEIFS?|SUMPRODUCT)\(/i;

type SheetArea = Area & { sheet: number };

const areasOf = (references: Iterable<PlacedReference>): SheetArea[] =>
  [...references].flatMap((reference) => (reference.kind === 'area' ? [reference] : []));

const sorted = new WeakMap<readonly number[], readonly number[]>();

/** Whether a column holds anything from one row to another: sheets may have as many formulas as rows. */
function holdsWithin(cells: Worksheet, column: number, top: number, bottom: number): boolean {
  const given = cells.columns.get(column);
  if (given === undefined) return false;
  const rows = sorted.get(given) ?? given.toSorted((a, b) => a - b);
  sorted.set(given, rows);
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < top) low = middle + 1;
    else high = middle;
  }
  return (rows[low] ?? Number.POSITIVE_INFINITY) <= bottom;
}

/** Cells that are still to be filled are in a table, or have at least a heading right above them. */
function isToBeFilled(area: SheetArea, file: WorkbookView): boolean {
  const cells = file.sheets[area.sheet];
  const inTable = file.tables.some(
    ({ sheet, top, bottom, left, right }) =>
      sheet === area.sheet && top <= area.bottom && bottom >= area.top && left <= area.right && right >= area.left,
  );
  return inTable || (cells !== undefined && holdsWithin(cells, area.left, area.top - 1, area.top - 1));
}

function isEmpty({ sheet, top, bottom, left, right }: SheetArea, file: WorkbookView): boolean {
  const cells = file.sheets[sheet];
  if (cells === undefined) return false;
  for (let column = left; column <= Math.min(right, cells.last.column); column += 1)
    if (holdsWithin(cells, column, top, bottom)) return false;
  return true;
}

/** The ranges of a formula, where it has some and there is nothing in any of them. */
function emptyRanges(formula: CellFormula, sheet: Worksheet, file: WorkbookView, place: ReturnType<typeof createPlacer>): SheetArea[] {
  if (!READS_RANGE.test(formula.text)) return [];
  const tree = place(formula, sheet.index);
  const ranges =
    tree === undefined ? [] : areasOf(referencesOf(tree)).filter(({ top, bottom, left, right }) => top !== bottom || left !== right);
  return ranges.every((range) => isEmpty(range, file) && !isToBeFilled(range, file)) ? ranges : [];
}

/** The same formula in several cells, down a column or across a row, is one finding, at the first of them. */
function inSheet(sheet: Worksheet, file: WorkbookView, place: ReturnType<typeof createPlacer>): Hit[] {
  const found = new Map<string, { formula: CellFormula; ranges: SheetArea[]; more: number }>();
  for (const formula of sheet.formulas.values()) {
    const ranges = emptyRanges(formula, sheet, file, place);
    if (ranges.length === 0) continue;
    const key = shapeOf(formula);
    const first = found.get(key);
    if (first === undefined) found.set(key, { formula, ranges, more: 0 });
    else first.more++;
  }
  return [...found.values()].map(({ formula, ranges, more }) => {
    const cell = cellName(formula.row, formula.column);
    const said = ranges
      .map((range) => {
        const name = `${cellName(range.top, range.left)}:${cellName(range.bottom, range.right)}`;
        return range.sheet === sheet.index ? name : `${file.sheets[range.sheet]?.name ?? ''}!${name}`;
      })
      .join(', ');
    const others =
      more === 0 ? '' : more === 1 ? '; so does one more cell with the same formula' : `; so do ${more} more cells with the same formula`;
    return { message: `${sheet.name}!${cell} goes by ${said}, where there is nothing${others}.`, location: { sheet: sheet.name, cell } };
  });
}

/** A range that was counted from another place: the formula gives zero, and looks as if it had been calculated. */
export const formulaReadsNothing = defineWorkbookRule({
  code: 'formula_reads_nothing',
  severity: 'warning',
  foreign: { severity: 'info' },
  summary: 'a formula of the workbook over a range in which there is nothing',
  check: (file) => {
    if (!file.complete) return [];
    const place = createPlacer(file);
    return file.sheets.flatMap((sheet) => inSheet(sheet, file, place));
  },
  examples: {
    fires: [
      {
        name: 'the same down a column',
        file: () => sheetFileOf([['Item', 'Sum'], ...[2, 3, 4].map((row): RowInput => ['x', { f: `SUM(D${row}:F${row})`, v: 0 }])]),
      },
      {
        name: 'a range beside the figures',
        file: () =>
          sheetFileOf([
            ['Item', 'Amount'],
            ['Rent', 1200],
            ['Sum', { f: 'SUM(D5:D9)', v: 0 }],
          ]),
      },
    ],
    silent: [
      {
        name: 'a range with figures',
        file: () =>
          sheetFileOf([
            ['Item', 'Amount'],
            ['Rent', 1200],
            ['Food', 300],
            ['Sum', { f: 'SUM(B2:B3)', v: 1500 }],
          ]),
      },
      {
        name: 'rows under a heading that are to be filled in',
        file: () => sheetFileOf([['Item', 'Amount', { f: 'SUM(B2:B40)', v: 0 }]]),
      },
    ],
  },
});
