/**
 * What a careful reader of a workbook would ask about: a column whose rows are not all calculated in the same way, a sum
 * that misses figures beside it, a figure that is text, and so is left out of every sum. Told, never changed.
 */
import type { Note } from '../../base/note.ts';
import { readAmount } from './amounts.ts';
import { referencesOf, type PlacedFormula } from '../../ooxml/formula-tree.ts';
import { areaName, cellName } from '../../ooxml/cell-names.ts';
import { bodyTop, isFormula, isRich, type ColumnPlan, type TablePlan, type WorkbookPlan } from './plan.ts';

const GATHERING = new Set(['SUM', 'AVERAGE', 'COUNT', 'MIN', 'MAX']);

/** @returns at most one note for each column and kind */
export function checkWorkbook(book: WorkbookPlan): Note[] {
  const notes: Note[] = [];
  for (const table of book.tables) {
    for (const [at, column] of table.columns.entries()) {
      const where = (row: number): string => `${book.sheets[table.sheet]?.name ?? ''}!${cellName(bodyTop(table) + row, table.left + at)}`;
      const add = (code: string, message: string): void => {
        notes.push({ code, severity: 'warning', message, ...(table.blockId === '' ? {} : { blockId: table.blockId }) });
      };
      const odd = column.formula ? undefined : oddRow(table, column);
      if (odd !== undefined) add('formula_inconsistent', `${where(odd)} is not calculated as the other rows of "${column.name.slice(0, 60)}" are.`);
      const text = textRow(table, column);
      if (text !== undefined) add('number_as_text', `${where(text)} is text in a column of figures, so no sum takes it in.`);
      for (const [row, cell] of [...column.cells, column.total].entries()) {
        const missed = isFormula(cell) ? missedBy(cell.formula, { sheet: table.sheet, row: bodyTop(table) + row }, book) : undefined;
        if (missed === undefined) continue;
        add('range_incomplete', `${where(row)} leaves out ${missed}, which holds a figure of the same column.`);
        break;
      }
    }
  }
  return notes;
}

/** The formula as it would read in the first row, so that those that mean the same are the same. */
function shapeOf(formula: PlacedFormula, row: number): string {
  return JSON.stringify(formula, (key, value: unknown) => (typeof value === 'number' && (key === 'row' || key === 'top' || key === 'bottom') ? value - row : value));
}

/** A row that differs where nearly all others are calculated alike; undefined where there is none. */
function oddRow(table: TablePlan, column: ColumnPlan): number | undefined {
  const shapes = new Map<string, number[]>();
  let rows = 0;
  for (const [row, cell] of column.cells.entries()) {
    if (cell === null || (table.kinds !== undefined && table.kinds[row] !== 'body')) continue;
    const shape = isFormula(cell) ? shapeOf(cell.formula, fixedRows(cell.formula) ? 0 : bodyTop(table) + row) : 'typed';
    const alike = shapes.get(shape);
    if (alike) alike.push(row);
    else shapes.set(shape, [row]);
    rows++;
  }
  const usual = [...shapes].toSorted((a, b) => b[1].length - a[1].length)[0];
  if (rows < 4 || !usual || usual[0] === 'typed' || usual[1].length < rows * 0.7 || usual[1].length === rows) return undefined;
  return [...shapes.values()].filter((list) => list !== usual[1]).flat().toSorted((a, b) => a - b)[0];
}

const fixedRows = (formula: PlacedFormula): boolean => [...referencesOf(formula)].some((reference) => reference.kind === 'area' && reference.from.rowFixed);

/** A text that is a figure to a reader, among figures. */
function textRow(table: TablePlan, column: ColumnPlan): number | undefined {
  if (column.format === '@') return undefined;
  let numbers = 0;
  let found: number | undefined;
  let texts = 0;
  for (const [row, cell] of column.cells.entries()) {
    if (table.kinds !== undefined && table.kinds[row] !== 'body') continue;
    const text = typeof cell === 'string' ? cell : isRich(cell) ? cell.text : undefined;
    if (text === undefined) numbers += typeof cell === 'number' || isFormula(cell) ? 1 : 0;
    else {
      texts++;
      const figure = /^\D{0,3}(\d[\d.,]*)/.exec(text.trim())?.[1];
      if (figure !== undefined && readAmount(figure, '.') !== undefined) found ??= row;
    }
  }
  return numbers >= 3 && numbers >= texts * 3 ? found : undefined;
}

/** Figures directly above or below the range of a sum, in the same table. */
function missedBy(formula: PlacedFormula, home: { sheet: number; row: number }, book: WorkbookPlan): string | undefined {
  if (formula.kind !== 'call' || !GATHERING.has(formula.name) || formula.arguments.length !== 1) return undefined;
  const [argument] = formula.arguments;
  if (argument?.kind !== 'reference' || argument.reference.kind !== 'area') return undefined;
  const { sheet, top, bottom, left, right } = argument.reference;
  // sums that run along with their row end there
  if (left !== right || top === bottom || (sheet === home.sheet && (bottom === home.row || top === home.row))) return undefined;
  const table = book.sheets[sheet]?.tables.find((one) => left >= one.left && left <= one.right && top >= bodyTop(one) && bottom < bodyTop(one) + one.rowCount);
  const column = table?.columns[left - table.left];
  if (!table || !column) return undefined;
  for (const row of [top - 1, bottom + 1]) {
    const inside = row >= bodyTop(table) && row < bodyTop(table) + table.rowCount && !(sheet === home.sheet && row === home.row);
    if (inside && typeof column.cells[row - bodyTop(table)] === 'number') return areaName(row, left, row, left);
  }
  return undefined;
}
