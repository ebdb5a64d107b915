/**
 * Pipe tables (GFM 4.10), with bounds: a table of ten thousand columns is read up to `COLUMNS_MAX`, and what is
 * further right, or in a row longer than its header, is kept as text instead of being dropped as GFM allows.
 */
import type { StateBlock } from 'markdown-it';
import { addNote, readingOf } from './reading.ts';
import type { RawTable, TableAlign } from './reading.ts';

/** The most that Word takes (17.4.79 and its user interface agree on 63). */
export const COLUMNS_MAX = 63;

const DELIMITER_LINE = /^[|\-:][|\-: \t]*$/;

/** Text of the cells of a line: split at pipes without a backslash; the pipes at both ends are no cells. */
export function splitCells(line: string): string[] {
  const cells: string[] = [];
  let current = '';
  let from = 0;
  for (let at = line.indexOf('|'); at >= 0; at = line.indexOf('|', at + 1)) {
    if (at > 0 && line.charAt(at - 1) === '\\') {
      current += line.slice(from, at - 1);
      from = at;
      continue;
    }
    cells.push((current + line.slice(from, at)).trim());
    current = '';
    from = at + 1;
  }
  const last = (current + line.slice(from)).trim();
  if (line.startsWith('|')) cells.shift();
  if (last !== '' || cells.length === 0 || !line.endsWith('|')) cells.push(last);
  return cells;
}

function readAligns(line: string): (TableAlign | undefined)[] | null {
  const aligns: (TableAlign | undefined)[] = [];
  for (const cell of splitCells(line)) {
    if (!/^:?-+:?$/.test(cell)) return null;
    aligns.push(cell.endsWith(':') ? (cell.startsWith(':') ? 'center' : 'right') : cell.startsWith(':') ? 'left' : undefined);
  }
  return aligns;
}

function textOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
}

function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}

export function readPipeTable(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const delimiterLine = startLine + 1;
  if (delimiterLine >= endLine || (state.sCount[delimiterLine] ?? 0) < state.blkIndent) return false;
  const first = state.src.charCodeAt((state.bMarks[delimiterLine] ?? 0) + (state.tShift[delimiterLine] ?? 0));
  if (first !== 124 && first !== 45 && first !== 58) return false;
  if (isIndentedCode(state, startLine) || isIndentedCode(state, delimiterLine)) return false;
  const delimiters = textOf(state, delimiterLine);
  if (!DELIMITER_LINE.test(delimiters) || delimiters.startsWith('- ') || delimiters.length < 2) return false;
  const headerText = textOf(state, startLine);
  if (!/(?:^|[^\\])\|/.test(headerText)) return false;
  const aligns = readAligns(delimiters);
  if (!aligns) return false;
  const header = splitCells(headerText);
  if (header.length !== aligns.length) return false;
  if (silent) return true;

  const table: RawTable = { header, aligns, rows: [], overflow: [] };
  const terminators = state.md.block.ruler.getRules('blockquote');
  const { parentType } = state;
  state.parentType = 'table';
  let line = delimiterLine + 1;
  for (; line < endLine && (state.sCount[line] ?? 0) >= state.blkIndent; line++) {
    const text = textOf(state, line);
    if (text === '' || isIndentedCode(state, line)) break;
    if (terminators.some((rule) => rule(state, line, endLine, true))) break;
    table.rows.push(splitCells(text));
  }
  state.parentType = parentType;

  const token = state.push('pipe_table', '', 0);
  token.map = [startLine, line];
  boundColumns(table, state, startLine);
  readingOf(state.env).tables.set(token, table);
  state.line = line;
  return true;
}

/** Cuts to `COLUMNS_MAX` and to the width of the header; the text of what is cut off goes to `overflow`. */
function boundColumns(table: RawTable, state: StateBlock, line: number): void {
  const reading = readingOf(state.env);
  const columns = Math.min(table.header.length, COLUMNS_MAX);
  if (table.header.length > COLUMNS_MAX) {
    addNote(
      reading,
      {
        code: 'table_too_wide',
        severity: 'warning',
        message: `A table has ${table.header.length} columns; the first ${COLUMNS_MAX} are a table, the rest follows as text.`,
      },
      line,
    );
    table.overflow.push(table.header.slice(columns).join(' | '));
    table.header.length = columns;
    table.aligns.length = columns;
  }
  for (const [index, row] of table.rows.entries()) {
    if (row.length <= columns) continue;
    const rest = row
      .slice(columns)
      .filter((cell) => cell !== '')
      .join(' | ');
    row.length = columns;
    if (rest === '') continue;
    table.overflow.push(rest);
    if (reading.noteCounts.has('table_too_wide')) continue;
    addNote(
      reading,
      {
        code: 'table_row_too_long',
        severity: 'warning',
        message: `A row has more cells than its table has columns; their text ("${rest.slice(0, 60)}") follows the table.`,
      },
      line + 2 + index,
    );
  }
}
