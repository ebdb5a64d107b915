/** The last row of a table and its subtotals: typed figures that are the sums of what is above them become live. */
import type { TotalKind } from '../../document/block.ts';
import { saysTax } from '../../document/total-words.ts';
import { cellRuns, textContent } from './cell-text.ts';
import { decideColumn } from './column-type.ts';
import type { PlacedFormula } from '../../spreadsheet/formula-tree.ts';
import { isFormula, isRich, type ColumnPlan, type FormulaCell, type RowKind, type TablePlan } from './plan.ts';
import { textOf, type GridCell, type TableSurroundings } from './table-grid.ts';
import { typedCell } from './typed-cell.ts';

const NOTHING: PlacedFormula = { kind: 'missing' };
/** SUBTOTAL's numbers, hidden rows left out; those that tables write in their total rows. */
const SUBTOTAL_KINDS: Readonly<Record<TotalKind, number>> = { sum: 109, average: 101, count: 103, min: 105, max: 104 };

export interface TotalPlanning {
  plan: TablePlan;
  column: ColumnPlan;
  at: number;
  place: GridCell | undefined;
  kind: TotalKind | undefined;
  /** What the row calls itself. */
  label: string;
  around: TableSurroundings;
}

function subtotalOf(plan: TablePlan, at: number, kind: TotalKind): FormulaCell {
  const formula: PlacedFormula = {
    kind: 'call',
    name: 'SUBTOTAL',
    arguments: [
      { kind: 'literal', value: SUBTOTAL_KINDS[kind] },
      { kind: 'reference', reference: { kind: 'table', table: plan.index, part: 'data', from: at, to: at } },
    ],
  };
  return { kind: 'formula', source: '', formula, value: undefined };
}

/** Typed totals that equal the total of their column become formulas; others stay as the author has them. */
export function planTotal({ plan, column, at, place, kind, label, around }: TotalPlanning): void {
  const source = place?.origin ? place.cell.formula : undefined;
  if (kind !== undefined || (source !== undefined && isSumOf(source, column.name))) {
    column.totalKind = kind ?? 'sum';
    column.total = subtotalOf(plan, at, column.totalKind);
    return;
  }
  if (source !== undefined) {
    column.total = { kind: 'formula', source, formula: NOTHING, value: undefined };
    return;
  }
  if (!place?.origin) return;
  const type = decideColumn({
    header: column.name,
    declared: undefined,
    align: undefined,
    lang: around.lang,
    decimal: around.decimal,
    texts: [textOf(place)],
  });
  const { content } = typedCell(
    textOf(place),
    { ...type, ...(column.format.includes('%') ? { kind: 'percent' as const } : {}) },
    around.lang,
  );
  if (typeof content !== 'number' || !column.numeric) {
    const said = textContent(cellRuns(place.cell), around.footnotes);
    // the table object names its label, which has no marks
    column.total = isRich(said) ? said.text : said;
  } else if (isSum(content, column, plan.kinds) || (isCalculated(column) && !holdsUnseenTax(plan, label))) {
    column.totalKind = 'sum';
    column.total = subtotalOf(plan, at, 'sum');
  } else {
    column.total = content;
    if (!column.format.includes('%'))
      around.note({
        code: 'total_typed',
        severity: 'info',
        message: `The total of "${column.name.slice(0, 60)}" is not the sum of its column, so it stays the typed figure.`,
        blockId: plan.blockId,
      });
  }
}

const isCalculated = ({ formula, cells }: ColumnPlan): boolean => formula !== undefined || cells.some(isFormula);

/** "Total TTC" below rows without tax: it is more than their sum. */
const holdsUnseenTax = ({ columns: [labels] }: TablePlan, label: string): boolean =>
  saysTax(label) && !(labels?.cells ?? []).some((cell) => typeof cell === 'string' && saysTax(cell));

const isSumOf = (source: string, name: string): boolean =>
  new RegExp(
    `^=\\s*(?:SUM|SUMA|SUBTOTAL)\\s*\\(\\s*(?:\\d+\\s*[,;]\\s*)?\\[${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\]\\s*\\)$`,
    'i',
  ).test(source);

function isSum(total: number, { cells }: ColumnPlan, kinds: readonly RowKind[] | undefined): boolean {
  let sum = 0;
  let count = 0;
  for (const [row, cell] of cells.entries()) {
    if (typeof cell !== 'number' || (kinds !== undefined && kinds[row] !== 'body')) continue;
    sum += cell;
    count++;
  }
  return count > 0 && Math.abs(sum - total) <= Math.max(1e-9, Math.abs(total) * 1e-9);
}

/** Subtotal rows whose figures are the sums since the last heading or subtotal become live. */
export function planSubtotals(plan: TablePlan): void {
  if (!plan.kinds?.includes('subtotal')) return;
  const first = plan.top + plan.headers.length;
  let from = 0;
  for (const [row, kind] of plan.kinds.entries()) {
    if (kind === 'body') continue;
    if (kind === 'subtotal') for (const [at, column] of plan.columns.entries()) setSubtotal(plan, column, { at, from, row, first });
    from = row + 1;
  }
}

function setSubtotal(
  plan: TablePlan,
  column: ColumnPlan,
  { at, from, row, first }: { at: number; from: number; row: number; first: number },
): void {
  const typed = column.cells[row];
  const part = column.cells.slice(from, row);
  if (typeof typed !== 'number' || part.length === 0 || !isSum(typed, { ...column, cells: part }, undefined)) return;
  const [top, bottom, where] = [first + from, first + row - 1, plan.left + at];
  const corner = (at2: number): { row: number; column: number; rowFixed: boolean; columnFixed: boolean } => ({
    row: at2,
    column: where,
    rowFixed: false,
    columnFixed: false,
  });
  const formula: PlacedFormula = {
    kind: 'call',
    name: 'SUBTOTAL',
    arguments: [
      { kind: 'literal', value: 109 },
      {
        kind: 'reference',
        reference: { kind: 'area', sheet: plan.sheet, top, bottom, left: where, right: where, from: corner(top), to: corner(bottom) },
      },
    ],
  };
  column.cells[row] = { kind: 'formula', source: '', formula, value: undefined };
}
