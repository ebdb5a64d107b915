import { listUndrawable } from '../../../base/font-coverage.ts';
import { plainText } from '../../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../../document/walk.ts';
import { defineContentRule } from '../../define-rule.ts';

const NAMED_MAX = 3;

/** Rare scripts and signs that no font of the service has: the PDF and the pictures show a box in their place. */
export const charactersWithoutFont = defineContentRule({
  code: 'characters_without_font',
  severity: 'warning',
  formats: ['docx', 'pptx', 'xlsx', 'pdf'],
  summary: 'characters that none of the available fonts can draw',
  check: ({ document }) =>
    [...walkBlocks(document.blocks)].flatMap((block) =>
      blockRuns(block).flatMap((runs) => {
        const missing = listUndrawable(plainText(runs));
        if (missing.length === 0) return [];
        const codes = [...new Set(missing)].map((char) => `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''}`);
        const named = `${codes.slice(0, NAMED_MAX).join(', ')}${codes.length > NAMED_MAX ? ' and others' : ''}`;
        return [
          {
            message: `${missing.length === 1 ? 'A character' : `${missing.length} characters`} (${named}) cannot be drawn with the available fonts: a box is in the PDF and the pictures. An office file shows it where a font has it.`,
            location: { block_id: block.id },
          },
        ];
      }),
    ),
  examples: {
    fires: [
      {
        name: 'signs without a font',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'The signs \u{1D800} and \u{18B00}' }] }] },
      },
    ],
    silent: [
      {
        name: 'scripts, signs and emoji of every day',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: '漢字 עברית नमस्ते ไทย 한국어 𝑥 ⇒ ∑ ✓ 👩‍🔬 🇪🇸 ½ © ﷽' }] }] },
      },
    ],
  },
});
