import { contrast } from '../../../base/color.ts';
import {
  bboxOf,
  isFurniture,
  nameShape,
  textPlace,
  usualPt,
  type DeckView,
  type DeckParagraph,
  type DeckShape,
  type DeckSlide,
} from '../../deck-view.ts';
import { backgroundUnder } from '../../deck/background.ts';
import { defineDeckRule, type Hit } from '../../define-rule.ts';
import { deckExample, slideXml, textXml } from '../../example-decks.ts';

/** WCAG 2.2, 1.4.3: 4.5 for text, 3 for large text (18 pt, or 14 pt bold). */
const SMALL_MIN = 4.5;
const LARGE_MIN = 3;
/** What rounding of tints and shades may cost. */
const SLACK = 0.05;
/** An ornament or a sign is no text. */
const CHARACTERS_MIN = 2;

interface Pale {
  color: string;
  ground: string;
  ratio: number;
  least: number;
}

function paleIn(deck: DeckView, paragraphs: readonly DeckParagraph[], ground: string): Pale | undefined {
  for (const { color, text, sizePt, bold } of paragraphs.flatMap(({ runs }) => runs)) {
    if (color === undefined || text.trim().length < CHARACTERS_MIN) continue;
    const pt = usualPt(deck, sizePt);
    const least = pt >= 18 || (bold && pt >= 14) ? LARGE_MIN : SMALL_MIN;
    const ratio = contrast(color, ground);
    if (ratio < least - SLACK) return { color, ground, ratio, least };
  }
  return undefined;
}

function paleText(deck: DeckView, slide: DeckSlide, shape: DeckShape): Pale | undefined {
  if (isFurniture(shape) || shape.turned || !shape.box) return undefined;
  if (shape.table) {
    const ground = backgroundUnder(slide, shape, shape.box);
    // a style of the table may fill its cells
    const cells = shape.table.rows
      .flatMap((row) => row.cells)
      .filter(({ fill }) => fill !== 'unclear' && (fill !== undefined || shape.table?.styled === false));
    for (const { fill = ground, paragraphs } of cells) {
      const pale = fill === undefined ? undefined : paleIn(deck, paragraphs, fill);
      if (pale) return pale;
    }
    return undefined;
  }
  const place = textPlace(shape);
  const ground = place && backgroundUnder(slide, shape, place);
  return ground === undefined ? undefined : paleIn(deck, shape.paragraphs, ground);
}

/** Text in a colour that hardly differs from what lies behind it; over pictures nothing is said. */
export const slideContrastLow = defineDeckRule({
  code: 'slide_contrast_low',
  severity: 'warning',
  summary: 'text of a slide that hardly differs from its background',
  check: (deck) =>
    deck.slides.flatMap((slide) =>
      slide.shapes
        .flatMap((shape): Hit[] => {
          const pale = paleText(deck, slide, shape);
          return pale
            ? [
                {
                  message: `${nameShape(shape)} on slide ${slide.number} is ${pale.color} on ${pale.ground}: a contrast of ${pale.ratio.toFixed(1)}; ${pale.least} is the least that can be read well.`,
                  location: { slide: slide.number, ...(shape.box ? { bbox: bboxOf(shape.box) } : {}) },
                },
              ]
            : [];
        })
        .slice(0, 1),
    ),
  examples: {
    fires: [
      deckExample('grey on white', [slideXml(textXml({ holder: 'idx="1"', color: 'BBBBBB' }))]),
      deckExample('black on navy', [slideXml(textXml({ at: [1, 2, 6, 2], fill: '10304F', color: '000000' }))]),
    ],
    silent: [
      deckExample('black on white', [slideXml()]),
      deckExample('white on navy', [slideXml(textXml({ at: [1, 2, 6, 2], fill: '10304F', color: 'FFFFFF' }))]),
    ],
  },
});
