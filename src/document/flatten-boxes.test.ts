import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from './block.ts';
import { flattenBoxes } from './flatten-boxes.ts';
import { blockText, walkBlocks } from './walk.ts';

test('boxes nest six deep, and no word of those further in is lost', () => {
  let blocks: Block[] = [{ id: 'p', type: 'paragraph', runs: [{ text: 'innermost' }] }];
  for (let i = 20; i > 0; i--) blocks = [{ id: `c${i}`, type: 'callout', kind: 'note', title: [{ text: `Title ${i}` }], blocks }];
  const flat = flattenBoxes(blocks);
  assert.equal([...walkBlocks(flat)].filter((block) => block.type === 'callout').length, 6);
  const text = flat.map(blockText).join(' ');
  for (let i = 1; i <= 20; i++) assert.ok(text.includes(`Title ${i}`), `Title ${i}`);
  assert.ok(text.includes('innermost'));
});
