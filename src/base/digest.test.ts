import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sha256Hex } from './digest.ts';

test('short and long files have the same hash as by the plain function', async () => {
  for (const length of [0, 3, 1024 * 1024, 1024 * 1024 + 1, 3_000_000]) {
    const bytes = new Uint8Array(length).map((_, at) => at * 7);
    assert.equal(await sha256Hex(bytes), createHash('sha256').update(bytes).digest('hex'));
    // a view into something longer
    assert.equal(await sha256Hex(bytes.subarray(1)), createHash('sha256').update(bytes.subarray(1)).digest('hex'));
  }
});
