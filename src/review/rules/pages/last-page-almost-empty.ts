import { compactLook, isCompact } from '../../../document/compact-look.ts';
import { bodyLines, filledShare } from '../../drawn-text.ts';
import { definePageRule } from '../../define-rule.ts';
import { drawnOf, pageOf, textLines } from '../../example-pages.ts';

/** Looks §7.1: below a fifth of the page for what is read at once, below an eighth for a report. */
const SHORT_MIN = 0.2;
const REPORT_MIN = 0.12;

/** A few lines on a last page: one step tighter, and they fit on the page before. Where they do not, all stays as it was. */
export const lastPageAlmostEmpty = definePageRule({
  code: 'last_page_almost_empty',
  severity: 'info',
  summary: 'a last page with only a few lines',
  check: (drawn, { look }) => {
    const page = drawn.pages.at(-1);
    if (!page || drawn.pages.length < 2 || page.pictures.length > 0 || bodyLines(page, look).length === 0) return [];
    const short = look.type === 'letter' || look.type === 'memo' || look.type === 'minutes';
    if (filledShare(page, look) >= (short ? SHORT_MIN : REPORT_MIN)) return [];
    return [
      {
        message: `The last page, ${page.page}, is almost empty.`,
        location: { page: page.page },
        ...(isCompact(look) ? {} : { repair: { fix: 'set_tighter', apply: (draft) => ({ ...draft, look: compactLook(draft.look) }) } }),
      },
    ];
  },
  examples: {
    fires: [{ name: 'two lines', document: {}, drawn: drawnOf([pageOf(1, textLines(40)), pageOf(2, textLines(2))]) }],
    silent: [
      { name: 'half a page', document: {}, drawn: drawnOf([pageOf(1, textLines(40)), pageOf(2, textLines(20))]) },
      { name: 'one page', document: {}, drawn: drawnOf([pageOf(1, textLines(2))]) },
    ],
  },
});
