/** Finding a value in a range. Searches in sorted order are left to office programs but for MATCH and VLOOKUP over numbers. */
import type { PlacedFormula, Scalar } from '../formula-tree.ts';
import type { Calculation, Range, Value } from './calculation.ts';
import type { WorkbookFunction } from './all.ts';
import { booleanAt, numberAt, rangeAt, scalarAt, sizeOf } from './arguments.ts';
import { compareValues, fail, matchesText, UNKNOWN } from './values.ts';

/** Values of a row or column. */
function line(range: Range, calculation: Calculation): Scalar[] {
  const { rows, columns } = sizeOf(range);
  if (rows > 1 && columns > 1) throw UNKNOWN;
  return [...calculation.cells(range)];
}

const sameKind = (a: Scalar, b: Scalar): boolean => typeof a === typeof b && a !== null && b !== null;

function findExact(values: readonly Scalar[], wanted: Scalar, wildcards: boolean): number {
  if (typeof wanted === 'string' && wildcards) return values.findIndex(matchesText(wanted));
  return values.findIndex((value) => sameKind(value, wanted) && compareValues(value, wanted) === 0);
}

/** Last position whose value is no greater, in a rising list. */
function findBelow(values: readonly Scalar[], wanted: Scalar): number {
  const numbers = values.filter((value) => typeof value === 'number');
  if (typeof wanted !== 'number' || numbers.length !== values.length || numbers.some((value, i) => i > 0 && value < (numbers[i - 1] ?? 0)))
    throw UNKNOWN;
  return numbers.findLastIndex((value) => value <= wanted);
}

const columnOf = (range: Range, at: number): Range => ({ ...range, left: range.left + at, right: range.left + at });
const rowOf = (range: Range, at: number): Range => ({ ...range, top: range.top + at, bottom: range.top + at });

const lookup =
  (across: boolean): WorkbookFunction =>
  (args, calculation) => {
    const wanted = scalarAt(args, 0, calculation);
    const range = rangeAt(args, 1, calculation);
    const at = Math.trunc(numberAt(args, 2, calculation)) - 1;
    const { rows, columns } = sizeOf(range);
    if (at < 0) return fail('#VALUE!');
    if (at >= (across ? rows : columns)) return fail('#REF!');
    const keys = line(across ? rowOf(range, 0) : columnOf(range, 0), calculation);
    const found = booleanAt(args, 3, calculation, true) ? findBelow(keys, wanted) : findExact(keys, wanted, true);
    if (found < 0) return fail('#N/A');
    return across
      ? calculation.cell(range.sheet, range.top + at, range.left + found)
      : calculation.cell(range.sheet, range.top + found, range.left + at);
  };

const match: WorkbookFunction = (args, calculation) => {
  const wanted = scalarAt(args, 0, calculation);
  const values = line(rangeAt(args, 1, calculation), calculation);
  const mode = numberAt(args, 2, calculation, 1);
  if (mode < 0) throw UNKNOWN;
  const found = mode === 0 ? findExact(values, wanted, true) : findBelow(values, wanted);
  return found < 0 ? fail('#N/A') : found + 1;
};

const xlookup: WorkbookFunction = (args, calculation) => {
  if (args.length > 4 && (numberAt(args, 4, calculation, 0) !== 0 || args.length > 5)) throw UNKNOWN;
  const values = line(rangeAt(args, 1, calculation), calculation);
  const found = findExact(values, scalarAt(args, 0, calculation), false);
  if (found < 0) return args[3] && args[3].kind !== 'missing' ? calculation.argument(args[3]) : fail('#N/A');
  const from = rangeAt(args, 1, calculation);
  const target = rangeAt(args, 2, calculation);
  const down = sizeOf(from).rows > 1 || sizeOf(from).columns === 1;
  if (down ? sizeOf(target).columns !== 1 : sizeOf(target).rows !== 1) throw UNKNOWN;
  return down
    ? calculation.cell(target.sheet, target.top + found, target.left)
    : calculation.cell(target.sheet, target.top, target.left + found);
};

function index(args: readonly PlacedFormula[], calculation: Calculation): Value {
  const range = rangeAt(args, 0, calculation);
  const { rows, columns } = sizeOf(range);
  let row = Math.trunc(numberAt(args, 1, calculation));
  let column = Math.trunc(numberAt(args, 2, calculation, 1));
  if (rows === 1 && args.length === 2) [row, column] = [1, row];
  if (row === 0 || column === 0) throw UNKNOWN;
  if (row < 0 || column < 0) return fail('#VALUE!');
  if (row > rows || column > columns) return fail('#REF!');
  return calculation.cell(range.sheet, range.top + row - 1, range.left + column - 1);
}

/** A range moved by rows and columns, and perhaps of another size. */
function offset(args: readonly PlacedFormula[], calculation: Calculation): Value {
  const range = rangeAt(args, 0, calculation);
  const { rows, columns } = sizeOf(range);
  const top = range.top + Math.trunc(numberAt(args, 1, calculation, 0));
  const left = range.left + Math.trunc(numberAt(args, 2, calculation, 0));
  const height = Math.trunc(numberAt(args, 3, calculation, rows));
  const width = Math.trunc(numberAt(args, 4, calculation, columns));
  if (top < 0 || left < 0 || height < 1 || width < 1) return fail('#REF!');
  return { sheet: range.sheet, top, left, bottom: top + height - 1, right: left + width - 1 };
}

export const LOOKUPS: Readonly<Record<string, WorkbookFunction>> = {
  VLOOKUP: lookup(false),
  HLOOKUP: lookup(true),
  MATCH: match,
  XLOOKUP: xlookup,
  INDEX: index,
  OFFSET: offset,
  ROWS: (args, calculation) => sizeOf(rangeAt(args, 0, calculation)).rows,
  COLUMNS: (args, calculation) => sizeOf(rangeAt(args, 0, calculation)).columns,
};
