/** Columns of typed figures that are the sums of their rows become live, as typed totals of columns do. */
import type { ColumnPlan } from './plan.ts';

const TOTAL = /(?<!\p{L})(?:total(?:es)?|sum|suma)(?!\p{L})/iu;
/** What is in brackets without being escaped. */
const PLAIN_NAME = /^[^[\]#'@]+$/;
const ROWS_MIN = 2;

/** Only where every row adds up: otherwise the figures are the author's. */
export function liveRowTotals(columns: readonly ColumnPlan[]): void {
  for (const [at, column] of columns.entries()) {
    if (!TOTAL.test(column.name) || column.format.includes('%') || column.cells.length < ROWS_MIN || column.formula !== undefined) continue;
    const from = addendsFrom(columns, at);
    const [first, last] = [columns[from], columns[at - 1]];
    if (from > at - 2 || !first || !last || !PLAIN_NAME.test(first.name) || !PLAIN_NAME.test(last.name)) continue;
    const names = columns.map(({ name }) => name.toLowerCase());
    if (new Set(names).size < names.length) continue;
    column.formula = { kind: 'missing' };
    column.formulaSource = `=SUM([${first.name}]:[${last.name}])`;
    column.cells = column.cells.map(() => undefined);
  }
}

/** First of the columns left of it whose figures add up to it in every row; its own place where none do. */
function addendsFrom(columns: readonly ColumnPlan[], at: number): number {
  const totals = columns[at]?.cells ?? [];
  if (!totals.every((cell) => typeof cell === 'number') || totals.every((cell) => cell === 0)) return at;
  let from = at;
  while (from > 0 && isAddend(columns[from - 1])) from--;
  // a column of years or units may be before the figures
  for (; from <= at - 2; from++) {
    if (
      totals.every(
        (total, row) => Math.abs(sumOf(columns.slice(from, at), row) - Number(total)) <= 1e-9 * Math.max(1, Math.abs(Number(total))),
      )
    )
      return from;
  }
  return at;
}

const isAddend = (column: ColumnPlan | undefined): boolean =>
  column !== undefined &&
  column.numeric &&
  !column.format.includes('%') &&
  column.formula === undefined &&
  column.cells.every((cell) => typeof cell === 'number' || cell === null);

const sumOf = (columns: readonly ColumnPlan[], row: number): number =>
  columns.reduce((sum, { cells }) => sum + (typeof cells[row] === 'number' ? cells[row] : 0), 0);
