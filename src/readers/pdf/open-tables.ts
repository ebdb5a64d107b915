/** Tables that only level lines rule: their columns are where no text is from top to bottom. */
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { sortRows } from './by-place.ts';
import { median, widthInLetters } from './measures.ts';
import { maxOf, minOf } from '../../base/extremes.ts';
import { isFigure } from './cell-lines.ts';
import { isNumbered } from './heading-numbers.ts';
import { divideAtColumns } from './column-gaps.ts';
import { isLoneMark } from './list-marks.ts';
import type { Reach } from './places.ts';
import { toPieces, wordsOf } from './rows.ts';
import type { Piece, Row } from './rows.ts';
import { findBlankGrids } from './ruled-blanks.ts';
import { findLevelGroups, gridOfGroup, LEVELS_MIN } from './ruled-tables.ts';
import type { Grid, LevelGroup } from './ruled-tables.ts';

const GUTTER_PT_MIN = 5;
/** So many rows, words of which are divided there, show columns that are nearer to each other. */
const NEAR_ROWS_MIN = 2;

/** Heads that lie over several columns may cross a gutter. */
const CROSSING_SHARE_MAX = 0.2;
/** Between rules text of that length is text of a page, not of cells. */
const PROSE_CHARS_MIN = 45;
const COLUMNS_MAX = 40;
const COLUMNED_SHARE_MIN = 0.7;

function piecesIn(box: Box, lines: readonly RenderedLine[]): Piece[] {
  return lines.flatMap((line) => {
    const middle = (line.top + line.bottom) / 2;
    return middle > box.top && middle < box.bottom && line.right > box.left && line.left < box.right
      ? toPieces(line, wordsOf(line), [])
      : [];
  });
}

/** How many of the spans lie across each place, a point from one to the next. */
function countCrossing(spans: readonly Reach[], { left, right }: Box): Int32Array {
  const places = Math.max(0, Math.floor(right - left)) + 1;
  const steps = new Int32Array(places + 1);
  for (const span of spans) {
    const from = Math.max(0, Math.floor(span.left - left) + 1);
    const to = Math.min(places - 1, Math.ceil(span.right - left) - 1);
    if (from > to) continue;
    steps[from] = (steps[from] ?? 0) + 1;
    steps[to + 1] = (steps[to + 1] ?? 0) - 1;
  }
  let sum = 0;
  return steps.subarray(0, places).map((step) => (sum += step));
}

/** The middle of the widest part of a strip that the fewest words lie across: heads that are wider than their columns stay whole. */
function clearestOf(crossing: Int32Array, begin: number, end: number): number {
  const strip = crossing.subarray(begin, end);
  const least = strip.reduce((few, count) => Math.min(few, count), Infinity);
  let [best, width] = [(begin + end) / 2, 0];
  for (let from = begin; from < end; from++) {
    if (crossing[from] !== least) continue;
    let to = from;
    while (to < end && crossing[to] === least) to++;
    if (to - from > width) [best, width] = [(from + to) / 2, to - from];
    from = to;
  }
  return best;
}

/** Middles of the strips that hardly a piece crosses, with pieces at both sides. */
function guttersOf({ box }: LevelGroup, pieces: readonly Piece[], gaps: readonly Reach[]): number[] {
  const found: number[] = [];
  const allowed = Math.floor((pieces.length * CROSSING_SHARE_MAX) / 3);
  const crossing = countCrossing(pieces, box);
  const ofWords = countCrossing(
    pieces.flatMap((piece): Reach[] => piece.words ?? [piece]),
    box,
  );
  const rights = pieces.map(({ right }) => right);
  const [firstEnd, lastBegin] = [minOf(rights), maxOf(pieces.map(({ left }) => left))];
  const firstEndWithin = minOf(rights.filter((right) => right > box.left));
  let begin: number | null = null;
  for (const [at, count] of crossing.entries()) {
    if (count <= allowed) {
      begin ??= at;
      continue;
    }
    if (begin === null) continue;
    const inside = firstEndWithin <= box.left + at && lastBegin >= box.left + begin - 1 && firstEnd <= box.left + begin + 1;
    const [left, right] = [box.left + begin, box.left + at];
    const isNarrow = at - begin < GUTTER_PT_MIN;
    if (inside && (!isNarrow || gaps.filter((gap) => gap.left < right && gap.right > left).length >= NEAR_ROWS_MIN))
      found.push(box.left + clearestOf(ofWords, begin, at));
    begin = null;
  }
  return found;
}

/** Between most of the lines are pieces in two columns or more, and they are no marks with their items. */
function isColumned({ ys }: LevelGroup, gutters: readonly number[], pieces: readonly Piece[]): boolean {
  const [first = 0] = gutters;
  if (pieces.every(({ left, text }) => left > first || isLoneMark(text))) return false;
  const bands = ys.slice(1).flatMap((bottom, index) => {
    const top = ys[index] ?? 0;
    const own = pieces.filter((piece) => (piece.top + piece.bottom) / 2 < bottom && (piece.top + piece.bottom) / 2 > top);
    return headsRows(pieces, top, bottom) ? [] : [own];
  });
  const columned = bands.filter(
    (band) => new Set(band.map(({ left, right }) => gutters.filter((x) => x < (left + right) / 2).length)).size >= 2,
  );
  return columned.length >= bands.length * COLUMNED_SHARE_MIN;
}

