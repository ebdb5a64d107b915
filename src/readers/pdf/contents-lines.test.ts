import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const read = (lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((blocks) => outlineOf(blocks));

/** A number, a text and a figure whose right edges are at one place. */
const row = (number: string, text: string, figure: string, top: number): RenderedLine[] => [
  ...(number === '' ? [] : [line(number, 72, top)]),
  line(text, 100, top),
  line(figure, 290 - figure.length * 5, top),
];

test('a table of contents without leaders is lines with their pages, not a table', () => {
  assert.deepEqual(
    read([
      ...row('1', 'Introduction', '1', 100),
      ...row('2', 'Structures', '8', 112),
      ...row('2.1', 'Lists', '9', 124),
      ...row('3', 'Citations', '12', 136),
    ]),
    ['p 1 Introduction … 1', 'p 2 Structures … 8', '- 2.1 Lists … 9', 'p 3 Citations … 12'],
  );
});

test('figures that grow by chance under each other stay a table', () => {
  assert.deepEqual(
    read([...row('', 'Apples', '3', 100), ...row('', 'Pears', '7', 112), ...row('', 'Plums', '9', 124), ...row('', 'Figs', '12', 136)]),
    ['| Apples | 3', '| Pears | 7', '| Plums | 9', '| Figs | 12'],
  );
});

test('dashes that are apart lead to a page as dots do, those between words are none', () => {
  assert.deepEqual(
    read([
      line('Introduction - - - - - - - - - - 1', 72, 100),
      line('Terms of use - - - - - - - - - - 2', 72, 112),
      line('red - green - blue - white - black', 72, 160),
    ]),
    ['p Introduction … 1', 'p Terms of use … 2', 'p red - green - blue - white - black'],
  );
});

test('lines of contents whose page is missing are of one list with the others', () => {
  assert.deepEqual(
    read([
      line('A. Chart ................ 3', 72, 100),
      line('B. Summary of what is required ................', 72, 112),
      line('C. Details ................ 9', 72, 124),
    ]),
    ['- A. Chart … 3', '- B. Summary of what is required …', '- C. Details … 9'],
  );
});

test('what stands over the page numbers of a table of contents is no heading', () => {
  assert.deepEqual(
    read([
      line('Page', 280, 76, { bold: true }),
      line('1 Introduction .......................................... 3', 72, 100),
      line('2 Summary of it ......................................... 7', 72, 112),
    ])[0],
    'p Page',
  );
});
