/** What is known of the lines of a page: how far those beside each go to the right, which are full, and the gaps between those of one text. */
import { maxOf } from '../../base/extremes.ts';
import type { Box } from '../../document/rendered-document.ts';
import { isRightToLeft } from './direction.ts';
import type { Row } from './rows.ts';
import { beginsItem, familyOf } from './typography.ts';
import { textOf } from './rows.ts';

export interface LineMeasures {
  /** The rows as somebody reads them from left to right: those of Arabic and Hebrew texts turned round. */
  seen: readonly Row[];
  /** How far to the right the rows around each reach that begin about where it does. */
  limits: readonly number[];
  gap: GapMeasure;
  /** Air is above each item, so that a line right below another one goes on with it. */
  aired: boolean;
  /** Lines that end so far to the right that nothing but the edge of the text can have ended them. */
  full: ReadonlySet<Row>;
}

export function measureLines(rows: readonly Row[]): LineMeasures {
  const seen = rows.map(asReadToTheRight);
  const limits = limitsOf(seen);
  const full = fullRows(seen, limits);
  const gap = { full: usualGap(seen, limits, (row) => full.has(row)), all: usualGap(seen, limits, () => true) };
  return { seen, limits, gap, full, aired: isAired(seen, gap) };
}

const DIVIDING_GAP_EM = 2;

/** Wide gaps: a row of a table or a form; a line that was spread to fill the width has narrower ones. */
export const isDivided = ({ pieces, em }: Row): boolean =>
  pieces.some(
    (piece, index) => index > 0 && piece.left - (pieces[index - 1]?.right ?? 0) > em * DIVIDING_GAP_EM && !/^[.,;:!?)]$/.test(piece.text),
  );

const turned = <Place extends Box>(place: Place): Place => ({ ...place, left: -place.right, right: -place.left });

/** The same row as in a mirror where its text is from right to left: it begins at its left. */
function asReadToTheRight(row: Row): Row {
  if (row.table || !isRightToLeft(textOf(row))) return row;
  const pieces = row.pieces.map((piece) => ({ ...turned(piece), words: (piece.words ?? []).map(turned) })).toReversed();
  return { ...row, pieces, left: -row.right, right: -row.left };
}

const NEIGHBOURS = 8;
const SAME_LEFT_PT = 40;

/** So many lines of one kind of letters that end at one edge have it as theirs, whatever goes further above or below them. */
const OWN_MIN = 4;
/** Of cells and labels many end at one place. */
const TEXT_EM_MIN = 12;

function limitsOf(rows: readonly Row[]): number[] {
  const families = rows.map(familyOf);
  return rows.map((row, index) => {
    if (row.reach !== undefined) return Math.max(row.right, row.reach);
    let limit = row.right;
    const own: number[] = [];
    for (let at = Math.max(0, index - NEIGHBOURS); at <= Math.min(rows.length - 1, index + NEIGHBOURS); at++) {
      const other = rows[at];
      if (
        !other ||
        other.table ||
        other.reach !== undefined ||
        isDivided(other) ||
        Math.abs(other.left - row.left) >= SAME_LEFT_PT ||
        Math.abs(other.em - row.em) >= row.em * 0.2
      )
        continue;
      limit = Math.max(limit, other.right);
      if (families[at] === families[index]) own.push(other.right);
    }
    const ownLimit = maxOf(own);
    const atEdge = own.filter((right) => right > ownLimit - row.em / 2).length;
    return atEdge >= OWN_MIN && ownLimit - row.left > row.em * TEXT_EM_MIN ? ownLimit : limit;
  });
}

/** One below the other around a line in the middle. */
export const isCentred = (a: Row, b: Row): boolean =>
  Math.abs(a.left + a.right - b.left - b.right) < a.em * 1.5 && Math.abs(a.left - b.left) > a.em;

const FULL_MIN = 3;
const FULL_EM = 2.5;

