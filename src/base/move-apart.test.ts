import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveApart } from './move-apart.ts';

test('what is far enough apart stays, what is too near moves apart around its middle', () => {
  assert.deepEqual(moveApart([], 2), []);
  assert.deepEqual(moveApart([10, 0, 5], 5), [10, 0, 5]);
  assert.deepEqual(moveApart([4, 4], 2), [3, 5]);
  assert.deepEqual(moveApart([5, 4, 20], 2), [5.5, 3.5, 20]);
});

test('groups that meet by moving become one', () => {
  const moved = moveApart([0, 0, 1.5, 1.5], 1);
  assert.deepEqual(moved, [-0.75, 0.25, 1.25, 2.25]);
});
