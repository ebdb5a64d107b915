import type { RenderedLine } from '../../../document/rendered-document.ts';
import { isCover, opensWithCover, textArea } from '../../drawn-text.ts';
import { definePageRule } from '../../define-rule.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';

/** Less white than a third of a line, and header and text are read as one. */
const GAP_PT_MIN = 4;

const shareWidth = (a: RenderedLine, b: RenderedLine): boolean => Math.min(a.right, b.right) > Math.max(a.left, b.left);

/** A header of several lines that reaches down to the text, or a footer that the text reaches. The letterhead of a letter's first page pushes the text down. */
export const headerCollision = definePageRule({
  code: 'header_collision',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  summary: 'a header or footer that touches the text',
  check: (drawn, { look, document }) =>
    drawn.pages.flatMap((page) => {
      if (isCover(page, drawn, opensWithCover(document.blocks)) || (look.type === 'letter' && page.page === 1)) return [];
      const area = textArea(page, look);
      const lines = page.lines.filter((line) => line.text.trim() !== '');
      const middle = (line: RenderedLine): number => (line.top + line.bottom) / 2;
      const headers = lines.filter((line) => middle(line) < area.top - 6);
      const footers = lines.filter((line) => middle(line) > area.bottom + 6);
      const text = lines.filter((line) => middle(line) >= area.top && middle(line) <= area.bottom);
      const touches = (above: RenderedLine, below: RenderedLine): boolean =>
        below.top - above.bottom < GAP_PT_MIN && shareWidth(above, below);
      const header = headers.find((line) => text.some((other) => touches(line, other)));
      const footer = footers.find((line) => text.some((other) => touches(other, line)));
      const found = header ?? footer;
      return found
        ? [
            {
              message: `The ${header ? 'header' : 'footer'} "${found.text.trim().slice(0, 40)}" touches the text of page ${page.page}.`,
              location: { page: page.page, bbox: [found.left, found.top, found.right, found.bottom] },
            },
          ]
        : [];
    }),
  examples: {
    fires: [
      {
        name: 'a header of three lines',
        document: {},
        drawn: drawnOf([
          pageOf(1, [lineAt(40, 'A long title'), lineAt(53, 'in three lines'), lineAt(66, 'over the text'), ...textLines(9)]),
        ]),
      },
      {
        name: 'a footer on the last line',
        document: {},
        drawn: drawnOf([pageOf(1, [...textLines(44), lineAt(764, 'The last line of the text'), lineAt(779, 'Footer')])]),
      },
    ],
    silent: [
      {
        name: 'a header of one line',
        document: {},
        drawn: drawnOf([pageOf(1, [lineAt(40, 'A title'), ...textLines(9), lineAt(795, 'Page 1 of 2')])]),
      },
      {
        name: 'a letterhead',
        document: {},
        look: { type: 'letter' },
        drawn: drawnOf([pageOf(1, [lineAt(56, 'Acme'), lineAt(69, 'Main Street 1'), lineAt(82, 'Springfield')])]),
      },
    ],
  },
});
