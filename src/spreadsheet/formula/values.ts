/** Excel's rules for turning values into each other (ECMA-376-1 §18.17.2.7) and for reading criteria. */
import { isError, type CellError, type ErrorCode, type Scalar } from '../formula-tree.ts';

export const error = (code: ErrorCode): CellError => ({ error: code });

/** Thrown for what only an office program can calculate; caught at the cell. */
export const UNKNOWN = Symbol('not calculated here');

/** Thrown for a formula that ends in an error; caught at the cell, or by IFERROR. */
export class Failed extends Error {
  readonly value: CellError;
  constructor(value: CellError) {
    super(value.error);
    this.value = value;
  }
}

export function fail(code: ErrorCode): never {
  throw new Failed(error(code));
}

export function toNumber(value: Scalar): number {
  if (typeof value === 'number') return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (isError(value)) throw new Failed(value);
  // what else counts as a number depends on the reader's country
  const text = value.trim();
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : fail('#VALUE!');
}

export function toText(value: Scalar): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (isError(value)) throw new Failed(value);
  return numberText(value);
}

/** As the General format shows a number inside text: at most 15 digits. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  // exponents are spelled in another way, and rarely wanted
  if (text.includes('e')) throw UNKNOWN;
  return text;
}

export function toBoolean(value: Scalar): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return /^true$/i.test(value) ? true : /^false$/i.test(value) ? false : fail('#VALUE!');
  return toNumber(value) !== 0;
}

const rank = (value: Scalar): number => (typeof value === 'boolean' ? 2 : typeof value === 'string' ? 1 : 0);

/** Order of two values: numbers, then text without case, then logical ones. An empty cell is like what it is compared with. */
export function compareValues(a: Scalar, b: Scalar): number {
  if (isError(a)) throw new Failed(a);
  if (isError(b)) throw new Failed(b);
  const left = a === null ? emptyLike(b) : a;
  const right = b === null ? emptyLike(a) : b;
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  if (typeof left === 'string' && typeof right === 'string') {
    const [x, y] = [left.toLowerCase(), right.toLowerCase()];
    if (x === y) return 0;
    // the order of letters depends on the reader's language
    return Math.sign(x.localeCompare(y, 'en'));
  }
  const difference = Number(left) - Number(right);
  return Math.abs(difference) < Math.abs(Number(left)) * 1e-15 ? 0 : difference;
}

function emptyLike(value: Scalar): Scalar {
  return typeof value === 'string' ? '' : typeof value === 'boolean' ? false : 0;
}

/** Sums and differences of figures that nearly cancel are zero, as Excel shows them. */
export function addTidily(a: number, b: number): number {
  const sum = a + b;
  return Math.abs(sum) < Math.abs(a) * 2e-16 ? 0 : sum;
}

export function finite(value: number): number {
  return Number.isFinite(value) ? value : fail('#NUM!');
}

const OPERATORS = /^(<=|>=|<>|=|<|>)?([^]*)$/;

/** A criterion of SUMIF and its kin (`">=5"`, `"a*"`, 3) as a test. */
export function criterion(given: Scalar): (value: Scalar) => boolean {
  if (isError(given)) return (value) => isError(value) && value.error === given.error;
  if (typeof given !== 'string') return given === null ? (value) => value === 0 : (value) => value === given;
  const [, operator = '=', operand = ''] = OPERATORS.exec(given) ?? [];
  const wanted = operandValue(operand);
  if (typeof wanted === 'string') return textCriterion(operator, wanted);
  const test = (value: Scalar): number | undefined =>
    typeof value === typeof wanted
      ? Number(value) - Number(wanted)
      : typeof value === 'string' && typeof wanted === 'number' && operator === '=' && value.trim() === operand.trim()
        ? 0
        : undefined;
  return (value) => {
    const difference = test(value);
    if (operator === '<>') return difference !== 0;
    if (difference === undefined) return false;
    switch (operator) {
      case '<':
        return difference < 0;
      case '>':
        return difference > 0;
      case '<=':
        return difference <= 0;
      case '>=':
        return difference >= 0;
      default:
        return difference === 0;
    }
  };
}

function operandValue(text: string): Scalar {
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : text;
}

function textCriterion(operator: string, wanted: string): (value: Scalar) => boolean {
  if (operator === '<' || operator === '>' || operator === '<=' || operator === '>=') throw UNKNOWN;
  const equal = wanted === '' ? (value: Scalar): boolean => value === null || value === '' : matchesText(wanted);
  return operator === '<>' ? (value) => !equal(value) : equal;
}

/** `*` and `?` stand for any text and any sign, `~` before them for themselves. */
export function matchesText(pattern: string): (value: Scalar) => boolean {
  if (!/[*?~]/.test(pattern)) {
    const wanted = pattern.toLowerCase();
    return (value) => typeof value === 'string' && value.toLowerCase() === wanted;
  }
  // several stars in a row, or many of them, would be tried in ever more ways
  const simple = pattern.replaceAll(/\*+/g, '*');
  if (simple.split('*').length > 6) throw UNKNOWN;
  const source = simple.replaceAll(/~[*?~]|[*?]|[.+^${}()|[\]\\/]/g, (found) =>
    found === '*' ? '[^]*' : found === '?' ? '[^]' : found.startsWith('~') ? `\\${found.slice(1)}` : `\\${found}`,
  );
  const expression = new RegExp(`^${source}$`, 'i');
  return (value) => typeof value === 'string' && expression.test(value);
}
