import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notTrackedHeader } from './not-tracked-header.ts';

test('what is not tracked is a JSON list in ASCII, and no header where all is', () => {
  const sentences = ['Ends of “sections” 😀 — not.', 'A "header"\r\nof one file.'];
  const value = notTrackedHeader(sentences)['not-tracked'] ?? '';
  assert.match(value, /^[\x20-\x7e]+$/);
  assert.deepEqual(JSON.parse(value), sentences);
  assert.deepEqual(notTrackedHeader([]), {});
});
