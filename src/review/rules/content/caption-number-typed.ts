import type { Block } from '../../../document/block.ts';
import type { Run } from '../../../document/inline.ts';
import { dropCharacters, plainText } from '../../../document/inline.ts';
import { walkBlocks } from '../../../document/walk.ts';
import { replaceBlock } from '../../change-blocks.ts';
import { defineContentRule, type Draft } from '../../define-rule.ts';

const TYPED = /^\s*(?:table|figure|fig\.|tabla|figura|gráfico|cuadro|ilustración)\s+(\d{1,3})\s*[.:–—-]?\s+(?=\S)/iu;

type Captioned = Extract<Block, { type: 'table' | 'image' }> & { caption: Run[] };

const isCaptioned = (block: Block): block is Captioned => (block.type === 'table' || block.type === 'image') && block.caption !== undefined;

/**
 * Captions are counted where there are two or more (looks §5.1), and a typed number comes to be behind the counted
 * one. It is taken away where both are the same; elsewhere the text may refer to the typed one.
 */
export const captionNumberTyped = defineContentRule({
  code: 'caption_number_typed',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  summary: 'a caption with a typed number beside the counted one',
  check: ({ document }) =>
    (['table', 'image'] as const).flatMap((kind) => {
      const all = [...walkBlocks(document.blocks)];
      const captioned = all.filter((block) => block.type === kind && isCaptioned(block)).filter(isCaptioned);
      const charts = kind === 'image' ? all.filter((block) => block.type === 'chart' && block.title !== undefined) : [];
      if (captioned.length + charts.length < 2) return [];
      const order = all.filter((block) => charts.includes(block) || captioned.some((one) => one === block));
      return captioned.flatMap((block) => {
        const match = TYPED.exec(plainText(block.caption));
        if (!match) return [];
        const counted = order.indexOf(block) + 1;
        const same = Number(match[1]) === counted;
        return [
          {
            message: `The caption "${plainText(block.caption).slice(0, 60)}" has a typed number; it is counted as ${counted}.`,
            location: { block_id: block.id },
            ...(same
              ? {
                  repair: {
                    fix: 'caption_number_dropped',
                    apply: (draft: Draft) =>
                      replaceBlock(draft, block.id, (found) =>
                        isCaptioned(found) ? { ...found, caption: dropCharacters(found.caption, match[0].length) } : found,
                      ),
                  },
                }
              : {}),
          },
        ];
      });
    }),
  examples: {
    fires: [
      { name: 'the same number', document: { blocks: [picture('b1', 'Figure 1: The plant'), picture('b2', 'The river')] } },
      { name: 'another number', document: { blocks: [picture('b1', 'Figura 4. La planta'), picture('b2', 'El río')] } },
    ],
    silent: [
      { name: 'a single picture is not counted', document: { blocks: [picture('b1', 'Figure 1: The plant')] } },
      { name: 'no numbers', document: { blocks: [picture('b1', 'The plant'), picture('b2', 'The river')] } },
    ],
  },
});

function picture(id: string, caption: string): Block {
  return { id, type: 'image', asset: 'img:1', alt: 'A picture', caption: [{ text: caption }] };
}
