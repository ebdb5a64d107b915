import { plainText } from '../../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../../document/walk.ts';
import { defineContentRule } from '../../define-rule.ts';

/** Private use and no characters at all (Unicode 23.5, 23.7): icons of a web page's own font. The Apple logo and others like it are among them. */
const PRIVATE = /[\p{Co}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;

/** Only the font of the page they came from can draw them: here they are boxes, and on another machine another sign. */
export const charactersPrivate = defineContentRule({
  code: 'characters_private',
  severity: 'warning',
  formats: ['docx', 'pptx', 'pdf'],
  foreign: { formats: ['docx', 'pptx', 'xlsx', 'pdf'] },
  accessibility: true,
  summary: 'characters that only a font of its own can draw, such as icons copied from a web page',
  check: ({ document }) =>
    [...walkBlocks(document.blocks)].flatMap((block) =>
      blockRuns(block).flatMap((runs) => {
        const found = plainText(runs).match(PRIVATE);
        if (!found) return [];
        const code = found[0]?.codePointAt(0)?.toString(16).toUpperCase() ?? '';
        return [
          {
            message: `${found.length === 1 ? 'A character' : `${found.length} characters`} of private use (U+${code}) cannot be drawn; write a word or an emoji.`,
            location: { block_id: block.id },
          },
        ];
      }),
    ),
  examples: {
    fires: [{ name: 'an icon', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: '\uF0E0 Write to us' }] }] } }],
    silent: [
      { name: 'emoji and scripts', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: '✉️ 漢字 עברית नमस्ते 👩‍🔬' }] }] } },
    ],
  },
});
