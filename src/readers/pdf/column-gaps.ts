/** Columns that stand so near to each other that their words look like those of one text in some rows: told by the other rows. */
import { dropCharacters } from '../../document/inline.ts';
import type { Run } from '../../document/inline.ts';
import { isLoneMark } from './list-marks.ts';
import { median } from './measures.ts';
import type { Piece, Row, Word } from './rows.ts';

const ROWS_MIN = 4;
const SAME_EDGE_PT = 1.2;
const CROSSING_SHARE_MAX = 0.1;
const ALIGNED_SHARE_MIN = 0.6;
const INSIDE_MIN = 2;
/** Rows that are divided there, by a wide gap or since nothing is on one side. */
const DIVIDED_MIN = 2;
const DIVIDED_SHARE_MIN = 0.2;
const WORDS_MAX = 20_000;

const partsOf = (piece: Piece): Word[] => piece.words ?? [{ ...piece, text: piece.text }];

/** Two words side by side within a piece. */
interface Gap {
  before: Word;
  after: Word;
}

const gapsOf = (row: Row): Gap[] =>
  row.pieces.flatMap((piece) => {
    const words = partsOf(piece);
    return words.slice(1).flatMap((after, index) => {
      const before = words[index];
      return before && after.left > before.right ? [{ before, after }] : [];
    });
  });

