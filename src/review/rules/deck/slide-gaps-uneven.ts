import type { Box } from '../../../document/rendered-document.ts';
import { bboxOf, nameShape, type DeckShape, type DeckSlide } from '../../deck-view.ts';
import { alikeShapes } from '../../deck/alike-shapes.ts';
import { defineDeckRule, type Hit } from '../../define-rule.ts';
import { deckExample, slideXml, textXml } from '../../example-decks.ts';
import { maxOf, minOf } from '../../../base/extremes.ts';

/** Seen from the last row: 4 pt, and an eighth of the usual gap. */
const DIFFERENCE_PT_MIN = 4;
const DIFFERENCE_SHARE_MIN = 0.125;
const LEVEL_PT = 2;

type Axis = readonly [from: 'left' | 'top', to: 'right' | 'bottom', across: 'top' | 'left'];
const AXES: readonly Axis[] = [
  ['left', 'right', 'top'],
  ['top', 'bottom', 'left'],
];

interface Placed {
  shape: DeckShape;
  box: Box;
}

function unevenAt(slide: DeckSlide, row: readonly Placed[], [from, to]: Axis): Hit[] {
  const sorted = row.toSorted((a, b) => a.box[from] - b.box[from]);
  const gaps = sorted.slice(1).map(({ box }, i) => box[from] - (sorted[i]?.box[to] ?? 0));
  const [least, most] = [minOf(gaps), maxOf(gaps)];
  const middle = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
  // a gap that could hold one more of them is a place left free
  if (least < 0 || most - least < Math.max(DIFFERENCE_PT_MIN, middle * DIFFERENCE_SHARE_MIN) || most > middle * 4 + 40) return [];
  const [first] = sorted;
  return first
    ? [
        {
          message: `The gaps between ${sorted.length} shapes in a row on slide ${slide.number} (${nameShape(first.shape)} and others) are from ${Math.round(least)} to ${Math.round(most)} pt wide.`,
          location: { slide: slide.number, bbox: bboxOf(first.box) },
        },
      ]
    : [];
}

function hitsOf(slide: DeckSlide): Hit[] {
  return alikeShapes(slide)
    .map((group) => group.filter(({ shape }) => shape.kind !== 'shape' || shape.fill !== 'none'))
    .flatMap((group) =>
      AXES.flatMap((axis) => {
        const rows = Map.groupBy(group, ({ box }) => Math.round(box[axis[2]] / LEVEL_PT));
        return [...rows.values()].filter((row) => row.length >= 3).flatMap((row) => unevenAt(slide, row, axis));
      }),
    )
    .slice(0, 1);
}

const label = (y: number): string => textXml({ at: [0.75, y, 2, 0.4], text: ['A label'] });
const card = (x: number): string => textXml({ at: [x, 2.5, 3, 3], fill: 'EEF2F5', text: ['A card with a few words'] });

/** Three or more shapes of one size in a row, with gaps that differ. Lines of text that are no cards belong to what is around them. */
export const slideGapsUneven = defineDeckRule({
  code: 'slide_gaps_uneven',
  severity: 'warning',
  summary: 'shapes in a row on a slide with uneven gaps',
  check: (deck) => deck.slides.flatMap(hitsOf),
  examples: {
    fires: [deckExample('three cards', [slideXml(card(0.75) + card(4.2) + card(7.5))])],
    silent: [
      deckExample('three cards, spaced evenly', [slideXml(card(0.75) + card(4.05) + card(7.35))]),
      deckExample('labels of a list with headings in between', [slideXml(label(2) + label(2.6) + label(4))]),
    ],
  },
});
