/** Where a sheet goes over to its next page: never within a chart or picture, nor within a small table or behind its title. */
import { bodyTop, type SheetPlan } from './plan.ts';
import { ROW_PT } from './measure.ts';

/** Tables of more rows may be cut. */
const WHOLE_ROWS_MAX = 14;
const BREAKS_MAX = 200;
/** Programs round heights to pixels. */
const SAFE = 0.97;

interface Whole {
  top: number;
  bottom: number;
}

function heightsOf(sheet: SheetPlan): (row: number) => number {
  return (row) => {
    const table = sheet.tables.find((one) => row >= one.top && row <= one.bottom);
    return table ? (table.heights.get(row - bodyTop(table)) ?? ROW_PT) : (sheet.rows.get(row)?.heightPt ?? ROW_PT);
  };
}

/** Titles are right above what they belong to, with nothing between. */
function withTitle(sheet: SheetPlan, row: number): number {
  const above = sheet.rows.get(row - 1);
  return above && above.cells.length === 1 && above.cells[0]?.look.bold === true ? row - 1 : row;
}

function wholesOf(sheet: SheetPlan, height: (row: number) => number): Whole[] {
  const down = (row: number, points: number): number => {
    let at = row;
    for (let left = points - height(at); left > 0; left -= height(at)) at++;
    return at;
  };
  return [
    ...sheet.tables.filter((table) => table.rowCount <= WHOLE_ROWS_MAX).map(({ top, bottom }) => ({ top: withTitle(sheet, top), bottom })),
    ...[...sheet.charts, ...sheet.pictures].map(({ row, heightPt }) => ({ top: withTitle(sheet, row), bottom: down(row, heightPt) })),
  ].toSorted((a, b) => a.top - b.top);
}

/** Pages that a sheet with charts or pictures takes from its top to its bottom; 2 stands for more too. */
export function pageCount(sheet: SheetPlan, pagePt: number): number {
  if (sheet.charts.length + sheet.pictures.length === 0) return 1;
  const height = heightsOf(sheet);
  const last = Math.max(
    0,
    ...sheet.rows.keys(),
    ...sheet.tables.map(({ bottom }) => bottom),
    ...wholesOf(sheet, height).map(({ bottom }) => bottom),
  );
  let used = 0;
  for (let row = 0; row <= last && used <= pagePt * SAFE; row++) used += height(row);
  return used <= pagePt * SAFE ? 1 : 2;
}

/** @param pagePt height of a page in points of the sheet. @returns rows that begin a page */
export function pageBreaks(sheet: SheetPlan, pagePt: number): number[] {
  const height = heightsOf(sheet);
  const wholes = wholesOf(sheet, height);
  const last = Math.max(0, ...wholes.map(({ bottom }) => bottom));
  const [table, ...others] = sheet.tables;
  // header rows of long tables are drawn again on every page
  const repeated = table && others.length === 0 && table.rowCount >= 12 ? table : undefined;
  let headPt = 0;
  if (repeated) for (let row = repeated.top; row < bodyTop(repeated); row++) headPt += height(row);
  const breaks: number[] = [];
  let used = 0;
  for (let row = 0; row <= last && breaks.length < BREAKS_MAX; row++) {
    const whole = wholes.find(({ top }) => top === row);
    let needs = 0;
    if (whole) for (let at = whole.top; at <= whole.bottom; at++) needs += height(at);
    const room = pagePt * SAFE - (breaks.length > 0 || used > pagePt ? headPt : 0);
    if (whole && row > 0 && used > 0 && used + needs > room && needs <= room) {
      breaks.push(row);
      used = 0;
    } else if (used + height(row) > room) used = 0;
    used += height(row);
  }
  return breaks;
}
