import type { Block, List } from '../../../document/block.ts';
import { dropCharacters, plainText } from '../../../document/inline.ts';
import { walkBlocks } from '../../../document/walk.ts';
import { replaceBlock } from '../../change-blocks.ts';
import { defineContentRule } from '../../define-rule.ts';

const BULLET = /^\s*[•·▪◦‣●○]\s+/;

/** Its items hold nothing but one item of a numbered list each, counted up: `- 1. …`, `- 2. …`. */
function holdsNumbers(list: List): boolean {
  const first = list.items[0]?.blocks[0];
  const start = first?.type === 'list' ? (first.start ?? 1) : 1;
  return list.items.every(
    ({ blocks: [only, ...others] }, i) =>
      only?.type === 'list' && only.ordered && only.items.length === 1 && others.length === 0 && (only.start ?? 1) === start + i,
  );
}

function withoutMarks(list: List): List {
  const start = list.items[0]?.blocks[0]?.type === 'list' ? list.items[0].blocks[0].start : undefined;
  if (holdsNumbers(list))
    return {
      ...list,
      ordered: true,
      ...(start === undefined ? {} : { start }),
      items: list.items.flatMap(({ blocks: [only] }) => (only?.type === 'list' ? only.items : [])),
    };
  return {
    ...list,
    items: list.items.map((item) => ({
      ...item,
      blocks: item.blocks.map((block, i) =>
        i === 0 && block.type === 'paragraph'
          ? { ...block, runs: dropCharacters(block.runs, BULLET.exec(plainText(block.runs))?.[0].length ?? 0) }
          : block,
      ),
    })),
  };
}

function isDouble(block: Block): block is List {
  if (block.type !== 'list' || block.items.length < 2) return false;
  return (
    holdsNumbers(block) || block.items.every(({ blocks: [first] }) => first?.type === 'paragraph' && BULLET.test(plainText(first.runs)))
  );
}

/** A bullet before a bullet, or before a number: the mark was typed and the list drew its own. */
export const listDoubleMarked = defineContentRule({
  code: 'list_double_marked',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'] },
  summary: 'a list whose items have a typed bullet or number besides their own',
  check: ({ document }) =>
    [...walkBlocks(document.blocks)].filter(isDouble).map((list) => ({
      message: `The ${list.items.length} items of a list have a second bullet or number; write only one.`,
      location: { block_id: list.id },
      repair: {
        fix: 'marks_dropped',
        apply: (draft) => replaceBlock(draft, list.id, (found) => (found.type === 'list' ? withoutMarks(found) : found)),
      },
    })),
  examples: {
    fires: [
      { name: 'typed bullets', document: { blocks: [listOf(['• one', '• two'].map(paragraph))] } },
      {
        name: 'numbers in bullets',
        document: {
          blocks: [
            listOf(
              ['one', 'two'].map((text, i) => ({
                id: `l${i}`,
                type: 'list',
                ordered: true,
                start: i + 1,
                items: [{ blocks: [paragraph(text, i)] }],
              })),
            ),
          ],
        },
      },
    ],
    silent: [
      { name: 'plain items', document: { blocks: [listOf(['one', 'two'].map(paragraph))] } },
      {
        name: 'a list in a list',
        document: {
          blocks: [listOf([paragraph('one', 0), { id: 'l1', type: 'list', ordered: true, items: [{ blocks: [paragraph('inner', 1)] }] }])],
        },
      },
    ],
  },
});

function paragraph(text: string, i: number): Block {
  return { id: `p${i}`, type: 'paragraph', runs: [{ text }] };
}
function listOf(blocks: Block[]): List {
  return { id: 'b1', type: 'list', ordered: false, items: blocks.map((block) => ({ blocks: [block] })) };
}
