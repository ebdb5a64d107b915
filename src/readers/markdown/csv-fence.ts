/** A fence of comma-separated values (RFC 4180) → a table, for workbooks. It is data: what begins with `=` in it is text. */
import type { Table, TableRow } from '../../document/block.ts';
import { COLUMNS_MAX } from './pipe-table.ts';

export const CSV_LANGUAGES = /^(?:csv|tsv)$/i;
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Of so many records and characters the separator is judged. */
const JUDGED = 50;
const JUDGED_CHARS = 100_000;

/**
 * The separator that divides most of the first records into the same number of cells, and of several that do, the one with the most cells.
 * What is quoted has no say, also over the ends of lines, and neither have titles and notes, which no separator divides, nor commas
 * that are within figures where semicolons divide.
 */
function separatorOf(text: string): string {
  const start = text.slice(0, JUDGED_CHARS);
  const lines = start
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, JUDGED);
  let best: { separator: string; alike: number; cells: number } = { separator: ',', alike: 0, cells: 0 };
  for (const separator of SEPARATORS) {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const cells = line.split(separator).length;
      if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1);
    }
    for (const [cells, alike] of counts) {
      const figures =
        best.separator === ',' && separator === ';' && alike === best.alike && lines.every((line) => !/(?<!\d),|,(?!\d)/.test(line));
      if (alike > best.alike || (alike === best.alike && (figures || cells > best.cells))) best = { separator, alike, cells };
    }
  }
  return best.separator;
}

/** Cells of each line; a quoted cell may hold separators, line breaks and doubled quotes. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^\\n${separator === '\t' ? '\\t' : `\\${separator}`}]*))(${separator === '\t' ? '\\t' : `\\${separator}`}|\\n|$)`,
    'gy',
  );
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [all, quoted, bare = '', end] = match;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? bare).trim());
    if (end === '\n') rows.push([]);
    if (end === '' || all === '') break;
  }
  return rows.filter((row) => row.some((one) => one !== ''));
}

/** Cells of a table, those that fill up short rows among them. */
const CELLS_MAX = 4_000_000;

/** @returns undefined where the text is no table: a single row or column, or more columns than `columnsMax` */
export function readCsvFence(text: string, columnsMax = COLUMNS_MAX): Table | undefined {
  const rows = cellsOf(text.trimEnd(), separatorOf(text));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (rows.length < 2 || width < 2 || width > columnsMax || rows.length * width > CELLS_MAX) return undefined;
  return {
    id: '',
    type: 'table',
    columns: Array.from({ length: width }, () => ({})),
    header_rows: 1,
    rows: rows.map((row): TableRow => ({
      cells: Array.from({ length: width }, (_, at) => ({ runs: row[at] ? [{ text: row[at] }] : [] })),
    })),
  };
}
