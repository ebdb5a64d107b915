import type { Block } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import { defineContentRule } from '../../define-rule.ts';

/** Shorter ones may well be said twice: "Yes.", an address line, a label. */
const CHARS_MIN = 60;

const textOf = (block: Block | undefined): string | undefined =>
  block?.type === 'paragraph' ? plainText(block.runs).replaceAll(/\s+/g, ' ').trim() : undefined;

/** The same paragraph twice in a row, as copying leaves it. Not repaired: to take words away is the author's. */
export const textRepeated = defineContentRule({
  code: 'text_repeated',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'] },
  summary: 'a paragraph that appears twice in a row',
  check: ({ document }) =>
    document.blocks.flatMap((block, i) => {
      const text = textOf(block);
      if (text === undefined || text.length < CHARS_MIN || textOf(document.blocks[i - 1]) !== text) return [];
      return [{ message: `A paragraph appears twice in a row: "${text.slice(0, 60)}".`, location: { block_id: block.id } }];
    }),
  examples: {
    fires: [
      {
        name: 'copied',
        document: {
          blocks: ['b1', 'b2'].map((id) => ({
            id,
            type: 'paragraph' as const,
            runs: [{ text: 'The plant on the river will be closed in spring, and its staff moves to the new one.' }],
          })),
        },
      },
    ],
    silent: [
      {
        name: 'short lines',
        document: { blocks: ['b1', 'b2'].map((id) => ({ id, type: 'paragraph' as const, runs: [{ text: 'Not applicable.' }] })) },
      },
    ],
  },
});
