import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readZip } from '../ooxml/read-zip.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { estimateSheetPages, type SheetPages } from './estimate-sheet-pages.ts';
import { workbookFileOf } from './example-workbooks.ts';

/** A workbook of one sheet whose rows are rewritten as XML of their own. */
const pagesOf = (sheet: { rows?: number[][]; before?: string; after?: string }, names = ''): SheetPages =>
  estimateSheetPages(workbookFileOf({ sheets: [{ rows: [[1]], ...sheet }], names }));

const column = (length: number): number[][] => Array.from({ length }, (_, row) => [row]);

test('rows and columns fill pages by their sizes, on the paper that is set', () => {
  // 792 - 108 points of a letter: the 47th row of 15 points begins on the next page
  assert.equal(pagesOf({ rows: column(45) }).filled, 1);
  assert.equal(pagesOf({ rows: column(47) }).filled, 2);
  assert.equal(pagesOf({ rows: column(47), before: '<sheetFormatPr defaultRowHeight="7.5"/>' }).filled, 1);
  assert.equal(pagesOf({ rows: column(47), after: '<pageSetup paperSize="8"/>' }).filled, 1);
  const wide = [Array.from({ length: 20 }, () => 1)];
  assert.equal(pagesOf({ rows: wide }).filled, 2);
  assert.equal(pagesOf({ rows: wide, after: '<pageSetup orientation="landscape" scale="60"/>' }).filled, 1);
  // the last of 20 columns of 318.75 points begins 6,056 points from the left, on the twelfth page of 511
  assert.equal(pagesOf({ rows: wide, before: '<cols><col min="1" max="20" width="60" customWidth="1"/></cols>' }).filled, 12);
  assert.equal(pagesOf({ rows: wide, before: '<cols><col min="2" max="20" width="60" hidden="1"/></cols>' }).filled, 1);
});

test('what is fitted to pages is as small as it has to be, though no smaller than a tenth', () => {
  const fit = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
  assert.equal(pagesOf({ rows: column(300), before: fit }).filled, 1);
  assert.equal(pagesOf({ rows: column(300), before: fit, after: '<pageSetup fitToWidth="1" fitToHeight="0"/>' }).filled, 7);
  assert.equal(pagesOf({ rows: column(900), before: fit }).filled, 2);
});

test('a print area bounds the pages', () => {
  const named = (area: string): string => `<definedName name="_xlnm.Print_Area" localSheetId="0">${area}</definedName>`;
  assert.equal(pagesOf({ rows: column(200) }, named('Sheet1!$A$1:$A$40')).filled, 1);
  assert.equal(pagesOf({ rows: column(200) }, named('Sheet1!$A$1:$A$40,Sheet1!$A$150:$A$160')).filled, 2);
  assert.equal(pagesOf({ rows: column(200) }, named('#REF!')).filled, 0, 'nothing is said of an area that cannot be read');
});

test('a value in the last cell spans tens of millions of pages, of which two have something on them', () => {
  const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  const parts = [...readZip(workbookFileOf({ sheets: [{ rows: [[1]] }] })).parts].map(([name, part]) => ({
    name,
    data: Buffer.from(Buffer.from(part.read()).toString().replace('</sheetData>', `${far}</sheetData>`)),
  }));
  assert.ok(parts.some(({ data }) => data.includes(far)));
  const pages = estimateSheetPages(writeZip(parts));
  assert.deepEqual([pages.filled, pages.last], [2, 'Sheet1!XFD1048576']);
  assert.ok(pages.spanned > 30_000_000);
});
