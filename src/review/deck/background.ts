/** The colour behind a text: of its own shape, of what lies below, of the slide. */
import type { Box } from '../../document/rendered-document.ts';
import type { DeckSlide } from '../deck-view.ts';
import type { DeckShape } from './shapes.ts';

const covers = (box: Box | undefined, at: Box): boolean => {
  const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2];
  return box !== undefined && box.left <= x && box.right >= x && box.top <= y && box.bottom >= y;
};

/** Hex; undefined over pictures and whatever else has no one colour. @param at where the words are */
export function backgroundUnder(slide: DeckSlide, shape: DeckShape, at: Box): string | undefined {
  const lower = [...slide.behind, ...slide.shapes.slice(0, slide.shapes.indexOf(shape))];
  for (const one of [shape, ...lower.toReversed()]) {
    if (one !== shape && !covers(one.box, at)) continue;
    if (one !== shape && (one.kind === 'picture' || one.kind === 'chart' || one.kind === 'table' || one.kind === 'other')) return undefined;
    if (one.fill !== 'none') return one.fill === 'unclear' ? undefined : one.fill;
  }
  return slide.ground === 'unclear' ? undefined : slide.ground;
}
