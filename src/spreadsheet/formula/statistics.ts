/** Counts, averages and ranks; sums and counts under conditions. */
import { isError, type PlacedFormula, type Scalar } from '../formula-tree.ts';
import { isRange, type Calculation, type Range } from './calculation.ts';
import type { WorkbookFunction } from './all.ts';
import { figuresOf, numberAt, rangeAt, scalarAt, sizeOf, valuesOf } from './arguments.ts';
import { addTidily, criterion, fail, Failed, finite } from './values.ts';

type Aggregate = 'AVERAGE' | 'MAX' | 'MIN' | 'PRODUCT' | 'STDEV.S' | 'STDEV.P' | 'SUM' | 'VAR.S' | 'VAR.P' | 'MEDIAN';

const sum = (values: readonly number[]): number => values.reduce(addTidily, 0);

function variance(values: readonly number[], sample: boolean): number {
  const divisor = values.length - (sample ? 1 : 0);
  if (divisor <= 0) return fail('#DIV/0!');
  const mean = sum(values) / values.length;
  return values.reduce((total, value) => total + (value - mean) ** 2, 0) / divisor;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return fail('#NUM!');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

export function aggregate(kind: Aggregate, values: readonly number[]): number {
  switch (kind) {
    case 'SUM':
      return finite(sum(values));
    case 'AVERAGE':
      return values.length === 0 ? fail('#DIV/0!') : finite(sum(values) / values.length);
    case 'MAX':
      return values.length === 0 ? 0 : values.reduce((a, b) => Math.max(a, b));
    case 'MIN':
      return values.length === 0 ? 0 : values.reduce((a, b) => Math.min(a, b));
    case 'PRODUCT':
      return values.length === 0 ? 0 : finite(values.reduce((a, b) => a * b, 1));
    case 'MEDIAN':
      return median(values);
    case 'VAR.S':
      return variance(values, true);
    case 'VAR.P':
      return variance(values, false);
    case 'STDEV.S':
      return Math.sqrt(variance(values, true));
    case 'STDEV.P':
      return Math.sqrt(variance(values, false));
  }
}

const over =
  (kind: Aggregate): WorkbookFunction =>
  (args, calculation) =>
    aggregate(kind, [...figuresOf(args, calculation)]);

/** Positions of the cells that meet all conditions, from pairs of range and criterion. */
function matching(args: readonly PlacedFormula[], calculation: Calculation): { range: Range; found: number[] } {
  const first = rangeAt(args, 0, calculation);
  const { rows, columns } = sizeOf(first);
  let found = Array.from({ length: rows * columns }, (_, i) => i);
  for (let i = 0; i + 1 < args.length; i += 2) {
    const range = rangeAt(args, i, calculation);
    if (sizeOf(range).rows !== rows || sizeOf(range).columns !== columns) return fail('#VALUE!');
    const test = criterion(scalarAt(args, i + 1, calculation));
    found = found.filter((at) => test(cellOf(range, at, calculation)));
  }
  return { range: first, found };
}

function cellOf(range: Range, at: number, calculation: Calculation): Scalar {
  const { columns } = sizeOf(range);
  return calculation.cell(range.sheet, range.top + Math.floor(at / columns), range.left + (at % columns));
}

/** Figures at these positions of a range that may be larger or smaller than the one that was tested. */
function figuresAt(range: Range, tested: Range, found: readonly number[], calculation: Calculation): number[] {
  const { columns } = sizeOf(tested);
  return found.flatMap((at) => {
    const value = calculation.cell(range.sheet, range.top + Math.floor(at / columns), range.left + (at % columns));
    if (isError(value)) throw new Failed(value);
    return typeof value === 'number' ? [value] : [];
  });
}

const single =
  (kind: 'SUM' | 'AVERAGE'): WorkbookFunction =>
  (args, calculation) => {
    const { range, found } = matching(args.slice(0, 2), calculation);
    return aggregate(kind, figuresAt(args[2] ? rangeAt(args, 2, calculation) : range, range, found, calculation));
  };

const several =
  (kind: 'SUM' | 'AVERAGE' | 'MAX' | 'MIN'): WorkbookFunction =>
  (args, calculation) => {
    const { range, found } = matching(args.slice(1), calculation);
    const target = rangeAt(args, 0, calculation);
    if (sizeOf(target).rows !== sizeOf(range).rows || sizeOf(target).columns !== sizeOf(range).columns) return fail('#VALUE!');
    return aggregate(kind, figuresAt(target, range, found, calculation));
  };

function nth(args: readonly PlacedFormula[], calculation: Calculation, order: (a: number, b: number) => number): number {
  const values = [...figuresOf(args.slice(0, 1), calculation)].sort(order);
  return values[Math.ceil(numberAt(args, 1, calculation)) - 1] ?? fail('#NUM!');
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0 || share < 0 || share > 1) return fail('#NUM!');
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  return low + (at - Math.floor(at)) * ((sorted[Math.ceil(at)] ?? low) - low);
}

