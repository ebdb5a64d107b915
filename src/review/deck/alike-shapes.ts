/** Shapes of one kind and one size: the cards, pictures or boxes that a slide sets side by side. */
import type { Box } from '../../document/rendered-document.ts';
import type { DeckSlide } from '../deck-view.ts';
import type { DeckShape } from './shapes.ts';

/** A size within so much is the same size. */
const SHARE_MAX = 0.03;
/** Ornaments are smaller, in points. */
const SIDE_PT_MIN = 14;
const SHAPES_MAX = 200;

export interface PlacedShape {
  shape: DeckShape;
  box: Box;
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(a, b) * SHARE_MAX;

/** Groups of two and more. */
export function alikeShapes(slide: DeckSlide): PlacedShape[][] {
  const groups: PlacedShape[][] = [];
  for (const shape of slide.shapes.slice(0, SHAPES_MAX)) {
    const { box } = shape;
    if (
      !box ||
      shape.turned ||
      shape.grouped ||
      shape.decorative ||
      shape.kind === 'line' ||
      shape.kind === 'other' ||
      (shape.kind === 'shape' && shape.text === '' && shape.fill === 'none')
    )
      continue;
    const [w, h] = [box.right - box.left, box.bottom - box.top];
    if (w < SIDE_PT_MIN || h < SIDE_PT_MIN) continue;
    const found = groups.find(
      ([first]) =>
        first && first.shape.kind === shape.kind && near(first.box.right - first.box.left, w) && near(first.box.bottom - first.box.top, h),
    );
    if (found) found.push({ shape, box });
    else groups.push([{ shape, box }]);
  }
  return groups.filter((group) => group.length > 1);
}
