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
