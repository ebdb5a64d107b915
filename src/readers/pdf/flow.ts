/** Rows of a page → headings, paragraphs, lists and tables. */
import type { Block } from '../../document/block.ts';
import { dropCharacters, plainText } from '../../document/inline.ts';
import type { Run } from '../../document/inline.ts';
import { buildLists } from '../office/list-tree.ts';
import type { FlowPiece } from '../office/list-tree.ts';
import type { DrawnLine } from '../../document/drawn-document.ts';
import { joinLines } from './join-lines.ts';
import { itemMark } from './list-marks.ts';
import { lineEm } from './rows.ts';
import type { Row } from './rows.ts';
import { readTableAt } from './tables.ts';

/** What holds for the whole document. */
export interface Typography {
  /** Size of the letters of most of the text. */
  body: number;
  /** How much larger the letters of a heading are; sizes that were measured in a picture are less sure. */
  larger: number;
  /** Heights of headings, largest first. */
  headings: number[];
  /** Titles of the outline, lower case without white space, with their levels. */
  outline: ReadonlyMap<string, number>;
}

const HEADING_CHARS_MAX = 200;

export const outlineKey = (text: string): string => text.toLowerCase().replaceAll(/[\s.]+/g, '');

/** What a text is set in, weighed by its letters. */
export function readTypography(rows: readonly Row[], lines: readonly DrawnLine[], outline: readonly { title: string; level: number }[], recognized: boolean): Typography {
  const larger = recognized ? LARGER_RECOGNIZED : LARGER;
  const weights = new Map<number, number>();
  for (const line of lines) weights.set(half(lineEm(line)), (weights.get(half(lineEm(line))) ?? 0) + line.text.length);
  const body = [...weights].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 10;
  const headings: number[] = [];
  // Sizes within a few percent of each other are one level.
  for (const size of rows.filter((row) => isLarge(row, body, larger)).map(({ em }) => em).toSorted((a, b) => b - a)) {
    if (headings.length === 0 || size < (headings.at(-1) ?? 0) * (recognized ? 0.88 : 0.97)) headings.push(size);
  }
  return { body, larger, headings, outline: new Map(outline.map(({ title, level }) => [outlineKey(title), level])) };
}

const LARGER = 1.12;
const LARGER_RECOGNIZED = 1.25;
/** `1. text` in letters a little larger than most is an item all the same. */
const LARGER_NUMBERED = 1.25;

const half = (size: number): number => Math.round(size * 2) / 2;
const textOf = (row: Row): string => row.pieces.map(({ text }) => text).join(' ');
const levelOfSize = (headings: readonly number[], size: number): number => Math.min(6, Math.max(1, headings.filter((one) => one > size * 1.03).length + 1));

function isLarge(row: Row, body: number, larger: number): boolean {
  const text = textOf(row);
  const mark = itemMark(text);
  if (mark && (!/^\d/.test(text) || row.em < body * (mark.kept ? larger : LARGER_NUMBERED))) return false;
  return row.em > body * larger && text.length <= HEADING_CHARS_MAX && /\p{L}{2}/u.test(text) && row.pieces.length <= 2;
}

/** For paragraphs that a tagged file has not told apart from headings. */
export function headingBySize({ body, larger, headings, outline }: Typography): (em: number, text: string) => number | undefined {
  return (em, text) => {
    const listed = outline.get(outlineKey(text));
    if (listed !== undefined) return Math.min(6, Math.max(1, listed));
    return em > body * larger * 1.1 && text.length <= HEADING_CHARS_MAX && /\p{L}{2}/u.test(text) && !itemMark(text) ? levelOfSize(headings, em) : undefined;
  };
}

export function readPageFlow(rows: readonly Row[], typography: Typography): Block[] {
  const pieces: FlowPiece[] = [];
  for (let at = 0; at < rows.length;) {
    const row = rows[at];
    if (!row) break;
    if (row.table) {
      pieces.push(row.table);
      at++;
      continue;
    }
    const level = headingLevel(rows, at, typography);
    const table = level === undefined ? readTableAt(rows, at) : undefined;
    if (table) {
      pieces.push(table.table);
      at += table.taken;
    } else if (level !== undefined) {
      const taken = headingRows(rows, at);
      pieces.push({ id: '', type: 'heading', level, runs: runsOf(rows.slice(at, at + taken)) });
      at += taken;
    } else {
      const taken = paragraphRows(rows, at, typography);
      pieces.push(paragraphOf(rows.slice(at, at + taken)));
      at += taken;
    }
  }
  return buildLists(pieces);
}

