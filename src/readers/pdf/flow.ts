/** Rows of a page → headings, paragraphs, lists and tables. */
import type { Block } from '../../document/block.ts';
import { buildLists } from '../office/list-tree.ts';
import type { FlowPiece } from '../office/list-tree.ts';
import type { Row } from './rows.ts';
import { readTableAt } from './tables.ts';

/** What holds for the whole document. */
export interface Typography {
  /** Height of the font of most of the text. */
  body: number;
  /** Heights of headings, largest first. */
  headings: number[];
  /** Titles of the outline, lower case without white space, with their levels. */
  outline: ReadonlyMap<string, number>;
}

const HEADING_CHARS_MAX = 200;
const LIST_MARK = /^(?:([•‣▪▫■□●○◦◆❖➢✓✔⁃∙·–—*-])|(\(?(\d{1,3}|[a-zA-Z]|[ivx]{2,4})[.)]))\s+(?=\S)/u;

export const outlineKey = (text: string): string => text.toLowerCase().replaceAll(/[\s.]+/g, '');

/** What a text is set in, weighed by its letters. */
export function readTypography(rows: readonly Row[], outline: readonly { title: string; level: number }[]): Typography {
  const weights = new Map<number, number>();
  for (const row of rows) for (const { text } of row.pieces) weights.set(half(row.size), (weights.get(half(row.size)) ?? 0) + text.length);
  const body = [...weights].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 12;
  const headings = [...new Set(rows.filter((row) => isLarge(row, body)).map((row) => half(row.size)))].toSorted((a, b) => b - a);
  return { body, headings, outline: new Map(outline.map(({ title, level }) => [outlineKey(title), level])) };
}

const half = (size: number): number => Math.round(size * 2) / 2;
const textOf = (row: Row): string => row.pieces.map(({ text }) => text).join(' ');

function isLarge(row: Row, body: number): boolean {
  const text = textOf(row);
  return row.size > body * 1.12 && text.length <= HEADING_CHARS_MAX && /\p{L}/u.test(text) && row.pieces.length <= 2;
}

/** @param wide how far the text reaches to the right on this page */
export function readPageFlow(rows: readonly Row[], typography: Typography): Block[] {
  const pieces: FlowPiece[] = [];
  for (let at = 0; at < rows.length;) {
    const row = rows[at];
    if (!row) break;
    const level = headingLevel(rows, at, typography);
    const table = level === undefined ? readTableAt(rows, at) : undefined;
    if (table) {
      pieces.push(table.table);
      at += table.taken;
    } else if (level !== undefined) {
      const taken = headingRows(rows, at);
      pieces.push({ id: '', type: 'heading', level, runs: [{ text: joinLines(rows.slice(at, at + taken)) }] });
      at += taken;
    } else {
      const taken = paragraphRows(rows, at, typography);
      pieces.push(paragraphOf(rows.slice(at, at + taken)));
      at += taken;
    }
  }
  return buildLists(pieces);
}

function headingLevel(rows: readonly Row[], at: number, { body, headings, outline }: Typography): number | undefined {
  const row = rows[at];
  if (!row) return undefined;
  const text = textOf(row);
  const listed = outline.get(outlineKey(text));
  if (listed !== undefined) return Math.min(6, Math.max(1, listed));
  if (isLarge(row, body)) return Math.min(6, headings.indexOf(half(row.size)) + 1);
  if (!row.bold || row.pieces.length !== 1 || text.length > 100 || /[.:;,]$/.test(text) || !/\p{L}{2}/u.test(text) || row.size < body * 0.95 || (LIST_MARK.test(text) && !/^\d/.test(text))) return undefined;
  // Bold words with air above and ordinary text below them.
  const [before, after] = [rows[at - 1], rows[at + 1]];
  const apart = !before || row.top - before.bottom > row.size * 0.45 || row.top < before.top;
  return apart && after && !after.bold && after.pieces.length === 1 && after.top > row.top && after.size <= row.size * 1.05 ? Math.min(6, headings.length + 1) : undefined;
}

/** A heading may have a few lines of one size, close to each other. */
function headingRows(rows: readonly Row[], at: number): number {
  let taken = 1;
  for (let last = rows[at], next = rows[at + 1]; last && next && taken < 3; last = next, next = rows[at + taken]) {
    const close = next.top > last.top && next.top - last.bottom < last.size * 0.4 && Math.abs(next.size - last.size) < 0.6 && next.bold === last.bold && next.pieces.length === 1;
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

function continues({ first, last, next, taken }: { first: Row; last: Row; next: Row; taken: number }): boolean {
  if (next.pieces.length > 1 || last.pieces.length > 1 || LIST_MARK.test(textOf(next))) return false;
  // The next column of a page begins above the end of this one.
  if (next.top < last.top) return next.left > last.right && /[\p{Ll},\-‐]$/u.test(textOf(last)) && Math.abs(next.size - last.size) < 1;
  const gap = next.top - last.bottom;
  if (gap > last.size * 0.62 || Math.abs(next.size - last.size) > Math.max(1.2, last.size * 0.12)) return false;
  const listed = LIST_MARK.test(textOf(first));
  if (listed) return next.left > first.left + 3;
  const indented = taken > 1 && next.left > last.left + last.size * 0.6;
  const width = Math.max(first.right, last.right, next.right) - Math.min(first.left, next.left);
  const endsShort = last.right < Math.max(first.right, next.right) - width * 0.2;
  if (last.bold !== next.bold && endsShort) return false;
  return !indented && !(endsShort && /[.:!?]$/.test(textOf(last))) && !(endsShort && width > 300 && /^\p{Lu}/u.test(textOf(next)));
}

function paragraphOf(rows: readonly Row[]): FlowPiece {
  const text = joinLines(rows);
  const mark = LIST_MARK.exec(text);
  const [first] = rows;
  if (!mark || !first) return { id: '', type: 'paragraph', runs: [{ text }] };
  const rest = text.slice(mark[0].length);
  const number = mark[3] === undefined ? 0 : /^\d+$/.test(mark[3]) ? Number(mark[3]) : 1;
  const ordered = mark[1] === undefined && /^\d+$/.test(mark[3] ?? '');
  if (mark[1] === undefined && !ordered) return { id: '', type: 'paragraph', runs: [{ text }] };
  // Levels are told apart by how far they are set in, in steps of about a letter and a half.
  return { level: Math.round(first.left / Math.max(8, first.size)), ordered, key: ordered ? 'numbers' : 'bullets', number, item: { blocks: [{ id: '', type: 'paragraph', runs: [{ text: rest }] }] } };
}

/** Lines as one text: a hyphen at the end of a line goes where the word goes on in small letters. */
function joinLines(rows: readonly Row[]): string {
  let text = '';
  for (const row of rows) {
    const line = textOf(row);
    if (text === '') text = line;
    else if (/\p{L}[-‐\u00AD]$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line;
    else text += (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(text) && /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line) ? '' : ' ') + line;
  }
  return text;
}
