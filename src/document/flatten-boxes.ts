/**
 * Boxes in boxes: each takes a margin of the room, so that far inside a line holds a letter, and layout programs take
 * minutes over it. From a depth that nobody reads on, what a box holds is without it; no word is lost.
 */
import type { Block } from './block.ts';
import { mapChildLists } from './walk.ts';

const BOXES_MAX = 6;

const isBox = (block: Block): boolean => block.type === 'callout' || block.type === 'quote' || block.type === 'columns';

function unboxed(block: Block): Block[] {
  switch (block.type) {
    case 'callout':
      return [
        ...(block.title && block.title.length > 0
          ? [{ id: `${block.id}.title`, type: 'paragraph' as const, runs: block.title.map((run) => ({ ...run, bold: true })) }]
          : []),
        ...block.blocks,
      ];
    case 'quote':
      return [
        ...block.blocks,
        ...(block.by === undefined ? [] : [{ id: `${block.id}.by`, type: 'paragraph' as const, runs: [{ text: block.by }] }]),
      ];
    case 'columns':
      return block.columns.flatMap((column) => column.blocks);
    default:
      return [block];
  }
}

/** The blocks with at most six boxes (callouts, quotes, columns) in each other. */
export function flattenBoxes(blocks: readonly Block[], depth = 0): Block[] {
  return blocks.flatMap((block) => {
    if (isBox(block) && depth >= BOXES_MAX) return flattenBoxes(unboxed(block), depth);
    const inner = depth + (isBox(block) ? 1 : 0);
    return [mapChildLists(block, (children) => flattenBoxes(children, inner))];
  });
}
