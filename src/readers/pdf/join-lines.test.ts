import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../../document/inline.ts';
import { joinLines } from './join-lines.ts';

const joined = (...lines: string[]): string => plainText(joinLines(lines.map((text) => [{ text }])));

test('an address that goes on in the next line stays one, and words keep their space', () => {
  assert.equal(joined('see linkedin.com/', 'in/amelia for more'), 'see linkedin.com/in/amelia for more');
  assert.equal(joined('at https://portal.example/a?user=', 'x&y=1'), 'at https://portal.example/a?user=x&y=1');
  assert.equal(joined('he/she and/', 'or they'), 'he/she and/ or they');
});

test('an address that ends in a stroke takes no word of the text behind it', () => {
  assert.equal(joined('Web: http://attra.example/', 'Provides information'), 'Web: http://attra.example/ Provides information');
  assert.equal(joined('www.agency.example/', 'publications'), 'www.agency.example/publications');
});

test('a hyphen before a conjunction stays, and one before a figure joins', () => {
  assert.equal(joined('the promotion of mid-', 'and long-term technologies'), 'the promotion of mid- and long-term technologies');
  assert.equal(joined('under contract DE-AC05-', '96OR22464'), 'under contract DE-AC05-96OR22464');
  assert.equal(joined('the 1-', 'Touch button'), 'the 1-Touch button');
  assert.equal(joined('goodness-', 'of-fit'), 'goodness\u00ADof-fit');
});
