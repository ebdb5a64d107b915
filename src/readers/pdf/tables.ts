/** Rows of pieces that are under each other in columns → tables. */
import type { Table, TableCell } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { widthInLetters } from './measures.ts';
import { isFigure, isWrapped } from './cell-lines.ts';
import { groupRows } from './group-rows.ts';
import { divideAtColumns } from './column-gaps.ts';
import { isRightToLeft } from './direction.ts';
import { joinParts } from './join-lines.ts';
import { isBullet } from './list-marks.ts';
import type { Piece, Row } from './rows.ts';
import { isListed } from './typography.ts';
import { textOf } from './rows.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

interface Column {
  left: number;
  right: number;
}

const ROWS_MIN = 2;
const COLUMNS_MAX = 60;
/** Pieces as long as that, in two or three columns, are lines of text in columns. */
const PROSE_CHARS_MIN = 42;

/**
 * The table that begins with a row: undefined where it is none; `taken` rows belong to it.
 * Rows of one piece go on a cell above where they are within one column and close below, and are no heading.
 */
export function readTableAt(
  rows: readonly Row[],
  from: number,
  isHeading: (at: number) => boolean,
): { table: Table; taken: number } | undefined {
  const first = rows[from];
  if (!first || first.pieces.length < 2) return undefined;
  const members: Row[] = [first];
  for (let at = from + 1; at < rows.length; at++) {
    const [row, last] = [rows[at], members.at(-1)];
    if (!row || !last || row.table) break;
    const ofGroup = row.pieces.length === 1 ? groupRows(rows, at, members) : 0;
    if (ofGroup === 0 && (!goesOn(members, last, row) || (row.pieces.length === 1 && isHeading(at)))) break;
    members.push(...rows.slice(at, at + Math.max(1, ofGroup)));
    at += Math.max(1, ofGroup) - 1;
  }
  return tableOf(members);
}

function tableOf(members: readonly Row[]): { table: Table; taken: number } | undefined {
  const lastWide = members.findLastIndex((row) => row.pieces.length >= 2);
  const trailing = members
    .slice(lastWide + 1)
    .filter((row, index) => row.top - (members[lastWide + index]?.bottom ?? 0) < row.size * 0.45).length;
  const taken = lastWide + 1 + trailing;
  const used = divideAtColumns(joinBeside(members.slice(0, taken)));
  const wide = used.filter((row) => row.pieces.length >= 2);
  if (wide.length < ROWS_MIN || isContents(wide)) return undefined;
  const columns = findColumns(used);
  if (columns.length === 2 && (used.every(beginsWithBullet) || isNumberedList(used))) return undefined;
  if (isSigned(wide) || isLettering(used)) return undefined;
  if (columns.length < 2 || columns.length > COLUMNS_MAX || wide.length < used.length * 0.4 || isProse(wide, columns)) return undefined;
  return { table: buildTable(used, columns), taken };
}

/** Cells of one height are one row, in whatever order the file writes them. */
function joinBeside(rows: readonly Row[]): Row[] {
  const joined: Row[] = [];
  for (const row of rows) {
    const last = joined.at(-1);
    const isBeside =
      last !== undefined &&
      isLevel(last, row) &&
      row.pieces.every(({ left, right }) => last.pieces.every((other) => left >= other.right - 1 || right <= other.left + 1));
    if (!isBeside) {
      joined.push(row);
      continue;
    }
    joined[joined.length - 1] = {
      ...last,
      pieces: [...last.pieces, ...row.pieces].toSorted((a, b) => a.left - b.left),
      left: Math.min(last.left, row.left),
      right: Math.max(last.right, row.right),
      top: Math.min(last.top, row.top),
      bottom: Math.max(last.bottom, row.bottom),
      bold: last.bold && row.bold,
    };
  }
  return joined;
}

const SAME_HEIGHT_SHARE = 0.7;
const isLevel = (a: Row, b: Row): boolean =>
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) >= Math.min(a.bottom - a.top, b.bottom - b.top) * SAME_HEIGHT_SHARE;

/** Items whose text has a wide gap, as a tab makes one: `☐ Transcripts    (official)`. */
const beginsWithBullet = ({ pieces: [first] }: Row): boolean => /^\S /.test(first?.text ?? '') && isBullet(first?.text.charAt(0) ?? '');

/** `1.a`, `1.a.ii`, `(1))`: an outline's marks, a level of which may be letters. */
const OUTLINE_MARK = /^\(?(?:\d{1,3}|[a-zA-Z])(?:\.(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5}))*[.)]{0,2}$/;
const DEEP_MARKS_SHARE_MIN = 0.4;

