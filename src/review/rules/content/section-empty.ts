import type { Block } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import { defineContentRule } from '../../define-rule.ts';

/** A part's title is alone on its page in many books. */
const PART = /^(?:part|parte|book|libro|volume|tomo)\s+(?:[\divxlc]+|[a-z]+)\b/iu;

/** A heading with nothing under it: text was forgotten, or the heading should go. */
export const sectionEmpty = defineContentRule({
  code: 'section_empty',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'], severity: 'info' },
  summary: 'a heading without text under it',
  check: ({ document, look }) => {
    // an entry of a curriculum says all that it has to say in its title
    if (look.genre === 'cv') return [];
    const blocks = document.blocks.filter((block) => block.type !== 'footnotes' && block.type !== 'page_break' && block.type !== 'divider');
    return blocks.flatMap((block, i) => {
      const next = blocks[i + 1];
      if (block.type !== 'heading' || block.id === document.titleId) return [];
      if (PART.test(plainText(block.runs))) return [];
      const empty = next === undefined || (next.type === 'heading' && next.level <= block.level);
      return empty
        ? [{ message: `The section "${plainText(block.runs).slice(0, 80)}" has no text.`, location: { block_id: block.id } }]
        : [];
    });
  },
  examples: {
    fires: [
      { name: 'two headings of a level', document: { blocks: [heading('b1', 1), heading('b2', 1), text('b3')] } },
      { name: 'a heading at the end', document: { blocks: [heading('b1', 1), text('b2'), heading('b3', 1)] } },
    ],
    silent: [
      { name: 'a subsection at once', document: { blocks: [heading('b1', 1), heading('b2', 2), text('b3')] } },
      { name: 'a part of a book', document: { blocks: [heading('b1', 1, 'Part II'), heading('b2', 1), text('b3')] } },
    ],
  },
});

function heading(id: string, level: number, words = `Heading ${id}`): Block {
  return { id, type: 'heading', level, runs: [{ text: words }] };
}
function text(id: string): Block {
  return { id, type: 'paragraph', runs: [{ text: 'Some text.' }] };
}
