/**
 * Formulas over named inputs, as the calculator of a page has them: the formula language of workbooks without cells. A formula becomes a
 * small tree of arrays, which the page's script walks as it is; here the same tree is calculated with the values at the start.
 */
import { maxOf, minOf } from '../base/extremes.ts';
import { FormulaFault, type Expression, type WrittenReference } from './formula-tree.ts';
import { parseFormula } from './read-formula.ts';

/** `['n', 5]`, `['v', 0]` (a value by its position), `['b', '+', left, right]`, `['u', '-', operand]`, `['f', 'SUM', …]`. */
export type InputFormula =
  | readonly ['n', number | boolean]
  | readonly ['t', string]
  | readonly ['v', number]
  | readonly ['u', string, InputFormula]
  | readonly ['b', string, InputFormula, InputFormula]
  | readonly ['f', string, ...InputFormula[]];

/** Functions that a page calculates. */
export const INPUT_FUNCTIONS = [
  'SUM',
  'PRODUCT',
  'AVERAGE',
  'MIN',
  'MAX',
  'ROUND',
  'ROUNDUP',
  'ROUNDDOWN',
  'INT',
  'TRUNC',
  'ABS',
  'SIGN',
  'SQRT',
  'POWER',
  'MOD',
  'CEILING',
  'FLOOR',
  'EXP',
  'LN',
  'LOG10',
  'PI',
  'IF',
  'IFS',
  'AND',
  'OR',
  'NOT',
  'PMT',
] as const;
const KNOWN: ReadonlySet<string> = new Set(INPUT_FUNCTIONS);

/**
 * @param names inputs and results that the formula may use, in the order of their values
 * @throws FormulaFault where it is no formula, names something else, or calls what a page does not calculate
 */
export function readInputFormula(text: string, names: readonly string[]): InputFormula {
  const positions = new Map(names.map((name, at) => [name.trim().toLowerCase(), at]));
  return settle(parseFormula(text), positions);
}

function positionOf(reference: WrittenReference, positions: ReadonlyMap<string, number>): number {
  const name =
    reference.kind === 'name'
      ? reference.name
      : reference.kind === 'columns' && reference.table === undefined && reference.to === undefined
        ? (reference.from ?? '')
        : undefined;
  if (name === undefined) throw new FormulaFault('it names cells, and a page has none; name inputs in brackets: [Guests]');
  const at = positions.get(name.trim().toLowerCase());
  if (at === undefined) throw new FormulaFault(`there is no input or earlier result "${name.slice(0, 60)}"`);
  return at;
}

function settle(tree: Expression<WrittenReference>, positions: ReadonlyMap<string, number>): InputFormula {
  const walk = (part: Expression<WrittenReference>): InputFormula => settle(part, positions);
  switch (tree.kind) {
    case 'literal': {
      const { value } = tree;
      if (typeof value === 'string') return ['t', value];
      if (typeof value === 'number' || typeof value === 'boolean') return ['n', value];
      throw new FormulaFault('it holds an error');
    }
    case 'missing':
      return ['n', 0];
    case 'group':
      return walk(tree.inner);
    case 'unary':
      return ['u', tree.operator, walk(tree.operand)];
    case 'binary':
      if (tree.operator === '&') throw new FormulaFault('it joins texts; the results of a page are figures');
      return ['b', tree.operator, walk(tree.left), walk(tree.right)];
    case 'call':
      if (!KNOWN.has(tree.name)) throw new FormulaFault(`the function ${tree.name} is not calculated on a page`);
      return ['f', tree.name, ...tree.arguments.map(walk)];
    case 'reference':
      return ['v', positionOf(tree.reference, positions)];
  }
}

/** NaN where it cannot be calculated (a division by zero, the root of a negative number). */
export function calculateInput(tree: InputFormula, values: readonly number[]): number {
  const value = evaluate(tree, values);
  return typeof value === 'boolean' ? Number(value) : typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
}

type Value = number | boolean | string;
const figure = (value: Value): number => (typeof value === 'string' ? Number.NaN : Number(value));

