import { saysSomething, type DeckSlide } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, slideXml, textXml } from '../../example-decks.ts';

const untitled = (slide: DeckSlide): boolean => (slide.title === undefined || slide.title.text === '') && slide.shapes.some(saysSomething);

/** Screen readers, outlines and links go by titles (WCAG 2.2, 2.4.2 and 2.4.6); a text box that looks like one is none. */
export const slideTitleMissing = defineDeckRule({
  code: 'slide_title_missing',
  severity: 'warning',
  summary: 'a slide without a title',
  check: (deck) =>
    deck.slides.filter(untitled).map(({ number }) => ({ message: `Slide ${number} has no title.`, location: { slide: number } })),
  examples: {
    fires: [
      deckExample('a box in place of a title', [
        slideXml(),
        textXml({ at: [0.75, 0.6, 9, 1], sizePt: 28, text: ['Looks like a title'] }) + textXml({ holder: 'idx="1"' }),
      ]),
    ],
    silent: [deckExample('with a title', [slideXml()])],
  },
});
