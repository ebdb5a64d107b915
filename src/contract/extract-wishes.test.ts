import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWanted, readPageRanges } from './extract-wishes.ts';

test('pages and ranges of them are read, all else is none', () => {
  assert.deepEqual(readPageRanges('2-4, 7,12-'), [
    { from: 2, to: 4 },
    { from: 7, to: 7 },
    { from: 12, to: 100_000 },
  ]);
  for (const wrong of ['', '0', '4-2', '-3', 'a', '1,,2', '1 2', Array.from({ length: 51 }, () => '1').join(',')])
    assert.equal(readPageRanges(wrong), null, wrong);
});

test('a page is wanted where a range has it, or none is given', () => {
  assert.deepEqual(
    [1, 2, 5].map((page) => isWanted(page, [{ from: 2, to: 4 }])),
    [false, true, false],
  );
  assert.ok(isWanted(9, undefined));
});
