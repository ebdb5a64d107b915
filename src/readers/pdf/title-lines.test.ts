import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine, examplePage, outlineOf } from './example-page.ts';

const line = (id: number, text: string, top: number, size = 10): RenderedLine =>
  exampleLine(text, 50, top, { size, marks: [{ at: 0, id }] });

test('a title whose lines are tagged as paragraphs of their own is one heading, titles that are apart are two', () => {
  const page = examplePage(
    [
      line(0, 'Quality and Costs of', 60, 24),
      line(1, 'Care in the North', 88, 24),
      line(2, 'Text that tells of it over the width of its page.', 160),
      line(3, 'More text that tells of it.', 180),
      line(4, 'Results', 240, 24),
      line(5, 'Methods', 360, 24),
      line(6, 'Text at the end, which is as long as that before.', 400),
    ],
    { tags: [0, 1, 2, 3, 4, 5, 6].map((id) => ({ type: 'P', children: [id] })) },
  );
  assert.deepEqual(
    readPdf(exampleDocument([page], { tagged: true }))
      .value.pages.flatMap((blocks) => outlineOf(blocks))
      .filter((entry) => entry.startsWith('h')),
    ['h1 Quality and Costs of Care in the North', 'h1 Results', 'h1 Methods'],
  );
});

test('items right below a large line are no lines of its heading, though they are as large', () => {
  const lines = [
    ...Array.from({ length: 12 }, (_, index) =>
      exampleLine('The text of this page goes on from line to line, as texts do', 60, 300 + index * 12),
    ),
    exampleLine('Let us introduce a list', 60, 100, { size: 14 }),
    exampleLine('• With foo', 60, 116, { size: 14 }),
    exampleLine('• and with bar', 60, 132, { size: 14 }),
  ];
  const blocks = readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((own) => outlineOf(own));
  assert.deepEqual(blocks.slice(0, 3), ['h1 Let us introduce a list', '- With foo', '- and with bar']);
});