const runsOf = (rows: readonly Row[]): Run[] => joinLines(rows.map((row) => joinLines(row.pieces.map(({ runs }) => runs))));

function headingLevel(rows: readonly Row[], at: number, { body, larger, headings, outline }: Typography): number | undefined {
  const row = rows[at];
  if (!row || row.table) return undefined;
  const text = textOf(row);
  const listed = outline.get(outlineKey(text));
  if (listed !== undefined) return Math.min(6, Math.max(1, listed));
  if (isLarge(row, body, larger)) return levelOfSize(headings, row.em);
  if (!row.bold || row.pieces.length !== 1 || text.length > 100 || /[.:;,]$/.test(text) || !/\p{L}{2}/u.test(text) || row.em < body * 0.95 || (itemMark(text) !== null && !/^\d/.test(text))) return undefined;
  // Bold words with air above and ordinary text below them.
  const [before, after] = [rows[at - 1], rows[at + 1]];
  const apart = !before || row.top - before.bottom > row.size * 0.45 || row.top < before.top;
  return apart && after && !after.bold && after.pieces.length === 1 && after.top > row.top && after.em <= row.em * 1.05 ? Math.min(6, headings.length + 1) : undefined;
}

/** A heading may have a few lines of one size, close to each other. */
function headingRows(rows: readonly Row[], at: number): number {
  let taken = 1;
  for (let last = rows[at], next = rows[at + 1]; last && next && taken < 3; last = next, next = rows[at + taken]) {
    const close = next.top > last.top && next.top - last.bottom < last.size * 0.4 && Math.abs(next.em - last.em) < Math.max(0.6, last.em * 0.04) && next.bold === last.bold && next.pieces.length === 1;
    if (!close || /^\d+(?:\.\d+)*\.?\s/.test(textOf(next))) break;
    taken++;
  }
  return taken;
}

function paragraphRows(rows: readonly Row[], at: number, typography: Typography): number {
  let taken = 1;
  for (let next = rows[at + taken]; next; next = rows[at + taken]) {
    const last = rows[at + taken - 1];
    const first = rows[at];
    if (!last || !first || !continues({ first, last, next, taken }) || headingLevel(rows, at + taken, typography) !== undefined) break;
    taken++;
  }
  return taken;
}

/** Letters and clause numbers may begin any line of a text: as marks they stand before a gap. */
function beginsItem(row: Row): boolean {
  const mark = itemMark(textOf(row));
  return mark !== null && (!mark.kept || row.marked === true);
}

function continues({ first, last, next, taken }: { first: Row; last: Row; next: Row; taken: number }): boolean {
  if (next.table || next.pieces.length > 1 || last.pieces.length > 1 || beginsItem(next)) return false;
  // The next column of a page begins above the end of this one.
  if (next.top < last.top) return next.left > last.right && /[\p{Ll},\-‐]$/u.test(textOf(last)) && Math.abs(next.size - last.size) < 1;
  const gap = next.top - last.bottom;
  if (gap > last.size * 0.62 || Math.abs(next.size - last.size) > Math.max(1.2, last.size * 0.12)) return false;
  if (beginsItem(first)) {
    const full = last.right >= Math.max(first.right, next.right) - (next.right - next.left) * 0.1;
    return next.left > first.left + 3 || (full && next.left > first.left - 3 && /^\p{Ll}/u.test(textOf(next)));
  }
  const indented = taken > 1 && next.left > last.left + last.size * 0.6;
  const width = Math.max(first.right, last.right, next.right) - Math.min(first.left, next.left);
  const endsShort = last.right < Math.max(first.right, next.right) - width * 0.2;
  if (last.bold !== next.bold && endsShort) return false;
  return !indented && !(endsShort && /[.:!?]$/.test(textOf(last))) && !(endsShort && width > 300 && /^\p{Lu}/u.test(textOf(next)));
}

function paragraphOf(rows: readonly Row[]): FlowPiece {
  const runs = runsOf(rows);
  const text = plainText(runs);
  const mark = itemMark(text);
  const [first] = rows;
  if (!mark || !first || !beginsItem(first)) return { id: '', type: 'paragraph', runs };
  const { ordered, number } = mark;
  const rest = mark.kept ? runs : dropCharacters(runs, mark.length);
  // Levels are told apart by how far they are set in, in steps of about a letter and a half.
  return { level: Math.round(first.left / Math.max(8, first.size)), ordered, key: ordered ? 'numbers' : 'bullets', number, item: { blocks: [{ id: '', type: 'paragraph', runs: rest }] } };
}
