import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseText } from './choose-text.ts';
import { isRejected } from './define-edit.ts';
import { nearestTexts, oncePerText } from './find-text.ts';

test('a text that many places share is read once', () => {
  let reads = 0;
  const lengthOf = oncePerText((text) => {
    reads += 1;
    return text.length;
  });
  assert.deepEqual(['fee', 'price', 'fee', 'fee'].map(lengthOf), [3, 5, 3, 3]);
  assert.equal(reads, 2);
});

test('places that share a text are found each, and named each where it is not there', () => {
  const places = ['A1', 'A2', 'A3'].map((address) => ({ address, text: 'the monthly fée' }));
  const groups = places.map((place) => [place]);
  const searched = { file: 'this workbook', joins: false };
  const found = chooseText(groups, { find: 'fée', replace: 'price', all: true }, searched);
  assert.ok(!isRejected(found));
  assert.deepEqual(
    found.map(({ place, changes }) => [place.address, changes.length]),
    [
      ['A1', 1],
      ['A2', 1],
      ['A3', 1],
    ],
  );
  const missed = chooseText(groups, { find: 'the monthly fees', replace: 'x' }, searched);
  assert.deepEqual(isRejected(missed) && missed.rejected.candidates, ['A1', 'A2', 'A3']);
  assert.deepEqual(nearestTexts([...places, { address: 'A4', text: 'nothing like it' }], 'monthly fée'), ['A1', 'A2', 'A3']);
});
