import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLetter, type Row, type Style } from './letter-rows.ts';

const STYLE: Style = { font: 'Serif', bold: false, emPt: 20, color: '000000', mark: -1, quarter: 0, faint: '' };

/** Letters of half their size in width, as a page draws them; small ones are half as high. */
function draw(rows: Row[], text: string, left: number, baseline: number): void {
  for (const [index, char] of [...text].entries()) {
    const last = rows.at(-1);
    if (char === ' ') {
      if (last) last.spaced = true;
      continue;
    }
    const [up, down] = [/[\p{Lu}bdfhklt“”]/u.test(char) ? 14 : 9, /[gjpqy]/.test(char) ? 4 : 0];
    const bottom = /[“”]/.test(char) ? baseline - 9 : baseline + down;
    addLetter(rows, { left: left + index * 10, right: left + index * 10 + 9, top: baseline - up, bottom }, char, STYLE);
  }
}
const read = (...lines: [text: string, left: number, baseline: number][]): string[] => {
  const rows: Row[] = [];
  for (const line of lines) draw(rows, ...line);
  return rows.map(({ text }) => text);
};

test('lines of a title that is set tight are two, also where the second begins with a quotation mark', () => {
  assert.deepEqual(read(['the young company:', 60, 100], ['hope or hype', 60, 119]), ['the young company:', 'hope or hype']);
  assert.deepEqual(read(['the young company', 60, 100], ['“hope” or hype', 60, 119]), ['the young company', '“hope” or hype']);
});

test('figures raised or lowered beside a word stay in its line, and so does a word that goes on', () => {
  assert.deepEqual(read(['water', 60, 100], ['2', 111, 104], ['o', 122, 100], [' and more', 132, 100]), ['water2o and more']);
});
