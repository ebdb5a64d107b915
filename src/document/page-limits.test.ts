import assert from 'node:assert/strict';
import test from 'node:test';
import type { Block } from './block.ts';
import { estimatePages } from './estimate-pages.ts';
import { resolveLook } from './look.ts';
import { openSparse, pagesMissed, readPageLimits, tightnessFor } from './page-limits.ts';
import { tightenLook } from './tighten-look.ts';

const text = (paragraphs: number): Block[] =>
  Array.from({ length: paragraphs }, (_, i) => ({
    id: `b${i}`,
    type: 'paragraph',
    runs: [{ text: 'Nine words of text fill this long paragraph. '.repeat(12) }],
  }));

test('limits are a number of pages, or a range', () => {
  assert.deepEqual(['2', '5-7', '3 to 4', '0', '7-5', 'two', ''].map(readPageLimits), [
    { pagesMax: 2 },
    { pagesMin: 5, pagesMax: 7 },
    { pagesMin: 3, pagesMax: 4 },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(
    [pagesMissed(3, { pagesMax: 2 }), pagesMissed(1, { pagesMin: 2 }), pagesMissed(2, { pagesMin: 1, pagesMax: 2 })],
    [1, -1, 0],
  );
});

test('only as much white is taken as the limit needs', () => {
  const look = resolveLook('report');
  const blocks = text(14);
  const pages = estimatePages(blocks, look);
  assert.equal(tightnessFor(blocks, look, { pagesMax: Math.ceil(pages) + 1 }), 0);
  const some = tightnessFor(blocks, look, { pagesMax: Math.floor(pages) });
  assert.ok(some > 0 && some < 1, `tightness ${some}`);
  assert.equal(tightnessFor(text(200), look, { pagesMax: 1 }), 1);
  assert.ok(tightnessFor(text(5), look, { pagesMin: 2 }) < 0);
});

test('letters stay readable however tight, and what the client asked stays as asked', () => {
  const tight = tightenLook(resolveLook('report'), 1);
  assert.ok(tight.roles.body.sizePt >= 9.5 && tight.roles.tableText.sizePt >= 8 && tight.page.leftCm >= 1.8);
  const asked = tightenLook(resolveLook('report', { font_size: 12, margins_cm: 3, line_spacing: 1.5 }), 1);
  assert.deepEqual([asked.roles.body.sizePt, asked.page.leftCm, asked.roles.body.line], [12, 3, 1.5]);
});

test('a product sheet of few words is opened up on its page, and one that fills it is left alone', () => {
  const look = { ...resolveLook('report'), genre: 'product_sheet' as const };
  assert.ok(openSparse(text(3), look).roles.body.afterPt > look.roles.body.afterPt);
  assert.equal(openSparse(text(20), look), look);
  assert.equal(openSparse(text(3), resolveLook('report')).tightness, undefined);
});
