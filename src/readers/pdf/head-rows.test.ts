import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';
import type { RenderedLine } from '../../document/rendered-document.ts';

const read = (lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((blocks) => outlineOf(blocks));

/** Right-aligned figures at 95, 150, 200. */
const figures = [0, 1, 2].map((row) => line('12 34 56', 85, 116 + row * 16, { at: { 0: 85, 1: 140, 2: 190 } }));

test('heads of columns that are nearer to each other than the figures below them are cells', () => {
  const head = line('Treatment Log-Rank Wilcoxon', 55, 100, { bold: true, at: { 0: 55, 1: 106, 2: 155 } });
  assert.deepEqual(read([head, ...figures]), ['| Treatment | Log-Rank | Wilcoxon', '| 12 | 34 | 56', '| 12 | 34 | 56', '| 12 | 34 | 56']);
});

test('a title over figures is none of their heads, however its words fall', () => {
  const title = line('Rank statistics of all', 55, 100, { bold: true });
  assert.deepEqual(read([title, ...figures])[0]?.startsWith('|'), false);
  const spread = line('in a line that fills the width', 55, 100, { at: { 1: 72, 2: 84, 3: 112, 4: 140, 5: 176, 6: 198 } });
  assert.deepEqual(read([spread, ...figures])[0]?.startsWith('|'), false);
});
