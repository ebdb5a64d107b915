import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readByteRange } from './byte-range.ts';

test('a range lies within the file, whatever the header', () => {
  const numbers = fc.oneof(fc.nat(20).map(String), fc.constantFrom('', '9'.repeat(15), '9'.repeat(16), '-1', '1.5', ' 1'));
  const headers = fc.oneof(
    fc.tuple(numbers, numbers).map(([first, last]) => `bytes=${first}-${last}`),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(headers, fc.nat(12), (header, bytes) => {
      const range = readByteRange(header, bytes);
      if (range === null || range === 'unsatisfiable') return;
      assert.ok(range.start >= 0 && range.start <= range.end && range.end < bytes, `${header} of ${bytes}`);
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

test('an empty file has no range', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) assert.equal(readByteRange(header, 0), 'unsatisfiable');
  assert.equal(readByteRange(undefined, 0), null);
});
