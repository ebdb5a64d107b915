import { plainText } from '../../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../../document/walk.ts';
import { defineContentRule } from '../../define-rule.ts';

/** UTF-8 read as Windows-1252 ("Ã©" for "é", "â€™" for "’"), once or twice, and the sign for what could not be read at all. */
const GARBLED =
  /Ã[\u0080-\u00BF\u201A-\u203A\u20AC\u2122\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC]|â€(?:[\u0098-\u00A6\u0153\u2122\u02DC\u201C\u201D\u00A2\u00A6]|[“”œ™˜¦¢])|Â[\u00A0-\u00BF](?=\s|\p{L}|$)|\uFFFD/u;
const AROUND = 12;

/** Never repaired: what a letter was is a guess. */
export const textGarbled = defineContentRule({
  code: 'text_garbled',
  severity: 'warning',
  formats: ['docx', 'pptx', 'pdf'],
  foreign: { formats: ['docx', 'pptx', 'xlsx', 'pdf'] },
  summary: 'letters that were read in the wrong encoding',
  check: ({ document }) =>
    [...walkBlocks(document.blocks)].flatMap((block) =>
      blockRuns(block).flatMap((runs) => {
        const text = plainText(runs.filter((run) => !run.code && !run.math));
        const found = GARBLED.exec(text);
        return found === null
          ? []
          : [
              {
                message: `Letters are garbled in "${text.slice(Math.max(0, found.index - AROUND), found.index + AROUND).trim()}"; save the text as UTF-8.`,
                location: { block_id: block.id },
              },
            ];
      }),
    ),
  examples: {
    fires: [
      { name: 'accents', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'La reuniÃ³n fue el lunes.' }] }] } },
      { name: 'an apostrophe', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'It isâ€™t so.' }] }] } },
      { name: 'a letter lost', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'The caf\uFFFD is open.' }] }] } },
    ],
    silent: [
      {
        name: 'letters of Portuguese and Vietnamese',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'São João, IRMÃ, MAÇÃ, Ân, Âm nhạc, NÃO' }] }] },
      },
      { name: 'as code', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Ã©', code: true }] }] } },
    ],
  },
});
