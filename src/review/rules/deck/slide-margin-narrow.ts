import { bboxOf, isFurniture, nameShape, placeOf, saysSomething, type DeckShape, type DeckView, type DeckSlide } from '../../deck-view.ts';
import { defineDeckRule, type Hit } from '../../define-rule.ts';
import { deckExample, slideXml, tableFrameXml, textXml } from '../../example-decks.ts';

/** A sixth of an inch: what office printers do not print on, and projectors cut off. */
const MARGIN_PT = 12;
/** A number of a page, alone or with how many there are: it stands where numbers stand. */
const NUMBER = /^\s*(?:\p{L}{1,6}\.?\s*)?\d{1,3}(?:\s*(?:\/|of|de|–|-)\s*\d{1,3})?\s*$/u;
/** What stands at one place on so many slides belongs to the design of the deck. */
const REPEATED_MIN = 3;

const placeKey = ({ box }: DeckShape): string =>
  box === undefined ? '' : [box.left, box.top, box.right].map((value) => Math.round(value / 3)).join(',');

/** How many slides have text at a place. */
function countPlaces(deck: DeckView): Map<string, number> {
  const counts = new Map<string, number>();
  for (const slide of deck.slides)
    for (const key of new Set(slide.shapes.filter(({ text }) => text !== '').map(placeKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function hitOf(deck: DeckView, slide: DeckSlide, counts: ReadonlyMap<string, number>): Hit[] {
  for (const shape of slide.shapes) {
    const place = placeOf(shape);
    if (
      !place ||
      !saysSomething(shape) ||
      isFurniture(shape) ||
      NUMBER.test(shape.text) ||
      (counts.get(placeKey(shape)) ?? 0) >= REPEATED_MIN ||
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
  check: (deck) => {
    const counts = countPlaces(deck);
    return deck.slides.flatMap((slide) => hitOf(deck, slide, counts));
  },
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
    silent: [
      deckExample('text within', [slideXml()]),
      deckExample('the number of the slide, as a canvas has it', [
        slideXml(textXml({ at: [12.6, 7.1, 0.6, 0.3], text: ['7 / 12'], sizePt: 10 })),
      ]),
      deckExample(
        'a label in the head of every slide',
        ['One', 'Two', 'Three'].map((title, i) =>
          slideXml(
            textXml({ at: [0.05, 0.02, 5, 0.4], text: ['Biology, year 12'] }) +
              textXml({ at: [1 + i, 2, 7, 3], text: ['Cells make up all that lives.'] }),
            title,
          ),
        ),
      ),
    ],
  },
});
