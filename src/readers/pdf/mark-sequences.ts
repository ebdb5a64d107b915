/**
 * Marks that text may begin with as well are marks of items where line after line begins so: letters, Roman numbers and clause numbers
 * that count (`a) one`, `ii. two`, `2.1 three`), counted words (`Step 1`, `§ 2`), bare numbers and `一、`.
 */
import { BARE_LETTERS, countLetter, STOPPED_LETTERS } from './letter-marks.ts';
import { findLetterBullets } from './letter-bullets.ts';
import { itemMark, countedMark } from './list-marks.ts';
import type { IsLoneSign } from './lone-signs.ts';
import { median } from './measures.ts';
import { appendRuns, rowOf, type Piece, type Row } from './rows.ts';
import { isListed } from './typography.ts';
import { textOf } from './rows.ts';

const LETTERED = new RegExp(`^(\\(?)(?:([a-zA-Z${STOPPED_LETTERS}]|[ivx]{2,5}|[IVX]{2,5})([.)])|([${BARE_LETTERS}]))\\s+\\S`, 'u');
const CLAUSE = /^((?:\d{1,3}\.)+)(\d{1,3})(\.?\)?)\s+\S/u;
const NUMBERED = /^\d{1,3}([.)])\s+\S/u;
/** Where a mark is as wide as the place that is set for it, nothing is between it and its text. */
const STUCK = /^(?:(?:\d{1,3}\.)*\d{1,3}[.)]|(?:\d{1,3}\.)+\d{1,3}|\(?(?:[a-zA-Z]|[ivx]{2,5}|[IVX]{2,5})[.)])(?=[\p{Lu}“"‘'(])/u;
const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };
/** Lines that an item may have, so that the next of its list is within so many. */
const ROWS_BETWEEN_MAX = 30;
const CHAIN_MIN = 3;
const SAME_LEFT_PT = 4;
const LARGER = 1.1;
const SMALLER = 0.9;
/** More than a space, in sizes of the letters; and how far a mark may be from its text. */
const MARK_GAP = 0.6;
const REACH_EM = 5.5;
/** No heading goes on that far. */
const LONG_CHARS = 60;
/** Of the members of a chain that look like items, if they are to be ones. */
const LIKELY_SHARE_MIN = 0.5;
const CLOSE_EM = 1.2;
/** Numbers before every line count the lines of a page, as courts have them. */
const LINES_COUNTED_MIN = 10;

interface Count {
  /** Brackets, capitals, letters or Roman numbers; words. */
  kind: string;
  number: number;
  /** Only a gap behind it, or items by their looks, tell it from text. */
  weak: boolean;
}
interface Mark {
  at: number;
  row: Row;
  /** With a space behind the mark. */
  text: string;
  /** Where the text behind it begins. */
  textLeft: number;
  counts: Count[];
}

function romanOf(text: string): number {
  const values = [...text].map((sign) => ROMAN[sign] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** What a mark may count: `i` is the first Roman number and the ninth letter. */
function countsOf(text: string): Count[] {
  const [, whole = '', part = '', end = ''] = CLAUSE.exec(text) ?? [];
  const [, stop] = NUMBERED.exec(text) ?? [];
  if (stop !== undefined) return [{ kind: `number ${stop}`, number: Number.parseInt(text, 10), weak: false }];
  if (part !== '') return [{ kind: `clause ${whole}${end}`, number: Number(part), weak: true }];
  const [, open = '', stopped, close = '', bare = ''] = LETTERED.exec(text) ?? [];
  const sign = stopped ?? bare;
  if (sign === '') {
    // lines of contents are a list already
    const counted = isListed(text) ? null : countedMark(text);
    return counted ? [{ kind: counted.kind, number: counted.number, weak: true }] : [];
  }
  const small = sign.toLowerCase();
  const kind = `${open}${close}${small === sign ? 'a' : 'A'}`;
  const others = countLetter(sign);
  if (others.length > 0) return others.map(({ order, number }) => ({ kind: `${kind} ${order}`, number, weak: false }));
  return [
    ...(sign.length === 1 ? [{ kind: `${kind}l`, number: small.charCodeAt(0) - 96, weak: false }] : []),
    ...(/^[ivx]+$/.test(small) ? [{ kind: `${kind}r`, number: romanOf(small), weak: false }] : []),
  ];
}

/** Where the text behind the mark of a line begins, in words of its own or in a second piece; undefined where there is none. */
function textLeftOf({ pieces: [first, second] }: Row, text: string): number | undefined {
  const mark = itemMark(text) ?? countedMark(text);
  if (!first || !mark) return undefined;
  if (second && first.text.length < mark.length) return second.left;
  const words = text.slice(0, mark.length).trim().split(/\s+/).length;
  return first.words?.[words]?.left ?? first.right;
}

/** Two pieces at most: a mark, and what it is of. */
const isAlone = ({ pieces: [first, second, third] }: Row): boolean =>
  first !== undefined &&
  third === undefined &&
  (second === undefined || (first.text.length <= LONE_CHARS_MAX && second.left - first.right < first.em * REACH_EM));
const LONE_CHARS_MAX = 14;

function marksOf(rows: readonly Row[]): Mark[] {
  const usual = median(rows.filter((row) => !row.table).map(({ em }) => em));
  return rows.flatMap((row, at) => {
    if (row.table || row.bold || row.em > usual * LARGER || !isAlone(row)) return [];
    const text = textOf(row).replace(STUCK, '$& ');
    const counts = countsOf(text);
    const strong = counts.filter(({ weak }) => !weak || row.em >= usual * SMALLER);
    const textLeft = strong.length === 0 ? undefined : textLeftOf(row, text);
    // two pieces that are no mark and its text are cells
    const divided = row.pieces.length === 2 && textLeft !== row.pieces[1]?.left;
    return textLeft === undefined || divided ? [] : [{ at, row, text, textLeft, counts: strong }];
  });
}

const isBelow = (mark: Mark, next: Mark): boolean => Math.abs(next.row.left - mark.row.left) <= SAME_LEFT_PT;

/** Marks one after the other from this one on, each a step further than the last. */
function chainFrom(marks: readonly Mark[], from: number, { kind, number }: Count): Mark[] {
  const chain: Mark[] = [];
  let wanted = number;
  for (let index = from; index < marks.length; index++) {
    const [mark, last] = [marks[index], chain.at(-1)];
    // nothing further down follows either
    if (mark === undefined || (last && mark.at - last.at > ROWS_BETWEEN_MAX)) break;
    if (last && !isBelow(last, mark)) continue;
    if (!mark.counts.some((count) => count.kind === kind && count.number === wanted)) continue;
    chain.push(mark);
    wanted++;
  }
  return chain;
}

/** More than a space is behind the mark. */
function hasGap({ row: { pieces, em }, textLeft }: Mark): boolean {
  const [first, second] = pieces;
  if (!first) return false;
  const before = second ? first.right : first.words?.findLast(({ right }) => right <= textLeft + 1)?.right;
  return before !== undefined && textLeft - before > em * MARK_GAP;
}

/** The next line begins further in, close below. */
function hangs(rows: readonly Row[], { at, row }: Mark): boolean {
  const next = rows[at + 1];
  return (
    next !== undefined &&
    !next.table &&
    next.top > row.top &&
    next.top - row.bottom < row.em * CLOSE_EM &&
    next.left > row.left + SAME_LEFT_PT
  );
}

/** Its text is long, goes on set in, or the next item or a part of it follows: nobody would take it for a heading. */
function looksLikeItem(rows: readonly Row[], mark: Mark, chain: ReadonlySet<Row>): boolean {
  const { at, row } = mark;
  const next = rows[at + 1];
  if (textOf(row).length >= LONG_CHARS || !next) return true;
  if (chain.has(next) || next.marked === true || itemMark(textOf(next))?.sure === true) return true;
  return hangs(rows, mark);
}

/** The row above has the heads of two columns, or rows between have cells where the text of the marks is. */
function isColumn(rows: readonly Row[], chain: readonly Mark[]): boolean {
  const [first, last] = [chain[0], chain.at(-1)];
  if (!first || !last || !chain.some(({ row }) => row.pieces.length === 2)) return false;
  const own = new Set(chain.map(({ row }) => row));
  return rows
    .slice(Math.max(0, first.at - 1), last.at + 1)
    .some(
      (row) =>
        !own.has(row) &&
        !row.table &&
        row.marked !== true &&
        row.pieces.length >= 2 &&
        row.pieces.slice(1).some(({ left }) => Math.abs(left - first.textLeft) <= SAME_LEFT_PT),
    );
}

const countsLines = (chain: readonly Mark[]): boolean =>
  chain.length >= LINES_COUNTED_MIN &&
  chain.every(({ at }, index) => index === 0 || at === (chain[index - 1]?.at ?? 0) + 1) &&
  chain.some(({ row }) => textOf(row).length >= LONG_CHARS);

function isList(rows: readonly Row[], chain: readonly Mark[], { kind, number, weak }: Count): boolean {
  if (!weak) return chain.length >= CHAIN_MIN || (number === 1 && chain.length >= 2);
  if (chain.length < (number === 1 ? 2 : CHAIN_MIN)) return false;
  const own = new Set(chain.map(({ row }) => row));
  if (kind === 'bare' && (chain.length < CHAIN_MIN || number !== 1 || !chain.every(hasGap) || countsLines(chain))) return false;
  // `Clause 1. Either party may …` is a paragraph where its lines begin below the word
  if (kind.startsWith('word') && !chain.some((mark) => hasGap(mark) || hangs(rows, mark))) return false;
  const likely = chain.filter((mark) => looksLikeItem(rows, mark, own)).length;
  return likely >= chain.length * LIKELY_SHARE_MIN && !isColumn(rows, chain);
}

function withSpace(piece: Piece): Piece {
  const {
    text,
    runs: [first, ...others],
    words: [word, ...more] = [],
  } = piece;
  const spaced = text.replace(STUCK, '$& ');
  if (!first || spaced === text) return piece;
  return {
    ...piece,
    text: spaced,
    runs: [{ ...first, text: first.text.replace(STUCK, '$& ') }, ...others],
    ...(word ? { words: [{ ...word, text: word.text.replace(STUCK, '$& ') }, ...more] } : {}),
  };
}

/** A row whose mark is a piece of its own, as one text; the lines of a cell below the first are rows again. */
function joinMark(row: Row): Row[] {
  const [mark, text] = row.pieces;
  if (!mark || !text) return [{ ...row, marked: true, pieces: row.pieces.map(withSpace) }];
  const [line, ...below] = text.lines ?? [text];
  if (!line) return [{ ...row, marked: true }];
  const joined: Piece = {
    ...line,
    runs: appendRuns(mark.runs, line.runs),
    text: `${mark.text} ${line.text}`,
    left: mark.left,
    words: mark.words && line.words ? [...mark.words, ...line.words] : [],
  };
  return [
    { ...rowOf(joined), top: Math.min(mark.top, line.top), bottom: Math.max(mark.bottom, line.bottom), marked: true },
    ...below.map(rowOf),
  ];
}

/** The pages, their rows that begin with a mark in a sequence known as items, those with a lone sign as none; sequences go on over the ends of pages. */
export function markSequences<Page extends { rows: readonly Row[] }>(
  pages: readonly Page[],
  isLoneSign: IsLoneSign = () => false,
): (Page & { rows: Row[] })[] {
  const rows = pages.flatMap((page) => page.rows);
  const marks = marksOf(rows);
  const sure = new Set<Row>();
  // the rest of a chain is no other one
  const known = new Map<Row, Set<string>>();
  for (const [from, { row: first, counts }] of marks.entries())
    for (const count of counts) {
      if (known.get(first)?.has(count.kind)) continue;
      const chain = chainFrom(marks, from, count);
      const listed = isList(rows, chain, count);
      for (const { row } of chain) {
        known.set(row, (known.get(row) ?? new Set()).add(count.kind));
        if (listed) sure.add(row);
      }
    }
  for (const page of pages) for (const row of findLetterBullets(page.rows)) sure.add(row);
  const settled = (row: Row): Row[] => {
    if (sure.has(row)) return joinMark(row);
    return [!row.table && isLoneSign(textOf(row)) ? { ...row, marked: false } : row];
  };
  return pages.map((page) => ({ ...page, rows: page.rows.flatMap(settled) }));
}
