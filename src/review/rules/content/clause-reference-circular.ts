import type { Block, Clause } from '../../../document/block.ts';
import { withClauseFigures } from '../../../document/clause-words.ts';
import { blockRuns, walkBlocks } from '../../../document/walk.ts';
import { defineContentRule } from '../../define-rule.ts';

/** What leaves the matter to another clause. "Subject to" and "without prejudice to" do not. */
const DEFERS =
  /(?:\bas (?:is |are )?(?:set out|laid down|defined|provided|described|stated|established|specified|agreed|fixed|determined)(?: for)? (?:in|by|under)|\bas(?= (?:clause|\d))|\b(?:set out|laid down|defined|provided for|described|specified|established|governed|determined|regulated|fixed) (?:in|by|under)|\bin accordance with|\bpursuant to|\baccording to|\bsee|\brefer to|\bseg[uú]n(?: (?:lo|se))?(?: (?:dispuesto|previsto|establecido|establece|indicado|indica|dispone|prev[eé]|pactado|acordado))?(?: en)?|\bconforme (?:a|con)(?: lo (?:dispuesto|previsto|establecido) en)?|\bde acuerdo con(?: lo (?:dispuesto|previsto|establecido) en)?|\ben los términos (?:de|previstos en|establecidos en)|\b(?:establecid|previst|definid|regulad|fijad|indicad|descrit|pactad|dispuest)[oa]s? (?:en|por)|\b(?:rige|regula|define|determina|fija|establece) (?:por|en)|\b(?:véase|ver|remite a|estará a lo dispuesto en)|\bselon|\bconformément (?:à|aux)|\bgemäß|\bnach|\bconforme|\bsegundo|\bnos termos d[ae])\s+(?:the |la |el |las |los |l['’]|der |a )?$/iu;
const NUMBERED = /(?:clauses?|sections?|articles?|cláusulas?|art[ií]culos?|artigos?|klausel|ziffer|§)\s*(\d{1,3}(?:\.\d{1,3})?)/giu;
/** A clause that says so much itself says something, whoever else does. */
const OWN_WORDS_MAX = 45;

interface Told {
  id: string;
  number: string;
  anchor: string | undefined;
  refersTo: Set<string>;
  /** It has a sum, a term or a day of its own. */
  figures: boolean;
  words: number;
}

/** Clauses of the first two levels by number; what a clause says at its own level, and where it leaves the matter to. */
function toldClauses(blocks: readonly Block[]): Told[] {
  const told: Told[] = [];
  let first = 0;
  let second = 0;
  for (const block of walkBlocks(blocks)) {
    if (block.type !== 'clause' || block.level > 2) continue;
    if (block.level === 1) [first, second] = [first + 1, 0];
    else second++;
    told.push(toldBy(block, block.level === 1 ? String(first) : `${first}.${second}`));
  }
  return told;
}

function toldBy(clause: Clause, number: string): Told {
  const refersTo = new Set<string>();
  let own = '';
  for (const part of clause.blocks) {
    if (part.type === 'clause' && part.level <= 2) {
      // what has clauses of its own is told by them
      own += ` ${part.level === 2 ? '1 '.repeat(OWN_WORDS_MAX) : ''}`;
      continue;
    }
    for (const inner of walkBlocks([part]))
      for (const runs of blockRuns(inner)) {
        let text = '';
        for (const run of runs) {
          if (run.link?.startsWith('#') === true && DEFERS.test(withoutNoun(text))) refersTo.add(run.link);
          text += run.link?.startsWith('#') === true ? '' : run.text;
        }
        text = withClauseFigures(text);
        for (const match of text.matchAll(NUMBERED)) if (DEFERS.test(text.slice(0, match.index))) refersTo.add(match[1] ?? '');
        own += ` ${text.replaceAll(NUMBERED, ' ')}`;
      }
  }
  return {
    id: clause.id,
    number,
    anchor: clause.anchor,
    refersTo,
    figures: /\d/.test(own),
    words: own.match(/[\p{L}\p{N}]+/gu)?.length ?? 0,
  };
}

/** "as set out in clause " → "as set out in ": a link stands behind the noun. */
const withoutNoun = (text: string): string => text.replace(/(?:clauses?|sections?|articles?|cláusulas?|art[ií]culos?)\s*$/iu, '');

/** Clauses that leave a matter to each other, or to themselves, so that nobody settles it. */
function circles(clauses: readonly Told[]): Told[][] {
  const named = new Map<string, Told>();
  for (const clause of clauses) {
    named.set(clause.number, clause);
    if (clause.anchor !== undefined) named.set(`#${clause.anchor}`, clause);
  }
  const empty = (clause: Told): boolean => !clause.figures && clause.words <= OWN_WORDS_MAX;
  const next = (clause: Told): Told[] => [...clause.refersTo].flatMap((name) => named.get(name) ?? []);
  const found: Told[][] = [];
  const seen = new Set<Told>();
  const follow = (clause: Told, path: Told[]): void => {
    const at = path.indexOf(clause);
    if (at >= 0) {
      const circle = path.slice(at);
      if (circle.length === 1 || circle.every(empty)) found.push(circle);
      return;
    }
    if (seen.has(clause)) return;
    for (const other of next(clause)) follow(other, [...path, clause]);
    seen.add(clause);
  };
  for (const clause of clauses) follow(clause, []);
  return found;
}

/** A clause says "as clause 2 says", and clause 2 "as clause 1 says": the contract settles nothing. */
export const clauseReferenceCircular = defineContentRule({
  code: 'clause_reference_circular',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  summary: 'clauses of a contract that leave a matter to each other, or to themselves, and none of which settles it',
  check: ({ document }) =>
    circles(toldClauses(document.blocks)).map((circle) => ({
      message:
        circle.length === 1
          ? `Clause ${circle[0]?.number ?? ''} refers to itself.`
          : `Clauses ${circle.map(({ number }) => number).join(', ')} refer to each other in a circle, and none of them says what is agreed.`,
      location: { block_id: circle[0]?.id ?? '' },
    })),
  examples: {
    fires: [
      { name: 'two clauses', document: { blocks: contract('The term is as set out in clause 2.', 'It ends as provided in clause 1.') } },
      {
        name: 'in Spanish',
        document: { blocks: contract('Según lo previsto en la cláusula 2.', 'Se estará a lo dispuesto en la cláusula 1.') },
      },
      { name: 'itself', document: { blocks: contract('The fee of 100 euros is paid as set out in clause 1.', 'The end.') } },
    ],
    silent: [
      { name: 'one way', document: { blocks: contract('The term is as set out in clause 2.', 'The term is one year.') } },
      {
        name: 'something is agreed',
        document: { blocks: contract('The fee is payable as set out in clause 2.', 'The fees in clause 1 are due in 30 days.') },
      },
      {
        name: 'subject to each other',
        document: { blocks: contract('Subject to clause 2, it ends in May.', 'Subject to clause 1, it begins.') },
      },
    ],
  },
});

function contract(...texts: string[]): Block[] {
  return texts.map((text, at): Block => ({
    id: `c${at + 1}`,
    type: 'clause',
    level: 1,
    title: [{ text: 'A clause' }],
    blocks: [{ id: `p${at + 1}`, type: 'paragraph', runs: [{ text }] }],
  }));
}
