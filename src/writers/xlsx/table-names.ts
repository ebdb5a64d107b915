/** Names of table objects: from the author's anchor, caption or sheet; unique among all names of the workbook (ECMA-376-1 §18.5.1.2). */
import type { TablePlan, WorkbookPlan } from './plan.ts';

const CHARS_MAX = 60;
const CELL_LIKE = /^(?:[a-z]{1,3}\d+|r\d*c?\d*|c\d*|true|false)$/i;

export function nameTables(book: WorkbookPlan): void {
  const taken = new Set(book.names.map(({ name }) => name.toLowerCase()));
  for (const table of book.tables) {
    const name = unique(baseName(table, book), taken);
    if (table.name !== '') {
      table.name = name;
      taken.add(name.toLowerCase());
    }
    table.aliases.push(name.toLowerCase());
  }
}

function baseName(table: TablePlan, book: WorkbookPlan): string {
  const sheet = book.sheets[table.sheet];
  const wanted =
    table.aliases[0] === undefined
      ? (sheet?.title ?? '')
      : table.description !== ''
        ? table.description
        : sheet?.tables[0] === table
          ? sheet.title
          : table.aliases[0];
  const words = wanted
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const joined = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .slice(0, CHARS_MAX)
    .toWellFormed()
    .replaceAll('\ufffd', '');
  if (joined === '') return 'Table';
  return CELL_LIKE.test(joined) || /^\d/.test(joined) ? `Table_${joined}` : joined;
}

function unique(base: string, taken: ReadonlySet<string>): string {
  let name = base;
  for (let n = 2; taken.has(name.toLowerCase()) || CELL_LIKE.test(name); n++) name = `${base}_${n}`;
  return name;
}
