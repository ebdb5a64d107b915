/**
 * What differs between two workbooks: sheets by name, or by their rows where one has another name; rows and columns by what they hold,
 * so that one that was inserted, or moved as rows are that are sorted, is one change; cells by their value or formula. A formula that only
 * went along with the cells that it names is the same.
 */
import { columnLetters } from '../spreadsheet/cell-names.ts';
import { cellsText, quoteSheet, rewriteReferences, translateFormula } from '../spreadsheet/formula-references.ts';
import type { BlockChange, ComparedBlock } from './compare-content.ts';
import {
  cellsOfColumns,
  columnOf,
  isFilled,
  placeOf,
  traceOf,
  valueOf,
  type ColumnPairs,
  type ComparedCell as Cell,
  type ComparedRow as Row,
  type RowPair,
} from './compared-cells.ts';
import { findMovedColumns, findMovedRows } from './find-moved-cells.ts';
import type { AddressedBlock } from './list-content.ts';

/** Lines up blocks by what they say. */
type Align = (from: readonly ComparedBlock[], to: readonly ComparedBlock[]) => [ComparedBlock | null, ComparedBlock | null][];

const rowNumber = ({ address }: { address: string }): string => /(\d+):\d+$/.exec(address)?.[1] ?? address;

type Alone = readonly [ReadonlySet<number | string>, ReadonlySet<number | string>];

/** Where rows, columns and names of sheets of the older workbook are in the newer one. */
interface SheetPair {
  old: AddressedBlock;
  next: AddressedBlock;
  rows: RowPair[];
  /** Rows of the newer sheet that were elsewhere. */
  moved: ReadonlySet<Row>;
  /** Columns that are the same, by their numbers; null where those of one number are. */
  columns: ColumnPairs | null;
  /** Columns that the older one, and that the newer one alone has. */
  alone: Alone;
  /** The number that a row or column has in the newer sheet. */
  row(number: number): number;
  column(number: number): number;
}
/** By the older name, in small letters. */
type Pairs = ReadonlyMap<string, SheetPair>;

/** The older cell's content as it would read where the newer one is, if it went there by itself. */
function movedValue(old: Cell, next: Cell): string {
  const [from, to] = [placeOf(old), placeOf(next)];
  if (old.formula === undefined || from === null || to === null) return valueOf(old);
  return `=${translateFormula(old.formula.slice(1), to.row - from.row, to.column - from.column)}`;
}

/** A formula of the older workbook as it reads after rows, columns and sheets have come, gone and got other names. */
function followed(formula: string, home: SheetPair, pairs: Pairs): string {
  const text = rewriteReferences(formula.slice(1), ({ sheets, prefix, kind, from, to }) => {
    if (sheets !== undefined && sheets.first !== sheets.last) return undefined;
    const pair = sheets === undefined ? home : pairs.get(sheets.first.toLowerCase());
    if (pair === undefined) return undefined;
    const corner = (one: typeof from): typeof from => ({
      ...one,
      row: kind === 'columns' ? one.row : pair.row(one.row),
      column: kind === 'rows' ? one.column : pair.column(one.column),
    });
    const isNamed = sheets === undefined || pair.old.text.toLowerCase() === pair.next.text.toLowerCase();
    return (isNamed ? prefix : `${quoteSheet(pair.next.text)}!`) + cellsText({ kind, from: corner(from), to: corner(to) });
  });
  return `=${text}`;
}

const inserted = (cell: Cell, type: string): BlockChange => ({
  change: 'inserted',
  type,
  from: null,
  to: cell.address,
  after: valueOf(cell),
});
const deleted = (cell: Cell, type: string): BlockChange => ({
  change: 'deleted',
  type,
  from: cell.address,
  to: null,
  before: valueOf(cell),
});

