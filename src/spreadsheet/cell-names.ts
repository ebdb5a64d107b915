/** 0 → A, 25 → Z, 26 → AA. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** A → 0, AA → 26. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

/** `B5` from row 4 and column 1. */
export const cellName = (row: number, column: number): string => `${columnLetters(column)}${row + 1}`;

/** `B5:C9`, or `B5` where it is one cell. */
export const areaName = (top: number, left: number, bottom: number, right: number): string =>
  top === bottom && left === right ? cellName(top, left) : `${cellName(top, left)}:${cellName(bottom, right)}`;

export const COLUMNS_MAX = 16_384;
export const ROWS_MAX = 1_048_576;

/** A → 1, AA → 27. */
export const columnNumber = (letters: string): number => columnIndex(letters) + 1;

/** A corner of a reference as written: 0-based column and row, and whether each is fixed by `$`. */
export interface Corner {
  column: number;
  row: number;
  columnFixed: boolean;
  rowFixed: boolean;
}

/** `B5` or `$B$5` → row 4 and column 1; undefined for what is no cell of a sheet. */
export function readCorner(name: string): Corner | undefined {
  const [, columnFixed, letters, rowFixed, digits] = /^(\$?)([A-Za-z]{1,3})(\$?)([1-9][0-9]{0,6})$/.exec(name) ?? [];
  if (letters === undefined) return undefined;
  const corner = { row: Number(digits) - 1, column: columnIndex(letters), columnFixed: columnFixed === '$', rowFixed: rowFixed === '$' };
  return corner.row < ROWS_MAX && corner.column < COLUMNS_MAX ? corner : undefined;
}

/** `C` or `$C` → 2, and whether it is fixed; undefined for what is no column of a sheet. */
export function readColumnName(name: string): { column: number; fixed: boolean } | undefined {
  const [, fixed, letters] = /^(\$?)([A-Za-z]{1,3})$/.exec(name) ?? [];
  if (letters === undefined) return undefined;
  const column = columnIndex(letters);
  return column < COLUMNS_MAX ? { column, fixed: fixed === '$' } : undefined;
}

/** Corners of an area, both inside it. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** `B5:C9`, or `B5` alone, whichever corner is named first; rows and columns from 0. undefined for what is no area of cells. */
export function readCellArea(reference: string): Area | undefined {
  const [first = '', last = first] = reference.split(':');
  const [from, to] = [readCorner(first), readCorner(last)];
  return (
    from &&
    to && {
      top: Math.min(from.row, to.row),
      left: Math.min(from.column, to.column),
      bottom: Math.max(from.row, to.row),
      right: Math.max(from.column, to.column),
    }
  );
}
