/**
 * Calculates formulas as Excel does. What is not calculated here (rare functions, the day of today, arrays) throws
 * UNKNOWN: only an office program can tell.
 */
import type { PlacedFormula, PlacedReference, Scalar } from './formula-tree.ts';
import { FUNCTIONS } from './formula/all.ts';
import { isRange, type Calculation, type Range, type Value } from './formula/calculation.ts';
import { addTidily, compareValues, Failed, fail, finite, toNumber, toText, UNKNOWN } from './formula/values.ts';

/** Names of all functions that are calculated here, in capitals. */
export const CALCULATED_FUNCTIONS: readonly string[] = [...FUNCTIONS.keys()];

export type { Range, Value };

/** Sheet, row and column, from 0. */
export interface CellPlace {
  sheet: number;
  row: number;
  column: number;
}

export interface CalculatorLimits {
  /** Cells looked at in one workbook; beyond it an office program calculates. */
  visitsMax: number;
}

const DEPTH_MAX = 400;
/** The values of these depend on their range alone, and is kept for larger ones. */
const GATHERING = new Set(['SUM', 'AVERAGE', 'MIN', 'MAX', 'COUNT', 'COUNTA', 'MEDIAN', 'PRODUCT', 'STDEV.S', 'STDEV.P']);
const GATHERED_MIN = 16;
const GATHERED_MAX = 10_000;
/** Ranges of more cells, most of them empty, are for programs that know where a sheet ends. */
const AREA_MAX = 1_000_000;

/** Cells are calculated when they are asked for, each once; a cell that asks for itself is an error, as Excel says it. */
export abstract class FormulaCalculator implements Calculation {
  abstract readonly lang: string;
  /** Cells that was in a circle. */
  readonly circular: CellPlace[] = [];
  /** The cell that is being calculated. */
  home: CellPlace = { sheet: 0, row: 0, column: 0 };
  readonly #gathered = new Map<string, Value>();
  readonly #busy = new Set<string>();
  readonly #failed = new Set<string>();
  readonly #visitsMax: number;
  #visits = 0;
  #depth = 0;

  constructor({ visitsMax }: CalculatorLimits = { visitsMax: 8_000_000 }) {
    this.#visitsMax = visitsMax;
  }

  abstract cell(sheet: number, row: number, column: number): Scalar;
  abstract isSubtotal(sheet: number, row: number, column: number): boolean;
  /** Whether a row is not shown, which SUBTOTAL takes into account. */
  abstract isHidden(sheet: number, row: number): boolean;
  /** What a table's part or a name means in the cell available. */
  protected abstract resolve(reference: Exclude<PlacedReference, { kind: 'area' }>): Value;

