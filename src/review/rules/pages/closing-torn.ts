import { isLetterClosing } from '../../../document/letter-words.ts';
import type { RenderedDocument } from '../../../document/rendered-document.ts';
import type { Look } from '../../../document/look.ts';
import { tightenLook } from '../../../document/tighten-look.ts';
import { bodyLines, rowsOf } from '../../drawn-text.ts';
import { definePageRule, type Hit, type Repair } from '../../define-rule.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';

/** Lines of the text that go with it. */
const TEXT_ROWS_MIN = 2;
/** Name and office below it. */
const NAME_ROWS_MAX = 8;
const TIGHTNESS = 0.45;

/** One step tighter brings the closing back, or the page before gives some of its lines. */
const tighter = (look: Look): Repair | undefined =>
  (look.tightness ?? 0) >= TIGHTNESS
    ? undefined
    : { fix: 'set_tighter', apply: (draft) => ({ ...draft, look: tightenLook(draft.look, TIGHTNESS) }) };

function hitsOf(drawn: RenderedDocument, look: Look): Hit[] {
  const last = drawn.pages.length;
  return drawn.pages.flatMap((page, i): Hit[] => {
    const rows = rowsOf(bodyLines(page, look)).map((row) =>
      row
        .map(({ text }) => text)
        .join(' ')
        .trim(),
    );
    const at = rows.findIndex((row) => isLetterClosing(row));
    if (at < 0 || rows.length - at > NAME_ROWS_MAX + 1) return [];
    const repair = tighter(look);
    const told = (message: string): Hit[] => [{ message, location: { page: page.page }, ...(repair ? { repair } : {}) }];
    if (at === rows.length - 1 && page.page < last)
      return told(`The closing "${rows[at] ?? ''}" is at the foot of page ${page.page}, and the name overleaf.`);
    if (i > 0 && at < TEXT_ROWS_MIN && page.pictures.length === 0)
      return told(`The closing "${rows[at] ?? ''}" is on page ${page.page} without two lines of the text that it closes.`);
    return [];
  });
}

/** A signature page without a letter on it, or a name without its closing, can be put under any other text. */
export const closingTorn = definePageRule({
  code: 'closing_torn',
  severity: 'info',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'] },
  summary: 'the closing of a letter divided from its text or from the name',
  check: (drawn, { look }) => (drawn.pages.length < 2 ? [] : hitsOf(drawn, look)),
  examples: {
    fires: [
      {
        name: 'the closing alone overleaf',
        document: {},
        drawn: drawnOf([pageOf(1, textLines(40)), pageOf(2, [lineAt(82, 'Yours sincerely,'), lineAt(140, 'Ana Ruiz')])]),
      },
      {
        name: 'the name overleaf',
        document: {},
        drawn: drawnOf([pageOf(1, [...textLines(40), lineAt(720, 'Yours sincerely,')]), pageOf(2, [lineAt(82, 'Ana Ruiz')])]),
      },
    ],
    silent: [
      {
        name: 'with its text',
        document: {},
        drawn: drawnOf([pageOf(1, textLines(40)), pageOf(2, [...textLines(3), lineAt(150, 'Yours sincerely,'), lineAt(190, 'Ana Ruiz')])]),
      },
    ],
  },
});
