/** Rows or columns that come or go, and what that does to places, spans and references. */
import { COLUMNS_MAX, ROWS_MAX, type Corner } from '../../../spreadsheet/cell-names.ts';
import type { Area } from '../../../spreadsheet/places.ts';
import { cellsText, rewriteReferences, type FormulaReference } from '../../../spreadsheet/formula-references.ts';

export interface Shift {
  /** Name of the sheet. */
  sheet: string;
  axis: 'row' | 'column';
  /** First row or column that comes or goes, counted from 1. */
  at: number;
  count: number;
  kind: 'insert' | 'delete';
  /** Rows that go where no single insertion brings them: of filled templates. It decides, and the fields above only say roughly where. */
  map?: RowMap;
}

/** Where each row of a sheet goes, as the rows of a template do that come several times or not at all. */
export interface RowMap {
  /** Its first copy; null where it has none. */
  index(row: number): number | null;
  /** From the first copy of the first row to the last copy of the last one; null where none is left. */
  span(first: number, last: number): [number, number] | null;
  /** Each copy of rows that come together, as spans; undefined where they come once. */
  copies(first: number, last: number): [number, number][] | undefined;
}

const maxOf = ({ axis }: Shift): number => (axis === 'row' ? ROWS_MAX : COLUMNS_MAX);

/** Where a row or column goes; null where it is deleted or pushed over the edge. */
export function shiftIndex(shift: Shift, index: number): number | null {
  const { at, count, kind, map } = shift;
  if (map !== undefined) return map.index(index);
  if (index < at) return index;
  if (kind === 'insert') return index + count > maxOf(shift) ? null : index + count;
  return index < at + count ? null : index - count;
}

/** The same of a span, `first` ≤ `last`: it grows with what is inserted inside, and null is left where all of it goes. */
export function shiftSpan(shift: Shift, first: number, last: number): [number, number] | null {
  const { at, count, kind, map } = shift;
  const max = maxOf(shift);
  if (first === 1 && last === max) return [first, last];
  if (map !== undefined) return map.span(first, last);
  if (kind === 'insert') {
    const start = first >= at ? first + count : first;
    return start > max ? null : [start, Math.min(max, last >= at ? last + count : last)];
  }
  const gone = at + count - 1;
  if (first >= at && last <= gone) return null;
  return [first > gone ? first - count : Math.min(first, at), last > gone ? last - count : last >= at ? at - 1 : last];
}

export function shiftArea(shift: Shift, area: Area): Area | null {
  if (shift.axis === 'row') {
    const rows = shiftSpan(shift, area.top, area.bottom);
    return rows === null ? null : { ...area, top: rows[0], bottom: rows[1] };
  }
  const columns = shiftSpan(shift, area.left, area.right);
  return columns === null ? null : { ...area, left: columns[0], right: columns[1] };
}

/** What a shift did to a formula. */
export interface ShiftedFormula {
  text: string;
  /** It means more or fewer cells than before, or cells that are gone: its value may be another one. */
  resized: boolean;
  /** A reference through several sheets, of which only one moves: no formula says that. */
  torn: boolean;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** @param home the sheet of the formula; undefined where it belongs to none */
export function shiftFormula(shift: Shift, formula: string, home: string | undefined, sheetNames: readonly string[]): ShiftedFormula {
  return shiftWith(moveCells, shift, formula, home, sheetNames);
}

/**
 * The same of a defined name. Its relative rows and columns are counted from the cell that uses it: they name no place of the
 * sheet, and stay in Excel and LibreOffice, so that `Data!XFD1` is still the cell at the left of whichever asks.
 */
export function shiftName(shift: Shift, formula: string, sheetNames: readonly string[]): ShiftedFormula {
  return shiftWith(moveNamedCells, shift, formula, undefined, sheetNames);
}

/** The same of a formula that stays in its place while other rows come into it: what is relative is counted from there, and stays. */
export function shiftFixed(shift: Shift, formula: string, home: string, sheetNames: readonly string[]): ShiftedFormula {
  return shiftWith(moveNamedCells, shift, formula, home, sheetNames);
}

function shiftWith(
  move: typeof moveCells,
  shift: Shift,
  formula: string,
  home: string | undefined,
  sheetNames: readonly string[],
): ShiftedFormula {
  let resized = false;
  let torn = false;
  const text = rewriteReferences(formula, (reference) => {
    const meaning = meansSheet(reference, shift.sheet, home, sheetNames);
    if (meaning === 'other') return undefined;
    const moved = move(shift, reference);
    if (moved === undefined) return undefined;
    if (meaning === 'among others') {
      torn = true;
      return undefined;
    }
    if (moved === null || sizeOf(shift, moved) !== sizeOf(shift, reference)) resized = true;
    return reference.prefix + (moved === null ? '#REF!' : cellsText(moved));
  });
  return { text, resized, torn };
}

function meansSheet(
  { sheets }: FormulaReference,
  name: string,
  home: string | undefined,
  names: readonly string[],
): 'it' | 'among others' | 'other' {
  if (sheets === undefined) return home !== undefined && isSame(home, name) ? 'it' : 'other';
  if (isSame(sheets.first, sheets.last)) return isSame(sheets.first, name) ? 'it' : 'other';
  const indexOf = (wanted: string): number => names.findIndex((one) => isSame(one, wanted));
  const [first, last, index] = [indexOf(sheets.first), indexOf(sheets.last), indexOf(name)];
  return index >= Math.min(first, last) && index <= Math.max(first, last) ? 'among others' : 'other';
}

type Cells = Pick<FormulaReference, 'kind' | 'from' | 'to'>;

const sizeOf = ({ axis }: Shift, { from, to }: Cells): number =>
  axis === 'row' ? Math.abs(to.row - from.row) : Math.abs(to.column - from.column);

/** undefined where they stay; null where all of them go. */
function moveCells(shift: Shift, { kind, from, to }: Cells): Cells | null | undefined {
  const { axis } = shift;
  if ((axis === 'row' && kind === 'columns') || (axis === 'column' && kind === 'rows')) return undefined;
  const [first, last] = [Math.min(from[axis], to[axis]), Math.max(from[axis], to[axis])];
  const span = shiftSpan(shift, first, last);
  if (span === null) return null;
  if (span[0] === first && span[1] === last) return undefined;
  const put = (corner: Corner, value: number): Corner => ({ ...corner, [axis]: value });
  return from[axis] <= to[axis]
    ? { kind, from: put(from, span[0]), to: put(to, span[1]) }
    : { kind, from: put(from, span[1]), to: put(to, span[0]) };
}

/** The same of a name: what is relative stays, and a fixed corner beside it goes by itself. */
function moveNamedCells(shift: Shift, cells: Cells): Cells | null | undefined {
  const { axis } = shift;
  const isFixed = (corner: Corner): boolean => (axis === 'row' ? corner.rowFixed : corner.columnFixed);
  if (isFixed(cells.from) && isFixed(cells.to)) return moveCells(shift, cells);
  const put = (corner: Corner): Corner =>
    isFixed(corner) ? { ...corner, [axis]: shiftIndex(shift, corner[axis]) ?? Math.min(shift.at, maxOf(shift)) } : corner;
  const moved = { kind: cells.kind, from: put(cells.from), to: put(cells.to) };
  return moved.from[axis] === cells.from[axis] && moved.to[axis] === cells.to[axis] ? undefined : moved;
}
