import { cellName } from '../../../spreadsheet/cell-names.ts';
import { partNames, relationshipsOf } from '../../../ooxml/office-package.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf, workbookFileOf } from '../../example-workbooks.ts';
import type { WorkbookView } from '../../workbook-view.ts';

/** `[1]Sheet1!A1`, `'[Book.xlsx]Sheet 1'!A1`; not `Table[Column]`, and not `[0]!Name`, which is the workbook itself. */
const OTHER_BOOK = /(?:^|[^\p{L}\p{N}_\]'.)])(?:'(?:[^'[\]]|'')*)?\[(?!0\])[^[\]]+\](?:[^'[\]!]|'')*'?!/u;
/** What fetches from elsewhere, or runs something. */
const REACHES =
  /\b(?:WEBSERVICE|FILTERXML|RTD|CALL|REGISTER(?:\.ID)?|EXEC|DDE|IMAGE|STOCKHISTORY|SQL\.REQUEST)\(|(?:cmd|mshta|powershell|rundll32|msexcel)\|/i;
const TOLD_MAX = 10;

function formulasOut(file: WorkbookView): Hit[] {
  return file.sheets.flatMap((sheet) => {
    const found = [...sheet.formulas.values()].filter(({ text }) => {
      const bare = text.replaceAll(/"[^"]*"/g, '""');
      return OTHER_BOOK.test(bare) || REACHES.test(bare);
    });
    return found.slice(0, TOLD_MAX).map(({ row, column, text }): Hit => {
      const cell = cellName(row, column);
      const runs = REACHES.test(text);
      return {
        message: `${sheet.name}!${cell} ${runs ? 'reaches outside of the workbook' : 'takes its value from another file'} (=${text.slice(0, 60)}).`,
        location: { sheet: sheet.name, cell },
        ...(runs ? { severity: 'error' } : {}),
      };
    });
  });
}

/** The other file is not sent along: its values cannot be brought up to date, and its path may say more than is meant. */
export const externalLink = defineWorkbookRule({
  code: 'external_link',
  severity: 'warning',
  summary: 'a workbook that takes values from other files, or a formula that reaches outside',
  check: (file) => {
    const formulas = formulasOut(file);
    const linked = partNames(file.opened).filter((name) => /(?:^|\/)externalLinks\/[^/]+\.xml$/i.test(name));
    const links = linked.map((part) => {
      const target = relationshipsOf(file.opened, part).find(({ external }) => external)?.target ?? '';
      return {
        message: `The workbook is linked to another file${target === '' ? '' : ` (${target.slice(-80)})`}; its values are those of the day on which it was saved.`,
        location: { part },
      };
    });
    const named = file.names
      .filter(({ text }) => OTHER_BOOK.test(text))
      .map(({ name }) => ({ message: `The name ${name.slice(0, 60)} stands for cells of another file.` }));
    return [...formulas, ...(formulas.length === 0 ? [...links, ...(links.length === 0 ? named : [])] : [])];
  },
  examples: {
    fires: [
      { name: 'a cell of another workbook', file: () => sheetFileOf([['A'], [{ f: '[1]Prices!B4*2', v: 4 }]]) },
      { name: 'quoted', file: () => sheetFileOf([['A'], [{ f: "SUM('[1]Price list'!B4:B9)", v: 4 }]]) },
      { name: 'a web service', file: () => sheetFileOf([['A'], [{ f: '_xlfn.WEBSERVICE("https://example.org")', v: 'x' }]]) },
    ],
    silent: [
      {
        name: 'a column of a table',
        file: () =>
          sheetFileOf(
            [
              ['Code', 'Sum'],
              [1, { f: 'SUM(Prices[Code])', v: 1 }],
            ],
            { table: { name: 'Prices', ref: 'A1:B2', columns: ['Code', 'Sum'] } },
          ),
      },
      { name: 'another sheet', file: () => workbookFileOf({ sheets: [{ rows: [['A'], [{ f: 'Sheet2!A1', v: 3 }]] }, { rows: [[3]] }] }) },
    ],
  },
});
