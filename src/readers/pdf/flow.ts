/** Rows of a page → headings, paragraphs, lists, code and tables. */
import { isFigure } from './cell-lines.ts';
import { minOf } from '../../base/extremes.ts';
import type { Block } from '../../document/block.ts';
import { dropCharacters, plainText } from '../../document/inline.ts';
import type { Run } from '../../document/inline.ts';
import { buildLists } from '../office/list-tree.ts';
import type { FlowPiece } from '../office/list-tree.ts';
import { codeOf, codeRows, typedTableRows } from './code-rows.ts';
import { isRightToLeft } from './direction.ts';
import { isNumbered } from './heading-numbers.ts';
import { joinLines } from './join-lines.ts';
import { keepNumbers } from './keep-numbers.ts';
import { firstWidth, isCentred, isDivided, measureLines, roomAfter, roomWithin } from './line-measures.ts';
import type { GapMeasure, LineMeasures } from './line-measures.ts';
import { widthInLetters } from './measures.ts';
import { countedMark, isBetweenDashes, itemMark } from './list-marks.ts';
import { dividedRows, rowRuns } from './rows.ts';
import type { Row } from './rows.ts';
import { readTableAt } from './tables.ts';
import { beginsItem, familyOf, hasOpenLeaders, headingLevel, isItalic, isListed } from './typography.ts';
import { textOf } from './rows.ts';
import { settleLevels } from './settle-levels.ts';
import type { Typography } from './typography.ts';

type Setting = LineMeasures & { typography: Typography };

export function readPageFlow(rows: readonly Row[], typography: Typography): Block[] {
  return buildLists(keepNumbers(settleLevels(flowPieces(rows, typography))));
}

function flowPieces(rows: readonly Row[], typography: Typography): FlowPiece[] {
  const setting = { typography, ...measureLines(rows) };
  const pieces: FlowPiece[] = [];
  // level of the first item of a list, and how much further in its items are in this column
  let [first, shift]: [number | undefined, number] = [undefined, 0];
  for (let at = 0; at < rows.length;) {
    const row = rows[at];
    if (!row) break;
    const { found, taken } = readPiece(rows, at, row, setting);
    for (const [index, piece] of found.entries()) {
      if (!('item' in piece)) [first, shift] = [undefined, 0];
      else {
        if (index === 0 && first !== undefined && isInNextColumn(rows[at - 1], row)) shift = piece.level - first;
        first ??= piece.level;
      }
      pieces.push('item' in piece && shift !== 0 ? { ...piece, level: piece.level - shift } : piece);
    }
    at += taken;
  }
  return pieces;
}

const isInNextColumn = (last: Row | undefined, row: Row): boolean =>
  last !== undefined && row.top < last.bottom - row.em && row.left > last.left && !row.table;

function readPiece(rows: readonly Row[], at: number, row: Row, setting: Setting): { found: FlowPiece[]; taken: number } {
  if (row.table) return { found: [row.table], taken: 1 };
  const code = Math.max(setting.typography.monospaced ? 0 : codeRows(rows, at), typedTableRows(rows, at));
  if (code >= 2) return { found: [{ id: '', type: 'code', text: codeOf(rows.slice(at, at + code)) }], taken: code };
  const level = headingLevel(rows, at, setting.typography);
  if (level !== undefined) {
    const taken = rowsOfHeading(rows, at, setting.typography);
    return { found: [{ id: '', type: 'heading', level, runs: runsOf(rows.slice(at, at + taken)) }], taken };
  }
  const table = readTableAt(rows, at, (below) => headingLevel(rows, below, setting.typography) !== undefined);
  if (table) return { found: [table.table], taken: table.taken };
  const divided = dividedRows(row);
  if (divided) return { found: flowPieces(divided, setting.typography), taken: 1 };
  const taken = paragraphRows(rows, at, setting);
  return { found: [paragraphOf(rows.slice(at, at + taken))], taken };
}

const runsOf = (rows: readonly Row[]): Run[] => joinLines(rows.map((row) => joinLines(rowRuns(row))));

// ------------------------------------------------------------------------------------------------------- headings, code

