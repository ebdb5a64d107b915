/** Marks lie along the words: on pages that are turned, and under words that run up, down or in columns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { degrees, PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib';
import { annotatePage } from './annotate-page.ts';

const BOX = { left: 50, top: 100, right: 150, bottom: 110 };
const TALL = { left: 50, top: 100, right: 60, bottom: 200 };

async function mark({
  box = BOX,
  turn = 0,
  runs = 0,
  words = 'word',
  kind = 'underline' as 'underline' | 'strike',
}: {
  box?: typeof BOX;
  turn?: number;
  runs?: 0 | 1 | 2 | 3;
  words?: string;
  kind?: 'underline' | 'strike';
}): Promise<{ line: number[]; corners: number[] }> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 400]);
  page.setRotation(degrees(turn));
  annotatePage(document, page, [box], { kind, text: '', color: [1, 0, 0], runs }, { author: 'Ann', date: '2026-01-01T00:00:00Z' }, words);
  const annotation = page.node.lookup(PDFName.of('Annots'), PDFArray).lookup(0, PDFDict);
  const form = annotation.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'));
  assert.ok(form instanceof PDFRawStream);
  const [, x1, y1, x2, y2] = /([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S/.exec(Buffer.from(form.contents).toString('latin1')) ?? [];
  const corners = annotation.lookup(PDFName.of('QuadPoints'), PDFArray).asArray();
  return {
    line: [x1, y1, x2, y2].map(Number),
    corners: corners.map((corner) => (corner instanceof PDFNumber ? corner.asNumber() : NaN)),
  };
}

test('a line is under words that run to the right', async () => {
  const { line, corners } = await mark({});
  assert.deepEqual(line, [50, 291, 150, 291]);
  assert.deepEqual(corners, [50, 300, 150, 300, 50, 290, 150, 290]);
  assert.deepEqual((await mark({ kind: 'strike' })).line, [50, 295, 150, 295]);
});

test('on a page that is turned the line is where the foot of the words is seen', async () => {
  // as the page is shown, what is 109 points below its upper edge; in the file, what is 109 points from its left
  assert.deepEqual((await mark({ turn: 90 })).line, [109, 50, 109, 150]);
  assert.deepEqual((await mark({ turn: 90 })).corners, [100, 50, 100, 150, 110, 50, 110, 150]);
});

test('words that run down have their line to the left, columns of upright letters to the right', async () => {
  assert.deepEqual((await mark({ box: TALL, runs: 1 })).line, [51, 200, 51, 300]);
  assert.deepEqual((await mark({ box: TALL, runs: 3 })).line, [59, 200, 59, 300]);
  assert.deepEqual((await mark({ box: TALL, runs: 1, words: '名前' })).line, [59, 200, 59, 300]);
  assert.deepEqual((await mark({ box: TALL, runs: 1, kind: 'strike' })).line, [55, 200, 55, 300]);
  // the upper left corner of words that run down is the upper right one of the page
  assert.deepEqual((await mark({ box: TALL, runs: 1 })).corners, [60, 300, 60, 200, 50, 300, 50, 200]);
});
