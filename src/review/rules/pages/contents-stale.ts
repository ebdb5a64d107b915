import { bodyLines, foldText, rowsOf } from '../../drawn-text.ts';
import { definePageRule } from '../../define-rule.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';
import { minOf } from '../../../base/extremes.ts';

/** `Title ..... 12` → its parts. */
const ENTRY = /^(.+?)[\s.…·]*(\d{1,4})$/;

/** A table of contents that sends its reader to the wrong page. Pages are counted as they are printed: the cover is page 1. */
export const contentsStale = definePageRule({
  code: 'contents_stale',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx', 'pdf'] },
  summary: "a page number in the contents that is not the heading's",
  check: (drawn, { look, document }) => {
    if (!document.blocks.some((block) => block.type === 'toc') || drawn.outline.length === 0) return [];
    const firstBodyPage = minOf(drawn.outline.map((entry) => entry.page));
    const byTitle = new Map<string, Set<number>>();
    for (const entry of drawn.outline) {
      const key = foldText(entry.title);
      byTitle.set(key, (byTitle.get(key) ?? new Set()).add(entry.page));
    }
    const wrong = drawn.pages.slice(0, firstBodyPage).flatMap((page) =>
      rowsOf(bodyLines(page, look)).flatMap((row) => {
        const match = ENTRY.exec(
          row
            .toSorted((a, b) => a.left - b.left)
            .map((line) => line.text)
            .join(' ')
            .trim(),
        );
        const pages = match && byTitle.get(foldText(match[1] ?? '').replace(/[.…·]+$/, ''));
        return !pages || pages.has(Number(match[2])) ? [] : [{ title: match[1] ?? '', said: match[2] ?? '', page: page.page }];
      }),
    );
    const [first] = wrong;
    return first
      ? [
          {
            message: `The contents give page ${first.said} for "${first.title.slice(0, 60)}"${wrong.length > 1 ? `, and ${wrong.length - 1} more entries are wrong` : ''}.`,
            location: { page: first.page },
          },
        ]
      : [];
  },
  examples: {
    fires: [
      {
        name: 'page 4 for page 2',
        document: { blocks: [{ id: 'b1', type: 'toc' }] },
        drawn: drawnOf([pageOf(1, [lineAt(82, 'Costs ........ 4')]), pageOf(2, textLines(9))], {
          outline: [{ title: 'Costs', level: 1, page: 2 }],
        }),
      },
    ],
    silent: [
      {
        name: 'page 2',
        document: { blocks: [{ id: 'b1', type: 'toc' }] },
        drawn: drawnOf([pageOf(1, [lineAt(82, 'Costs ........ 2')]), pageOf(2, textLines(9))], {
          outline: [{ title: 'Costs', level: 1, page: 2 }],
        }),
      },
    ],
  },
});