function compareRows(from: Row, to: Row, pair: SheetPair, pairs: Pairs): BlockChange[] {
  const follow = (column: number | string): number | string => (typeof column === 'number' ? pair.column(column) : column);
  const old = new Map(
    from.cells.filter((cell) => isFilled(cell) && !pair.alone[0].has(columnOf(cell))).map((cell) => [follow(columnOf(cell)), cell]),
  );
  const next = new Map(
    to.cells.filter((cell) => isFilled(cell) && !pair.alone[1].has(columnOf(cell))).map((cell) => [columnOf(cell), cell]),
  );
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((column): BlockChange[] => {
    const [before, after] = [old.get(column), next.get(column)];
    if (before === undefined) return after === undefined ? [] : [inserted(after, 'cell')];
    if (after === undefined) return [deleted(before, 'cell')];
    const isSame =
      valueOf(before) === valueOf(after) ||
      (after.formula !== undefined && movedValue(before, after) === after.formula) ||
      (before.formula !== undefined && followed(before.formula, pair, pairs) === after.formula);
    return isSame
      ? []
      : [{ change: 'changed', type: 'cell', from: before.address, to: after.address, before: valueOf(before), after: valueOf(after) }];
  });
}

const asBlock = (row: Row, isKept: (cell: Cell) => boolean): ComparedBlock => ({
  address: row.address,
  type: 'row',
  text: row.cells.filter(isKept).map(traceOf).join('\t'),
  cells: row.cells,
});

const filledRows = ({ rows = [] }: AddressedBlock): Row[] => rows.filter((row) => row.cells.some(isFilled));

/** So many rows more are alike by what they hold than in their places where one came for another that went: fewer may be chance. */
const MORE_ALIKE_MIN = 3;

/** Rows in their places, where none came or went; else, or where many more are alike for it, by what they hold. */
function pairRows(from: readonly Row[], to: readonly Row[], alone: Alone, align: Align): RowPair[] {
  const old = new Map(from.map((row) => [rowNumber(row), row]));
  const inPlace =
    from.length === to.length && to.every((row) => old.has(rowNumber(row)))
      ? to.map((row): RowPair => [old.get(rowNumber(row)) ?? null, row])
      : null;
  const textOf = (row: Row | null): string | undefined => row?.cells.filter(isFilled).map(traceOf).join('\t');
  const countAlike = (pairs: readonly RowPair[]): number => pairs.filter(([one, other]) => textOf(one) === textOf(other)).length;
  const alike = inPlace === null ? -MORE_ALIKE_MIN : countAlike(inPlace);
  if (inPlace !== null && alike + MORE_ALIKE_MIN > from.length) return inPlace;
  const aligned = alignRows(from, to, alone, align);
  return inPlace !== null && countAlike(aligned) < alike + MORE_ALIKE_MIN ? inPlace : aligned;
}

function alignRows(from: readonly Row[], to: readonly Row[], alone: Alone, align: Align): RowPair[] {
  const blocksOf = (rows: readonly Row[], without: Alone[0]): Map<ComparedBlock, Row> =>
    new Map(rows.map((row) => [asBlock(row, (cell) => isFilled(cell) && !without.has(columnOf(cell))), row]));
  const [olds, nexts] = [blocksOf(from, alone[0]), blocksOf(to, alone[1])];
  return align([...olds.keys()], [...nexts.keys()]).map(([one, other]) => [
    (one && olds.get(one)) ?? null,
    (other && nexts.get(other)) ?? null,
  ]);
}

/** Rows by which columns are known. */
const KNOWN_BY = 200;

function columnBlocks(rows: readonly Row[]): (ComparedBlock & { column: number })[] {
  const texts = new Map<number, string[]>();
  for (const row of rows.slice(0, KNOWN_BY))
    for (const cell of row.cells.filter(isFilled)) {
      const column = placeOf(cell)?.column;
      if (column !== undefined) texts.set(column, [...(texts.get(column) ?? []), traceOf(cell)]);
    }
  return [...texts]
    .toSorted(([a], [b]) => a - b)
    .map(([column, held]) => ({ address: String(column), type: 'column', text: held.join('\n'), column }));
}

