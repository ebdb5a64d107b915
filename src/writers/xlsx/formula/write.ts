/** Placed formulas as the file spells them: English names, commas, structured references with their table (ECMA-376-1 §18.17). */
import { columnLetters, type Corner } from '../../../spreadsheet/cell-names.ts';
import { bodyTop, type TablePlan, type WorkbookPlan } from '../plan.ts';
import { isError, type PlacedFormula, type PlacedReference, type Scalar } from '../../../spreadsheet/formula-tree.ts';
import { storedName } from '../../../spreadsheet/formula-functions.ts';

/** The cell that a formula is in. */
export interface FormulaHome {
  sheet: number;
  row: number;
}

export function writeFormula(tree: PlacedFormula, home: FormulaHome, book: WorkbookPlan): string {
  const write = (part: PlacedFormula): string => {
    switch (part.kind) {
      case 'literal':
        return writeLiteral(part.value);
      case 'missing':
        return '';
      case 'group':
        return `(${write(part.inner)})`;
      case 'unary':
        return part.operator === '%' ? `${write(part.operand)}%` : part.operator + write(part.operand);
      case 'binary':
        return write(part.left) + part.operator + write(part.right);
      case 'call':
        return `${storedName(part.name)}(${part.arguments.map(write).join(',')})`;
      case 'reference':
        return writeReference(part.reference, home, book);
    }
  };
  return write(tree);
}

function writeLiteral(value: Scalar): string {
  if (isError(value)) return value.error;
  if (typeof value === 'string') return `"${value.replaceAll('"', '""')}"`;
  return value === true ? 'TRUE' : value === false ? 'FALSE' : String(value ?? '');
}

export const fixedName = (row: number, column: number): string => `$${columnLetters(column)}$${row + 1}`;

/** Sheet names that could be read as anything else are in apostrophes. */
export function quoteSheet(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !/^(?:[a-z]{1,3}\d+|r\d*c?\d*|c\d*|true|false)$/i.test(name)
    ? name
    : `'${name.replaceAll("'", "''")}'`;
}

const corner = ({ row, column, rowFixed, columnFixed }: Corner): string =>
  `${columnFixed ? '$' : ''}${columnLetters(column)}${rowFixed ? '$' : ''}${row + 1}`;

function writeReference(reference: PlacedReference, home: FormulaHome, book: WorkbookPlan): string {
  switch (reference.kind) {
    case 'area': {
      const prefix = reference.sheet === home.sheet ? '' : `${quoteSheet(book.sheets[reference.sheet]?.name ?? '')}!`;
      return `${prefix}${corner(reference.from)}${reference.to ? `:${corner(reference.to)}` : ''}`;
    }
    case 'defined':
      return book.names[reference.name]?.name ?? '#NAME?';
    case 'table': {
      const table = book.tables[reference.table];
      if (!table) return '#REF!';
      return table.name === '' ? areaReference(table, reference, home, book) : structured(table, reference);
    }
  }
}

type TableReference = Extract<PlacedReference, { kind: 'table' }>;

const bracketed = (table: TablePlan, column: number): string => `[${(table.columns[column]?.name ?? '').replaceAll(/['[\]#@]/g, "'$&")}]`;

const ITEMS = { this: '#This Row', headers: '#Headers', totals: '#Totals', all: '#All', data: '#Data' } as const;

function structured(table: TablePlan, { part, from, to }: TableReference): string {
  const whole = from === 0 && to === table.columns.length - 1;
  const columns = from === to ? bracketed(table, from) : `${bracketed(table, from)}:${bracketed(table, to)}`;
  // names with signs in them are in brackets of their own
  const simple = /^[\p{L}\p{N}_ ]+$/u.test(table.columns[from]?.name ?? '');
  if (part === 'data')
    return whole && from !== to ? `${table.name}[]` : from === to && simple ? `${table.name}${columns}` : `${table.name}[${columns}]`;
  if (whole && part !== 'this' && from !== to) return `${table.name}[${ITEMS[part]}]`;
  return `${table.name}[[${ITEMS[part]}],${columns}]`;
}

/** Rows of a part of a table, 0-based and inclusive. */
export function partRows(table: TablePlan, part: TableReference['part'], row: number): [top: number, bottom: number] {
  const first = bodyTop(table);
  switch (part) {
    case 'this':
      return [row, row];
    case 'data':
      return [first, first + table.rowCount - 1];
    case 'headers':
      return [first - 1, first - 1];
    case 'totals':
      return [table.bottom, table.bottom];
    case 'all':
      return [table.top, table.bottom];
  }
}

/** A table without an object of its own has only cells to be named by. */
function areaReference(table: TablePlan, { part, from, to }: TableReference, home: FormulaHome, book: WorkbookPlan): string {
  const [top, bottom] = partRows(table, part, home.row);
  const prefix = table.sheet === home.sheet ? '' : `${quoteSheet(book.sheets[table.sheet]?.name ?? '')}!`;
  if (part === 'this')
    return (
      prefix +
      [from, to]
        .slice(0, from === to ? 1 : 2)
        .map((column) => `$${columnLetters(table.left + column)}${top + 1}`)
        .join(':')
    );
  const range = `${fixedName(top, table.left + from)}:${fixedName(bottom, table.left + to)}`;
  return prefix + range;
}
