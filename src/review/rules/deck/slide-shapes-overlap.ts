import type { Box } from '../../../document/rendered-document.ts';
import { bboxOf, isFurniture, nameShape, placeOf, saysSomething, type DeckShape, type DeckSlide } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, pictureXml, slideXml, textXml } from '../../example-decks.ts';

/** Less than this is what line boxes and frames have of air, in points. */
const SHARED_PT_MIN = 6;
/** Share of the smaller one that is covered. */
const SHARED_MIN = 0.06;
/** Each is held against every other. */
const SHAPES_MAX = 300;

const area = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);
const within = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left - 2 && inner.right <= outer.right + 2 && inner.top >= outer.top - 2 && inner.bottom <= outer.bottom + 2;

function collide(a: DeckShape, b: DeckShape): boolean {
  const [one, other] = [placeOf(a), placeOf(b)];
  if (!one || !other) return false;
  const shared: Box = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  if (
    shared.right - shared.left < SHARED_PT_MIN ||
    shared.bottom - shared.top < SHARED_PT_MIN ||
    area(shared) < SHARED_MIN * Math.min(area(one), area(other))
  )
    return false;
  if (a.kind === 'shape' && b.kind === 'shape') return true;
  if (a.kind === 'table' || b.kind === 'table') return true;
  // words set on a picture or in a chart are meant to be there, and pictures are put together
  if (a.kind === 'shape' || b.kind === 'shape') return !within(a.kind === 'shape' ? one : other, a.kind === 'shape' ? other : one);
  return a.kind !== 'picture' || b.kind !== 'picture';
}

/** A word of a title that is in front, or a label: text that its author laid on a shape with a background of its own. */
const onOwnGround = (shape: DeckShape): boolean => shape.kind === 'shape' && shape.fill !== 'none';

function pairOf(slide: DeckSlide): [DeckShape, DeckShape] | undefined {
  const shapes = slide.shapes
    .filter(
      (shape) =>
        saysSomething(shape) &&
        !isFurniture(shape) &&
        shape.kind !== 'line' &&
        shape.kind !== 'other' &&
        !shape.turned &&
        !shape.frame.turned,
    )
    .slice(0, SHAPES_MAX);
  for (const [i, shape] of shapes.entries()) {
    const other = shapes
      .slice(i + 1)
      .find((one) => !(shape.grouped && one.grouped) && collide(shape, one) && !(onOwnGround(one) && shape.kind !== 'shape'));
    if (other) return [shape, other];
  }
  return undefined;
}

/** One text over another cannot be read; a figure over a text hides it. */
export const slideShapesOverlap = defineDeckRule({
  code: 'slide_shapes_overlap',
  severity: 'warning',
  summary: 'text or figures of a slide that lie on each other',
  check: (deck) =>
    deck.slides.flatMap((slide) => {
      const [one, other] = pairOf(slide) ?? [];
      if (!one || !other) return [];
      const place = placeOf(other);
      return [
        {
          message: `${nameShape(one)} and ${nameShape(other)} overlap on slide ${slide.number}.`,
          location: { slide: slide.number, ...(place ? { bbox: bboxOf(place) } : {}) },
        },
      ];
    }),
  examples: {
    fires: [
      deckExample('two texts', [
        slideXml(
          textXml({ at: [2, 3, 5, 1], text: ['One sentence of the text'] }) +
            textXml({ at: [2.3, 3.2, 5, 1], text: ['Another sentence of it'] }),
        ),
      ]),
      deckExample(
        'a picture over half of a text',
        [
          slideXml(
            textXml({ at: [2, 3, 8, 1], text: ['A sentence that is half hidden by what lies on it, alas'] }) + pictureXml([5, 2.5, 3, 3]),
          ),
        ],
        { picture: [900, 900] },
      ),
    ],
    silent: [
      deckExample('one beside the other', [slideXml(textXml({ at: [2, 3, 4, 1] }) + textXml({ at: [7, 3, 4, 1] }))]),
      deckExample(
        'words on a picture',
        [slideXml(pictureXml([2, 2, 6, 4]) + textXml({ at: [3, 3, 3, 1], text: ['Said on it'], fill: 'FFFFFF' }))],
        { picture: [1200, 800] },
      ),
    ],
  },
});