/** Items behind the marks of an outline, a tab between. Numbers of one level may as well count the rows of a table. */
function isNumberedList(rows: readonly Row[]): boolean {
  const marks = rows.flatMap(({ pieces: [first, ...rest] }) => (first && rest.length > 0 ? [first.text] : []));
  const deep = marks.filter((mark) => /[^.]\.[^.]/.test(mark));
  return marks.every((mark) => OUTLINE_MARK.test(mark)) && deep.length >= marks.length * DEEP_MARKS_SHARE_MIN && new Set(marks).size > 1;
}

const BLANK = /^[_＿\s]{4,}$/;
const BLANKS_SHARE_MIN = 0.3;

/** Blanks to sign on, typed as lines, with the names of who signs below them. */
const isSigned = (rows: readonly Row[]): boolean =>
  rows.filter(({ pieces }) => pieces.every(({ text }) => BLANK.test(text))).length >= rows.length * BLANKS_SHARE_MIN;

const LETTERS_MAX = 3;
const LETTERING_PT_MIN = 24;

/** Letters of a drawing, one or two below the other since no room is for a word: no cell says anything. */
const isLettering = (rows: readonly Row[]): boolean =>
  rows.every(({ pieces }) =>
    pieces.every(({ text }) => /^[\p{L}\s]+$/u.test(text) && text.split(' ').every(({ length }) => length <= LETTERS_MAX)),
  ) && rows.some(({ em }) => em >= LETTERING_PT_MIN);

const CONTENTS_SHARE_MIN = 0.6;

/** Leaders to pages that only grow: lines of contents, and no prices. */
function isContents(rows: readonly Row[]): boolean {
  const pages = rows.filter((row) => isListed(textOf(row))).map((row) => Number(/\d+$/.exec(textOf(row))?.[0] ?? NaN));
  return pages.length >= rows.length * CONTENTS_SHARE_MIN && pages.every((page, index) => index === 0 || page >= (pages[index - 1] ?? 0));
}

const LINE_WORDS_MIN = 3;
const GAP_IN_TEXT_EM = 2;

/** Lines of a text from right to left in each of which a letter that the file does not tell leaves a gap. */
const isBrokenText = (rows: readonly Row[]): boolean =>
  rows.every(({ pieces, em }) => {
    const [left, right, ...others] = pieces;
    return (
      left !== undefined &&
      right !== undefined &&
      others.length === 0 &&
      right.left - left.right < em * GAP_IN_TEXT_EM &&
      pieces.every(({ text }) => isRightToLeft(text) && text.split(' ').length >= LINE_WORDS_MIN)
    );
  });

function isProse(rows: readonly Row[], columns: readonly Column[]): boolean {
  if (columns.length > 3) return false;
  if (rows.length < 4) return isBrokenText(rows);
  const lengths = rows.flatMap(({ pieces }) => pieces.map(({ text }) => widthInLetters(text)));
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length >= PROSE_CHARS_MIN;
}

function goesOn(members: readonly Row[], last: Row, row: Row): boolean {
  const gap = row.top - last.bottom;
  if (row.top < last.top - 2 || gap > Math.max(row.size, last.size) * 2.2) return false;
  if (row.pieces.length >= 2) return true;
  const [piece] = row.pieces;
  const widest = members.reduce((most, { right }) => Math.max(most, right), 0);
  const left = members.reduce((least, member) => Math.min(least, member.left), Infinity);
  // Text as wide as the table is a paragraph behind it.
  return piece !== undefined && piece.right - piece.left < (widest - left) * 0.6 && piece.left >= left - 4 && piece.right <= widest + 20;
}

const SPLIT_ROWS_MIN = 4;
const SPLIT_SHARE_MIN = 0.75;

/** Pieces that overlap from left to right share a column. Rows of few pieces may span columns and do not count. */
function findColumns(rows: readonly Row[]): Column[] {
  const most = maxOf(rows.map(({ pieces }) => pieces.length));
  const wide = rows.filter((row) => row.pieces.length >= Math.max(2, most * 0.6)).map(({ pieces }) => pieces);
  return columnsOf(wide.flat()).flatMap((column) => splitColumn(column, wide));
}

