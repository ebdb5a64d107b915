/** Names of table objects: from the author's anchor, the sheet or the caption; unique among all names of the workbook (ECMA-376-1 §18.5.1.2). */
import type { TablePlan, WorkbookPlan } from './plan.ts';

/** Short enough to be read inside of a formula. */
const CHARS_MAX = 24;
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

/** The anchor that the author gave; the sheet's name for its first table; else the first words of the caption. */
function baseName(table: TablePlan, book: WorkbookPlan): string {
  const sheet = book.sheets[table.sheet];
  const byCaption = table.description !== '' && (sheet?.tables[0] !== table || sheet.blockId === '');
  const words = (table.anchor ?? (!byCaption ? (sheet?.title ?? '') : table.description))
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  let joined = '';
  for (const word of words) {
    if (joined !== '' && joined.length + word.length > CHARS_MAX) break;
    joined += word;
  }
  joined = joined.slice(0, CHARS_MAX).toWellFormed().replaceAll('\ufffd', '');
  if (joined === '') return 'Table';
  return CELL_LIKE.test(joined) || /^\d/.test(joined) ? `Table_${joined}` : joined;
}

function unique(base: string, taken: ReadonlySet<string>): string {
  let name = base;
  for (let n = 2; taken.has(name.toLowerCase()) || CELL_LIKE.test(name); n++) name = `${base}_${n}`;
  return name;
}
