import { hasGlyph } from '../../base/font-coverage.ts';
import { plainText } from '../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../document/walk.ts';
import { defineContentRule } from '../define-rule.ts';

/** Beyond Latin, Greek and Cyrillic, which every face has; what is never drawn (marks of direction, selectors, tags), private use and unassigned code points apart. */
const RARE = /[^\0-\u052F\u2000-\u206F\p{Variation_Selector}\uFFFD\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Z}]/gu;
const NAMED_MAX = 3;

/** Rare scripts and signs that no font of the service has: the PDF and the pictures show a box in their place. */
export const charactersWithoutFont = defineContentRule({
  code: 'characters_without_font',
  severity: 'warning',
  summary: 'characters that none of the fonts at hand can draw',
  check: ({ document }) => [...walkBlocks(document.blocks)].flatMap((block) => blockRuns(block).flatMap((runs) => {
    const missing = (plainText(runs).match(RARE) ?? []).filter((char) => !hasGlyph(char.codePointAt(0) ?? 0));
    if (missing.length === 0) return [];
    const codes = [...new Set(missing)].map((char) => `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''}`);
    const named = `${codes.slice(0, NAMED_MAX).join(', ')}${codes.length > NAMED_MAX ? ' and others' : ''}`;
    return [{ message: `${missing.length === 1 ? 'A character' : `${missing.length} characters`} (${named}) cannot be drawn with the fonts at hand: a box stands in the PDF and the pictures. An office file shows it where a font has it.`, location: { block_id: block.id } }];
  })),
  examples: {
    fires: [{ name: 'signs without a font', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'The signs \u{1D800} and \u{18B00}' }] }] } }],
    silent: [{ name: 'scripts, signs and emoji of every day', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: '漢字 עברית नमस्ते ไทย 한국어 𝑥 ⇒ ∑ ✓ 👩‍🔬 🇪🇸 ½ © ﷽' }] }] } }],
  },
});
