/**
 * Formulas that divide by zero or by nothing get a guard, `IF(divisor=0,"",…)`, and that is reported: a table with rows that are still
 * to be filled in would show #DIV/0! in each of them, and in every sum of them.
 */
import { cellName } from '../../spreadsheet/cell-names.ts';
import { isError, type PlacedFormula } from '../../spreadsheet/formula-tree.ts';
import { calculate } from './finish.ts';
import { warn } from './flow-context.ts';
import { isFormula, type Content, type TablePlan, type WorkbookPlan } from './plan.ts';
import { formulaValues } from './values.ts';

/** What gives #DIV/0! where its range holds no figure. */
const OF_FIGURES = new Set([
  'AVERAGE',
  'AVERAGEA',
  'AVERAGEIF',
  'AVERAGEIFS',
  'STDEV',
  'STDEV.S',
  'STDEV.P',
  'STDEVP',
  'VAR',
  'VAR.S',
  'VAR.P',
  'VARP',
  'MOD',
  'QUOTIENT',
  'CORREL',
  'SLOPE',
  'INTERCEPT',
  'RSQ',
]);

type Guards = ReadonlyMap<PlacedFormula, PlacedFormula>;

/** Calculates the workbook, and once more where guards were set. */
export function guardDivisions(book: WorkbookPlan): void {
  calculate(book);
  const guards = new Map<PlacedFormula, PlacedFormula>();
  const cells: { name: string; blockId: string }[] = [];
  for (const { sheet, row, column, formula, value, blockId } of formulaValues(book)) {
    if (!isError(value) || value.error !== '#DIV/0!' || guards.has(formula)) continue;
    const guard = guardOf(formula);
    if (!guard) continue;
    guards.set(formula, guard);
    cells.push({ name: `${book.sheets[sheet]?.name ?? ''}!${cellName(row, column)}`, blockId });
  }
  if (guards.size === 0) return;
  replaceFormulas(book, guards);
  calculate(book);
  guardFollowers(book, guards);
  for (const { name, blockId } of cells) {
    warn(
      { book },
      {
        code: 'division_guarded',
        severity: 'warning',
        message: `${name} divides by zero or by an empty cell; it stays empty until there is something to divide by.`,
        ...(blockId === '' ? {} : { blockId }),
      },
    );
  }
}

/** Formulas that reckon with what is empty now: a text in a sum of two cells is #VALUE!. */
function guardFollowers(book: WorkbookPlan, guarded: Guards): void {
  const guards = new Map<PlacedFormula, PlacedFormula>();
  const own = new Set(guarded.values());
  for (const { formula, value } of formulaValues(book)) {
    if (!isError(value) || (value.error !== '#VALUE!' && value.error !== '#DIV/0!') || own.has(formula)) continue;
    guards.set(formula, { kind: 'call', name: 'IFERROR', arguments: [formula, { kind: 'literal', value: '' }] });
  }
  if (guards.size === 0) return;
  replaceFormulas(book, guards);
  calculate(book);
}

/** The formula behind a test of everything that it divides by; undefined where the error is not its own. */
function guardOf(formula: PlacedFormula): PlacedFormula | undefined {
  const nothing: PlacedFormula = { kind: 'literal', value: '' };
  const parts = [...partsOf(formula)];
  if (parts.some((part) => part.kind === 'call' && OF_FIGURES.has(part.name)))
    return { kind: 'call', name: 'IFERROR', arguments: [formula, nothing] };
  const tests = parts.flatMap((part): PlacedFormula[] =>
    part.kind === 'binary' && part.operator === '/' && part.right.kind !== 'literal'
      ? [{ kind: 'binary', operator: '=', left: bracketed(part.right), right: { kind: 'literal', value: 0 } }]
      : [],
  );
  const [first, ...others] = tests;
  if (!first) return undefined;
  const test: PlacedFormula = others.length === 0 ? first : { kind: 'call', name: 'OR', arguments: tests };
  return { kind: 'call', name: 'IF', arguments: [test, nothing, formula] };
}

const bracketed = (tree: PlacedFormula): PlacedFormula => (tree.kind === 'binary' ? { kind: 'group', inner: tree } : tree);

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
