/** Functions of one number or two: angles, counts of ways, divisors; where a cell stands. */
import type { WorkbookFunction } from './all.ts';
import { isRange, type Calculation } from './calculation.ts';
import { figuresOf, numberAt } from './arguments.ts';
import { fail, finite, UNKNOWN } from './values.ts';

const plain =
  (compute: (x: number) => number): WorkbookFunction =>
  (args, calculation) => {
    const value = compute(numberAt(args, 0, calculation));
    return Number.isNaN(value) ? fail('#NUM!') : finite(value);
  };

/** Away from zero to the next even or odd whole number. */
const awayTo =
  (odd: boolean) =>
  (x: number): number => {
    const up = Math.ceil(Number(Math.abs(x).toPrecision(15)));
    const sign = x < 0 ? -1 : 1;
    if (odd && up === 0) return 1;
    return sign * ((up % 2 === 1) === odd ? up : up + 1);
  };

/** Beyond it Excel has no number. */
const FACTORIAL_MAX = 170;

function factorial(x: number): number {
  const whole = Math.trunc(x);
  if (whole < 0 || whole > FACTORIAL_MAX) return fail('#NUM!');
  let product = 1;
  for (let i = 2; i <= whole; i++) product *= i;
  return product;
}

function ways(args: Parameters<WorkbookFunction>[0], calculation: Calculation, ordered: boolean): number {
  const [all, some] = [Math.trunc(numberAt(args, 0, calculation)), Math.trunc(numberAt(args, 1, calculation))];
  if (all < 0 || some < 0 || some > all || all > 10_000) return fail('#NUM!');
  let product = 1;
  for (let i = 0; i < some; i++) product = ordered ? product * (all - i) : (product * (all - i)) / (i + 1);
  return finite(ordered ? product : Math.round(product));
}

function divisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}

const ofAll =
  (combine: (a: number, b: number) => number): WorkbookFunction =>
  (args, calculation) => {
    const values = [...figuresOf(args, calculation)].map(Math.trunc);
    if (values.some((value) => value < 0 || value > 2 ** 53)) return fail('#NUM!');
    return finite(values.reduce(combine));
  };

const place =
  (which: 'row' | 'column'): WorkbookFunction =>
  (args, calculation) => {
    const [argument] = args;
    if (!argument) return calculation.home[which] + 1;
    const value = calculation.argument(argument);
    // of several cells it is an array
    if (!isRange(value) || value.top !== value.bottom || value.left !== value.right) throw UNKNOWN;
    return (which === 'row' ? value.top : value.left) + 1;
  };

export const NUMBERS: Readonly<Record<string, WorkbookFunction>> = {
  SIN: plain(Math.sin),
  COS: plain(Math.cos),
  TAN: plain(Math.tan),
  ASIN: plain(Math.asin),
  ACOS: plain(Math.acos),
  ATAN: plain(Math.atan),
  SINH: plain(Math.sinh),
  COSH: plain(Math.cosh),
  TANH: plain(Math.tanh),
  ASINH: plain(Math.asinh),
  ACOSH: plain(Math.acosh),
  ATANH: plain(Math.atanh),
  RADIANS: plain((x) => (x * Math.PI) / 180),
  DEGREES: plain((x) => (x * 180) / Math.PI),
  ATAN2: (args, calculation) => {
    const [x, y] = [numberAt(args, 0, calculation), numberAt(args, 1, calculation)];
    return x === 0 && y === 0 ? fail('#DIV/0!') : Math.atan2(y, x);
  },
  EVEN: plain(awayTo(false)),
  ODD: plain(awayTo(true)),
  FACT: plain(factorial),
  COMBIN: (args, calculation) => ways(args, calculation, false),
  PERMUT: (args, calculation) => ways(args, calculation, true),
  GCD: ofAll(divisor),
  LCM: ofAll((a, b) => (a === 0 || b === 0 ? 0 : (a / divisor(a, b)) * b)),
  ROW: place('row'),
  COLUMN: place('column'),
};
