/** Tables of a canvas: columns by what their cells hold, rows by what they need. They stay tables in every format. */
import type { Style } from '../../document/canvas-box.ts';
import type { CanvasElement } from '../../document/canvas.ts';
import { isCell, type DrawnCell, type DrawnParagraph, type DrawnPlace, type Stroke } from '../drawing.ts';
import { inherit, styleOf, type Cascade } from './cascade.ts';
import { measureText, textParagraphs } from './text.ts';
import { maxOf } from '../../base/extremes.ts';

interface Cell {
  style: Style;
  paragraphs: DrawnParagraph[];
  column: number;
  colspan: number;
  rowspan: number;
  header: boolean;
  padding: [number, number, number, number];
}

export interface TablePlan {
  measure(width: number, exact: boolean): { width: number; height: number };
  /** Columns and rows for the width that the layout gave. */
  place(width: number, height: number): { columns: number[]; rows: { height: number; cells: DrawnPlace[] }[] };
}

const PADDING: [number, number, number, number] = [6, 10, 6, 10];
const COLUMNS_MAX = 24;
const WIDTH_MIN = 24;
/** No row of a table is read beyond these. */
const ROWS_MAX = 200;

const spanOf = (element: CanvasElement, name: string, most: number): number =>
  Math.min(Math.max(1, Math.trunc(Number(element.attributes?.[name] ?? 1)) || 1), most);

/**
 * @param taken for each column, rows that cells above still cover; counted on by this row
 * @param left rows from this one to the last
 */
function readCells(row: CanvasElement, parent: Style, cascade: Cascade, taken: number[], left: number): Cell[] {
  const own = styleOf(row, inherit(parent), cascade);
  let column = 0;
  const cells: Cell[] = [];
  const isFree = (at: number): boolean => (taken[at] ?? 0) === 0;
  for (const node of row.children ?? []) {
    while (!isFree(column)) column += 1;
    if (typeof node === 'string' || (node.tag !== 'td' && node.tag !== 'th') || column >= COLUMNS_MAX) continue;
    const style = styleOf(node, inherit(own), cascade);
    const padded = style.padding.map((side) => (typeof side === 'number' ? side : 0));
    const [above = 0, right = 0, below = 0, before = 0] = padded.every((side) => side === 0) ? PADDING : padded;
    let colspan = spanOf(node, 'colspan', COLUMNS_MAX - column);
    while (colspan > 1 && !Array.from({ length: colspan }, (_, at) => column + at).every(isFree)) colspan -= 1;
    const rowspan = spanOf(node, 'rowspan', left);
    const paint = style.paint ?? own.paint;
    const border = style.border.map((side, at) => side ?? own.border[at]) as Style['border'];
    cells.push({
      style: { ...style, paint, border },
      paragraphs: textParagraphs({ ...node, tag: 'p' }, style, cascade),
      column,
      colspan,
      rowspan,
      header: node.tag === 'th',
      padding: [above, right, below, before],
    });
    // one more than is left: all are counted down behind the row
    for (let at = column; at < column + colspan; at += 1) taken[at] = rowspan;
    column += colspan;
  }
  for (const [at, rows] of taken.entries()) taken[at] = Math.max(0, (rows ?? 0) - 1);
  return cells;
}

/** Widths that add up to what there is: what each column wants, then by their share. */
function columnWidths(rows: readonly Cell[][], count: number, available: number): number[] {
  const wanted = Array.from({ length: count }, () => WIDTH_MIN);
  const least = Array.from({ length: count }, () => WIDTH_MIN);
  for (const cell of rows.flat()) {
    if (cell.colspan > 1) continue;
    const [, right, , left] = cell.padding;
    const fixed =
      typeof cell.style.width === 'number'
        ? cell.style.width
        : typeof cell.style.width === 'string' && cell.style.width !== 'auto' && Number.isFinite(available)
          ? (available * Number.parseFloat(cell.style.width)) / 100
          : undefined;
    const natural = fixed ?? measureText(cell.paragraphs, Infinity).width + left + right + 1;
    wanted[cell.column] = Math.max(wanted[cell.column] ?? 0, natural);
    const words = cell.paragraphs.flatMap(({ runs }) =>
      runs.map((run) => ({ runs: [run], align: 'left' as const, lineHeight: undefined, after: 0 })),
    );
    least[cell.column] = Math.max(least[cell.column] ?? 0, fixed ?? measureText(words, 1).width + left + right + 1);
  }
  const sum = wanted.reduce((total, width) => total + width, 0);
  if (!Number.isFinite(available)) return wanted;
  if (sum <= available) return wanted.map((width) => (width * available) / sum);
  const floor = least.reduce((total, width) => total + width, 0);
  if (floor >= available) return least.map((width) => (width * available) / floor);
  const spare = (available - floor) / Math.max(1, sum - floor);
  return least.map((width, at) => width + ((wanted[at] ?? width) - width) * spare);
}

const spanWidth = (columns: readonly number[], cell: Cell): number =>
  columns.slice(cell.column, cell.column + cell.colspan).reduce((sum, width) => sum + width, 0);

function cellHeight(columns: readonly number[], cell: Cell): number {
  const [top, right, bottom, left] = cell.padding;
  const fixed = typeof cell.style.height === 'number' ? cell.style.height : 0;
  return Math.max(fixed, measureText(cell.paragraphs, spanWidth(columns, cell) - left - right).height + top + bottom);
}

