import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mendSizes } from './letter-sizes.ts';

const row = (text: string, height: number, emPt = 0.1) => ({ text, top: 100, bottom: 100 + height, letters: text.length, emPt });

test('sizes that the file does not tell are those of letters of that height', () => {
  const rows = [
    row('Courses in languages', 13),
    row('the page goes on with these words', 8.3),
    row('and with more, a note behind it1', 9.4),
    row('some nouns come', 4.1),
  ];
  mendSizes(rows);
  assert.deepEqual(
    rows.map(({ emPt }) => emPt),
    [14, 9, 9, 9],
  );
});

test('sizes that are told stay, as do those of rows too low to tell', () => {
  const rows = [row('A line of text', 9, 10), row('tiny but told', 1.2, 1.5), row('.', 1, 0.1)];
  mendSizes(rows);
  assert.deepEqual(
    rows.map(({ emPt }) => emPt),
    [10, 1.5, 0.1],
  );
});
