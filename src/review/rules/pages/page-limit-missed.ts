import { pagesMissed } from '../../../document/page-limits.ts';
import { definePageRule } from '../../define-rule.ts';
import { drawnOf, pageOf, textLines } from '../../example-pages.ts';

const counted = (pages: number): string => (pages === 1 ? 'one page' : `${pages} pages`);

/** By then layout has given what it can (`fit-pages.ts`): only the text can be shortened, or made longer. */
export const pageLimitMissed = definePageRule({
  code: 'page_limit_missed',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  summary: 'more or fewer pages than were asked for, after layout has given way',
  check: ({ pages }, { document }) => {
    const { limits } = document;
    const missed = limits === undefined ? 0 : pagesMissed(pages.length, limits);
    if (limits === undefined || missed === 0 || limits.required === true) return [];
    const asked =
      missed > 0 ? `at most ${counted(limits.pagesMax ?? 0)} were asked for` : `at least ${counted(limits.pagesMin ?? 0)} were asked for`;
    return [{ message: `The document has ${counted(pages.length)}; ${asked}, and its layout gives no more.` }];
  },
  examples: {
    fires: [
      {
        name: 'three pages for two',
        document: { limits: { pagesMax: 2 } },
        drawn: drawnOf([1, 2, 3].map((page) => pageOf(page, textLines(30)))),
      },
      { name: 'one page for two', document: { limits: { pagesMin: 2 } }, drawn: drawnOf([pageOf(1, textLines(30))]) },
    ],
    silent: [
      {
        name: 'two pages for two',
        document: { limits: { pagesMax: 2 } },
        drawn: drawnOf([1, 2].map((page) => pageOf(page, textLines(30)))),
      },
      {
        name: 'the limit is a requirement of the request, which is reported as that',
        document: { limits: { pagesMax: 2, required: true } },
        drawn: drawnOf([1, 2, 3].map((page) => pageOf(page, textLines(30)))),
      },
      { name: 'nothing was asked', document: {}, drawn: drawnOf([1, 2, 3].map((page) => pageOf(page, textLines(30)))) },
    ],
  },
});
