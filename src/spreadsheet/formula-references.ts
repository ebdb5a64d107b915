/**
 * References inside the text of a formula (ISO/IEC 29500-1 §18.17.2): found, and written again where a change moves what
 * they mean. All else of the text stays letter by letter: names, texts, blanks, structured and external references.
 */
import { columnLetters, columnNumber, COLUMNS_MAX, ROWS_MAX } from './cell-names.ts';

export interface Corner {
  row: number;
  column: number;
  rowFixed: boolean;
  columnFixed: boolean;
}

export interface FormulaReference {
  /** Names of the first and last sheet; undefined where none is written: the sheet of the formula. */
  sheets: { first: string; last: string } | undefined;
  /** What is before the cells, with its `!`; '' where nothing does. */
  prefix: string;
  kind: 'cell' | 'area' | 'columns' | 'rows';
  /** Corners as written; whole columns go from row 1 to the last, whole rows likewise. */
  from: Corner;
  to: Corner;
}

const BEHIND = String.raw`(?![\p{L}\p{N}_.\\?(!\[])`;
const PATTERNS = {
  area: new RegExp(String.raw`(\$?)([A-Za-z]{1,3})(\$?)([1-9][0-9]{0,6}):(\$?)([A-Za-z]{1,3})(\$?)([1-9][0-9]{0,6})${BEHIND}`, 'uy'),
  columns: new RegExp(String.raw`(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})${BEHIND}`, 'uy'),
  rows: new RegExp(String.raw`(\$?)([1-9][0-9]{0,6}):(\$?)([1-9][0-9]{0,6})${BEHIND}`, 'uy'),
  cell: new RegExp(String.raw`(\$?)([A-Za-z]{1,3})(\$?)([1-9][0-9]{0,6})${BEHIND}`, 'uy'),
} as const;
const TEXT = /"[^"]*"/y;
const QUOTED_SHEET = /'((?:[^']|'')*)'!/y;
const QUOTED = /'(?:[^']|'')*'?/y;
const PLAIN_SHEET = /([\p{L}_\\][\p{L}\p{N}_.\\?]*(?::[\p{L}_\\][\p{L}\p{N}_.\\?]*)?)!/uy;
const WORD = /[\p{L}_\\$][\p{L}\p{N}_.\\?$]*/uy;
const NUMBER = /[0-9][0-9.]*(?:[eE][+-]?[0-9]+)?/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Behind the brackets that open at `at`; an apostrophe escapes what is behind it (§18.17.2.2). */
function bracketEnd(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const sign = text[i];
    if (sign === "'") i++;
    else if (sign === '[') depth++;
    else if (sign === ']' && --depth === 0) return i + 1;
  }
  return text.length;
}

const fits = (row: number, column: number): boolean => row <= ROWS_MAX && column <= COLUMNS_MAX;

type Cells = Pick<FormulaReference, 'kind' | 'from' | 'to'>;

/** The cells that are written at `at`, and where they end. */
function readCells(text: string, at: number): { cells: Cells; end: number } | null {
  const area = matchAt(PATTERNS.area, text, at);
  if (area !== null) {
    const [, a, b = '', c, d, e, f = '', g, h] = area;
    const from = { row: Number(d), column: columnNumber(b), rowFixed: c === '$', columnFixed: a === '$' };
    const to = { row: Number(h), column: columnNumber(f), rowFixed: g === '$', columnFixed: e === '$' };
    return fits(from.row, from.column) && fits(to.row, to.column)
      ? { cells: { kind: 'area', from, to }, end: PATTERNS.area.lastIndex }
      : null;
  }
  const cell = matchAt(PATTERNS.cell, text, at);
  if (cell !== null) {
    const [, a, b = '', c, d] = cell;
    const corner = { row: Number(d), column: columnNumber(b), rowFixed: c === '$', columnFixed: a === '$' };
    return fits(corner.row, corner.column) ? { cells: { kind: 'cell', from: corner, to: corner }, end: PATTERNS.cell.lastIndex } : null;
  }
  const columns = matchAt(PATTERNS.columns, text, at);
  if (columns !== null) {
    const [, a, b = '', c, d = ''] = columns;
    const [from, to] = [columnNumber(b), columnNumber(d)];
    if (!fits(1, from) || !fits(1, to)) return null;
    return {
      cells: {
        kind: 'columns',
        from: { row: 1, column: from, rowFixed: true, columnFixed: a === '$' },
        to: { row: ROWS_MAX, column: to, rowFixed: true, columnFixed: c === '$' },
      },
      end: PATTERNS.columns.lastIndex,
    };
  }
  const rows = matchAt(PATTERNS.rows, text, at);
  if (rows === null || !fits(Number(rows[2]), 1) || !fits(Number(rows[4]), 1)) return null;
  return {
    cells: {
      kind: 'rows',
      from: { row: Number(rows[2]), column: 1, rowFixed: rows[1] === '$', columnFixed: true },
      to: { row: Number(rows[4]), column: COLUMNS_MAX, rowFixed: rows[3] === '$', columnFixed: true },
    },
    end: PATTERNS.rows.lastIndex,
  };
}

