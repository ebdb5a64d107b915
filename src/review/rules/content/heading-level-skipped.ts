import type { Heading } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import { replaceTopBlock } from '../../change-blocks.ts';
import { defineContentRule } from '../../define-rule.ts';

/** Levels without gaps: who moves by headings takes a gap for a missing section (PDF/UA-1, 7.4.2). */
export const headingLevelSkipped = defineContentRule({
  code: 'heading_level_skipped',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'] },
  accessibility: true,
  summary: 'a heading more than one level below the one before',
  check: ({ document }) => {
    let level = 0;
    return document.blocks.flatMap((block) => {
      if (block.type !== 'heading' || block.id === document.titleId) return [];
      const allowed = level + 1;
      level = Math.min(block.level, allowed);
      if (block.level <= allowed) return [];
      return [
        {
          message: `The heading "${plainText(block.runs).slice(0, 80)}" is of level ${block.level} where ${allowed} would follow.`,
          location: { block_id: block.id },
          repair: {
            fix: 'heading_raised',
            apply: (draft) => replaceTopBlock(draft, block.id, (found) => [{ ...found, level: allowed } as Heading]),
          },
        },
      ];
    });
  },
  examples: {
    fires: [{ name: 'from one to three', document: { blocks: [heading('b1', 1), heading('b2', 3)] } }],
    silent: [
      { name: 'one after the other', document: { blocks: [heading('b1', 1), heading('b2', 2), heading('b3', 3), heading('b4', 1)] } },
    ],
  },
});

function heading(id: string, level: number): Heading {
  return { id, type: 'heading', level, runs: [{ text: `Heading ${id}` }] };
}