const DENSER_TIMES = 2;

/** Most rows have twice as many pieces as there would be columns: those are not to be told by strips without text. */
function isDenser(gutters: readonly number[], pieces: readonly Piece[]): boolean {
  const counts = sortRows(pieces).flatMap((row) => (row.pieces.length > 1 ? [row.pieces.length] : []));
  return median(counts) >= (gutters.length + 1) * DENSER_TIMES;
}

/** Such a band holds a line by itself that heads the rows below it; a higher one is what is between two tables. */
const HEADING_BAND_EM = 2.2;

/** Text that no other is beside is between two tables, whose rules are as wide as each other. */
function isBetween(pieces: readonly Piece[], top: number, bottom: number): boolean {
  const band = pieces.filter((piece) => (piece.top + piece.bottom) / 2 > top && (piece.top + piece.bottom) / 2 < bottom);
  const [first] = band;
  if (!first || bottom - top < first.em * HEADING_BAND_EM) return false;
  return band.every((piece) =>
    band.every(
      (other) =>
        other === piece ||
        other.bottom <= piece.top + 1 ||
        other.top >= piece.bottom - 1 ||
        other.right === piece.right ||
        isHeading(piece, other) ||
        isHeading(other, piece),
    ),
  );
}

const LABEL_BAND_EM = 3.5;
const LABEL_TIMES_MAX = 1.1;
const FIGURES_MIN = 2;

/** A line by itself above figures that stand right below those above it: it heads some rows of one table. */
function headsRows(pieces: readonly Piece[], top: number, bottom: number): boolean {
  const middle = (piece: Piece): number => (piece.top + piece.bottom) / 2;
  const band = pieces.filter((piece) => middle(piece) > top && middle(piece) < bottom);
  const [label] = band;
  if (!label || band.length > 1 || bottom - top >= label.em * LABEL_BAND_EM) return false;
  const above = pieces.findLast((piece) => middle(piece) <= top && isFigure(piece.text));
  const below = pieces.find((piece) => middle(piece) >= bottom);
  if (!above || !below || isFigure(below.text) || label.em > above.em * LABEL_TIMES_MAX || isNumbered(label.text)) return false;
  const [over, under] = [above, below].map((one) => pieces.filter((piece) => isLevel(piece, one) && isFigure(piece.text)));
  const shared = (over ?? []).filter((one) => (under ?? []).some(({ left, right }) => left < one.right && right > one.left));
  return shared.length >= FIGURES_MIN && shared.length === under?.length;
}

const WIDE_SHARE = 0.6;

const isLevel = (a: Piece, b: Piece): boolean => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > (a.bottom - a.top) / 2;

/** Where lines of text begin below rows of cells between two rules, as notes below a table and the title of the next one do. */
function textBelow({ left, right }: Box, pieces: readonly Piece[], top: number, bottom: number): number | undefined {
  const wide = pieces.find(
    (piece) =>
      widthInLetters(piece.text) > PROSE_CHARS_MIN &&
      piece.right - piece.left > (right - left) * WIDE_SHARE &&
      piece.top > top &&
      piece.bottom < bottom,
  );
  if (!wide) return undefined;
  const over = pieces.filter((piece) => piece.top >= top - 1 && piece.bottom <= wide.top + 1);
  const areCells = (piece: Piece, other: Piece): boolean => other.left >= piece.right && isLevel(piece, other) && !isHeading(piece, other);
  return over.some((piece) => over.some((other) => areCells(piece, other))) ? wide.top : undefined;
}

/** `6` and `Next meeting` beside each other. */
const isHeading = (number: Piece, title: Piece): boolean =>
  number.bold && title.bold && /^\d{1,2}(?:\.\d{1,2})*\.?$/.test(number.text) && /^\p{Lu}/u.test(title.text);

/** Without the last line where nothing is between it and the one above: it rules what is below the table. */
function withoutEmptyEnd(ys: readonly number[], pieces: readonly Piece[]): number[] {
  const isEmpty = (from: number): boolean => {
    const [top, bottom] = [ys.at(from - 1), ys.at(from)];
    return top !== undefined && bottom !== undefined && !pieces.some((piece) => piece.bottom > top + 1 && piece.top < bottom - 1);
  };
  return isEmpty(-1) && !isEmpty(-2) ? ys.slice(0, -1) : [...ys];
}

/** The tables that a group of rules belongs to. */
function divideGroup({ box, ys }: LevelGroup, lines: readonly RenderedLine[]): LevelGroup[] {
  const pieces = piecesIn(box, lines).toSorted((a, b) => a.top - b.top);
  const parts: number[][] = [[]];
  for (const [index, y] of ys.entries()) {
    const above = ys[index - 1];
    const text = above === undefined ? undefined : textBelow(box, pieces, above, y);
    if (text !== undefined) parts.at(-1)?.push(text);
    if (text !== undefined || (above !== undefined && isBetween(pieces, above, y) && !headsRows(pieces, above, y))) parts.push([]);
    parts.at(-1)?.push(y);
  }
  return parts
    .map((own) => withoutEmptyEnd(own, pieces))
    .filter((own) => own.length >= LEVELS_MIN)
    .map((own) => ({ ys: own, box: { ...box, top: own[0] ?? box.top, bottom: own.at(-1) ?? box.bottom } }));
}

