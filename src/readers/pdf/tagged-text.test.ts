import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine, RenderedPage, TagNode } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine, examplePage, outlineOf } from './example-page.ts';

const read = (page: RenderedPage): string[] =>
  readPdf(exampleDocument([page], { tagged: true })).value.pages.flatMap((blocks) => outlineOf(blocks));
const line = (id: number, text: string, left: number, top: number): RenderedLine =>
  exampleLine(text, left, top, { marks: [{ at: 0, id }] });
const tag = (type: string, ...children: (TagNode | number)[]): TagNode => ({ type, children });

test('a sentence is one paragraph where a program puts each stretch of it into an element that means nothing', () => {
  const line0: RenderedLine = exampleLine('See the guide for more.', 50, 60, {
    marks: [
      { at: 0, id: 0 },
      { at: 8, id: 1 },
      { at: 14, id: 2 },
    ],
  });
  const tags = [tag('Document', tag('P', tag('NonStruct', 0), tag('Link', tag('NonStruct', 1)), tag('NonStruct', 2)))];
  assert.deepEqual(read(examplePage([line0], { tags })), ['p See the guide for more.']);
});

test('a hyphen at the end of a line that is marked as nothing divides its word', () => {
  const first = exampleLine('All real con-', 50, 60, {
    marks: [
      { at: 0, id: 0 },
      { at: 12, id: -1 },
    ],
  });
  assert.deepEqual(read(examplePage([first, line(1, 'tent is marked.', 50, 72)], { tags: [tag('Document', tag('P', 0, 1))] })), [
    'p All real content is marked.',
  ]);
});
