/**
 * Formulas that divide by what is typed in get a guard, `IF(divisor=0,"",…)`: whoever sets an assumption to zero or clears a cell
 * would see #DIV/0! there, and in every sum. Those that divide by zero or by nothing already are reported as well.
 */
import { cellName } from '../../spreadsheet/cell-names.ts';
import { isError, referencesOf, type PlacedFormula, type PlacedReference } from '../../spreadsheet/formula-tree.ts';
import { calculate } from './finish.ts';
import { warn } from './flow-context.ts';
import { bodyTop, isFormula, type Content, type TablePlan, type WorkbookPlan } from './plan.ts';
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
  guardErrors(book);
  if (guardInputs(book)) calculate(book);
}

function guardErrors(book: WorkbookPlan): void {
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

/** Divisors that are typed in, and that the author has not guarded. */
function guardInputs(book: WorkbookPlan): boolean {
  const guards = new Map<PlacedFormula, PlacedFormula>();
  for (const { formula } of formulaValues(book)) {
    if (guards.has(formula)) continue;
    const divisors = openDivisors(formula).filter((divisor) => [...referencesOf(divisor)].some((target) => isTyped(target, book)));
    if (divisors.length > 0) guards.set(formula, guarded(formula, divisors));
  }
  if (guards.size > 0) replaceFormulas(book, guards);
  return guards.size > 0;
}

/** Divisors outside of `IFERROR` and of an `IF` that asks about them. */
function openDivisors(tree: PlacedFormula): PlacedFormula[] {
  switch (tree.kind) {
    case 'group':
      return openDivisors(tree.inner);
    case 'unary':
      return openDivisors(tree.operand);
    case 'binary': {
      const inner = [...openDivisors(tree.left), ...openDivisors(tree.right)];
      return tree.operator === '/' && tree.right.kind !== 'literal' ? [...inner, tree.right] : inner;
    }
    case 'call': {
      if (tree.name === 'IFERROR') return [];
      const inner = tree.arguments.flatMap(openDivisors);
      if (tree.name !== 'IF' && tree.name !== 'IFS') return inner;
      const asked = new Set(tree.arguments.flatMap((argument) => (isAsked(argument) ? [...referencesOf(argument)] : [])).map(keyOf));
      return inner.filter((divisor) => ![...referencesOf(divisor)].some((target) => asked.has(keyOf(target))));
    }
    default:
      return [];
  }
}

const keyOf = (target: PlacedReference): string => JSON.stringify(target);

/** A test, not a result. */
const isAsked = (tree: PlacedFormula): boolean =>
  (tree.kind === 'binary' && /^[=<>]/.test(tree.operator)) ||
  (tree.kind === 'call' && /^(?:AND|OR|NOT|ISBLANK|ISNUMBER|COUNT|COUNTA)$/.test(tree.name));

/** An assumption, or a cell or column that holds no formula. */
function isTyped(target: PlacedReference, book: WorkbookPlan): boolean {
  if (target.kind === 'defined') return true;
  if (target.kind === 'table') {
    const columns = book.tables[target.table]?.columns.slice(target.from, target.to + 1) ?? [];
    return target.part === 'this' && columns.some(({ formula, cells }) => formula === undefined && !cells.some((cell) => isFormula(cell)));
  }
  if (target.top !== target.bottom || target.left !== target.right) return false;
  const [row, column] = [target.top, target.left];
  const table = book.tables.find(
    (one) => one.sheet === target.sheet && row >= one.top && row <= one.bottom && column >= one.left && column <= one.right,
  );
  const inTable = table?.columns[column - table.left];
  if (table && inTable) return inTable.formula === undefined && row < table.bottom && !isFormula(inTable.cells[row - bodyTop(table)]);
  const cell = book.sheets[target.sheet]?.rows.get(row)?.cells.find((one) => one.column === column);
  return cell === undefined || !isFormula(cell.content);
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
  const divisors = parts.flatMap((part) =>
    part.kind === 'binary' && part.operator === '/' && part.right.kind !== 'literal' ? [part.right] : [],
  );
  return divisors.length === 0 ? undefined : guarded(formula, divisors);
}

function guarded(formula: PlacedFormula, divisors: readonly PlacedFormula[]): PlacedFormula {
  const all = new Map(divisors.map((divisor) => [JSON.stringify(divisor), divisor]));
  const tests = [...all.values()].map((divisor): PlacedFormula => ({
    kind: 'binary',
    operator: '=',
    left: bracketed(divisor),
    right: { kind: 'literal', value: 0 },
  }));
  const [first, ...others] = tests;
  const test: PlacedFormula = others.length === 0 && first ? first : { kind: 'call', name: 'OR', arguments: tests };
  return { kind: 'call', name: 'IF', arguments: [test, { kind: 'literal', value: '' }, formula] };
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