const rank: WorkbookFunction = (args, calculation) => {
  const value = numberAt(args, 0, calculation);
  const values = [...figuresOf(args.slice(1, 2), calculation)];
  const ascending = numberAt(args, 2, calculation, 0) !== 0;
  return values.includes(value) ? values.filter((other) => (ascending ? other < value : other > value)).length + 1 : fail('#N/A');
};

export const STATISTICS: Readonly<Record<string, WorkbookFunction>> = {
  AVERAGE: over('AVERAGE'),
  MAX: over('MAX'),
  MIN: over('MIN'),
  MEDIAN: over('MEDIAN'),
  'STDEV.S': over('STDEV.S'),
  STDEV: over('STDEV.S'),
  'STDEV.P': over('STDEV.P'),
  STDEVP: over('STDEV.P'),
  'VAR.S': over('VAR.S'),
  VAR: over('VAR.S'),
  'VAR.P': over('VAR.P'),
  VARP: over('VAR.P'),
  COUNT: (args, calculation) => {
    let count = 0;
    for (const argument of args) {
      const value = calculation.argument(argument);
      // what is written into the call counts if it can be read as a number
      if (!isRange(value))
        count +=
          typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value))
            ? 1
            : 0;
      else for (const cell of calculation.cells(value)) if (typeof cell === 'number') count++;
    }
    return count;
  },
  COUNTA: (args, calculation) => {
    let count = 0;
    for (const value of valuesOf(args, calculation)) if (value !== null) count++;
    return count;
  },
  COUNTBLANK: (args, calculation) => {
    let count = 0;
    for (const value of calculation.cells(rangeAt(args, 0, calculation))) if (value === null || value === '') count++;
    return count;
  },
  SUMIF: single('SUM'),
  AVERAGEIF: single('AVERAGE'),
  SUMIFS: several('SUM'),
  AVERAGEIFS: several('AVERAGE'),
  MAXIFS: several('MAX'),
  MINIFS: several('MIN'),
  COUNTIF: (args, calculation) => matching(args.slice(0, 2), calculation).found.length,
  COUNTIFS: (args, calculation) => matching(args, calculation).found.length,
  LARGE: (args, calculation) => nth(args, calculation, (a, b) => b - a),
  SMALL: (args, calculation) => nth(args, calculation, (a, b) => a - b),
  RANK: rank,
  'RANK.EQ': rank,
  PERCENTILE: (args, calculation) => percentile([...figuresOf(args.slice(0, 1), calculation)], numberAt(args, 1, calculation)),
  'PERCENTILE.INC': (args, calculation) => percentile([...figuresOf(args.slice(0, 1), calculation)], numberAt(args, 1, calculation)),
  QUARTILE: (args, calculation) =>
    percentile([...figuresOf(args.slice(0, 1), calculation)], Math.trunc(numberAt(args, 1, calculation)) / 4),
  'QUARTILE.INC': (args, calculation) =>
    percentile([...figuresOf(args.slice(0, 1), calculation)], Math.trunc(numberAt(args, 1, calculation)) / 4),
};