function drawCell(cell: Cell, columns: readonly number[]): DrawnCell {
  const [, right, , left] = cell.padding;
  const width = spanWidth(columns, cell) - left - right;
  const measured = measureText(cell.paragraphs, width);
  const { paint, border } = cell.style;
  return {
    text: { paragraphs: cell.paragraphs, rect: { x: 0, y: 0, w: width, h: measured.height }, oneLine: false, lines: measured.lines },
    colspan: cell.colspan,
    rowspan: cell.rowspan,
    header: cell.header,
    ...(paint?.kind === 'solid' ? { paint: paint.color } : {}),
    borders: border.map((side): Stroke | undefined => side && { color: side.color, width: side.width, line: side.line }),
    padding: cell.padding,
    valign: 'middle',
  };
}

/** Heights of the rows: what cells of one row need first, then the rest of those that go over several. */
function rowHeights(rows: readonly Cell[][], columns: readonly number[]): number[] {
  const heights = rows.map((cells) =>
    Math.max(8, maxOf(cells.filter(({ rowspan }) => rowspan === 1).map((cell) => cellHeight(columns, cell)))),
  );
  for (const [at, cells] of rows.entries())
    for (const cell of cells) {
      if (cell.rowspan === 1) continue;
      const last = at + cell.rowspan - 1;
      const missing = cellHeight(columns, cell) - heights.slice(at, last + 1).reduce((sum, height) => sum + height, 0);
      if (missing > 0) heights[last] = (heights[last] ?? 8) + missing;
    }
  return heights;
}

/** The grid with a place for each row and column. */
function placeCells(rows: readonly Cell[][], columns: readonly number[]): DrawnPlace[][] {
  const grid: (DrawnPlace | undefined)[][] = rows.map(() => columns.map(() => undefined));
  for (const [at, cells] of rows.entries())
    for (const cell of cells)
      for (let down = 0; down < cell.rowspan; down += 1)
        for (let across = 0; across < cell.colspan; across += 1) {
          const row = grid[at + down];
          if (row !== undefined)
            row[cell.column + across] = across > 0 ? 'covered' : down > 0 ? { below: cell.colspan } : drawCell(cell, columns);
        }
  return grid.map((row) => row.map((place) => place ?? emptyCell()));
}

/** The cell that has a place, whoever covers it. */
function ownerOf(grid: readonly DrawnPlace[][], row: number, column: number): DrawnCell | undefined {
  let [at, left] = [row, column];
  while (left > 0 && grid[at]?.[left] === 'covered') left -= 1;
  for (let place = grid[at]?.[left]; at > 0 && place !== undefined && place !== 'covered' && !isCell(place); place = grid[at]?.[left])
    at -= 1;
  const found = grid[at]?.[left];
  return found !== undefined && isCell(found) ? found : undefined;
}

/** A line between two cells is the same for both: programs draw that of the one or of the other. */
function joinBorders(grid: readonly DrawnPlace[][]): void {
  const join = (first: DrawnCell | undefined, side: number, second: DrawnCell | undefined, opposite: number): void => {
    if (first === undefined || second === undefined || first === second) return;
    first.borders[side] ??= second.borders[opposite];
    second.borders[opposite] ??= first.borders[side];
  };
  for (const [row, places] of grid.entries())
    for (const column of places.keys()) {
      const own = ownerOf(grid, row, column);
      join(own, 2, ownerOf(grid, row + 1, column), 0);
      join(own, 1, ownerOf(grid, row, column + 1), 3);
    }
}

export function readTable(element: CanvasElement, style: Style, cascade: Cascade): TablePlan {
  const rowElements = (element.children ?? [])
    .filter((node): node is CanvasElement => typeof node !== 'string' && node.tag === 'tr')
    .slice(0, ROWS_MAX);
  const taken: number[] = [];
  const rows = rowElements.map((row, at) => readCells(row, style, cascade, taken, rowElements.length - at));
  while (rows.at(-1)?.length === 0) rows.pop();
  for (const [at, cells] of rows.entries()) for (const cell of cells) cell.rowspan = Math.min(cell.rowspan, rows.length - at);
  const count = Math.max(1, maxOf(rows.map((cells) => (cells.at(-1)?.column ?? 0) + (cells.at(-1)?.colspan ?? 1))));
  return {
    measure(width, exact) {
      const columns = columnWidths(rows, count, width);
      const sum = columns.reduce((total, value) => total + value, 0);
      return { width: exact ? width : Math.min(sum, width), height: rowHeights(rows, columns).reduce((total, value) => total + value, 0) };
    },
    place(width, height) {
      const columns = columnWidths(rows, count, width);
      const heights = rowHeights(rows, columns);
      const spare = Math.max(0, height - heights.reduce((total, value) => total + value, 0)) / Math.max(1, rows.length);
      const grid = placeCells(rows, columns);
      joinBorders(grid);
      return { columns, rows: grid.map((cells, at) => ({ height: (heights[at] ?? 8) + spare, cells })) };
    },
  };
}

const emptyCell = (): DrawnCell => ({
  text: { paragraphs: [], rect: { x: 0, y: 0, w: 0, h: 0 }, oneLine: false, lines: [] },
  colspan: 1,
  rowspan: 1,
  header: false,
  borders: [undefined, undefined, undefined, undefined],
  padding: [...PADDING],
  valign: 'middle',
});