function evaluate(tree: InputFormula, values: readonly number[]): Value {
  switch (tree[0]) {
    case 'n':
    case 't':
      return tree[1];
    case 'v':
      return values[tree[1]] ?? 0;
    case 'u': {
      const operand = figure(evaluate(tree[2], values));
      return tree[1] === '-' ? -operand : tree[1] === '%' ? operand / 100 : operand;
    }
    case 'b':
      return binary(tree[1], evaluate(tree[2], values), evaluate(tree[3], values));
    case 'f': {
      const [, name, ...parts] = tree;
      return call(name, parts, (part) => evaluate(part, values));
    }
  }
}

function binary(operator: string, left: Value, right: Value): Value {
  const [a, b] = [figure(left), figure(right)];
  // what cannot be calculated is neither more nor less than anything
  if (typeof left !== 'string' && typeof right !== 'string' && (Number.isNaN(a) || Number.isNaN(b))) return Number.NaN;
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? Number.NaN : a / b;
    case '^':
      return a ** b;
    case '=':
      return left === right || a === b;
    case '<>':
      return !(left === right || a === b);
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

/** Half away from zero, as workbooks round; the digits of the binary number do not decide. */
function rounded(value: number, digits: number, way: 'near' | 'up' | 'down'): number {
  const scale = 10 ** digits;
  const size = Number((Math.abs(value) * scale).toPrecision(14));
  const whole = way === 'near' ? Math.floor(size + 0.5) : way === 'up' ? Math.ceil(size) : Math.floor(size);
  return (Math.sign(value) * whole) / scale;
}

function call(name: string, parts: readonly InputFormula[], value: (part: InputFormula) => Value): Value {
  if (name === 'IF') {
    const [condition, then, otherwise] = parts;
    const said = condition === undefined ? 0 : value(condition);
    if (Number.isNaN(said)) return Number.NaN;
    const taken = truth(said) ? then : otherwise;
    return taken === undefined ? 0 : value(taken);
  }
  if (name === 'IFS') {
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const [condition, then] = [parts[at], parts[at + 1]];
      if (condition === undefined || then === undefined) break;
      const said = value(condition);
      if (Number.isNaN(said)) break;
      if (truth(said)) return value(then);
    }
    return Number.NaN;
  }
  const all = parts.map(value);
  if (all.some((each) => Number.isNaN(each))) return Number.NaN;
  if (name === 'AND') return all.every(truth);
  if (name === 'OR') return all.some(truth);
  if (name === 'NOT') return !truth(all[0] ?? 0);
  return figures(name, all.map(figure));
}

const truth = (value: Value): boolean => value !== 0 && value !== false && value !== '';

function figures(name: string, all: readonly number[]): number {
  const [a = 0, b = 0, c = 0] = all;
  const sum = (): number => all.reduce((total, each) => total + each, 0);
  const given: Readonly<Record<string, () => number>> = {
    SUM: sum,
    PRODUCT: () => all.reduce((total, each) => total * each, 1),
    AVERAGE: () => sum() / all.length,
    MIN: () => minOf(all),
    MAX: () => maxOf(all),
    ROUND: () => rounded(a, b, 'near'),
    ROUNDUP: () => rounded(a, b, 'up'),
    ROUNDDOWN: () => rounded(a, b, 'down'),
    TRUNC: () => rounded(a, b, 'down'),
    INT: () => Math.floor(a),
    ABS: () => Math.abs(a),
    SIGN: () => Math.sign(a),
    SQRT: () => Math.sqrt(a),
    POWER: () => a ** b,
    MOD: () => (b === 0 ? Number.NaN : a - b * Math.floor(a / b)),
    CEILING: () => (b === 0 ? 0 : Math.ceil(Number((a / b).toPrecision(14))) * b),
    FLOOR: () => (b === 0 ? Number.NaN : Math.floor(Number((a / b).toPrecision(14))) * b),
    EXP: () => Math.exp(a),
    LN: () => Math.log(a),
    LOG10: () => Math.log10(a),
    PI: () => Math.PI,
    // PMT(rate, periods, present value)
    PMT: () => (a === 0 ? -c / b : (-c * a) / (1 - (1 + a) ** -b)),
  };
  return given[name]?.() ?? Number.NaN;
}
