import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagesOfHeadings } from './outline.ts';
import type { HeadingEntry } from '../references.ts';

const heading = (text: string, at: number): HeadingEntry => ({ blockId: `b${at}`, level: 1, runs: [{ text }], number: '', bookmark: '' });

function check(headings: string[], entries: [string, number][], expected: [number, number][]): void {
  const found = pagesOfHeadings(
    headings.map(heading),
    entries.map(([title, page]) => ({ title, page })),
  );
  assert.deepEqual(
    [...found].map(([id, page]) => [Number(id.slice(1)), page]),
    expected,
  );
}

test('headings of the same words take the pages in their order', () => {
  check(
    ['Findings', 'Figures', 'Findings'],
    [
      ['Findings', 2],
      ['Figures', 3],
      ['Findings', 5],
    ],
    [
      [0, 2],
      [1, 3],
      [2, 5],
    ],
  );
});

test('numbers that the office program counts, and marks of the language, do not matter', () => {
  check(
    ['Services', 'The "key" dogs'],
    [
      ['2. Services', 4],
      ['The “key”\u00a0dogs', 6],
    ],
    [
      [0, 4],
      [1, 6],
    ],
  );
});

test('a heading that is not in the outline is passed over, and so is an entry that is no heading', () => {
  check(
    ['One', 'x + y', 'Two'],
    [
      ['One', 1],
      ['Stray', 2],
      ['Two', 3],
    ],
    [
      [0, 1],
      [2, 3],
    ],
  );
});

test('a short heading is not found at the end of a long one', () => {
  check(['Plan'], [['The whole great Plan', 1]], []);
});

test('a heading without letters matches nothing but itself', () => {
  check(['—', 'A'], [['A', 9]], [[1, 9]]);
});
