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
    "'file:///c:/x.xlsx'#$Sheet1.A1": /cannot stand/,
    '1+*2': /nothing before \*/,
    '1 2': /no operator before 2/,
    '(1)(2)': /no operator before a bracket/,
    'A1"x"': /no operator before "x"/,
    'SUM(A1:)': /missing before a closed bracket/,
    'ROUND(A1*,2)': /missing before a comma/,
    '()': /missing/,
    '1,5*2': /decimals by a point/,
    '$5*A1': /no currency/,
    '€5': /€ cannot stand/,
    '$Sheet1.A1': /no name of cells/,
    'A1!': /names no cells/,
  }))
    assert.match(faultOf(given) ?? '', expected, given);
  const all = [
    'SUM(A1,{1;2})',
    '-A1',
    'IF(A1="(",1,2)',
    "'It''s (x'!A1",
    'IF(A1,,3)',
    'RAND()',
    'A1:INDEX(B:B,3)',
    'SUM((A1,B1),C1)',
    '5%',
  ];
  all.push(
    'A1:B2 B1:C3',
    '--A1^-2',
    'SUM($3:$4)',
    'T[[#This Row],[A]]*2',
    '[@A]*2',
    'Jan:Dec!A1',
    'Data!#REF!+1',
    '@A1',
    '1E+5 % ',
    'A1#',
    'Pick(1)(5)',
  );
  for (const fine of all) assert.equal(faultOf(fine), null, fine);
});
