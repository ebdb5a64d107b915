import { plainText } from '../../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../../document/walk.ts';
import { defineContentRule, type Hit } from '../../define-rule.ts';

/** Words that stand for words still to come. Case counts for those that are ordinary words in lower case. */
const PLACEHOLDERS = [
  /\blorem ipsum\b/i,
  /\b(?:FIXME|TKTK)\b/,
  /(?:^|[([{])\s*TODO\b(?!\s+\p{Lu}{2})|\bTODO(?=\s*(?:[:)\]}]|$))/mu,
  /\bX{4,}\b|[€$£]\s?X{2,}\b|\bX{2,}\s?[€%]/,
  /\{\{[^{}\n]{1,60}\}\}|\{%[^%\n]{1,60}%\}/,
  /<<\s*(?:[\p{Lu}\d_ ]{2,40}|\w+_\w+)\s*>>/u,
  /\[(?:insert|your|enter|name of|company name|insertar|inserte|su nombre|nombre de|tu nombre)\b[^[\]\n]{0,60}\]/i,
  /\[(?:date|client|name|amount|company|address|fecha|cliente|nombre|importe|empresa|dirección|cargo)(?: (?:of|de|del|here|aquí)\b[^[\]\n]{0,40})?\]/i,
];
/** "To be decided" is often what is meant, in a table above all. */
const UNDECIDED = /\b(?:TBD|TBC)\b/;
/** Quoted words with a bracket in them tell how something is worded elsewhere: a project called “Welcome, [your name]!”. */
const QUOTED = /[“«"][^“”«»"\n]{0,60}\[[^[\]\n]{1,40}\][^“”«»"\n]{0,60}[”»"]/gu;
/** Forms have room to write in. */
const BLANK = /_{6,}/;

/**
 * Roman thirty is three crosses, "todo" in capitals is Spanish for "all", and << >> are quotation marks to many: only what
 * nobody means is found. Signature lines are drawn with underscores in letters, contracts and minutes.
 */
export const placeholderLeft = defineContentRule({
  code: 'placeholder_left',
  severity: 'warning',
  formats: ['docx', 'pptx', 'xlsx', 'pdf'],
  foreign: { formats: ['docx', 'pptx', 'xlsx', 'pdf'] },
  summary: 'text that stands for text still to be written',
  check: ({ document, look }) => {
    const signed = look.type === 'contract' || look.type === 'letter' || look.type === 'minutes';
    return [...walkBlocks(document.blocks)].flatMap((block) =>
      blockRuns(block).flatMap((runs) => {
        const written = plainText(runs.filter((run) => !run.code && !run.math));
        // key figures of workbooks may be formulas, which name columns in brackets
        const text = block.type === 'kpis' && written.trimStart().startsWith('=') ? '' : written.replaceAll(QUOTED, ' … ');
        const found = PLACEHOLDERS.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
        const lighter = UNDECIDED.exec(text)?.[0] ?? (signed ? undefined : BLANK.exec(text)?.[0]);
        const said = found ?? lighter;
        if (said === undefined) return [];
        const hit: Hit = { message: `A placeholder is left in the text: "${said.slice(0, 60)}".`, location: { block_id: block.id } };
        return [found === undefined && (block.type === 'table' || BLANK.test(said)) ? { ...hit, severity: 'info' } : hit];
      }),
    );
  },
  examples: {
    fires: [
      { name: 'filler', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Lorem ipsum dolor sit amet.' }] }] } },
      {
        name: 'a bracketed name',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Dear [your name], we write to you.' }] }] },
      },
      {
        name: 'a sum to come',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'The price is €XX, TODO: ask sales.' }] }] },
      },
      { name: 'undecided', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'The venue is TBC.' }] }] } },
      {
        name: 'a template variable',
        document: { blocks: [{ id: 'b1', type: 'heading', level: 1, runs: [{ text: 'Offer for {{client}}' }] }] },
      },
    ],
    silent: [
      {
        name: 'a variable in code',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Write ' }, { text: '{{client}}', code: true }] }] },
      },
      {
        name: 'Roman thirty, a pair, quotation marks',
        document: {
          blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Chapter XXX tells of the pair [date, amount] and of <<la casa>>.' }] }],
        },
      },
      {
        name: 'quoted wording',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'You will see a project called “Welcome, [your name]!”.' }] }] },
      },
      {
        name: 'a formula',
        document: {
          blocks: [{ id: 'b1', type: 'kpis', items: [{ value: [{ text: '=SUM(Costs[Amount])' }], label: [{ text: 'Costs' }] }] }],
        },
      },
      {
        name: 'todo in capitals',
        document: { lang: 'es', blocks: [{ id: 'b1', type: 'heading', level: 1, runs: [{ text: 'TODO EL EQUIPO' }] }] },
      },
      {
        name: 'todo as a Spanish word',
        document: { lang: 'es', blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Todo el equipo asistió.' }] }] },
      },
      {
        name: 'signature line of a contract',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Signed: ____________' }] }] },
        look: { type: 'contract' },
      },
    ],
  },
});
