/** Bullets that are small pictures before their lines, as slides have them. */
import type { Box, RenderedLine, RenderedPage } from '../../document/rendered-document.ts';
import { lineEm, toPieces } from './rows.ts';
import type { Piece } from './rows.ts';

const SIDE_PT_MIN = 2;
/** In sizes of the line's letters. */
const SIDE_MAX = 1.3;
const GAP_MAX = 2.5;
/** A single picture beside a line is a sign of its own. */
const ALIKE_MIN = 2;
const ALIKE_PT = 3;
/** A drawing of that many parts has no bullets. */
const PICTURES_MAX = 300;

const isBefore = (picture: Box, line: RenderedLine): boolean => {
  const em = lineEm(line);
  const middle = (picture.top + picture.bottom) / 2;
  return (
    picture.right <= line.left + 1 &&
    line.left - picture.right < em * GAP_MAX &&
    Math.max(picture.right - picture.left, picture.bottom - picture.top) <= em * SIDE_MAX &&
    middle > line.top - em * 0.3 &&
    middle < line.bottom + em * 0.3
  );
};

const isAlike = (a: Box, b: Box): boolean =>
  Math.abs(a.left - b.left) <= ALIKE_PT &&
  Math.abs(a.right - b.right) <= ALIKE_PT &&
  Math.abs(a.bottom - a.top - b.bottom + b.top) <= ALIKE_PT;

/** The bullet of each line that has one, as a piece of text before it. @param lines of the page, upright */
export function findPictureBullets(page: RenderedPage, lines: readonly RenderedLine[]): Map<RenderedLine, Piece> {
  const small = page.pictures.filter(({ left, right, top, bottom }) => right - left >= SIDE_PT_MIN && bottom - top >= SIDE_PT_MIN);
  const pictures = small.length > PICTURES_MAX ? [] : small;
  const found = pictures.flatMap((picture) => {
    const line = lines.find((one) => isBefore(picture, one));
    return line ? [{ picture, line }] : [];
  });
  const alike = found.filter(({ picture }) => found.filter((other) => isAlike(picture, other.picture)).length >= ALIKE_MIN);
  return new Map(
    alike.flatMap(({ picture: { left, right }, line }): [RenderedLine, Piece][] => {
      const { top, bottom } = line;
      const [piece] = toPieces(line, [{ text: '•', left, right, top, bottom }], []);
      return piece ? [[line, piece]] : [];
    }),
  );
}
