import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from './block.ts';
import { blockText, mapRuns, numberBlocks, walkBlocks } from './walk.ts';

const p = (text: string): Block => ({ id: '', type: 'paragraph', runs: [{ text }] });

const tree = (): Block[] => [
  { id: '', type: 'heading', level: 1, runs: [{ text: 'a' }] },
  {
    id: '',
    type: 'list',
    ordered: false,
    items: [{ blocks: [p('b'), { id: '', type: 'quote', blocks: [p('c')], by: 'd' }] }, { blocks: [p('e')] }],
  },
  {
    id: '',
    type: 'table',
    columns: [{}, {}],
    header_rows: 1,
    rows: [{ cells: [{ runs: [{ text: 'f' }] }, { runs: [], blocks: [p('g')] }] }],
    caption: [{ text: 'h' }],
  },
  {
    id: '',
    type: 'columns',
    columns: [{ blocks: [p('i')] }, { blocks: [{ id: '', type: 'callout', kind: 'note', title: [{ text: 'j' }], blocks: [p('k')] }] }],
  },
  { id: '', type: 'slide', blocks: [p('l')], notes: [p('m')] },
  { id: '', type: 'footnotes', notes: [{ id: '1', blocks: [p('n')] }] },
];

test('blocks come depth first in reading order, and are numbered so', () => {
  const blocks = tree();
  assert.equal(numberBlocks(blocks, 5), 22);
  assert.deepEqual(
    [...walkBlocks(blocks)].map((block) => block.id),
    Array.from({ length: 17 }, (_, at) => `b${at + 5}`),
  );
  assert.deepEqual([...walkBlocks(blocks)].map((block) => block.type).slice(0, 6), [
    'heading',
    'list',
    'paragraph',
    'quote',
    'paragraph',
    'paragraph',
  ]);
});

test('the text of a block is all that is read in it', () => {
  assert.deepEqual(tree().map(blockText), ['a', 'b\nc\nd\ne', 'h\nf\ng', 'i\nj\nk', 'l\nm', 'n']);
  assert.equal(blockText({ id: '', type: 'quote', blocks: [p('words')], by: 'someone' }), 'words\nsomeone');
  assert.equal(blockText({ id: '', type: 'image', asset: null, alt: 'what it shows' }), 'what it shows');
});

test('runs are changed in a copy at every depth; the original stays', () => {
  const blocks = tree();
  const before = JSON.stringify(blocks);
  const changed = mapRuns(blocks, (runs) => runs.map((run) => ({ ...run, text: run.text.toUpperCase() })));
  assert.equal(JSON.stringify(blocks), before);
  assert.deepEqual(changed.map(blockText), ['A', 'B\nC\nd\nE', 'H\nF\nG', 'I\nJ\nK', 'L\nM', 'N']);
});

test('a tree of any depth is walked without recursion', () => {
  let block: Block = p('deep');
  for (let depth = 0; depth < 20_000; depth++) block = { id: '', type: 'quote', blocks: [block] };
  assert.equal(blockText(block), 'deep');
  assert.equal(numberBlocks([block]), 20_002);
});
