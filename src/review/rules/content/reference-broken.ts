import { plainText } from '../../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../../document/walk.ts';
import { defineContentRule } from '../../define-rule.ts';

/** A reference to a place that is not there. The reader of Markdown finds most of them first and makes them plain text. */
export const referenceBroken = defineContentRule({
  code: 'reference_broken',
  severity: 'warning',
  formats: ['docx', 'pptx', 'pdf'],
  summary: 'a reference to a place that does not exist',
  check: ({ document }) => {
    const places = new Set<string>();
    for (const block of walkBlocks(document.blocks)) {
      places.add(block.id);
      if (block.anchor !== undefined) places.add(block.anchor);
    }
    return [...walkBlocks(document.blocks)].flatMap((block) =>
      blockRuns(block)
        .flat()
        .flatMap((run) => {
          if (!run.link?.startsWith('#') || places.has(run.link.slice(1))) return [];
          return [
            {
              message: `"${plainText([run]).slice(0, 60)}" refers to ${run.link}, which is nowhere in the document.`,
              location: { block_id: block.id },
            },
          ];
        }),
    );
  },
  examples: {
    fires: [{ name: 'nowhere', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'see there', link: '#there' }] }] } }],
    silent: [
      {
        name: 'to a heading',
        document: {
          blocks: [
            { id: 'b1', type: 'paragraph', runs: [{ text: 'see there', link: '#there' }] },
            { id: 'b2', anchor: 'there', type: 'heading', level: 1, runs: [{ text: 'There' }] },
          ],
        },
      },
    ],
  },
});
