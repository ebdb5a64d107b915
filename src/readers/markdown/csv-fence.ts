/** A fence of comma-separated values (RFC 4180) → a table, for workbooks. It is data: what begins with `=` in it is text. */
import type { Table, TableRow } from '../../document/block.ts';
import { COLUMNS_MAX } from './pipe-table.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

export const CSV_LANGUAGES = /^(?:csv|tsv)$/i;
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The separator that divides the first lines into the most cells, alike in each. */
function separatorOf(text: string): string {
  const lines = text.split('\n', 20).map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const counts = SEPARATORS.map((separator) =>
    minOf(lines.filter((line) => line.trim() !== '').map((line) => line.split(separator).length)),
  );
  const best = counts.indexOf(maxOf(counts));
  return SEPARATORS[best] ?? ',';
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

/** undefined where the text is no table: a single column, or more columns than a table takes. */
export function readCsvFence(text: string): Table | undefined {
  const rows = cellsOf(text.trimEnd(), separatorOf(text));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (rows.length < 2 || width < 2 || width > COLUMNS_MAX) return undefined;
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
