/**
 * One formula with the guards that it needs: `IF(divisor=0,"",…)` where it divides by what may be zero or empty, `IF(cell="","",…)`
 * where it reckons with a cell that such a guard may leave empty (a text in a product is #VALUE!, and greater than any number in a
 * comparison). A guard stands around the branch of an `IF` that needs it, so that the other branches keep their results.
 */
import type { PlacedFormula, PlacedReference } from '../../spreadsheet/formula-tree.ts';
import { referencesOf } from '../../spreadsheet/formula-tree.ts';

/** What is known of the cells that a formula names, in the place where it stands. */
export interface Surroundings {
  /** Whether any of these cells may hold an empty text. */
  blank(reference: PlacedReference): boolean;
  /** What stands where there is nothing to show: an empty text, or 0 where sums over products need a figure. */
  nothing: '' | 0;
}

/** Functions whose arguments have to be figures. */
const STRICT = new Set(
  `ABS ACOS ASIN ATAN CEILING CEILING.MATH COS DATE DEGREES EDATE EFFECT EOMONTH EVEN EXP FLOOR FLOOR.MATH FV INT IPMT LN LOG LOG10 MOD MROUND NOMINAL
  NPER ODD PMT POWER PPMT PV QUOTIENT RADIANS RANK RANK.AVG RANK.EQ RATE ROUND ROUNDDOWN ROUNDUP RRI SIGN SIN SLN SQRT SYD TAN TIME TRUNC YEARFRAC`.split(
    /\s+/,
  ),
);
/** They give what they find, an empty text too. */
const FINDING = new Set(['INDEX', 'LOOKUP', 'VLOOKUP', 'HLOOKUP', 'XLOOKUP']);
/** They answer a question about a value, whatever it is. */
const ASKING = new Set('ISBLANK ISNUMBER ISTEXT ISERROR ISERR IFERROR LEN COUNT COUNTA COUNTBLANK N'.split(' '));
/** They divide by their second argument. */
const DIVIDING = new Set(['MOD', 'QUOTIENT', 'PMT']);
const NEVER_ZERO = new Set(['ROWS', 'COLUMNS', 'PI', 'EXP']);

const same = (a: PlacedFormula, b: PlacedFormula): boolean => keyOf(a) === keyOf(b);
const keyOf = (part: PlacedFormula | PlacedReference): string => JSON.stringify(part);
const bare = (tree: PlacedFormula): PlacedFormula =>
  tree.kind === 'group' ? bare(tree.inner) : tree.kind === 'unary' ? bare(tree.operand) : tree;
const isCall = (tree: PlacedFormula, name: string): tree is Extract<PlacedFormula, { kind: 'call' }> =>
  tree.kind === 'call' && tree.name === name;
const isEmptyText = (tree: PlacedFormula): boolean => tree.kind === 'literal' && tree.value === '';

/** Tests that have been passed on the way to a part, and how they came out. */
type Passed = readonly { test: PlacedFormula; holds: boolean }[];

/** What has to be asked before a formula is calculated. */
interface Questions {
  /** Cells, or what a look-up finds, that may hold an empty text. */
  blanks: Map<string, PlacedFormula>;
  /** Divisors, inner ones first. */
  divisors: Map<string, PlacedFormula>;
  /** Ranges of which a mean is taken, and that may hold no figure. */
  means: Map<string, PlacedFormula>;
}

/** The formula with its guards; itself where it needs none. */
export function guardFormula(tree: PlacedFormula, around: Surroundings, passed: Passed = []): PlacedFormula {
  if (tree.kind === 'group') return guardFormula(tree.inner, around, passed);
  const asked = questions();
  const branches = branchesOf(tree, passed);
  if (branches === undefined) {
    collect(tree, around, passed, asked);
    return behind(asked, tree, around);
  }
  for (const test of branches.tests) collect(test, around, passed, asked);
  const given = branches.tree.arguments.map((argument, at) => {
    const way = branches.ways.get(at);
    return way === undefined ? argument : guardFormula(argument, around, way);
  });
  const inner = given.every((argument, at) => argument === branches.tree.arguments[at]) ? tree : { ...branches.tree, arguments: given };
  return behind(asked, inner, around);
}

