import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../base/refusal.ts';
import { createRateWindow } from './rate-window.ts';

test('the window lets the last document of a minute pass and refuses the next', () => {
  let now = 1_000;
  const window = createRateWindow({ documentsPerMinute: 3, nowMs: () => now });
  for (let made = 0; made < 3; made++) {
    window.check('org_1');
    window.count('org_1', now);
    now += 10_000;
  }
  assert.throws(
    () => window.check('org_1'),
    (error) => error instanceof Refusal && error.code === 'rate_limited' && error.retryAfterS === 30,
  );
  window.check('org_2');
  now = 61_000;
  window.check('org_1');
});

test('documents leave the window one by one, in the order in which they were counted, and make room', () => {
  let now = 0;
  const window = createRateWindow({ documentsPerMinute: 100, nowMs: () => now });
  for (let made = 0; made < 100; made++) window.count('org_1', (now += 100));
  assert.deepEqual(window.left('org_1'), { documentsPerMinute: 100, remaining: 0, resetS: 51 });
  for (let gone = 1; gone <= 100; gone++) {
    now = 60_000 + gone * 100;
    assert.equal(window.left('org_1').remaining, gone);
    window.check('org_1');
  }
  assert.equal(window.left('org_1').resetS, 0);
});

test('a window that is counted far beyond its limit is as long as the limit', () => {
  let now = 0;
  const window = createRateWindow({ documentsPerMinute: 2, nowMs: () => now });
  for (let made = 0; made < 1_000; made++) window.count('org_1', now++);
  assert.throws(
    () => window.check('org_1'),
    (error) => error instanceof Refusal && error.retryAfterS === 60,
  );
  now = 60_998;
  assert.equal(window.left('org_1').remaining, 1);
  window.check('org_1');
});
