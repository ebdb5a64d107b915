import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../base/refusal.ts';
import { createAttemptWindow } from './attempt-window.ts';

test('more attempts than a minute allows are refused, of this caller alone, until the minute is over', () => {
  let now = 5_000;
  const window = createAttemptWindow({ perMinute: 2, nowMs: () => now });
  for (const _ of [1, 2]) {
    window.check('org_1', 'dry runs');
    window.count('org_1');
    now += 10_000;
  }
  assert.throws(
    () => window.check('org_1', 'dry runs'),
    (error) => error instanceof Refusal && error.code === 'rate_limited' && error.retryAfterS === 40 && /2 dry runs/.test(error.message),
  );
  window.check('org_2', 'dry runs');
  now = 65_000;
  window.check('org_1', 'dry runs');
});

test('of very many callers the oldest are forgotten', () => {
  const window = createAttemptWindow({ perMinute: 1, nowMs: () => 0 });
  for (let caller = 0; caller <= 20_000; caller++) window.count(`address ${caller}`);
  window.check('address 0', 'wrong keys');
  assert.throws(() => window.check('address 20000', 'wrong keys'), Refusal);
});
