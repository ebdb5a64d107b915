import { bboxOf, nameShape, usualPt, type DeckView, type DeckShape } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { chartFrameXml, chartXml, deckExample, slideXml } from '../../example-decks.ts';

/** Nobody tells more slices or series apart; beside forty bars none is seen. */
const SLICES_MAX = 8;
const SERIES_MAX = 8;
const BARS_MAX = 48;
const LABEL_PT_MIN = 10;
/** Inches; a smaller one is an ornament. */
const WIDTH_IN_MIN = 2.4;
const HEIGHT_IN_MIN = 1.8;
/** Width over height. */
const FLAT_MAX = 3.05;
const POINTS = 72;

function faultOf(deck: DeckView, { chart, box }: DeckShape): string | undefined {
  if (!chart || !box) return undefined;
  const round = chart.kinds.some((kind) => /^(?:pie|doughnut|ofPie)/.test(kind));
  const bars = chart.kinds.some((kind) => kind.startsWith('bar'));
  if (chart.solid) return 'is drawn with depth, which makes its values hard to compare';
  if (round && chart.points > SLICES_MAX) return `has ${chart.points} slices; ${SLICES_MAX} are the most that can be distinguished`;
  if (!round && chart.series > SERIES_MAX) return `has ${chart.series} series; ${SERIES_MAX} are the most that can be distinguished`;
  if (bars && chart.points * chart.series > BARS_MAX)
    return `has ${chart.points * chart.series} bars; ${BARS_MAX} are the most that can be seen`;
  if (usualPt(deck, chart.labelPt) < LABEL_PT_MIN - 0.05) return `has labels of ${chart.labelPt} pt; ${LABEL_PT_MIN} pt are the least`;
  if ((box.right - box.left) / Math.max(1, box.bottom - box.top) > FLAT_MAX)
    return 'is more than three times as wide as it is high, which hides every rise and fall';
  return (box.right - box.left) / POINTS < WIDTH_IN_MIN || (box.bottom - box.top) / POINTS < HEIGHT_IN_MIN
    ? 'is too small for its axes and labels'
    : undefined;
}

const AT = [0.75, 2, 9, 4.5] as const;

/** A chart from which nothing can be read off. */
export const slideChartUnreadable = defineDeckRule({
  code: 'slide_chart_unreadable',
  severity: 'warning',
  summary: 'a chart on a slide that cannot be read: too much in it, too small, too flat, or drawn with depth',
  check: (deck) =>
    deck.slides.flatMap((slide) =>
      slide.shapes.flatMap((shape) => {
        const fault = faultOf(deck, shape);
        return fault === undefined
          ? []
          : [
              {
                message: `The chart ${nameShape(shape)} on slide ${slide.number} ${fault}.`,
                location: { slide: slide.number, ...(shape.box ? { bbox: bboxOf(shape.box) } : {}) },
              },
            ];
      }),
    ),
  examples: {
    fires: [
      deckExample('a cake of twelve slices', [slideXml(chartFrameXml(AT))], { chart: chartXml('pieChart', 1, 12) }),
      deckExample('bars with depth', [slideXml(chartFrameXml(AT))], { chart: chartXml('bar3DChart', 1, 4) }),
      deckExample('four times as wide as high', [slideXml(chartFrameXml([0.75, 2, 11.8, 2.9]))], { chart: chartXml('barChart', 1, 6) }),
      deckExample('labels of 7 pt', [slideXml(chartFrameXml(AT))], { chart: chartXml('barChart', 1, 4, 7) }),
    ],
    silent: [
      deckExample('six bars', [slideXml(chartFrameXml(AT))], { chart: chartXml('barChart', 1, 6) }),
      deckExample('a line of five years by month', [slideXml(chartFrameXml(AT))], { chart: chartXml('lineChart', 2, 60) }),
    ],
  },
});
