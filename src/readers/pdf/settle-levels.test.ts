import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../document/block.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine, examplePage } from './example-page.ts';

/** Texts of the items, in brackets what is within the one before. */
const nested = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      block.type === 'list'
        ? `(${block.items.map((item) => nested(item.blocks)).join(' ')})`
        : block.type === 'paragraph'
          ? block.runs.map(({ text }) => text).join('')
          : block.type,
    )
    .join(' ');
const read = (lefts: readonly number[]): string => {
  const lines = lefts.map((left, index) => exampleLine(`• item${index}`, left, 100 + index * 14));
  return nested(readPdf(exampleDocument([examplePage(lines)])).value.pages.flat());
};

test('items that are a point apart are at one level, wherever on the page they begin; those set in by most of a letter are not', () => {
  for (let left = 60; left < 80; left++) {
    assert.equal(read([left, left + 1, left, left + 1]), '(item0 item1 item2 item3)', `from ${left}`);
    assert.equal(read([left, left + 9, left + 9, left]), '(item0 (item1 item2) item3)', `from ${left}`);
  }
});
