import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount } from './money.ts';

test('minor units are shown with as many decimals as their currency has', () => {
  assert.deepEqual(
    [formatAmount(1250, 'EUR'), formatAmount(5, 'USD'), formatAmount(700, 'JPY'), formatAmount(1, 'KWD')],
    ['12.50 EUR', '0.05 USD', '700 JPY', '0.001 KWD'],
  );
});
