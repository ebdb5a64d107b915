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
