import { isTitle, saysSomething, type DeckSlide } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, slideXml, textXml } from '../../example-decks.ts';

/** Layouts that are made for a title alone. */
const TITLE_LAYOUTS = new Set(['title', 'secHead', 'titleOnly', 'cust', '']);

/** A topic may touch the box of its title. */
const TOPIC_PT = 6;

function messageOf(slide: DeckSlide): string | undefined {
  const shown = slide.shapes.filter((shape) => saysSomething(shape) || shape.kind === 'other' || shape.grouped);
  if (shown.length === 0)
    return slide.shapes.some((shape) => shape.kind === 'picture' || shape.fill === 'unclear')
      ? undefined
      : `Slide ${slide.number} shows nothing.`;
  const top = slide.title?.box?.top;
  // a topic above the title is part of it
  return shown.every(({ role, box }) => isTitle(role) || (top !== undefined && box !== undefined && box.bottom <= top + TOPIC_PT)) &&
    !TITLE_LAYOUTS.has(slide.layoutType)
    ? `Slide ${slide.number} has a title and nothing below it.`
    : undefined;
}

/** A slide that was begun and not finished. */
export const slideEmpty = defineDeckRule({
  code: 'slide_empty',
  severity: 'warning',
  summary: 'a slide that shows nothing, or nothing but its title',
  check: (deck) =>
    deck.slides.flatMap((slide) => {
      const message = messageOf(slide);
      return message === undefined ? [] : [{ message, location: { slide: slide.number } }];
    }),
  examples: {
    fires: [deckExample('a title alone', [slideXml(), slideXml('', 'What comes next')])],
    silent: [
      deckExample('a title and a text', [slideXml()]),
      deckExample('one short line', [slideXml(textXml({ holder: 'idx="1"', text: ['Soon.'] }))]),
    ],
  },
});
