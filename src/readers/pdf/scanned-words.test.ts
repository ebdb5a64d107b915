import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine, RenderedPage } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine, examplePage, outlineOf } from './example-page.ts';

const SENTENCES = [
  'Typed pages were scanned long ago and the',
  'words below the picture are in letters that',
  'are narrower than those of the machine so the',
  'gaps between them seem to be those of columns',
  'although every line goes on with the sentence',
  'that the line above has left in the middle and',
  'nobody who sees this page would take any part',
  'of the paragraph for cells that stand in a row.',
];
const PITCH = 9;

/** Each word is a line of its own in the file, where the machine typed it, half as wide as it is on the paper. */
const typed = (sentence: string, top: number): RenderedLine[] => {
  let left = 60;
  return sentence.split(' ').map((word) => {
    const line = exampleLine(word, left, top, { size: 9 });
    left += (word.length + 1) * PITCH;
    return line;
  });
};
const page = (pictures: RenderedPage['pictures']): RenderedPage =>
  examplePage(
    SENTENCES.flatMap((sentence, index) => typed(sentence, 100 + index * 12)),
    { pictures },
  );
const read = (one: RenderedPage): string[] => readPdf(exampleDocument([one])).value.pages.flatMap((blocks) => outlineOf(blocks));

test('words that a scanner set too narrow under the picture of the page are text', () => {
  assert.deepEqual(read(page([{ left: 0, top: 0, right: 612, bottom: 792 }])), [`p ${SENTENCES.join(' ')}`]);
});

test('words are as wide as they are where no picture is under them', () => {
  assert.notDeepEqual(read(page([])), [`p ${SENTENCES.join(' ')}`]);
});