/** Whether a formula may come to an empty text. */
export function mayBeBlank(tree: PlacedFormula, around: Surroundings): boolean {
  const inner = bare(tree);
  if (inner.kind === 'literal') return inner.value === '';
  if (inner.kind === 'reference') return around.blank(inner.reference);
  if (inner.kind !== 'call') return false;
  if (FINDING.has(inner.name)) return [...referencesOf(inner)].some((reference) => around.blank(reference));
  const branches = branchesOf(inner, []);
  if (branches === undefined) return false;
  if (isRoomToGrow(inner)) return inner.arguments[2] !== undefined && mayBeBlank(inner.arguments[2], around);
  const first = inner.name === 'IFERROR' || inner.name === 'IFNA' ? inner.arguments.slice(0, 1) : [];
  return [...first, ...inner.arguments.filter((_, at) => branches.ways.has(at))].some((part) => mayBeBlank(part, around));
}

/** Rows still to be filled in are empty as a whole: what reckons in such a row asks the same question. */
const isRoomToGrow = ({ name, arguments: [test] }: Extract<PlacedFormula, { kind: 'call' }>): boolean =>
  name === 'IF' && test?.kind === 'binary' && isCall(test.left, 'COUNTA');

/** Cells that a condition compares while they may be empty: it is no answer there. */
export function blanksCompared(tree: PlacedFormula, around: Surroundings): PlacedFormula[] {
  const asked = questions();
  collect(tree, around, [], asked);
  return [...asked.blanks.values()];
}

/** Columns of tables that a formula multiplies, divides or adds as a whole (`SUMPRODUCT([A]*[B])`). */
export function* columnsInProducts(tree: PlacedFormula): Generator<PlacedReference, void, undefined> {
  if (tree.kind === 'binary') {
    for (const side of [bare(tree.left), bare(tree.right)])
      if (side.kind === 'reference' && isRange(side.reference) && tree.operator !== '&' && !/[=<>]/.test(tree.operator))
        yield side.reference;
    yield* columnsInProducts(tree.left);
    yield* columnsInProducts(tree.right);
  } else if (tree.kind === 'group') yield* columnsInProducts(tree.inner);
  else if (tree.kind === 'unary') yield* columnsInProducts(tree.operand);
  else if (tree.kind === 'call') for (const argument of tree.arguments) yield* columnsInProducts(argument);
}

const isRange = (reference: PlacedReference): boolean =>
  reference.kind === 'table'
    ? reference.part === 'data' || reference.part === 'all'
    : reference.kind === 'area' && reference.to !== undefined;

const questions = (): Questions => ({ blanks: new Map(), divisors: new Map(), means: new Map() });

interface Branches {
  tree: Extract<PlacedFormula, { kind: 'call' }>;
  tests: PlacedFormula[];
  /** Results by their position, with the tests that lead to them. */
  ways: Map<number, Passed>;
}

/** A choice between results; undefined for any other formula. */
function branchesOf(tree: PlacedFormula, passed: Passed): Branches | undefined {
  if (tree.kind !== 'call') return undefined;
  const given = tree.arguments;
  const [first] = given;
  const ways = new Map<number, Passed>();
  switch (tree.name) {
    case 'IF': {
      if (!first) return undefined;
      ways.set(1, [...passed, { test: first, holds: true }]);
      if (given.length > 2) ways.set(2, [...passed, { test: first, holds: false }]);
      return { tree, tests: [first], ways };
    }
    case 'IFS': {
      let sofar = passed;
      for (const [at, test] of given.entries()) {
        if (at % 2 === 1) continue;
        ways.set(at + 1, [...sofar, { test, holds: true }]);
        sofar = [...sofar, { test, holds: false }];
      }
      return { tree, tests: given.filter((_, at) => at % 2 === 0), ways };
    }
    case 'CHOOSE':
      for (let at = 1; at < given.length; at++) ways.set(at, passed);
      return { tree, tests: first ? [first] : [], ways };
    case 'IFERROR':
      ways.set(1, passed);
      return { tree, tests: [], ways };
    default:
      return undefined;
  }
}

