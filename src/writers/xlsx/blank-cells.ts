/** Which cells of a workbook may hold an empty text, because their formula has nothing to show. */
import type { PlacedFormula, PlacedReference } from '../../spreadsheet/formula-tree.ts';
import { columnsInProducts, mayBeBlank, type Surroundings } from './guard-formula.ts';
import { bodyTop, type TablePlan, type WorkbookPlan } from './plan.ts';
import type { FormulaPlace } from './values.ts';

const COLUMNS = 16_384;
/** Areas of more cells are looked through by what is empty in them. */
const AREA_CELLS_MAX = 10_000;

const columnKey = (table: number, column: number): string => `${table} ${column}`;

/** Cells and columns that may be empty, found round by round: what repeats an empty cell is one. */
export class BlankCells {
  readonly #book: WorkbookPlan;
  /** Columns with one formula, all of whose cells may be empty. */
  readonly #columns = new Set<string>();
  /** By sheet: row and column in one number. */
  readonly #cells = new Map<number, Set<number>>();
  /** Columns that are multiplied as a whole: a text in one would make the sum #VALUE!. */
  readonly #figuresOnly = new Set<string>();

  constructor(book: WorkbookPlan, formulas: Iterable<PlacedFormula>) {
    this.#book = book;
    for (const formula of formulas)
      for (const reference of columnsInProducts(formula))
        for (const [table, from, to] of this.#columnsOf(reference))
          for (let at = from; at <= to; at++) this.#figuresOnly.add(columnKey(table.index, at));
  }

  /** What a formula in this place has to know. */
  around(place: Pick<FormulaPlace, 'sheet' | 'row' | 'column'>): Surroundings {
    const table = this.#tableAt(place.sheet, place.row, place.column);
    const at = table === undefined ? -1 : place.column - table.left;
    const figuresOnly = table !== undefined && this.#figuresOnly.has(columnKey(table.index, at));
    // the formula of a column is in all of its rows
    const row = table?.columns[at]?.formula === undefined || place.row >= table.bottom + (table.hasTotal ? 0 : 1) ? place.row : undefined;
    return { blank: (reference) => this.#isBlank(reference, row), nothing: figuresOnly ? 0 : '' };
  }

  /** What a rule for all rows of a table has to know. */
  inAnyRow(): Surroundings {
    return { blank: (reference) => this.#isBlank(reference, undefined), nothing: '' };
  }

  /** Takes down that a cell may be empty, where its formula with its guards may; says whether that is new. */
  see({ sheet, row, column, formula }: FormulaPlace, guarded: PlacedFormula): boolean {
    const around = this.around({ sheet, row, column });
    if (around.nothing === 0 || !mayBeBlank(guarded, around)) return false;
    const table = this.#tableAt(sheet, row, column);
    const at = table === undefined ? -1 : column - table.left;
    if (table?.columns[at]?.formula === formula) {
      const key = columnKey(table.index, at);
      const known = this.#columns.has(key);
      this.#columns.add(key);
      return !known;
    }
    const cells = this.#cells.get(sheet) ?? new Set();
    this.#cells.set(sheet, cells);
    const known = cells.has(row * COLUMNS + column);
    cells.add(row * COLUMNS + column);
    return !known;
  }

  #tableAt(sheet: number, row: number, column: number): TablePlan | undefined {
    return this.#book.sheets[sheet]?.tables.find((one) => row >= one.top && row <= one.bottom && column >= one.left && column <= one.right);
  }

  *#columnsOf(reference: PlacedReference): Generator<[table: TablePlan, from: number, to: number], void, undefined> {
    if (reference.kind === 'table') {
      const table = this.#book.tables[reference.table];
      if (table) yield [table, reference.from, reference.to];
    } else if (reference.kind === 'area')
      for (const table of this.#book.sheets[reference.sheet]?.tables ?? []) {
        const from = Math.max(table.left, reference.left);
        const to = Math.min(table.right, reference.right);
        if (from <= to && reference.top <= table.bottom && reference.bottom >= bodyTop(table))
          yield [table, from - table.left, to - table.left];
      }
  }

  #isBlank(reference: PlacedReference, row: number | undefined): boolean {
    if (reference.kind === 'defined') {
      const content = this.#book.names[reference.name]?.content;
      return content?.kind === 'cell' && this.#hasBlank(content.sheet, content.row, content.row, content.column, content.column);
    }
    for (const [table, from, to] of this.#columnsOf(reference))
      for (let at = from; at <= to; at++) if (this.#columns.has(columnKey(table.index, at))) return true;
    if (reference.kind === 'area') return this.#hasBlank(reference.sheet, reference.top, reference.bottom, reference.left, reference.right);
    const table = this.#book.tables[reference.table];
    if (!table) return false;
    const own = reference.part === 'this' ? row : undefined;
    return this.#hasBlank(table.sheet, own ?? bodyTop(table), own ?? table.bottom, table.left + reference.from, table.left + reference.to);
  }

  #hasBlank(sheet: number, top: number, bottom: number, left: number, right: number): boolean {
    const cells = this.#cells.get(sheet);
    if (cells === undefined) return false;
    if ((bottom - top + 1) * (right - left + 1) > Math.min(AREA_CELLS_MAX, cells.size)) {
      for (const key of cells) {
        const [row, column] = [Math.floor(key / COLUMNS), key % COLUMNS];
        if (row >= top && row <= bottom && column >= left && column <= right) return true;
      }
      return false;
    }
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) if (cells.has(row * COLUMNS + column)) return true;
    return false;
  }
}
