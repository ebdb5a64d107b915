/**
 * `<table>` … `</table>` as a block of its own → a table: rows, header cells, spans, caption. One that is nested, too wide
 * or not closed stays what other HTML is here, text without its tags.
 */
import type { StateBlock } from 'markdown-it';
import type { Block, Table, TableCell, TableRow } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { settleRows } from './grid-table.ts';
import { COLUMNS_MAX } from './pipe-table.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';
import { readRuns } from './runs.ts';

const LINES_MAX = 20_000;
const TAG = /<(\/?)(table|thead|tbody|tfoot|tr|td|th|caption|colgroup|col)\b([^<>]*)>/gi;

/** Block rule: takes the lines up to the one that ends with `</table>`. */
export function readHtmlTableBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || !/^<table[\s>]/i.test(state.src.slice(start, start + 7))) return false;
  let line = startLine;
  for (const last = Math.min(endLine, startLine + LINES_MAX); ; line++) {
    if (line >= last) return false;
    const text = state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
    // Looking no further than the next table keeps a text full of openers linear.
    if (line > startLine && /<table\b/i.test(text)) return false;
    if (/<\/table>\s*$/i.test(text)) break;
  }
  const content = state.getLines(startLine, line + 1, state.blkIndent, false);
  if (!isPlain(content)) return false;
  if (silent) return true;
  const token = state.push('html_table', '', 0);
  token.content = content;
  token.map = [startLine, line + 1];
  state.line = line + 1;
  return true;
}

/** One table, and cells in rows only. */
function isPlain(content: string): boolean {
  const opened = content.match(/<table\b/gi)?.length ?? 0;
  return opened === 1 && /<t[dh]\b/i.test(content);
}

interface Draft {
  rows: { cells: TableCell[]; header: boolean }[];
  caption: Run[];
  /** Text that is in no cell. */
  stray: string[];
}

/** @param readInner what a cell that holds more than running text is read with */
export function readHtmlTable(content: string, reading: Reading, line: number | undefined, readInner: (text: string) => Block[]): Block[] {
  const draft = readDraft(content, reading, line, readInner);
  const rows = draft.rows.map(({ cells }): TableRow => ({ cells }));
  const width = settleRows(rows);
  const stray = draft.stray
    .map((text): Block => ({ id: '', type: 'paragraph', runs: readRuns(text, reading, line) }))
    .filter((block) => block.type === 'paragraph' && block.runs.length > 0);
  if (width === 0 || width > COLUMNS_MAX) {
    addNote(
      reading,
      { code: 'table_too_wide', severity: 'warning', message: `A table in HTML has ${width} columns; its cells follow as text.` },
      line,
    );
    const texts = rows.flatMap((row) =>
      row.cells.flatMap((cell): Block[] => cell.blocks ?? (cell.runs.length > 0 ? [{ id: '', type: 'paragraph', runs: cell.runs }] : [])),
    );
    return [...(draft.caption.length > 0 ? [{ id: '', type: 'paragraph', runs: draft.caption } satisfies Block] : []), ...texts, ...stray];
  }
  addNote(
    reading,
    { code: 'html_table', severity: 'info', message: 'A table in HTML was read as a table; its styles were left out.' },
    line,
  );
  const body = draft.rows.findIndex((row) => !row.header);
  const table: Table = {
    id: '',
    type: 'table',
    columns: Array.from({ length: width }, () => ({})),
    header_rows: body < 0 ? Math.min(1, rows.length) : body,
    rows,
  };
  if (draft.caption.length > 0) table.caption = draft.caption;
  return [table, ...stray];
}

const CELL_BLOCKS = /<(?:ul|ol|dl|h[1-6]|pre|blockquote|p)(?=[\s>])/i;

function readDraft(content: string, reading: Reading, line: number | undefined, readInner: (text: string) => Block[]): Draft {
  const draft: Draft = { rows: [], caption: [], stray: [] };
  let cell: TableCell | undefined;
  let inCaption = false;
  let inHead = false;
  let from = 0;
  const take = (to: number): void => {
    const text = content.slice(from, to).replaceAll(/\s+/g, ' ').trim();
    if (text === '') return;
    if (cell && CELL_BLOCKS.test(text)) {
      const blocks = readInner(content.slice(from, to));
      const [only] = blocks;
      if (blocks.length === 1 && only?.type === 'paragraph') cell.runs = only.runs;
      else if (blocks.length > 0) cell.blocks = blocks;
    } else if (cell) cell.runs = readRuns(text, reading, line);
    else if (inCaption) draft.caption = readRuns(text, reading, line);
    else draft.stray.push(text);
  };
  for (const match of content.matchAll(TAG)) {
    const [whole, slash, name = '', attributes = ''] = match;
    take(match.index);
    from = match.index + whole.length;
    const tag = name.toLowerCase();
    cell = undefined;
    inCaption = tag === 'caption' && slash === '';
    if (tag === 'thead') inHead = slash === '';
    if (slash === '/') continue;
    if (tag === 'tr') draft.rows.push({ cells: [], header: inHead });
    if (tag !== 'td' && tag !== 'th') continue;
    cell = beginCell(attributes);
    addCell(draft, cell, tag === 'th' || inHead);
  }
  take(content.length);
  return draft;
}

function addCell(draft: Draft, cell: TableCell, header: boolean): void {
  const row = draft.rows.at(-1) ?? { cells: [], header: false };
  if (draft.rows.length === 0) draft.rows.push(row);
  // A row is a header row if each of its cells is a header.
  row.header = header && (row.header || row.cells.length === 0);
  row.cells.push(cell);
}

function beginCell(attributes: string): TableCell {
  const cell: TableCell = { runs: [] };
  for (const key of ['colspan', 'rowspan'] as const) {
    const span = Number(new RegExp(`\\b${key}\\s*=\\s*["']?(\\d{1,3})\\b`, 'i').exec(attributes)?.[1] ?? 1);
    if (span >= 2) cell[key] = span;
  }
  return cell;
}
