import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';
import type { Box, RenderedLine } from '../../document/rendered-document.ts';

const read = (lines: RenderedLine[], rules: Box[]): string[] =>
  readPdf(exampleDocument([examplePage(lines, { rules })])).value.pages.flatMap((blocks) => outlineOf(blocks));
const level = (y: number, from: number, to: number): Box => ({ left: from, right: to, top: y - 0.3, bottom: y + 0.3 });

const rules = [140, 170, 200, 230].flatMap((y) => [level(y, 180, 360), level(y, 372, 550)]);

test('blanks of two parties, with their labels at the left, are a table', () => {
  const lines = [
    line('Each party agrees.', 50, 80),
    line('Party 1', 250, 120),
    line('Party 2', 440, 120),
    line('Signature', 50, 152),
    line('Name', 50, 182),
    line('Ann', 190, 182),
    line('Date', 50, 212),
  ];
  assert.deepEqual(read(lines, rules), [
    'p Each party agrees.',
    '|  | Party 1 | Party 2',
    '| Signature |  | ',
    '| Name | Ann | ',
    '| Date |  | ',
  ]);
});

test('blanks without labels beside them are no table', () => {
  const below = [145, 175, 205].flatMap((y) => [line('Name', 250, y), line('Date', 440, y)]);
  const rows = read([line('Each party agrees, and signs below this text.', 50, 80), ...below], rules);
  assert.equal(
    rows.some((row) => row.startsWith('|  |')),
    false,
  );
});
