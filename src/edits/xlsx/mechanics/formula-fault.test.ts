import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf, storeFormula } from './formula-fault.ts';

test('a formula is stored as files spell it', () => {
  for (const [given, expected] of Object.entries({
    '=sum(A1:A3)': 'SUM(A1:A3)',
    ' =XLOOKUP(A1,B:B,C:C)': '_xlfn.XLOOKUP(A1,B:B,C:C)',
    '_xlfn.XLOOKUP(A1,B:B,C:C)': '_xlfn.XLOOKUP(A1,B:B,C:C)',
    'SUMA(A1)': 'SUM(A1)',
    '"sum(A1)"&A1': '"sum(A1)"&A1',
    'MyFunction(1)': 'MyFunction(1)',
    "'sum (1)'!A1": "'sum (1)'!A1",
    'SUM(FILTER(A1:A3,B1:B3))': 'SUM(_xlfn._xlws.FILTER(A1:A3,B1:B3))',
    'Table1[sum (x)]': 'Table1[sum (x)]',
  }))
    assert.equal(storeFormula(given), expected, given);
});

test('what cannot be is said', () => {
  for (const [given, expected] of Object.entries({
    'SUM(A1': /bracket/,
    'A1)': /bracket/,
    '"a': /quote/,
    'A1+': /operator/,
    'SUM(A1;A2)': /commas/,
    'FILTER(A1:A3,B1:B3)': /several cells/,
    'WEBSERVICE("x")': /outside/,
  }))
    assert.match(faultOf(given) ?? '', expected, given);
  for (const fine of ['SUM(A1,{1;2})', '-A1', 'IF(A1="(",1,2)', "'It''s (x'!A1"]) assert.equal(faultOf(fine), null, fine);
});
