import type { DrawnLine } from '../../document/drawn-document.ts';
import { defineDrawnRule } from '../define-rule.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../example-pages.ts';

/** Line boxes of one paragraph touch; letters over letters share much of their height and width. */
const SHARED_MIN = 0.45;
const NEIGHBOURS = 6;
/** Fractions, limits and accents of formulas stand close above each other, and are short. */
const CHARS_MIN = 4;

function overlaps(a: DrawnLine, b: DrawnLine): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 4 || height <= 0) return false;
  return height / Math.min(a.bottom - a.top, b.bottom - b.top) > SHARED_MIN && width / Math.min(a.right - a.left, b.right - b.left) > SHARED_MIN;
}

/** Two pieces of text on top of each other, such as a long header over the first line. */
export const textOverlap = defineDrawnRule({
  code: 'text_overlap',
  severity: 'error',
  summary: 'text drawn over other text',
  check: (drawn) => drawn.pages.flatMap((page) => {
    const lines = page.lines.filter((line) => line.text.replaceAll(/\s/g, '').length >= CHARS_MIN).toSorted((a, b) => a.top - b.top);
    const found = lines.flatMap((line, i) => lines.slice(i + 1, i + 1 + NEIGHBOURS).filter((other) => overlaps(line, other)).map((other) => ({ line, other })))[0];
    if (!found) return [];
    const { line, other } = found;
    return [{ message: `"${line.text.trim().slice(0, 30)}" and "${other.text.trim().slice(0, 30)}" overlap on page ${page.page}.`, location: { page: page.page, bbox: [line.left, line.top, line.right, line.bottom] } }];
  }),
  examples: {
    fires: [{ name: 'a header on the text', document: {}, drawn: drawnOf([pageOf(1, [lineAt(82, 'A header that is much too long'), lineAt(84, 'The first line of the text')])]) }],
    silent: [
      { name: 'one below the other', document: {}, drawn: drawnOf([pageOf(1, textLines(12))]) },
      { name: 'a fraction', document: {}, drawn: drawnOf([pageOf(1, [lineAt(82, '1'), lineAt(84, '2 g t² is the way')])]) },
    ],
  },
});
