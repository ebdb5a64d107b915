import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const PLACES = [50, 200, 300, 400];
const row = (top: number, texts: readonly string[]): RenderedLine[] =>
  texts.flatMap((text, at) => (text === '' ? [] : [line(text, PLACES[at] ?? 0, top)]));
const level = (y: number): Box => ({ left: 45, right: 460, top: y - 0.3, bottom: y + 0.3 });

test('the head above the first line of a table, and rows below the last one, are rows of it', () => {
  const lines = [
    line('Returns of the fund in the years before this report was made for all who hold it.', 50, 60),
    ...row(100, ['', 'One year', 'Five years', 'Ten years']),
    ...row(120, ['Core Growth', '-6.24%', '10.29%', '6.25%']),
    ...row(140, ['Small Cap', '-6.17%', '10.36%', '6.28%']),
    ...row(160, ['Index of all', '8.49%', '1.78%', '11.58%']),
    ...row(180, ['Money market', '0.05%', '0.07%', '1.20%']),
    line('Past results do not tell what comes, and values may fall as well as they may rise again.', 50, 220),
  ];
  const { pages } = readPdf(exampleDocument([examplePage(lines, { rules: [115, 134, 154, 174].map(level) })])).value;
  assert.deepEqual(
    pages.flatMap((blocks) => outlineOf(blocks)),
    [
      'p Returns of the fund in the years before this report was made for all who hold it.',
      '|  | One year | Five years | Ten years',
      '| Core Growth | -6.24% | 10.29% | 6.25%',
      '| Small Cap | -6.17% | 10.36% | 6.28%',
      '| Index of all | 8.49% | 1.78% | 11.58%',
      '| Money market | 0.05% | 0.07% | 1.20%',
      'p Past results do not tell what comes, and values may fall as well as they may rise again.',
    ],
  );
});
