import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxOf, minOf } from './extremes.ts';

test('the least and the greatest of a million values, and of none', () => {
  const many = Array.from({ length: 1_000_000 }, (_, i) => (i * 7919) % 1_000_003);
  assert.deepEqual([minOf(many), maxOf(many)], [0, 1_000_002]);
  assert.deepEqual([minOf([]), maxOf([])], [Infinity, -Infinity]);
  assert.ok(Number.isNaN(maxOf([1, NaN, 2])));
});
