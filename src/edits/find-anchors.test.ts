import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { diffWords } from './diff-words.ts';
import { findAnchors } from './find-anchors.ts';

test('entries that both lists have once hold them together, in the order that most of them share', () => {
  assert.deepEqual(findAnchors(['a', 'b', 'c', 'd'], ['x', 'b', 'c', 'a', 'd']), [
    [1, 1],
    [2, 2],
    [3, 4],
  ]);
  assert.deepEqual(findAnchors(['a', 'a', 'b'], ['a', 'b', 'a']), [[2, 1]]);
  assert.deepEqual(findAnchors(['a', 'a'], ['x', 'a', 'a']), []);
  assert.deepEqual(findAnchors(['a', 'a'], ['x', 'a', 'a'], 2), [
    [0, 1],
    [1, 2],
  ]);
});

test('anchors are equal and rise in both lists', () => {
  const list = fc.array(fc.constantFrom(...'abcdefghij'), { maxLength: 40 });
  fc.assert(
    fc.property(list, list, fc.constantFrom(1, Infinity), (from, to, most) => {
      let [i, j] = [-1, -1];
      for (const [a, b] of findAnchors(from, to, most)) {
        assert.ok(a > i && b > j && from[a] === to[b]);
        [i, j] = [a, b];
      }
    }),
  );
});

test('the words that changed in a very long paragraph are told, and nothing between them', () => {
  const words = Array.from({ length: 3_000 }, (_, i) => `word${i} and`);
  const before = words.join(' ');
  const after = words.with(3, 'other and').with(1_500, 'word1500 or').with(2_990, 'last and').join(' ');
  const changes = diffWords(before, after);
  assert.deepEqual(
    changes.map(({ start, end, text }) => [before.slice(start, end), text]),
    [
      ['word3', 'other'],
      ['and', 'or'],
      ['word2990', 'last'],
    ],
  );
});
