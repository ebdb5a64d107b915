/** Taking arguments as functions want them. */
import { isError, type PlacedFormula, type Scalar } from '../formula-tree.ts';
import { isRange, type Calculation, type Range } from './calculation.ts';
import { fail, Failed, toBoolean, toNumber, toText, UNKNOWN } from './values.ts';

type Args = readonly PlacedFormula[];

export function numberAt(args: Args, index: number, calculation: Calculation, fallback?: number): number {
  const argument = args[index];
  if (!argument || argument.kind === 'missing') return fallback ?? (argument ? 0 : fail('#VALUE!'));
  return toNumber(calculation.value(argument));
}

export function textAt(args: Args, index: number, calculation: Calculation, fallback?: string): string {
  const argument = args[index];
  if (!argument) return fallback ?? fail('#VALUE!');
  return toText(calculation.value(argument));
}

export function booleanAt(args: Args, index: number, calculation: Calculation, fallback: boolean): boolean {
  const argument = args[index];
  return !argument || argument.kind === 'missing' ? fallback : toBoolean(calculation.value(argument));
}

export function scalarAt(args: Args, index: number, calculation: Calculation): Scalar {
  const argument = args[index];
  return argument ? calculation.value(argument) : fail('#VALUE!');
}

/** @throws UNKNOWN where it is a value */
export function rangeAt(args: Args, index: number, calculation: Calculation): Range {
  const argument = args[index];
  const value = argument && calculation.argument(argument);
  if (value === undefined || !isRange(value)) throw UNKNOWN;
  return value;
}

/** The figures of all arguments: in ranges only true numbers count, alone everything that can be read as one. */
export function* figuresOf(args: Args, calculation: Calculation): Generator<number, void, undefined> {
  for (const argument of args) {
    const value = calculation.argument(argument);
    if (!isRange(value)) {
      if (argument.kind !== 'missing') yield toNumber(value);
      continue;
    }
    for (const cell of calculation.cells(value)) {
      if (isError(cell)) throw new Failed(cell);
      if (typeof cell === 'number') yield cell;
    }
  }
}

/** Every value of all arguments, empty cells and errors too. */
export function* valuesOf(args: Args, calculation: Calculation): Generator<Scalar, void, undefined> {
  for (const argument of args) {
    const value = calculation.argument(argument);
    if (isRange(value)) yield* calculation.cells(value);
    else yield value;
  }
}

export const sizeOf = (range: Range): { rows: number; columns: number } => ({
  rows: range.bottom - range.top + 1,
  columns: range.right - range.left + 1,
});
