import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as assertProperty, constantFrom, property } from 'fast-check';
import { writeRuns } from './inline-text.ts';

test('words that mean nothing in Markdown are written the short way, and the same as the long one', () => {
  const piece = constantFrom(...' aZ9,;%()\'"+=./-é€w•—日|:*_&', 'www.', '\u3000', '\u2028', '\u00a0');
  assertProperty(
    property(array(piece, { maxLength: 9 }), (pieces) => {
      const text = pieces.join('');
      for (const place of ['cell', 'line'] as const) assert.equal(writeRuns([{ text }], place), writeRuns([{ text }, { text: '' }], place));
    }),
    { numRuns: 2_000 },
  );
  assert.equal(writeRuns([{ text: 'bold', bold: true }], 'cell'), '**bold**');
  assert.equal(writeRuns([], 'cell'), '');
});
