/** Rows of a table that no line divides, told by the lines of text in its cells. */
import type { Box } from '../../document/rendered-document.ts';
import { sortRows } from './by-place.ts';
import type { PlacedRow } from './by-place.ts';
import { maxOf, minOf } from '../../base/extremes.ts';
import { endsOnPurpose, hasShape, isEnded, isFigure, isWrapped, linesOfCell } from './cell-lines.ts';
import type { CellLine } from './cell-lines.ts';
import { isRightToLeft } from './direction.ts';
import type { Piece } from './rows.ts';
import type { Grid, GridCell } from './ruled-tables.ts';

/** A grid with the pieces of text in each of its cells; `first` is the first line of the page that is in it. */
export interface Filled {
  grid: Grid;
  pieces: Piece[][];
  first: number;
}

interface Line {
  top: number;
  bottom: number;
}

const COLUMNS_FOR_ROWS_MIN = 3;
const FILLED_SHARE_MIN = 0.7;
/** Two columns that agree on so many rows, or three on fewer, are no coincidence of texts that are as long as each other. */
const ROWS_OF_TWO_MIN = 5;
const ROWS_OF_THREE_MIN = 3;
const AGREEING_SHARE_MIN = 0.8;
const ENTRIES_SHARE_MIN = 0.6;

/** Rows of a grid in which the lines of the cells stand beside each other as rows do are as many rows. */
export function divideRows(filled: Filled): Filled {
  const { grid, pieces } = filled;
  const heights = Array.from({ length: grid.rows }, (_, row) => rowsWithin(filled, row));
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
    const rowOf = own.map((piece) => rowOfPiece(lines, piece));
    for (const [index, line] of lines.entries()) {
      const box = { ...cell.box, top: index === 0 ? cell.box.top : line.top, bottom: lines[index + 1]?.top ?? cell.box.bottom };
      cells.push({ ...cell, top: begins(cell.top) + index, bottom: begins(cell.top) + index + 1, box });
      divided.push(own.filter((_, piece) => rowOf[piece] === index));
    }
  }
  return { grid: { ...grid, rows, cells }, pieces: divided, first: filled.first };
}

/** Signs that are higher than letters reach into the line above: a line begins where the first middle of its pieces is. */
const fromMiddle = (row: PlacedRow<Piece>): PlacedRow<Piece> => ({
  ...row,
  top: minOf(row.pieces.map(({ top, bottom }) => (top + bottom) / 2)),
});

/** The last of the rows that begins at the height of the piece or above it. */
function rowOfPiece(lines: readonly Line[], { top, bottom }: Box): number {
  const middle = (top + bottom) / 2;
  return Math.max(
    0,
    lines.findLastIndex((line) => line.top <= middle),
  );
}

/** The first lines of the rows that a row of the grid holds: [] where its cells are filled each for itself. */
function rowsWithin({ grid, pieces }: Filled, row: number): Line[] {
  const own = grid.cells.flatMap((cell, at) => {
    const inside = pieces[at] ?? [];
    return cell.top === row && cell.bottom === row + 1 && inside.length > 0 ? [{ box: cell.box, pieces: inside }] : [];
  });
  if (own.length < 2) return [];
  const lines = sortRows(own.flatMap((cell) => cell.pieces)).map(fromMiddle);
  if (lines.length < 2) return [];
  const columns = own.map(({ box, pieces: inside }) => linesOfCell(inside, box));
  const reachesDown = grid.cells.some((cell) => cell.bottom - cell.top > 1 && cell.top <= row && cell.bottom > row);
  const everywhere =
    own.length >= COLUMNS_FOR_ROWS_MIN &&
    lines.every(
      (line) => own.filter((cell) => cell.pieces.some((piece) => line.pieces.includes(piece))).length >= own.length * FILLED_SHARE_MIN,
    ) &&
    own.every((cell) => cell.pieces.length <= lines.length);
  // texts that are wrapped in their cells have lines beside each other as well
  const entries =
    columns.some(hasShape) || [endsOnPurpose, isOfCodes].some((are) => columns.filter(are).length >= columns.length * ENTRIES_SHARE_MIN);
  const isBody = row > 0 ? grid.rows <= OPEN_ROWS_MAX || lines.length >= BODY_LINES_MIN : holdsBody(columns, lines.length);
  if (grid.open && isBody) return rowsOfBand(own.map((cell) => cell.pieces));
  if (everywhere && entries && (!reachesDown || (lines.length >= ROWS_OF_THREE_MIN && columns.some(hasShape)))) return lines;
  // labels come first
  const read = isRightToLeft(columns.flatMap((column) => column.map(({ text }) => text)).join(' ')) ? columns.toReversed() : columns;
  const byKey = rowsByKey(read, lines);
  return byKey.length > 0 ? byKey : rowsByAmounts(read, lines);
}

/** Each line is one word, figures among them. */
const isOfCodes = (lines: readonly CellLine[]): boolean =>
  lines.length > 1 && lines.every(({ text }) => !/[\s]|[-‐/,]$/.test(text)) && lines.some(({ text }) => /\p{N}/u.test(text));

const AMOUNTS_MIN = 3;
const AMOUNTS_ENDED_SHARE_MIN = 0.7;
/** Numbers of pages, one behind the other, are no amounts. */
const isAmount = (text: string): boolean => isFigure(text) && !/,(?:\s|$)/.test(text);

/**
 * A row begins at each line of the column with the most figures, as amounts of an invoice in a frame without lines between its entries:
 * what stands at their heights in other columns was begun there, and what is between goes on above it.
 */
