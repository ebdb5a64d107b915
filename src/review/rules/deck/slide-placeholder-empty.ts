import { bboxOf, isFurniture, isTitle } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, slideXml, textXml } from '../../example-decks.ts';

/** A placeholder without content is not shown, yet is in everybody's way who edits the file, and is read out as empty. */
export const slidePlaceholderEmpty = defineDeckRule({
  code: 'slide_placeholder_empty',
  severity: 'warning',
  summary: 'an empty placeholder on a slide',
  check: (deck) =>
    deck.slides.flatMap((slide) =>
      slide.shapes
        .flatMap((shape) => {
          if (
            shape.role === undefined ||
            shape.kind !== 'shape' ||
            shape.text !== '' ||
            isFurniture(shape) ||
            isTitle(shape.role) ||
            shape.fill === 'unclear' ||
            shape.paragraphs.some(({ runs }) => runs.length > 0)
          )
            return [];
          return [
            {
              message: `A placeholder on slide ${slide.number}${shape.name === '' ? '' : ` ("${shape.name.slice(0, 40)}")`} is empty.`,
              location: { slide: slide.number, ...(shape.box ? { bbox: bboxOf(shape.box) } : {}) },
            },
          ];
        })
        .slice(0, 1),
    ),
  examples: {
    fires: [
      deckExample('a placeholder beside a text', [
        slideXml(textXml({ at: [0.75, 2, 8, 3], text: ['A text in a box of its own'] }) + textXml({ holder: 'idx="1"', text: [''] })),
      ]),
    ],
    silent: [deckExample('a filled one', [slideXml()])],
  },
});
