import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLike, parseNumber } from './figures.ts';

test('figures of both notations, with units, signs and scales', () => {
  const expected: Record<string, [point: number | undefined, comma: number | undefined]> = {
    '12': [12, 12],
    '1,234.50': [1234.5, 1234.5],
    '1.234,50': [1234.5, 1234.5],
    '1.234': [1.234, 1234],
    '1,234': [1234, 1.234],
    '1 234': [1234, 1234],
    '0.125': [0.125, 0.125],
    '.5': [0.5, 0.5],
    '€ 71': [71, 71],
    '71 €': [71, 71],
    '$4.2M': [4_200_000, 4_200_000],
    '12 %': [12, 12],
    '(12)': [-12, -12],
    '−3': [-3, -3],
    '-€ 3': [-3, -3],
    '1.5e3': [1500, 1500],
    '1.234.567': [1234567, 1234567],
    'n/a': [undefined, undefined],
    '': [undefined, undefined],
    '12-05-2026': [undefined, undefined],
    'Q1 2026': [undefined, undefined],
    '5 of 6': [undefined, undefined],
  };
  for (const [text, [point, comma]] of Object.entries(expected)) {
    assert.equal(parseNumber(text, '.'), point, text);
    assert.equal(parseNumber(text, ','), comma, text);
  }
});

test('a sum is written as its figures are', () => {
  const cases: readonly [sum: number, texts: string[], decimal: '.' | ',', expected: string | undefined][] = [
    [1210.75, ['€ 1,200.50', '€ 10.25'], '.', '€ 1,210.75'],
    [1210.75, ['1.200,50 €', '10,25 €'], ',', '1.210,75 €'],
    [3, ['1', '2'], '.', '3'],
    [-5, ['-€5'], '.', '−€5'],
    [3.5, ['1', '2.5'], ',', '3.5'],
    [12345, ['12 345', '0'], '.', '12 345'],
    [2000, ['1000', '1000'], '.', '2000'],
    [2, ['1 €', '1 $'], '.', '2'],
    [0.3, ['0.1', '0.2'], '.', '0.3'],
    [1, ['1k'], '.', undefined],
  ];
  for (const [sum, texts, decimal, expected] of cases) assert.equal(formatLike(sum, texts, decimal), expected, texts.join(' '));
});
