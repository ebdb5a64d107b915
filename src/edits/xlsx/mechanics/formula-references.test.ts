import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areasIn } from './find-dependents.ts';
import { rewriteReferences, translateFormula } from '../../../spreadsheet/formula-references.ts';
import { renameInFormula } from '../operations/rename-sheet.ts';
import { shiftFormula, type Shift } from './shift.ts';

const SHEETS = ['Data', 'Q1 plan', 'Last'];

function check(shift: Partial<Shift>, formulas: Readonly<Record<string, string>>, home = 'Data'): void {
  for (const [given, expected] of Object.entries(formulas))
    assert.equal(
      shiftFormula({ sheet: 'Data', axis: 'row', at: 3, count: 2, kind: 'insert', ...shift }, given, home, SHEETS).text,
      expected,
      given,
    );
}

test('rows that come push what is behind them', () => {
  check(
    {},
    {
      'A1+A3': 'A1+A5',
      'SUM(A1:A2)': 'SUM(A1:A2)',
      'SUM(A1:A3)': 'SUM(A1:A5)',
      'SUM($A$3:B$4)': 'SUM($A$5:B$6)',
      'A:A': 'A:A',
      '3:3': '5:5',
      '$1:$3': '$1:$5',
      'B4:A1': 'B6:A1',
      A1048576: '#REF!',
      'A2:A1048576': 'A2:A1048576',
      'Data!A3': 'Data!A5',
      "'Q1 plan'!A3": "'Q1 plan'!A3",
      'data!A3': 'data!A5',
    },
  );
  check({}, { A3: 'A3', 'Data!A3': 'Data!A5' }, 'Last');
});

test('rows that go leave #REF! where all of a reference went', () => {
  check(
    { kind: 'delete' },
    {
      A3: '#REF!',
      A5: 'A3',
      'A1:A3': 'A1:A2',
      'A3:A9': 'A3:A7',
      'A3:A4': '#REF!',
      'Data!A4+1': 'Data!#REF!+1',
      '2:4': '2:2',
      'A:A': 'A:A',
    },
  );
});

test('columns move in the same way', () => {
  check({ axis: 'column', at: 2, count: 1 }, { 'A1+B1': 'A1+C1', 'A:C': 'A:D', '3:3': '3:3', '$B$1:XFD1': '$C$1:XFD1' });
  check({ axis: 'column', at: 2, count: 1, kind: 'delete' }, { 'B:B': '#REF!', 'A:C': 'A:B', C9: 'B9' });
});

test('what looks like a cell and is none stays', () => {
  check(
    { at: 1 },
    {
      'LOG10(A1)': 'LOG10(A3)',
      '"A1"&A1': '"A1"&A3',
      'Table1[A1]': 'Table1[A1]',
      'Tab1[[#This Row],[A 1]]': 'Tab1[[#This Row],[A 1]]',
      '[1]Data!A1': '[1]Data!A1',
      "'[Book.xlsx]Data'!A1": "'[Book.xlsx]Data'!A1",
      A1_x: 'A1_x',
      'A1.B': 'A1.B',
      _A1: '_A1',
      XFE1: 'XFE1',
      '1E5+A1': '1E5+A3',
      "Table['[A1']]": "Table['[A1']]",
      Ventas_Ñ1: 'Ventas_Ñ1',
      '{1,2;3,4}': '{1,2;3,4}',
      '#REF!+A1': '#REF!+A3',
      'A1:INDEX(B:B,2)': 'A3:INDEX(B:B,2)',
    },
  );
});

test('a reference through several sheets of which one moves is reported', () => {
  const shift: Shift = { sheet: 'Q1 plan', axis: 'row', at: 1, count: 1, kind: 'insert' };
  assert.equal(shiftFormula(shift, 'SUM(Data:Last!A1)', 'Data', SHEETS).torn, true);
  assert.equal(shiftFormula({ ...shift, at: 5 }, 'SUM(Data:Last!A1)', 'Data', SHEETS).torn, false);
});

test('a renamed sheet is named again, in quotes where it needs them', () => {
  for (const [given, expected] of Object.entries({
    'Data!A1': "'It''s'!A1",
    'SUM(Data:Last!A1:B2)': "SUM('It''s:Last'!A1:B2)",
    "'Q1 plan'!A1": "'Q1 plan'!A1",
    'Data!Rate': "'It''s'!Rate",
    '"Data!A1"': '"Data!A1"',
    'MyData!A1': 'MyData!A1',
    '[1]Data!A1': '[1]Data!A1',
  }))
    assert.equal(renameInFormula(given, 'Data', "It's"), expected, given);
  assert.equal(renameInFormula("'Q1 plan'!A1", 'q1 PLAN', 'New'), 'New!A1');
});

test('a filled formula takes along what is not fixed', () => {
  assert.equal(translateFormula('A1+$A1+A$1+$A$1+SUM(B:B)+2:2', 2, 1), 'B3+$A3+B$1+$A$1+SUM(C:C)+4:4');
});

test('areas are reported with their sheets', () => {
  assert.deepEqual(areasIn("A1+'Q1 plan'!B2:C3", 'Data', SHEETS), [
    { sheet: 'Data', top: 1, bottom: 1, left: 1, right: 1 },
    { sheet: 'Q1 plan', top: 2, bottom: 3, left: 2, right: 3 },
  ]);
  assert.equal(areasIn('SUM(Data:Last!A1)', 'Data', SHEETS).length, 3);
});

test('text without end and without sense is read in a moment', () => {
  for (const hostile of ['['.repeat(20_000), "'".repeat(20_001), '"'.repeat(20_001), 'A1:'.repeat(8_000), `${'A'.repeat(20_000)}!`])
    assert.equal(rewriteReferences(hostile, () => undefined).length, hostile.length);
});