const HEAD_EM = 2.2;

/** One of these lines is below the head of each of several tables: above all of them, but for the last perhaps, the same words are. */
function isUnderHeads({ box, ys }: LevelGroup, lines: readonly RenderedLine[]): boolean {
  const heads = ys.map((y, index) => {
    const above = ys[index - 1] ?? -Infinity;
    const own = lines.filter(
      ({ top, bottom, left, right, emPt = 10 }) =>
        bottom <= y + 2 && bottom > y - emPt * HEAD_EM && top > above - 2 && right > box.left && left < box.right,
    );
    const lowest = maxOf(own.map(({ bottom }) => bottom));
    return own
      .filter(({ bottom, top }) => bottom > lowest - (bottom - top) / 2)
      .map(({ text }) => text)
      .join(' ');
  });
  const [first = ''] = heads;
  return /\p{L}/u.test(first) && heads.length >= LEVELS_MIN && heads.slice(1, -1).every((head) => head === first);
}

/** A piece may hold words of two columns that are as near to each other as words: what other rows divide, and the gaps there. */
function divideAtNearColumns(pieces: readonly Piece[]): { pieces: Piece[]; gaps: Reach[] } {
  const rows = sortRows(pieces).map((row): Row => {
    const [first] = row.pieces;
    return { ...row, pieces: row.pieces.toSorted((a, b) => a.left - b.left), size: first?.size ?? 0, em: first?.em ?? 0, bold: false };
  });
  const whole = new Set(pieces);
  const divided = divideAtColumns(rows);
  const gaps = divided.flatMap(({ pieces: own }) =>
    own.flatMap((piece, index) => {
      const before = own[index - 1];
      return before && !whole.has(piece) && !whole.has(before) ? [{ left: before.right, right: piece.left }] : [];
    }),
  );
  return { pieces: divided.flatMap((row) => row.pieces), gaps };
}

function gridOfRules(group: LevelGroup, lines: readonly RenderedLine[]): Grid | undefined {
  const found = piecesIn(group.box, lines);
  if (found.length < 4 || found.reduce((sum, { text }) => sum + widthInLetters(text), 0) / found.length > PROSE_CHARS_MIN) return undefined;
  const { pieces, gaps } = divideAtNearColumns(found);
  const gutters = guttersOf(group, pieces, gaps);
  return gutters.length === 0 || gutters.length >= COLUMNS_MAX || isDenser(gutters, pieces) || !isColumned(group, gutters, pieces)
    ? undefined
    : { ...gridOfGroup(group, gutters), open: true };
}

/** How high the bands of a table are, as a rule; `findLevelGroups` takes higher ones. */
const TABLE_PT_MAX = 420;

const CELLED_SHARE_MIN = 0.6;

/** What is between two rules that are further apart than a table is high, as a rule, are lines of text, and no rows of cells. */
const isTextBetween = ({ ys, box }: LevelGroup, lines: readonly RenderedLine[]): boolean =>
  ys.slice(1).some((bottom, index) => {
    const top = ys[index] ?? 0;
    if (bottom - top <= TABLE_PT_MAX) return false;
    const rows = sortRows(piecesIn({ ...box, top, bottom }, lines));
    return rows.filter(({ pieces }) => pieces.length > 1).length < rows.length * CELLED_SHARE_MIN;
  });

/** Rules that are further from each other than a table is high, as a rule, are of two. */
function parts({ ys, box }: LevelGroup): LevelGroup[] {
  const apart = ys.flatMap((y, index) => (index > 0 && y - (ys[index - 1] ?? 0) > TABLE_PT_MAX ? [index] : []));
  if (apart.length === 0) return [];
  return [0, ...apart].flatMap((from, index) => {
    const own = ys.slice(from, apart[index]);
    return own.length < LEVELS_MIN ? [] : [{ ys: own, box: { ...box, top: own[0] ?? box.top, bottom: own.at(-1) ?? box.bottom } }];
  });
}

/** Tables that only level lines rule, as grids; `open`, since no line says where rows end within them. */
export function findOpenGrids(rules: readonly Box[], grids: readonly Grid[], lines: readonly RenderedLine[]): Grid[] {
  const all = findLevelGroups(rules, grids);
  const blanks = findBlankGrids(all, lines);
  const groups = all
    .filter((group) => !isUnderHeads(group, lines) && !blanks.some(({ box }) => isWithin(group.box, box)))
    .flatMap((group) => divideGroup(group, lines));
  const ruled = groups.flatMap((group) => {
    const whole = isTextBetween(group, lines) ? undefined : gridOfRules(group, lines);
    return whole ? [whole] : parts(group).flatMap((part) => gridOfRules(part, lines) ?? []);
  });
  return [...ruled, ...blanks];
}

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
