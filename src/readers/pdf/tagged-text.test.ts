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

test('stretches of two paragraphs beside each other, some of them links, are two paragraphs by the air between their lines', () => {
  const part = (id: number, text: string, left: number, top: number): RenderedLine => line(id, text, left, top);
  const lines = [
    part(0, 'Edgar was', 50, 60),
    part(1, 'King of the English', 110, 60),
    part(2, 'from 959 until', 220, 60),
    part(2, 'his death in 975.', 50, 72),
    part(2, 'He became king of all', 50, 84),
    part(2, 'England.', 50, 96),
    part(3, 'He mainly followed', 50, 114),
    part(3, 'what others had', 50, 126),
    part(3, 'done before him.', 50, 138),
  ];
  const tags = [
    tag('Document', tag('Div', tag('NonStruct', 0), tag('Link', tag('NonStruct', 1)), tag('NonStruct', 2), tag('NonStruct', 3))),
  ];
  assert.deepEqual(read(examplePage(lines, { tags })), [
    'p Edgar was King of the English from 959 until his death in 975. He became king of all England.',
    'p He mainly followed what others had done before him.',
  ]);
});

test('the stop behind a link is no part of it', () => {
  const own = exampleLine('See Apollo.', 50, 60, {
    marks: [
      { at: 0, id: 0 },
      { at: 4, id: 1 },
      { at: 10, id: 2 },
    ],
  });
  const links = [{ left: 70, top: 58, right: 100, bottom: 70, url: 'https://example.org/apollo' }];
  const tags = [tag('Document', tag('P', 0, tag('Link', 1), 2))];
  const [block] = readPdf(exampleDocument([examplePage([own], { tags, links })], { tagged: true })).value.pages.flat();
  assert.deepEqual(block?.type === 'paragraph' && block.runs, [
    { text: 'See ' },
    { text: 'Apollo', link: 'https://example.org/apollo' },
    { text: '.' },
  ]);
});
