import { bboxOf, nameShape } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, pictureXml, slideXml } from '../../example-decks.ts';

/** From here on what is cut off is missed: a head, an axis, half of a sign. */
const CUT_MAX = 0.25;

/** A picture of which a good part is cut away. */
export const slidePictureCropped = defineDeckRule({
  code: 'slide_picture_cropped',
  severity: 'warning',
  summary: 'a picture on a slide of which more than a quarter is cut off',
  // a user who crops a picture by hand has seen it
  foreign: { severity: 'info' },
  check: (deck) =>
    deck.slides.flatMap((slide) =>
      slide.shapes.flatMap((shape) => {
        if (shape.kind !== 'picture' || shape.decorative || shape.picture === undefined) return [];
        const [left, top, right, bottom] = shape.picture.crop;
        const cut = 1 - Math.max(0, 1 - left - right) * Math.max(0, 1 - top - bottom);
        return cut <= CUT_MAX + 0.005
          ? []
          : [
              {
                message: `${Math.round(cut * 100)} % of the picture ${nameShape(shape)} on slide ${slide.number} are cut off.`,
                location: { slide: slide.number, ...(shape.box ? { bbox: bboxOf(shape.box) } : {}) },
              },
            ];
      }),
    ),
  examples: {
    fires: [
      deckExample(
        'a third cut off',
        [slideXml(pictureXml([1, 2, 4, 4]).replace('<a:stretch>', '<a:srcRect l="17000" r="17000"/><a:stretch>'))],
        {
          picture: [1200, 800],
        },
      ),
    ],
    silent: [
      deckExample('whole', [slideXml(pictureXml([1, 2, 6, 4]))], { picture: [1200, 800] }),
      deckExample(
        'a tenth cut off',
        [slideXml(pictureXml([1, 2, 5.4, 4]).replace('<a:stretch>', '<a:srcRect l="5000" r="5000"/><a:stretch>'))],
        {
          picture: [1200, 800],
        },
      ),
    ],
  },
});
