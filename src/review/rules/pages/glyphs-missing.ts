import { definePageRule } from '../../define-rule.ts';
import { drawnOf, pageOf, textLines } from '../../example-pages.ts';

/** Boxes in place of letters: no font available has them. */
export const glyphsMissing = definePageRule({
  code: 'glyphs_missing',
  severity: 'warning',
  formats: ['docx', 'pptx', 'xlsx', 'pdf'],
  foreign: { formats: ['docx', 'pptx', 'xlsx', 'pdf'] },
  summary: 'characters that no font available can draw',
  check: (drawn) =>
    drawn.pages.flatMap((page) =>
      page.missingGlyphs === 0
        ? []
        : [
            {
              message: `${page.missingGlyphs === 1 ? 'A character' : `${page.missingGlyphs} characters`} on page ${page.page} cannot be drawn with the available fonts.`,
              location: { page: page.page },
            },
          ],
    ),
  examples: {
    fires: [{ name: 'two boxes', document: {}, drawn: drawnOf([pageOf(1, textLines(3), { missingGlyphs: 2 })]) }],
    silent: [{ name: 'all drawn', document: {}, drawn: drawnOf([pageOf(1, textLines(3))]) }],
  },
});
