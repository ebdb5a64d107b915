import { plainText } from '../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../document/walk.ts';
import { defineContentRule } from '../define-rule.ts';

/** Words that stand for words still to come. Case counts for those that are ordinary words in lower case. */
const PLACEHOLDERS = [
  /\blorem ipsum\b/i, /\b(?:TODO|TBD|TBC|FIXME)\b/, /\bX{3,}\b/, /\{\{[^{}\n]{1,60}\}\}/, /<<[^<>\n]{1,60}>>/,
  /\[(?:insert|your|add|enter|name of|company name|date|client|insertar|inserte|su nombre|nombre de|tu nombre|fecha|cliente)\b[^[\]\n]{0,60}\]/i,
  /_{6,}/,
];

/** Signature lines are drawn with underscores in many contracts: they are not placeholders there. */
export const placeholderLeft = defineContentRule({
  code: 'placeholder_left',
  severity: 'warning',
  summary: 'text that stands for text still to be written',
  check: ({ document, look }) => {
    const patterns = look.type === 'contract' || look.type === 'letter' || look.type === 'minutes' ? PLACEHOLDERS.slice(0, -1) : PLACEHOLDERS;
    return [...walkBlocks(document.blocks)].flatMap((block) => blockRuns(block).flatMap((runs) => {
      const text = plainText(runs.filter((run) => !run.code && !run.math));
      const found = patterns.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
      return found === undefined ? [] : [{ message: `A placeholder is left in the text: "${found.slice(0, 60)}".`, location: { block_id: block.id } }];
    }));
  },
  examples: {
    fires: [
      { name: 'filler', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Lorem ipsum dolor sit amet.' }] }] } },
      { name: 'a bracketed name', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Dear [your name], we write to you.' }] }] } },
      { name: 'a template variable', document: { blocks: [{ id: 'b1', type: 'heading', level: 1, runs: [{ text: 'Offer for {{client}}' }] }] } },
    ],
    silent: [
      { name: 'a variable in code', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Write ' }, { text: '{{client}}', code: true }] }] } },
      { name: 'todo as a Spanish word', document: { lang: 'es', blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Todo el equipo asistió.' }] }] } },
      { name: 'signature line of a contract', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Signed: ____________' }] }] }, look: { type: 'contract' } },
    ],
  },
});
