import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';
import type { RenderedLine } from '../../document/rendered-document.ts';

const read = (lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((blocks) => outlineOf(blocks));

test('signs drawn behind the text of their lines, or as lines of their own, are read where they are, and divide no line', () => {
  const above = line('我们没有钱了该怎么办 听了她 ”', 50, 100, { at: { 0: 50, 1: 112, 2: 105 } });
  const left = line('的话我的心里很难受', 50, 114);
  const sign = line('”', 122, 114);
  const right = line('我对自己说 你连自己', 98, 114, { at: { 0: 98, 1: 128 } });
  const below = line('家人的温饱都难以保证了这一年又过去了', 50, 128);
  assert.deepEqual(read([above, left, sign, right, below]), [
    'p 我们没有钱了该怎么办 ” 听了她的话我的心里很难受 我对自己说 ” 你连自己家人的温饱都难以保证了这一年又过去了',
  ]);
});

test('a sign in the empty strip between columns stays a cell', () => {
  const rows = [0, 1, 2, 3].flatMap((at) => [
    line(`Entry ${at} 1${at}0`, 50, 100 + at * 14, { at: { 2: 250 } }),
    line('—', 150, 100 + at * 14),
  ]);
  assert.deepEqual(
    read(rows).map((row) => row.split('|').length),
    [4, 4, 4, 4],
  );
});
