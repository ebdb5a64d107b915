import { isTitle, type DeckView } from '../../deck-view.ts';
import { defineDeckRule, type Hit } from '../../define-rule.ts';
import { deckExample, slideXml } from '../../example-decks.ts';

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s.:;,!?…–—-]+/g, ' ')
    .trim();
/** Such titles open or end a deck, and may come again. */
const FRONT = new Set(['title', 'secHead']);

function hitsOf(deck: DeckView): Hit[] {
  const seen = new Map<string, number>();
  return deck.slides.flatMap((slide): Hit[] => {
    const title = slide.title && isTitle(slide.title.role) ? folded(slide.title.text) : '';
    if (title === '' || FRONT.has(slide.layoutType) || slide.hidden) return [];
    const first = seen.get(title);
    if (first === undefined) {
      seen.set(title, slide.number);
      return [];
    }
    return [
      {
        message: `Slide ${slide.number} has the title of slide ${first}: "${(slide.title?.text ?? '').slice(0, 60).toWellFormed()}".`,
        location: { slide: slide.number },
      },
    ];
  });
}

/** In an outline, and to who listens, two slides of one name are one (WCAG 2.2, 2.4.6). */
export const slideTitleRepeated = defineDeckRule({
  code: 'slide_title_repeated',
  severity: 'warning',
  summary: 'two slides with one title',
  check: hitsOf,
  examples: {
    fires: [deckExample('twice', [slideXml(), slideXml()])],
    silent: [deckExample('counted', [slideXml(undefined, 'The plan (1/2)'), slideXml(undefined, 'The plan (2/2)')])],
  },
});
