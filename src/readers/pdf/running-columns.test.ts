import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine, examplePage, outlineOf } from './example-page.ts';

const LEFT = [
  'The first column of this',
  'narrow page says what its',
  'author meant to say, and',
  'goes on from line to line',
  'down to the very foot of',
  'the page, where its last',
  'word is followed by what',
  'the second column begins',
  'with, as readers of news',
  'and of old books have all',
  'known for many years now,',
  'whatever the file writes.',
];
const RIGHT = LEFT.map((line) => line.replace('first', 'other').replace('The', 'One'));
const read = (lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((blocks) => outlineOf(blocks));
const beside = (join: (left: string, right: string, top: number) => RenderedLine[]): RenderedLine[] =>
  LEFT.flatMap((left, index) => join(left, RIGHT[index] ?? '', 100 + index * 12));

test('narrow columns that the file writes line beside line are read one after the other', () => {
  const lines = beside((left, right, top) => [exampleLine(left, 60, top), exampleLine(right, 200, top)]);
  assert.deepEqual(read(lines), [`p ${LEFT.join(' ')}`, `p ${RIGHT.join(' ')}`]);
});

test('a line of both columns that has hardly any room between them is divided', () => {
  const lines = beside((left, right, top) =>
    top === 148
      ? [exampleLine(`${left} ${right}`, 60, top, { at: { [left.split(' ').length]: 200 } })]
      : [exampleLine(left, 60, top), exampleLine(right, 200, top)],
  );
  assert.deepEqual(read(lines), [`p ${LEFT.join(' ')}`, `p ${RIGHT.join(' ')}`]);
});

test('stacks of lines with little room between them lose nothing, though the file writes one after the other', () => {
  const lines = [LEFT, RIGHT].flatMap((side, at) => side.map((text, index) => exampleLine(text, 60 + at * 132, 100 + index * 12)));
  const text = read(lines).join(' ');
  for (const line of [...LEFT, ...RIGHT]) assert.ok(text.includes(line), line);
});

test('cells beside each other stay in their rows', () => {
  const lines = Array.from({ length: 14 }, (_, index) => [
    exampleLine(`Name of entry ${index + 1}`, 60, 100 + index * 12),
    exampleLine(`Value of it is ${index * 7}`, 200, 100 + index * 12),
  ]).flat();
  assert.match(read(lines).join('\n'), /Name of entry 1 \| Value of it is 0/);
});
