import { bboxOf, isFurniture, nameShape, placeOf, saysSomething } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, pictureXml, slideXml, tableFrameXml, textXml } from '../../example-decks.ts';

/** A side bearing or a rounded frame may reach this far, in points, and nobody sees it. */
const SLACK_PT = 3;
/** Pictures are let over the edge to fill a slide; one that loses half of itself was misplaced. */
const PICTURE_SHARE_MAX = 0.5;

/** Text, tables and charts that reach beyond the slide are cut off in the show and on paper. */
export const slideContentOutside = defineDeckRule({
  code: 'slide_content_outside',
  severity: 'error',
  summary: 'text, a table or a picture of a slide that reaches beyond its edge',
  check: (deck) =>
    deck.slides.flatMap((slide) =>
      slide.shapes.flatMap((shape) => {
        const place = placeOf(shape);
        if (!place || !saysSomething(shape) || isFurniture(shape) || shape.kind === 'line' || shape.turned || shape.frame.turned) return [];
        const over = Math.max(-place.left, -place.top, place.right - deck.widthPt, place.bottom - deck.heightPt);
        if (over <= SLACK_PT) return [];
        const inside =
          Math.max(0, Math.min(place.right, deck.widthPt) - Math.max(place.left, 0)) *
          Math.max(0, Math.min(place.bottom, deck.heightPt) - Math.max(place.top, 0));
        if (shape.kind === 'picture' && inside >= (place.right - place.left) * (place.bottom - place.top) * PICTURE_SHARE_MAX) return [];
        // what is wholly beside the slide was put aside by its author
        if (inside === 0)
          return [
            {
              message: `${nameShape(shape)} is beside slide ${slide.number} and is not shown.`,
              severity: 'warning' as const,
              location: { slide: slide.number, bbox: bboxOf(place) },
            },
          ];
        // where only the measured words go over, the program that shows them may set them closer; what is drawn is another rule's
        const sure =
          shape.box !== undefined &&
          shape.table === undefined &&
          Math.max(-shape.box.left, -shape.box.top, shape.box.right - deck.widthPt, shape.box.bottom - deck.heightPt) > SLACK_PT;
        return [
          {
            message: `${nameShape(shape)} reaches ${Math.round(over)} pt beyond the edge of slide ${slide.number}.`,
            severity: sure ? ('error' as const) : ('warning' as const),
            location: { slide: slide.number, bbox: bboxOf(place) },
          },
        ];
      }),
    ),
  examples: {
    fires: [
      deckExample('a box beyond the right edge', [
        slideXml(textXml({ at: [11.5, 3, 3.5, 1], text: ['Words that go over the edge of it'] })),
      ]),
      deckExample('a table too high', [
        slideXml(
          tableFrameXml(
            [0.75, 2, 11, 5.9],
            [
              ['North', '12'],
              ['South', '7'],
            ],
          ),
        ),
      ]),
      deckExample('a box put aside', [
        slideXml(`${textXml({ holder: 'idx="1"' })}${textXml({ at: [14, 3, 3, 1], text: ['Kept for later'] })}`),
      ]),
    ],
    silent: [
      deckExample('a picture that fills the slide and more', [slideXml(pictureXml([-0.4, -0.4, 14.2, 8.3]))], { picture: [1420, 830] }),
      deckExample('text within', [slideXml()]),
    ],
  },
});
