/** Boxes to be ticked that are drawn with four lines, as forms have them before their options. */
import type { Box, RenderedLine, RenderedPage } from '../../document/rendered-document.ts';

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

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR_PT;
const isSide = (length: number): boolean => length >= SIDE_PT_MIN && length <= SIDE_PT_MAX;
const widthOf = ({ left, right }: Box): number => right - left;
const heightOf = ({ top, bottom }: Box): number => bottom - top;

/** Nothing is written in it, and no other is beside or below it so close that both are cells of one form field or table. */
const isAlone = (box: Box, others: readonly Box[], lines: readonly RenderedLine[]): boolean =>
  !others.some(
    (other) =>
      other !== box &&
      other.left < box.right + APART_PT &&
      other.right > box.left - APART_PT &&
      other.top < box.bottom + NEAR_PT &&
      other.bottom > box.top - NEAR_PT,
  ) &&
  !lines.some((line) => line.left < box.right - 1 && line.right > box.left + 1 && line.top < box.bottom - 1 && line.bottom > box.top + 1);

/** Squares of four rules, each by itself and empty. @param lines of the page, upright */
export function findDrawnBoxes({ rules = [] }: RenderedPage, lines: readonly RenderedLine[]): Box[] {
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
  return found.filter((box) => isAlone(box, found, lines));
}
