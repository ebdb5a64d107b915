/**
 * The order in which pieces of a page are read. Most files write a page as it is read; where one does not, and on pages
 * that were recognized in a picture, columns of text are found by the empty strip between them.
 */
import { append } from '../../base/append.ts';
import type { Box, RenderedPage } from '../../document/rendered-document.ts';
import { widthInLetters, median } from './measures.ts';
import { sortByPlace } from './by-place.ts';
import { placeLateBlocks } from './late-blocks.ts';
import { isBullet } from './list-marks.ts';
import { boxAround, isLevel } from './places.ts';
import type { Piece, Row } from './rows.ts';
import { divideAtStrip, isRunningColumn } from './running-columns.ts';
import { findWideTables } from './wide-tables.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

type Item = Piece | Row;

const isRow = (item: Item): item is Row => 'pieces' in item;
/** A table, and no line. */
const isWhole = (item: Item | Wide): item is Row | Wide => 'pieces' in item || 'cells' in item;

/** Steps upwards that lead neither to another column nor to a footer, beyond which the order of the file means nothing. */
const STEPS_BACK_MAX = 2;
const STEPS_BACK_SHARE = 0.03;

function isInOrder(items: readonly Box[]): boolean {
  let back = 0;
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    if (before && item.bottom < before.top && item.left < before.right - 2) back++;
  }
  return back <= STEPS_BACK_MAX + items.length * STEPS_BACK_SHARE;
}

const COLUMN_LINES_MIN = 5;
const COLUMN_SHARE_MIN = 0.2;
const CROSSING_SHARE_MAX = 0.35;
/** Words in columns make lines; cells of a table are shorter. */
const LINE_CHARS_MIN = 18;

const charsOf = (item: Item): number => (isRow(item) ? 0 : widthInLetters(item.text));

const INTERLEAVED_LINES_MIN = 12;
const INTERLEAVED_CHARS_MIN = 30;
const isLong = (item: Item): boolean => charsOf(item) >= INTERLEAVED_CHARS_MIN;

/** Most of it are lines, or many are long, with a table among them. */
const isText = (side: readonly Item[]): boolean =>
  median(side.map(charsOf)) >= LINE_CHARS_MIN || side.filter(isLong).length >= INTERLEAVED_LINES_MIN;

const BULLETS_MIN = 4;
const BULLETS_SHARE_MIN = 0.6;

/** A list: no cells begin with bullets one below the other, and a column of ticks has no texts beside them. */
const isBulleted = (side: readonly Item[]): boolean => {
  const lone = side.filter((item) => !isRow(item) && isBullet(item.text)).length;
  const begun = side.filter((item) => !isRow(item) && item.text.includes(' ') && isBullet(item.text.split(' ', 1)[0] ?? '')).length;
  const texts = side.length - lone;
  return texts >= lone + begun && lone + begun >= Math.max(BULLETS_MIN, texts * BULLETS_SHARE_MIN);
};

