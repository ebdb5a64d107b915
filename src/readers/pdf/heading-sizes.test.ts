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
  const chapters = ['Harbour', 'Railway'].map((name) =>
    examplePage([
      line(name, 50, 60, { size: 22 }),
      ...text(100),
      line(`Works of the ${name}`, 50, 240, { size: 18 }),
      ...text(280),
      line(`Costs of the ${name}`, 50, 420, { size: 14 }),
      ...text(460),
    ]),
  );
  const headings = readPdf(exampleDocument([examplePage(cover), ...chapters]))
    .value.pages.flatMap((blocks) => outlineOf(blocks))
    .filter((block) => block.startsWith('h'));
  assert.deepEqual(headings, [
    'h1 Cover 0',
    ...['Harbour', 'Railway'].flatMap((name) => [`h2 ${name}`, `h3 Works of the ${name}`, `h4 Costs of the ${name}`]),
  ]);
});
