/** What cells have in common: formulas that say the same of their own place, labels of rows, runs of figures. */
import { columnIndex } from '../../ooxml/cell-names.ts';
import type { Worksheet } from '../workbook-file.ts';
import { cellKey, isWithin, type CellFormula } from './cells.ts';

const PIECES = /"(?:[^"]|"")*"|'(?:[^']|'')*'!|\[[^[\]]*\]|(?<![\p{L}\p{N}_.$])(\$?)([A-Za-z]{1,3})(\$?)([1-9]\d{0,6})(?![\p{L}\p{N}_.(!])/gu;

/** A formula with its references counted from its own cell, so that those which mean the same are the same. */
export function shapeOf({ text, row, column, down, across }: CellFormula): string {
  return text.replaceAll(PIECES, (whole, columnFixed: string | undefined, letters: string | undefined, rowFixed: string | undefined, digits: string | undefined) => {
    if (letters === undefined || digits === undefined) return whole;
    const at = { row: Number(digits) - 1, column: columnIndex(letters) };
    return `R${rowFixed === '$' ? at.row : `[${at.row - (row - down)}]`}C${columnFixed === '$' ? at.column : `[${at.column - (column - across)}]`}`;
  });
}

const TOTAL = /(?<!\p{L})(?:sub)?total(?:es|s|e)?(?!\p{L})|^\s*(?:sum|suma|summe|somme|soma)\b/iu;

/** Texts of a row, left of a column. */
function* textsBefore({ values, formulas }: Worksheet, row: number, column: number): Generator<string, void, undefined> {
  for (let at = column - 1; at >= Math.max(0, column - 60); at--) {
    const value = values.get(cellKey(row, at));
    if (typeof value === 'string' && value.trim() !== '' && !formulas.has(cellKey(row, at))) yield value;
  }
}

/** Whether the row says that it holds a total. */
export function saysTotal(sheet: Worksheet, row: number, column: number): boolean {
  for (const text of textsBefore(sheet, row, column)) if (text.length <= 60 && TOTAL.test(text)) return true;
  return false;
}

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

export interface Run { top: number; bottom: number }

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
  figureAt(sheet, row, column) !== undefined && !sheet.formulas.has(cellKey(row, column)) && ![...sheet.pivots, ...sheet.arrays].some((area) => isWithin(row, column, area));

/** Equal but for what adding in another order leaves. */
export const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(1e-9, Math.max(Math.abs(a), Math.abs(b)) * 1e-9);
