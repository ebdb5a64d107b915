/** What the formulas of a file come to, whatever the file says of it. */
import { FormulaCalculator, known, unknown, type CellPlace, type Value } from '../../spreadsheet/calculate-formula.ts';
import type { PlacedFormula, PlacedReference, Scalar } from '../../spreadsheet/formula-tree.ts';
import type { WorkbookTable } from '../workbook-view.ts';
import { cellKey, isWithin } from './cells.ts';
import { createPlacer, type PlaceableBook } from './place.ts';

/** Cells looked at: beyond them an office program has to tell. */
const VISITS_MAX = 3_000_000;

export class WorkbookCalculator extends FormulaCalculator {
  readonly lang = 'en';
  readonly #book: PlaceableBook;
  readonly #place: ReturnType<typeof createPlacer>;
  /** undefined: only an office program can tell. */
  readonly #values: Map<number, Scalar | undefined>[];
  readonly #names = new Map<number, PlacedFormula | undefined>();
  #calculated = false;

  constructor(book: PlaceableBook) {
    super({ visitsMax: VISITS_MAX });
    this.#book = book;
    this.#place = createPlacer(book);
    this.#values = book.sheets.map(() => new Map());
  }

  /** What the formula in a cell comes to; undefined where only an office program can tell. */
  of(sheet: number, row: number, column: number): Scalar | undefined {
    known(() => this.cell(sheet, row, column));
    return this.#values[sheet]?.get(cellKey(row, column));
  }

  /** Calculates every formula; the cells that are in a circle. */
  all(): readonly CellPlace[] {
    if (!this.#calculated) {
      for (const { formulas, index } of this.#book.sheets) for (const { row, column } of formulas.values()) this.of(index, row, column);
      this.#calculated = true;
    }
    return this.circular;
  }

  cell(sheet: number, row: number, column: number): Scalar {
    this.visit();
    const held = this.#book.sheets[sheet];
    const key = cellKey(row, column);
    const formula = held?.formulas.get(key);
    if (!held || !formula)
      return held?.arrays.some((area) => isWithin(row, column, area))
        ? (held.values.get(key) ?? unknown())
        : (held?.values.get(key) ?? null);
    const values = this.#values[sheet];
    if (!values?.has(key)) {
      const tree = this.#place(formula, sheet);
      const value = tree && known(() => this.calculate(tree, { sheet, row, column }));
      values?.set(key, value);
    }
    // what others make of it is determined from what the file says
    return values?.get(key) ?? formula.cached ?? unknown();
  }

  protected resolve(reference: Exclude<PlacedReference, { kind: 'area' }>): Value {
    switch (reference.kind) {
      case 'table': {
        const table = this.#book.tables[reference.table];
        if (!table) return unknown();
        const [top, bottom] = rowsOf(table, reference.part, this.home.row);
        return { sheet: table.sheet, top, bottom, left: table.left + reference.from, right: table.left + reference.to };
      }
      case 'defined': {
        const name = this.#book.names[reference.name];
        if (!this.#names.has(reference.name)) {
          // a name that stands for itself would be looked up without end
          this.#names.set(reference.name, undefined);
          this.#names.set(
            reference.name,
            name && this.#place({ text: name.text, down: 0, across: 0, many: false }, name.sheet ?? this.home.sheet),
          );
        }
        const tree = this.#names.get(reference.name);
        return tree && isPlain(tree) ? this.argument(tree) : unknown();
      }
    }
  }

  isSubtotal(sheet: number, row: number, column: number): boolean {
    return /^(?:SUBTOTAL|AGGREGATE|_xlfn\.AGGREGATE)\(/i.test(this.#book.sheets[sheet]?.formulas.get(cellKey(row, column))?.text ?? '');
  }

  isHidden(sheet: number, row: number): boolean {
    return this.#book.sheets[sheet]?.hiddenRows.has(row) ?? false;
  }
}

/** Names of names, and relative ones, are left to office programs. */
function isPlain(tree: PlacedFormula): boolean {
  switch (tree.kind) {
    case 'literal':
    case 'missing':
      return true;
    case 'group':
      return isPlain(tree.inner);
    case 'unary':
      return isPlain(tree.operand);
    case 'binary':
      return isPlain(tree.left) && isPlain(tree.right);
    case 'call':
      return tree.arguments.every(isPlain);
    case 'reference':
      return (
        tree.reference.kind === 'table' ||
        (tree.reference.kind === 'area' && tree.reference.from.rowFixed && tree.reference.from.columnFixed)
      );
  }
}

function rowsOf(
  { top, bottom, headerRows, totalsRows }: WorkbookTable,
  part: Extract<PlacedReference, { kind: 'table' }>['part'],
  row: number,
): [top: number, bottom: number] {
  switch (part) {
    case 'this':
      return [row, row];
    case 'data':
      return [top + headerRows, bottom - totalsRows];
    case 'headers':
      return [top, top];
    case 'totals':
      return [bottom, bottom];
    case 'all':
      return [top, bottom];
  }
}
