/**
 * How the rows of a sheet go over its printed pages. Every page begins at a break that is set, so that all programs agree: never within a
 * chart, a picture or a small table, nor behind a title; a table that is cut has three rows on each side, and its total is not alone.
 */
import { ROW_PT } from './measure.ts';
import { bodyTop, type SheetPlan, type TablePlan } from './plan.ts';
import { maxOf } from '../../base/extremes.ts';

/** Tables of more rows may be cut. */
const WHOLE_ROWS_MAX = 14;
const ROWS_A_SIDE = 3;
const BREAKS_MAX = 500;
/** Programs round heights to pixels. */
const SAFE = 0.97;

export interface RowPages {
  /** Rows that begin a page; the first page is not among them. */
  breaks: number[];
  /** Of the only table that is cut: its header rows are drawn again, above rows of its own alone. */
  repeated: TablePlan | undefined;
  /** Height of everything, and of what the last page holds, in points of the sheet. */
  totalPt: number;
  lastPt: number;
}

interface Span {
  top: number;
  bottom: number;
}

/** Last row that holds anything, charts included. */
export function lastRow(sheet: SheetPlan): number {
  const drawn = [...sheet.charts, ...sheet.pictures].map(({ row, heightPt }) => row + Math.ceil(heightPt / ROW_PT) - 1);
  const filled = [...sheet.rows].filter(([, { cells }]) => cells.length > 0).map(([row]) => row);
  return Math.max(0, maxOf(filled), maxOf(sheet.tables.map((table) => table.bottom)), maxOf(drawn));
}

function heightsOf(sheet: SheetPlan): (row: number) => number {
  return (row) => {
    const table = sheet.tables.find((one) => row >= one.top && row <= one.bottom);
    return table ? (table.heights.get(row - bodyTop(table)) ?? ROW_PT) : (sheet.rows.get(row)?.heightPt ?? ROW_PT);
  };
}

const isBlank = (sheet: SheetPlan, row: number): boolean => sheet.rows.get(row)?.cells.length === 0;

function isTitle(sheet: SheetPlan, row: number): boolean {
  const cells = sheet.rows.get(row)?.cells;
  return cells?.length === 1 && cells[0]?.look.bold === true;
}

/** Titles are right above what they belong to, or one empty row above it. */
function withTitles(sheet: SheetPlan, row: number): number {
  let top = row;
  for (;;) {
    if (isTitle(sheet, top - 1)) top -= 1;
    else if (isBlank(sheet, top - 1) && isTitle(sheet, top - 2)) top -= 2;
    else return top;
  }
}

/** The source below a table or chart is a small text of one cell. */
const withSource = (sheet: SheetPlan, row: number): number => {
  const below = sheet.rows.get(row + 1)?.cells;
  return below?.length === 1 && (below[0]?.look.sizePt ?? ROW_PT) < 10 ? row + 1 : row;
};

function drawnSpans(sheet: SheetPlan, height: (row: number) => number): Span[] {
  return [...sheet.charts, ...sheet.pictures].map(({ row, heightPt }) => {
    let bottom = row;
    for (let left = heightPt - height(bottom); left > 0.5; left -= height(bottom)) bottom++;
    return { top: withTitles(sheet, row), bottom: withSource(sheet, bottom) };
  });
}

/** Rows at which no page begins, for pages of a height. */
function heldRows(sheet: SheetPlan, drawn: readonly Span[], between: (span: Span) => number, roomPt: number): Set<number> {
  const held = new Set<number>();
  const hold = ({ top, bottom }: Span): void => {
    for (let row = top + 1; row <= bottom; row++) held.add(row);
  };
  for (const span of drawn) hold(span);
  for (const table of sheet.tables) {
    const span = { top: withTitles(sheet, table.top), bottom: withSource(sheet, table.bottom) };
    if (table.rowCount <= WHOLE_ROWS_MAX && between(span) <= roomPt) {
      hold(span);
      continue;
    }
    hold({ top: span.top, bottom: bodyTop(table) + ROWS_A_SIDE - 1 });
    hold({ top: table.bottom - ROWS_A_SIDE + (table.hasTotal ? 0 : 1), bottom: span.bottom });
    for (const [row, kind] of table.kinds?.entries() ?? []) {
      if (kind === 'group') held.add(bodyTop(table) + row + 1);
      if (kind === 'subtotal') held.add(bodyTop(table) + row);
    }
  }
  for (const row of sheet.rows.keys())
    if (isTitle(sheet, row)) {
      held.add(row + 1);
      if (isBlank(sheet, row + 1)) held.add(row + 2);
    }
  return held;
}

