/** Boxes to be ticked that are drawn with four lines, as forms have them before their options, with what they are ticked with. */
import type { Box, RenderedLine, RenderedPage } from '../../document/rendered-document.ts';
import { placesOf } from './rows.ts';

export interface DrawnBox extends Box {
  ticked: boolean;
}

const SIDE_PT_MIN = 5;
const SIDE_PT_MAX = 16;
const THIN_PT = 1.5;
const NEAR_PT = 1.5;
/** Of a side: how much of it a rounded corner takes at most. */
const ROUNDED = 0.2;
/** Sides of boxes on a page of a form; a drawing has more. */
const SIDES_MAX = 800;
/** Boxes for letters or figures, one beside the other, touch each other or nearly. */
const APART_PT = 4;
/** Of a side: how large a tick is at least, and how far its strokes go beyond the box at most. */
const TICK_MIN = 0.35;
const TICK_MAX = 1.5;
const TYPED_TICK = /^[xX×✓✔✕✖✗✘☓]$/;

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR_PT;
const isSide = (length: number): boolean => length >= SIDE_PT_MIN && length <= SIDE_PT_MAX;
const widthOf = ({ left, right }: Box): number => right - left;
const heightOf = ({ top, bottom }: Box): number => bottom - top;

const isInside = (box: Box, left: number, right: number): boolean => left > box.left - 2 && right < box.right + 2;
const isLevelWith = (box: Box, { top, bottom }: Box): boolean => top < box.bottom - 1 && bottom > box.top + 1;

/** Something with slanting edges is drawn over its middle. */
const isTicked = (box: Box, ticks: readonly Box[]): boolean =>
  ticks.some((tick) => {
    const [x, y] = [(tick.left + tick.right) / 2, (tick.top + tick.bottom) / 2];
    const side = widthOf(box);
    return (
      x > box.left && x < box.right && y > box.top && y < box.bottom && widthOf(tick) >= side * TICK_MIN && widthOf(tick) <= side * TICK_MAX
    );
  });

/** The line with `☒` for a letter or sign that is typed into one of the boxes. */
function withTypedTicks(line: RenderedLine, boxes: readonly Box[]): RenderedLine {
  const near = boxes.filter((box) => isLevelWith(box, line) && line.left < box.right && line.right > box.left);
  if (near.length === 0) return line;
  const places = line.words ? placesOf(line) : [{ at: 0, end: line.text.length, left: line.left, right: line.right }];
  const ticks = places.filter(
    ({ at, end, left, right }) => TYPED_TICK.test(line.text.slice(at, end).trim()) && near.some((box) => isInside(box, left, right)),
  );
  const text = ticks.reduce((said, { at }) => `${said.slice(0, at)}☒${said.slice(at + 1)}`, line.text);
  return text === line.text ? line : { ...line, text };
}

/** No other is beside or below it so close that both are cells of one form field or table. */
const isAlone = (box: Box, others: readonly Box[]): boolean =>
  !others.some(
    (other) =>
      other !== box &&
      other.left < box.right + APART_PT &&
      other.right > box.left - APART_PT &&
      other.top < box.bottom + NEAR_PT &&
      other.bottom > box.top - NEAR_PT,
  );

const wordsAt = (line: RenderedLine): readonly { left: number; right: number }[] => (line.words ? placesOf(line) : [line]);

/** Nothing is written in it. */
const isEmpty = (box: Box, lines: readonly RenderedLine[]): boolean =>
  !lines.some((line) => isLevelWith(box, line) && wordsAt(line).some(({ left, right }) => left < box.right - 1 && right > box.left + 1));

/** Squares of four rules. */
function findSquares(rules: readonly Box[]): Box[] {
  const level = rules.filter((rule) => isSide(widthOf(rule)) && heightOf(rule) <= THIN_PT);
  const upright = rules.filter((rule) => isSide(heightOf(rule)) && widthOf(rule) <= THIN_PT);
  if (level.length < 2 || upright.length < 2 || level.length + upright.length > SIDES_MAX) return [];
  const found: Box[] = [];
  for (const top of level) {
    const bottom = level.find(
      (other) =>
        isSide(other.top - top.top) &&
        Math.abs(other.top - top.top - widthOf(top)) <= NEAR_PT + 2 * (other.top - top.top) * ROUNDED &&
        isNear(other.left, top.left) &&
        isNear(other.right, top.right),
    );
    if (!bottom) continue;
    const height = bottom.bottom - top.top;
    const side = (x: number): Box | undefined =>
      upright.find(
        (rule) =>
          Math.abs(rule.left - x) <= NEAR_PT + height * ROUNDED &&
          Math.abs((rule.top + rule.bottom - top.top - bottom.bottom) / 2) <= NEAR_PT &&
          heightOf(rule) >= height * (1 - 2 * ROUNDED) - NEAR_PT,
      );
    const known = found.some((box) => isNear(box.left, top.left) && isNear(box.top, top.top));
    const [first, last] = [side(top.left), side(top.right)];
    if (!known && first && last && isNear(last.right - first.left, height))
      found.push({ left: first.left, right: last.right, top: top.top, bottom: bottom.bottom });
  }
  return found;
}

/** Empty boxes that stand by themselves, and the lines with `☒` where one is ticked with a letter. @param lines of the page */
export function findDrawnBoxes(
  { rules = [], ticks = [] }: RenderedPage,
  lines: readonly RenderedLine[],
): { boxes: DrawnBox[]; lines: readonly RenderedLine[] } {
  const squares = findSquares(rules);
  const alone = squares.filter((box) => isAlone(box, squares));
  if (alone.length === 0) return { boxes: [], lines };
  // one square with an `x` may be part of a drawing
  const alike = alone.filter((box) => alone.some((other) => other !== box && isNear(widthOf(other), widthOf(box))));
  return {
    boxes: alone.filter((box) => isEmpty(box, lines)).map((box) => ({ ...box, ticked: isTicked(box, ticks) })),
    lines: alike.length === 0 ? lines : lines.map((line) => withTypedTicks(line, alike)),
  };
}
