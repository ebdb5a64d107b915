import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

/** Words of a line as far apart as `gap`, each a line by itself as PDFium tells them. */
function spread(words: readonly string[], top: number, gap: number): RenderedLine[] {
  let left = 50;
  return words.map((word) => {
    const one = line(word, left, top);
    left = one.right + gap;
    return one;
  });
}
const read = (lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((blocks) => outlineOf(blocks));

test('lines whose words are spread to fill the width are text, not rows of a table', () => {
  assert.deepEqual(
    read([
      ...spread(['A', 'decision', 'of', 'suspension', 'in', 'the'], 100, 14),
      ...spread(['order', 'that', 'is', 'prescribed', 'by', 'a'], 112, 13),
      line('code.', 50, 124),
    ]).join(' '),
    'p A decision of suspension in the order that is prescribed by a code.',
  );
});

test('figures and short words in columns are a table, however equal their gaps', () => {
  const rows = [
    ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'],
    ['11', '12', '13', '14', '15', '16'],
    ['18', '19', '20', '21', '22', '23'],
  ];
  assert.deepEqual(read(rows.flatMap((words, at) => spread(words, 100 + at * 12, 20))), [
    '| Mo | Tu | We | Th | Fr | Sa',
    '| 11 | 12 | 13 | 14 | 15 | 16',
    '| 18 | 19 | 20 | 21 | 22 | 23',
  ]);
});
