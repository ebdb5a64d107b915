/** Formulas as trees. What the author wrote names columns and cells of its tables; once placed, tables and cells of the workbook. */
import type { Corner } from './cell-names.ts';

export type ErrorCode = '#DIV/0!' | '#N/A' | '#REF!' | '#NAME?' | '#NULL!' | '#NUM!' | '#VALUE!';
export interface CellError {
  error: ErrorCode;
}
/** What a cell can hold: null is an empty cell. */
export type Scalar = number | string | boolean | null | CellError;

type UnaryOperator = '-' | '+' | '%';
export type BinaryOperator = '+' | '-' | '*' | '/' | '^' | '&' | '=' | '<>' | '<' | '>' | '<=' | '>=';

export type StructuredPart = 'this' | 'data' | 'headers' | 'totals' | 'all';

/** Leaves that say where figures come from, as the author names them. */
export type WrittenReference =
  | { kind: 'cells'; sheet: string | undefined; from: Corner; to: Corner | undefined }
  /** `B:C`: whole columns. */
  | { kind: 'whole_columns'; sheet: string | undefined; from: number; to: number }
  /** `part` is undefined for a bare `[Column]`, whose meaning its place decides. */
  | { kind: 'columns'; table: string | undefined; part: StructuredPart | undefined; from: string | undefined; to: string | undefined }
  | { kind: 'name'; name: string };

/** The same in the workbook: `table` and `sheet` are positions in the plan's lists. */
export type PlacedReference =
  | { kind: 'area'; sheet: number; top: number; left: number; bottom: number; right: number; from: Corner; to: Corner | undefined }
  | { kind: 'table'; table: number; part: StructuredPart; from: number; to: number }
  | { kind: 'defined'; name: number };

export type Expression<R> =
  | { kind: 'literal'; value: Scalar }
  | { kind: 'missing' }
  | { kind: 'group'; inner: Expression<R> }
  | { kind: 'unary'; operator: UnaryOperator; operand: Expression<R> }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression<R>; right: Expression<R> }
  | { kind: 'call'; name: string; arguments: Expression<R>[] }
  | { kind: 'reference'; reference: R };

export type WrittenFormula = Expression<WrittenReference>;
export type PlacedFormula = Expression<PlacedReference>;

/** Whether a value is one of the errors that cells show. */
export function isError(value: unknown): value is CellError {
  return typeof value === 'object' && value !== null && 'error' in value;
}

/** Why a text is no formula that may be in a workbook: half a sentence. Caught where the cell is planned, and reported in a note. */
export class FormulaFault extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'FormulaFault';
  }
}

/** All references in a formula. */
export function* referencesOf(tree: Expression<PlacedReference>): Generator<PlacedReference, void, undefined> {
  switch (tree.kind) {
    case 'literal':
    case 'missing':
      return;
    case 'group':
      yield* referencesOf(tree.inner);
      return;
    case 'unary':
      yield* referencesOf(tree.operand);
      return;
    case 'binary':
      yield* referencesOf(tree.left);
      yield* referencesOf(tree.right);
      return;
    case 'call':
      for (const argument of tree.arguments) yield* referencesOf(argument);
      return;
    case 'reference':
      yield tree.reference;
  }
}

/** The argument of a function in which a part of a formula stands. */
export interface ArgumentPlace {
  name: string;
  index: number;
  count: number;
}

/** The same formula with its references changed. @param change gets the nearest argument around */
export function mapReferences<A, B>(
  tree: Expression<A>,
  change: (reference: A, within: ArgumentPlace | undefined) => B,
  within?: ArgumentPlace,
): Expression<B> {
  const walk = (part: Expression<A>): Expression<B> => mapReferences(part, change, within);
  switch (tree.kind) {
    case 'literal':
    case 'missing':
      return tree;
    case 'group':
      return { kind: 'group', inner: walk(tree.inner) };
    case 'unary':
      return { kind: 'unary', operator: tree.operator, operand: walk(tree.operand) };
    case 'binary':
      return { kind: 'binary', operator: tree.operator, left: walk(tree.left), right: walk(tree.right) };
    case 'call': {
      const { name, arguments: given } = tree;
      return {
        kind: 'call',
        name,
        arguments: given.map((argument, index) => mapReferences(argument, change, { name, index, count: given.length })),
      };
    }
    case 'reference':
      return { kind: 'reference', reference: change(tree.reference, within) };
  }
}
