/** A page → its rows in the order in which they are read, tables with drawn grids among them. */
import type { Table, TableCell } from '../../document/block.ts';
import type { Box, RenderedLine, RenderedLink, RenderedPage } from '../../document/rendered-document.ts';
import type { Run } from '../../document/inline.ts';
import { adoptRows } from './adopted-rows.ts';
import { sortByPlace } from './by-place.ts';
import { endsOnPurpose, isEnded, linesOfCell } from './cell-lines.ts';
import { isRightToLeft } from './direction.ts';
import { findRowEdges } from './coloured-rows.ts';
import { divideRows } from './divide-rows.ts';
import type { Filled } from './divide-rows.ts';
import { joinLines, joinParts } from './join-lines.ts';
import { joinContents } from './contents-lines.ts';
import { isBullet } from './list-marks.ts';
import { findPictureBullets } from './picture-bullets.ts';
import { isMiddleIn } from './places.ts';
import { orderPieces } from './reading-order.ts';
import { readProseColumns } from './prose-columns.ts';
import { placeSigns } from './place-signs.ts';
import { nameRepeatedSigns } from './repeated-signs.ts';
import { findOpenGrids } from './open-tables.ts';
import { findSpanningTexts, markSpanning, NO_TEXTS, spansOfTexts } from './spanning-texts.ts';
import { fillTurned } from './turned-cells.ts';
import { joinRows, rowRuns, toPieces, wordsOf } from './rows.ts';
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

const SPREAD_COLUMNS_MIN = 12;
const SPREAD_SPAN_MEAN_MIN = 3;

/** Cells with text lie over three columns each, and more: the same would stand three times beside itself. */
function isFarSpread({ grid, pieces }: Filled): boolean {
  const spans = grid.cells.flatMap(({ left, right }, at) => ((pieces[at]?.length ?? 0) > 0 ? [right - left] : []));
  return grid.columns >= SPREAD_COLUMNS_MIN && spans.reduce((sum, span) => sum + span, 0) >= spans.length * SPREAD_SPAN_MEAN_MIN;
}

const isIn = (word: Box, cell: GridCell | undefined): boolean => cell !== undefined && isMiddleIn(word, cell.box, 1);

function* cellsAt({ cells }: Grid, y: number): Generator<number> {
  for (const [at, { box }] of cells.entries()) if (y >= box.top - 1 && y <= box.bottom + 1) yield at;
}

/** @param words of each line */
const piecesAcross = ({ box }: Grid, words: ReadonlyMap<RenderedLine, Word[]>): Piece[] =>
  [...words].flatMap(([line, own]) => (line.bottom < box.top || line.top > box.bottom ? [] : toPieces(line, own, [])));

/** Words of each line by the cell that they lie in; what lies in none is left. */
function fill(
  grid: Grid,
  words: ReadonlyMap<RenderedLine, Word[]>,
  links: readonly RenderedLink[],
): { filled: Filled; rest: Map<RenderedLine, Word[]> } {
  const pieces: Piece[][] = grid.cells.map(() => []);
  const spanning = grid.open ? findSpanningTexts(grid, piecesAcross(grid, words)) : NO_TEXTS;
  const rest = new Map<RenderedLine, Word[]>();
  let first = words.size;
  let index = -1;
  for (const [line, own] of words) {
    index++;
    if (line.bottom < grid.box.top || line.top > grid.box.bottom || line.right < grid.box.left || line.left > grid.box.right) continue;
    const inCells = new Map<number, Word[]>();
    const outside: Word[] = [];
    const texts = spanning.get(line.top) ?? [];
    let level: { y: number; cells: readonly number[] } | undefined;
    for (const word of own) {
      const y = (word.top + word.bottom) / 2;
      // nearly all words of a line are at one height, and a grid has many cells
      if (level?.y !== y) level = { y, cells: [...cellsAt(grid, y)] };
      const over = texts.find((text) => isMiddleIn(word, text, 1))?.column;
      const isOwn = (at: number): boolean => (over === undefined ? isIn(word, grid.cells[at]) : grid.cells[at]?.left === over);
      const cell = isMiddleIn(word, grid.box, 1) ? (level.cells.find(isOwn) ?? -1) : -1;
      if (cell < 0) outside.push(word);
      else inCells.set(cell, [...(inCells.get(cell) ?? []), word]);
    }
    if (inCells.size === 0) continue;
    first = Math.min(first, index);
    rest.set(line, outside);
    for (const [cell, some] of inCells) pieces[cell]?.push(...toPieces(line, some, links).map((piece) => markSpanning(piece, texts)));
  }
  return { filled: { grid, pieces, first }, rest };
}