function sheetsOf(name: string): { first: string; last: string } {
  const colon = name.indexOf(':');
  return colon === -1 ? { first: name, last: name } : { first: name.slice(0, colon), last: name.slice(colon + 1) };
}

/** The sheet written at `at`, with its `!`; `external` where it is in another workbook. */
function readPrefix(text: string, at: number): { name: string; end: number; external: boolean } | null {
  const quoted = text[at] === "'" ? matchAt(QUOTED_SHEET, text, at) : null;
  if (quoted !== null) {
    const name = (quoted[1] ?? '').replaceAll("''", "'");
    return { name, end: QUOTED_SHEET.lastIndex, external: name.includes('[') };
  }
  const plain = matchAt(PLAIN_SHEET, text, at);
  return plain === null ? null : { name: plain[1] ?? '', end: PLAIN_SHEET.lastIndex, external: false };
}

/** Where a piece that holds no reference of this workbook ends: a text, brackets, a number, a word. */
function skip(text: string, at: number): number {
  const sign = text[at] ?? '';
  if (sign === '"') return matchAt(TEXT, text, at) === null ? text.length : TEXT.lastIndex;
  if (sign === "'") return matchAt(QUOTED, text, at) === null ? at + 1 : QUOTED.lastIndex;
  if (sign === '[') return bracketEnd(text, at);
  if (matchAt(WORD, text, at) !== null) return WORD.lastIndex;
  return matchAt(NUMBER, text, at) === null ? at + 1 : NUMBER.lastIndex;
}

/** What comes instead of a reference; undefined leaves it as it is written. */
export type ChangeReference = (reference: FormulaReference) => string | undefined;

/** A prefix whose sheets change: `Old!` → `New!`; undefined leaves it. */
export type ChangePrefix = (sheets: { first: string; last: string }) => string | undefined;

/** @param formula without the `=` */
export function rewriteReferences(formula: string, change: ChangeReference, changePrefix?: ChangePrefix): string {
  let written = '';
  let copied = 0;
  let at = 0;
  const put = (from: number, to: number, text: string | undefined): void => {
    if (text === undefined) return;
    written += formula.slice(copied, from) + text;
    copied = to;
  };
  while (at < formula.length) {
    const sign = formula[at] ?? '';
    if (sign === '"') {
      at = skip(formula, at);
      continue;
    }
    const behindBracket = formula[at - 1] === ']';
    const prefix = readPrefix(formula, at);
    const start = at;
    if (prefix !== null) at = prefix.end;
    const external = prefix !== null && (prefix.external || behindBracket);
    const sheets = prefix === null ? undefined : sheetsOf(prefix.name);
    const found = readCells(formula, at);
    if (found !== null && !external) put(start, found.end, change({ sheets, prefix: formula.slice(start, at), ...found.cells }));
    else if (sheets !== undefined && !external) put(start, at, changePrefix?.(sheets));
    at = found === null ? (prefix === null || at === start ? skip(formula, at) : at) : found.end;
  }
  return copied === 0 ? formula : written + formula.slice(copied);
}

const cornerText = ({ row, column, rowFixed, columnFixed }: Corner): string =>
  `${columnFixed ? '$' : ''}${columnLetters(column - 1)}${rowFixed ? '$' : ''}${row}`;

/** The cells of a reference as they are written, without what is before them. */
export function cellsText({ kind, from, to }: Cells): string {
  switch (kind) {
    case 'cell':
      return cornerText(from);
    case 'area':
      return `${cornerText(from)}:${cornerText(to)}`;
    case 'columns':
      return `${from.columnFixed ? '$' : ''}${columnLetters(from.column - 1)}:${to.columnFixed ? '$' : ''}${columnLetters(to.column - 1)}`;
    case 'rows':
      return `${from.rowFixed ? '$' : ''}${from.row}:${to.rowFixed ? '$' : ''}${to.row}`;
  }
}

/** A sheet's name before `!`, in quotes where it needs them. */
export function quoteSheet(name: string): string {
  const plain =
    /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) &&
    !/^\$?[A-Za-z]{1,3}\$?[0-9]+$/.test(name) &&
    !/^(?:[RrCc]|[Rr][0-9]*[Cc][0-9]*|TRUE|FALSE)$/i.test(name);
  return plain ? name : `'${name.replaceAll("'", "''")}'`;
}

/** The formula as it reads when it is filled into a cell so far away: what is not fixed by `$` goes along. */
export function translateFormula(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  return rewriteReferences(formula, (reference) => {
    const { kind, prefix } = reference;
    // a shared formula runs over the edge of the sheet and comes in at the other side
    const move = (corner: Corner): Corner => ({
      ...corner,
      row: corner.rowFixed || kind === 'columns' ? corner.row : wrap(corner.row + rows, ROWS_MAX),
      column: corner.columnFixed || kind === 'rows' ? corner.column : wrap(corner.column + columns, COLUMNS_MAX),
    });
    return prefix + cellsText({ kind, from: move(reference.from), to: move(reference.to) });
  });
}

const wrap = (value: number, max: number): number => ((((value - 1) % max) + max) % max) + 1;
