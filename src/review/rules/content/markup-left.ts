import { plainText } from '../../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../../document/walk.ts';
import { defineContentRule } from '../../define-rule.ts';

/** Markdown or HTML that was meant as markup and is in the text as it was typed. */
const MARKUP = [
  /(?<![\w*])\*\*[^\s*](?:[^*\n]{0,200}[^\s*])?\*\*(?![\w*])/,
  /(?<![\w_])__[^\s_][^_\n]{0,200}[^\s_]__(?![\w_.(])/,
  /\]\((?:https?:|#|img:)[^)\s]{0,200}\)/,
  /<\/(?:p|div|span|b|i|strong|em|table|tr|td|ul|li|h[1-6])>/i,
  /&(?:nbsp|amp|lt|gt|quot|mdash|ndash|#\d{2,5});/,
  /^:::/m,
  /```/,
  /\\(?:textbf|textit|section|begin|cite|ref)\{/,
  /[\p{L}.:;,]\\n(?:\\n)?[-*#\p{Lu}]/u,
];

/** Only in running text: "# of items" heads a column, and a row of signs may divide cells. */
const PARAGRAPH_MARKUP = [/^#{1,6}\s\S/m, /^\[[ xX]\]\s/, /^\|.*\|.*\|$/m, /^\s*[-*]\s{1,4}\S.*\n\s*[-*]\s/m];

export const markupLeft = defineContentRule({
  code: 'markup_left',
  severity: 'warning',
  formats: ['docx', 'pptx', 'pdf'],
  summary: 'markup that is in the text as it was typed',
  check: ({ document }) =>
    [...walkBlocks(document.blocks)].flatMap((block) =>
      blockRuns(block).flatMap((runs) => {
        const text = plainText(runs.filter((run) => !run.code && !run.math));
        const found = (block.type === 'paragraph' ? [...MARKUP, ...PARAGRAPH_MARKUP] : MARKUP)
          .map((pattern) => pattern.exec(text)?.[0])
          .find((match) => match !== undefined);
        return found === undefined
          ? []
          : [{ message: `Markup is left in the text: "${found.slice(0, 60)}".`, location: { block_id: block.id } }];
      }),
    ),
  examples: {
    fires: [
      { name: 'stars', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'This is **important** to all.' }] }] } },
      { name: 'a closing tag', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'A line</div>' }] }] } },
      {
        name: 'a rule of a table',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: '| North | South |\n|---|---|' }] }] },
      },
      {
        name: 'line ends as they are written in JSON',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'First point.\\n\\nSecond point.' }] }] },
      },
      { name: 'an entity', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Black&nbsp;and white' }] }] } },
    ],
    silent: [
      {
        name: 'a product of numbers',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: '2 * 3 * 4 is 24, and 2**3 is 8.' }] }] },
      },
      {
        name: 'arguments of a program',
        document: {
          blocks: [
            { id: 'b1', type: 'paragraph', runs: [{ text: 'It takes **args and **kwargs, and __init__() too; C:\\new and \\nabla.' }] },
          ],
        },
      },
      {
        name: 'the head of a column',
        document: {
          blocks: [{ id: 'b1', type: 'table', columns: [{}], header_rows: 1, rows: [{ cells: [{ runs: [{ text: '# of items' }] }] }] }],
        },
      },
      { name: 'markup shown as code', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: '**bold**', code: true }] }] } },
    ],
  },
});
