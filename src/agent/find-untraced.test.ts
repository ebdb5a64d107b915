import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkdown } from '../readers/markdown.ts';
import { findUntraced } from './find-untraced.ts';

function check(markdown: string, known: string, expected: string[]): void {
  const { value } = readMarkdown(markdown, { pictures: 0 });
  assert.deepEqual(
    findUntraced(value.blocks, known).map(({ message }) => /figure (\S+) /.exec(message)?.[1]),
    expected,
  );
}

test('figures of the request and of sources are known, however they are written', () => {
  check('Sales were 1,200.50 in 2026, up 12 %.', 'Sales of 1.200,50 in 2026, plus 12%', []);
  check('Sales were 1,200.50 in 2026, up 12 %.', 'Sales in 2026', ['1,200.50', '12']);
});

test('tables are read too, a figure is reported once, and code is no claim', () => {
  check('| A | B |\n|---|---|\n| x | 345 |\n| y | 345 |\n\n```\n777\n```\n', '', ['345']);
});

test('the total of a table follows from what is above it', () => {
  check('| A | B |\n|---|--:|\n| x | 40 |\n| y | 31 |\n| Total | 71 |\n', '40 and 31', []);
  check('| A | B |\n|---|--:|\n| x | 40 |\n| y | 71 |\n', '40 and 31', ['71']);
});

test('single digits are words, unless they are shares or sums of money', () => {
  check('There are 3 reasons and 4 % of them count. Version v22 of B12.', '', ['4']);
});
