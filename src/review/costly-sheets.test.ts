import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCosts } from './costly-sheets.ts';
import { workbookFileOf } from './example-workbooks.ts';

const costsOf = (after: string, names = ''): string[] => findCosts(workbookFileOf({ sheets: [{ rows: [[1, 2]], after }], names }));

test('an ordinary workbook has nothing that stands out', () => {
  const few = '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>';
  const rule = '<conditionalFormatting sqref="A1:B20"><cfRule type="duplicateValues" priority="1"/></conditionalFormatting>';
  assert.deepEqual(costsOf(few + rule), []);
});

test('what costs an office program most is counted and named with its sheet', () => {
  const rule = '<cfRule type="duplicateValues" priority="1"/>';
  assert.deepEqual(costsOf(`<conditionalFormatting sqref="A1:J5000 L1:L10">${rule.repeat(50)}</conditionalFormatting>`), [
    'conditional formats over 2,500,500 cells on Sheet1',
  ]);
  assert.deepEqual(costsOf('<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'), [
    'a merged area of 17,179,869,184 cells on Sheet1',
  ]);
  assert.deepEqual(costsOf(`<dataValidations>${'<dataValidation sqref="A1"/>'.repeat(3_000)}</dataValidations>`), [
    '3,000 data validations on Sheet1',
  ]);
  assert.deepEqual(costsOf('', '<definedName name="_xlnm.Print_Titles" localSheetId="0">Sheet1!$1:$4000</definedName>'), [
    '4,000 rows that are repeated on each page',
  ]);
});

test('of several the two most costly are named, the first one first', () => {
  const merged = '<mergeCell ref="A1:B1"/>'.repeat(6_000);
  const links = '<hyperlink ref="A1" location="A1"/>'.repeat(18_000);
  const rules = `<conditionalFormatting sqref="A1:E200000"><cfRule type="top10" priority="1"/></conditionalFormatting>`;
  assert.deepEqual(costsOf(`<mergeCells>${merged}</mergeCells>${rules}<hyperlinks>${links}</hyperlinks>`), [
    '18,000 links on Sheet1',
    'conditional formats over 1,000,000 cells on Sheet1',
  ]);
});
