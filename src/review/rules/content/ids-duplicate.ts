import { walkBlocks } from '../../../document/walk.ts';
import { defineContentRule } from '../../define-rule.ts';

/** Two places under one name: a reference to it goes to whichever comes first. */
export const idsDuplicate = defineContentRule({
  code: 'ids_duplicate',
  severity: 'error',
  formats: ['docx', 'pptx', 'xlsx', 'pdf'],
  summary: 'two places with one id',
  check: ({ document }) => {
    const seen = new Set<string>();
    return [...walkBlocks(document.blocks)].flatMap((block) => {
      const { anchor } = block;
      if (anchor === undefined) return [];
      if (!seen.has(anchor)) {
        seen.add(anchor);
        return [];
      }
      return [{ message: `The id {#${anchor}} is given twice; references to it go to the first.`, location: { block_id: block.id } }];
    });
  },
  examples: {
    fires: [
      {
        name: 'twice',
        document: {
          blocks: [
            { id: 'b1', anchor: 'costs', type: 'paragraph', runs: [] },
            { id: 'b2', anchor: 'costs', type: 'paragraph', runs: [] },
          ],
        },
      },
    ],
    silent: [
      {
        name: 'two ids',
        document: {
          blocks: [
            { id: 'b1', anchor: 'costs', type: 'paragraph', runs: [] },
            { id: 'b2', anchor: 'prices', type: 'paragraph', runs: [] },
          ],
        },
      },
    ],
  },
});
