/** Tables that only level lines rule: their columns are where no text is from top to bottom. */
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { isLoneMark } from './list-marks.ts';
import { toPieces, wordsOf } from './rows.ts';
import type { Piece } from './rows.ts';
import { findLevelGroups, gridOfGroup } from './ruled-tables.ts';
import type { Grid, LevelGroup } from './ruled-tables.ts';

const GUTTER_PT_MIN = 5;
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

/** Middles of the strips that hardly a piece crosses, with pieces at both sides. */
function guttersOf({ box }: LevelGroup, pieces: readonly Piece[]): number[] {
  const found: number[] = [];
  const crossing = (x: number): number => pieces.filter((piece) => piece.left < x && piece.right > x).length;
  const allowed = Math.floor((pieces.length * CROSSING_SHARE_MAX) / 3);
  let begin: number | null = null;
  for (let x = box.left; x <= box.right; x++) {
    const free = crossing(x) <= allowed;
    if (free) begin ??= x;
    if ((!free || x + 1 > box.right) && begin !== null) {
      const inside =
        pieces.some(({ right }) => right <= x && right > box.left) &&
        pieces.some(({ left }) => left >= (begin ?? 0) - 1) &&
        pieces.some(({ right }) => right <= (begin ?? 0) + 1);
      if (inside && x - begin >= GUTTER_PT_MIN && !free) found.push((begin + x) / 2);
      begin = null;
    }
  }
  return found;
}

/** Between most of the lines are pieces in two columns or more, and they are no marks with their items. */
function isColumned({ ys }: LevelGroup, gutters: readonly number[], pieces: readonly Piece[]): boolean {
  const [first = 0] = gutters;
  if (pieces.every(({ left, text }) => left > first || isLoneMark(text))) return false;
  const bands = ys
    .slice(1)
    .map((bottom, index) =>
      pieces.filter((piece) => (piece.top + piece.bottom) / 2 < bottom && (piece.top + piece.bottom) / 2 > (ys[index] ?? 0)),
    );
  const columned = bands.filter(
    (band) => new Set(band.map(({ left, right }) => gutters.filter((x) => x < (left + right) / 2).length)).size >= 2,
  );
  return columned.length >= bands.length * COLUMNED_SHARE_MIN;
}

export function findOpenGrids(rules: readonly Box[], grids: readonly Grid[], lines: readonly RenderedLine[]): Grid[] {
  return findLevelGroups(rules, grids).flatMap((group) => {
    const pieces = piecesIn(group.box, lines);
    if (pieces.length < 4 || pieces.reduce((sum, { text }) => sum + text.length, 0) / pieces.length > PROSE_CHARS_MIN) return [];
    const gutters = guttersOf(group, pieces);
    return gutters.length === 0 || gutters.length >= COLUMNS_MAX || !isColumned(group, gutters, pieces)
      ? []
      : [gridOfGroup(group, gutters)];
  });
}
