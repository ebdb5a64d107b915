import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countingLetters, romanNumeral } from './list-number.ts';

test('numbers of lists in Roman numerals and in letters', () => {
  assert.deepEqual([1, 4, 9, 14, 40, 90, 400, 1994, 3_999].map(romanNumeral), [
    'i',
    'iv',
    'ix',
    'xiv',
    'xl',
    'xc',
    'cd',
    'mcmxciv',
    'mmmcmxcix',
  ]);
  assert.deepEqual([0, 4_000].map(romanNumeral), ['0', '4000']);
  assert.deepEqual([0, 1, 26, 27, 53, 1_000_000].map(countingLetters), ['', 'a', 'z', 'aa', 'aaa', 'n'.repeat(20)]);
});
