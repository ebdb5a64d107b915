import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writtenDate } from './written-date.ts';

test('dates for machines are written as people of the language do', () => {
  assert.equal(writtenDate('2026-11-20', 'en'), '20 November 2026');
  assert.equal(writtenDate('2026-11-20', 'en-US'), 'November 20, 2026');
  assert.equal(writtenDate('2026-11-20', 'es'), '20 de noviembre de 2026');
  assert.equal(writtenDate('2026-11', 'en'), 'November 2026');
  assert.equal(writtenDate('2026-11', 'es'), 'noviembre de 2026');
});

test('what is written otherwise, or is no date, stays', () => {
  for (const text of ['20 November 2026', '2026', 'Q4 2026', '2026-02-30', '2026-13-01', '']) assert.equal(writtenDate(text, 'en'), text);
  assert.equal(writtenDate('2026-11-20', 'not a language'), '2026-11-20');
});
