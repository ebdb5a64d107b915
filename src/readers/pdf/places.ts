/** How boxes on a page lie to each other. */
import type { Box } from '../../document/rendered-document.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

/** From where to where something goes across the page. */
export type Reach = Pick<Box, 'left' | 'right'>;

/** At one height: more than half of the lower one is beside the other. */
export const isLevel = (a: Box, b: Box): boolean =>
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.bottom - a.top, b.bottom - b.top) * 0.5;

/** @param slack in points, by how much the middle may be outside */
export const isMiddleIn = ({ left, top, right, bottom }: Box, box: Box, slack = 0): boolean => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= box.left - slack && x <= box.right + slack && y >= box.top - slack && y <= box.bottom + slack;
};

/** The box around all of these. */
export const boxAround = (boxes: readonly Box[]): Box => ({
  left: minOf(boxes.map(({ left }) => left)),
  top: minOf(boxes.map(({ top }) => top)),
  right: maxOf(boxes.map(({ right }) => right)),
  bottom: maxOf(boxes.map(({ bottom }) => bottom)),
});
