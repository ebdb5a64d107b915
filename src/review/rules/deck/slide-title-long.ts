import { bboxOf, isFurniture, isTitle, textPlace, type DeckSlide } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, slideXml } from '../../example-decks.ts';

/** Two lines are good, three can be borne; more is a text. */
const LINES_MAX = 3;
const CHARACTERS_MAX = 130;

/** So few words beside it, and the title is what the slide says. */
const STATEMENT_WORDS = 15;
const STATEMENT_LINES_MAX = 6;

const wordsBeside = (slide: DeckSlide): number =>
  slide.shapes
    .filter((shape) => !isTitle(shape.role) && !isFurniture(shape))
    .reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);

/** A title that is not taken in at a glance. */
export const slideTitleLong = defineDeckRule({
  code: 'slide_title_long',
  severity: 'warning',
  summary: 'a title of a slide that is too long',
  check: (deck) =>
    deck.slides.flatMap((slide) => {
      const place = slide.title && textPlace(slide.title);
      // a quote is its slide's title, and has the length that it has
      if (
        !slide.title ||
        !place ||
        /quote|cita|zitat/i.test(slide.layoutName) ||
        (slide.title.text.length <= CHARACTERS_MAX &&
          (place.lines <= (wordsBeside(slide) <= STATEMENT_WORDS ? STATEMENT_LINES_MAX : LINES_MAX) || slide.layoutType === 'title'))
      )
        return [];
      return [
        {
          message: `The title of slide ${slide.number} has ${slide.title.text.length} characters in ${place.lines} lines; ${CHARACTERS_MAX} in ${LINES_MAX} are the most.`,
          location: { slide: slide.number, bbox: bboxOf(place) },
        },
      ];
    }),
  examples: {
    fires: [
      deckExample('a title of 140 characters', [
        slideXml(
          undefined,
          'The works on the harbour mains began in spring and will, if nothing else comes in between, be finished some weeks before the frost of winter',
        ),
      ]),
    ],
    silent: [
      deckExample('a sentence', [
        slideXml(undefined, 'The works on the harbour mains began in spring and will be finished before the frost'),
      ]),
    ],
  },
});
