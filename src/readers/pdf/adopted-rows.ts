/**
 * Rows right above and below a table that level lines or colours rule, in its columns: its head, and entries beyond the last line. Programs
 * rule and colour some rows of a table and not others.
 */
import type { TableRow } from '../../document/block.ts';
import { dividePiece } from './column-gaps.ts';
import { joinLines } from './join-lines.ts';
import type { Piece, Row } from './rows.ts';

const COLUMNS_MIN = 3;
const CELLS_MIN = 3;
const APART_EM = 1.4;
const BEYOND_PT = 6;
const ROWS_MAX = 40;

interface Place {
  at: number;
  fits: boolean;
}

/** The column that the piece lies over most, and whether it is in that one alone. */
function placeOf({ left, right }: Piece, edges: readonly number[]): Place {
  let [best, most] = [0, -Infinity];
  for (let at = 0; at + 1 < edges.length; at++) {
    const overlap = Math.min(right, edges[at + 1] ?? 0) - Math.max(left, edges[at] ?? 0);
    if (overlap > most) [best, most] = [at, overlap];
  }
  const [from, to] = [edges[best] ?? 0, edges[best + 1] ?? 0];
  const reach = (outer: boolean): number => (outer ? BEYOND_PT : 1);
  return { at: best, fits: left >= from - reach(best === 0) && right <= to + reach(best === edges.length - 2) };
}

/** The pieces of the row by the columns that they are in; undefined where one lies over several, or two are in one. @param heads may be wider than their columns */
function cellsOf(row: Row, edges: readonly number[], heads: boolean): (Piece | undefined)[] | undefined {
  if (row.table) return undefined;
  const cells = edges.slice(1).map((): Piece | undefined => undefined);
  const pieces = row.pieces.flatMap((piece) =>
    (piece.words?.length ?? 0) > 1 && !piece.lines && /\p{N}/u.test(piece.text) ? dividePiece(piece, edges.slice(1, -1)) : [piece],
  );
  for (const piece of pieces) {
    const { at, fits } = placeOf(piece, edges);
    if (!(fits || (heads && pieces.length >= CELLS_MIN)) || cells[at] !== undefined) return undefined;
    cells[at] = piece;
  }
  return cells;
}

/** Stacks of lines, which are cells of several lines. */
const hasLines = ({ pieces }: Row): boolean => pieces.some(({ lines }) => lines !== undefined);

const isWhole = (cells: readonly (Piece | undefined)[]): boolean =>
  cells.filter((cell) => cell !== undefined).length >= Math.max(CELLS_MIN, cells.length - 2);

const TIGHT_EM = 0.5;
type Cells = Piece[][];

/** Rows above the table that are close to each other and in its columns, from top to bottom. */
function rowsAbove(rows: readonly Row[], table: Row, edges: readonly number[]): Cells[] {
  const found: Cells[] = [];
  let near = table;
  for (const row of rows.toReversed().slice(0, ROWS_MAX)) {
    const gap = near.top - row.bottom;
    const cells = gap > -2 && gap < row.em * APART_EM ? cellsOf(row, edges, true) : undefined;
    if (!cells || !isWhole(cells) || hasLines(row)) break;
    found.push(cells.map((cell) => (cell ? [cell] : [])));
    near = row;
  }
  return found.toReversed();
}

/** Rows below it, the lines of each that go on below the first together, and how many rows of the page they are. */
function rowsBelow(rows: readonly Row[], table: Row, edges: readonly number[]): { found: Cells[]; taken: number } {
  const found: Cells[] = [];
  let [near, taken] = [table, 0];
  for (const row of rows.slice(0, ROWS_MAX)) {
    const gap = row.top - near.bottom;
    const cells = gap > -2 && gap < row.em * APART_EM ? cellsOf(row, edges, false) : undefined;
    const last = found.at(-1);
    if (cells && isWhole(cells) && !hasLines(row)) found.push(cells.map((cell) => (cell ? [cell] : [])));
    else if (cells && last && gap < row.em * TIGHT_EM) for (const [at, cell] of cells.entries()) if (cell) last[at]?.push(cell);
    if (!cells || !((isWhole(cells) && !hasLines(row)) || (last && gap < row.em * TIGHT_EM))) break;
    near = row;
    taken++;
  }
  return { found, taken };
}

const rowOfCells = (cells: Cells): TableRow => ({ cells: cells.map((lines) => ({ runs: joinLines(lines.map(({ runs }) => runs)) })) });

/** The same rows, those in the columns of such a table as part of it. */
export function adoptRows(rows: readonly Row[]): Row[] {
  const adopted: Row[] = [];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (!row) continue;
    const { table, edges = [], open } = row;
    if (!table || open !== true || edges.length - 1 < COLUMNS_MIN || table.columns.length !== edges.length - 1) {
      adopted.push(row);
      continue;
    }
    const above = rowsAbove(adopted.slice(-ROWS_MAX), row, edges);
    const below = rowsBelow(rows.slice(at + 1, at + 1 + ROWS_MAX), row, edges);
    adopted.splice(adopted.length - above.length, above.length);
    at += below.taken;
    const whole = [...above.map(rowOfCells), ...table.rows, ...below.found.map(rowOfCells)];
    adopted.push({ ...row, table: { ...table, rows: whole }, bottom: rows[at]?.bottom ?? row.bottom });
  }
  return adopted;
}
