/**
 * British and American spelling of English, told by words that each side writes in one way only. Names (capitals inside a sentence),
 * quotations, code and passages in other languages are no evidence; nor is "program", which both write, nor -ize, which Oxford does.
 */
import { append } from '../base/append.ts';
import type { Block } from './block.ts';
import type { Run } from './inline.ts';
import { blockRuns, childLists } from './walk.ts';

/** Words that end in -our and -or, with what may follow. */
const OUR =
  /^(?:col|fav|behavi|neighb|harb|flav|endeav|lab|hon|rum|splend)our(?:s|ed|ing|ful|less|able|ably|ite|ites|hood|hoods|er|ers|al|ally|ly)?$/;
const OR =
  /^(?:col|fav|behavi|neighb|harb|flav|endeav|lab|hon|rum|splend)or(?:s|ed|ing|ful|less|able|ably|ite|ites|hood|hoods|er|ers|al|ally|ly)?$/;
/** Others, each side's beginning; words of both sides ("program", "check", "meter", "license") are not among them. */
const PAIRS: readonly [british: string, american: string][] = [
  ['centre', 'center'],
  ['centred', 'centered'],
  ['kilometre', 'kilometer'],
  ['litre', 'liter'],
  ['theatre', 'theater'],
  ['fibre', 'fiber'],
  ['calibre', 'caliber'],
  ['defence', 'defense'],
  ['offence', 'offense'],
  ['analyse', 'analyze'],
  ['analysing', 'analyzing'],
  ['paralyse', 'paralyze'],
  ['grey', 'gray'],
  ['aluminium', 'aluminum'],
  ['jewellery', 'jewelry'],
  ['plough', 'plow'],
  ['sceptical', 'skeptical'],
  ['manoeuvre', 'maneuver'],
  ['travelled', 'traveled'],
  ['travelling', 'traveling'],
  ['traveller', 'traveler'],
  ['cancelled', 'canceled'],
  ['cancelling', 'canceling'],
  ['modelled', 'modeled'],
  ['modelling', 'modeling'],
  ['labelled', 'labeled'],
  ['labelling', 'labeling'],
  ['fuelled', 'fueled'],
  ['signalled', 'signaled'],
  ['enrolment', 'enrollment'],
  ['instalment', 'installment'],
  ['fulfilment', 'fulfillment'],
  ['skilful', 'skillful'],
];
const SIDES = new Map<string, 'british' | 'american'>(
  PAIRS.flatMap(([british, american]) =>
    ['', 's', 'd'].flatMap((end): [string, 'british' | 'american'][] => [
      [british + end, 'british'],
      [american + end, 'american'],
    ]),
  ),
);
/** -ise of verbs that Americans never write; "advise" and "exercise" are in both. */
const VERBS =
  '(?:organ|real|recogn|optim|minim|maxim|priorit|author|util|final|summar|emphas|modern|standard|special|general|critic|apolog|central|digit|custom|categor|visual|stabil|mobil|normal|capital|character)';
const ENDINGS = '(?:e|es|ed|ing|ation|ations|ational|er|ers)$';
const ISE = new RegExp(`^${VERBS}is${ENDINGS}`);
const IZE = new RegExp(`^${VERBS}iz${ENDINGS}`);

export interface Spelling {
  /** Words as they were first written, once each. */
  british: string[];
  american: string[];
  /** Which Americans write, and Oxford too: they speak against British only beside -ise. */
  ize: string[];
}

function sideOf(word: string): keyof Spelling | undefined {
  if (OUR.test(word) || ISE.test(word)) return 'british';
  if (OR.test(word)) return 'american';
  return IZE.test(word) ? 'ize' : SIDES.get(word);
}

const QUOTED = /["“«][^"”»]{0,400}["”»]|‘[^’]{0,400}’(?!\p{L})/gu;
/** A capital that begins no sentence: a name. */
const NAME = /(?<=[\p{L}\p{N},;)’'-]\s+)\p{Lu}[\p{L}’'-]*/gu;

/** No word is longer. */
const PIECE_CHARS_MAX = 80;
const ADDRESS = /:\/\/|@|\.\w{2,4}\b/;

/** What a plain text is spelled like. */
export function spellingOf(text: string, into: Spelling = { british: [], american: [], ize: [] }): Spelling {
  const plain = text
    .replaceAll(QUOTED, ' ')
    .split(/\s+/)
    .filter((piece) => piece.length <= PIECE_CHARS_MAX && !ADDRESS.test(piece))
    .join(' ')
    .replaceAll(NAME, ' ');
  for (const [word] of plain.matchAll(/\p{L}{4,}/gu)) {
    const lower = word.toLowerCase();
    const side = sideOf(lower);
    if (side !== undefined && !into[side].includes(lower)) into[side].push(lower);
  }
  return into;
}

/** What the blocks are spelled like, quotations and code left out. @param lang of the document */
export function spellingOfBlocks(blocks: readonly Block[], lang: string): Spelling {
  const found: Spelling = { british: [], american: [], ize: [] };
  const english = (run: Run): boolean =>
    run.code !== true && run.math !== true && run.link === undefined && /^en\b/i.test(run.lang ?? lang);
  const waiting: Block[] = [...blocks];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block.type === 'quote' || block.type === 'code') continue;
    for (const runs of blockRuns(block)) spellingOf(runs.map((run) => (english(run) ? run.text : ' ')).join(''), found);
    for (const list of childLists(block)) append(waiting, list);
  }
  return found;
}

/** Words of one side that a text is mixed with; undefined where it is not clear which side it is on. */
export function mixedWith({ british, american, ize }: Spelling): { side: 'British' | 'American'; strange: string[] } | undefined {
  const ise = british.some((word) => ISE.test(word));
  const against = [...american, ...(ise ? ize : [])];
  if (british.length >= SIDE_MIN && british.length >= against.length * 2) return { side: 'British', strange: against };
  if (american.length + ize.length >= SIDE_MIN && american.length >= 1 && american.length + ize.length >= british.length * 2)
    return { side: 'American', strange: british };
  return undefined;
}

/** So many different words say which side a text is on. */
const SIDE_MIN = 2;
