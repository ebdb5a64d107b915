import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workbookFileOf } from '../../review/example-workbooks.ts';
import { readOffice } from './read-office.ts';

test('formulas without a stored value are calculated, and shown themselves where that takes an office program', async () => {
  const bytes = workbookFileOf({
    formats: ['0.00%'],
    sheets: [
      {
        name: 'Plan',
        rows: [
          ['Item', 'Price', 'Share'],
          ['A', 30, { f: 'B2/B4', s: 1 }],
          ['B', 90, { f: "B3/'Plan'!B4", s: 1 }],
          [{ f: 'UPPER("total")' }, { f: 'SUM(B2:B3)' }, { f: 'B4>100' }],
          [{ f: 'B2/0' }, { f: 'RTD("a")' }, { f: 'B3', v: 91 }],
        ],
      },
    ],
  });
  const { markdown, notes } = await readOffice('xlsx', { kind: 'xlsx', bytes });
  const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
  assert.deepEqual(rows, [
    '| Item | Price | Share |',
    '| --- | --- | --- |',
    '| A | 30 | 25.00% |',
    '| B | 90 | 75.00% |',
    '| TOTAL | 120 | TRUE |',
    '| #DIV/0! | =RTD("a") | 91 |',
  ]);
  assert.deepEqual(notes.map(({ code, message }) => [code, message.replace(/^.*; /, '')]).sort(), [
    ['formula_without_value', 'the formula itself is shown.'],
    ['formula_without_value', 'the values were calculated.'],
  ]);
});
