/**
 * Calculates a workbook, so that its file holds what every formula comes to before any office program opens it. What is
 * not calculated here (rare functions, the day of today, arrays) stays undefined: an office program fills it in.
 *
 * Cells are calculated when they are asked for, each once; a cell that asks for itself is an error, as Excel says it.
 */
import type { PlacedFormula, PlacedReference, Scalar } from './formula/expression.ts';
import { isRange, type Calculation, type Range, type Value } from './calculation.ts';
import { partRows } from './formula/write.ts';
import { FUNCTIONS } from './functions/all.ts';
import { addTidily, compareValues, error, Failed, fail, finite, toNumber, toText, UNKNOWN } from './functions/values.ts';
import { bodyTop, isFormula, isRich, type Content, type TablePlan, type WorkbookPlan } from './plan.ts';

/** Cells looked at in one workbook; beyond it an office program calculates. */
const VISITS_MAX = 8_000_000;
/** Ranges of more cells, most of them empty, are for programs that know where a sheet ends. */
const AREA_MAX = 1_000_000;
const DEPTH_MAX = 400;

interface Place { sheet: number; row: number; column: number }

const keyOf = (row: number, column: number): number => row * 16_384 + column;

export class Evaluator implements Calculation {
  readonly lang: string;
  /** Cells that stood in a circle. */
  readonly circular: Place[] = [];
  readonly #book: WorkbookPlan;
  readonly #loose: Map<number, Content>[];
  readonly #busy = new Set<string>();
  readonly #failed = new Set<string>();
  #visits = 0;
  #depth = 0;
  #home: Place = { sheet: 0, row: 0, column: 0 };

  constructor(book: WorkbookPlan) {
    this.#book = book;
    this.lang = book.document.lang;
    this.#loose = book.sheets.map((sheet) => new Map([...sheet.rows].flatMap(([row, { cells }]) => cells.map(({ column, content }): [number, Content] => [keyOf(row, column), content]))));
  }

  /** Calculates every formula there is. */
  calculateAll(): void {
    for (const table of this.#book.tables) {
      for (let row = 0; row < table.rowCount; row++) {
        for (const [at, column] of table.columns.entries()) {
          if (column.formula || isFormula(column.cells[row])) this.#read(table.sheet, bodyTop(table) + row, table.left + at);
        }
      }
      for (const [at, column] of table.columns.entries()) if (isFormula(column.total)) this.#read(table.sheet, table.bottom, table.left + at);
    }
    for (const [sheet, cells] of this.#loose.entries()) {
      for (const [key, content] of cells) if (isFormula(content)) this.#read(sheet, Math.floor(key / 16_384), key % 16_384);
    }
    for (const { content } of this.#book.names) if (content.kind === 'formula') content.cell.value = this.#tryTree(content.cell.formula);
  }

  #read(sheet: number, row: number, column: number): void {
    try {
      this.cell(sheet, row, column);
    } catch (thrown) {
      if (thrown !== UNKNOWN) throw thrown;
    }
  }

  cell(sheet: number, row: number, column: number): Scalar {
    if (++this.#visits > VISITS_MAX) throw UNKNOWN;
    const table = this.#book.sheets[sheet]?.tables.find((one) => row >= one.top && row <= one.bottom && column >= one.left && column <= one.right);
    if (!table) return this.#settle(this.#loose[sheet]?.get(keyOf(row, column)) ?? null, { sheet, row, column });
    const plan = table.columns[column - table.left];
    const at = row - bodyTop(table);
    if (!plan || at < 0) return headerText(table, row, column);
    if (table.hasTotal && row === table.bottom) return this.#settle(plan.total, { sheet, row, column });
    const content = plan.cells[at];
    if (!plan.formula) return this.#settle(content ?? null, { sheet, row, column });
    if (content !== undefined) return settled(content);
    const value = this.#calculate(plan.formula, { sheet, row, column });
    plan.cells[at] = value;
    return value;
  }

  #settle(content: Content, place: Place): Scalar {
    if (!isFormula(content)) return settled(content);
    if (content.value === undefined) content.value = this.#calculate(content.formula, place);
    return content.value;
  }

  /** @throws UNKNOWN */
  #calculate(tree: PlacedFormula, place: Place): Scalar {
    const key = `${place.sheet} ${place.row} ${place.column}`;
    if (this.#failed.has(key)) throw UNKNOWN;
    if (this.#busy.has(key)) {
      this.circular.push(place);
      return fail('#REF!');
    }
    if (this.#depth > DEPTH_MAX) throw UNKNOWN;
    const before = this.#home;
    this.#busy.add(key);
    this.#home = place;
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
      this.#home = before;
      this.#busy.delete(key);
      this.#depth--;
    }
  }

  #tryTree(tree: PlacedFormula): Scalar | undefined {
    try {
      return this.value(tree);
    } catch (thrown) {
      if (thrown instanceof Failed) return thrown.value;
      if (thrown === UNKNOWN) return undefined;
      throw thrown;
    }
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
      case 'call': {
        const called = FUNCTIONS.get(tree.name);
        if (!called) throw UNKNOWN;
        return called(tree.arguments, this);
      }
      case 'reference':
        return this.#reference(tree.reference);
    }
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

  #reference(reference: PlacedReference): Value {
    switch (reference.kind) {
      case 'area':
        if ((reference.bottom - reference.top + 1) * (reference.right - reference.left + 1) > AREA_MAX) throw UNKNOWN;
        return { sheet: reference.sheet, top: reference.top, left: reference.left, bottom: reference.bottom, right: reference.right };
      case 'table': {
        const table = this.#book.tables[reference.table];
        if (!table) return error('#REF!');
        const [top, bottom] = partRows(table, reference.part, this.#home.row);
        return { sheet: table.sheet, top, bottom, left: table.left + reference.from, right: table.left + reference.to };
      }
      case 'defined': {
        const content = this.#book.names[reference.name]?.content;
        if (!content) return error('#NAME?');
        return content.kind === 'cell' ? { sheet: content.sheet, top: content.row, bottom: content.row, left: content.column, right: content.column } : this.argument(content.cell.formula);
      }
    }
  }

  * cells(range: Range): Generator<Scalar, void, undefined> {
    for (let row = range.top; row <= range.bottom; row++) for (let column = range.left; column <= range.right; column++) yield this.cell(range.sheet, row, column);
  }

  isSubtotal(sheet: number, row: number, column: number): boolean {
    const table = this.#book.sheets[sheet]?.tables.find((one) => row >= one.top && row <= one.bottom && column >= one.left && column <= one.right);
    const plan = table?.columns[column - table.left];
    const content = table && plan ? (table.hasTotal && row === table.bottom ? plan.total : plan.cells[row - bodyTop(table)]) : this.#loose[sheet]?.get(keyOf(row, column));
    return isFormula(content) && content.formula.kind === 'call' && content.formula.name === 'SUBTOTAL';
  }
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

function settled(content: Content): Scalar {
  if (isRich(content)) return content.text;
  if (isFormula(content)) throw UNKNOWN;
  return content;
}

function headerText(table: TablePlan, row: number, column: number): Scalar {
  const content = table.headers[row - table.top]?.find((cell) => cell.column === column)?.content ?? null;
  return settled(content);
}
