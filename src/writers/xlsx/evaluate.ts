/**
 * Calculates a workbook, so that its file holds the value of every formula before any office program opens it. What is
 * not calculated here (rare functions, the day of today, arrays) stays undefined: an office program fills it in.
 */
import { FormulaCalculator, known, unknown, type CellPlace, type Value } from '../../spreadsheet/calculate-formula.ts';
import type { PlacedReference, Scalar } from '../../spreadsheet/formula-tree.ts';
import { partRows } from './formula/write.ts';
import { bodyTop, isFormula, isRich, type Content, type TablePlan, type WorkbookPlan } from './plan.ts';

const keyOf = (row: number, column: number): number => row * 16_384 + column;

export class Evaluator extends FormulaCalculator {
  readonly lang: string;
  readonly #book: WorkbookPlan;
  readonly #loose: Map<number, Content>[];

  constructor(book: WorkbookPlan) {
    super();
    this.#book = book;
    this.lang = book.document.lang;
    this.#loose = book.sheets.map(
      (sheet) =>
        new Map(
          [...sheet.rows].flatMap(([row, { cells }]) =>
            cells.map(({ column, content }): [number, Content] => [keyOf(row, column), content]),
          ),
        ),
    );
  }

  /** Calculates every formula there is. */
  calculateAll(): void {
    for (const table of this.#book.tables) {
      for (let row = 0; row < table.rowCount; row++) {
        for (const [at, column] of table.columns.entries()) {
          if (column.formula || isFormula(column.cells[row])) this.#read(table.sheet, bodyTop(table) + row, table.left + at);
        }
      }
      for (const [at, column] of table.columns.entries())
        if (isFormula(column.total)) this.#read(table.sheet, table.bottom, table.left + at);
    }
    for (const [sheet, cells] of this.#loose.entries()) {
      for (const [key, content] of cells) if (isFormula(content)) this.#read(sheet, Math.floor(key / 16_384), key % 16_384);
    }
    for (const { content } of this.#book.names) if (content.kind === 'formula') content.cell.value = this.tryTree(content.cell.formula);
  }

  #read(sheet: number, row: number, column: number): void {
    known(() => this.cell(sheet, row, column));
  }

  cell(sheet: number, row: number, column: number): Scalar {
    this.visit();
    const table = this.#book.sheets[sheet]?.tables.find(
      (one) => row >= one.top && row <= one.bottom && column >= one.left && column <= one.right,
    );
    if (!table) return this.#settle(this.#loose[sheet]?.get(keyOf(row, column)) ?? null, { sheet, row, column });
    const plan = table.columns[column - table.left];
    const at = row - bodyTop(table);
    if (!plan || at < 0) return headerText(table, row, column);
    if (table.hasTotal && row === table.bottom) return this.#settle(plan.total, { sheet, row, column });
    const content = plan.cells[at];
    if (!plan.formula) return this.#settle(content ?? null, { sheet, row, column });
    if (content !== undefined) return settled(content);
    const value = this.calculate(plan.formula, { sheet, row, column });
    plan.cells[at] = value;
    return value;
  }

  #settle(content: Content, place: CellPlace): Scalar {
    if (!isFormula(content)) return settled(content);
    if (content.value === undefined) content.value = this.calculate(content.formula, place);
    return content.value;
  }

  protected resolve(reference: Exclude<PlacedReference, { kind: 'area' }>): Value {
    switch (reference.kind) {
      case 'table': {
        const table = this.#book.tables[reference.table];
        if (!table) return { error: '#REF!' };
        const [top, bottom] = partRows(table, reference.part, this.home.row);
        return { sheet: table.sheet, top, bottom, left: table.left + reference.from, right: table.left + reference.to };
      }
      case 'defined': {
        const content = this.#book.names[reference.name]?.content;
        if (!content) return { error: '#NAME?' };
        return content.kind === 'cell'
          ? { sheet: content.sheet, top: content.row, bottom: content.row, left: content.column, right: content.column }
          : this.argument(content.cell.formula);
      }
    }
  }

  isSubtotal(sheet: number, row: number, column: number): boolean {
    const table = this.#book.sheets[sheet]?.tables.find(
      (one) => row >= one.top && row <= one.bottom && column >= one.left && column <= one.right,
    );
    const plan = table?.columns[column - table.left];
    const content =
      table && plan
        ? table.hasTotal && row === table.bottom
          ? plan.total
          : plan.cells[row - bodyTop(table)]
        : this.#loose[sheet]?.get(keyOf(row, column));
    return isFormula(content) && content.formula.kind === 'call' && content.formula.name === 'SUBTOTAL';
  }

  isHidden(): boolean {
    return false;
  }
}

function settled(content: Content): Scalar {
  if (isRich(content)) return content.text;
  if (isFormula(content)) unknown();
  return content;
}

function headerText(table: TablePlan, row: number, column: number): Scalar {
  const content = table.headers[row - table.top]?.find((cell) => cell.column === column)?.content ?? null;
  return settled(content);
}