/** How many lines two columns have in common, of the longer one's. */
function commonLines(one: string, other: string): number {
  const [from, to] = [one.split('\n'), other.split('\n')];
  const left = new Map<string, number>();
  for (const line of from) left.set(line, (left.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of to) {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    if (count > 0) common++;
  }
  return common / Math.max(from.length, to.length);
}

/** Columns that came and went, where they are more alike for it than by their numbers. */
function pairColumns(from: readonly Row[], to: readonly Row[], align: Align): ColumnPairs | null {
  const [old, next] = [columnBlocks(from), columnBlocks(to)];
  const texts = new Map(old.map(({ column, text }) => [column, text]));
  if (old.length === next.length && next.every(({ column, text }) => texts.get(column) === text)) return null;
  const inPlace = next.map(({ column, text }) => commonLines(texts.get(column) ?? '', text));
  const aligned = align(old, next);
  const moved = aligned.map(([a, b]) => (a === null || b === null ? 0 : commonLines(a.text, b.text)));
  const sum = (shares: readonly number[]): number => shares.reduce((all, share) => all + share, 0);
  if (sum(moved) <= sum(inPlace)) {
    const there = new Set(next.map(({ column }) => column));
    return [
      ...old.map(({ column }) => [column, there.has(column) ? column : null] as const),
      ...next.flatMap(({ column }) => (texts.has(column) ? [] : [[null, column] as const])),
    ];
  }
  return aligned.map(([a, b]) => [a === null ? null : Number(a.address), b === null ? null : Number(b.address)]);
}

/** The newer number of an older one; of one that is not there any more, or holds nothing, as far behind the last one before it. */
function follower(pairs: readonly (readonly [number | null, number | null])[]): (number: number) => number {
  const known = pairs
    .flatMap(([old, next]): [number, number][] => (old === null || next === null ? [] : [[old, next]]))
    .toSorted(([a], [b]) => a - b);
  const exact = new Map(known);
  return (number) => {
    const found = exact.get(number);
    if (found !== undefined) return found;
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((known[middle]?.[0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    const [old, next] = known[low - 1] ?? [0, 0];
    return number + next - old;
  };
}

function pairSheets(old: AddressedBlock, next: AddressedBlock, align: Align): SheetPair {
  const [from, to] = [filledRows(old), filledRows(next)];
  const columns = pairColumns(from, to, align);
  const alone: Alone = [
    new Set(columns?.flatMap(([a, b]) => (a !== null && b === null ? [a] : []))),
    new Set(columns?.flatMap(([a, b]) => (a === null && b !== null ? [b] : []))),
  ];
  const { rows, moved } = findMovedRows(pairRows(from, to, alone, align));
  // what names cells does not go along with rows that are sorted
  const still = rows.filter(([, next]) => next === null || !moved.has(next));
  const numberOf = (row: Row | null): number | null => (row === null ? null : Number(rowNumber(row)));
  return {
    old,
    next,
    rows,
    moved,
    columns,
    alone,
    row: follower(still.map(([a, b]) => [numberOf(a), numberOf(b)])),
    column: columns === null ? (number) => number : follower(columns),
  };
}

/** Cells of a column that are told. */
const TOLD_MAX = 50;

function compareColumns({ old, next, columns }: SheetPair): BlockChange[] {
  const pairs = columns ?? [];
  const gone = cellsOfColumns(
    old,
    pairs.flatMap(([a, b]) => (a !== null && b === null ? [a] : [])),
  );
  const come = cellsOfColumns(
    next,
    pairs.flatMap(([a, b]) => (a === null && b !== null ? [b] : [])),
  );
  const tell = (held: ReadonlyMap<number, readonly Cell[]>, column: number): [Cell, string] => {
    const cells = held.get(column) ?? [];
    const [only] = cells;
    if (only !== undefined && cells.length === 1) return [only, 'cell'];
    const letters = columnLetters(column - 1);
    const sheet = cells[0]?.address.slice(0, (cells[0]?.address.lastIndexOf('!') ?? -1) + 1) ?? '';
    const more = cells.length > TOLD_MAX ? '\t…' : '';
    return [{ address: `${sheet}${letters}:${letters}`, text: cells.slice(0, TOLD_MAX).map(valueOf).join('\t') + more }, 'column'];
  };
  const moved = findMovedColumns(gone, come);
  const sources = new Set(moved.values());
  return pairs.flatMap(([before, after]): BlockChange[] => {
    if (before === null && after !== null) {
      const [cell, type] = tell(come, after);
      const from = moved.get(after);
      if (from === undefined) return [inserted(cell, type)];
      const [was] = tell(gone, from);
      return [{ change: 'moved', type, from: was.address, to: cell.address, before: valueOf(was), after: valueOf(cell) }];
    }
    return before !== null && after === null && !sources.has(before) ? [deleted(...tell(gone, before))] : [];
  });
}

function compareSheet(pair: SheetPair, pairs: Pairs): BlockChange[] {
  const rows = pair.rows.flatMap(([old, next]): BlockChange[] => {
    if (old && next) {
      const cells = compareRows(old, next, pair, pairs);
      if (!pair.moved.has(next)) return cells;
      const textOf = (one: Row): string => one.cells.filter(isFilled).map(valueOf).join('\t');
      return [{ change: 'moved', type: 'row', from: old.address, to: next.address, before: textOf(old), after: textOf(next) }, ...cells];
    }
    const row = old ?? next;
    if (row === null) return [];
    const one = row.cells.filter(isFilled);
    // a row of one cell is told as that cell
    const cell = one.length === 1 ? one[0] : undefined;
    const told: Cell = cell ?? { address: row.address, text: one.map(valueOf).join('\t') };
    const type = cell === undefined ? 'row' : 'cell';
    return [next ? inserted(told, type) : deleted(told, type)];
  });
  return [...rows, ...compareColumns(pair)];
}

/** Of the rows of two sheets, those that are the same: from here on the one is the other by a new name. */
const RENAMED_SHARE = 0.6;

const rowTexts = (sheet: AddressedBlock): string[] =>
  filledRows(sheet)
    .slice(0, KNOWN_BY)
    .map((row) => asBlock(row, isFilled).text);

function isLike(from: readonly string[], to: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const text of from) left.set(text, (left.get(text) ?? 0) + 1);
  const common = to.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  });
  return common.length > 0 && common.length >= RENAMED_SHARE * Math.max(from.length, to.length);
}

/** The sheet among those that are gone which a new one was. */
function renamedFrom(gone: ReadonlyMap<AddressedBlock, readonly string[]>, next: AddressedBlock): AddressedBlock | undefined {
  if (gone.size === 0) return undefined;
  const texts = rowTexts(next);
  return [...gone].find(([, held]) => isLike(held, texts))?.[0];
}

/** @param align as blocks of texts are lined up */
export function compareSheets(from: readonly AddressedBlock[], to: readonly AddressedBlock[], align: Align): BlockChange[] {
  const key = ({ text }: AddressedBlock): string => text.toLowerCase();
  const names = new Set(to.map(key));
  const old = new Map(from.map((sheet) => [key(sheet), sheet]));
  const gone = new Map(from.flatMap((sheet) => (names.has(key(sheet)) ? [] : [[sheet, rowTexts(sheet)] as const])));
  const matched = new Map<AddressedBlock, SheetPair>();
  for (const sheet of to) {
    const before = old.get(key(sheet)) ?? renamedFrom(gone, sheet);
    if (before === undefined) continue;
    gone.delete(before);
    matched.set(sheet, pairSheets(before, sheet, align));
  }
  const pairs = new Map([...matched.values()].map((pair) => [key(pair.old), pair]));
  const told = (sheet: AddressedBlock): Cell => ({ address: sheet.address, text: sheet.text });
  return [
    ...to.flatMap((sheet): BlockChange[] => {
      const pair = matched.get(sheet);
      if (pair === undefined) return [inserted(told(sheet), 'sheet')];
      const renamed: BlockChange[] =
        key(pair.old) === key(sheet)
          ? []
          : [{ change: 'changed', type: 'sheet', from: pair.old.address, to: sheet.address, before: pair.old.text, after: sheet.text }];
      return [...renamed, ...compareSheet(pair, pairs)];
    }),
    ...[...gone.keys()].map((sheet) => deleted(told(sheet), 'sheet')),
  ];
}