  /** @throws UNKNOWN beyond the limit */
  protected visit(): void {
    if (++this.#visits > this.#visitsMax) throw UNKNOWN;
  }

  /** @throws UNKNOWN where the cell cannot be calculated here */
  protected calculate(tree: PlacedFormula, place: CellPlace): Scalar {
    const key = `${place.sheet} ${place.row} ${place.column}`;
    if (this.#failed.has(key)) throw UNKNOWN;
    if (this.#busy.has(key)) {
      this.circular.push(place);
      return fail('#REF!');
    }
    if (this.#depth > DEPTH_MAX) throw UNKNOWN;
    const before = this.home;
    this.#busy.add(key);
    this.home = place;
    this.#depth++;
    try {
      const value = this.value(tree);
      // a formula that points at an empty cell shows a zero
      return value === null ? 0 : value;
    } catch (thrown) {
      if (thrown instanceof Failed) return thrown.value;
      if (thrown === UNKNOWN) this.#failed.add(key);
      throw thrown;
    } finally {
      this.home = before;
      this.#busy.delete(key);
      this.#depth--;
    }
  }

  /** Value of a formula that is in no cell; undefined where it cannot be calculated here. */
  protected tryTree(tree: PlacedFormula): Scalar | undefined {
    return known(() => {
      try {
        return this.value(tree);
      } catch (thrown) {
        if (thrown instanceof Failed) return thrown.value;
        throw thrown;
      }
    });
  }

  value(tree: PlacedFormula): Scalar {
    const value = this.argument(tree);
    if (!isRange(value)) return value;
    if (value.top !== value.bottom || value.left !== value.right) throw UNKNOWN;
    return this.cell(value.sheet, value.top, value.left);
  }

  argument(tree: PlacedFormula): Value {
    switch (tree.kind) {
      case 'literal':
        return tree.value;
      case 'missing':
        return null;
      case 'group':
        return this.argument(tree.inner);
      case 'unary':
        return this.#unary(tree);
      case 'binary':
        return this.#binary(tree);
      case 'call':
        return this.#call(tree);
      case 'reference':
        return checked(this.#range(tree.reference));
    }
  }

  #call({ name, arguments: given }: Extract<PlacedFormula, { kind: 'call' }>): Value {
    const called = FUNCTIONS.get(name);
    if (!called) throw UNKNOWN;
    const [first] = given;
    if (given.length !== 1 || first?.kind !== 'reference' || !GATHERING.has(name)) return called(given, this);
    const range = this.argument(first);
    if (!isRange(range) || (range.bottom - range.top + 1) * (range.right - range.left + 1) < GATHERED_MIN) return called(given, this);
    // a share of the whole in every row asks for the whole each time
    const key = `${name} ${range.sheet} ${range.top} ${range.left} ${range.bottom} ${range.right}`;
    const known = this.#gathered.get(key) ?? called(given, this);
    if (this.#gathered.size < GATHERED_MAX) this.#gathered.set(key, known);
    return known;
  }

  #range(reference: PlacedReference): Value {
    if (reference.kind !== 'area') return this.resolve(reference);
    return { sheet: reference.sheet, top: reference.top, left: reference.left, bottom: reference.bottom, right: reference.right };
  }

  #unary({ operator, operand }: Extract<PlacedFormula, { kind: 'unary' }>): Scalar {
    const value = this.value(operand);
    if (operator === '+') return value;
    const number = toNumber(value);
    return operator === '-' ? -number : number / 100;
  }

  #binary({ operator, left, right }: Extract<PlacedFormula, { kind: 'binary' }>): Scalar {
    const [a, b] = [this.value(left), this.value(right)];
    switch (operator) {
      case '&':
        return toText(a) + toText(b);
      case '=':
        return compareValues(a, b) === 0;
      case '<>':
        return compareValues(a, b) !== 0;
      case '<':
        return compareValues(a, b) < 0;
      case '>':
        return compareValues(a, b) > 0;
      case '<=':
        return compareValues(a, b) <= 0;
      case '>=':
        return compareValues(a, b) >= 0;
      default:
        return arithmetic(operator, toNumber(a), toNumber(b));
    }
  }

  *cells(range: Range): Generator<Scalar, void, undefined> {
    for (let row = range.top; row <= range.bottom; row++)
      for (let column = range.left; column <= range.right; column++) yield this.cell(range.sheet, row, column);
  }
}

/** The value of a calculation; undefined where only an office program can calculate it. */
export function known(calculate: () => Scalar): Scalar | undefined {
  try {
    return calculate();
  } catch (thrown) {
    if (thrown !== UNKNOWN) throw thrown;
    return undefined;
  }
}

/** Says that only an office program can tell. */
export function unknown(): never {
  throw UNKNOWN;
}

function checked(value: Value): Value {
  if (isRange(value) && (value.bottom - value.top + 1) * (value.right - value.left + 1) > AREA_MAX) throw UNKNOWN;
  return value;
}

function arithmetic(operator: '+' | '-' | '*' | '/' | '^', a: number, b: number): number {
  switch (operator) {
    case '+':
      return finite(addTidily(a, b));
    case '-':
      return finite(addTidily(a, -b));
    case '*':
      return finite(a * b);
    case '/':
      return b === 0 ? fail('#DIV/0!') : finite(a / b);
    case '^':
      return a === 0 && b === 0 ? fail('#NUM!') : a === 0 && b < 0 ? fail('#DIV/0!') : finite(a ** b);
  }
}
