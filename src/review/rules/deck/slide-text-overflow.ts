import { bboxOf, nameShape, textPlace } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, slideXml, textXml } from '../../example-decks.ts';

/** Faces that are not available are measured by others: so much more of the room, in points and as a share, is no certain overflow. */
const SLACK_PT = 5;
const SLACK_SHARE = 0.06;
/** Text that shrinks to its shape is set again when the file is opened; only what is far too much does not help itself. */
const SHRINKING_SHARE = 0.35;

const LONG = Array.from({ length: 9 }, (_, i) => `Point ${i + 1} of a text longer than its box`);

/** Measured with the widths of the faces themselves: text that is higher than its shape. */
export const slideTextOverflow = defineDeckRule({
  code: 'slide_text_overflow',
  severity: 'warning',
  summary: 'text of a slide that is more than its shape holds',
  check: (deck) =>
    deck.slides.flatMap((slide) =>
      slide.shapes.flatMap((shape) => {
        const place = textPlace(shape);
        if (!place || shape.kind !== 'shape' || shape.frame.fit === 'grow' || shape.turned || shape.frame.turned || place.roomPt <= 0)
          return [];
        const over = place.heightPt - place.roomPt;
        const allowed = SLACK_PT + place.roomPt * (shape.frame.fit === 'shrink' ? SHRINKING_SHARE : SLACK_SHARE);
        return over <= allowed
          ? []
          : [
              {
                message: `The text ${nameShape(shape)} on slide ${slide.number} is ${Math.round(over)} pt higher than its shape.`,
                location: { slide: slide.number, bbox: bboxOf(place) },
              },
            ];
      }),
    ),
  examples: {
    fires: [deckExample('nine points in a low box', [slideXml(textXml({ at: [0.75, 2, 6, 2], text: LONG, sizePt: 16 }))])],
    silent: [
      deckExample('nine points in a box that grows', [
        slideXml(textXml({ at: [0.75, 2, 9, 2], text: LONG, sizePt: 18, fit: '<a:spAutoFit/>' })),
      ]),
      deckExample('a text that fits', [slideXml()]),
    ],
  },
});
