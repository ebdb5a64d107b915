import { defineWorkbookRule } from '../../define-rule.ts';
import { sheetFileOf } from '../../example-workbooks.ts';

const TOLD_MAX = 20;
const FORMULAS_MAX = 20_000;

/** Left over from cells that were deleted; a formula that uses it comes to an error. */
export const nameBroken = defineWorkbookRule({
  code: 'name_broken',
  severity: 'warning',
  summary: 'a name of the workbook that stands for cells that are gone',
  check: (file) =>
    file.names
      .filter(({ text, hidden }) => !hidden && text.replaceAll(/"[^"]*"/g, '').includes('#REF!'))
      .slice(0, TOLD_MAX)
      .map(({ name, text, sheet }) => {
        const used = file.sheets.some(({ formulas }) =>
          [...formulas.values()].slice(0, FORMULAS_MAX).some((formula) => formula.text.toLowerCase().includes(name.toLowerCase())),
        );
        return {
          message: `The name ${name.slice(0, 60)} stands for cells that are gone (${text.slice(0, 60)}).`,
          ...(used || name.startsWith('_xlnm.') ? {} : { severity: 'info' as const }),
          ...(sheet === undefined ? {} : { location: { sheet: file.sheets[sheet]?.name ?? '' } }),
        };
      }),
  examples: {
    fires: [{ name: 'a deleted sheet', file: () => sheetFileOf([[1]], { names: '<definedName name="Rate">#REF!$A$1</definedName>' }) }],
    silent: [{ name: 'a cell', file: () => sheetFileOf([[1]], { names: '<definedName name="Rate">Sheet1!$A$1</definedName>' }) }],
  },
});
