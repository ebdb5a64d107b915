/** Rows of a sheet's template and where they come out: once, many times, or not at all. */
import { ROWS_MAX } from '../../spreadsheet/cell-names.ts';
import { cellsText, rewriteReferences, type FormulaReference } from '../../spreadsheet/formula-references.ts';
import type { RowMap } from '../xlsx/mechanics/shift.ts';
import type { Scope } from './scope.ts';

/** In which copy of which blocks a row is, outer ones first. */
export type Copy = readonly { block: number; copy: number }[];

export interface OutputRow {
  /** Of the template. */
  row: number;
  /** Of the filled sheet. */
  number: number;
  scope: Scope;
  within: Copy;
  /** Stands for a loop that has no records: without its values. */
  blank: boolean;
}

export interface SheetRows {
  outputs: readonly OutputRow[];
  /** Rows behind all of the template's go down by this. */
  growth: number;
  /** Last row of the template that was looked at. */
  last: number;
  byRow: ReadonlyMap<number, readonly OutputRow[]>;
  map: RowMap;
}

/** @param last of the template's rows, all of which are accounted for in `outputs`, in the order of the filled sheet */
export function mapRows(outputs: readonly OutputRow[], last: number): SheetRows {
  const byRow = new Map<number, OutputRow[]>();
  for (const output of outputs) {
    const known = byRow.get(output.row);
    if (known === undefined) byRow.set(output.row, [output]);
    else known.push(output);
  }
  const growth = outputs.length - last;
  const beyond = (row: number): number | null => (row + growth > ROWS_MAX ? null : row + growth);
  const map: RowMap = {
    index: (row) => (row > last ? beyond(row) : (byRow.get(row)?.[0]?.number ?? null)),
    span(first, to) {
      const [start, end] = [startOf(byRow, first, Math.min(to, last)), endOf(byRow, Math.max(1, first), Math.min(to, last))];
      const [from, until] = [start ?? (to > last ? beyond(Math.max(first, last + 1)) : null), to > last ? (beyond(to) ?? ROWS_MAX) : end];
      return from === null || until === undefined || until === null ? null : [from, until];
    },
    copies(first, to) {
      const [heads, tails] = [byRow.get(first) ?? [], byRow.get(to) ?? []];
      const copied = heads.length !== 1 || (heads[0]?.within.length ?? 0) > 0;
      if (first > last || !copied || heads.length !== tails.length) return undefined;
      return heads.map((head, at) => [head.number, tails[at]?.number ?? head.number]);
    },
  };
  return { outputs, growth, last, byRow, map };
}

type ByRow = ReadonlyMap<number, readonly OutputRow[]>;

function startOf(byRow: ByRow, from: number, to: number): number | undefined {
  for (let row = from; row <= to; row++) {
    const found = byRow.get(row)?.[0];
    if (found !== undefined) return found.number;
  }
  return undefined;
}

function endOf(byRow: ByRow, from: number, to: number): number | undefined {
  for (let row = to; row >= from; row--) {
    const found = byRow.get(row)?.at(-1);
    if (found !== undefined) return found.number;
  }
  return undefined;
}

const isWithin = (row: OutputRow, copy: Copy, depth: number): boolean =>
  copy.slice(0, depth).every((one, at) => row.within[at]?.block !== one.block || row.within[at]?.copy === one.copy);

/** Copies of a row that belong to the same round of the loops around both. */
const nearOf = ({ byRow }: SheetRows, row: number, from: OutputRow, depth = from.within.length): OutputRow[] =>
  (byRow.get(row) ?? []).filter((one) => isWithin(one, from.within, depth));

