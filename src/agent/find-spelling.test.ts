import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../document/block.ts';
import { findForeignSpelling } from './find-spelling.ts';

const saying = (text: string): Block[] => [{ id: 'b1', type: 'paragraph', runs: [{ text }] }];
const BRITISH = 'Write a note on the colour scheme of the new centre in grey.';

test('American spelling from British sources is reported', () => {
  const found = findForeignSpelling(saying('The color of the center was chosen.'), 'en', BRITISH);
  assert.deepEqual(
    found.map(({ code, message }) => [code, message]),
    [['spelling_mixed', 'The request and its sources are in British spelling, and the text is not: color, center.']],
  );
  assert.deepEqual(findForeignSpelling(saying('The colour of the centre was chosen.'), 'en', BRITISH), []);
  assert.deepEqual(findForeignSpelling(saying('The color of the center was chosen.'), 'en', 'Write a note on the scheme.'), []);
  assert.deepEqual(findForeignSpelling(saying('Color y center.'), 'es', BRITISH), []);
});
