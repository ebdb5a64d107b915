import { plainText } from '../../../document/inline.ts';
import { walkBlocks } from '../../../document/walk.ts';
import { replaceBlock } from '../../change-blocks.ts';
import { defineContentRule } from '../../define-rule.ts';

/** A picture without alternative text is nothing to who cannot see it (WCAG 2.2, 1.1.1). Its caption says what it shows. */
export const altTextMissing = defineContentRule({
  code: 'alt_text_missing',
  severity: 'warning',
  formats: ['docx', 'pptx', 'xlsx', 'pdf'],
  foreign: { formats: ['docx', 'xlsx'], message: () => 'A picture has no alternative text; say in it what the picture shows.' },
  accessibility: true,
  summary: 'a picture without alternative text',
  check: ({ document }) =>
    [...walkBlocks(document.blocks)].flatMap((block) => {
      if (block.type !== 'image' || block.asset === null || block.alt.trim() !== '') return [];
      const caption = block.caption ? plainText(block.caption).trim() : '';
      return [
        {
          message: 'A picture has no alternative text; write what it shows between the brackets: ![what it shows](img:1).',
          location: { block_id: block.id },
          ...(caption === ''
            ? {}
            : {
                repair: {
                  fix: 'alt_from_caption',
                  apply: (draft) => replaceBlock(draft, block.id, (found) => ({ ...found, alt: caption }) as typeof found),
                },
              }),
        },
      ];
    }),
  examples: {
    fires: [{ name: 'no text at all', document: { blocks: [{ id: 'b1', type: 'image', asset: 'img:1', alt: '' }] } }],
    silent: [
      { name: 'a text', document: { blocks: [{ id: 'b1', type: 'image', asset: 'img:1', alt: 'The plant from the river' }] } },
      { name: 'no picture', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Words.' }] }] } },
    ],
  },
});
