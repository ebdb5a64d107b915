import type { RenderedDocument } from '../../../document/rendered-document.ts';
import { tightnessFor } from '../../../document/page-limits.ts';
import { tightenLook } from '../../../document/tighten-look.ts';
import { bodyLines, filledShare } from '../../drawn-text.ts';
import { estimateCorrection } from '../../fit-pages.ts';
import { definePageRule, type Draft, type Repair } from '../../define-rule.ts';
import { drawnOf, pageOf, textLines } from '../../example-pages.ts';

/** Looks §7.1: below a fifth of the page for what is read at once, below an eighth for a report. */
const SHORT_MIN = 0.2;
const REPORT_MIN = 0.12;

/** Nobody sees that a text was set tighter, up to here. */
const TIGHTNESS_MAX = 0.45;
/** A genre that is read at once is one page where it can be: more of it may come back, and more white is given for that. */
const GENRE_MIN = 0.45;
const GENRE_TIGHTNESS_MAX = 0.7;

/** Of two or three pages a last one with less than that looks forgotten. */
const BRIEF_PAGES_MAX = 3;
const BRIEF_MIN = 0.26;
/** Of the page before: a page that is less full has been ended on purpose. */
const BEFORE_MIN = 0.6;

/** The look a step tighter, where that should bring the lines back to the page before; undefined where it has been tried. */
function tighter(drawn: RenderedDocument, draft: Draft): Repair | undefined {
  if (draft.look.compact === true) return undefined;
  const { blocks } = draft.document;
  const tightness = tightnessFor(blocks, draft.look, { pagesMax: drawn.pages.length - 1 }, estimateCorrection(drawn, draft));
  const most =
    draft.look.genre === undefined && (draft.look.type === 'contract' || drawn.pages.length > BRIEF_PAGES_MAX)
      ? TIGHTNESS_MAX
      : GENRE_TIGHTNESS_MAX;
  if (tightness > most) return undefined;
  return { fix: 'set_tighter', apply: (changed) => ({ ...changed, look: tightenLook(changed.look, Math.max(TIGHTNESS_MIN, tightness)) }) };
}
/** Less does not show in the number of lines. */
const TIGHTNESS_MIN = 0.2;

/** A few lines on a last page: one step tighter, and they fit on the page before. Where they do not, all stays as it was. */
export const lastPageAlmostEmpty = definePageRule({
  code: 'last_page_almost_empty',
  severity: 'info',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'] },
  summary: 'a last page with only a few lines',
  check: (drawn, draft) => {
    const { look } = draft;
    const page = drawn.pages.at(-1);
    if (!page || drawn.pages.length < 2 || page.pictures.length > 0 || bodyLines(page, look).length === 0) return [];
    const before = drawn.pages.at(-2);
    // behind a page that ends early the author has begun a new one
    if (before && before.pictures.length === 0 && filledShare(before, look) < BEFORE_MIN) return [];
    const short = look.type === 'letter' || look.type === 'memo' || look.type === 'minutes';
    const brief = look.type !== 'contract' && draft.document.blocks.length > 0 && drawn.pages.length <= BRIEF_PAGES_MAX;
    const least = look.genre !== undefined ? GENRE_MIN : brief ? BRIEF_MIN : short ? SHORT_MIN : REPORT_MIN;
    if (filledShare(page, look) >= least) return [];
    const repair = tighter(drawn, draft);
    return [
      {
        message: `The last page, ${page.page}, is almost empty.`,
        location: { page: page.page },
        ...(repair === undefined ? {} : { repair }),
      },
    ];
  },
  examples: {
    fires: [{ name: 'two lines', document: {}, drawn: drawnOf([pageOf(1, textLines(40)), pageOf(2, textLines(2))]) }],
    silent: [
      { name: 'half a page', document: {}, drawn: drawnOf([pageOf(1, textLines(40)), pageOf(2, textLines(20))]) },
      { name: 'behind a page that ends early', document: {}, drawn: drawnOf([pageOf(1, textLines(9)), pageOf(2, textLines(2))]) },
      { name: 'one page', document: {}, drawn: drawnOf([pageOf(1, textLines(2))]) },
    ],
  },
});