const isInBody = (table: TablePlan, row: number): boolean => row > bodyTop(table) && row <= table.bottom;

/** @param pagePt height of a page in points of the sheet */
export function rowPages(sheet: SheetPlan, pagePt: number): RowPages {
  const height = heightsOf(sheet);
  const last = lastRow(sheet);
  const sums = [0];
  for (let row = 0; row <= last; row++) sums.push((sums[row] ?? 0) + height(row));
  const between = ({ top, bottom }: Span): number => (sums[Math.min(bottom, last) + 1] ?? 0) - (sums[top] ?? 0);
  const roomPt = pagePt * SAFE;
  const drawn = drawnSpans(sheet, height);
  const held = heldRows(sheet, drawn, between, roomPt);
  const walk = (repeated: TablePlan | undefined): number[] => breaksOf({ sheet, last, between, roomPt, drawn, held, repeated });
  const plain = walk(undefined);
  const cut = sheet.tables.filter((table) => table.headers.length > 0 && plain.some((row) => isInBody(table, row)));
  const [only, ...others] = cut;
  const again = only && others.length === 0 ? walk(only) : undefined;
  // pages of something else would have this table's header above it
  const repeats = only && again && again.every((row) => row <= only.top || isInBody(only, row));
  const breaks = repeats ? again : plain;
  return {
    breaks,
    repeated: repeats ? only : undefined,
    totalPt: between({ top: 0, bottom: last }),
    lastPt: between({ top: breaks.at(-1) ?? 0, bottom: last }),
  };
}

interface Walk {
  sheet: SheetPlan;
  last: number;
  between: (span: Span) => number;
  roomPt: number;
  drawn: readonly Span[];
  held: ReadonlySet<number>;
  repeated: TablePlan | undefined;
}

function breaksOf(walk: Walk): number[] {
  const { last, between, held, repeated } = walk;
  const headPt = repeated ? between({ top: repeated.top, bottom: bodyTop(repeated) - 1 }) : 0;
  const breaks: number[] = [];
  let start = 0;
  while (breaks.length < BREAKS_MAX) {
    const room = walk.roomPt - (repeated && isInBody(repeated, start) ? headPt : 0);
    let end = start;
    while (end <= last && between({ top: start, bottom: end }) <= room) end++;
    if (end > last) break;
    let at = end;
    while (at > start && held.has(at)) at--;
    // what is higher than a page goes over where it has to
    if (at <= start) at = Math.max(end, start + 1);
    start = accompanied(at, start, walk, headPt);
    breaks.push(start);
  }
  return breaks;
}

/** Where the last page would hold nothing but what is drawn, or what a repeated header is not of, rows of the table above go with it. */
function accompanied(at: number, start: number, { sheet, last, between, roomPt, drawn, held, repeated }: Walk, headPt: number): number {
  const table = sheet.tables.findLast(({ bottom }) => bottom < at);
  if (!table || between({ top: at, bottom: last }) > roomPt) return at;
  const rows = Array.from({ length: last - at + 1 }, (_, i) => at + i);
  const onlyDrawn = rows.every((row) => isBlank(sheet, row) || drawn.some(({ top, bottom }) => row >= top && row <= bottom));
  const follows = drawn.some(({ top }) => top >= at && top <= table.bottom + 3) || table === repeated;
  if (!follows || (!onlyDrawn && table !== repeated)) return at;
  const room = roomPt - (table === repeated ? headPt : 0);
  for (let row = at - 1; row > start && row >= withTitles(sheet, table.top); row--) {
    if (between({ top: row, bottom: last }) > room) return at;
    if (!held.has(row) && row <= table.bottom) return row;
  }
  return at;
}