const FIGURE = /^[-+−–(]?\p{Sc}?\d[\d.,'’]*%?\)?$/u;
const isBetweenFigures = ({ before, after }: Gap): boolean => FIGURE.test(before.text) && FIGURE.test(after.text);
/** The widest figures of a table may be in one of its rows, where they leave a single space: so many others show the column. */
const DIVIDED_FIGURES_MIN = 4;

/** In so many rows a piece begins or ends there: what one row alone does not divide is in two columns as well. */
const COLUMN_SHARE_MIN = 0.6;

/** Pieces that begin or end near the place. @param edges sorted */
const countEdges = (edges: readonly number[], x: number): number =>
  firstBeyond(edges, x + SAME_EDGE_PT) - firstBeyond(edges, x - SAME_EDGE_PT);

function firstBeyond(edges: readonly number[], x: number): number {
  let [from, to] = [0, edges.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((edges[middle] ?? 0) < x) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Places at which words of several rows, or a figure of one, begin, or behind which they end, in the middle of pieces. */
function candidates(gaps: readonly Gap[], rows: readonly Row[]): { x: number; begins: boolean }[] {
  const found: { x: number; begins: boolean }[] = [];
  const pieces = rows.flatMap((row) => row.pieces);
  for (const begins of [true, false]) {
    const ofPieces = pieces.map(({ left, right }) => (begins ? left : right)).toSorted((a, b) => a - b);
    const edges = gaps.map(({ before, after }) => (begins ? after.left : before.right)).toSorted((a, b) => a - b);
    for (let from = 0, to = 0; from < edges.length; from = to) {
      while (to < edges.length && (edges[to] ?? 0) - (edges[from] ?? 0) <= SAME_EDGE_PT) to++;
      const x = edges[from] ?? 0;
      const isFigure =
        to - from < INSIDE_MIN && gaps.some((gap) => isBetweenFigures(gap) && (begins ? gap.after.left : gap.before.right) === x);
      if (isFigure || to - from >= INSIDE_MIN || countEdges(ofPieces, x) >= rows.length * COLUMN_SHARE_MIN)
        found.push({ x: edges[Math.floor((from + to - 1) / 2)] ?? 0, begins });
    }
  }
  return found;
}

/** A row with its words and the gaps between them, which every place is held against. */
interface Spaced {
  row: Row;
  words: readonly Word[];
  gaps: readonly Gap[];
}

const BARE_ROWS_MIN = 8;
const BARE_ALIGNED_SHARE_MIN = 0.9;
const OTHER_WIDTH_PT = 2.5;
const OTHER_WIDTH_SHARE_MIN = 0.25;

/** Between thousands and hundreds. */
const isInFigure = ({ before, after }: Gap): boolean => /^[-−]?\d{1,3}$/.test(before.text) && /^\d{3}(?:[.,]\d+)?$/.test(after.text);

/** Words of so many rows that differ in width, with those beside them below each other, are in columns though no row leaves more than a space between. */
function isBareBoundary(inside: readonly Gap[]): boolean {
  const widths = inside.map(({ before }) => before.right - before.left);
  const usual = median(widths);
  return (
    inside.length >= BARE_ROWS_MIN &&
    !inside.some(isInFigure) &&
    widths.filter((width) => Math.abs(width - usual) > OTHER_WIDTH_PT).length >= inside.length * OTHER_WIDTH_SHARE_MIN
  );
}

/** Between which columns the place lies, if it divides any. */
function isBoundary(rows: readonly Spaced[], { x, begins }: { x: number; begins: boolean }): boolean {
  const at = begins ? x - SAME_EDGE_PT / 2 : x + SAME_EDGE_PT / 2;
  const inside: Gap[] = [];
  let [crossing, reaching, divided] = [0, 0, 0];
  for (const { row, words, gaps } of rows) {
    const before = words.some(({ right }) => right <= at);
    const after = words.some(({ left }) => left >= at);
    if (words.some(({ left, right }) => left < at && right > at)) crossing++;
    else if (before && after) {
      reaching++;
      const gap = gaps.find((one) => one.before.right <= at && one.after.left >= at);
      if (gap) inside.push(gap);
      else if (row.pieces.some(({ left, right }) => Math.abs((begins ? left : right) - x) <= SAME_EDGE_PT)) divided++;
    } else if (before && !begins && row.pieces.some(({ right }) => Math.abs(right - x) <= SAME_EDGE_PT)) divided++;
  }
  const aligned = inside.filter(({ before, after }) => Math.abs((begins ? after.left : before.right) - x) <= SAME_EDGE_PT).length;
  const bare = isBareBoundary(inside);
  const single = inside.length === 1 && divided >= rows.length * COLUMN_SHARE_MIN;
  const ofFigures = inside.length > 0 && inside.every(isBetweenFigures) && divided >= DIVIDED_FIGURES_MIN;
  return (
    crossing <= (crossing + reaching) * CROSSING_SHARE_MAX &&
    (ofFigures || single || inside.length >= INSIDE_MIN) &&
    aligned >= inside.length * (bare ? BARE_ALIGNED_SHARE_MIN : ALIGNED_SHARE_MIN) &&
    (bare || divided >= Math.max(DIVIDED_MIN, inside.length * DIVIDED_SHARE_MIN)) &&
    // `Unit 1`, `Unit 2`, and marks before their items
    (ofFigures || single || new Set(inside.map(({ before }) => before.text)).size > 1) &&
    !inside.some(({ before }) => isLoneMark(before.text))
  );
}

const takeCharacters = (runs: readonly Run[], count: number): Run[] => {
  let left = count;
  return runs.flatMap((run) => {
    const text = run.text.slice(0, left);
    left -= text.length;
    return text === '' ? [] : [{ ...run, text }];
  });
};

/** The piece in as many as there are places between its words. @param boundaries places from left to right */
export function dividePiece(piece: Piece, boundaries: readonly number[]): Piece[] {
  const words = piece.words ?? [];
  const divided: Piece[] = [];
  let [from, begin] = [0, 0];
  let length = 0;
  for (const [index, word] of words.entries()) {
    length += word.text.length + 1;
    const next = words[index + 1];
    if (next && !boundaries.some((x) => x >= word.right && x <= next.left)) continue;
    const own = words.slice(from, index + 1);
    const text = own.map((one) => one.text).join(' ');
    const runs = takeCharacters(dropCharacters(piece.runs, begin), text.length);
    const [first] = own;
    if (first)
      divided.push({ ...piece, words: own, text, runs, left: first.left, right: word.right, firstWidth: first.right - first.left });
    [from, begin] = [index + 1, length];
  }
  return divided;
}

const isWhole = ({ words, text, lines }: Piece): boolean =>
  words !== undefined && words.length > 1 && lines === undefined && words.map((word) => word.text).join(' ') === text;

/** The same rows, pieces divided where columns begin. @param rows of one table */
export function divideAtColumns(rows: readonly Row[]): Row[] {
  const spaced = rows.map((row): Spaced => ({ row, words: row.pieces.flatMap(partsOf), gaps: gapsOf(row) }));
  const gaps = spaced.flatMap((row) => row.gaps);
  if (rows.length < ROWS_MIN || gaps.length === 0 || gaps.length > WORDS_MAX) return [...rows];
  const boundaries = candidates(gaps, rows)
    .filter((candidate) => isBoundary(spaced, candidate))
    .map(({ x, begins }) => (begins ? x - SAME_EDGE_PT / 2 : x + SAME_EDGE_PT / 2));
  if (boundaries.length === 0) return [...rows];
  return rows.map((row) => ({
    ...row,
    pieces: row.pieces.flatMap((piece) => (isWhole(piece) ? dividePiece(piece, boundaries) : [piece])),
  }));
}
