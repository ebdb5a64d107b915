import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

test('a page that draws its text over itself is read once, with the text that the tags know', () => {
  const lines = [0, 0.3, 0.6].map((by) => line('Power density', 50 + by, 100));
  const other = [line('Power density', 50, 160), line('Frequency', 50, 220)];
  const { value, notes } = readPdf(exampleDocument([examplePage([...lines, ...other])]));
  assert.deepEqual([value.pages.map((blocks) => outlineOf(blocks)), notes], [[['p Power density', 'p Power density', 'p Frequency']], []]);

  const tagged = [line('Noise', 50, 100), line('Noise', 50, 100, { marks: [{ at: 0, id: 4 }] })];
  const page = examplePage(tagged, { tags: [{ type: 'H2', children: [4] }] });
  assert.deepEqual(
    readPdf(exampleDocument([page], { tagged: true })).value.pages.map((blocks) => outlineOf(blocks)),
    [['h2 Noise']],
  );
});
