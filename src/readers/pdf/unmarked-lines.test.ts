import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine, RenderedPage, TagNode } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine, examplePage, outlineOf } from './example-page.ts';

const tag = (type: string, ...children: (TagNode | number)[]): TagNode => ({ type, children });
const marked = (id: number, text: string, left: number, top: number): RenderedLine =>
  exampleLine(text, left, top, { marks: [{ at: 0, id }] });
const read = (page: RenderedPage): string[] =>
  readPdf(exampleDocument([page], { tagged: true })).value.pages.flatMap((blocks) => outlineOf(blocks));
const PROSE = 'Terms of payment are thirty days, and the warranty covers defects in workmanship alone, as agreed.';

test('lines in the middle of a page that its tags leave out are read where they stand', () => {
  const lines = [
    marked(0, 'John Q. Doe', 60, 200),
    marked(1, 'Invoice 2020-10', 60, 300),
    ...[0, 1, 2].map((index) => marked(2, PROSE, 60, 320 + index * 12)),
    exampleLine('Kraxi Systems, Aviation Road', 60, 180),
    exampleLine('845.00 all in all', 60, 400),
  ];
  assert.deepEqual(read(examplePage(lines, { tags: [tag('Document', tag('P', 0), tag('H1', 1), tag('P', 2))] })), [
    'p Kraxi Systems, Aviation Road',
    'p John Q. Doe',
    'h1 Invoice 2020-10',
    `p ${PROSE} ${PROSE} ${PROSE}`,
    'p 845.00 all in all',
  ]);
});

test('numbers of lines in the margin are left out', () => {
  const lines = [
    ...Array.from({ length: 8 }, (_, index) => marked(0, PROSE, 60, 200 + index * 12)),
    ...Array.from({ length: 8 }, (_, index) => exampleLine(`${index + 1}`, 30, 200 + index * 12)),
  ];
  const [text] = read(examplePage(lines, { tags: [tag('Document', tag('P', 0))] }));
  assert.equal(text, `p ${Array.from({ length: 8 }, () => PROSE).join(' ')}`);
});
