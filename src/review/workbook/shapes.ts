/** What cells have in common: formulas that say the same of their own place, labels of rows, runs of figures. */
import { columnIndex } from '../../spreadsheet/cell-names.ts';
import type { Worksheet } from '../workbook-view.ts';
import { cellKey, isWithin, placeOf, type CellFormula } from './cells.ts';

const PIECES =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'!|\[[^[\]]*\]|(?<![\p{L}\p{N}_.$])(\$?)([A-Za-z]{1,3})(\$?)([1-9]\d{0,6})(?![\p{L}\p{N}_.(!])/gu;

/** A formula with its references counted from its own cell, so that those which mean the same are the same. */
export function shapeOf({ text, row, column, down, across }: CellFormula): string {
  return text.replaceAll(
    PIECES,
    (whole, columnFixed: string | undefined, letters: string | undefined, rowFixed: string | undefined, digits: string | undefined) => {
      if (letters === undefined || digits === undefined) return whole;
      const at = { row: Number(digits) - 1, column: columnIndex(letters) };
      return `R${rowFixed === '$' ? at.row : `[${at.row - (row - down)}]`}C${columnFixed === '$' ? at.column : `[${at.column - (column - across)}]`}`;
    },
  );
}

const TOTAL = /(?<!\p{L})(?:sub)?total(?:es|s|e)?(?!\p{L})|^\s*(?:sum|suma|summe|somme|soma)\b/iu;

/** First column of each row that says in words that it holds a total. */
const totalRows = new WeakMap<Worksheet, ReadonlyMap<number, number>>();

function totalsOf(sheet: Worksheet): ReadonlyMap<number, number> {
  const known = totalRows.get(sheet);
  if (known) return known;
  const found = new Map<number, number>();
  for (const [key, value] of sheet.values) {
    if (typeof value !== 'string' || !isTotalName(value) || sheet.formulas.has(key)) continue;
    const { row, column } = placeOf(key);
    found.set(row, Math.min(column, found.get(row) ?? column));
  }
  totalRows.set(sheet, found);
  return found;
}

/** Whether a row says, left of a column, that it holds a total. */
export const saysTotal = (sheet: Worksheet, row: number, column: number): boolean => (totalsOf(sheet).get(row) ?? column) < column;

export const isTotalName = (name: string): boolean => name.length <= 60 && TOTAL.test(name);

/** The text above a column's cells: the first one upwards, at most so many rows away. */
export function headerOf({ values, formulas }: Worksheet, row: number, column: number): { text: string; row: number } | undefined {
  for (let at = row - 1; at >= 0; at--) {
    const value = values.get(cellKey(at, column));
    if (typeof value === 'string' && !formulas.has(cellKey(at, column))) return { text: value, row: at };
    if (value === undefined && row - at > 2 && values.get(cellKey(at - 1, column)) === undefined) return undefined;
  }
  return undefined;
}

export interface Run {
  top: number;
  bottom: number;
}

/** Cells of a column that hold figures or formulas, without a gap. */
export function* runsOf(sheet: Worksheet, column: number): Generator<Run, void, undefined> {
  let run: Run | undefined;
  for (const row of sheet.columns.get(column) ?? []) {
    const key = cellKey(row, column);
    const counts = sheet.formulas.has(key) || typeof sheet.values.get(key) === 'number';
    if (run && counts && row === run.bottom + 1) run.bottom = row;
    else {
      if (run) yield run;
      run = counts ? { top: row, bottom: row } : undefined;
    }
  }
  if (run) yield run;
}

/** The figure that a cell holds, calculated or typed. */
export function figureAt({ values }: Worksheet, row: number, column: number): number | undefined {
  const value = values.get(cellKey(row, column));
  return typeof value === 'number' ? value : undefined;
}

export const isTyped = (sheet: Worksheet, row: number, column: number): boolean =>
  figureAt(sheet, row, column) !== undefined &&
  !sheet.formulas.has(cellKey(row, column)) &&
  ![...sheet.pivots, ...sheet.arrays].some((area) => isWithin(row, column, area));

/** Equal but for what adding in another order leaves. */
export const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(1e-9, Math.max(Math.abs(a), Math.abs(b)) * 1e-9);