function collect(tree: PlacedFormula, around: Surroundings, passed: Passed, into: Questions): void {
  const inner = (part: PlacedFormula, more: Passed = passed): void => collect(part, around, more, into);
  switch (tree.kind) {
    case 'group':
      return inner(tree.inner);
    case 'unary':
      askBlank(tree.operand, around, passed, into);
      return inner(tree.operand);
    case 'binary': {
      inner(tree.left);
      inner(tree.right);
      if (needsFigures(tree)) for (const side of [tree.left, tree.right]) askBlank(side, around, passed, into);
      if (tree.operator === '/') askDivisor(tree.right, passed, into);
      return;
    }
    case 'call': {
      if (ASKING.has(tree.name)) return;
      const branches = branchesOf(tree, passed);
      for (const [at, argument] of tree.arguments.entries()) inner(argument, branches?.ways.get(at) ?? passed);
      if (STRICT.has(tree.name))
        for (const argument of tree.name.startsWith('RANK') ? tree.arguments.slice(0, 1) : tree.arguments)
          askBlank(argument, around, passed, into);
      const [first, second] = tree.arguments;
      if (DIVIDING.has(tree.name) && second) askDivisor(second, passed, into);
      askMean(tree.name === 'AVERAGE' && tree.arguments.length === 1 ? first : isMeanOfVisible(tree) ? second : undefined, around, into);
      return;
    }
    default:
  }
}

const isMeanOfVisible = ({ name, arguments: [kind, , more] }: Extract<PlacedFormula, { kind: 'call' }>): boolean =>
  name === 'SUBTOTAL' && more === undefined && kind?.kind === 'literal' && (kind.value === 1 || kind.value === 101);

function askMean(range: PlacedFormula | undefined, around: Surroundings, into: Questions): void {
  if (range?.kind === 'reference' && isRange(range.reference) && around.blank(range.reference)) into.means.set(keyOf(range), range);
}

/** Sums, products, and comparisons of size; a text may be joined, and be equal or not. */
const needsFigures = ({ operator, left, right }: Extract<PlacedFormula, { kind: 'binary' }>): boolean =>
  operator !== '&' &&
  operator !== '=' &&
  operator !== '<>' &&
  !(/[<>]/.test(operator) && [left, right].some((side) => side.kind === 'literal' && typeof side.value === 'string'));

function askBlank(side: PlacedFormula, around: Surroundings, passed: Passed, into: Questions): void {
  const part = bare(side);
  const isEmpty =
    part.kind === 'reference'
      ? !isRange(part.reference) && around.blank(part.reference)
      : part.kind === 'call' && FINDING.has(part.name) && mayBeBlank(part, around);
  if (isEmpty && !passed.some(({ test }) => asksForText(test, part))) into.blanks.set(keyOf(part), part);
}

/** `[x]=""`, `ISNUMBER([x])`, `LEN([x])=0`: whoever asks so knows that it may be empty. */
function asksForText(test: PlacedFormula, part: PlacedFormula): boolean {
  switch (test.kind) {
    case 'group':
      return asksForText(test.inner, part);
    case 'binary': {
      const [left, right] = [bare(test.left), bare(test.right)];
      if ((isEmptyText(left) && same(right, part)) || (isEmptyText(right) && same(left, part))) return true;
      return asksForText(test.left, part) || asksForText(test.right, part);
    }
    case 'call':
      return ASKING.has(test.name)
        ? test.arguments.some((argument) => same(bare(argument), part))
        : test.arguments.some((argument) => asksForText(argument, part));
    default:
      return false;
  }
}

function askDivisor(divisor: PlacedFormula, passed: Passed, into: Questions): void {
  const part = bare(divisor);
  if (isNeverZero(part) || passed.some(({ test, holds }) => excludesZero(test, holds, part))) return;
  into.divisors.set(keyOf(part), part);
}

/** Figures, and what is never 0 in earnest: `1+Rate` and its powers. */
function isNeverZero(tree: PlacedFormula): boolean {
  const part = bare(tree);
  switch (part.kind) {
    case 'literal':
      // a zero that is written there is the author's error, which is reported
      return true;
    case 'binary':
      if (part.operator === '^') return isNeverZero(part.left);
      if (part.operator === '*') return isNeverZero(part.left) && isNeverZero(part.right);
      return part.operator === '+' && [part.left, part.right].some((side) => isPositive(side));
    case 'call':
      return NEVER_ZERO.has(part.name) || (part.name === 'MAX' && part.arguments.some(isPositive));
    default:
      return false;
  }
}

