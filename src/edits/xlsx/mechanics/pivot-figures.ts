/** Counting of a pivot table: items of its fields, the tree of those that occur together, and the figures of every combination (ISO/IEC 29500-1 §18.18.17). */
import { calendarPlaces } from '../../../spreadsheet/day-names.ts';
import type { PivotField, PivotValue } from './pivot-source.ts';

export const PIVOT_FUNCTIONS = [
  'sum',
  'count',
  'count_numbers',
  'average',
  'min',
  'max',
  'product',
  'stdev',
  'stdevp',
  'var',
  'varp',
] as const;
export type PivotFunction = (typeof PIVOT_FUNCTIONS)[number];

/** The items of a field: in the order of the records, as the cache lists them, and in that of the table. */
export interface PivotItems {
  shared: PivotValue[];
  /** For each record the index in `shared`. */
  of: number[];
  /** Indexes in `shared`, ascending: numbers and days, texts (months and days of the week by the calendar), truth values, blanks. */
  order: number[];
  /** The place of each of `shared` in `order`. */
  rank: number[];
}

const BLANK: PivotValue = { kind: 'blank' };
const KINDS = { number: 0, date: 0, text: 1, boolean: 2, error: 3, blank: 4 } as const;

/** Whether one item stands before another in a pivot table: a number below, above or equal to 0. */
export function compareValues(one: PivotValue, other: PivotValue): number {
  const kinds = KINDS[one.kind] - KINDS[other.kind];
  if (kinds !== 0 || one.kind === 'blank' || other.kind === 'blank') return kinds;
  if (typeof one.value === 'string') return one.value.localeCompare(String(other.value), 'en', { sensitivity: 'accent' });
  return Number(one.value) - Number(other.value);
}

/** The different values of a field; Excel takes texts that differ in capitals alone for one. */
export function itemsOf({ values }: PivotField): PivotItems {
  const known = new Map<string, number>();
  const shared: PivotValue[] = [];
  const of = values.map((value) => {
    const key = value.kind === 'blank' ? '' : `${value.kind} ${String(value.value).toLowerCase()}`;
    const index = known.get(key) ?? shared.push(value) - 1;
    known.set(key, index);
    return index;
  });
  const texts = [...shared.entries()].flatMap(([at, one]) => (one.kind === 'text' ? [{ at, text: one.value }] : []));
  const places = calendarPlaces(texts.map(({ text }) => text)) ?? [];
  const inYear = new Map(texts.map(({ at }, index) => [at, places[index] ?? 0]));
  const order = [...shared.keys()].toSorted((a, b) => {
    const [one, other] = [shared[a] ?? BLANK, shared[b] ?? BLANK];
    const isNamed = places.length > 0 && one.kind === 'text' && other.kind === 'text';
    return (isNamed ? (inYear.get(a) ?? 0) - (inYear.get(b) ?? 0) : compareValues(one, other)) || a - b;
  });
  const rank: number[] = [];
  for (const [place, index] of order.entries()) rank[index] = place;
  return { shared, of, order, rank };
}

/** Places in the order of each field, from the outermost in. */
export type PivotPath = readonly number[];

interface Tally {
  filled: number;
  numbers: number;
  sum: number;
  mean: number;
  squares: number;
  product: number;
  min: number;
  max: number;
  /** The first error value. */
  error: string | undefined;
}

const newTally = (): Tally => ({
  error: undefined,
  filled: 0,
  numbers: 0,
  sum: 0,
  mean: 0,
  squares: 0,
  product: 1,
  min: Infinity,
  max: -Infinity,
});

function add(tally: Tally, value: PivotValue): void {
  if (value.kind === 'blank') return;
  tally.filled++;
  if (value.kind === 'error') tally.error ??= value.value;
  if (value.kind !== 'number' && value.kind !== 'date') return;
  tally.numbers++;
  tally.sum += value.value;
  // squares of the distances from a running mean lose no digits to large values (Welford)
  const distance = value.value - tally.mean;
  tally.mean += distance / tally.numbers;
  tally.squares += distance * (value.value - tally.mean);
  tally.product *= value.value;
  tally.min = Math.min(tally.min, value.value);
  tally.max = Math.max(tally.max, value.value);
}

interface ErrorValue {
  error: string;
}
/** What Excel shows where too few numbers are there. */
const NONE: ErrorValue = { error: '#DIV/0!' };

