import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainAreas } from './plain-areas.ts';
import { rewriteReferences } from './formula-references.ts';

/** As the lexer of the whole language reads them. */
function areasRead(formula: string): object[] {
  const areas: object[] = [];
  rewriteReferences(formula, ({ from, to }) => {
    areas.push({
      top: Math.min(from.row, to.row),
      bottom: Math.max(from.row, to.row),
      left: Math.min(from.column, to.column),
      right: Math.max(from.column, to.column),
    });
    return undefined;
  });
  return areas;
}

const PLAIN = [
  'SUM(A1:B2)',
  'LOG10(A1)+3*2.5%',
  '$A$1*.5',
  'A1 B2',
  'BIN2DEC(A1)',
  '-A1:$B$7^2',
  'IF(A1>=2,B2,C3)',
  'XFD1048576',
  'A1(2)',
  'B9:A2',
  '',
];
const OTHERS = [
  'SUM(A:A)',
  'SUM(1:3)',
  'RATE+A1',
  'TRUE',
  'A1:B2:C3',
  'XFE1',
  'A1048577',
  'A1+1E5',
  '"A1"',
  'Data!A1',
  'T[A]',
  'A01',
  'a1',
];

test('a plain formula has the areas that the lexer finds', () => {
  for (const formula of PLAIN) assert.deepEqual(plainAreas(formula), areasRead(formula), formula);
});

test('what is not plain is left to the lexer', () => {
  assert.deepEqual(
    OTHERS.filter((formula) => plainAreas(formula) !== null),
    [],
  );
});
