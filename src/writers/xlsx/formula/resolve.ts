/**
 * What the author names → places in the workbook. Cells are counted as the author sees them: A1 is the first header cell
 * of the table that the formula is in, or of the first table of the sheet that it names; titles and margins that are
 * put around it do not count.
 */
import type { Corner } from '../../../spreadsheet/cell-names.ts';
import type { SheetPlan, TablePlan, WorkbookPlan } from '../plan.ts';
import {
  FormulaFault,
  mapReferences,
  type PlacedFormula,
  type PlacedReference,
  type StructuredPart,
  type WrittenFormula,
  type WrittenReference,
} from '../../../spreadsheet/formula-tree.ts';
import { takesColumn } from '../../../spreadsheet/formula-functions.ts';

export interface FormulaPlace {
  sheet: number;
  /** The table in which the formula stands, or to which it belongs. */
  table: TablePlan | undefined;
  /** In a row of the table's body: `[Column]` is the cell of that row. */
  inBody: boolean;
  /** Called where a sheet has several tables with the columns that are asked for, and which one is taken. */
  several?(taken: TablePlan, name: string): void;
}

const plain = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** @throws FormulaFault where a name, column, table or sheet is not there */
export function placeFormula(written: WrittenFormula, place: FormulaPlace, book: WorkbookPlan): PlacedFormula {
  return mapReferences(written, (reference, within) =>
    placeReference(reference, place, book, within !== undefined && takesColumn(within.name, within.index, within.count)),
  );
}

function placeReference(reference: WrittenReference, place: FormulaPlace, book: WorkbookPlan, asColumn: boolean): PlacedReference {
  switch (reference.kind) {
    case 'cells':
      return areaOf(reference, place, book);
    case 'whole_columns': {
      const table = tableFor(reference.sheet, place, book);
      if (!table) throw new FormulaFault('it names columns where there is no table');
      const last = table.columns.length - 1;
      if (reference.from > last) throw new FormulaFault('it names a column beyond its table');
      return { kind: 'table', table: table.index, part: 'data', from: reference.from, to: Math.min(reference.to, last) };
    }
    case 'columns':
      return columnsOf(reference, place, book, asColumn);
    case 'name':
      return namedOf(reference.name, place, book, asColumn);
  }
}

function sheetNamed(name: string, book: WorkbookPlan): SheetPlan {
  const found =
    book.sheets.find((sheet) => plain(sheet.title) === plain(name)) ?? book.sheets.find((sheet) => plain(sheet.name) === plain(name));
  if (!found) throw new FormulaFault(`there is no sheet "${name.slice(0, 60)}"`);
  return found;
}

function tableFor(sheet: string | undefined, place: FormulaPlace, book: WorkbookPlan): TablePlan | undefined {
  return sheet === undefined ? (place.table ?? book.sheets[place.sheet]?.tables[0]) : sheetNamed(sheet, book).tables[0];
}

function areaOf(
  { sheet, from, to }: Extract<WrittenReference, { kind: 'cells' }>,
  place: FormulaPlace,
  book: WorkbookPlan,
): PlacedReference {
  const table = tableFor(sheet, place, book);
  const target = sheet === undefined ? place.sheet : book.sheets.indexOf(sheetNamed(sheet, book));
  const [down, right] = table ? [table.top, table.left] : [0, 0];
  const move = (corner: Corner): Corner => ({ ...corner, row: corner.row + down, column: corner.column + right });
  const [first, last] = [move(from), move(to ?? from)];
  return {
    kind: 'area',
    sheet: target,
    top: Math.min(first.row, last.row),
    bottom: Math.max(first.row, last.row),
    left: Math.min(first.column, last.column),
    right: Math.max(first.column, last.column),
    from: first,
    to: to && last,
  };
}

export function findColumn(table: TablePlan, name: string): number {
  return table.columns.findIndex((column) => plain(column.name) === plain(name));
}

