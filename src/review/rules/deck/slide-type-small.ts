import { bboxOf, isFurniture, nameShape, usualPt, type DeckView, type DeckParagraph, type DeckShape } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, slideXml, tableFrameXml, textXml } from '../../example-decks.ts';
import { minOf } from '../../../base/extremes.ts';

/** On a slide of usual height. From the back of a room 12 pt are the least that is read; sources at the foot may be smaller. */
const BODY_PT_MIN = 12;
const SOURCE_PT_MIN = 8;
const SOURCE_FROM = 0.88;
/** A label or a unit is no text. */
const CHARACTERS_MIN = 12;

function smallestOf(deck: DeckView, paragraphs: readonly DeckParagraph[], least: number): number | undefined {
  const small = paragraphs
    .flatMap(({ runs }) => runs)
    .filter(({ text, script, sizePt }) => !script && text.trim() !== '' && usualPt(deck, sizePt) < least - 0.05);
  const characters = small.reduce((sum, { text }) => sum + text.replaceAll(/\s/g, '').length, 0);
  return characters < CHARACTERS_MIN ? undefined : minOf(small.map(({ sizePt }) => sizePt));
}

function smallText(deck: DeckView, shape: DeckShape): number | undefined {
  if (isFurniture(shape)) return undefined;
  const paragraphs = shape.table ? shape.table.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.paragraphs)) : shape.paragraphs;
  const atFoot = shape.box !== undefined && !shape.table && shape.box.top >= deck.heightPt * SOURCE_FROM;
  return smallestOf(deck, paragraphs, atFoot ? SOURCE_PT_MIN : BODY_PT_MIN);
}

/** Text that is read on paper only. */
export const slideTypeSmall = defineDeckRule({
  code: 'slide_type_small',
  severity: 'warning',
  summary: 'text of a slide too small to be read from the room',
  check: (deck) =>
    deck.slides.flatMap((slide) => {
      const found = slide.shapes.map((shape) => ({ shape, size: smallText(deck, shape) })).find(({ size }) => size !== undefined);
      if (!found || found.size === undefined) return [];
      return [
        {
          message: `${nameShape(found.shape)} on slide ${slide.number} is set in ${Math.round(found.size * 10) / 10} pt; ${BODY_PT_MIN} pt are the least for text.`,
          location: { slide: slide.number, ...(found.shape.box ? { bbox: bboxOf(found.shape.box) } : {}) },
        },
      ];
    }),
  examples: {
    fires: [
      deckExample('body text of 9 pt', [
        slideXml(textXml({ holder: 'idx="1"', sizePt: 9, text: ['A sentence that nobody at the back can read.'] })),
      ]),
      deckExample('a table of 8 pt', [
        slideXml(
          tableFrameXml(
            [1, 2, 10, 2],
            [
              ['Northern region', '12'],
              ['Southern region', '7'],
            ],
            8,
          ),
        ),
      ]),
    ],
    silent: [
      deckExample('a source at the foot', [
        slideXml(
          `${textXml({ holder: 'idx="1"' })}${textXml({ at: [0.75, 6.9, 9, 0.3], sizePt: 9, text: ['Source: our own figures, October 2026'] })}`,
        ),
      ]),
      deckExample('text of 20 pt', [slideXml()]),
    ],
  },
});
