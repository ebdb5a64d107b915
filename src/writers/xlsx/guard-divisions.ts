/**
 * Formulas that divide by what may be zero or empty get a guard, `IF(divisor=0,"",…)`: whoever sets an assumption to zero or clears a
 * cell would see #DIV/0! there, and in every sum. What reckons with a guarded cell stays empty with it. Those that divide by zero or by
 * nothing already are reported as well.
 */
import { cellName } from '../../spreadsheet/cell-names.ts';
import { isError, type PlacedFormula } from '../../spreadsheet/formula-tree.ts';
import { BlankCells } from './blank-cells.ts';
import { calculate } from './finish.ts';
import { warn } from './flow-context.ts';
import { guardFormula } from './guard-formula.ts';
import { isFormula, type Content, type TablePlan, type WorkbookPlan } from './plan.ts';
import { formulaValues, type FormulaPlace } from './values.ts';

/** What gives #DIV/0! where its range holds no figure. */
const OF_FIGURES = new Set(
  'AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS STDEV STDEV.S STDEV.P STDEVP VAR VAR.S VAR.P VARP MOD QUOTIENT CORREL SLOPE INTERCEPT RSQ'.split(
    ' ',
  ),
);
/** Formulas that follow each other, each emptied by the one before. */
const ROUNDS_MAX = 12;

type Guards = Map<PlacedFormula, PlacedFormula>;

/** Calculates the workbook, and once more where guards were set. */
export function guardDivisions(book: WorkbookPlan): void {
  calculate(book);
  const failing = failingCells(book);
  if (guardAll(book)) calculate(book);
  if (failing.length > 0) {
    if (guardMeans(book)) calculate(book);
    guardFollowers(book);
  }
  for (const { sheet, row, column, blockId } of failing) {
    warn(
      { book },
      {
        code: 'division_guarded',
        severity: 'warning',
        message: `${book.sheets[sheet]?.name ?? ''}!${cellName(row, column)} divides by zero or by an empty cell; it stays empty until there is something to divide by.`,
        ...(blockId === '' ? {} : { blockId }),
      },
    );
  }
}

/** The first cell of each formula that divides by nothing now. */
function failingCells(book: WorkbookPlan): FormulaPlace[] {
  const seen = new Set<PlacedFormula>();
  const cells: FormulaPlace[] = [];
  for (const place of formulaValues(book)) {
    if (!isError(place.value) || place.value.error !== '#DIV/0!' || seen.has(place.formula)) continue;
    seen.add(place.formula);
    if ([...partsOf(place.formula)].some(canDivide)) cells.push(place);
  }
  return cells;
}

const canDivide = (part: PlacedFormula): boolean =>
  (part.kind === 'call' && OF_FIGURES.has(part.name)) || (part.kind === 'binary' && part.operator === '/' && part.right.kind !== 'literal');

/** One place for each formula: a column's formula is in all of its cells. */
function placesOf(book: WorkbookPlan): FormulaPlace[] {
  const places = new Map<PlacedFormula, FormulaPlace>();
  for (const place of formulaValues(book)) if (!places.has(place.formula)) places.set(place.formula, place);
  return [...places.values()];
}

/** Guards, and guards of what follows from guarded cells, until nothing more follows. */
function guardAll(book: WorkbookPlan): boolean {
  const places = placesOf(book);
  const blanks = new BlankCells(
    book,
    places.map(({ formula }) => formula),
  );
  for (let round = 0, more = true; more && round < ROUNDS_MAX; round++) {
    more = false;
    for (const place of places) {
      if (blanks.see(place, guardFormula(place.formula, blanks.around(place)))) more = true;
    }
  }
  const guards: Guards = new Map();
  for (const place of places) {
    const formula = guardFormula(place.formula, blanks.around(place));
    if (formula !== place.formula) guards.set(place.formula, formula);
  }
  book.blanks = blanks;
  if (guards.size > 0) replaceFormulas(book, guards);
  return guards.size > 0;
}

/** Means of ranges without a figure, which only their error tells. */
function guardMeans(book: WorkbookPlan): boolean {
  const guards: Guards = new Map();
  for (const { formula, value } of formulaValues(book, isError))
    if (
      isError(value) &&
      value.error === '#DIV/0!' &&
      [...partsOf(formula)].some((part) => part.kind === 'call' && OF_FIGURES.has(part.name))
    )
      guards.set(formula, orEmpty(formula));
  if (guards.size > 0) replaceFormulas(book, guards);
  return guards.size > 0;
}

/** Formulas that reckon with what is empty now, in a way that was not foreseen. */
function guardFollowers(book: WorkbookPlan): void {
  const guards: Guards = new Map();
  for (const { formula, value } of formulaValues(book))
    if (isError(value) && (value.error === '#VALUE!' || value.error === '#DIV/0!')) guards.set(formula, orEmpty(formula));
  if (guards.size === 0) return;
  replaceFormulas(book, guards);
  calculate(book);
}

const orEmpty = (formula: PlacedFormula): PlacedFormula => ({
  kind: 'call',
  name: 'IFERROR',
  arguments: [formula, { kind: 'literal', value: '' }],
});

/** A formula and everything in it. */
function* partsOf(tree: PlacedFormula): Generator<PlacedFormula, void, undefined> {
  yield tree;
  if (tree.kind === 'binary') {
    yield* partsOf(tree.left);
    yield* partsOf(tree.right);
  } else if (tree.kind === 'group') yield* partsOf(tree.inner);
  else if (tree.kind === 'unary') yield* partsOf(tree.operand);
  else if (tree.kind === 'call') for (const argument of tree.arguments) yield* partsOf(argument);
}

/** The new formulas in their places; every value that was calculated is forgotten. */
function replaceFormulas(book: WorkbookPlan, guards: Guards): void {
  for (const table of book.tables) replaceInTable(table, guards);
  for (const { rows } of book.sheets)
    for (const { cells } of rows.values()) for (const cell of cells) cell.content = renewed(cell.content, guards);
}

function replaceInTable(table: TablePlan, guards: Guards): void {
  for (const column of table.columns) {
    if (column.formula) {
      column.formula = guards.get(column.formula) ?? column.formula;
      column.cells = column.cells.map(() => undefined);
    } else column.cells = column.cells.map((cell) => (cell === undefined ? cell : renewed(cell, guards)));
    column.total = renewed(column.total, guards);
  }
}

const renewed = (content: Content, guards: Guards): Content =>
  isFormula(content) ? { ...content, value: undefined, formula: guards.get(content.formula) ?? content.formula } : content;
