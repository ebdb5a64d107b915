import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const LEVELS: Box[] = [100, 180, 200, 220].map((y) => ({ left: 50, right: 230, top: y - 0.3, bottom: y + 0.3 }));
const SIDES: Box[] = [50, 140, 185, 230].map((x) => ({ left: x - 0.3, right: x + 0.3, top: 100, bottom: 220 }));

const read = (lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines, { rules: [...LEVELS, ...SIDES] })])).value.pages.flatMap((blocks) => outlineOf(blocks));

/** A line of 60 points that runs up (3) or down (1) the page. */
const upright = (text: string, left: number, turned: number): RenderedLine => {
  const { words: _words, ...rest } = line(text, left, 110);
  return { ...rest, left, right: left + 10, top: 110, bottom: 170, turned };
};
const BODY = ['Harbour', '31', '20'].flatMap((text, column) => [
  line(text, 55 + column * 45 + (column > 0 ? 45 : 0), 186),
  line(text, 55 + column * 45 + (column > 0 ? 45 : 0), 206),
]);

test('heads that run up are in the cells in which they stand, their lines from left to right, and those that run down from right to left', () => {
  const up = [upright('Mains to', 148, 3), upright('renew', 162, 3)];
  const down = [upright('Share of', 210, 1), upright('input', 196, 1)];
  assert.deepEqual(read([line('District', 55, 130), ...BODY, ...up, ...down]), [
    '| District | Mains to renew | Share of input',
    '| Harbour | 31 | 20',
    '| Harbour | 31 | 20',
  ]);
});

test('a turned line beside upright text, as the name of an axis is, stays out of the cell', () => {
  const read1 = read([line('District', 55, 130), line('100', 165, 130), line('Rate', 190, 130), ...BODY, upright('Heart rate', 145, 3)]);
  assert.equal(read1[0], '| District | 100 | Rate');
  assert.equal(read1.at(-1), 'p Heart rate');
});
