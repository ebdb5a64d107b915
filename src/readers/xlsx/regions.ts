/**
 * Areas of a sheet that are by themselves → tables. A sheet is cut at empty rows, each strip at empty columns, and so
 * on until nothing is left to cut: what stays together is one table.
 */
import type { Block, TableCell, TableRow } from '../../document/block.ts';
import { columnLetters } from '../../spreadsheet/cell-names.ts';
import type { Area } from '../../spreadsheet/cell-names.ts';
import { createPassages, passageOf } from './passages.ts';
import type { SheetGrid } from './sheet.ts';

/** Places of a table for each cell that holds something; a scattered sheet is reported cell by cell instead. */
const PLACES_PER_CELL_MAX = 40;
const PLACES_FREE = 20_000;
const COLUMNS_MAX = 1_000;
const CUTS_MAX = 24;

interface Part {
  row: number;
  column: number;
  text: string;
  area: Area;
}

/** @param tables areas that are tables, whatever the styles of their cells say */
export function sheetBlocks(grid: SheetGrid, tables: () => readonly Area[]): Block[] {
  const rows = [...grid.rows].sort(([a], [b]) => a - b);
  if (grid.styles.size === 0) return tablesOf(grid, rows);
  const areas = tables();
  const blocks: Block[] = [];
  const passages = createPassages(blocks);
  let open: [number, Map<number, string>][] = [];
  const close = (): void => {
    for (const block of tablesOf(grid, open)) blocks.push(block);
    open = [];
  };
  for (const [row, cells] of rows) {
    const passage = passageOf(grid, row, cells, areas);
    if (passage === undefined) open.push([row, cells]);
    else {
      close();
      passages.add(passage);
    }
  }
  close();
  passages.end();
  return blocks;
}

function tablesOf(grid: SheetGrid, rows: readonly (readonly [number, ReadonlyMap<number, string>])[]): Block[] {
  const merges = new Map(grid.merges.map((area) => [`${area.top},${area.left}`, area]));
  const parts: Part[] = [];
  for (const [row, cells] of rows) {
    for (const [column, text] of [...cells].sort(([a], [b]) => a - b)) {
      parts.push({ row, column, text, area: merges.get(`${row},${column}`) ?? { top: row, left: column, bottom: row, right: column } });
    }
  }
  return cutApart(parts, 0).flatMap((region) => tableOf(region, grid));
}

type Axis = 'rows' | 'columns';

const spanOf = ({ area }: Part, axis: Axis): [number, number] => (axis === 'rows' ? [area.top, area.bottom] : [area.left, area.right]);

/** Groups of parts with an empty row (or column) between them. */
function groupBy(parts: readonly Part[], axis: Axis): Part[][] {
  const sorted = parts.toSorted((a, b) => spanOf(a, axis)[0] - spanOf(b, axis)[0]);
  const groups: Part[][] = [];
  let end = -2;
  for (const part of sorted) {
    const [from, to] = spanOf(part, axis);
    if (from > end + 1) groups.push([]);
    groups.at(-1)?.push(part);
    end = Math.max(end, to);
  }
  return groups;
}

function cutApart(parts: Part[], cuts: number): Part[][] {
  if (cuts >= CUTS_MAX || parts.length === 0) return parts.length === 0 ? [] : [parts];
  for (const axis of ['rows', 'columns'] as const) {
    const groups = groupBy(parts, axis);
    if (groups.length > 1) return groups.flatMap((group) => cutApart(group, cuts + 1));
  }
  return [parts];
}

function tableOf(parts: readonly Part[], grid: SheetGrid): Block[] {
  const { titles, rest, area } = takeTitles(parts);
  const headings = titles.map(({ text }): Block => ({ id: '', type: 'paragraph', runs: [{ text, bold: true }] }));
  const [height, width] = [area.bottom - area.top + 1, area.right - area.left + 1];
  if (width > COLUMNS_MAX || height * width > PLACES_FREE + PLACES_PER_CELL_MAX * rest.length) return [...headings, ...scattered(rest)];
  const rows: (TableCell | null)[][] = Array.from({ length: height }, () => Array.from({ length: width }, () => ({ runs: [] })));
  const filled = filledPlaces(rest);
  for (const part of rest) if (!placeCell(rows, part, { area, link: grid.links.get(`${part.row},${part.column}`), filled })) grid.covered++;
  const table: TableRow[] = rows.map((row) => ({ cells: row.filter((cell) => cell !== null) }));
  return [
    ...headings,
    { id: '', type: 'table', columns: Array.from({ length: width }, () => ({})), header_rows: height > 1 ? 1 : 0, rows: table },
  ];
}

