import type { RenderedLine } from '../../../document/rendered-document.ts';
import { definePageRule } from '../../define-rule.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';

/** Line boxes of one paragraph touch; letters over letters share much of their height and width. */
const SHARED_MIN = 0.45;
const NEIGHBOURS = 6;
/** Fractions, limits and accents of formulas are close above each other, and are short. */
const CHARS_MIN = 4;
/** A box that is so many times as high as its letters holds more than one line: nobody knows where they are in it. */
const EM_HIGH_MAX = 3;

const isPlaced = ({ top, bottom, emPt, unseen }: RenderedLine): boolean =>
  !unseen && (emPt === undefined || bottom - top <= emPt * EM_HIGH_MAX);

/** A first glyph that is so much larger than most letters is a figure with its words beside it. */
const FIGURE_RATIO = 1.3;

/** Where the height of a line is that of its letters: of a figure and the words beside it, the figure alone. */
function ownBox(line: RenderedLine): RenderedLine {
  const { sizePt, emPt, text } = line;
  const [figure = '', ...rest] = text.trim().split(/\s+/);
  if (emPt === undefined || sizePt <= emPt * FIGURE_RATIO || rest.length === 0) return line;
  // letters are about as wide as they are large
  const large = (figure.length * sizePt) / emPt;
  const share = large / (large + rest.join(' ').length + 1);
  return { ...line, right: line.left + (line.right - line.left) * share };
}

function overlaps(one: RenderedLine, other: RenderedLine): boolean {
  const [a, b] = [ownBox(one), ownBox(other)];
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 4 || height <= 0) return false;
  return (
    height / Math.min(a.bottom - a.top, b.bottom - b.top) > SHARED_MIN && width / Math.min(a.right - a.left, b.right - b.left) > SHARED_MIN
  );
}

/** Two pieces of text on top of each other, such as a long header over the first line. */
export const textOverlap = definePageRule({
  code: 'text_overlap',
  severity: 'error',
  formats: ['docx', 'pptx', 'pdf'],
  foreign: { formats: ['docx', 'pptx', 'pdf'], severity: 'warning' },
  summary: 'text drawn over other text',
  check: (drawn) =>
    drawn.pages.flatMap((page) => {
      const lines = page.lines
        .filter((line) => isPlaced(line) && line.text.replaceAll(/\s/g, '').length >= CHARS_MIN)
        .toSorted((a, b) => a.top - b.top);
      const found = lines.flatMap((line, i) =>
        lines
          .slice(i + 1, i + 1 + NEIGHBOURS)
          .filter((other) => overlaps(line, other))
          .map((other) => ({ line, other })),
      )[0];
      if (!found) return [];
      const { line, other } = found;
      return [
        {
          message: `"${line.text.trim().slice(0, 30)}" and "${other.text.trim().slice(0, 30)}" overlap on page ${page.page}.`,
          location: { page: page.page, bbox: [line.left, line.top, line.right, line.bottom] },
        },
      ];
    }),
  examples: {
    fires: [
      {
        name: 'a header on the text',
        document: {},
        drawn: drawnOf([pageOf(1, [lineAt(82, 'A header that is much too long'), lineAt(84, 'The first line of the text')])]),
      },
    ],
    silent: [
      { name: 'one below the other', document: {}, drawn: drawnOf([pageOf(1, textLines(12))]) },
      {
        name: 'a box of many lines, text that nobody sees',
        document: {},
        drawn: drawnOf([
          pageOf(1, [
            { ...lineAt(82, 'A big first letter and all behind it'), emPt: 10, bottom: 300 },
            lineAt(84, 'The next column'),
            { ...lineAt(84, 'A layer that nobody sees'), unseen: true },
          ]),
        ]),
      },
      {
        name: 'two lines of words beside a large figure',
        document: {},
        drawn: drawnOf([
          pageOf(1, [
            { ...lineAt(82, '40 minutes from the'), sizePt: 40, emPt: 14, left: 72, right: 300, bottom: 122 },
            { ...lineAt(104, 'sample to the result'), left: 130, right: 290 },
          ]),
        ]),
      },
      { name: 'a fraction', document: {}, drawn: drawnOf([pageOf(1, [lineAt(82, '1'), lineAt(84, '2 g t² is the way')])]) },
    ],
  },
});