/** The reference as it reads in one copy of a row: what it means within the same round, and the round before where it named the row above. */
function moveInCopy(rows: SheetRows, { kind, from, to }: FormulaReference, home: OutputRow): string | null | undefined {
  if (kind === 'columns') return undefined;
  const beyond = (row: number): number => row + rows.growth;
  const near = (row: number): OutputRow[] => nearOf(rows, row, home);
  if (kind === 'cell') {
    const above = !from.rowFixed && from.row === home.row - 1 && home.number > 1 ? previousOf(rows, home) : undefined;
    const number = above ?? (from.row > rows.last ? beyond(from.row) : near(from.row)[0]?.number);
    return number === undefined ? null : cellsText({ kind, from: { ...from, row: number }, to: { ...from, row: number } });
  }
  // C$5:C5 adds up from the first copy on
  const isRunning = from.rowFixed && !to.rowFixed && home.within.length > 0;
  const first =
    from.row > rows.last
      ? beyond(from.row)
      : (isRunning ? nearOf(rows, from.row, home, home.within.length - 1) : firstNear(rows, from.row, to.row, near))[0]?.number;
  const last = to.row > rows.last ? beyond(to.row) : lastNear(from.row, to.row, near)?.number;
  if (first === undefined || last === undefined) return null;
  return cellsText({ kind, from: { ...from, row: first }, to: { ...to, row: last } });
}

function firstNear(rows: SheetRows, from: number, to: number, near: (row: number) => OutputRow[]): OutputRow[] {
  for (let row = from; row <= Math.min(to, rows.last); row++) if (near(row).length > 0) return near(row);
  return [];
}

function lastNear(from: number, to: number, near: (row: number) => OutputRow[]): OutputRow | undefined {
  for (let row = to; row >= from; row--) {
    const found = near(row).at(-1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The row before, where it is the round before of the same loop of one row: running balances go on. */
function previousOf({ outputs, byRow }: SheetRows, home: OutputRow): number | undefined {
  const before = outputs[home.number - 2];
  const inner = home.within.at(-1);
  const alone = inner !== undefined && inner.copy > 0 && before?.row === home.row && (byRow.get(home.row)?.length ?? 0) > 1;
  return alone ? before.number : undefined;
}

const SUMS =
  /\b(SUM|AVERAGE|COUNT|COUNTA|MIN|MAX|PRODUCT|MEDIAN|STDEV|STDEVP|VAR|VARP)\(\s*((?:'[^']+'!|[\p{L}_][\p{L}\p{N}_.]*!)?)(\$?[A-Z]{1,3}\$?[0-9]{1,7})\s*\)/giu;

/** SUM(C5) of a template's row means all its copies. */
const openSums = (formula: string): string =>
  formula.replaceAll(SUMS, (_, name: string, sheet: string, cell: string) => `${name}(${sheet}${cell}:${cell})`);

export interface MovedFormula {
  text: string;
  resized: boolean;
}

/**
 * A formula after the rows of sheets have come several times.
 * @param rowsOf sheets whose rows have moved, by their names in lower case
 * @param place the sheet of the formula, and the copy of the row that it is in
 * @param opens whether a single cell of a repeated row means all its copies: in charts and names
 */
export function moveFormula(
  formula: string,
  rowsOf: ReadonlyMap<string, SheetRows>,
  { sheet, home, opens = false }: { sheet: string | undefined; home?: OutputRow | undefined; opens?: boolean },
): MovedFormula {
  let resized = false;
  const own = sheet?.toLowerCase();
  const text = rewriteReferences(openSums(formula), (reference) => {
    const { sheets, prefix, kind, from, to } = reference;
    if (kind === 'columns' || (sheets !== undefined && sheets.first.toLowerCase() !== sheets.last.toLowerCase())) return undefined;
    const named = sheets?.first.toLowerCase() ?? own;
    const rows = named === undefined ? undefined : rowsOf.get(named);
    if (rows === undefined) return undefined;
    if (home !== undefined && named === own && home.within.length > 0) {
      const moved = moveInCopy(rows, reference, home);
      return moved === undefined ? undefined : prefix + (moved ?? '#REF!');
    }
    const span = kind === 'cell' && !opens ? single(rows, from.row) : rows.map.span(Math.min(from.row, to.row), Math.max(from.row, to.row));
    if (span === null) {
      resized = true;
      return `${prefix}#REF!`;
    }
    if (span[1] - span[0] !== Math.abs(to.row - from.row)) resized = true;
    const wide = kind === 'cell' && span[0] !== span[1] ? 'area' : kind;
    return prefix + cellsText({ kind: wide, from: { ...from, row: span[0] }, to: { ...to, row: span[1] } });
  });
  return { text: text === openSums(formula) && !resized ? formula : text, resized };
}

const single = ({ map }: SheetRows, row: number): [number, number] | null => {
  const number = map.index(row);
  return number === null ? null : [number, number];
};
