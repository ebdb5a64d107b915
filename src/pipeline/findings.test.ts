import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../base/finding.ts';
import { compareFindings, resolvedFindings } from './findings.ts';

const found = (message: string, part = 'word/document.xml'): Finding => ({
  code: 'table_grid_mismatch',
  severity: 'error',
  message,
  location: { part },
  fixable: false,
  certainty: 'static',
  disposition: 'new',
});
const row = (of: number, takes: number): Finding => found(`Row ${of} of table ${of} in word/document.xml takes ${takes} columns of 5.`);
const states = (before: readonly Finding[], after: readonly Finding[]): string =>
  compareFindings(before, after)
    .map(({ disposition }) => (disposition === 'new' ? 'N' : 'p'))
    .join('');
const gone = (before: readonly Finding[], after: readonly Finding[]): string[] =>
  resolvedFindings(before, after).map(({ message }) => message);

test('what a file had before an edit is not new where it has only moved', () => {
  assert.equal(states([row(1, 4)], [row(2, 4)]), 'p');
  assert.deepEqual(gone([row(1, 4)], [row(2, 4)]), []);
  const cell = (at: string): Finding => found(`Sheet1!${at} is a total that was typed.`);
  assert.equal(states([cell('B7'), cell('AC12')], [cell('B9'), cell('AC14')]), 'pp');
});

test('what a file has more often than before is new, and that which is said like before is not', () => {
  assert.equal(states([row(1, 4)], [row(2, 4), row(1, 4)]), 'Np');
  assert.equal(states([row(1, 4), row(1, 4)], [row(1, 4)]), 'p');
  assert.deepEqual(gone([row(1, 4), row(3, 4)], [row(3, 4)]), [row(1, 4).message]);
});

test('the same fault with other figures, or in another part, is new', () => {
  assert.equal(states([row(1, 4)], [row(1, 6)]), 'N');
  assert.deepEqual(gone([row(1, 4)], [row(1, 6)]), [row(1, 4).message]);
  assert.equal(states([found('One.')], [found('One.', 'word/header1.xml')]), 'N');
});
