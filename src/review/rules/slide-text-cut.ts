import { drawnSlides } from '../deck/drawn-slides.ts';
import { defineSlideRule } from '../define-rule.ts';
import { drawnSlideExample, slideXml } from '../example-decks.ts';

/** Boxes of glyphs are a little larger than their ink, in points. */
const SLACK_PT = 3;
const CHARACTERS_MIN = 2;

/** Words that run over the edge of the drawn slide: nobody will see their end. */
export const slideTextCut = defineSlideRule({
  code: 'slide_text_cut',
  severity: 'error',
  summary: 'text drawn over the edge of a slide',
  check: (deck, drawn) => drawnSlides(deck, drawn).flatMap(({ slide, page }) => {
    const found = page.lines.find((line) => line.text.trim().length >= CHARACTERS_MIN && (line.left < -SLACK_PT || line.top < -SLACK_PT || line.right > page.widthPt + SLACK_PT || line.bottom > page.heightPt + SLACK_PT));
    return found ? [{ message: `"${found.text.trim().slice(0, 40).toWellFormed()}" runs over the edge of slide ${slide.number}.`, location: { slide: slide.number, bbox: [found.left, found.top, found.right, found.bottom].map(Math.round) as [number, number, number, number] } }] : [];
  }),
  examples: {
    fires: [drawnSlideExample('beyond the right edge', slideXml(), [['Works will end before the frost', 56, 50, 28], ['A line that is much too long for the slide that it stands on', 700, 200, 18]])],
    silent: [drawnSlideExample('within', slideXml(), [['Works will end before the frost', 56, 50, 28]])],
  },
});
