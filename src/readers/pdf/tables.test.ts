import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';
import type { RenderedLine } from '../../document/rendered-document.ts';

const read = (lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((blocks) => outlineOf(blocks));
const isTable = (rows: readonly string[]): boolean => rows.some((row) => row.startsWith('|'));

/** Rows of two pieces each. */
const pairs = (rows: readonly (readonly [string, string])[], size = 10): RenderedLine[] =>
  rows.flatMap(([first, second], index) => [
    line(first, 60, 100 + index * size * 1.5, { size }),
    line(second, 300, 100 + index * size * 1.5, { size }),
  ]);

test('blanks to sign on, with names below them, are no table', () => {
  const blank = '________________';
  const signed = pairs([
    [blank, blank],
    ['Project Manager', 'Date'],
    [blank, blank],
    ['Member of the team', 'Date'],
  ]);
  assert.equal(isTable(read(signed)), false);
  assert.equal(
    isTable(
      read(
        pairs([
          ['Role', 'Name'],
          ['Project Manager', 'Ann'],
          ['Member of the team', 'Bo'],
        ]),
      ),
    ),
    true,
  );
});

test('texts behind the marks of an outline are no table, rows that are counted are one', () => {
  const outline = pairs([
    ['1', 'Scope'],
    ['1.a', 'What it is for'],
    ['1.a.ii', 'Who pays'],
    ['1.b', 'When it ends'],
  ]);
  assert.equal(isTable(read(outline)), false);
  const counted = pairs([
    ['1', 'Apples'],
    ['2', 'Pears'],
    ['3', 'Plums'],
    ['4', 'Quinces'],
  ]);
  assert.equal(isTable(read(counted)), true);
});

test('letters of drawings that no room was for words are no table; short codes in a table are', () => {
  const letters = [
    ['w', 'p p'],
    ['do', 'x'],
    ['r d', 'xl e'],
  ] as const;
  assert.equal(isTable(read(pairs(letters, 48))), false);
  assert.equal(isTable(read(pairs(letters))), true);
});

test('dashes that rule a line, each drawn by itself, are one sign and no columns; dashes in cells stay', () => {
  const rule = Array.from({ length: 16 }, (_, at) => line('-', 60 + at * 14.4, 100, { size: 12 }));
  const text = ['Petitioner', 'Respondent'].map((name, at) => line(name, 60, 116 + at * 16, { size: 12 }));
  assert.deepEqual(read([...rule, line('x', 300, 100, { size: 12 }), ...text]), ['p … x', 'p Petitioner', 'p Respondent']);
  const cells = [0, 1, 2].flatMap((row) => [0, 1, 2, 3, 4].map((at) => line('-', 60 + at * 60, 100 + row * 16)));
  assert.equal(isTable(read(cells)), true);
});

test('two lines of a paragraph from right to left are no table where a letter that is not told leaves a gap in each', () => {
  const gap = (text: string, top: number): RenderedLine => {
    const words = text.split(' ');
    // words from right to left, a gap of 1.3 letters in the middle
    const places: number[] = [];
    let right = 440;
    for (const [index, word] of words.entries()) {
      if (index === words.length / 2) right -= 14;
      const left = right - word.length * 5;
      places.push(words.slice(0, index).join(' ').length + (index === 0 ? 0 : 1), left, right);
      right = left - 3;
    }
    return { ...line(text, right, top), left: right + 3, right: 440, words: places };
  };
  const found = read([
    gap('وفقا لما سبق يستهدف برنامج الحكومة خلال الفترة', 100),
    gap('وفقا لما سبق يستهدف برنامج الحكومة خلال الفترة', 115),
  ]);
  assert.equal(isTable(found), false);
});

test('the head of a column is over it, though it is set beside all its entries', () => {
  const rows = [1, 2, 3, 4, 5].flatMap((number) => [
    line(`0${number}`, 60, 100 + number * 15),
    line('Harbour', 120, 100 + number * 15),
    line(`${9 - number}1`, 400, 100 + number * 15),
  ]);
  assert.deepEqual(read([line('Code', 55, 100), line('Name of the district', 200, 100), line('Size', 395, 100), ...rows]).slice(0, 2), [
    '| Code | Name of the district | Size',
    '| 01 | Harbour | 81',
  ]);
});