/** Cells that are merged over the whole width above a table are its titles. `area`: where the rest lies */
function takeTitles(parts: readonly Part[]): { titles: Part[]; rest: readonly Part[]; area: Area } {
  const rows = [...Map.groupBy(parts, ({ row }) => row)].sort(([a], [b]) => a - b);
  // An area that is merged beyond all cells does not make the table larger than its text.
  const spans: { left: number; right: number }[] = [];
  let [left, right] = [Infinity, 0];
  for (const [, own] of rows.toReversed()) {
    for (const { column } of own) [left, right] = [Math.min(left, column), Math.max(right, column)];
    spans.push({ left, right });
  }
  spans.reverse();
  const bottom = rows.at(-1)?.[0] ?? 0;
  const titles: Part[] = [];
  for (const [at, [top, own]] of rows.entries()) {
    const area = { top, bottom, ...(spans[at] ?? { left, right }) };
    const title = titleOf(own, area);
    if (title === undefined) return { titles, rest: at === 0 ? parts : parts.filter(({ row }) => row >= top), area };
    titles.push(title);
  }
  return { titles, rest: [], area: { top: 0, bottom: -1, left: 0, right: -1 } };
}

/** @param own the cells of the first row of what is in the area */
function titleOf([first, second]: readonly Part[], area: Area): Part | undefined {
  const alone = first !== undefined && second === undefined && first.column === area.left && first.area.bottom === first.row;
  return alone && area.right > area.left && area.bottom > area.top + 1 && first.area.right >= area.right ? first : undefined;
}

/** Rows and columns of a merged cell that are looked through for what it may label. */
const LABELLED_MAX = 100;

/** Where something is: the first and last column of each row, and the rows of each column in order. */
interface Filled {
  rows: Map<number, { first: number; last: number }>;
  columns: Map<number, number[]>;
}

/** Whether a column has something in one of the rows. @param rows in order */
function hasAny(rows: readonly number[], from: number, to: number): boolean {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  return (rows[low] ?? Infinity) <= to;
}

/**
 * How far a merged cell reaches in the table. One above several columns, or beside several rows, is a label of each of
 * them; one that only takes more room than its neighbours appears once.
 */
function reachOf(part: Part, area: Area, { rows, columns }: Filled): { across: number; down: number } {
  const { top, left } = part.area;
  const [bottom, right] = [Math.min(part.area.bottom, area.bottom), Math.min(part.area.right, area.right)];
  const lastOf = (first: number, last: number): number => Math.min(last, first + LABELLED_MAX - 1);
  let [above, beside] = [false, false];
  for (let column = left + 1; column <= lastOf(left + 1, right) && !above; column++)
    above = hasAny(columns.get(column) ?? [], bottom + 1, lastOf(bottom + 1, area.bottom));
  for (let row = top + 1; row <= lastOf(top + 1, bottom) && !beside; row++) {
    const own = rows.get(row);
    beside = own !== undefined && (own.first < left || own.last > right);
  }
  return { across: above ? right - left + 1 : 1, down: beside ? bottom - top + 1 : 1 };
}

function filledPlaces(parts: readonly Part[]): Filled {
  const filled: Filled = { rows: new Map(), columns: new Map() };
  for (const { row, column } of parts) {
    const own = filled.rows.get(row);
    if (own) [own.first, own.last] = [Math.min(own.first, column), Math.max(own.last, column)];
    else filled.rows.set(row, { first: column, last: column });
    const rows = filled.columns.get(column);
    if (rows) rows.push(row);
    else filled.columns.set(column, [row]);
  }
  for (const rows of filled.columns.values()) rows.sort((a, b) => a - b);
  return filled;
}

/** @returns false where another merged cell has taken its place */
function placeCell(
  rows: (TableCell | null)[][],
  part: Part,
  { area, link, filled }: { area: Area; link: string | undefined; filled: Filled },
): boolean {
  const [top, left] = [part.row - area.top, part.column - area.left];
  const { across, down } = reachOf(part, area, filled);
  if (rows[top]?.[left] === null) return false;
  const cell: TableCell = { runs: [{ text: part.text, ...(link === undefined ? {} : { link }) }] };
  for (let below = 0; below < down; below++)
    for (let right = 0; right < across; right++) if (rows[top + below]) rows[top + below]?.splice(left + right, 1, null);
  if (across > 1) cell.colspan = across;
  if (down > 1) cell.rowspan = down;
  rows[top]?.splice(left, 1, cell);
  return true;
}

/** `B7: text`, a line for each cell. */
function scattered(parts: readonly Part[]): Block[] {
  return parts.map(({ row, column, text }): Block => ({
    id: '',
    type: 'paragraph',
    runs: [{ text: `${columnLetters(column)}${row + 1}: ${text}` }],
  }));
}
