/** Formulas as a file holds them → trees in their places. */
import {
  FormulaFault,
  mapReferences,
  type PlacedFormula,
  type PlacedReference,
  type WrittenFormula,
  type WrittenReference,
} from '../../spreadsheet/formula-tree.ts';
import { parseFormula } from '../../spreadsheet/read-formula.ts';
import type { WorkbookView } from '../workbook-view.ts';
import { COLUMNS_MAX, ROWS_MAX, type Corner } from '../../spreadsheet/cell-names.ts';
import type { CellFormula } from './cells.ts';

export type PlaceableBook = Pick<WorkbookView, 'sheets' | 'tables' | 'names'>;

/** A formula's tree; undefined for what is not understood here, which an office program may well do. */
export function createPlacer(
  book: PlaceableBook,
): (formula: Pick<CellFormula, 'text' | 'down' | 'across' | 'many'>, sheet: number) => PlacedFormula | undefined {
  const parsed = new Map<string, WrittenFormula | undefined>();
  const sheets = new Map(book.sheets.map(({ name }, i) => [name.toLowerCase(), i]));
  const parse = (text: string): WrittenFormula | undefined => {
    if (parsed.has(text)) return parsed.get(text);
    let tree: WrittenFormula | undefined;
    try {
      tree = parseFormula(text);
    } catch (error) {
      if (!(error instanceof FormulaFault)) throw error;
    }
    parsed.set(text, tree);
    return tree;
  };
  return ({ text, down, across, many }, sheet) => {
    const written = many ? undefined : parse(text);
    if (!written) return undefined;
    try {
      const here = { book, sheets, sheet, down, across };
      return mapReferences(written, (reference) => placeReference(reference, here));
    } catch (error) {
      if (!(error instanceof FormulaFault)) throw error;
      return undefined;
    }
  };
}

interface Here {
  book: PlaceableBook;
  sheets: ReadonlyMap<string, number>;
  sheet: number;
  down: number;
  across: number;
}

function placeReference(reference: WrittenReference, here: Here): PlacedReference {
  const { book } = here;
  switch (reference.kind) {
    case 'cells': {
      const from = moved(reference.from, here);
      const to = reference.to && moved(reference.to, here);
      const end = to ?? from;
      return {
        kind: 'area',
        sheet: sheetNamed(reference.sheet, here),
        top: Math.min(from.row, end.row),
        bottom: Math.max(from.row, end.row),
        left: Math.min(from.column, end.column),
        right: Math.max(from.column, end.column),
        from,
        to,
      };
    }
    case 'whole_columns': {
      const sheet = sheetNamed(reference.sheet, here);
      const bottom = Math.max(0, book.sheets[sheet]?.last.row ?? 0);
      const corner = (column: number, row: number): Corner => ({ column, row, columnFixed: true, rowFixed: true });
      return {
        kind: 'area',
        sheet,
        top: 0,
        bottom,
        left: reference.from,
        right: reference.to,
        from: corner(reference.from, 0),
        to: corner(reference.to, bottom),
      };
    }
    case 'columns': {
      const table = book.tables.find(({ name }) => name.toLowerCase() === reference.table?.toLowerCase());
      if (!table) throw new FormulaFault('there is no such table');
      const find = (name: string): number => {
        const found = table.columns.findIndex((column) => plain(column) === plain(name));
        if (found < 0) throw new FormulaFault('there is no such column');
        return found;
      };
      const from = reference.from === undefined ? 0 : find(reference.from);
      const to = reference.to === undefined ? (reference.from === undefined ? table.columns.length - 1 : from) : find(reference.to);
      return { kind: 'table', table: table.index, part: reference.part ?? 'data', from: Math.min(from, to), to: Math.max(from, to) };
    }
    case 'name':
      return named(reference.name, here);
  }
}

const plain = (name: string): string => name.replaceAll(/\s+/g, ' ').trim().toLowerCase();

function moved(corner: Corner, { down, across }: Here): Corner {
  const wrap = (value: number, most: number): number => ((value % most) + most) % most;
  return {
    ...corner,
    row: corner.rowFixed ? corner.row : wrap(corner.row + down, ROWS_MAX),
    column: corner.columnFixed ? corner.column : wrap(corner.column + across, COLUMNS_MAX),
  };
}

function sheetNamed(name: string | undefined, { sheet, sheets }: Here): number {
  const found = name === undefined ? sheet : sheets.get(name.toLowerCase());
  if (found === undefined) throw new FormulaFault('there is no such sheet');
  return found;
}

function named(name: string, { book, sheet }: Here): PlacedReference {
  const wanted = name.toLowerCase();
  const own = book.names.findIndex((one) => one.name.toLowerCase() === wanted && one.sheet === sheet);
  const found = own >= 0 ? own : book.names.findIndex((one) => one.name.toLowerCase() === wanted && one.sheet === undefined);
  if (found >= 0) return { kind: 'defined', name: found };
  const table = book.tables.find((one) => one.name.toLowerCase() === wanted);
  if (!table) throw new FormulaFault('there is no such name');
  return { kind: 'table', table: table.index, part: 'data', from: 0, to: table.columns.length - 1 };
}
