import { plainText } from '../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../document/walk.ts';
import { defineContentRule } from '../define-rule.ts';

/** Markdown or HTML that was meant as markup and stands in the text as it was typed. */
const MARKUP = [/(?<![\w*])\*\*[^\s*][^*\n]{0,200}\*\*/, /\]\((?:https?:|#|img:)[^)\s]{0,200}\)/, /<\/(?:p|div|span|b|i|strong|em|table|tr|td|ul|li|h[1-6])>/i, /&(?:nbsp|amp|lt|gt|quot|mdash|ndash);/, /^#{1,6}\s\S/m, /^:::/m];

export const markupLeft = defineContentRule({
  code: 'markup_left',
  severity: 'warning',
  summary: 'markup that stands in the text as it was typed',
  check: ({ document }) => [...walkBlocks(document.blocks)].flatMap((block) => blockRuns(block).flatMap((runs) => {
    const text = plainText(runs.filter((run) => !run.code && !run.math));
    const found = MARKUP.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
    return found === undefined ? [] : [{ message: `Markup is left in the text: "${found.slice(0, 60)}".`, location: { block_id: block.id } }];
  })),
  examples: {
    fires: [
      { name: 'stars', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'This is **important** to all.' }] }] } },
      { name: 'a closing tag', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'A line</div>' }] }] } },
      { name: 'an entity', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Black&nbsp;and white' }] }] } },
    ],
    silent: [
      { name: 'a product of numbers', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: '2 * 3 * 4 is 24, and 2**3 is 8.' }] }] } },
      { name: 'markup shown as code', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: '**bold**', code: true }] }] } },
    ],
  },
});
