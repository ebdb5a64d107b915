/** Tables of a canvas: columns by what their cells hold, rows by what they need. They stay tables in every format. */
import type { Style } from '../../document/canvas-box.ts';
import type { CanvasElement } from '../../document/canvas.ts';
import type { DrawnCell, DrawnParagraph, Stroke } from '../drawing.ts';
import { inherit, styleOf, type Cascade } from './cascade.ts';
import { measureText, textParagraphs } from './text.ts';
import { maxOf } from '../../base/extremes.ts';

interface Cell {
  style: Style;
  paragraphs: DrawnParagraph[];
  column: number;
  colspan: number;
  header: boolean;
  padding: [number, number, number, number];
}

export interface TablePlan {
  measure(width: number, exact: boolean): { width: number; height: number };
  /** Columns and rows for the width that the layout gave. */
  place(width: number, height: number): { columns: number[]; rows: { height: number; cells: (DrawnCell | 'covered')[] }[] };
}

const PADDING: [number, number, number, number] = [6, 10, 6, 10];
const COLUMNS_MAX = 24;
const WIDTH_MIN = 24;
/** No row of a table is read beyond these. */
const ROWS_MAX = 200;

function readCells(row: CanvasElement, parent: Style, cascade: Cascade): Cell[] {
  const own = styleOf(row, inherit(parent), cascade);
  let column = 0;
  const cells: Cell[] = [];
  for (const node of row.children ?? []) {
    if (typeof node === 'string' || (node.tag !== 'td' && node.tag !== 'th') || column >= COLUMNS_MAX) continue;
    const style = styleOf(node, inherit(own), cascade);
    const padded = style.padding.map((side) => (typeof side === 'number' ? side : 0));
    const [top = 0, right = 0, bottom = 0, left = 0] = padded.every((side) => side === 0) ? PADDING : padded;
    const colspan = Math.min(Math.max(1, Number(node.attributes?.['colspan'] ?? 1) || 1), COLUMNS_MAX - column);
    const paint = style.paint ?? own.paint;
    const border = style.border.map((side, at) => side ?? own.border[at]) as Style['border'];
    cells.push({
      style: { ...style, paint, border },
      paragraphs: textParagraphs({ ...node, tag: 'p' }, style, cascade),
      column,
      colspan,
      header: node.tag === 'th',
      padding: [top, right, bottom, left],
    });
    column += colspan;
  }
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
    rowspan: 1,
    header: cell.header,
    ...(paint?.kind === 'solid' ? { paint: paint.color } : {}),
    borders: border.map((side): Stroke | undefined => side && { color: side.color, width: side.width, line: side.line }),
    padding: cell.padding,
    valign: 'middle',
  };
}

export function readTable(element: CanvasElement, style: Style, cascade: Cascade): TablePlan {
  const rowElements = (element.children ?? []).filter((node): node is CanvasElement => typeof node !== 'string' && node.tag === 'tr');
  const rows = rowElements
    .slice(0, ROWS_MAX)
    .map((row) => readCells(row, style, cascade))
    .filter((cells) => cells.length > 0);
  const count = Math.max(1, maxOf(rows.map((cells) => (cells.at(-1)?.column ?? 0) + (cells.at(-1)?.colspan ?? 1))));
  const heightsFor = (columns: readonly number[]): number[] =>
    rows.map((cells) => Math.max(8, maxOf(cells.map((cell) => cellHeight(columns, cell)))));
  return {
    measure(width, exact) {
      const columns = columnWidths(rows, count, width);
      const sum = columns.reduce((total, value) => total + value, 0);
      return { width: exact ? width : Math.min(sum, width), height: heightsFor(columns).reduce((total, value) => total + value, 0) };
    },
    place(width, height) {
      const columns = columnWidths(rows, count, width);
      const heights = heightsFor(columns);
      const spare = Math.max(0, height - heights.reduce((total, value) => total + value, 0)) / Math.max(1, rows.length);
      return {
        columns,
        rows: rows.map((cells, at) => {
          const drawn: (DrawnCell | 'covered')[] = cells.flatMap((cell) => [
            drawCell(cell, columns),
            ...Array.from({ length: cell.colspan - 1 }, () => 'covered' as const),
          ]);
          while (drawn.length < count) drawn.push(emptyCell());
          return { height: (heights[at] ?? 8) + spare, cells: drawn };
        }),
      };
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
