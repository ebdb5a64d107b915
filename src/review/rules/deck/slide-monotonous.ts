import { isFurniture, saysSomething, type DeckView, type DeckSlide } from '../../deck-view.ts';
import { defineDeckRule, type Hit } from '../../define-rule.ts';
import { deckExample, slideXml } from '../../example-decks.ts';

/** The third slide of one composition is one too many. */
const ROW_MAX = 2;

/** What a slide is made of, apart from its words; '' for slides that are not text alone. */
function patternOf(slide: DeckSlide): string {
  const shown = slide.shapes.filter((shape) => saysSomething(shape) && !isFurniture(shape));
  if (shown.length === 0 || shown.some(({ kind }) => kind !== 'shape')) return '';
  return `${slide.layoutType}|${slide.layoutName}|${shown.map(({ role = '', box }) => `${role}${box ? Math.round(box.left / 20) : ''}`).join(',')}`;
}

/** "(2/3)": the same matter goes on. */
const goesOn = (slide: DeckSlide): boolean => /\((?:[2-9]|\d{2,})\/\d+\)\s*$/.test(slide.title?.text ?? '');

function hitsOf(deck: DeckView): Hit[] {
  const hits: Hit[] = [];
  let row: DeckSlide[] = [];
  const close = (): void => {
    const [first] = row;
    const last = row.at(-1);
    if (row.length > ROW_MAX && first && last)
      hits.push({
        message: `Slides ${first.number} to ${last.number} are ${row.length} slides of text in one layout; a picture, a chart or cards among them keep a room awake.`,
        location: { slide: first.number },
      });
    row = [];
  };
  for (const slide of deck.slides) {
    if (goesOn(slide)) continue;
    const [first] = row;
    if (first && patternOf(first) !== patternOf(slide)) close();
    if (patternOf(slide) !== '') row.push(slide);
  }
  close();
  return hits;
}

const slides = (count: number): string[] => Array.from({ length: count }, (_, i) => slideXml(undefined, `Point ${i + 1} of the plan`));

/** Bullets, bullets, bullets. */
export const slideMonotonous = defineDeckRule({
  code: 'slide_monotonous',
  severity: 'info',
  summary: 'three slides of text or more in a row, all of one composition',
  check: hitsOf,
  examples: {
    fires: [deckExample('six in a row', slides(6)), deckExample('three in a row', slides(3))],
    silent: [deckExample('two in a row', slides(2))],
  },
});
