/** Rows of pieces that stand under each other in columns → tables. */
import type { Table } from '../../document/block.ts';
import type { Row } from './rows.ts';

interface Column { left: number; right: number }

const ROWS_MIN = 2;
const COLUMNS_MAX = 60;

/**
 * The table that begins with a row: undefined where it is none; `taken` rows belong to it.
 * Rows of one piece go on a cell above where they stand within one column and close below.
 */
export function readTableAt(rows: readonly Row[], from: number): { table: Table; taken: number } | undefined {
  const first = rows[from];
  if (!first || first.pieces.length < 2) return undefined;
  const members: Row[] = [first];
  for (let at = from + 1; at < rows.length; at++) {
    const [row, last] = [rows[at], members.at(-1)];
    if (!row || !last || !goesOn(members, last, row)) break;
    members.push(row);
  }
  const lastWide = members.findLastIndex((row) => row.pieces.length >= 2);
  const trailing = members.slice(lastWide + 1).filter((row, index) => row.top - (members[lastWide + index]?.bottom ?? 0) < row.size * 0.45).length;
  const used = members.slice(0, lastWide + 1 + trailing);
  const wide = used.filter((row) => row.pieces.length >= 2);
  if (wide.length < ROWS_MIN) return undefined;
  const columns = findColumns(used);
  if (columns.length < 2 || columns.length > COLUMNS_MAX || wide.length < used.length * 0.4) return undefined;
  return { table: buildTable(used, columns), taken: used.length };
}

function goesOn(members: readonly Row[], last: Row, row: Row): boolean {
  const gap = row.top - last.bottom;
  if (row.top < last.top - 2 || gap > Math.max(row.size, last.size) * 2.2) return false;
  if (row.pieces.length >= 2) return true;
  const [piece] = row.pieces;
  const widest = members.reduce((most, { right }) => Math.max(most, right), 0);
  const left = members.reduce((least, member) => Math.min(least, member.left), Infinity);
  // Text as wide as the table is a paragraph behind it.
  return piece !== undefined && piece.right - piece.left < (widest - left) * 0.6 && piece.left >= left - 4 && piece.right <= widest + 20;
}

/** Pieces of all rows that overlap from left to right share a column. Rows of one piece may span columns and do not count. */
function findColumns(rows: readonly Row[]): Column[] {
  const columns: Column[] = [];
  const pieces = rows.filter((row) => row.pieces.length >= 2).flatMap((row) => row.pieces).toSorted((a, b) => a.left - b.left);
  for (const { left, right } of pieces) {
    const last = columns.at(-1);
    if (last && left < last.right + 1) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

function columnOf(columns: readonly Column[], { left, right }: Column): number {
  let best = 0;
  let most = -Infinity;
  for (const [index, column] of columns.entries()) {
    const overlap = Math.min(right, column.right) - Math.max(left, column.left);
    if (overlap > most) [best, most] = [index, overlap];
  }
  return best;
}

function buildTable(rows: readonly Row[], columns: readonly Column[]): Table {
  const grid: string[][] = [];
  let above: Row | undefined;
  for (const row of rows) {
    const places = row.pieces.map((piece) => columnOf(columns, piece));
    const continues = above !== undefined && row.pieces.length < columns.length && row.top - above.bottom < row.size * 0.3 && !places.includes(0) && columns.length > 2;
    const line = continues ? (grid.at(-1) ?? []) : columns.map(() => '');
    for (const [index, piece] of row.pieces.entries()) {
      const at = places[index] ?? 0;
      line[at] = line[at] ? `${line[at]} ${piece.text}` : piece.text;
    }
    if (!continues) grid.push(line);
    above = row;
  }
  return {
    id: '', type: 'table', columns: columns.map(() => ({})), header_rows: 1,
    rows: grid.map((line) => ({ cells: line.map((text) => ({ runs: text === '' ? [] : [{ text }] })) })),
  };
}
