/** What functions are given to calculate with. */
import type { PlacedFormula, Scalar } from '../formula-tree.ts';

/** Cells of a sheet; an argument that functions look through. */
export interface Range {
  sheet: number;
  top: number;
  left: number;
  bottom: number;
  right: number;
}
export type Value = Scalar | Range;

export const isRange = (value: Value): value is Range => typeof value === 'object' && value !== null && 'sheet' in value;

/** What a function works with. */
export interface Calculation {
  /** Value of one cell. */
  cell(sheet: number, row: number, column: number): Scalar;
  /** Value of an argument; of a range with several cells there is none. */
  value(argument: PlacedFormula): Scalar;
  /** The same where a range is welcome. */
  argument(argument: PlacedFormula): Value;
  /** All cells of a range, row by row. */
  cells(range: Range): Generator<Scalar, void, undefined>;
  /** Whether a cell is itself a SUBTOTAL, which other SUBTOTALs pass over. */
  isSubtotal(sheet: number, row: number, column: number): boolean;
  /** Whether a row is not shown. */
  isHidden(sheet: number, row: number): boolean;
  readonly lang: string;
  /** The cell that is being calculated; from 0. */
  readonly home: { sheet: number; row: number; column: number };
}