/** Whether what was found is a table: text in two cells or more, and not one text in a frame. */
function isTable({ grid, pieces }: Filled): boolean {
  const counts = pieces.map((cell) => cell.length);
  const withText = counts.filter((count) => count > 0).length;
  if ((withText < 2 || withText < grid.cells.length * 0.15) && !(withText > 0 && isBlankForm(grid))) return false;
  // Bars and axes of a drawing make a grid of a few high shapes over many squares.
  if (isSpread(grid) && grid.cells.filter((cell) => cell.bottom - cell.top > 1).length > grid.cells.length * 0.3) return false;
  if (withText <= FRAME_CELLS_MAX && maxOf(counts) >= FRAME_LINES_MIN) return false;
  const columned = pieces.filter(hasColumns);
  // what stands beside one such cell in many others is a form
  if (columned.length === 1 && withText >= FORM_CELLS_MIN) return true;
  return columned.reduce((sum, cell) => sum + cell.length, 0) < counts.reduce((sum, count) => sum + count, 0) * 0.4;
}

const FORM_CELLS_MIN = 5;
const BLANK_CELLS_MAX = 30;
const BLANK_LINE_PT = 100;

/** Cells for somebody to fill, in rows and columns all ruled, and not so high that they are squares of a drawing. */
const isBlankForm = ({ rows, columns, cells }: Grid): boolean =>
  rows >= 2 &&
  columns >= 2 &&
  cells.length === rows * columns &&
  cells.length <= BLANK_CELLS_MAX &&
  cells.every(({ box }) => box.bottom - box.top >= THIN_PT && box.bottom - box.top <= BLANK_LINE_PT && box.right - box.left > NARROW_PT);

/** Three rows and more of which each has pieces beside each other: what is in the "cell" is a table of its own. Marks are beside their items. */
function hasColumns(pieces: readonly Piece[]): boolean {
  const isBeside = (row: Row): boolean => row.pieces.filter(({ text }, index) => index > 0 || !isMark(text)).length >= 2;
  return pieces.length >= 6 && joinRows(sortByPlace(pieces)).filter(isBeside).length >= 3;
}

/** Signs of symbol fonts that no one knows are control characters now and then. */
const isMark = (text: string): boolean => isBullet(text) || /^[\p{C}\uFFFD]+$/u.test(text);

/** No line of a text that goes on begins so. */
const BEGINS_ANEW = /^[\p{Lu}\p{Nd}]/u;

/** Lines of a cell from top to bottom; a mark, some air, or an entry among others begins a new one in the cell's text. */
function cellRuns(pieces: readonly Piece[], box: Box): Run[] {
  const rows = joinRows(sortByPlace(pieces));
  const lines = rows.length > 1 ? linesOfCell(pieces, box) : [];
  const entries = lines.length === rows.length && endsOnPurpose(lines);
  const parts: Run[][][] = [];
  let above: Row | undefined;
  for (const [at, row] of rows.entries()) {
    const runs = joinLines(rowRuns(row));
    const text = row.pieces[0]?.text ?? '';
    const [last, line] = [lines[at - 1], lines[at]];
    const isEntry = entries && last !== undefined && line !== undefined && BEGINS_ANEW.test(text) && isEnded(last, line);
    if (above === undefined || isEntry || MARK.test(text) || row.top - above.bottom > row.em * 0.8) parts.push([runs]);
    else parts.at(-1)?.push(runs);
    above = row;
  }
  return joinParts(parts);
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
    cells: grid.cells.flatMap((cell, at): TableCell[] => (cell.top === row ? [{ runs: cellRuns(pieces[at] ?? [], cell.box) }] : [])),
  })).filter(({ cells }) => cells.some(({ runs }) => runs.length > 0));
  const width = Math.max(1, maxOf(rows.map(({ cells }) => cells.length)));
  return { id: '', type: 'table', columns: Array.from({ length: width }, () => ({})), header_rows: 1, rows };
}

