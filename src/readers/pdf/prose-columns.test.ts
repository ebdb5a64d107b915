import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const read = (lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((blocks) => outlineOf(blocks));

const LEFT = ['The total value of deals in the iron', 'ore industry declined by five percent', 'in the quarter before it fell again.'];
const RIGHT = ['In the third quarter the number of', 'deals that were announced remained at', 'five, which is as many as before.'];

test('a few lines in two columns, which the file writes row by row, are read column by column', () => {
  const rows = LEFT.flatMap((text, at) => [line(text, 50, 100 + at * 12), line(RIGHT[at] ?? '', 320, 100 + at * 12)]);
  const wide = line('A line below both of them that goes from one side of the page to the other side of it.', 50, 160);
  assert.deepEqual(read([...rows, wide]), [
    `p ${LEFT.join(' ')}`,
    `p ${RIGHT.join(' ')}`,
    'p A line below both of them that goes from one side of the page to the other side of it.',
  ]);
});

test('rows of a table whose cells are long stay rows', () => {
  const terms = [
    'Notice of termination of the contract',
    'Liability of the seller for all defects',
    'Place where both parties may be sued',
  ];
  const meanings = [
    'Three months to the end of a quarter',
    'Twelve months from the day of delivery',
    'The courts of the city of the seller',
  ];
  const rows = terms.flatMap((text, at) => [line(text, 50, 100 + at * 12), line(meanings[at] ?? '', 320, 100 + at * 12)]);
  assert.deepEqual(
    read(rows),
    terms.map((text, at) => `| ${text} | ${meanings[at]}`),
  );
});
