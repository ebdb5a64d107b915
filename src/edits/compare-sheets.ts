/**
 * What differs between two workbooks: sheets by name; rows by what they hold, so that a row that was inserted is one change; cells by
 * their value or formula. A formula that only went along with its row or column is the same.
 */
import { readAddress, readPlace } from '../spreadsheet/places.ts';
import { translateFormula } from '../spreadsheet/formula-references.ts';
import type { BlockChange, ComparedBlock } from './compare-content.ts';
import type { AddressedBlock } from './list-content.ts';

type Row = NonNullable<AddressedBlock['rows']>[number];
type Cell = Row['cells'][number];
/** Lines up blocks by what they say. */
type Align = (from: readonly ComparedBlock[], to: readonly ComparedBlock[]) => [ComparedBlock | null, ComparedBlock | null][];

const rowNumber = ({ address }: { address: string }): string => /(\d+):\d+$/.exec(address)?.[1] ?? address;
const placeOf = ({ address }: Cell) => readPlace(readAddress(address)?.reference ?? '');
const columnOf = (cell: Cell): number | string => placeOf(cell)?.column ?? cell.address;
const valueOf = ({ text, formula }: Cell): string => formula ?? text;
const isFilled = ({ text, formula }: Cell): boolean => text !== '' || formula !== undefined;

/** The older cell's content as it would read where the newer one is. */
function movedValue(old: Cell, next: Cell): string {
  const [from, to] = [placeOf(old), placeOf(next)];
  if (old.formula === undefined || from === null || to === null) return valueOf(old);
  return `=${translateFormula(old.formula.slice(1), to.row - from.row, to.column - from.column)}`;
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

function compareRows(from: Row, to: Row): BlockChange[] {
  const old = new Map(from.cells.filter(isFilled).map((cell) => [columnOf(cell), cell]));
  const next = new Map(to.cells.filter(isFilled).map((cell) => [columnOf(cell), cell]));
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((column): BlockChange[] => {
    const [before, after] = [old.get(column), next.get(column)];
    if (before === undefined) return after === undefined ? [] : [inserted(after, 'cell')];
    if (after === undefined) return [deleted(before, 'cell')];
    const isSame = valueOf(before) === valueOf(after) || (after.formula !== undefined && movedValue(before, after) === after.formula);
    return isSame
      ? []
      : [{ change: 'changed', type: 'cell', from: before.address, to: after.address, before: valueOf(before), after: valueOf(after) }];
  });
}

const asBlock = (row: Row): ComparedBlock => ({
  address: row.address,
  type: 'row',
  text: row.cells.map(({ text }) => text).join('\t'),
  cells: row.cells,
});

const filledRows = ({ rows = [] }: AddressedBlock): Row[] => rows.filter((row) => row.cells.some(isFilled));

/** Rows in their places, where none came or went; else by what they hold. */
function pairRows(from: readonly Row[], to: readonly Row[], align: Align): [Row | null, Row | null][] {
  const old = new Map(from.map((row) => [rowNumber(row), row]));
  if (from.length === to.length && to.every((row) => old.has(rowNumber(row))))
    return to.map((row) => [old.get(rowNumber(row)) ?? null, row]);
  const rows = new Map([...from, ...to].map((row) => [row, asBlock(row)]));
  const [fromByBlock, toByBlock] = [from, to].map((side) => new Map(side.map((row) => [rows.get(row), row])));
  return align(
    from.flatMap((row) => rows.get(row) ?? []),
    to.flatMap((row) => rows.get(row) ?? []),
  ).map(([one, other]) => [(one && fromByBlock?.get(one)) ?? null, (other && toByBlock?.get(other)) ?? null]);
}

function compareSheet(from: AddressedBlock, to: AddressedBlock, align: Align): BlockChange[] {
  return pairRows(filledRows(from), filledRows(to), align).flatMap(([old, next]): BlockChange[] => {
    if (old && next) return compareRows(old, next);
    const row = old ?? next;
    if (row === null) return [];
    const one = row.cells.filter(isFilled);
    // a row of one cell is told as that cell
    const cell = one.length === 1 ? one[0] : undefined;
    const told: Cell = cell ?? { address: row.address, text: one.map(valueOf).join('\t') };
    const type = cell === undefined ? 'row' : 'cell';
    return [next ? inserted(told, type) : deleted(told, type)];
  });
}

/** @param align as blocks of texts are lined up */
export function compareSheets(from: readonly AddressedBlock[], to: readonly AddressedBlock[], align: Align): BlockChange[] {
  const old = new Map(from.map((sheet) => [sheet.text.toLowerCase(), sheet]));
  const names = new Set(to.map(({ text }) => text.toLowerCase()));
  const gone = from.filter(({ text }) => !names.has(text.toLowerCase()));
  const told = (sheet: AddressedBlock): Cell => ({ address: sheet.address, text: sheet.text });
  return [
    ...to.flatMap((sheet) => {
      const before = old.get(sheet.text.toLowerCase());
      return before === undefined ? [inserted(told(sheet), 'sheet')] : compareSheet(before, sheet, align);
    }),
    ...gone.map((sheet) => deleted(told(sheet), 'sheet')),
  ];
}