/** Rows that reach the edge of a text: of few short lines, as of an address, the longest reaches nothing. */
function fullRows(rows: readonly Row[], limits: readonly number[]): Set<Row> {
  const find = indexByEdges(rows.filter(({ table }) => !table));
  const isFull = (row: Row, limit: number): boolean => {
    let near = 0;
    for (const other of find(row.left, limit, row.em * FULL_EM)) if (!isCentred(row, other) && ++near >= FULL_MIN) return true;
    return false;
  };
  return new Set(rows.filter((row, index) => isFull(row, limits[index] ?? row.right)));
}

/** Finds rows that begin about at a place and end less than `reach` from another, without looking at those elsewhere: a drawing has thousands. */
function indexByEdges(rows: readonly Row[]): (left: number, right: number, reach: number) => Iterable<Row> {
  const strips = Map.groupBy(
    rows.toSorted((a, b) => a.right - b.right),
    ({ left }) => Math.floor(left / SAME_LEFT_PT),
  );
  return function* find(left, right, reach) {
    const middle = Math.floor(left / SAME_LEFT_PT);
    for (const strip of [middle - 1, middle, middle + 1]) {
      const own = strips.get(strip) ?? [];
      for (let at = firstRightOf(own, right - reach); at < own.length; at++) {
        const row = own[at];
        if (!row || row.right >= right + reach) break;
        if (Math.abs(row.left - left) < SAME_LEFT_PT) yield row;
      }
    }
  };
}

/** Index of the first of those rows, sorted by where they end, that ends to the right of a place. */
function firstRightOf(rows: readonly Row[], place: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.right ?? Infinity) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether the last line of a page goes as far as the others that begin about where it does: only the edge of the text ended it. */
export function endsFull(rows: readonly Row[]): boolean {
  const seen = rows.filter(({ table }) => table === undefined).map(asReadToTheRight);
  const last = seen.at(-1);
  return (
    last !== undefined &&
    rows.at(-1)?.table === undefined &&
    roomWithin(last, maxOf(seen.map(({ left, right }) => (Math.abs(left - last.left) < SAME_LEFT_PT ? right : -Infinity)))) <
      last.em * FULL_EM
  );
}

const GAPS_MIN = 5;

/** Gaps within paragraphs, in sizes of the letters: between lines that reach the edge of a text, and between all that nothing else ended. */
export interface GapMeasure {
  full: number | null;
  all: number | null;
}

/** Between lines that were ended because they were full; null where there are too few. */
function usualGap(rows: readonly Row[], limits: readonly number[], counts: (row: Row) => boolean): number | null {
  const gaps: number[] = [];
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    if (
      !next ||
      row.table ||
      next.table ||
      !counts(row) ||
      next.top <= row.top ||
      Math.abs(next.em - row.em) > row.em * 0.1 ||
      roomAfter(rows, limits, index) > firstWidth(next)
    )
      continue;
    gaps.push((next.top - row.bottom) / row.em);
  }
  return gaps.length < GAPS_MIN ? null : (gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? null);
}

const AIRED_MIN = 3;
const AIR_EM = 0.4;

/** Every item of the page has more air above it than lines of one text have between them. */
function isAired(rows: readonly Row[], { full }: GapMeasure): boolean {
  if (full === null) return false;
  const gaps = rows.flatMap((row, index) => {
    const before = rows[index - 1];
    return before && !before.table && row.top > before.top && !row.table && beginsItem(row) ? [(row.top - before.bottom) / row.em] : [];
  });
  return gaps.length >= AIRED_MIN && gaps.every((gap) => gap > full + AIR_EM);
}

const UNDIVIDED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A letter and a sign that may not begin a line. */
const UNDIVIDED_EM = 2.2;

/** What must find room on a line: the next one's first word; texts of China and Japan are broken between any two letters. */
export function firstWidth({ pieces: [first], em }: Row): number {
  if (!first) return 0;
  return UNDIVIDED.test(first.text) ? Math.min(first.firstWidth, em * UNDIVIDED_EM) : first.firstWidth;
}

export const roomWithin = ({ right, em }: Row, limit: number): number => limit - right - em * 0.3;

export function roomAfter(rows: readonly Row[], limits: readonly number[], index: number): number {
  const row = rows[index];
  return row ? roomWithin(row, limits[index] ?? row.right) : 0;
}