/** As many as the outline or the style says, and no fewer than look like it: some outlines leave out the end of a title. */
function rowsOfHeading(rows: readonly Row[], at: number, { outline, styled, titles, body, larger, barred }: Typography): number {
  const row = rows[at];
  if (!row) return 1;
  const listed = outline.headings.get(row)?.rows;
  if (listed !== undefined && outline.complete && !titles.has(row) && row.em <= body * larger) return listed;
  const named = listed ?? styled.get(row) ?? 1;
  const alike = headingRows(rows, at, body);
  const other = rows.slice(at + 1, at + alike).findIndex((next) => outline.headings.has(next) || barred.has(next));
  return Math.max(named, other < 0 ? alike : other + 1);
}

/** From this many times the size of the text on letters are a title's, whose lines may be further apart. */
const TITLE_TIMES = 1.8;
const TITLE_GAP = 0.7;

/** A heading may have a few lines of one size, close to each other. */
function headingRows(rows: readonly Row[], at: number, body: number): number {
  let taken = 1;
  for (let last = rows[at], next = rows[at + 1]; last && next && taken < 3; last = next, next = rows[at + taken]) {
    const close =
      !next.table &&
      next.top > last.top &&
      next.top - last.bottom < last.size * (last.em > body * TITLE_TIMES ? TITLE_GAP : 0.5) &&
      Math.abs(next.em - last.em) < Math.max(0.6, last.em * 0.04) &&
      next.bold === last.bold &&
      next.pieces.length === 1 &&
      (last.em > body * 1.05 || isItalic(next) === isItalic(last)) &&
      familyOf(next) === familyOf(last);
    if (!close || beginsItem(next) || /^\d+(?:\.\d+)*\.?\s/.test(textOf(next)) || isNumbered(textOf(next))) break;
    taken++;
  }
  return taken;
}

// ---------------------------------------------------------------------------------------------------------- paragraphs

function paragraphRows(rows: readonly Row[], at: number, setting: Setting): number {
  let taken = 1;
  for (let next = rows[at + taken]; next; next = rows[at + taken]) {
    const first = rows[at];
    if (!first || !continues(setting.seen, { at, taken }, setting) || headingLevel(rows, at + taken, setting.typography) !== undefined)
      break;
    taken++;
  }
  return taken;
}

/** Notes below a table or text: `* Estimated`, `** p < 0.01`, `† Of those asked`. */
const beginsNote = ({ marked, note }: Row, text: string): boolean =>
  note === true || /^(?:\*{2,3}|[†‡])\s?[\p{L}\p{N}]/u.test(text) || (marked === false && text.startsWith('*'));

/** `Due date: 14 May`: two such lines below each other are entries, also where all end at one edge. */
const LABELLED = /^\p{Lu}[^:.,;]{1,29}: \S/u;

/** A line across the page, typed in underscores or dashes. */
const isTypedRule = (text: string): boolean => /^(?:[_＿\s]{5,}|[-–—=*\s]{5,})$/u.test(text);

