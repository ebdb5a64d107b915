import assert from 'node:assert/strict';
import test from 'node:test';
import { shortTitle } from './short-title.ts';

test('a long title in a header loses its subtitle, or takes two lines, and never ends in an ellipsis', () => {
  const subtitle = 'Night buses in three cities: what twelve weeks of counting, 2,860 answers and a map of homes tell us';
  const plain = 'What twelve weeks of counting and two thousand answers tell us about night buses in three cities of middle size';
  assert.equal(shortTitle('Night  buses'), 'Night buses');
  assert.equal(shortTitle(subtitle), 'Night buses in three cities');
  assert.equal(shortTitle(plain), plain);
  assert.doesNotMatch(shortTitle(plain.repeat(3)), /…|[\s,]$/);
});
