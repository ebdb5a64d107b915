/** Texts among numbers: kept as they are, and told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';

const BOOK = wrapInXlsx({
  sheets: {
    Data: '<row r="1"><c r="A1" t="inlineStr"><is><t>Sum</t></is></c></row><row r="2"><c r="A2"><v>7</v></c><c r="B2" t="inlineStr"><is><t>17</t></is></c></row>',
  },
});
const said = (target: string, values: unknown[][], book = BOOK): string | undefined => {
  const [result] = applyEdits(book, [{ op: 'set_cells', target, values }], {
    author: 'Ana',
    date: '2026-01-01T00:00:00Z',
    mode: 'direct',
  }).results;
  assert.equal(result?.status, 'applied');
  return result.message;
};

test('texts that read like numbers or days are told where they come among numbers', () => {
  assert.match(said('Data!A3', [['1,200.50']]) ?? '', /^"1,200\.50" in A3 stays a text among numbers/);
  assert.match(said('Data!A2', [['2024-02-01']]) ?? '', /^"2024-02-01" in A2 stays a text/);
  assert.match(said('Data!A3', [['€ 12'], ['n/a'], ['15 %']]) ?? '', /^"€ 12" in A3 and 1 more stay texts/);
});

test('texts among texts, words, and names of figures are not', () => {
  for (const [target, value] of [
    ['Data!B3', '18'],
    ['Data!A1', '2024-02-01'],
    ['Data!C3', '5'],
    ['Data!A3', '007'],
    ['Data!A3', '12 boxes'],
    ['Data!A3', '2024-02-01 to 2024-03-01'],
    ['Data!A3', '1.2.3'],
  ] as const)
    assert.equal(said(target, [[value]]), undefined, `${target} ${value}`);
  assert.equal(said('Data!A3', [[1200, { date: '2026-05-01' }]]), undefined);
});

test('values that come into hidden rows and columns are told, and empty cells there are not', () => {
  const hidden = wrapInXlsx({
    sheets: {
      Data: '<cols><col min="3" max="4" width="9" hidden="1"/></cols><sheetData><row r="2" hidden="1"/><row r="3" hidden="0"/></sheetData>',
    },
  });
  const told = (target: string, values: unknown[][]): string | undefined => said(target, values, hidden);
  assert.match(told('Data!A1', [[1], [2], [3]]) ?? '', /^A2 is in rows or columns that are hidden/);
  assert.match(told('Data!B3', [[1, 2, 3, 4]]) ?? '', /^C3 and 1 more cell are in rows or columns that are hidden/);
  assert.equal(told('Data!A1', [[1], [null], [3]]), undefined);
  assert.equal(told('Data!E3', [['x']]), undefined);
});

test('formulas and values of new rows and columns that come into hidden cells were not told', () => {
  const hidden = wrapInXlsx({
    sheets: {
      Data: '<cols><col min="3" max="4" width="9" hidden="1"/></cols><sheetData><row r="2" hidden="1"><c r="A2"><v>1</v></c></row><row r="3"/></sheetData>',
    },
  });
  const told = (operation: EditOperation): string | undefined => {
    const [result] = applyEdits(hidden, [operation], { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' }).results;
    assert.equal(result?.status, 'applied', result?.message);
    return result.message;
  };
  const formula = (target: string): string | undefined => told({ op: 'set_formula', target, formula: '=A1+1' });
  assert.match(formula('Data!C5') ?? '', /^C5 is in rows or columns that are hidden/);
  assert.match(formula('Data!E1:E3') ?? '', /^E2 is in rows or columns that are hidden/);
  assert.equal(formula('Data!E5'), undefined);
  assert.match(told({ op: 'insert_rows', target: 'Data!2:2', values: [[1, 2, 3]] }) ?? '', /^C2 is in rows or columns that are hidden/);
  assert.equal(told({ op: 'insert_rows', target: 'Data!2:2', values: [[1, 2]] }), undefined);
  assert.match(told({ op: 'insert_columns', target: 'Data!A:A', values: [[1, 2, 3]] }) ?? '', /^A2 is in rows or columns that are hidden/);
  assert.equal(told({ op: 'insert_columns', target: 'Data!A:A', values: [[1, null, 3]] }), undefined);
});

test('a formula for a cell that the values of the same request empty was refused without the way to write it', () => {
  const operations = [
    { op: 'set_cells', target: 'Data!A1', values: [['Sum', null]] },
    { op: 'set_formula', target: 'Data!B1', formula: '=SUM(A2:A9)' },
  ];
  const { results } = applyEdits(BOOK, operations, { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' });
  assert.equal(results[1]?.reason, 'overlapping_operation');
  assert.match(results[1]?.message ?? '', /operation 1 of the request.*give set_cells the formula in the place of that value/);
});