/** Whether the row after those taken goes on with their paragraph. */
function continues(
  rows: readonly Row[],
  { at, taken }: { at: number; taken: number },
  { limits, gap: usual, full, aired }: Setting,
): boolean {
  const [first, last, next] = [rows[at], rows[at + taken - 1], rows[at + taken]];
  if (!first || !last || !next || next.table) return false;
  const [text, nextText] = [textOf(last), textOf(next)];
  const room = roomAfter(rows, limits, at + taken - 1);
  const inItem = beginsItem(first);
  if ((beginsItem(next) || isBetweenDashes(nextText)) && !isDashInText(last, next, rows[at + taken + 1], room)) return false;
  const sure =
    (inItem && next.left > first.left + 3) ||
    full.has(last) ||
    widthInLetters(text) >= LONG_CHARS ||
    GOES_ON.test(text) ||
    !BEGINS_ANEW.test(nextText);
  const ended = !sure || room > firstWidth(next);
  if (beginsColumns(next, rows[at + taken + 1]) || beginsNote(next, nextText) || isTypedRule(text) || isTypedRule(nextText)) return false;
  if (!inItem && LABELLED.test(nextText) && (LABELLED.test(text) || next.top < last.top)) return false;
  const hangs = inItem && !ended && next.left > first.left + 3 && /^\p{Ll}/u.test(nextText);
  const below = inItem && !ended && Math.abs(next.left - (textLeftOf(first) ?? Infinity)) < 3;
  if ((isDivided(next) && !below) || (isDivided(last) && !hangs && !below)) return false;
  // A line of a table of contents ends in its page.
  if (isListed(text)) return false;
  // The next column of a page begins above the end of this one.
  if (next.top < last.top) {
    const goesOn = /^\p{Ll}/u.test(nextText) || room <= firstWidth(next);
    const isOpen = /[\p{Ll},\-‐]$/u.test(text) || (/\p{Lo}$/u.test(text) && /^\p{Lo}/u.test(nextText));
    return next.left > last.right && goesOn && isOpen && next.bold === last.bold && Math.abs(next.em - last.em) < 1;
  }
  if (
    next.top - last.bottom > gapWithin(last, text, nextText, { usual, ended }) ||
    Math.abs(next.em - last.em) > Math.max(1.2, last.em * (below ? BELOW_EM_SHARE_MAX : 0.12))
  )
    return false;
  if (inItem) {
    if (taken === 1 && ended && isSetFurtherIn(first, next)) return false;
    // a text further in tells how far the line of the item could have gone
    const free = next.left > last.left + 3 ? Math.max(room, roomWithin(last, limits[at + taken] ?? 0)) : room;
    if (isEndedEarly(text, nextText, free - firstWidth(next), last.em)) return false;
    if (
      aired &&
      widthInLetters(text) >= LONG_CHARS &&
      Math.abs(next.left - last.left) < 3 &&
      room < (last.right - last.left) * ROOM_SHARE_MAX
    )
      return true;
    // a paragraph with a number and its first line set in
    const outdented = !ended && (taken === 1 ? !/[.!?:;]$/.test(text) : Math.abs(next.left - last.left) < 3);
    return next.left > first.left + 3 || (!ended && next.left > first.left - 3) || outdented;
  }
  const indented = taken > 1 && next.left > last.left + last.size * 0.6;
  if (indented && !isCentred(last, next)) return false;
  if (!ended) return true;
  // Where the first word of the next line would have found room, the line was ended on purpose; ragged lines have a little.
  if (last.bold !== next.bold || /[.:!?]$/.test(text)) return false;
  return (
    (sure && /^[\p{Ll}\d(“"]/u.test(nextText)) ||
    (isCentred(last, next) && !BEGINS_ANEW.test(nextText)) ||
    (sure && room < (limits[at + taken - 1] ?? 0) * 0.04)
  );
}

const ENDS_UNDIVIDED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。！？]$/u;

/** Far before the edge a line of an item ends, and the next one begins anew: a paragraph below the item. @param room that the next word leaves */
function isEndedEarly(text: string, nextText: string, room: number, em: number): boolean {
  if (room < em * ENDED_EARLY_EM || GOES_ON.test(text)) return false;
  if (ENDS_UNDIVIDED.test(text)) return true;
  if (/\p{Ll}[.!?]["”’)]?$/u.test(text) && /^\p{Lu}\p{Ll}/u.test(nextText)) return true;
  return room > em * ENDED_FAR_EM && /^[\p{Lu}(]/u.test(nextText);
}

const ROOM_SHARE_MAX = 0.25;
/** Of sizes, between lines of an item one of which has names in letters of code. */
const BELOW_EM_SHARE_MAX = 0.2;
const DASH = /^([-–—*])\s/u;

/** A dash between words that happens to begin a line: the line above is full and in the middle of its sentence, and no other dash is below. */
function isDashInText(last: Row, next: Row, after: Row | undefined, room: number): boolean {
  const [, dash] = DASH.exec(textOf(next)) ?? [];
  return (
    dash !== undefined &&
    dash !== '*' &&
    room <= firstWidth(next) + last.em &&
    widthInLetters(textOf(last)) >= LONG_CHARS &&
    /[\p{L}\p{N})”"]$/u.test(textOf(last)) &&
    !DASH.test(textOf(last)) &&
    Math.abs(next.left - last.left) < 3 &&
    !(after && DASH.test(textOf(after)))
  );
}

/** Where the text of an item begins, behind its mark. */
function textLeftOf({ pieces: [first] }: Row): number | undefined {
  const mark = first && (itemMark(first.text) ?? countedMark(first.text));
  const words = mark ? (first.words ?? []).slice(first.text.slice(0, mark.length).trim().split(/\s+/).length) : [];
  return words.length === 0 ? undefined : minOf(words.map(({ left }) => left));
}

/** Of sizes: a line below an item that begins this much further in than its text is a paragraph of its own. */
const FURTHER_IN_EM = 1;

/** Below the first line of an item, which the next word would have found room on, a line that begins anew, further in than its text. */
function isSetFurtherIn(first: Row, next: Row): boolean {
  const textLeft = textLeftOf(first);
  return textLeft !== undefined && next.left > textLeft + first.em * FURTHER_IN_EM && BEGINS_ANEW.test(textOf(next));
}

const COLUMNS_MIN = 3;

/** Pieces beside each other, with a row of figures below: the head of a table that nothing rules. */
const beginsColumns = ({ pieces, bottom }: Row, below: Row | undefined): boolean =>
  pieces.length >= COLUMNS_MIN &&
  below !== undefined &&
  below.pieces.length >= COLUMNS_MIN &&
  below.top >= bottom - 1 &&
  below.pieces.filter(({ text }) => isFigure(text)).length * 2 >= below.pieces.length;

/** No line of an address or of a list of figures is that long. */
const LONG_CHARS = 55;
/** A comma, a hyphen, a word that no line ends with. */
const GOES_ON =
  /(?:[,\-‐–—&(/]|(?<!\p{L})(?:of|and|the|for|to|in|an?|with|by|or|on|at|from|de|la|el|et|du|des|der|die|das|und|von|für|e|y|i|в|и|на))$/iu;
/** A capital letter, a digit, or how to reach somebody. */
const BEGINS_ANEW = /^(?:[\p{Lu}\p{Nd}]|\(\d{3}\) ?\d|\S+@\S+\.\p{L}|www\.)/u;

/** A full line in the middle of a sentence goes on further below than lines usually do: slides and forms are set wide. */
const WIDE_GAP_EM = 1.4;
const ENDED_EARLY_EM = 4;
/** No word is that long. */
const ENDED_FAR_EM = 12;
const WIDE_GAP_UNCASED_EM = 0.95;

function gapWithin(last: Row, text: string, nextText: string, { usual, ended }: { usual: GapMeasure; ended: boolean }): number {
  // short lines tell no gap, but that it is not wider
  const gap = usual.full === null ? Math.min(last.size * 0.62, last.em * ((usual.all ?? Infinity) + 0.4)) : last.em * (usual.full + 0.4);
  if (ended || /[.:;!?。：；！？]["”’)]?$/u.test(text)) return gap;
  if (/^\p{Ll}/u.test(nextText)) return Math.max(gap, last.em * WIDE_GAP_EM);
  return /\p{Lo}$/u.test(text) && /^\p{Lo}/u.test(nextText) ? Math.max(gap, last.em * WIDE_GAP_UNCASED_EM) : gap;
}

const isLineOfContents = (text: string): boolean => isListed(text) || hasOpenLeaders(text);

/** How far a row is set in, in steps of about a letter and a half. */
function levelOf(row: Row): number {
  const edge = isRightToLeft(textOf(row)) ? -row.right : (row.lineLeft ?? row.left);
  return edge / Math.max(8, row.size);
}

function paragraphOf(rows: readonly Row[]): FlowPiece {
  const runs = runsOf(rows);
  const [first] = rows;
  const text = plainText(runs);
  const mark = itemMark(text) ?? (first?.marked ? countedMark(text) : null);
  // the lines of a table of contents that are numbered are as much a list as others
  if (first && mark && isLineOfContents(textOf(rows.at(-1) ?? first)))
    return { level: levelOf(first), ordered: false, key: 'contents', number: 0, item: { blocks: [{ id: '', type: 'paragraph', runs }] } };
  if (!mark || !first || !beginsItem(first)) return { id: '', type: 'paragraph', runs };
  const { ordered, number } = mark;
  const rest = mark.kept ? runs : dropCharacters(runs, mark.length);
  return {
    level: levelOf(first),
    ordered,
    key: ordered ? 'numbers' : 'bullets',
    number,
    item: { blocks: [{ id: '', type: 'paragraph', runs: rest }], ...(mark.checked === undefined ? {} : { checked: mark.checked }) },
  };
}
