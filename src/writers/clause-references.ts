/**
 * References to clauses are their numbers: `clause [Warranty](#warranty)` is "clause 2", and `the [Warranty](#warranty)`
 * "the Warranty (clause 2)". The writers show a link without a text as the number that its target has.
 */
import type { Block } from '../document/block.ts';
import type { Document } from '../document/document.ts';
import { plainText, type Run } from '../document/inline.ts';
import type { Labels } from '../document/labels.ts';
import { mapChildLists, mapRuns, walkBlocks } from '../document/walk.ts';

const NOUN =
  /(?<!\p{L})(?:clauses?|sections?|articles?|paragraphs?|cl[aá]usulas?|art[ií]culos?|apartados?|estipulaci[oó]n|klausel|ziffer|paragraph|clàusul[ae]s?|articol[oi]|artigos?)\s*$/iu;

/** Whether a text stands for the number already: "2.1", "(a)", "clause 4". */
const saysNumber = (text: string): boolean => text.trim() === '' || /\d/.test(text) || /^\s*(?:\([a-z]+\))+\s*$/i.test(text);

/** The document with its links to clauses as references by number; the very same where there are none. */
export function withClauseReferences(document: Document, labels: Labels): Document {
  const anchors = new Set<string>();
  for (const block of walkBlocks(document.blocks))
    if (block.type === 'clause' && block.anchor !== undefined) anchors.add(`#${block.anchor}`);
  if (anchors.size === 0) return document;
  const blocks = mapRuns(document.blocks, (runs) => {
    if (!runs.some((run) => run.link !== undefined && anchors.has(run.link) && !saysNumber(run.text))) return runs;
    const changed: Run[] = [];
    for (const [at, run] of runs.entries()) {
      // a link of several runs has its number behind the last
      const last = runs[at + 1]?.link !== run.link;
      if (run.link === undefined || !anchors.has(run.link) || saysNumber(linkText(runs, at))) changed.push(run);
      else if (NOUN.test(plainText(changed)) && last && runs[at - 1]?.link !== run.link) changed.push({ ...run, text: '' });
      else if (/^\s*(?:clause|cláusula|section|article|artículo)\s*$/iu.test(run.text) && last)
        changed.push({ ...plain(run), text: `${run.text.trim()}\u00A0` }, { ...run, text: '' });
      else changed.push(run, ...(last ? [{ text: ` (${labels.clause}\u00A0` }, { text: '', link: run.link }, { text: ')' }] : []));
    }
    return changed;
  });
  return { ...document, blocks };
}

/** The number of a clause as it is set: "2.", "2.1", "(a)", "(i)". */
function numberText(counts: readonly number[], level: number): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = counts;
  if (level === 1) return `${first}.`;
  if (level === 2) return `${first}.${second}`;
  return level === 3 ? `(${String.fromCharCode(96 + ((third - 1) % 26) + 1)})` : `(${'i'.repeat(Math.min(fourth, 3)) || fourth})`;
}

/** The document with the numbers of its clauses typed before them, for formats that count nothing: slides and sheets. */
export function withClauseNumbers(document: Document): Document {
  if (![...walkBlocks(document.blocks)].some(({ type }) => type === 'clause')) return document;
  const counts = [0, 0, 0, 0];
  const change = (blocks: Block[]): Block[] =>
    blocks.map((block) => {
      if (block.type !== 'clause') return mapChildLists(block, change);
      const at = block.level - 1;
      counts[at] = (counts[at] ?? 0) + 1;
      counts.fill(0, at + 1);
      const number: Run = { text: `${numberText(counts, block.level)} ` };
      const [first, ...others] = change(block.blocks);
      if (block.title) return { ...block, title: [number, ...block.title], blocks: first ? [first, ...others] : [] };
      if (first?.type !== 'paragraph') return { ...block, title: [number], blocks: first ? [first, ...others] : [] };
      return { ...block, blocks: [{ ...first, runs: [number, ...first.runs] }, ...others] };
    });
  return { ...document, blocks: change([...document.blocks]) };
}

/** The whole text of the link that a run belongs to. */
function linkText(runs: readonly Run[], at: number): string {
  const { link } = runs[at] ?? {};
  let from = at;
  let to = at;
  while (runs[from - 1]?.link === link) from--;
  while (runs[to + 1]?.link === link) to++;
  return plainText(runs.slice(from, to + 1));
}

function plain({ link: _link, ...run }: Run): Run {
  return run;
}
