import { isFurniture, isTitle, placeOf, saysSomething, type DeckSlide, type DeckView } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, slideXml, textXml } from '../../example-decks.ts';
import { maxOf } from '../../../base/extremes.ts';

/** Layouts that are meant to be empty. */
const SPARE_LAYOUTS = new Set(['title', 'secHead', 'titleOnly', 'cust']);
/** Share of the height below which a slide that is half empty shows nothing. */
const EMPTY_FROM = 0.5;
/** Words on a neighbouring slide from which on some of them could be here. */
const FULL_WORDS = 70;

const wordsOf = (slide: DeckSlide): number =>
  slide.shapes.filter((shape) => !isFurniture(shape)).reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);

/** Whether all that the slide shows is above its middle: text in a filled box counts as the box. */
function isHalfEmpty(deck: DeckView, slide: DeckSlide): boolean {
  if (SPARE_LAYOUTS.has(slide.layoutType)) return false;
  const shown = slide.shapes.filter((shape) => !isFurniture(shape) && (saysSomething(shape) || shape.kind === 'picture' || shape.grouped));
  const said = shown.filter(({ role }) => !isTitle(role));
  if (said.length === 0 || shown.some(({ kind }) => kind === 'other')) return false;
  const drawn = [...slide.shapes, ...slide.behind].filter(
    (shape) => !isFurniture(shape) && shape.fill !== 'none' && shape.box !== undefined,
  );
  const lowest = Math.max(
    maxOf(shown.map((shape) => placeOf(shape)?.bottom ?? deck.heightPt)),
    maxOf(drawn.filter(({ box }) => box !== undefined && box.top < deck.heightPt * 0.85).map(({ box }) => box?.bottom ?? 0)),
  );
  return lowest < deck.heightPt * EMPTY_FROM;
}

/** A slide with nothing in its lower half beside one that is crowded. */
export const slideHalfEmpty = defineDeckRule({
  code: 'slide_half_empty',
  severity: 'info',
  summary: 'a slide more than half empty, though one beside it has text to spare',
  check: (deck) =>
    deck.slides.flatMap((slide, i) => {
      if (!isHalfEmpty(deck, slide)) return [];
      const full = [deck.slides[i - 1], deck.slides[i + 1]].find((one) => one !== undefined && wordsOf(one) >= FULL_WORDS);
      return full === undefined
        ? []
        : [
            {
              message: `Slide ${slide.number} shows nothing in its lower half, while slide ${full.number} has ${wordsOf(full)} words.`,
              location: { slide: slide.number },
            },
          ];
    }),
  examples: {
    fires: [
      deckExample('two words beside a full slide', [
        slideXml(textXml({ at: [0.75, 2, 11.8, 1], text: ['Two words'], sizePt: 18 }), 'First'),
        slideXml(
          textXml({ at: [0.75, 2, 11.8, 4], text: Array.from({ length: 10 }, () => 'A line of a few more words than needed') }),
          'Second',
        ),
      ]),
    ],
    silent: [
      deckExample('two words beside a short slide', [
        slideXml(textXml({ at: [0.75, 2, 11.8, 1], text: ['Two words'], sizePt: 18 }), 'First'),
        slideXml(undefined, 'Second'),
      ]),
      deckExample('a slide that is filled', [
        slideXml(
          textXml({ at: [0.75, 2, 11.8, 4], text: Array.from({ length: 10 }, () => 'A line of a few more words than needed'), sizePt: 18 }),
        ),
        slideXml(
          textXml({ at: [0.75, 2, 11.8, 4], text: Array.from({ length: 10 }, () => 'A line of a few more words than needed') }),
          'Second',
        ),
      ]),
    ],
  },
});
