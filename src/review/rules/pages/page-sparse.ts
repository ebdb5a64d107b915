import { bodyLines, filledShare, isCover, opensWithCover, rowsOf } from '../../drawn-text.ts';
import { definePageRule } from '../../define-rule.ts';
import { drawnOf, pageOf, textLines } from '../../example-pages.ts';

/** Fewer lines than this look lost on a page of their own (looks §7.5). */
const LINES_MIN = 4;
const FILLED_MIN = 0.15;

/** A page in the midst of the document with a line or two: a break that comes too early, or a large thing that did not fit. */
export const pageSparse = definePageRule({
  code: 'page_sparse',
  severity: 'info',
  formats: ['docx', 'pdf'],
  summary: 'a page, not the last, with fewer than four lines',
  check: (drawn, { look, document }) =>
    drawn.pages.slice(0, -1).flatMap((page) => {
      if (isCover(page, drawn, opensWithCover(document.blocks)) || page.pictures.length > 0) return [];
      const rows = rowsOf(bodyLines(page, look));
      if (rows.length === 0 || rows.length >= LINES_MIN || filledShare(page, look) >= FILLED_MIN) return [];
      return [
        {
          message: `Page ${page.page} has ${rows.length === 1 ? 'a single line' : `${rows.length} lines`}.`,
          location: { page: page.page },
        },
      ];
    }),
  examples: {
    fires: [
      {
        name: 'two lines between full pages',
        document: {},
        drawn: drawnOf([pageOf(1, textLines(30)), pageOf(2, textLines(2)), pageOf(3, textLines(20))]),
      },
    ],
    silent: [{ name: 'the last page', document: {}, drawn: drawnOf([pageOf(1, textLines(30)), pageOf(2, textLines(2))]) }],
  },
});
