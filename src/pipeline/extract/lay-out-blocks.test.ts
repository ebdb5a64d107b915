import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../document/block.ts';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { layOutBlocks } from './lay-out-blocks.ts';

const line = (text: string, top: number, left = 50): RenderedLine => ({
  text,
  left,
  top,
  right: left + text.length * 5,
  bottom: top + 10,
  sizePt: 10,
  font: '',
  bold: false,
});
const paragraph = (text: string): Block => ({ id: '', type: 'paragraph', runs: [{ text }] });

test('a block is where its lines are; each line belongs to one block, and what no line says is nowhere', () => {
  const page = {
    page: 2,
    widthPt: 600,
    heightPt: 800,
    pictures: [],
    missingGlyphs: 0,
    lines: [
      line('The same words', 100),
      line('The same words', 300),
      line('of two lines', 312, 60),
      { ...line('unseen words', 500), unseen: true as const },
    ],
  };
  const drawn = { pages: [page], fonts: [], outline: [], tagged: false, title: '', lang: '' };
  const { pages, blocks } = layOutBlocks(drawn, [
    { page: 2, blocks: [paragraph('The same words'), paragraph('The same words of two lines'), paragraph('unseen words')] },
    { page: 9, blocks: [paragraph('no such page')] },
  ]);
  assert.deepEqual(pages, [{ page: 2, width: 600, height: 800 }]);
  assert.deepEqual(
    blocks.map(({ box }) => box),
    [[50, 100, 120, 110], [50, 300, 120, 322], null],
  );
});

test('a paragraph in writing without spaces has its place from its lines, and so has a word that is divided', () => {
  const lines = [
    line('吾輩は猫である。名前は', 100),
    line('まだ無い。', 112),
    line('何の', 130),
    line('Donaudampf-', 150),
    line('schifffahrt', 162),
    line('a', 300),
  ];
  const page = { page: 1, widthPt: 600, heightPt: 800, pictures: [], missingGlyphs: 0, lines };
  const drawn = { pages: [page], fonts: [], outline: [], tagged: false, title: '', lang: '' };
  const said = ['吾輩は猫である。名前はまだ無い。', '何の見当', 'Donaudampfschifffahrt', 'wall'];
  const { blocks } = layOutBlocks(drawn, [{ page: 1, blocks: said.map(paragraph) }]);
  assert.deepEqual(
    blocks.map(({ box }) => box && [box[1], box[3]]),
    [[100, 122], [130, 140], [150, 172], null],
  );
});

test('of a page that is read from its side, places and size are told as it is shown', () => {
  const page = {
    page: 1,
    widthPt: 800,
    heightPt: 600,
    turned: 1 as const,
    pictures: [],
    missingGlyphs: 0,
    lines: [line('Text that runs down', 20, 100)],
  };
  const drawn = { pages: [page], fonts: [], outline: [], tagged: false, title: '', lang: '' };
  const { pages, blocks } = layOutBlocks(drawn, [{ page: 1, blocks: [paragraph('Text that runs down')] }]);
  assert.deepEqual(pages, [{ page: 1, width: 600, height: 800 }]);
  // 20 points below the upper edge of the view is 20 points from the right edge of the page
  assert.deepEqual(blocks[0]?.box, [570, 100, 580, 195]);
});
