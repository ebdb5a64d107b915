import type { RenderedLine } from '../../../document/rendered-document.ts';
import { drawnSlides, type DrawnSlide } from '../../deck/drawn-slides.ts';
import { defineSlideRule } from '../../define-rule.ts';
import { drawnSlideExample, slideXml, textXml } from '../../example-decks.ts';

/** Boxes of glyphs are a little larger than their ink, in points. */
const SLACK_PT = 3;
const CHARACTERS_MIN = 2;

/** Points from a shape within which its words are drawn. */
const NEAR_PT = 24;

/** Laid beside the slide on purpose, where its author keeps it. */
function isParked(line: RenderedLine, { slide, page, scale }: DrawnSlide): boolean {
  if (line.right > 0 && line.bottom > 0 && line.left < page.widthPt && line.top < page.heightPt) return false;
  const [x, y] = [((line.left + line.right) / 2) * scale, ((line.top + line.bottom) / 2) * scale];
  return slide.shapes.some(
    ({ box }) =>
      box !== undefined &&
      (box.right <= 0 || box.bottom <= 0 || box.left >= page.widthPt * scale || box.top >= page.heightPt * scale) &&
      x >= box.left - NEAR_PT &&
      x <= box.right + NEAR_PT &&
      y >= box.top - NEAR_PT &&
      y <= box.bottom + NEAR_PT,
  );
}

/** Words that run over the edge of the drawn slide: nobody will see their end. */
export const slideTextCut = defineSlideRule({
  code: 'slide_text_cut',
  severity: 'error',
  summary: 'text drawn over the edge of a slide',
  check: (deck, drawn) =>
    drawnSlides(deck, drawn).flatMap((drawnSlide) => {
      const { slide, page } = drawnSlide;
      const found = page.lines.find(
        (line) =>
          line.text.trim().length >= CHARACTERS_MIN &&
          (line.left < -SLACK_PT ||
            line.top < -SLACK_PT ||
            line.right > page.widthPt + SLACK_PT ||
            line.bottom > page.heightPt + SLACK_PT) &&
          !isParked(line, drawnSlide),
      );
      return found
        ? [
            {
              message: `"${found.text.trim().slice(0, 40).toWellFormed()}" runs over the edge of slide ${slide.number}.`,
              location: {
                slide: slide.number,
                bbox: [found.left, found.top, found.right, found.bottom].map(Math.round) as [number, number, number, number],
              },
            },
          ]
        : [];
    }),
  examples: {
    fires: [
      drawnSlideExample('beyond the right edge', slideXml(), [
        ['Works will end before the frost', 56, 50, 28],
        ['A line that is much too long for the slide that it is on', 700, 200, 18],
      ]),
    ],
    silent: [
      drawnSlideExample('kept beside the slide', slideXml(textXml({ at: [-4, 1, 3, 1], text: ['Kept for later'] })), [
        ['Works will end before the frost', 56, 50, 28],
        ['Kept for later', -270, 80, 18],
      ]),
      drawnSlideExample('within', slideXml(), [['Works will end before the frost', 56, 50, 28]]),
    ],
  },
});
