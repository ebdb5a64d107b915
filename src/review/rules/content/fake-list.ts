import type { Block, List, Paragraph } from '../../../document/block.ts';
import type { Run } from '../../../document/inline.ts';
import { dropCharacters, plainText } from '../../../document/inline.ts';
import { replaceTopBlock } from '../../change-blocks.ts';
import { defineContentRule, type Draft } from '../../define-rule.ts';

/** The long dash begins what a user says, in Spanish and French. */
const BULLET = /^\s*[•·▪◦‣●○–]\s+/;
const ITEMS_MIN = 2;

const isFakeItem = (block: Block | undefined): block is Paragraph =>
  block?.type === 'paragraph' && BULLET.test(plainText(block.runs)) && !plainText(block.runs).includes('\n');

const withoutBullet = (runs: readonly Run[]): Run[] => dropCharacters(runs, BULLET.exec(plainText(runs))?.[0].length ?? 0);

function fakeLists(blocks: readonly Block[]): Paragraph[][] {
  const lists: Paragraph[][] = [];
  blocks.forEach((block, i) => {
    if (!isFakeItem(block)) return;
    if (isFakeItem(blocks[i - 1])) lists.at(-1)?.push(block);
    else lists.push([block]);
  });
  return lists.filter((list) => list.length >= ITEMS_MIN);
}

function makeList(draft: Draft, items: readonly Paragraph[]): Draft {
  const [first, ...others] = items;
  if (!first) return draft;
  const list: List = {
    id: first.id,
    type: 'list',
    ordered: false,
    items: items.map((item) => ({ blocks: [{ ...item, id: `${item.id}.item`, runs: withoutBullet(item.runs) }] })),
  };
  return others.reduce(
    (changed, item) => replaceTopBlock(changed, item.id, () => []),
    replaceTopBlock(draft, first.id, () => [list]),
  );
}

/** Bullets typed as characters: no list to a screen reader, and its second lines hang under the bullet. */
export const fakeList = defineContentRule({
  code: 'fake_list',
  severity: 'info',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'], severity: 'info' },
  summary: 'paragraphs with typed bullets in place of a list',
  check: ({ document }) =>
    fakeLists(document.blocks).map((items) => ({
      message: `${items.length} paragraphs begin with a typed bullet; write them as a list with "- ".`,
      location: { block_id: items[0]?.id ?? '' },
      repair: { fix: 'list_made', apply: (draft) => makeList(draft, items) },
    })),
  examples: {
    fires: [
      {
        name: 'three bullets',
        document: {
          blocks: ['one', 'two', 'three'].map((word, i) => ({ id: `b${i}`, type: 'paragraph' as const, runs: [{ text: `• ${word}` }] })),
        },
      },
    ],
    silent: [
      {
        name: 'a dialogue',
        document: {
          blocks: ['Hola, dijo.', 'Hola.'].map((words, i) => ({ id: `b${i}`, type: 'paragraph' as const, runs: [{ text: `— ${words}` }] })),
        },
      },
      {
        name: 'a dash in the text',
        document: {
          blocks: [
            { id: 'b1', type: 'paragraph', runs: [{ text: 'North – south' }] },
            { id: 'b2', type: 'paragraph', runs: [{ text: 'East – west' }] },
          ],
        },
      },
    ],
  },
});