function buildTable(filled: Filled): Table | null {
  const { grid, pieces } = filled;
  const [rows, columns] = [keptLines(filled, true), keptLines(filled, false)];
  if (isSpread(grid) || isFarSpread(filled)) return formTable(filled);
  const kept = (all: readonly number[], from: number, to: number): number => all.filter((index) => index >= from && index < to).length;
  const built = rows.map((): { cells: TableCell[] } => ({ cells: [] }));
  const spans = spansOfTexts(filled);
  for (const [at, cell] of grid.cells.entries()) {
    const span = spans.get(at) ?? 1;
    if (span === 0) continue;
    const rowspan = kept(rows, cell.top, cell.bottom);
    const colspan = kept(columns, cell.left, cell.right + span - 1);
    // a cell is in the first of its rows that is kept
    const row = rowspan === 0 || colspan === 0 ? undefined : built[rows.findIndex((index) => index >= cell.top)];
    row?.cells.push({
      runs: cellRuns(pieces[at] ?? [], cell.box),
      ...(rowspan > 1 ? { rowspan } : {}),
      ...(colspan > 1 ? { colspan } : {}),
    });
  }
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

function tableRow({ grid, pieces }: Filled, table: Table): Row {
  const edges = [...new Set(grid.cells.flatMap(({ box }) => [box.left, box.right]))].toSorted((a, b) => a - b);
  const isBold = (first: boolean): boolean => {
    const own = pieces.flatMap((cell, at) => ((grid.cells[at]?.top === 0) === first ? cell : []));
    return own.length > 0 && own.every(({ bold }) => bold);
  };
  return {
    pieces: [],
    ...grid.box,
    size: 10,
    em: 10,
    bold: false,
    table,
    edges,
    headed: isBold(true) && !isBold(false),
    ...(grid.open ? { open: true } : {}),
  };
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

const PAGE_SHARE_MIN = 0.5;

/** Lines around most of a page, or that divide it, rule no table. */
const isPageFrame = ({ cells, box }: Grid, { heightPt }: RenderedPage): boolean =>
  cells.length <= FRAME_CELLS_MAX && box.bottom - box.top >= heightPt * PAGE_SHARE_MIN;

/** Rows of a page; lines that are turned against the rest are at the end. */
export function layOut(page: RenderedPage): Row[] {
  const links = page.links ?? [];
  const upright = nameRepeatedSigns(page.lines.filter(({ turned }) => turned === undefined));
  const words = placeSigns(new Map<RenderedLine, Word[]>(upright.map((line) => [line, wordsOf(line)])));
  const turned = new Set(page.lines.filter((line) => line.turned !== undefined));
  const tables = new Map<number, Row[]>();
  const rules = page.rules ?? [];
  const edges = findRowEdges(page.fills ?? [], upright);
  const build = (grid: Grid): Grid[] => {
    const { filled, rest } = fill(grid, words, links);
    const table = isTable(filled) ? buildTable(fillTurned(divideRows(divideCells(filled)), turned, links)) : null;
    // a frame around a page, or what divides it, is no table, and tables may be within
    if (!table && grid.inner !== undefined) return grid.inner.flatMap(build);
    if (!table) return isPageFrame(grid, page) || edges.some((edge) => isMiddleIn(edge, grid.box, 1)) ? [] : [grid];
    for (const [line, left] of rest) words.set(line, left);
    tables.set(filled.first, [...(tables.get(filled.first) ?? []), tableRow(filled, table)]);
    return [grid];
  };
  const closed = findGrids(rules).flatMap(build);
  findOpenGrids([...rules, ...edges], closed, upright).forEach(build);
  const bullets = findPictureBullets(page, upright);
  const items = upright.flatMap((line, index): (Piece | Row)[] => [
    ...(tables.get(index) ?? []),
    ...(words.get(line)?.length === 0 ? [] : [bullets.get(line)].filter((bullet) => bullet !== undefined)),
    ...toPieces(line, words.get(line) ?? [], links),
  ]);
  const beside = [...turned].flatMap((line) => toPieces(line, wordsOf(line), links));
  return joinContents([
    ...adoptRows(readProseColumns(joinRows(orderPieces(items, page)))),
    ...joinRows(beside).map((row): Row => ({ ...row, aside: true })),
  ]);
}
