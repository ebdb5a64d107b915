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

/** The look a step tighter, where that should bring the lines back to the page before; undefined where it has been tried. */
function tighter(drawn: RenderedDocument, draft: Draft): Repair | undefined {
  if (draft.look.compact === true) return undefined;
  const { blocks } = draft.document;
  const tightness = tightnessFor(blocks, draft.look, { pagesMax: drawn.pages.length - 1 }, estimateCorrection(drawn, draft));
  if (tightness > (draft.look.genre === undefined ? TIGHTNESS_MAX : GENRE_TIGHTNESS_MAX)) return undefined;
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
    const short = look.type === 'letter' || look.type === 'memo' || look.type === 'minutes';
    if (filledShare(page, look) >= (look.genre === undefined ? (short ? SHORT_MIN : REPORT_MIN) : GENRE_MIN)) return [];
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
      { name: 'one page', document: {}, drawn: drawnOf([pageOf(1, textLines(2))]) },
    ],
  },
});
