import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLengthWords } from './length-words.ts';
import { describeRange } from './requirements.ts';

const lengths = (prompt: string): string[] => readLengthWords(prompt).map(({ range }) => describeRange(range));

test('a maximum stays a maximum, a minimum a minimum, a range a range', () => {
  assert.deepEqual(lengths('A report of at most two pages'), ['at most 2 pages']);
  assert.deepEqual(lengths('Un informe de dos páginas como máximo'), ['at most 2 pages']);
  assert.deepEqual(lengths('Máximo 3 páginas, por favor'), ['at most 3 pages']);
  assert.deepEqual(lengths('Keep it under 5 pages'), ['at most 5 pages']);
  assert.deepEqual(lengths('A deck of 10 slides or fewer'), ['at most 10 slides']);
  assert.deepEqual(lengths('Al menos 5 diapositivas'), ['at least 5 slides']);
  assert.deepEqual(lengths('A deck with 8-10 slides'), ['8 to 10 slides']);
  assert.deepEqual(lengths('entre 8 y 10 diapositivas'), ['8 to 10 slides']);
  assert.deepEqual(lengths('A two-page memo'), ['2 pages']);
  assert.deepEqual(lengths('Una carta de una página'), ['1 page']);
  assert.deepEqual(lengths('A single-page summary'), ['1 page']);
  assert.deepEqual(lengths('Everything on one page'), ['1 page']);
});

test('about is a range around it, and one page is one page', () => {
  assert.deepEqual(lengths('About 10 pages on bees'), ['8 to 12 pages']);
  assert.deepEqual(lengths('unas 500 palabras'), ['400 to 600 words']);
  assert.deepEqual(lengths('roughly 1,500 words'), ['1200 to 1800 words']);
  assert.deepEqual(lengths('about a page? about 1 page'), ['1 page']);
});

test('several units are several ranges', () => {
  assert.deepEqual(lengths('A workbook with 3 sheets and a note of at most 200 words'), ['3 sheets', 'at most 200 words']);
});

test('lengths of what exists, of parts and of each part are not the length asked for', () => {
  assert.deepEqual(lengths('Summarise the 40 pages attached'), []);
  assert.deepEqual(lengths('Resume las 40 páginas del informe'), []);
  assert.deepEqual(lengths('One slide per region'), []);
  assert.deepEqual(lengths('A deck with a slide about costs'), []);
  assert.deepEqual(lengths('Add a page with the signatures'), []);
  assert.deepEqual(lengths('Haz una página web sobre abejas'), []);
  assert.deepEqual(lengths('See page 3; in other words, be brief'), []);
});
