/** A page → its rows in the order in which they are read, tables with drawn grids among them. */
import type { Table, TableCell } from '../../document/block.ts';
import type { Box, RenderedLine, RenderedLink, RenderedPage } from '../../document/rendered-document.ts';
import type { Run } from '../../document/inline.ts';
import { isRightToLeft } from './direction.ts';
import { joinLines } from './join-lines.ts';
import { joinContents } from './contents-lines.ts';
import { markSequences } from './mark-sequences.ts';
import { findPictureBullets } from './picture-bullets.ts';
import { orderPieces } from './reading-order.ts';
import { findOpenGrids } from './open-tables.ts';
import { joinRows, rowRuns, sameHeight, toPieces, wordsOf } from './rows.ts';
import type { Piece, Row, Word } from './rows.ts';
import { findGrids } from './ruled-tables.ts';
import type { Grid, GridCell } from './ruled-tables.ts';
import { maxOf } from '../../base/extremes.ts';

const MARK = /^(?:[•‣▪▫■□●○◦◆❖➢✓✔⁃∙·–—*-]|\(?\d{1,3}[.)]|\[[ x]\])\s/u;
/** A "table" of so few cells with so many lines in one of them is a frame around text. */
const FRAME_CELLS_MAX = 3;
const FRAME_LINES_MIN = 14;
const THIN_PT = 8;
const NARROW_PT = 16;
const SPREAD_SQUARES_MIN = 60;
const SPREAD_SQUARES_PER_CELL = 5;

/** Every row has its own columns, as forms have: cells lie over many squares each. */
const isSpread = ({ rows, columns, cells }: Grid): boolean =>
  rows * columns > Math.max(SPREAD_SQUARES_MIN, cells.length * SPREAD_SQUARES_PER_CELL);

interface Filled {
  grid: Grid;
  pieces: Piece[][];
  first: number;
}

const middleIn = ({ left, top, right, bottom }: Box, box: Box): boolean => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 1 && y <= box.bottom + 1;
};

/** Words of each line by the cell that they lie in; what lies in none is left. */
function fill(
  grid: Grid,
  lines: readonly RenderedLine[],
  links: readonly RenderedLink[],
): { filled: Filled; rest: Map<RenderedLine, Word[]> } {
  const pieces: Piece[][] = grid.cells.map(() => []);
  const rest = new Map<RenderedLine, Word[]>();
  let first = lines.length;
  for (const [index, line] of lines.entries()) {
    if (line.bottom < grid.box.top || line.top > grid.box.bottom || line.right < grid.box.left || line.left > grid.box.right) continue;
    const inCells = new Map<number, Word[]>();
    const outside: Word[] = [];
    for (const word of wordsOf(line)) {
      const cell = middleIn(word, grid.box) ? grid.cells.findIndex(({ box }) => middleIn(word, box)) : -1;
      if (cell < 0) outside.push(word);
      else inCells.set(cell, [...(inCells.get(cell) ?? []), word]);
    }
    if (inCells.size === 0) continue;
    first = Math.min(first, index);
    rest.set(line, outside);
    for (const [cell, words] of inCells) pieces[cell]?.push(...toPieces(line, words, links));
  }
  return { filled: { grid, pieces, first }, rest };
}

/** Whether what was found is a table: text in two cells or more, and not one text in a frame. */
function isTable({ grid, pieces }: Filled): boolean {
  const counts = pieces.map((cell) => cell.length);
  const withText = counts.filter((count) => count > 0).length;
  if (withText < 2 || withText < grid.cells.length * 0.15) return false;
  // Bars and axes of a drawing make a grid of a few high shapes over many squares.
  if (isSpread(grid) && grid.cells.filter((cell) => cell.bottom - cell.top > 1).length > grid.cells.length * 0.3) return false;
  if (withText <= FRAME_CELLS_MAX && maxOf(counts) >= FRAME_LINES_MIN) return false;
  const columned = pieces.filter(hasColumns).reduce((sum, cell) => sum + cell.length, 0);
  return columned < counts.reduce((sum, count) => sum + count, 0) * 0.4;
}

/** Three rows and more of which each has pieces beside each other: what is in the "cell" is a table of its own. */
function hasColumns(pieces: readonly Piece[]): boolean {
  return pieces.length >= 6 && joinRows(sortByPlace(pieces)).filter((row) => row.pieces.length >= 2).length >= 3;
}

/** Lines of a cell from top to bottom; a mark or some air begins a new one in the cell's text. */
function cellRuns(pieces: readonly Piece[]): Run[] {
  const rows = joinRows(sortByPlace(pieces));
  const parts: Run[][][] = [];
  let above: Row | undefined;
  for (const row of rows) {
    const runs = joinLines(rowRuns(row));
    const text = row.pieces[0]?.text ?? '';
    if (above === undefined || MARK.test(text) || row.top - above.bottom > row.em * 0.8) parts.push([runs]);
    else parts.at(-1)?.push(runs);
    above = row;
  }
  return parts.flatMap((lines, index) => {
    const [head, ...rest] = joinLines(lines);
    return head ? [{ ...head, text: (index > 0 ? '\n' : '') + head.text }, ...rest] : [];
  });
}

