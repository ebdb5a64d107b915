import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedPage, TagNode } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine, examplePage, outlineOf } from './example-page.ts';

const tags: TagNode[] = [{ type: 'Document', children: [{ type: 'H1', children: [0] }] }];
const slide = (page: number, title: string, ...beside: string[]): RenderedPage => ({
  ...examplePage(
    [
      ...beside.map((text, index) => exampleLine(text, 20, 500 + index * 12, { size: 6 })),
      exampleLine(title, 120, 90, { size: 24, marks: [{ at: 0, id: 0 }] }),
    ],
    { tags },
  ),
  page,
});

test('what stands beside the text of all slides without tags is named once, and their tags are believed', () => {
  const beside = ['Maria Lopez, head of research', 'Institute for applied mathematics', 'www.example.org'];
  const { value } = readPdf(
    exampleDocument(
      ['Aims', 'Plan', 'Next'].map((title, index) => slide(index + 1, title, ...beside)),
      { tagged: true },
    ),
  );
  assert.deepEqual(
    value.pages.map((blocks) => outlineOf(blocks)),
    [['h1 Aims'], ['h1 Plan'], ['h1 Next']],
  );
  assert.deepEqual(value.furniture.footers, beside);
});

test('what is without tags on one page alone stays', () => {
  const { value } = readPdf(
    exampleDocument([slide(1, 'Aims', 'Only here is this said, and nowhere else in the file'), slide(2, 'Plan'), slide(3, 'Next')], {
      tagged: true,
    }),
  );
  assert.ok(
    outlineOf(value.pages[0] ?? [])
      .join()
      .includes('Only here is this said'),
  );
});
