import { cellName, type Area } from '../../../spreadsheet/cell-names.ts';
import { referencesOf, type PlacedFormula, type PlacedReference } from '../../../spreadsheet/formula-tree.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf, type RowInput } from '../../example-workbooks.ts';
import { cellKey } from '../../workbook/cells.ts';
import { figureAt } from '../../workbook/shapes.ts';
import { createPlacer } from '../../workbook/place.ts';
import type { WorkbookView, Worksheet } from '../../workbook-view.ts';

const AGGREGATE = /\b(?:SUMIFS?|COUNTIFS?|AVERAGEIFS?|MAXIFS|MINIFS|SUMPRODUCT|SUM|INDEX|X?LOOKUP|VLOOKUP|HLOOKUP)\(/i;
/** One or two may well find nothing: an empty category, a month to come. Nor do bands of ages or amounts have to be filled. */
const SUMMARIES_MIN = 3;
/** Figures that are texts, for one sum of them. */
const TEXT_FIGURE = /^[\s+\-−–(]*(?:[€$£¥]|[A-Z]{3}\s)?\s*\d[\d.,'’ \u00A0\u202F]*(?:[€$£¥%]|\s?[A-Z]{3})?[\s)]*$/;
const TEXT_FIGURES_MIN = 2;

interface Summed extends Area {
  sheet: number;
}

/** Which arguments of a function hold the data, and what the summary is called. */
function dataOf(name: string, args: readonly PlacedFormula[]): { parts: readonly (PlacedFormula | undefined)[]; kind: Kind } | undefined {
  switch (name.toUpperCase()) {
    case 'SUMIF':
    case 'AVERAGEIF':
      return { parts: [args[2] ?? args[0]], kind: 'sums' };
    case 'SUMIFS':
    case 'AVERAGEIFS':
    case 'MAXIFS':
    case 'MINIFS':
      return { parts: [args[0]], kind: 'sums' };
    case 'COUNTIF':
    case 'COUNTIFS':
      return { parts: [args[0]], kind: 'counts' };
    case 'SUMPRODUCT':
      return { parts: args, kind: 'sums' };
    case 'SUM':
      return { parts: args, kind: 'plain' };
    case 'INDEX':
      return { parts: [args[0]], kind: 'found' };
    case 'XLOOKUP':
    case 'LOOKUP':
      return { parts: [args[2] ?? args[1]], kind: 'found' };
    case 'VLOOKUP':
    case 'HLOOKUP':
      return { parts: [args[1]], kind: 'found' };
    default:
      return undefined;
  }
}

/** `sums` and `found` look at figures, `counts` at anything; `plain` sums are zero where their figures are texts. */
type Kind = 'sums' | 'counts' | 'found' | 'plain';
const NAMES: Readonly<Record<Kind, string>> = { sums: 'conditional sums', counts: 'counts', found: 'figures looked up in', plain: 'sums' };

/** A formula without what only guards or rounds it: `IFERROR(…,0)`, `IF(x=0,"",…)`. */
function bare(tree: PlacedFormula): PlacedFormula {
  if (tree.kind === 'group') return bare(tree.inner);
  if (tree.kind !== 'call') return tree;
  const inner = /^(?:IFERROR|IFNA|ROUND|ROUNDUP|ROUNDDOWN)$/i.test(tree.name)
    ? tree.arguments[0]
    : /^IF$/i.test(tree.name)
      ? tree.arguments[2]
      : undefined;
  return inner ? bare(inner) : tree;
}

function areaOf(reference: PlacedReference, file: WorkbookView): Summed | undefined {
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

const isRange = ({ top, bottom, left, right }: Summed): boolean => top !== bottom || left !== right;

/** What a summary looks at; undefined for other formulas. */
function summaryOf(tree: PlacedFormula | undefined, file: WorkbookView): { kind: Kind; ranges: Summed[] } | undefined {
  const call = tree && bare(tree);
  const data = call?.kind === 'call' ? dataOf(call.name, call.arguments) : undefined;
  if (!data) return undefined;
  const ranges = data.parts.flatMap((part) => (part ? [...referencesOf(part)].flatMap((reference) => areaOf(reference, file) ?? []) : []));
  const wide = ranges.filter(isRange);
  return wide.length === 0 ? undefined : { kind: data.kind, ranges: wide };
}

function* cellsIn(
  { sheet, top, bottom, left, right }: Summed,
  file: WorkbookView,
): Generator<{ cells: Worksheet; row: number; column: number }> {
  const cells = file.sheets[sheet];
  if (!cells) return;
  for (let column = left; column <= Math.min(right, cells.last.column); column++)
    for (const row of cells.columns.get(column) ?? []) if (row >= top && row <= bottom) yield { cells, row, column };
}

function holdsData(kind: Kind, ranges: readonly Summed[], file: WorkbookView): boolean {
  let texts = 0;
  for (const range of ranges)
    for (const { cells, row, column } of cellsIn(range, file)) {
      const value = cells.values.get(cellKey(row, column));
      if (kind === 'plain') {
        if (typeof value === 'number' && value !== 0) return false;
        if (typeof value === 'string' && TEXT_FIGURE.test(value) && /[1-9]/.test(value) && ++texts >= TEXT_FIGURES_MIN) return true;
      } else if (kind === 'counts' ? value !== undefined && value !== null && value !== '' : (figureAt(cells, row, column) ?? 0) !== 0)
        return true;
    }
  return false;
}

interface Summary {
  kind: Kind;
  ranges: Summed[];
  sheet: string;
  cell: string;
  count: number;
  allZero: boolean;
}

const keyOf = ({ sheet, top, bottom, left, right }: Summed): string => `${sheet} ${cellName(top, left)}:${cellName(bottom, right)}`;

/** All summaries of the workbook, by the ranges that they look at. */
function summariesOf(file: WorkbookView): Iterable<Summary> {
  const place = createPlacer(file);
  const summaries = new Map<string, Summary>();
  const calculated = file.sheets.some(({ formulas }) =>
    [...formulas.values()].some(({ cached }) => typeof cached === 'number' && cached !== 0),
  );
  for (const sheet of file.sheets)
    for (const formula of sheet.formulas.values()) {
      const { row, column } = formula;
      const found = AGGREGATE.test(formula.text) ? summaryOf(place(formula, sheet.index), file) : undefined;
      if (!found) continue;
      const key = `${found.kind} ${found.ranges.map(keyOf).join(' ')}`;
      const summary = summaries.get(key) ?? { ...found, sheet: sheet.name, cell: cellName(row, column), count: 0, allZero: true };
      summary.count++;
      // some programs write zero for every formula: what the file says counts only where it is more than that, and nobody else can tell
      const value = file.calculate(sheet, row, column) ?? (calculated ? formula.cached : undefined);
      summary.allZero &&= value === 0 || value === '';
      summaries.set(key, summary);
    }
  return summaries.values();
}

function hitOf({ kind, ranges, sheet, cell, count, allZero }: Summary, file: WorkbookView): Hit[] {
  const enough = kind === 'plain' || count >= SUMMARIES_MIN;
  if (!allZero || !enough || !holdsData(kind, ranges, file)) return [];
  const data = ranges
    .map((range) => `${file.sheets[range.sheet]?.name ?? ''}!${cellName(range.top, range.left)}:${cellName(range.bottom, range.right)}`)
    .join(', ');
  const message =
    kind === 'plain'
      ? `${sheet}!${cell} sums ${data} and is zero: the figures there are texts.`
      : kind === 'found'
        ? `All ${count} figures looked up in ${data} are zero or empty, from ${sheet}!${cell} on, and the figures there are not: nothing is found.`
        : `All ${count} ${NAMES[kind]} of ${data} are zero, from ${sheet}!${cell} on, and the ${kind === 'counts' ? 'cells there are not empty' : 'figures there are not'}: their conditions match no row.`;
  return [{ message, location: { sheet, cell } }];
}

/** Criteria that match nothing: a category spelled in another way, dates that are text. The summary looks finished and is empty. */
export const summaryAllZero = defineWorkbookRule({
  code: 'summary_all_zero',
  severity: 'error',
  summary: 'sums, counts or look-ups of the workbook that are all zero while the data that they look at are not',
  check: (file) => [...summariesOf(file)].flatMap((summary) => hitOf(summary, file)),
  examples: {
    fires: [
      { name: 'categories that no row has', file: () => summaryFile(0) },
      { name: 'counts', file: () => summaryFile(0, 10, (row) => `COUNTIF($A$2:$A$4,C${row})`) },
      { name: 'guarded averages', file: () => summaryFile(0, 10, (row) => `IFERROR(AVERAGEIF($A$2:$A$4,C${row},$B$2:$B$4),0)`) },
      {
        name: 'products',
        file: () => summaryFile(0, 10, (row) => `SUMPRODUCT(($A$2:$A$4=C${row})*$B$2:$B$4)`, [['Sum', { f: 'SUM(B2:B4)', v: 30 }]]),
      },
      { name: 'look-ups', file: () => summaryFile(0, 10, (row) => `IFERROR(INDEX($B$2:$B$4,MATCH(C${row},$A$2:$A$4,0)),0)`) },
      {
        name: 'a sum of texts',
        file: () =>
          sheetFileOf([
            ['Item', 'Amount'],
            ['Rent', '1,200'],
            ['Food', '300'],
            ['Sum', { f: 'SUM(B2:B3)', v: 0 }],
          ]),
      },
    ],
    silent: [
      { name: 'one category has rows', file: () => summaryFile(10) },
      { name: 'data that are zero themselves', file: () => summaryFile(0, 0) },
      { name: 'a sum of figures that cancel out', file: () => sheetFileOf([['A'], [5], [-5], [{ f: 'SUM(A2:A3)', v: 0 }]]) },
    ],
  },
});

function summaryFile(
  first: number,
  amount = 10,
  formula = (row: number): string => `SUMIFS($B$2:$B$4,$A$2:$A$4,C${row})`,
  more: RowInput[] = [],
): ReturnType<typeof sheetFileOf> {
  const names = [first === 0 ? 'Rents' : 'Rent', 'Foods', 'Trips'];
  const rows = ['Rent', 'Food', 'Travel'].map((kind, at): RowInput => [
    kind,
    amount,
    names[at] ?? '',
    { f: formula(at + 2), v: at === 0 ? first : 0 },
  ]);
  return sheetFileOf([['Kind', 'Amount', 'Category', 'Sum'], ...rows, ...more]);
}