interface PlacedRow<T> extends Box {
  pieces: T[];
}

/** Pieces by their height, from top to bottom. */
function sortRows<T extends Piece>(pieces: readonly T[]): PlacedRow<T>[] {
  const rows: PlacedRow<T>[] = [];
  for (const piece of pieces.toSorted((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const row = rows.at(-1);
    if (row && sameHeight(row, piece)) {
      row.pieces.push(piece);
      [row.top, row.bottom] = [Math.min(row.top, piece.top), Math.max(row.bottom, piece.bottom)];
    } else rows.push({ pieces: [piece], left: piece.left, top: piece.top, right: piece.right, bottom: piece.bottom });
  }
  return rows;
}

/** Top to bottom, what is at one height from left to right. */
export function sortByPlace<T extends Piece>(pieces: readonly T[]): T[] {
  return sortRows(pieces).flatMap((row) => row.pieces.toSorted((a, b) => a.left - b.left));
}

/** Rows and columns that are thin and empty lie between double lines. */
function keptLines(filled: Filled, level: boolean): number[] {
  const { grid, pieces } = filled;
  const count = level ? grid.rows : grid.columns;
  return Array.from({ length: count }, (_, index) => index).filter((index) => {
    const own = grid.cells.flatMap((cell, at) =>
      (level ? cell.top : cell.left) <= index && index < (level ? cell.bottom : cell.right) ? [{ cell, at }] : [],
    );
    const single = own.find(({ cell }) => (level ? cell.bottom - cell.top : cell.right - cell.left) === 1);
    const size = single ? (level ? single.cell.box.bottom - single.cell.box.top : single.cell.box.right - single.cell.box.left) : Infinity;
    return (
      size > (level ? THIN_PT : NARROW_PT) ||
      own.some(({ cell, at }) => (pieces[at]?.length ?? 0) > 0 && (level ? cell.bottom - cell.top : cell.right - cell.left) === 1)
    );
  });
}

/** Cells of each row one after the other: what they span means nothing. */
function formTable({ grid, pieces }: Filled): Table {
  const rows = Array.from({ length: grid.rows }, (_, row) => ({
    cells: grid.cells.flatMap((cell, at): TableCell[] => (cell.top === row ? [{ runs: cellRuns(pieces[at] ?? []) }] : [])),
  })).filter(({ cells }) => cells.some(({ runs }) => runs.length > 0));
  const width = Math.max(1, maxOf(rows.map(({ cells }) => cells.length)));
  return { id: '', type: 'table', columns: Array.from({ length: width }, () => ({})), header_rows: 1, rows };
}

function buildTable(filled: Filled): Table | null {
  const { grid, pieces } = filled;
  const [rows, columns] = [keptLines(filled, true), keptLines(filled, false)];
  if (isSpread(grid)) return formTable(filled);
  const kept = (all: readonly number[], from: number, to: number): number => all.filter((index) => index >= from && index < to).length;
  const built = rows.map((row) => ({
    cells: grid.cells.flatMap((cell, at): TableCell[] => {
      const rowspan = kept(rows, cell.top, cell.bottom);
      const colspan = kept(columns, cell.left, cell.right);
      // a cell is in the first of its rows that is kept
      if (rowspan === 0 || colspan === 0 || rows.find((index) => index >= cell.top) !== row) return [];
      return [{ runs: cellRuns(pieces[at] ?? []), ...(rowspan > 1 ? { rowspan } : {}), ...(colspan > 1 ? { colspan } : {}) }];
    }),
  }));
  if (
    isRightToLeft(
      pieces
        .flat()
        .map(({ text }) => text)
        .join(' '),
    )
  )
    for (const row of built) row.cells.reverse();
  return columns.length * rows.length < 2 ? null : { id: '', type: 'table', columns: columns.map(() => ({})), header_rows: 1, rows: built };
}

function tableRow(box: Box, table: Table): Row {
  return { pieces: [], ...box, size: 10, em: 10, bold: false, table };
}

/** A cell that no line divides, though all that is in it keeps to the columns of the rows around, is as many cells. */
function divideCells(filled: Filled): Filled {
  const { grid, pieces } = filled;
  const edges = [...new Set(grid.cells.flatMap(({ box }) => [box.left, box.right]))].toSorted((a, b) => a - b);
  const cells: GridCell[] = [];
  const divided: Piece[][] = [];
  for (const [at, cell] of grid.cells.entries()) {
    const own = pieces[at] ?? [];
    const inner = edges.filter((x) => x > cell.box.left + 1 && x < cell.box.right - 1);
    const keeps =
      inner.length === cell.right - cell.left - 1 && own.every((piece) => inner.every((x) => piece.right <= x + 1 || piece.left >= x - 1));
    const bounds = [cell.box.left, ...inner, cell.box.right];
    const columns = bounds
      .slice(1)
      .map((right, index) =>
        own.filter((piece) => (piece.left + piece.right) / 2 >= (bounds[index] ?? 0) && (piece.left + piece.right) / 2 < right),
      );
    if (!keeps || columns.filter((column) => column.length > 0).length < 2) {
      cells.push(cell);
      divided.push(own);
      continue;
    }
    for (const [index, column] of columns.entries()) {
      cells.push({
        ...cell,
        left: cell.left + index,
        right: cell.left + index + 1,
        box: { ...cell.box, left: bounds[index] ?? 0, right: bounds[index + 1] ?? 0 },
      });
      divided.push(column);
    }
  }
  return { grid: { ...grid, cells }, pieces: divided, first: filled.first };
}

/** Rows of a grid in which nearly every cell has as many lines as the others, at the same heights, are as many rows. */
function divideRows(filled: Filled): Filled {
  const { grid, pieces } = filled;
  const heights = Array.from({ length: grid.rows }, (_, row) => linesOfRow(filled, row));
  if (heights.every((lines) => lines.length <= 1)) return filled;
  const starts: number[] = [];
  let rows = 0;
  for (const lines of heights) {
    starts.push(rows);
    rows += Math.max(1, lines.length);
  }
  const begins = (row: number): number => starts[row] ?? rows;
  const cells: GridCell[] = [];
  const divided: Piece[][] = [];
  for (const [at, cell] of grid.cells.entries()) {
    const own = pieces[at] ?? [];
    const lines = cell.bottom - cell.top === 1 ? (heights[cell.top] ?? []) : [];
    if (lines.length <= 1) {
      cells.push({ ...cell, top: begins(cell.top), bottom: begins(cell.bottom) });
      divided.push(own);
      continue;
    }
    const nearest = own.map((piece) => nearestLine(lines, piece));
    for (const [index, line] of lines.entries()) {
      const box = { ...cell.box, top: index === 0 ? cell.box.top : line.top, bottom: lines[index + 1]?.top ?? cell.box.bottom };
      cells.push({ ...cell, top: begins(cell.top) + index, bottom: begins(cell.top) + index + 1, box });
      divided.push(own.filter((_, piece) => nearest[piece] === line));
    }
  }
  return { grid: { ...grid, rows, cells }, pieces: divided, first: filled.first };
}

interface Line {
  top: number;
  bottom: number;
}

const COLUMNS_FOR_ROWS_MIN = 3;
const FILLED_SHARE_MIN = 0.7;

function nearestLine(lines: readonly Line[], { top, bottom }: Box): Line | undefined {
  const apart = (line: Line): number => Math.abs(line.top + line.bottom - top - bottom);
  let nearest = lines[0];
  for (const line of lines) if (nearest && apart(line) < apart(nearest)) nearest = line;
  return nearest;
}

/** Heights at which all columns have a line: [] where the cells are filled each for itself. */
function linesOfRow({ grid, pieces }: Filled, row: number): Line[] {
  const own = grid.cells.flatMap((cell, at) =>
    cell.top === row && cell.bottom === row + 1 && (pieces[at]?.length ?? 0) > 0 ? [pieces[at] ?? []] : [],
  );
  if (own.length < COLUMNS_FOR_ROWS_MIN || grid.cells.some((cell) => cell.bottom - cell.top > 1 && cell.top <= row && cell.bottom > row))
    return [];
  const rows = sortRows(own.flat());
  const filled = rows.every(
    (line) => own.filter((cell) => cell.some((piece) => line.pieces.includes(piece))).length >= own.length * FILLED_SHARE_MIN,
  );
  return rows.length >= 2 && filled && own.every((cell) => cell.length <= rows.length) ? rows : [];
}

/** Rows of a page; lines that are turned against the rest are at the end. */
export function layOut(page: RenderedPage): Row[] {
  const links = page.links ?? [];
  const upright = page.lines.filter(({ turned }) => turned === undefined);
  const words = new Map<RenderedLine, Word[]>(upright.map((line) => [line, wordsOf(line)]));
  const tables = new Map<number, Row[]>();
  const rules = page.rules ?? [];
  const closed = findGrids(rules);
  for (const grid of [...closed, ...findOpenGrids(rules, closed, upright)]) {
    const { filled, rest } = fill(grid, upright, links);
    const table = isTable(filled) ? buildTable(divideRows(divideCells(filled))) : null;
    if (!table) continue;
    for (const [line, left] of rest) words.set(line, left);
    tables.set(filled.first, [...(tables.get(filled.first) ?? []), tableRow(grid.box, table)]);
  }
  const bullets = findPictureBullets(page, upright);
  const items = upright.flatMap((line, index): (Piece | Row)[] => [
    ...(tables.get(index) ?? []),
    ...(words.get(line)?.length === 0 ? [] : [bullets.get(line)].filter((bullet) => bullet !== undefined)),
    ...toPieces(line, words.get(line) ?? [], links),
  ]);
  const turned = page.lines.filter((line) => line.turned !== undefined).flatMap((line) => toPieces(line, wordsOf(line), links));
  return markSequences(joinContents([...joinRows(orderPieces(items, page)), ...joinRows(turned)]));
}
