import { defineWorkbookRule } from '../../define-rule.ts';
import { sheetFileOf } from '../../example-workbooks.ts';
import { CELLS_MAX } from '../../workbook-view.ts';

const COLUMNS = 100;

/** Silence would be taken for praise. */
export const reviewPartial = defineWorkbookRule({
  code: 'review_partial',
  severity: 'info',
  summary: 'a workbook with more cells than are looked through',
  check: ({ complete }) =>
    complete
      ? []
      : [
          {
            message: `The workbook has more than ${CELLS_MAX.toLocaleString('en')} cells: those behind them were not looked through, and its formulas were not calculated again.`,
          },
        ],
  examples: {
    fires: [
      {
        name: 'one row more',
        file: () => sheetFileOf(Array.from({ length: CELLS_MAX / COLUMNS + 1 }, () => Array.from({ length: COLUMNS }, () => 1))),
      },
    ],
    silent: [{ name: 'a small one', file: () => sheetFileOf([[1]]) }],
  },
});