/** A figure; null where every value is blank; an error where there are too few numbers, or one of the values is an error that does not only count. */
function resultOf(tally: Tally, take: PivotFunction): number | null | ErrorValue {
  const { filled, numbers, squares, error } = tally;
  if (filled === 0) return null;
  if (error !== undefined && take !== 'count' && take !== 'count_numbers') return { error };
  const share = (by: number): number | ErrorValue => (by < 1 ? NONE : squares / by);
  const root = (value: number | ErrorValue): number | ErrorValue => (typeof value === 'number' ? Math.sqrt(value) : value);
  switch (take) {
    case 'sum':
      return tally.sum;
    case 'count':
      return filled;
    case 'count_numbers':
      return numbers;
    case 'average':
      return numbers === 0 ? NONE : tally.sum / numbers;
    case 'min':
      return numbers === 0 ? 0 : tally.min;
    case 'max':
      return numbers === 0 ? 0 : tally.max;
    case 'product':
      return numbers === 0 ? 0 : tally.product;
    case 'stdev':
      return root(share(numbers - 1));
    case 'stdevp':
      return root(share(numbers));
    case 'var':
      return share(numbers - 1);
    case 'varp':
      return share(numbers);
  }
}

export interface PivotFigures {
  /** Every combination of the fields of rows that occurs, ascending. */
  rows: PivotPath[];
  columns: PivotPath[];
  /** The figure of a combination, whole or begun; null where it does not occur. */
  at(row: PivotPath, column: PivotPath, value: number): number | null | ErrorValue;
}

export interface PivotCount {
  rows: readonly PivotItems[];
  columns: readonly PivotItems[];
  values: readonly { values: readonly PivotValue[]; take: PivotFunction }[];
  /** Whether a record is counted. */
  counts: (record: number) => boolean;
  records: number;
}

const pathOf = (items: readonly PivotItems[], record: number): number[] => items.map(({ of, rank }) => rank[of[record] ?? 0] ?? 0);

function comparePaths(one: PivotPath, other: PivotPath): number {
  const at = one.findIndex((place, index) => place !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

const keyOf = (row: PivotPath, column: PivotPath): string => `${row.join(' ')}|${column.join(' ')}`;

/** Counts the records once, each into every total that it belongs to. */
export function countPivot({ rows, columns, values, counts, records }: PivotCount): PivotFigures {
  const tallies = new Map<string, Tally[]>();
  const [rowPaths, columnPaths] = [new Map<string, PivotPath>(), new Map<string, PivotPath>()];
  for (let record = 0; record < records; record++) {
    if (!counts(record)) continue;
    const [row, column] = [pathOf(rows, record), pathOf(columns, record)];
    rowPaths.set(row.join(' '), row);
    columnPaths.set(column.join(' '), column);
    for (let depth = 0; depth <= row.length; depth++)
      for (let across = 0; across <= column.length; across++) {
        const key = keyOf(row.slice(0, depth), column.slice(0, across));
        const known = tallies.get(key) ?? values.map(newTally);
        tallies.set(key, known);
        for (const [index, tally] of known.entries()) add(tally, values[index]?.values[record] ?? BLANK);
      }
  }
  return {
    rows: [...rowPaths.values()].toSorted(comparePaths),
    columns: [...columnPaths.values()].toSorted(comparePaths),
    at(row, column, value) {
      const tally = tallies.get(keyOf(row, column))?.[value];
      return tally === undefined ? null : resultOf(tally, values[value]?.take ?? 'sum');
    },
  };
}

/** A row or column of the table: of one combination, a total of several, or the total of all. */
export interface PivotLine {
  kind: 'item' | 'total' | 'grand';
  path: PivotPath;
  /** How much of the path the line before has already. */
  repeated: number;
  /** Whether figures stand in it. */
  isFilled: boolean;
}

const shared = (one: PivotPath, other: PivotPath): number => {
  const at = one.findIndex((place, index) => place !== other[index]);
  return at === -1 ? one.length : at;
};

/** Lines with the outer items above the inner ones, each on a line of its own. */
export function outlineLines(paths: readonly PivotPath[], hasTotals: boolean): PivotLine[] {
  const lines: PivotLine[] = [];
  let before: PivotPath = [];
  for (const path of paths) {
    for (let depth = before.length === 0 ? 0 : shared(path, before); depth < path.length; depth++)
      lines.push({ kind: 'item', path: path.slice(0, depth + 1), repeated: depth, isFilled: hasTotals || depth === path.length - 1 });
    before = path;
  }
  return lines;
}

/** Lines with a combination each; totals of outer items are behind their inner ones. */
export function tabularLines(paths: readonly PivotPath[], hasTotals: boolean): PivotLine[] {
  const lines: PivotLine[] = [];
  for (const [index, path] of paths.entries()) {
    const before = paths[index - 1];
    lines.push({ kind: 'item', path, repeated: before === undefined ? 0 : shared(path, before), isFilled: true });
    const next = paths[index + 1];
    const kept = next === undefined ? 0 : shared(path, next);
    for (let depth = hasTotals ? path.length - 1 : 0; depth > kept; depth--)
      lines.push({ kind: 'total', path: path.slice(0, depth), repeated: depth - 1, isFilled: true });
  }
  return lines;
}