function columnsOf(
  reference: Extract<WrittenReference, { kind: 'columns' }>,
  place: FormulaPlace,
  book: WorkbookPlan,
  asColumn: boolean,
): PlacedReference {
  const wanted = [reference.from, reference.to].filter((name) => name !== undefined);
  const table =
    reference.table === undefined
      ? (place.table ?? book.sheets[place.sheet]?.tables.at(-1))
      : tableNamed(reference.table, book, { columns: wanted, place });
  if (!table)
    throw new FormulaFault(
      reference.table === undefined ? 'it names a column where there is no table' : `there is no table "${reference.table.slice(0, 60)}"`,
    );
  const find = (name: string): number => {
    const found = findColumn(table, name);
    if (found < 0) throw new FormulaFault(`there is no column "${name.slice(0, 60)}"`);
    return found;
  };
  const from = reference.from === undefined ? 0 : find(reference.from);
  const to = reference.to === undefined ? (reference.from === undefined ? table.columns.length - 1 : from) : find(reference.to);
  const own = place.inBody && table === place.table;
  if (reference.part === 'this' && !own) throw new FormulaFault('"@" means the row of a table, and it is in none');
  const part: StructuredPart = reference.part ?? (own && reference.table === undefined && (!asColumn || from !== to) ? 'this' : 'data');
  if (part === 'totals' && !table.hasTotal) throw new FormulaFault('the table has no total row');
  return { kind: 'table', table: table.index, part, from: Math.min(from, to), to: Math.max(from, to) };
}

/** Letters and digits alone: `Sales_Plan`, `SalesPlan` and `Sales plan` are one name. */
const compact = (name: string): string => plain(name).replaceAll(/[^\p{L}\p{N}]+/gu, '');

/**
 * The table of that name: its own name or caption first, then the name of its sheet. Of several tables on a sheet it is the
 * one that has the columns, nearest to the top; where more than one has them, that is reported.
 */
function tableNamed(
  name: string,
  book: WorkbookPlan,
  { columns, place }: { columns: readonly string[]; place: FormulaPlace },
): TablePlan | undefined {
  const holds = (table: TablePlan): boolean => columns.every((column) => findColumn(table, column) >= 0);
  const named = book.tables.filter(({ aliases }) => aliases.some((alias) => compact(alias) === compact(name)));
  const sheets = book.sheets.filter((sheet) => [sheet.title, sheet.name].some((one) => compact(one) === compact(name)));
  const onSheets = sheets.flatMap((sheet) => sheet.tables);
  const found = named.find(holds) ?? onSheets.find(holds) ?? named[0] ?? onSheets[0];
  const others = onSheets.filter((table) => table !== found && holds(table));
  if (found && columns.length > 0 && others.length > 0 && onSheets.includes(found) && !isCalled(found, name)) place.several?.(found, name);
  return found;
}

/** By a name that is the table's own, and not that of its sheet. */
const isCalled = (table: TablePlan, name: string): boolean => table.description !== '' && compact(table.description) === compact(name);

function namedOf(name: string, place: FormulaPlace, book: WorkbookPlan, asColumn: boolean): PlacedReference {
  const defined = book.names.findIndex((one) => one.name.toLowerCase() === name.toLowerCase());
  if (defined >= 0) return { kind: 'defined', name: defined };
  const column = place.table ? findColumn(place.table, name.replaceAll('_', ' ')) : -1;
  const exact = place.table ? findColumn(place.table, name) : -1;
  const found = exact >= 0 ? exact : column;
  if (place.table && found >= 0)
    return { kind: 'table', table: place.table.index, part: place.inBody && !asColumn ? 'this' : 'data', from: found, to: found };
  const table = tableNamed(name, book, { columns: [], place });
  if (table) return { kind: 'table', table: table.index, part: 'data', from: 0, to: table.columns.length - 1 };
  throw new FormulaFault(`"${name.slice(0, 60)}" is no name, column or table`);
}
