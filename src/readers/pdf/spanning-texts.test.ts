import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const level = (y: number): Box => ({ left: 48, right: 400, top: y - 0.3, bottom: y + 0.3 });
const read = (lines: RenderedLine[], rules: readonly number[]): string[] =>
  readPdf(exampleDocument([examplePage(lines, { rules: rules.map(level) })])).value.pages.flatMap((blocks) => outlineOf(blocks));

/** Figures centred in two pairs of columns. */
const figures = (label: string, top: number): RenderedLine[] => [
  line(label, 50, top),
  ...[200, 250, 300, 350].map((middle) => line('12.5', middle - 10, top)),
];

test('the head of a pair of columns is one text, where it is centred over both', () => {
  const rows = read(
    [
      line('All items', 204, 105, { at: { 1: 222 } }),
      line('New items', 304, 105, { at: { 1: 322 } }),
      line('Domain', 50, 125),
      ...[200, 250, 300, 350].map((middle, at) => line(at % 2 === 0 ? 'Count' : 'Share', middle - 12.5, 125)),
      ...figures('Reading', 145),
      ...figures('Writing', 160),
      ...figures('Speaking', 175),
    ],
    [100, 120, 140, 190],
  );
  assert.equal(rows[0], '|  | All items ↔2 | New items ↔2');
  assert.deepEqual(rows.slice(1, 3), ['| Domain | Count | Share | Count | Share', '| Reading | 12.5 | 12.5 | 12.5 | 12.5']);
});

test('heads that are as near to each other as words, each over its column, are heads by themselves', () => {
  const rows = read(
    [
      line('Domain', 50, 105),
      line('accuracy', 180, 105),
      line('deviation', 224, 105, { size: 10 }),
      line('remainder', 277.5, 105),
      line('p', 347.5, 105),
      ...figures('Reading', 125),
      ...figures('Writing', 140),
      ...figures('Speaking', 155),
    ],
    [100, 120, 170],
  );
  assert.equal(rows[0], '| Domain | accuracy | deviation | remainder | p');
});

test('a text by itself between the rows of a table stays whole', () => {
  const rows = read(
    [
      ...['Item', 'May', 'June', 'July', 'August'].map((head, at) => line(head, [50, 190, 240, 290, 340][at] ?? 0, 105)),
      ...figures('Schools', 125),
      line('Public schools of both of the districts', 50, 140),
      ...figures('Pupils', 155),
      ...figures('Teachers', 170),
    ],
    [100, 120, 136, 152, 185],
  );
  assert.deepEqual(rows[2], '| Public schools of both of the districts ↔3 |  | ');
});