/** How many items lie across the strip around each place. @param places 2 points from each other, from left to right */
function countCrossing(items: readonly Box[], places: readonly number[]): Int32Array {
  const counts = new Int32Array(places.length);
  const [begin = 0] = places;
  for (const item of items) {
    for (let at = Math.max(0, Math.floor((item.left - begin) / 2)); at < places.length; at++) {
      const x = places[at] ?? 0;
      if (item.right <= x + 2) break;
      if (item.left < x - 2) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return counts;
}

/** Where a strip is empty between two columns of lines. */
function findGutter(items: readonly Item[]): number | null {
  if (items.length < COLUMN_LINES_MIN * 2) return null;
  const [left, right] = [minOf(items.map((item) => item.left)), maxOf(items.map((item) => item.right))];
  const places: number[] = [];
  for (let x = left + (right - left) * 0.15; x < right - (right - left) * 0.15; x += 2) places.push(x);
  let best: { x: number; crossing: number } | null = null;
  for (const [at, crossing] of countCrossing(items, places).entries())
    if (best === null || crossing < best.crossing) best = { x: places[at] ?? 0, crossing };
  if (!best || best.crossing > items.length * CROSSING_SHARE_MAX) return null;
  const { x } = best;
  const enough = Math.max(COLUMN_LINES_MIN, items.length * COLUMN_SHARE_MIN);
  const sides = [items.filter((item) => item.right <= x + 2), items.filter((item) => item.left >= x - 2)];
  return sides.every((side) => side.length >= enough && (isText(side) || isBulleted(side))) ? x : null;
}

/** It ends before the line that goes across is at its height. */
const isOver = (item: Item, end: Item | Wide): boolean =>
  (item.top + item.bottom) / 2 < (end.top + end.bottom) / 2 && (isWhole(end) || isRow(item) || !isLevel(item, end));

/** The pieces of a table as wide as the page, as one. */
interface Wide extends Box {
  cells: readonly Piece[];
}

const boxOf = (cells: readonly Piece[]): Wide => ({ cells, ...boxAround(cells) });

/** Column after column, between the lines and tables that go across. */
function inColumns(given: readonly Item[], deep: number, rules: readonly Box[]): Item[] {
  const x = deep > 0 && given.length <= ITEMS_MAX ? findGutter(given) : null;
  if (x === null) return byPlace(given);
  const lone = given.filter((item): item is Piece => !isRow(item));
  const items = lone.length === given.length ? divideAtStrip(lone, x) : given;
  const wide = findWideTables(
    items.filter((item): item is Piece => !isRow(item)),
    x,
    rules,
  ).map(boxOf);
  const done = new Set<Item>(wide.flatMap(({ cells }) => cells));
  const lines = items.filter((item) => !done.has(item) && item.left < x - 2 && item.right > x + 2);
  for (const line of lines) done.add(line);
  const ordered: Item[] = [];
  for (const end of [...[...lines, ...wide].toSorted((a, b) => a.top - b.top), null]) {
    const band = items.filter((item) => !done.has(item) && (end === null || isOver(item, end)));
    // what is beside a line that goes across is in its row
    const row = end === null || isWhole(end) ? [] : items.filter((item) => !done.has(item) && !isRow(item) && isLevel(item, end));
    for (const item of [...band, ...row]) done.add(item);
    const columns = [band.filter((item) => item.left < x), band.filter((item) => item.left >= x)];
    for (const column of columns) append(ordered, inColumns(column, deep - 1, rules));
    if (end && 'cells' in end) append(ordered, byPlace([...row, ...end.cells]));
    else if (end)
      append(
        ordered,
        [...row, end].toSorted((a, b) => a.left - b.left),
      );
  }
  return ordered;
}

/** Tables are before what begins below them. */
function byPlace(items: readonly Item[]): Item[] {
  const ordered: Item[] = sortByPlace(items.filter((item): item is Piece => !isRow(item)));
  for (const table of items.filter(isRow).toSorted((a, b) => a.top - b.top)) {
    const at = ordered.findIndex((item) => item.top >= table.top);
    ordered.splice(at < 0 ? ordered.length : at, 0, table);
  }
  return ordered;
}

const INTERLEAVED_SHARE_MIN = 0.5;
const TIGHT_GAP_EM = 0.8;
const TIGHT_SHARE_MIN = 0.8;

/** Long lines of one text, each close below the line before, which may be the short one that ends a paragraph. */
const isTight = (side: readonly Piece[]): boolean => {
  const sorted = side.toSorted((a, b) => a.top - b.top);
  const long = sorted.flatMap((piece, index) =>
    isLong(piece) ? [piece.top - (sorted[index - 1]?.bottom ?? -Infinity) < piece.em * TIGHT_GAP_EM] : [],
  );
  return long.filter(Boolean).length >= long.length * TIGHT_SHARE_MIN;
};

/** Two columns of text that the file writes by their heights, a line of one and a line of the other. Cells are shorter, and rows of them apart. */
function isInterleaved(items: readonly Item[]): boolean {
  const beside = items.filter((item, index) => item.left >= (items[index - 1]?.right ?? Infinity)).length;
  if (items.length > ITEMS_MAX || beside < INTERLEAVED_LINES_MIN * INTERLEAVED_SHARE_MIN) return false;
  const x = findGutter(items);
  if (x === null) return false;
  const pieces = items.filter((item): item is Piece => !isRow(item));
  const columns = [pieces.filter(({ right }) => right <= x + 2), pieces.filter(({ left }) => left >= x - 2)];
  if (columns.every(isBulleted)) return true;
  const [less = 0] = columns.map((side) => side.filter(isLong).length).toSorted((a, b) => a - b);
  const turns = pieces.filter((piece, index) => index > 0 && piece.left >= x - 2 && (pieces[index - 1]?.right ?? Infinity) <= x + 2).length;
  if (less >= INTERLEAVED_LINES_MIN && turns >= less * INTERLEAVED_SHARE_MIN && columns.every(isTight)) return true;
  const lines = minOf(columns.map((side) => side.length));
  return turns >= lines * INTERLEAVED_SHARE_MIN && columns.every(isRunningColumn);
}

const COLUMNS_DEEP = 3;
/** A page of more pieces is no page of columns. */
const ITEMS_MAX = 4000;

export function orderPieces(items: readonly Item[], page: RenderedPage): readonly Item[] {
  return page.recognized === undefined && isInOrder(items) && !isInterleaved(items)
    ? placeLate(items)
    : inColumns(items, COLUMNS_DEEP, page.rules ?? []);
}

const isBeside = (a: Box, b: Box): boolean => a.left >= b.right - 2 || b.left >= a.right - 2;
const isBelow = (item: Box, other: Box): boolean => item.top >= other.bottom - 2;

/** Cells of one row stay together. */
function beginOfRow(items: readonly Item[], at: number): number {
  let begin = at;
  for (let [item, before] = [items[begin], items[begin - 1]]; item && before; [item, before] = [items[begin], items[begin - 1]]) {
    if (isRow(before) || isRow(item) || !isLevel(before, item)) break;
    begin--;
  }
  return begin;
}

/** A title is at the foot of its slide now and then: what is smaller does not come before it. */
const AS_LARGE = 0.9;
const TITLE_LINES_MAX = 8;

const FEET_MAX = 6;
const FOOT_PT = 60;

/** Running feet are often drawn before all else: what is first, at the foot of the page and below all of the rest comes last. */
function feetLast(items: readonly Item[]): readonly Item[] {
  const lowest = maxOf(items.map(({ bottom }) => bottom));
  const feet = items.findIndex((item) => isRow(item) || item.bottom <= lowest - FOOT_PT);
  const rest = items.slice(Math.max(0, feet));
  const end = maxOf(rest.map(({ bottom }) => bottom));
  const largest = maxOf(rest.map(({ em }) => em));
  const isFeet = feet > 0 && feet <= FEET_MAX && items.slice(0, feet).every(({ top, em }) => top >= end - 2 && em <= largest);
  return isFeet ? [...rest, ...items.slice(0, feet)] : items;
}

/**
 * Letterheads and blocks of titles are drawn behind the columns of their page now and then: lines that follow each other above all that was
 * written before and behind them are read first, where the title of the page is among them.
 */
function headsFirst(items: readonly Item[]): readonly Item[] {
  let [top, largest] = [Infinity, 0];
  for (const [from, item] of items.entries()) {
    if (item.bottom <= top + 2 && from > 0) {
      if (from < BODY_LINES_MIN) return items;
      let end = from + 1;
      while ((items[end]?.bottom ?? Infinity) <= top + 2) end++;
      const [head, rest] = [items.slice(from, end), items.slice(end)];
      const bottom = maxOf(head.map((one) => one.bottom));
      const isHead =
        head.length >= HEAD_LINES_MIN &&
        maxOf(head.map(({ em }) => em)) >= largest * TITLE_TIMES &&
        rest.every((one) => one.top >= bottom - 2);
      return isHead ? [...head, ...items.slice(0, from), ...rest] : items;
    }
    top = Math.min(top, item.top);
    largest = Math.max(largest, item.em);
  }
  return items;
}

/** One line by itself is put in its place with what is below it. */
const HEAD_LINES_MIN = 2;
const BODY_LINES_MIN = 12;
const TITLE_TIMES = 1.3;
const HOLE_EM = 2.5;

/**
 * A line by itself for which two that follow each other leave as much room as it needs, while those that were written before and behind it
 * are elsewhere: a heading, and no line of another column.
 */
function fillsHole(items: readonly Item[], index: number, [above, below]: readonly Item[]): boolean {
  const item = items[index];
  if (!item || !above || !below || isRow(item) || isBeside(below, item)) return false;
  const isNear = (one: Item | undefined): boolean =>
    one !== undefined && (isLevel(one, item) || Math.max(one.top - item.bottom, item.top - one.bottom) < item.em * HOLE_EM);
  return (
    item.top - above.bottom < item.em * HOLE_EM &&
    below.top - item.bottom < item.em * HOLE_EM &&
    !isNear(items[index - 1]) &&
    !isNear(items[index + 1]) &&
    !items.some((one) => one !== item && !isRow(one) && isLevel(one, item))
  );
}

/**
 * Sheets and forms are often drawn with their tables first and the titles of those last, pages of the web with their headings last: what
 * is written late is read where it is, if that is above all else, or between two that follow each other, where one of those is a table
 * or nothing but tables is beside it. Cells and columns of a page that go their own way stay as they are.
 */
function placeLate(items: readonly Item[]): readonly Item[] {
  if (items.length > ITEMS_MAX) return items;
  const ordered: Item[] = [];
  let heads = 0;
  const inStream = placeLateBlocks(headsFirst(feetLast(items)));
  for (const [index, item] of inStream.entries()) {
    const at = ordered.findIndex((one) => !isBeside(one, item) && isBelow(one, item));
    const isHead =
      (at < 0 ? heads > 0 : beginOfRow(ordered, at) <= heads) &&
      item.em >= (ordered[heads]?.em ?? 0) * AS_LARGE &&
      ordered.slice(heads).every((one) => isBelow(one, item));
    const fits =
      at >= 0 &&
      (ordered.slice(Math.max(0, at - 1), at + 1).some(isRow) || fillsHole(inStream, index, ordered.slice(Math.max(0, at - 1), at + 1))) &&
      ordered.every((one, place) => isBeside(one, item) || (place < at ? isBelow(item, one) : isBelow(one, item)));
    if (isHead) {
      // more lines than a block of titles has are text, whose columns keep their order
      const above = heads > TITLE_LINES_MAX ? -1 : ordered.slice(0, heads).findIndex((one) => isBelow(one, item));
      ordered.splice(above < 0 ? heads : above, 0, item);
      heads++;
    } else if (fits) ordered.splice(at, 0, item);
    else ordered.push(item);
  }
  return ordered;
}