function columnsOf(pieces: readonly Piece[]): Column[] {
  const columns: Column[] = [];
  for (const { left, right } of pieces.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last && left < last.right + 1) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

/** What nearly all rows divide is as many columns: a head lies over both now and then. */
function splitColumn(column: Column, rows: readonly (readonly Piece[])[]): Column[] {
  const own = rows
    .map((pieces) => pieces.filter(({ left, right }) => left >= column.left && right <= column.right))
    .filter(({ length }) => length > 0);
  const divided = own.filter(({ length }) => length >= 2);
  if (divided.length < SPLIT_ROWS_MIN || divided.length < own.length * SPLIT_SHARE_MIN) return [column];
  const parts = columnsOf(divided.flat());
  return parts.length < 2 ? [column] : parts;
}

/** The columns that a piece lies over: the one it lies over most, and others that it covers to a good part. */
function placeOf(columns: readonly Column[], { left, right }: Column): { from: number; to: number } {
  let best = 0;
  let most = -Infinity;
  const covered: number[] = [];
  for (const [index, column] of columns.entries()) {
    const overlap = Math.min(right, column.right) - Math.max(left, column.left);
    if (overlap > most) [best, most] = [index, overlap];
    if (overlap > (column.right - column.left) * 0.5) covered.push(index);
  }
  return { from: Math.min(best, minOf(covered)), to: Math.max(best, maxOf(covered)) + 1 };
}

/** What is nearer than whole rows are to the rows above them goes on the row above; -1 where no whole rows tell. */
function nearGap(rows: readonly Row[], columns: number): number {
  const em = rows[0]?.em ?? 10;
  const gaps = rows
    .slice(1)
    .flatMap((row, index) => (row.pieces.length === columns ? [row.top - (rows[index]?.bottom ?? 0)] : []))
    .toSorted((a, b) => a - b);
  return (gaps[Math.floor(gaps.length / 2)] ?? -1) - em * NEARER_EM;
}

const NEARER_EM = 0.3;

interface Cell {
  /** Lines of text, those that go on with each other together. */
  parts: Run[][][];
  span: number;
  /** The last piece of it, if that is in this column alone. */
  last?: Piece;
}

/** The widest entries of all columns may be in one row: then only words in small letters, or of scripts without any, go on. */
const GOES_ON = /^[\p{Ll}\p{Lo}(]/u;
const ENDED = /[.:;!?…]$/u;
const TIGHT_GAP = 0.3;
const LINE_GAP = 0.8;
/** The edge of its column ended the piece. */
function isEndedByEdge(above: Piece | undefined, piece: Piece, limit: Column): boolean {
  return above !== undefined && isWrapped(above, piece, isRightToLeft(above.text) ? above.left - limit.left : limit.right - above.right);
}

interface Placed {
  piece: Piece;
  place: { from: number; to: number };
}

/** How far the pieces reach that are in one column alone. */
function limitsOf(rows: readonly (readonly Placed[])[], columns: readonly Column[]): Column[] {
  return columns.map((column, index) => {
    const own = rows.flat().filter(({ place }) => place.from === index && place.to === index + 1);
    return own.length === 0
      ? column
      : { left: minOf(own.map(({ piece }) => piece.left)), right: maxOf(own.map(({ piece }) => piece.right)) };
  });
}

/** The cell above lies over more columns: it is the head of a group of them. */
const isBelowGroup = (line: readonly Cell[], { from, to }: Placed['place']): boolean =>
  line.some(({ span, parts }, at) => parts.length > 0 && span > to - from && at <= from && at + span >= to);

/** Whether the pieces of a row go on with the cells of the row above. */
function continuesCells(row: Row, placed: readonly Placed[], gap: number, { line, limits, near }: Above): boolean {
  if (placed.some(({ place }) => isBelowGroup(line, place))) return false;
  const inFirst = placed.some(({ place }) => place.from === 0);
  const partial = placed.length < limits.length;
  if (partial && (gap < near || (gap < row.size * TIGHT_GAP && limits.length > 2 && !inFirst))) return true;
  if (line.length === 0 || gap > row.size * LINE_GAP) return false;
  const wraps = placed.every(({ piece, place }) => isEndedByEdge(line[place.from]?.last, piece, limits[place.from] ?? piece));
  const goOn = placed.every(({ piece, place }) => GOES_ON.test(piece.text) && !ENDED.test(line[place.from]?.last?.text ?? ''));
  if (wraps && (goOn || !inFirst)) return true;
  // a label, and what it names in some lines
  return partial && !inFirst && gap < row.size * TIGHT_GAP && placed.every(({ piece }) => !isFigure(piece.text));
}

/** The first of two lines of a label, with a row of what it labels half way down beside them: it goes on nothing above. */
const beginsBeside = (row: Row, next: Row | undefined, placed: readonly Placed[], gap: number): boolean =>
  next !== undefined &&
  next.pieces.length >= 2 &&
  gap > row.em * TIGHT_GAP &&
  placed.every(({ place }) => place.to === 1) &&
  next.top < row.bottom &&
  next.pieces.every(({ left }) => left >= row.right);

interface Above {
  line: readonly Cell[];
  limits: readonly Column[];
  near: number;
}

const BODY_ROWS_MIN = 4;
const BODY_SHARE_MIN = 0.8;

/**
 * A head that is set in the middle of its column, or at one side, may be over none of its entries: where only a head is in one column, and
 * no head in the one beside it that the rows fill, both are one.
 */
function joinHeads(columns: readonly Column[], rows: readonly Row[]): Column[] {
  const filled = rows.map(({ pieces }) => new Set(pieces.flatMap((piece) => range(placeOf(columns, piece)))));
  const count = (column: number): number => filled.slice(1).filter((row) => row.has(column)).length;
  const enough = Math.max(BODY_ROWS_MIN, (rows.length - 1) * BODY_SHARE_MIN);
  const isHead = (column: number): boolean => filled[0]?.has(column) === true && count(column) === 0;
  const isBody = (column: number): boolean => column > 0 && filled[0]?.has(column) === false && count(column) >= enough;
  const joined: Column[] = [];
  for (let at = 0; at < columns.length; at++) {
    const [column, next] = [columns[at], columns[at + 1]];
    if (!column) break;
    const isOne = next !== undefined && ((isHead(at) && isBody(at + 1)) || (isBody(at) && isHead(at + 1)));
    joined.push(isOne ? { left: column.left, right: next.right } : column);
    if (isOne) at++;
  }
  return joined;
}

const range = ({ from, to }: Placed['place']): number[] => Array.from({ length: to - from }, (_, index) => from + index);

function buildTable(rows: readonly Row[], found: readonly Column[]): Table {
  const columns = joinHeads(found, rows);
  const grid: Cell[][] = [];
  const near = nearGap(rows, columns.length);
  const placedRows = rows.map((row) => row.pieces.map((piece): Placed => ({ piece, place: placeOf(columns, piece) })));
  const limits = limitsOf(placedRows, columns);
  for (const [at, row] of rows.entries()) {
    const placed = placedRows[at] ?? [];
    const gap = at === 0 ? Infinity : row.top - (rows[at - 1]?.bottom ?? 0);
    const goesOn =
      !beginsBeside(row, rows[at + 1], placed, gap) && continuesCells(row, placed, gap, { line: grid.at(-1) ?? [], limits, near });
    const line = goesOn ? (grid.at(-1) ?? []) : columns.map((): Cell => ({ parts: [], span: 1 }));
    for (const one of placed) addPiece(line, one, limits, goesOn);
    if (!goesOn) grid.push(line);
  }
  const reversed = isRightToLeft(rows.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join(' '));
  return {
    id: '',
    type: 'table',
    columns: columns.map(() => ({})),
    header_rows: 1,
    rows: grid.map((line) => ({ cells: reversed ? cellsOf(line).toReversed() : cellsOf(line) })),
  };
}

const BEGINS_ANEW = /^[\p{Lu}\p{Nd}]/u;

function addPiece(line: Cell[], { piece, place: { from, to } }: Placed, limits: readonly Column[], goesOn: boolean): void {
  const cell = line[from];
  if (!cell) return;
  const anew = goesOn && cell.last && BEGINS_ANEW.test(piece.text) && !isEndedByEdge(cell.last, piece, limits[from] ?? piece);
  const part = cell.parts.at(-1);
  if (part && !anew) part.push(piece.runs);
  else cell.parts.push([piece.runs]);
  if (to === from + 1) cell.last = piece;
  else delete cell.last;
  const free = line.slice(from + 1, to).every(({ parts }) => parts.length === 0);
  if (!goesOn && free) cell.span = Math.max(cell.span, to - from);
}

function cellsOf(line: readonly Cell[]): TableCell[] {
  const cells: TableCell[] = [];
  for (let at = 0; at < line.length; at += cells.at(-1)?.colspan ?? 1) {
    const { parts = [], span = 1 } = line[at] ?? {};
    let wide = 1;
    while (wide < span && (line[at + wide]?.parts.length ?? 1) === 0) wide++;
    cells.push({ runs: joinParts(parts), ...(wide > 1 ? { colspan: wide } : {}) });
  }
  return cells;
}
