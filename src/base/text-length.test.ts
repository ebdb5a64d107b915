import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCodePoints, isBlank } from './text-length.ts';

test('characters are code points, and halves of pairs count as one each', () => {
  for (const [text, length] of [
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 2],
    ['😀', 1],
    ['😀😀x', 3],
    ['\ud83d', 1],
    ['\ude00\ud83d', 2],
    ['\ud83d\ud83d\ude00', 2],
    ['👨‍👩‍👧', 5],
  ] as const) {
    assert.equal(countCodePoints(text), length, JSON.stringify(text));
    assert.equal(countCodePoints(text), [...text].length);
  }
  assert.equal(countCodePoints('😀'.repeat(500_000)), 500_000);
});

test('white space alone is blank, nothing is not', () => {
  for (const text of [' ', '\n\t\r', '\u00a0', '\u2003\u3000', '\ufeff', '\u2028']) assert.equal(isBlank(text), true, JSON.stringify(text));
  for (const text of ['', 'a', ' a ', '\u200b', '\u2800', '0']) assert.equal(isBlank(text), false, JSON.stringify(text));
});
