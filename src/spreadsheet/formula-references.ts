/**
 * References inside the text of a formula (ISO/IEC 29500-1 §18.17.2): found, and written again where a change moves what
 * they mean. All else of the text stays letter by letter: names, texts, blanks, structured and external references.
 */
import { columnLetters, COLUMNS_MAX, readColumnName, readCorner, ROWS_MAX, type Corner } from './cell-names.ts';
import { readPieces, type Piece } from './formula-pieces.ts';

export interface FormulaReference {
  /** Names of the first and last sheet; undefined where none is written: the sheet of the formula. */
  sheets: { first: string; last: string } | undefined;
  /** What is before the cells, with its `!`; '' where nothing does. */
  prefix: string;
  kind: 'cell' | 'area' | 'columns' | 'rows';
  /** Corners as written, rows and columns from 1; whole columns go from row 1 to the last, whole rows likewise. */
  from: Corner;
  to: Corner;
}

type Cells = Pick<FormulaReference, 'kind' | 'from' | 'to'>;

/** The cells that begin with this piece, and the piece behind them. */
interface FoundCells {
  cells: Cells;
  next: number;
}

const cornerAt = (name: string): Corner | null => {
  const found = readCorner(name);
  return found ? { ...found, row: found.row + 1, column: found.column + 1 } : null;
};

/** What is behind a reference and makes it a function, a sheet or a table. */
const isMore = (text: string, at: number): boolean => text[at] === '(' || text[at] === '!' || text[at] === '[';

const isColon = (piece: Piece | undefined): boolean => piece?.kind === 'operator' && piece.value === ':';

function readWords(text: string, pieces: readonly Piece[], at: number): FoundCells | null {
  const [first, colon, second] = [pieces[at], pieces[at + 1], pieces[at + 2]];
  if (first === undefined) return null;
  const end = isColon(colon) && second?.kind === 'word' && !isMore(text, second.end) ? second.value : undefined;
  const from = cornerAt(first.value);
  if (from !== null) {
    const to = end === undefined ? null : cornerAt(end);
    if (to !== null) return { cells: { kind: 'area', from, to }, next: at + 3 };
    return isMore(text, first.end) ? null : { cells: { kind: 'cell', from, to: from }, next: at + 1 };
  }
  const [left, right] = [readColumnName(first.value), end === undefined ? undefined : readColumnName(end)];
  if (left === undefined || right === undefined) return null;
  return {
    cells: {
      kind: 'columns',
      from: { row: 1, column: left.column + 1, rowFixed: true, columnFixed: left.fixed },
      to: { row: ROWS_MAX, column: right.column + 1, rowFixed: true, columnFixed: right.fixed },
    },
    next: at + 3,
  };
}

/** `3` or `$3`. */
function rowAt(pieces: readonly Piece[], at: number): { row: number; fixed: boolean; next: number } | null {
  const fixed = pieces[at]?.value === '$';
  const piece = pieces[fixed ? at + 1 : at];
  if (piece?.kind !== 'number' || !/^[1-9][0-9]{0,6}$/.test(piece.value) || Number(piece.value) > ROWS_MAX) return null;
  return { row: Number(piece.value), fixed, next: fixed ? at + 2 : at + 1 };
}

function readRows(text: string, pieces: readonly Piece[], at: number): FoundCells | null {
  const top = rowAt(pieces, at);
  const bottom = top !== null && isColon(pieces[top.next]) ? rowAt(pieces, top.next + 1) : null;
  if (top === null || bottom === null || isMore(text, pieces[bottom.next - 1]?.end ?? 0)) return null;
  return {
    cells: {
      kind: 'rows',
      from: { row: top.row, column: 1, rowFixed: top.fixed, columnFixed: true },
      to: { row: bottom.row, column: COLUMNS_MAX, rowFixed: bottom.fixed, columnFixed: true },
    },
    next: bottom.next,
  };
}

const readCells = (text: string, pieces: readonly Piece[], at: number): FoundCells | null =>
  pieces[at]?.kind === 'word' ? readWords(text, pieces, at) : readRows(text, pieces, at);

function sheetsOf(name: string): { first: string; last: string } {
  const colon = name.indexOf(':');
  return colon === -1 ? { first: name, last: name } : { first: name.slice(0, colon), last: name.slice(colon + 1) };
}

/** What comes instead of a reference; undefined leaves it as it is written. */
export type ChangeReference = (reference: FormulaReference) => string | undefined;

/** A prefix whose sheets change: `Old!` → `New!`; undefined leaves it. */
export type ChangePrefix = (sheets: { first: string; last: string }) => string | undefined;

/** @param formula without the `=` */
export function rewriteReferences(formula: string, change: ChangeReference, changePrefix?: ChangePrefix): string {
  const pieces = readPieces(formula);
  let written = '';
  let copied = 0;
  const put = (from: number, to: number, text: string | undefined): void => {
    if (text === undefined) return;
    written += formula.slice(copied, from) + text;
    copied = to;
  };
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at];
    if (piece === undefined) break;
    const sheets = piece.kind === 'sheet' ? sheetsOf(piece.value) : undefined;
    const external = sheets !== undefined && (piece.value.includes('[') || pieces[at - 1]?.kind === 'bracket');
    const prefix = sheets === undefined ? '' : formula.slice(piece.start, piece.end);
    const found = readCells(formula, pieces, sheets === undefined ? at : at + 1);
    if (found !== null && !external) put(piece.start, pieces[found.next - 1]?.end ?? piece.end, change({ sheets, prefix, ...found.cells }));
    else if (sheets !== undefined && !external) put(piece.start, piece.end, changePrefix?.(sheets));
    at = found?.next ?? at + 1;
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