function rowsByAmounts(columns: readonly CellLine[][], lines: readonly Line[]): Line[] {
  const amounts = columns.filter((own) => own.length >= AMOUNTS_MIN && own.every(({ text }) => isAmount(text)));
  const [most] = amounts.toSorted((a, b) => b.length - a.length);
  if (!most) return [];
  const begun = new Set(most.map((line) => rowOfPiece(lines, line)));
  if (!begun.has(0) || begun.size < most.length) return [];
  const others = columns.filter((own) => own !== most);
  const beginThere = others.every((own) => {
    const entries = own.flatMap((line, index) => (begun.has(rowOfPiece(lines, line)) ? [[own[index - 1], line] as const] : []));
    const below = entries.flatMap(([above, line]) => (above ? [isEnded(above, line)] : []));
    return entries[0]?.[1] === own[0] && below.filter(Boolean).length >= below.length * AMOUNTS_ENDED_SHARE_MIN;
  });
  // what is beside one name alone is all of its
  const [first = []] = columns;
  const names = first.filter((line) => begun.has(rowOfPiece(lines, line))).length;
  return beginThere && first !== most && names >= 2 ? lines.filter((_, index) => begun.has(index)) : [];
}

/** Rules that are so few are around the body of a table, not between its rows. */
const OPEN_ROWS_MAX = 4;
const BODY_LINES_MIN = 6;
const FIRST_BODY_LINES_MIN = 10;
const SHAPED_COLUMNS_MIN = 2;

/** No line is below the heads: the body is between the first two rules with them. */
const holdsBody = (columns: readonly (readonly CellLine[])[], lines: number): boolean =>
  lines >= FIRST_BODY_LINES_MIN && columns.filter(hasShape).length >= SHAPED_COLUMNS_MIN;

const TIGHT_EM = 0.45;

/** Each line is a row, if it does not go on with the one above: all that is in it was ended there by the edge of its column. */
function rowsOfBand(columns: readonly (readonly Piece[])[]): Line[] {
  const limits = columns.map((column) => maxOf(column.flatMap(({ right, columns: over = 1 }) => (over > 1 ? [] : [right]))));
  const rows = columns.map((column) => column.toSorted((a, b) => a.top - b.top));
  const lines = sortRows(columns.flat()).map(fromMiddle);
  return lines.filter((line, index) => {
    const above = lines[index - 1];
    if (!above) return true;
    const inside = rows.flatMap((column, at) => {
      const own = column.findIndex((piece) => line.pieces.includes(piece));
      const piece = column[own];
      return piece
        ? [{ piece, before: column.slice(0, own).findLast((one) => above.pieces.includes(one)), limit: limits[at] ?? 0, at }]
        : [];
    });
    const wrapped = inside.every(({ piece, before, limit }) => before !== undefined && isWrapped(before, piece, limit - before.right));
    const tight = topOf(line) - above.bottom < (inside[0]?.piece.em ?? 0) * TIGHT_EM;
    const hangs = tight && inside.every(({ piece, at }) => at > 0 && !isFigure(piece.text));
    return !(wrapped || hangs);
  });
}

const topOf = ({ pieces }: PlacedRow<Piece>): number => minOf(pieces.map(({ top }) => top));

/** A row begins at each line of the first column, if others have their lines there as well; what is between goes on above it. */
function rowsByKey(columns: readonly CellLine[][], lines: readonly Line[]): Line[] {
  const others = new Set(columns.slice(1).flatMap((column) => column.map((line) => rowOfPiece(lines, line))));
  const places = columns.map((column, index) => {
    // a label that the edge of its column ended goes on where nothing is beside it
    const begun = column.filter((line, at) => {
      const above = column[at - 1];
      return index > 0 || !above || others.has(rowOfPiece(lines, line)) || isEnded(above, line) || /[.:;!?]$/.test(above.text);
    });
    return new Set(begun.map((line) => rowOfPiece(lines, line)));
  });
  const [key] = places;
  if (!key || key.size < ROWS_OF_THREE_MIN || !key.has(0)) return [];
  const agreeing = columns.filter((column, index) => {
    const own = places[index] ?? new Set();
    const shared = [...own].filter((line) => key.has(line)).length;
    return shared >= key.size * AGREEING_SHARE_MIN && own.size <= key.size / AGREEING_SHARE_MIN && endsOnPurpose(column);
  });
  if (isOfGroups(columns, places)) return lines.filter((_, index) => key.has(index));
  const enough = agreeing.length >= COLUMNS_FOR_ROWS_MIN || (agreeing.length === 2 && key.size >= ROWS_OF_TWO_MIN);
  return enough && agreeing.some(hasShape) ? lines.filter((_, index) => key.has(index)) : [];
}

const FIGURE_COLUMNS_MIN = 2;
const FIGURES_MIN = 3;

/** Columns of figures, all on the same lines, beside labels most of which ended before the edge: lines without figures head groups of the others. */
function isOfGroups([labels = [], ...columns]: readonly CellLine[][], [, ...places]: readonly ReadonlySet<number>[]): boolean {
  const [first = new Set()] = places;
  return (
    columns.length >= FIGURE_COLUMNS_MIN &&
    first.size >= FIGURES_MIN &&
    places.every((own) => own.size === first.size && [...own].every((line) => first.has(line))) &&
    columns.every((own) => own.length === first.size && own.every(({ text }) => isFigure(text))) &&
    endsOnPurpose(labels)
  );
}
