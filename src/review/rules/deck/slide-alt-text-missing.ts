import { bboxOf, nameShape, type DeckShape } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, pictureXml, slideXml } from '../../example-decks.ts';

const NAMES: Partial<Record<DeckShape['kind'], string>> = { picture: 'picture', chart: 'chart' };

/** Who does not see a picture or chart is told what it shows (WCAG 2.2, 1.1.1); a table speaks for itself. */
export const slideAltTextMissing = defineDeckRule({
  code: 'slide_alt_text_missing',
  severity: 'warning',
  summary: 'a picture or chart on a slide without alternative text',
  check: (deck) =>
    deck.slides.flatMap((slide) =>
      slide.shapes.flatMap((shape) => {
        const name = NAMES[shape.kind];
        return name === undefined || shape.alt !== '' || shape.decorative
          ? []
          : [
              {
                message: `The ${name} ${nameShape(shape)} on slide ${slide.number} has no alternative text.`,
                location: { slide: slide.number, ...(shape.box ? { bbox: bboxOf(shape.box) } : {}) },
              },
            ];
      }),
    ),
  examples: {
    fires: [deckExample('a picture', [slideXml(pictureXml([1, 2, 4, 3], ''))], { picture: [400, 300] })],
    silent: [deckExample('a picture with words', [slideXml(pictureXml([1, 2, 4, 3]))], { picture: [400, 300] })],
  },
});
