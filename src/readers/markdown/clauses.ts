/**
 * Contracts whose numbers are typed (`## 2. Payment`, `2.1 The Client pays …`, `(a) …`) → clauses, whose numbers are
 * counted. Only where the typed numbers are those that counting gives: a contract's own numbers must never change.
 */
import type { Block, Clause, Heading, Paragraph } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import type { Run } from '../../document/inline.ts';
import type { Range } from './blocks.ts';

const TITLE_NUMBER =
  /^(?:(?:clause|section|article|cláusula|artículo|artigo|articolo|artikel|art\.|§)\s*)?(\d{1,3})(?:[.):]|\.?[-–—]|\s+[-–—:])?\s+(?=\S)/i;

/**
 * The blocks of a contract with its sections as clauses: those whose numbers are typed, if they are in order; where no
 * heading has a number, those under plain headings, because the clauses of a contract are numbered (interface §2.1).
 */
export function readClauses(blocks: readonly Block[], ranges: Map<Block, Range>): Block[] {
  if (blocks.some((block) => block.type === 'clause')) return [...blocks];
  const headings = blocks.filter((block) => block.type === 'heading');
  const numbered = headings.filter((heading) => TITLE_NUMBER.test(plainText(heading.runs)));
  if (numbered.length === 0) return readPlainClauses(blocks, headings, ranges);
  const level = leastLevel(numbered);
  const titles = new Set<Block>(numbered.filter((heading) => heading.level === level));
  const inOrder = [...titles].every(
    (title, index) => title.type === 'heading' && TITLE_NUMBER.exec(plainText(title.runs))?.[1] === String(index + 1),
  );
  if (titles.size < 2 || !inOrder) return [...blocks];
  const result = gather(blocks, titles, level, ranges);
  for (const [index, clause] of result.filter((block) => block.type === 'clause').entries())
    clause.blocks = readSubclauses(clause.blocks, index + 1);
  return result;
}

const leastLevel = (headings: readonly Heading[]): number => headings.reduce((least, heading) => Math.min(least, heading.level), 7);

/** Headings of the parts of a contract, which are no clauses, and of what comes behind the last clause. */
const PART =
  /^(?:the\s+)?(?:parties|background|recitals?|whereas|preamble|agreed terms|terms$|partes|antecedentes|reunidos|comparecen|intervienen|exponen|manifiestan|preámbulo|cláusulas|estipulaciones|pactos)\b/iu;
const BEHIND = /^(?:signatures?|signed|execution|in witness|schedules?|annex|appendix|exhibit|attachment|firmas?|anexos?|apéndice)\b/iu;
/** "First", "Primera", "Cláusula II", "Article A": numbered already, in words. */
const SPELLED =
  /^(?:(?:clause|section|article|cláusula|artículo|part|parte)\s|(?:first|second|third|fourth|primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|sext[oa])\b|[ivx]+[.)]|[a-z][.)]\s|§)/iu;

function readPlainClauses(blocks: readonly Block[], headings: readonly Heading[], ranges: Map<Block, Range>): Block[] {
  const texts = new Map(headings.map((heading) => [heading, plainText(heading.runs).trim()]));
  const textOf = (heading: Heading): string => texts.get(heading) ?? '';
  const behind = headings.findIndex((heading) => BEHIND.test(textOf(heading)));
  const candidates = (behind < 0 ? headings : headings.slice(0, behind)).filter(
    (heading, index) => !(index === 0 && heading.level === 1) && !PART.test(textOf(heading)),
  );
  if (candidates.some((heading) => SPELLED.test(textOf(heading)))) return [...blocks];
  const level = leastLevel(candidates);
  const titles = new Set<Block>(candidates.filter((heading) => heading.level === level));
  return titles.size < PLAIN_CLAUSES_MIN ? [...blocks] : gather(blocks, titles, level, ranges);
}

/** Fewer headings than this are the parts of a short text, not clauses that anybody refers to. */
const PLAIN_CLAUSES_MIN = 3;

/** Each title with what follows it, up to the next heading of its level, as one clause. */
function gather(blocks: readonly Block[], titles: ReadonlySet<Block>, level: number, ranges: Map<Block, Range>): Block[] {
  const result: Block[] = [];
  let open: Clause | undefined;
  for (const block of blocks) {
    const range = ranges.get(block);
    if (block.type === 'heading' && titles.has(block)) {
      open = beginClause(block);
      if (range) ranges.set(open, [...range]);
      result.push(open);
    } else if (open && !endsClause(block, level)) {
      open.blocks.push(block);
      const own = ranges.get(open);
      if (range && own) own[1] = Math.max(own[1], range[1]);
    } else {
      open = undefined;
      result.push(block);
    }
  }
  return result;
}

