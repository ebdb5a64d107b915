/** What a review repairs in workbooks of others: kept values and widths of columns, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repairFile, type Mended } from '../../src/edits/repair-file.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';
import { sheetFileOf, workbookFileOf } from '../../src/review/example-workbooks.ts';
import { reviewPackage } from '../../src/review/review.ts';
import { workbookRepairs } from '../../src/review/workbook-repairs.ts';
import { validateAllOffice } from '../support/validate-office.ts';

const codesOf = (bytes: Uint8Array): string[] => reviewPackage(bytes).map(({ finding }) => finding.code);
const mend = (bytes: Uint8Array): Mended =>
  repairFile(bytes, {
    title: '',
    lang: '',
    codes: new Set(codesOf(bytes)),
    date: '2026-01-01T00:00:00Z',
    workbook: workbookRepairs(bytes),
  });
const textOf = (bytes: Uint8Array, name: string): string => new TextDecoder().decode(readZip(bytes).parts.get(name)?.read());

test('values out of date or missing are written, the formulas stay', () => {
  const stale = workbookFileOf({
    sheets: [
      {
        rows: [
          ['A', 'B', 'C', 'D', 'E'],
          [2, { f: 'A2*2', v: 3 }, { f: 'IF(A2>1,"high","low")', v: 'low' }, { f: 'A2>1' }, { f: 'B2+Sheet2!A1' }],
        ],
      },
      { rows: [[{ f: 'SUM(Sheet1!A2:A2)+1', v: 99 }]] },
    ],
  });
  assert.deepEqual(new Set(codesOf(stale)), new Set(['formula_value_stale']));
  const { bytes, mendings, integrity } = mend(stale);
  assert.deepEqual(codesOf(bytes), []);
  assert.deepEqual(
    mendings.map(({ fix, part }) => [fix, part]),
    [
      ['values_recalculated', 'xl/worksheets/sheet1.xml'],
      ['values_recalculated', 'xl/worksheets/sheet2.xml'],
    ],
  );
  const sheet = textOf(bytes, 'xl/worksheets/sheet1.xml');
  for (const cell of [
    '<f>A2*2</f><v>4</v>',
    't="str"><f>IF(A2&gt;1,"high","low")</f><v>high</v>',
    't="b"><f>A2&gt;1</f><v>1</v>',
    '<f>B2+Sheet2!A1</f><v>7</v>',
  ])
    assert.ok(sheet.includes(cell), `${cell} is not in ${sheet.slice(0, 900)}`);
  assert.deepEqual(integrity.parts_changed.toSorted(), ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml']);
});

test('columns are made wide enough for their figures', async () => {
  const narrow = sheetFileOf(
    [
      ['Amount', 'Day'],
      [
        { v: 1234567.5, s: 1 },
        { v: 46346, s: 2 },
      ],
      [12, 13],
    ],
    { name: 'Q1 plan', formats: ['#,##0.00 "€"', 'd mmmm yyyy'], before: '<cols><col min="1" max="2" width="5" customWidth="1"/></cols>' },
  );
  assert.deepEqual(new Set(codesOf(narrow)), new Set(['column_too_narrow']));
  const { bytes, mendings } = mend(narrow);
  assert.deepEqual(codesOf(bytes), []);
  assert.deepEqual(
    mendings.map(({ fix }) => fix),
    ['column_widened', 'column_widened'],
  );
  assert.deepEqual(await validateAllOffice({ widened: { bytes, kind: 'xlsx' } }), {});
});

test('a right value that takes more room gets it', () => {
  const stale = sheetFileOf(
    [
      ['A', 'B'],
      [2, { f: 'A2*1234567', v: 3, s: 1 }],
    ],
    { formats: ['#,##0.00 "€"'], before: '<cols><col min="2" max="2" width="6" customWidth="1"/></cols>' },
  );
  assert.deepEqual(codesOf(stale), ['formula_value_stale']);
  const { bytes, mendings } = mend(stale);
  assert.deepEqual(
    mendings.map(({ fix }) => fix),
    ['column_widened', 'values_recalculated'],
  );
  assert.deepEqual(codesOf(bytes), []);
});

test('a sound workbook stays as it is, to the byte', () => {
  const sound = sheetFileOf([
    ['A', 'B'],
    [2, { f: 'A2*2', v: 4 }],
  ]);
  assert.ok(Buffer.compare(mend(sound).bytes, sound) === 0);
  assert.deepEqual(workbookRepairs(new TextEncoder().encode('PK, but not a zip archive')), { values: [], widths: [] });
});