const isPositive = (tree: PlacedFormula): boolean => tree.kind === 'literal' && typeof tree.value === 'number' && tree.value > 0;

/** Whether a divisor cannot be zero where a test has come out so. */
function excludesZero(test: PlacedFormula, holds: boolean, divisor: PlacedFormula): boolean {
  if (same(bare(test), divisor)) return holds;
  switch (test.kind) {
    case 'group':
      return excludesZero(test.inner, holds, divisor);
    case 'call': {
      const { name, arguments: parts } = test;
      if (name === 'NOT') return parts.some((part) => excludesZero(part, !holds, divisor));
      if (name === 'AND' || name === 'OR')
        return (name === 'AND') === holds
          ? parts.some((part) => excludesZero(part, holds, divisor))
          : parts.every((part) => excludesZero(part, holds, divisor));
      return false;
    }
    case 'binary': {
      if (!/[=<>]/.test(test.operator)) return false;
      const [left, right] = [bare(test.left), bare(test.right)];
      const zeroIs = same(left, divisor)
        ? compared(0, test.operator, right)
        : same(right, divisor)
          ? compared(left, test.operator, 0)
          : undefined;
      if (zeroIs !== undefined) return zeroIs !== holds;
      if (isEmptyText(left) || isEmptyText(right)) return false;
      // compared with another figure: the author has thought of it
      const known = new Set([...plainReferences(test)].map(keyOf));
      return [...referencesOf(divisor)].some((target) => known.has(keyOf(target)));
    }
    default:
      return false;
  }
}

/** References of a test outside of questions that say nothing of a figure's size. */
function* plainReferences(tree: PlacedFormula): Generator<PlacedReference, void, undefined> {
  if (tree.kind === 'reference') yield tree.reference;
  else if (tree.kind === 'group') yield* plainReferences(tree.inner);
  else if (tree.kind === 'unary') yield* plainReferences(tree.operand);
  else if (tree.kind === 'binary') {
    yield* plainReferences(tree.left);
    yield* plainReferences(tree.right);
  } else if (tree.kind === 'call' && !ASKING.has(tree.name)) for (const part of tree.arguments) yield* plainReferences(part);
}

function compared(left: PlacedFormula | 0, operator: string, right: PlacedFormula | 0): boolean | undefined {
  const [a, b] = [left, right].map((side) =>
    side === 0 ? 0 : side.kind === 'literal' && typeof side.value === 'number' ? side.value : undefined,
  );
  if (a === undefined || b === undefined) return undefined;
  switch (operator) {
    case '=':
      return a === b;
    case '<>':
      return a !== b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    default:
      return a >= b;
  }
}

const equals = (left: PlacedFormula, value: '' | 0): PlacedFormula => ({
  kind: 'binary',
  operator: '=',
  left: left.kind === 'binary' && /[=<>]/.test(left.operator) ? { kind: 'group', inner: left } : left,
  right: { kind: 'literal', value },
});

/** The formula behind its questions. All arguments of `OR` are calculated: what could fail is asked in an `IF` of its own. */
function behind({ blanks, divisors, means }: Questions, tree: PlacedFormula, around: Surroundings): PlacedFormula {
  const all = [...divisors.values()];
  const simple = all.filter((divisor) => !canFail(divisor, around));
  const first = [
    ...[...blanks.values()].map((part) => equals(part, '')),
    ...[...means.values()].map((range) => equals({ kind: 'call', name: 'COUNT', arguments: [range] }, 0)),
    ...simple.map((divisor) => equals(divisor, 0)),
  ];
  const others = all.filter((divisor) => !simple.includes(divisor)).map((divisor) => equals(divisor, 0));
  const tests = first.length > 1 ? [{ kind: 'call' as const, name: 'OR', arguments: first }, ...others] : [...first, ...others];
  return tests.reduceRight<PlacedFormula>(
    (inner, test) => ({ kind: 'call', name: 'IF', arguments: [test, { kind: 'literal', value: around.nothing }, inner] }),
    tree,
  );
}

function canFail(divisor: PlacedFormula, around: Surroundings): boolean {
  if (divisor.kind === 'reference') return false;
  const asked = questions();
  collect(divisor, around, [], asked);
  return asked.blanks.size + asked.divisors.size + asked.means.size > 0;
}
