/** Texts over several columns of a table that only level lines rule: heads of groups of columns, and rows of one text. */
import type { Box } from '../../document/rendered-document.ts';
import { sortRows } from './by-place.ts';
import { isFigure } from './cell-lines.ts';
import type { Filled } from './divide-rows.ts';
import { median } from './measures.ts';
import type { Reach } from './places.ts';
import type { Piece, Word } from './rows.ts';
import type { Grid } from './ruled-tables.ts';

/** A text that lies over several columns: it is in the first of them as a whole. */
export interface SpanningText extends Box {
  /** Index of the first column, and how many there are. */
  column: number;
  columns: number;
}

const CENTRED_PT = 4;
const CENTRED_SHARE = 0.06;
const HEADS_GAP_EM = 0.4;
const HEADS_GAP_TIMES = 1.4;

/** No head is in a row of the body. */
const FIGURES_MIN = 2;
const LETTER = /\p{L}/u;
/** A label with the figure or code of the next column behind it. */
const LEADS_ON = /…|\p{N}\S*$/u;

/** Edges of the columns, from left to right. */
const edgesOf = ({ cells }: Grid): number[] => [...new Set(cells.flatMap(({ box }) => [box.left, box.right]))].toSorted((a, b) => a - b);

const columnsUnder = (edges: readonly number[], { left, right }: Box): { from: number; to: number } => {
  const inner = edges.slice(1, -1);
  return { from: inner.filter((x) => x < left + 1).length, to: inner.filter((x) => x < right - 1).length };
};

/** What is between the words at the edge of a column is wider than a space: two heads that are near to each other. */
function isOfTwo(piece: Piece, edges: readonly number[]): boolean {
  const words: readonly Word[] = piece.words ?? [];
  const gaps = words.slice(1).map((word, index) => word.left - (words[index]?.right ?? 0));
  const usual = median(gaps);
  return gaps.some(
    (gap, index) =>
      gap > Math.max(piece.em * HEADS_GAP_EM, gaps.length > 2 ? usual * HEADS_GAP_TIMES : 0) &&
      edges.some((x) => x >= (words[index]?.right ?? 0) - 1 && x <= (words[index + 1]?.left ?? 0) + 1),
  );
}

const ALIGNED_PT = 2.5;
/** Of two columns, whose words may keep to them by chance. */
const ALIGNED_PT_OF_TWO = 1.2;

/** So many columns have a word each by chance in no text. */
const HEADS_OF_WORDS_MIN = 4;

/** Its words keep to the columns in one way, one or more to each: the heads of all of them, with no more than a space between. */
function isOfEach(piece: Piece, edges: readonly number[], reach: readonly Reach[]): boolean {
  const words: readonly Word[] = piece.words ?? [];
  const { from, to } = columnsUnder(edges, piece);
  const off = reach.slice(from, to + 1).map((column, index): [number, number, number] | undefined => {
    const [begin, end] = [edges[from + index] ?? 0, edges[from + index + 1] ?? 0];
    const own = words.filter(({ left, right }) => (left + right) / 2 >= begin && (left + right) / 2 < end);
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) return undefined;
    const [left, right] = [first.left - column.left, last.right - column.right];
    return [left, right, (left + right) / 2];
  });
  if (words.length === off.length && words.length >= HEADS_OF_WORDS_MIN && off.every((distances) => distances !== undefined)) return true;
  const near = to - from > 1 ? ALIGNED_PT : ALIGNED_PT_OF_TWO;
  return [0, 1, 2].some((way) => off.every((distances) => distances !== undefined && Math.abs(distances[way] ?? Infinity) <= near));
}

/** By the upper edge of their lines, which is that of their pieces. */
export type SpanningTexts = ReadonlyMap<number, readonly SpanningText[]>;
export const NO_TEXTS: SpanningTexts = new Map();

/** @param pieces of the page */
export function findSpanningTexts(grid: Grid, pieces: readonly Piece[]): SpanningTexts {
  const { box } = grid;
  const within = pieces.filter(
    ({ left, right, top, bottom }) =>
      left >= box.left - 2 && right <= box.right + 2 && (top + bottom) / 2 > box.top && (top + bottom) / 2 < box.bottom,
  );
  const edges = edgesOf(grid);
  const reach = edges.slice(1).map((): Reach => ({ left: Infinity, right: -Infinity }));
  for (const piece of within) {
    const { from, to } = columnsUnder(edges, piece);
    const own = reach[from];
    if (own && from === to) [own.left, own.right] = [Math.min(own.left, piece.left), Math.max(own.right, piece.right)];
  }
  const texts = sortRows(within).flatMap((row): SpanningText[] => {
    const holdsFigures = row.pieces.filter(({ text }) => isFigure(text)).length >= FIGURES_MIN;
    return row.pieces.flatMap((piece): SpanningText[] => {
      const { from, to } = columnsUnder(edges, piece);
      if (from === to || !LETTER.test(piece.text)) return [];
      const [left, right] = [reach[from]?.left ?? Infinity, reach[to]?.right ?? -Infinity];
      const off = Math.abs((left + right) / 2 - (piece.left + piece.right) / 2);
      // over the first column and others is a label of rows
      const isHead =
        (from > 0 ? !holdsFigures : !LEADS_ON.test(piece.text)) &&
        off <= Math.max(CENTRED_PT, (right - left) * CENTRED_SHARE) &&
        !isOfTwo(piece, edges) &&
        !isOfEach(piece, edges, reach);
      const { top, bottom } = piece;
      return isHead || row.pieces.length === 1
        ? [{ left: piece.left, right: piece.right, top, bottom, column: from, columns: to - from + 1 }]
        : [];
    });
  });
  return Map.groupBy(texts, ({ top }) => top);
}

/** The piece, told how many columns it lies over where it is one of these texts. */
export function markSpanning(piece: Piece, texts: readonly SpanningText[]): Piece {
  const text = texts.find(({ left, right, top }) => top === piece.top && left <= piece.left + 1 && right >= piece.right - 1);
  return text ? { ...piece, columns: text.columns } : piece;
}

/** By the index of a cell: how many columns it is wide because of such a text, 0 where one beside it takes its place. */
export function spansOfTexts({ grid, pieces }: Filled): Map<number, number> {
  const spans = new Map<number, number>();
  if (!grid.open) return spans;
  const byPlace = new Map(grid.cells.map((cell, at) => [`${cell.top} ${cell.bottom} ${cell.left}`, at]));
  for (const [at, { top, bottom, left }] of grid.cells.entries()) {
    const columns = pieces[at]?.[0]?.columns ?? 1;
    if (pieces[at]?.length !== 1 || columns < 2) continue;
    const others = Array.from({ length: columns - 1 }, (_, index) => byPlace.get(`${top} ${bottom} ${left + index + 1}`) ?? -1);
    if (others.some((other) => pieces[other]?.length !== 0)) continue;
    spans.set(at, columns);
    for (const other of others) spans.set(other, 0);
  }
  return spans;
}
