import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const text = (top: number): ReturnType<typeof line>[] =>
  Array.from({ length: 8 }, (_, row) =>
    line('The text of the section goes on over several lines, as text of a report does,', 50, top + row * 12),
  );

test('words of a cover in sizes of their own take no levels from the headings of the document', () => {
  const cover = [50, 44, 38, 33, 29, 26].map((size, at) => line(`Cover ${at}`, 50, 60 + at * 100, { size }));
  const chapters = [1, 2].map((chapter) =>
    examplePage([
      line(`Chapter ${chapter}`, 50, 60, { size: 22 }),
      ...text(100),
      line(`Section ${chapter}`, 50, 240, { size: 18 }),
      ...text(280),
      line(`Part ${chapter}`, 50, 420, { size: 14 }),
      ...text(460),
    ]),
  );
  const headings = readPdf(exampleDocument([examplePage(cover), ...chapters]))
    .value.pages.flatMap((blocks) => outlineOf(blocks))
    .filter((block) => /^h\d (?:Cover 0|Chapter|Section|Part)/.test(block));
  assert.deepEqual(headings, [
    'h1 Cover 0',
    ...[1, 2].flatMap((chapter) => [`h2 Chapter ${chapter}`, `h3 Section ${chapter}`, `h4 Part ${chapter}`]),
  ]);
});