function beginClause(title: Heading): Clause {
  const clause: Clause = { id: '', type: 'clause', level: 1, title: withoutPrefix(title.runs, TITLE_NUMBER), blocks: [] };
  if (title.anchor !== undefined) clause.anchor = title.anchor;
  return clause;
}

/** "Torino, 3 novembre 2026": where and when it is signed. */
const SIGNED_AT = /^\p{Lu}[\p{L} .'’-]{1,30},\s*(?:(?:the|den|el|le|lì|li|a|em|op)\s+)?\d{1,2}[^\d]{1,20}\d{4}\.?$/u;

function endsClause(block: Block, level: number): boolean {
  if (block.type === 'heading') return block.level <= level;
  return (
    block.type === 'signatures' ||
    (block.type === 'paragraph' && SIGNED_AT.test(plainText(block.runs).trim())) ||
    block.type === 'divider' ||
    block.type === 'page_break' ||
    block.type === 'footnotes' ||
    block.type === 'toc'
  );
}

/** Runs without the number at their beginning. */
function withoutPrefix(runs: readonly Run[], prefix: RegExp): Run[] {
  let length = prefix.exec(plainText(runs))?.[0].length ?? 0;
  const left: Run[] = [];
  for (const run of runs) {
    const cut = Math.min(length, run.text.length);
    length -= cut;
    if (cut < run.text.length || run.footnote !== undefined) left.push({ ...run, text: run.text.slice(cut) });
  }
  return left;
}

// ---------------------------------------------------------------------------------------------------------- subclauses

const LETTER = /^\(?([a-z])\)\s+(?=\S)/;

/** `2.1 …` paragraphs and headings → clauses of level 2 with what follows them, if all of the numbers are in order. */
function readSubclauses(blocks: readonly Block[], first: number): Block[] {
  const prefix = new RegExp(`^${first}\\.(\\d{1,3})\\.?\\s+(?=\\S)`);
  const textOf = (block: Block): string | undefined =>
    block.type === 'paragraph' || block.type === 'heading' ? plainText(block.runs) : undefined;
  const numberOf = (block: Block): string | undefined => prefix.exec(textOf(block) ?? '')?.[1];
  const numbers = blocks.map(numberOf).filter((number) => number !== undefined);
  const foreign = blocks.some((block) => /^\d{1,3}\.\d{1,3}(?:\.\d+)*\.?\s/.test(textOf(block) ?? '') && numberOf(block) === undefined);
  if (foreign || numbers.length === 0 || numbers.some((number, index) => number !== String(index + 1))) return readLetters(blocks);
  const result: Block[] = [];
  let open: Clause | undefined;
  for (const block of blocks) {
    if (numberOf(block) !== undefined && (block.type === 'paragraph' || block.type === 'heading')) {
      open = { id: '', type: 'clause', level: 2, blocks: [] };
      const runs = withoutPrefix(block.runs, prefix);
      if (block.type === 'heading') open.title = runs;
      else open.blocks.push({ id: '', type: 'paragraph', runs } satisfies Paragraph);
      if (block.anchor !== undefined) open.anchor = block.anchor;
      result.push(open);
    } else if (open) open.blocks.push(block);
    else result.push(block);
  }
  for (const block of result) if (block.type === 'clause') block.blocks = readLetters(block.blocks);
  return result;
}

/** `(a) …` paragraphs in order → clauses of level 3. */
function readLetters(blocks: readonly Block[]): Block[] {
  const letterOf = (block: Block): string | undefined => (block.type === 'paragraph' ? LETTER.exec(plainText(block.runs))?.[1] : undefined);
  const letters = blocks.map(letterOf).filter((letter) => letter !== undefined);
  if (letters.length < 2 || letters.some((letter, index) => letter !== String.fromCharCode(97 + index))) return [...blocks];
  return blocks.map((block): Block => {
    if (block.type !== 'paragraph' || letterOf(block) === undefined) return block;
    const clause: Clause = {
      id: '',
      type: 'clause',
      level: 3,
      blocks: [{ id: '', type: 'paragraph', runs: withoutPrefix(block.runs, LETTER) }],
    };
    if (block.anchor !== undefined) clause.anchor = block.anchor;
    return clause;
  });
}
