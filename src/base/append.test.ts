import assert from 'node:assert/strict';
import { test } from 'node:test';
import { append } from './append.ts';

test('any number of values is appended, in order', () => {
  const list = [0];
  append(
    list,
    Array.from({ length: 300_000 }, (_, i) => i + 1),
  );
  assert.deepEqual([list.length, list[1], list.at(-1)], [300_001, 1, 300_000]);
});

test('a list may be appended to itself as it was', () => {
  const list = [1, 2];
  append(list, [...list]);
  assert.deepEqual(list, [1, 2, 1, 2]);
});
