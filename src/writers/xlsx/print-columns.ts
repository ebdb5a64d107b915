/** How the columns of a sheet that is wider than a page go over its pages: each repeats the columns that say what a row is. */
import { headEnd, lastColumn, spanEnd, widthOf } from './finish.ts';
import type { SheetPlan } from './plan.ts';

/** Columns that are repeated take no more than this of a page. */
const KEY_SHARE_MAX = 0.35;
const KEY_CHARS_MAX = 18;
const SCALE_STEP = 0.01;
const GROUP_SCALE = 0.92;

export interface ColumnPages {
  scale: number;
  /** Columns that begin a page; the first page is not among them. */
  breaks: number[];
  /** Repeated on every page, from the first column on. */
  keyEnd: number;
}

const widthPt = (sheet: SheetPlan, from: number, to: number): number => {
  let width = 0;
  for (let column = from; column <= to; column++) width += sheet.measure.charsToPt(widthOf(sheet, column));
  return width * sheet.measure.scale;
};

/** Width of all that is printed, in points on paper at full size. */
export const sheetWidthPt = (sheet: SheetPlan): number => widthPt(sheet, 0, lastColumn(sheet));

/** The first column of the widest table, and a short text beside it: a number and its name. */
function keyEndOf(sheet: SheetPlan, roomPt: number): number {
  const table = sheet.tables.toSorted((a, b) => b.columns.length - a.columns.length)[0];
  if (!table) return 0;
  const [first, second] = table.columns;
  const both =
    first && second && !second.numeric && second.entry !== 'date' && (widthOf(sheet, table.left) <= KEY_CHARS_MAX || first.numeric);
  const end = table.left + (both && table.columns.length > 3 ? 1 : 0);
  return widthPt(sheet, 0, end) <= roomPt * KEY_SHARE_MAX ? end : table.left;
}

/** Columns before which no page ends: within a merged cell, a chart, a picture, or a title that runs on. */
function heldColumns(sheet: SheetPlan): Set<number> {
  const held = new Set<number>();
  const hold = (left: number, right: number): void => {
    for (let column = left + 1; column <= right; column++) held.add(column);
  };
  for (const { left, right } of [...sheet.merges, ...sheet.tables.flatMap(({ merges }) => merges)]) hold(left, right);
  for (const place of [...sheet.charts, ...sheet.pictures]) hold(place.column, spanEnd(sheet, place.column, place.widthPt));
  hold(0, headEnd(sheet));
  return held;
}

const SEEK_COLUMNS = 4;

/** Columns at which something new begins: a group of the header, the next year of "Dec 2025", "Jan 2026". */
function newGroups(sheet: SheetPlan): Set<number> {
  const groups = new Set<number>();
  for (const table of sheet.tables) {
    for (const { left, right, top } of table.merges) if (right > left && top < table.top + table.headers.length) groups.add(left);
    const years = table.columns.map(({ name }) => /(?:^|\D)((?:19|20)?\d{2})$/.exec(name.trim())?.[1]);
    for (const [at, year] of years.entries())
      if (at > 1 && year !== undefined && years[at - 1] !== undefined && years[at - 1] === years[at - 2] && year !== years[at - 1])
        groups.add(table.left + at);
  }
  return groups;
}

/** Breaks go back to where a group begins, as far as the pages behind still hold their columns. */
function settled(sheet: SheetPlan, breaks: readonly number[], capacityPt: number, keyEnd: number): number[] {
  const groups = newGroups(sheet);
  const keyPt = widthPt(sheet, 0, keyEnd);
  const made = [...breaks];
  for (let i = made.length - 1; i >= 0; i--) {
    const at = made[i] ?? 0;
    const end = (made[i + 1] ?? lastColumn(sheet) + 1) - 1;
    for (let column = at; column > Math.max(keyEnd + 1, at - SEEK_COLUMNS); column--) {
      if (!groups.has(column) || keyPt + widthPt(sheet, column, end) > capacityPt) continue;
      made[i] = column;
      break;
    }
  }
  return made;
}

function divide(sheet: SheetPlan, capacityPt: number, keyEnd: number, held: ReadonlySet<number>): number[] | undefined {
  const right = lastColumn(sheet);
  const keyPt = widthPt(sheet, 0, keyEnd);
  const breaks: number[] = [];
  let start = 0;
  while (start <= right) {
    const room = capacityPt - (start > 0 ? keyPt : 0);
    let end = start;
    while (end <= right && widthPt(sheet, start, end) <= room) end++;
    if (end > right) return breaks;
    let at = end;
    while (at > Math.max(start, keyEnd) && held.has(at)) at--;
    if (at <= Math.max(start, keyEnd)) at = end;
    if (at <= start || at <= keyEnd) return undefined;
    breaks.push(at);
    start = at;
  }
  return breaks;
}

/** @param roomPt width of a page's text. @param scaleMin smaller than this nobody reads */
export function columnPages(sheet: SheetPlan, roomPt: number, scaleMin: number): ColumnPages {
  const keyEnd = keyEndOf(sheet, roomPt / scaleMin);
  const held = heldColumns(sheet);
  const fewest = divide(sheet, roomPt / scaleMin, keyEnd, held);
  if (!fewest) return { scale: scaleMin, breaks: [], keyEnd };
  let found: ColumnPages = { scale: scaleMin, breaks: fewest, keyEnd };
  // as large as so many pages allow: that also makes them equally full
  for (let scale = scaleMin; scale <= 1; scale += SCALE_STEP) {
    const breaks = divide(sheet, roomPt / scale, keyEnd, held);
    if (!breaks || breaks.length > fewest.length) break;
    found = { scale, breaks, keyEnd };
  }
  // a little smaller, where that lets pages begin where groups do
  const smaller = Math.max(scaleMin, found.scale * GROUP_SCALE);
  const grouped = settled(sheet, found.breaks, roomPt / smaller, keyEnd);
  return grouped.every((at, i) => at === found.breaks[i]) ? found : { scale: smaller, breaks: grouped, keyEnd };
}
