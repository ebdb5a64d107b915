import { isFurniture, isTitle, type DeckSlide } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, slideXml, tableFrameXml, textXml } from '../../example-decks.ts';

/** Sixty words are good; with more than twice as many, or a table of more cells than this, the room reads and does not listen. */
const WORDS_MAX = 130;
const PARAGRAPHS_MAX = 18;
const CELLS_MAX = 150;
const LABEL_WORDS = 2;
const MONOSPACED = /mono|consol|courier|code/i;

interface Load {
  words: number;
  paragraphs: number;
  cells: number;
}

function loadOf(slide: DeckSlide): Load {
  const load: Load = { words: 0, paragraphs: 0, cells: 0 };
  for (const shape of slide.shapes) {
    if (isFurniture(shape) || isTitle(shape.role)) continue;
    load.cells += shape.table?.rows.reduce((sum, { cells }) => sum + cells.length, 0) ?? 0;
    // lines of code are looked at, not read
    const said = shape.paragraphs.filter(({ text, runs }) => text.trim() !== '' && !runs.some(({ face }) => MONOSPACED.test(face)));
    // labels of a word or two are seen with what they name
    load.paragraphs += said.filter(({ text }) => text.trim().split(/\s+/).length > LABEL_WORDS).length;
    load.words += said.reduce((sum, { text }) => sum + text.trim().split(/\s+/).length, 0);
  }
  return load;
}

function messageOf(number: number, { words, paragraphs, cells }: Load): string | undefined {
  if (words > WORDS_MAX) return `Slide ${number} has ${words} words; with more than ${WORDS_MAX} nobody listens while reading.`;
  if (paragraphs > PARAGRAPHS_MAX)
    return `Slide ${number} has ${paragraphs} paragraphs; ${PARAGRAPHS_MAX} are the most that can be taken in.`;
  return cells > CELLS_MAX
    ? `The table on slide ${number} has ${cells} cells; ${CELLS_MAX} are the most that can be read on a slide.`
    : undefined;
}

const SENTENCE = 'The works began in spring and will be finished before the first frost of the year, as was planned.';

/** More than can be taken in while a user speaks. */
export const slideDense = defineDeckRule({
  code: 'slide_dense',
  severity: 'warning',
  summary: 'a slide with more text, or a larger table, than can be taken in',
  check: (deck) =>
    deck.slides.flatMap((slide) => {
      const message = messageOf(slide.number, loadOf(slide));
      return message === undefined ? [] : [{ message, location: { slide: slide.number } }];
    }),
  examples: {
    fires: [
      deckExample('eight long sentences', [
        slideXml(textXml({ holder: 'idx="1"', sizePt: 14, text: Array.from({ length: 8 }, () => SENTENCE) })),
      ]),
      deckExample('a table of 180 cells', [
        slideXml(
          tableFrameXml(
            [0.75, 1.7, 11.8, 5.2],
            Array.from({ length: 18 }, () => Array.from({ length: 10 }, () => '12')),
            12,
          ),
        ),
      ]),
    ],
    silent: [
      deckExample('a few sentences', [slideXml()]),
      deckExample('nine points', [
        slideXml(textXml({ holder: 'idx="1"', text: Array.from({ length: 9 }, (_, i) => `Point ${i + 1} of the plan`) })),
      ]),
    ],
  },
});
