/** Bullets that are small pictures before their lines, as slides have them, and boxes to be ticked, as forms do. */
import type { Box, RenderedLine, RenderedPage } from '../../document/rendered-document.ts';
import type { DrawnBox } from './drawn-boxes.ts';
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

/** A box behind a line, nearer to it than to the one after it, is that line's. */
const isBehindOther = (box: Box, line: RenderedLine, lines: readonly RenderedLine[]): boolean =>
  lines.some(
    (other) =>
      other.right <= box.left + 1 &&
      box.left - other.right <= line.left - box.right &&
      Math.min(other.bottom, box.bottom) - Math.max(other.top, box.top) > 0,
  );

/** The bullet of each line that has one, as a piece of text before it: `•` for pictures, `☐` or `☒` for boxes that are drawn. @param lines of the page, upright */
export function findPictureBullets(
  page: RenderedPage,
  boxes: readonly DrawnBox[],
  lines: readonly RenderedLine[],
): Map<RenderedLine, Piece> {
  const small = page.pictures.filter(({ left, right, top, bottom }) => right - left >= SIDE_PT_MIN && bottom - top >= SIDE_PT_MIN);
  const pictures = small.length > PICTURES_MAX ? [] : small;
  return new Map([
    ...bulletsBefore(lines, pictures, () => '•'),
    ...bulletsBefore(lines, boxes, ({ ticked }) => (ticked ? '☒' : '☐')).filter(([line, box]) => !isBehindOther(box, line, lines)),
  ]);
}

function bulletsBefore<Picture extends Box>(
  lines: readonly RenderedLine[],
  pictures: readonly Picture[],
  signOf: (picture: Picture) => string,
): [RenderedLine, Piece][] {
  const found = pictures.flatMap((picture) => {
    const line = lines.find((one) => isBefore(picture, one));
    return line ? [{ picture, line }] : [];
  });
  const alike = found.filter(({ picture }) => found.filter((other) => isAlike(picture, other.picture)).length >= ALIKE_MIN);
  return alike.flatMap(({ picture, line }): [RenderedLine, Piece][] => {
    const { left, right } = picture;
    const { top, bottom } = line;
    const [piece] = toPieces(line, [{ text: signOf(picture), left, right, top, bottom }], []);
    return piece ? [[line, piece]] : [];
  });
}
