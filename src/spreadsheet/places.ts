/** Places and areas of a sheet as its part counts them: rows and columns from 1, and addresses with the name of a sheet. */
import { columnLetters, columnNumber, COLUMNS_MAX, readCorner, ROWS_MAX, type Area as NamedArea } from './cell-names.ts';
import { quoteSheet } from './formula-references.ts';

export interface CellPlace {
  row: number;
  column: number;
}

export type Area = NamedArea;

/** A1 → row 1, column 1; null where it is no cell of a sheet. */
export function readPlace(reference: string): CellPlace | null {
  const cell = readCorner(reference);
  return cell === undefined ? null : { row: cell.row + 1, column: cell.column + 1 };
}

/** Row 2, column 3 → `C2`. */
export const placeText = ({ row, column }: CellPlace): string => `${columnLetters(column - 1)}${row}`;

/** `Sheet1!B2`, the sheet's name in quotes where it needs them. */
export const addressOf = (sheet: string, place: CellPlace): string => `${quoteSheet(sheet)}!${placeText(place)}`;

/** Sheet and reference of an address, as written. */
export function readAddress(target: string): { name: string; reference: string } | null {
  const found = /^(?:'((?:[^']|'')+)'|([^'!]+))(?:!([^!]+))?$/.exec(target.trim());
  return found === null ? null : { name: found[1]?.replaceAll("''", "'") ?? found[2] ?? '', reference: found[3] ?? '' };
}

/** `B2`, `B2:D9`, `B:D` or `2:9`; whole columns and rows reach to the edge. */
export function readArea(reference: string): Area | null {
  const columns = /^\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})$/.exec(reference);
  if (columns !== null)
    return areaOf({ row: 1, column: columnNumber(columns[1] ?? '') }, { row: ROWS_MAX, column: columnNumber(columns[2] ?? '') });
  const rows = /^\$?([1-9][0-9]{0,6}):\$?([1-9][0-9]{0,6})$/.exec(reference);
  if (rows !== null) return areaOf({ row: Number(rows[1]), column: 1 }, { row: Number(rows[2]), column: COLUMNS_MAX });
  const [first = '', last = first, ...more] = reference.split(':');
  const [from, to] = [readPlace(first), readPlace(last)];
  return from === null || to === null || more.length > 0 ? null : areaOf(from, to);
}

function areaOf(from: CellPlace, to: CellPlace): Area | null {
  const area = {
    top: Math.min(from.row, to.row),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.row, to.row),
    right: Math.max(from.column, to.column),
  };
  return area.bottom > ROWS_MAX || area.right > COLUMNS_MAX ? null : area;
}

/** `B2:D9`, or `B2` where the area is one cell. */
export function areaText({ top, left, bottom, right }: Area): string {
  const from = placeText({ row: top, column: left });
  return top === bottom && left === right ? from : `${from}:${placeText({ row: bottom, column: right })}`;
}

/** Whether a place lies in an area, its edges included. */
export const isWithin = ({ row, column }: CellPlace, { top, left, bottom, right }: Area): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;
/** Whether two areas have a cell in common. */
export const areasMeet = (one: Area, other: Area): boolean =>
  one.top <= other.bottom && one.bottom >= other.top && one.left <= other.right && one.right >= other.left;
