/**
 * The order in which shapes of a slide are read. That in which they are drawn is what screen readers follow, and what
 * authors arrange; but shapes that were added late are last in it, wherever they are. So what is wholly above
 * another shape in the same column comes before it, and nothing else is changed: columns and cards stay together.
 */
import { A, MC } from '../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';

/** In any unit. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A slide with more is drawn by a program; comparing all with all would take long. */
const SHAPES_MAX = 400;
/** Of the narrower of two shapes, the share that must be below the other for both to be in one column. */
const OVERLAP_MIN = 0.5;

/** Indexes in reading order. @param boxes in the order drawn; undefined where nobody knows the place */
export function readingOrder(boxes: readonly (Box | undefined)[]): number[] {
  const drawn = boxes.map((_, index) => index);
  if (boxes.length > SHAPES_MAX) return drawn;
  const above = boxes.map((box) => drawn.filter((other) => standsAbove(boxes[other], box)));
  const order: number[] = [];
  const placed = new Set<number>();
  while (order.length < boxes.length) {
    // What is above has a smaller top, so that there always is one with nothing left above it.
    const next = drawn.find((index) => !placed.has(index) && (above[index] ?? []).every((other) => placed.has(other)));
    if (next === undefined) return drawn;
    placed.add(next);
    order.push(next);
  }
  return order;
}

function standsAbove(a: Box | undefined, b: Box | undefined): boolean {
  if (a === undefined || b === undefined || a.bottom > b.top || a.top >= b.top) return false;
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > 0 && shared >= OVERLAP_MIN * Math.min(a.right - a.left, b.right - b.left);
}

/** Where a shape, picture, frame or group stands, as it says itself. */
export function boxOf(element: XmlElement): Box | undefined {
  if (element.uri === MC && element.local === 'AlternateContent') {
    const [content] = elementsOf(element).flatMap((choice) => elementsOf(choice));
    return content && boxOf(content);
  }
  const own = elementsOf(element).find(({ local }) => local === 'xfrm');
  const properties = elementsOf(element).find(({ local }) => local === 'spPr' || local === 'grpSpPr');
  const frame = own ?? (properties && firstElementOf(properties, 'xfrm', A));
  const [offset, extent] = frame ? [firstElementOf(frame, 'off', A), firstElementOf(frame, 'ext', A)] : [];
  if (!offset || !extent) return undefined;
  const [left, top, width, height] = [
    attributeOf(offset, 'x'),
    attributeOf(offset, 'y'),
    attributeOf(extent, 'cx'),
    attributeOf(extent, 'cy'),
  ].map(Number);
  if (
    left === undefined ||
    top === undefined ||
    width === undefined ||
    height === undefined ||
    ![left, top, width, height].every(Number.isFinite)
  )
    return undefined;
  return { left, top, right: left + width, bottom: top + height };
}
