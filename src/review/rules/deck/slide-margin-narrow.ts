import { bboxOf, isFurniture, nameShape, placeOf, saysSomething, type DeckView, type DeckSlide } from '../../deck-view.ts';
import { defineDeckRule, type Hit } from '../../define-rule.ts';
import { deckExample, slideXml, tableFrameXml, textXml } from '../../example-decks.ts';

/** A quarter of an inch: what office printers do not print on, and projectors cut off. */
const MARGIN_PT = 18;

function hitOf(deck: DeckView, slide: DeckSlide): Hit[] {
  for (const shape of slide.shapes) {
    const place = placeOf(shape);
    if (
      !place ||
      !saysSomething(shape) ||
      isFurniture(shape) ||
      (shape.kind !== 'shape' && shape.kind !== 'table') ||
      shape.turned ||
      shape.frame.turned
    )
      continue;
    const least = Math.min(place.left, place.top, deck.widthPt - place.right, deck.heightPt - place.bottom);
    // beyond the edge it is another finding
    if (least < MARGIN_PT && least >= -3)
      return [
        {
          message: `${nameShape(shape)} stands ${Math.max(0, Math.round(least))} pt from the edge of slide ${slide.number}; ${MARGIN_PT} pt are the least.`,
          location: { slide: slide.number, bbox: bboxOf(place) },
        },
      ];
  }
  return [];
}

/** Text at the very edge is cut off by printers and projectors, and looks lost. */
export const slideMarginNarrow = defineDeckRule({
  code: 'slide_margin_narrow',
  severity: 'warning',
  summary: 'text or a table at the very edge of a slide',
  check: (deck) => deck.slides.flatMap((slide) => hitOf(deck, slide)),
  examples: {
    fires: [
      deckExample('text at the left edge', [slideXml(textXml({ at: [0, 3, 5, 1], text: ['At the edge'] }))]),
      deckExample('a table down to the foot', [
        slideXml(
          tableFrameXml(
            [1, 2, 10, 5.4],
            [
              ['North', '12'],
              ['South', '7'],
            ],
          ),
        ),
      ]),
    ],
    silent: [deckExample('text within', [slideXml()])],
  },
});
