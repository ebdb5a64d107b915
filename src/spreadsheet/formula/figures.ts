/** Sums, roundings and other arithmetic. */
import { isError } from '../formula-tree.ts';
import { isRange, type Calculation } from './calculation.ts';
import type { WorkbookFunction } from './all.ts';
import { figuresOf, numberAt, rangeAt, sizeOf } from './arguments.ts';
import { aggregate } from './statistics.ts';
import { addTidily, fail, Failed, finite, UNKNOWN } from './values.ts';

/** Half away from zero at a decimal place, on the decimal digits that a reader sees. */
function roundAt(value: number, places: number, how: 'half' | 'up' | 'down'): number {
  const digits = Math.trunc(places);
  if (digits > 300 || value === 0) return value;
  if (digits < -300) return 0;
  const shifted = Number(
    `${Math.abs(value).toPrecision(15)}e${digits}`.replace(/e([+-]\d+)e(-?\d+)$/, (_, a: string, b: string) => `e${Number(a) + Number(b)}`),
  );
  const whole = how === 'half' ? Math.round(shifted) : how === 'up' ? Math.ceil(shifted) : Math.floor(shifted);
  return Math.sign(value) * Number(`${whole}e${-digits}`);
}

const rounding =
  (how: 'half' | 'up' | 'down'): WorkbookFunction =>
  (args, calculation) =>
    roundAt(numberAt(args, 0, calculation), numberAt(args, 1, calculation, 0), how);
const plain =
  (compute: (x: number) => number): WorkbookFunction =>
  (args, calculation) =>
    finite(compute(numberAt(args, 0, calculation)));

function toMultiple(value: number, step: number, round: (x: number) => number): number {
  if (step === 0) return 0;
  if (value > 0 && step < 0) fail('#NUM!');
  return Number((round(Number((value / step).toPrecision(15))) * step).toPrecision(15));
}

function sumProducts(args: Parameters<WorkbookFunction>[0], calculation: Calculation): number {
  const ranges = args.map((_, i) => rangeAt(args, i, calculation));
  const [first] = ranges;
  if (!first) return fail('#VALUE!');
  const { rows, columns } = sizeOf(first);
  if (ranges.some((range) => sizeOf(range).rows !== rows || sizeOf(range).columns !== columns)) return fail('#VALUE!');
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let product = 1;
      for (const range of ranges) {
        const value = calculation.cell(range.sheet, range.top + row, range.left + column);
        if (isError(value)) throw new Failed(value);
        product *= typeof value === 'number' ? value : 0;
      }
      sum = addTidily(sum, product);
    }
  }
  return sum;
}

/** SUBTOTAL's kinds; from 101 on rows hidden by hand are left out too. */
const SUBTOTALS = ['', 'AVERAGE', 'COUNT', 'COUNTA', 'MAX', 'MIN', 'PRODUCT', 'STDEV.S', 'STDEV.P', 'SUM', 'VAR.S', 'VAR.P'] as const;

const subtotal: WorkbookFunction = (args, calculation) => {
  const code = Math.trunc(numberAt(args, 0, calculation));
  const kind = SUBTOTALS[code % 100];
  if (!kind) return fail('#VALUE!');
  const values = args.slice(1).flatMap((argument) => {
    const range = calculation.argument(argument);
    if (!isRange(range)) throw UNKNOWN;
    const kept = [];
    for (let row = range.top; row <= range.bottom; row++) {
      if (calculation.isHidden(range.sheet, row)) {
        // a filter's hidden rows are always left out, others from 101 on only: the two are not distinguished here
        if (code < 100) throw UNKNOWN;
        continue;
      }
      for (let column = range.left; column <= range.right; column++) {
        if (!calculation.isSubtotal(range.sheet, row, column)) kept.push(calculation.cell(range.sheet, row, column));
      }
    }
    return kept;
  });
  if (kind === 'COUNTA') return values.filter((value) => value !== null).length;
  if (kind === 'COUNT') return values.filter((value) => typeof value === 'number').length;
  const broken = values.find(isError);
  if (broken) return broken;
  return aggregate(
    kind,
    values.filter((value) => typeof value === 'number'),
  );
};

export const FIGURES: Readonly<Record<string, WorkbookFunction>> = {
  SUM: (args, calculation) => {
    let sum = 0;
    for (const value of figuresOf(args, calculation)) sum = addTidily(sum, value);
    return finite(sum);
  },
  PRODUCT: (args, calculation) => aggregate('PRODUCT', [...figuresOf(args, calculation)]),
  SUMSQ: (args, calculation) => finite([...figuresOf(args, calculation)].reduce((sum, value) => sum + value * value, 0)),
  SUMPRODUCT: sumProducts,
  SUBTOTAL: subtotal,
  ROUND: rounding('half'),
  ROUNDUP: rounding('up'),
  ROUNDDOWN: rounding('down'),
  TRUNC: rounding('down'),
  INT: plain((x) => Math.floor(Number(x.toPrecision(15)))),
  ABS: plain(Math.abs),
  SIGN: plain(Math.sign),
  SQRT: (args, calculation) => {
    const value = numberAt(args, 0, calculation);
    return value < 0 ? fail('#NUM!') : Math.sqrt(value);
  },
  EXP: plain(Math.exp),
  LN: (args, calculation) => logarithm(numberAt(args, 0, calculation), Math.E),
  LOG10: (args, calculation) => logarithm(numberAt(args, 0, calculation), 10),
  LOG: (args, calculation) => logarithm(numberAt(args, 0, calculation), numberAt(args, 1, calculation, 10)),
  POWER: (args, calculation) => {
    const [base, power] = [numberAt(args, 0, calculation), numberAt(args, 1, calculation)];
    return base === 0 && power === 0 ? fail('#NUM!') : base === 0 && power < 0 ? fail('#DIV/0!') : finite(base ** power);
  },
  MOD: (args, calculation) => {
    const [value, divisor] = [numberAt(args, 0, calculation), numberAt(args, 1, calculation)];
    return divisor === 0 ? fail('#DIV/0!') : Number((value - divisor * Math.floor(value / divisor)).toPrecision(15));
  },
  QUOTIENT: (args, calculation) => {
    const divisor = numberAt(args, 1, calculation);
    return divisor === 0 ? fail('#DIV/0!') : Math.trunc(numberAt(args, 0, calculation) / divisor);
  },
  CEILING: (args, calculation) => toMultiple(numberAt(args, 0, calculation), numberAt(args, 1, calculation, 1), Math.ceil),
  FLOOR: (args, calculation) => {
    const [value, step] = [numberAt(args, 0, calculation), numberAt(args, 1, calculation, 1)];
    return step === 0 && value !== 0 ? fail('#DIV/0!') : toMultiple(value, step, Math.floor);
  },
  MROUND: (args, calculation) => toMultiple(numberAt(args, 0, calculation), numberAt(args, 1, calculation), Math.round),
  PI: () => Math.PI,
};

function logarithm(value: number, base: number): number {
  if (value <= 0 || base <= 0) return fail('#NUM!');
  if (base === 1) return fail('#DIV/0!');
  return base === Math.E ? Math.log(value) : base === 10 ? Math.log10(value) : Math.log(value) / Math.log(base);
}
