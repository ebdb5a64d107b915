import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepTried, takeTried } from './tried-fills.ts';

const filled = (bytes: number) => ({
  kind: 'pdf' as const,
  bytes: new Uint8Array(bytes),
  tags: 1,
  integrity: { parts_changed: [], parts_unchanged: {} },
});

test('what was tried is there once, the last sixteen of it, and nothing large', () => {
  for (let at = 0; at < 20; at++) keepTried(`doc_${at}`, filled(at + 1));
  assert.equal(takeTried('doc_3'), undefined);
  assert.equal(takeTried('doc_4')?.bytes.length, 5);
  assert.equal(takeTried('doc_4'), undefined);
  keepTried('doc_large', filled(3 * 1024 * 1024));
  assert.equal(takeTried('doc_large'), undefined);
});
