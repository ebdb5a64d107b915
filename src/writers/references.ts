/**
 * What the document counts and refers to, found before anything is written: captions, equations, clauses, headings and
 * the places that links point at. A reference can be before its target, so this takes a pass of its own.
 */
import { countingLetters, romanNumeral } from '../base/list-number.ts';
import type { Block } from '../document/block.ts';
import { plainText, type Run } from '../document/inline.ts';
import type { Document } from '../document/document.ts';
import { labelsOf, type Labels } from '../document/labels.ts';
import { blockRuns, childLists, walkBlocks } from '../document/walk.ts';

export interface Target {
  kind: 'heading' | 'clause' | 'caption' | 'equation' | 'block';
  /** On the whole: a heading's text, "Table 1", a clause's paragraph. */
  bookmark: string;
  /** On the number alone. */
  numberBookmark?: string;
  /** As it will be shown: "Table 1", "2.1(a)", the heading's text; '' where the target shows nothing. */
  label: string;
  number: string;
}

export interface HeadingEntry {
  blockId: string;
  /** 1 to 6, as in the file's outline. */
  level: number;
  runs: Run[];
  /** Number that the file counts before the text: "3" in minutes, "2." before a clause. */
  number: string;
  bookmark: string;
}

export interface References {
  /** By anchor, the author's `{#id}` or a heading's own slug. */
  targets: Map<string, Target>;
  captions: Map<string, { label: string; number: number }>;
  equations: Map<string, number>;
  headings: HeadingEntry[];
  /** Bookmark of a heading, where something points at it. */
  headingBookmarks: Map<string, string>;
  /** Level that a titled clause has in the outline: under the parts of a contract, or on top where it has none. */
  clauseLevel: number;
}

/** Rooms whose headings are part of the outline; elsewhere a heading is a bold line. */
const OUTLINED = new Set<Block['type']>(['columns', 'clause', 'slide', 'sheet']);

interface Walk {
  labels: Labels;
  languages: Document['languages'];
  references: References;
  referred: ReadonlySet<string>;
  names: Set<string>;
  /** How often a stem was taken, so that the next number is found at once. */
  stems: Map<string, number>;
  numbered: { table: boolean; figure: boolean };
  counts: { table: number; figure: number; equation: number };
  clauses: number[];
  slugs: Map<string, number>;
  /** Level that a titled clause has in the outline. */
  clauseLevel: number;
  headingCount: number | undefined;
  titleId: string | undefined;
}

/** @param numberedHeadings the first level counts, as in minutes */
export function collectReferences(document: Document, labels: Labels, numberedHeadings: boolean): References {
  const referred = new Set<string>();
  const captioned = { table: 0, figure: 0 };
  for (const block of walkBlocks(document.blocks)) {
    for (const runs of blockRuns(block))
      for (const run of runs) if (run.link?.startsWith('#') === true) referred.add(decodeAnchor(run.link));
    const kind = captionKind(block);
    if (kind !== undefined) captioned[kind] += 1;
  }
  const targeted = new Set(namedByNumber(document, labels));
  for (const block of walkBlocks(document.blocks)) {
    const kind = captionKind(block);
    if (kind !== undefined && block.anchor !== undefined && referred.has(block.anchor)) targeted.add(kind);
  }
  const sections = document.blocks.some((block) => block.type === 'heading' && block.id !== document.titleId);
  const clauseLevel = sections ? 2 : 1;
  const state: Walk = {
    labels,
    languages: document.languages,
    referred,
    names: new Set(),
    stems: new Map(),
    clauses: [0, 0, 0, 0],
    slugs: new Map(),
    clauseLevel,
    references: { targets: new Map(), captions: new Map(), equations: new Map(), headings: [], headingBookmarks: new Map(), clauseLevel },
    numbered: { table: captioned.table > 1 || targeted.has('table'), figure: captioned.figure > 1 || targeted.has('figure') },
    counts: { table: 0, figure: 0, equation: 0 },
    headingCount: numberedHeadings ? 0 : undefined,
    titleId: document.titleId,
  };
  visit(state, document.blocks, true);
  return state.references;
}

/** Of tables and figures: those of which the text speaks by a number, as "Table 1 shows" does. */
function namedByNumber(document: Document, labels: Labels): ('table' | 'figure')[] {
  const named = (['table', 'figure'] as const).map((kind) => ({
    kind,
    pattern: new RegExp(String.raw`(?<!\p{L})${labels[kind]}[ \u00a0]1(?![\d.])`, 'iu'),
  }));
  const texts = [...walkBlocks(document.blocks)].flatMap((block) => (block.type === 'paragraph' ? [plainText(block.runs)] : []));
  return named.flatMap(({ kind, pattern }) => (texts.some((text) => pattern.test(text)) ? [kind] : []));
}

/** `#my%20id` → `my id`; a malformed escape stands for itself. */
export function decodeAnchor(link: string): string {
  const raw = link.slice(1);
  return /%(?![0-9A-Fa-f]{2})/.test(raw) || !raw.includes('%')
    ? raw
    : Buffer.from(
        raw.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString('utf8');
}

function captionKind(block: Block): 'table' | 'figure' | undefined {
  if (block.type === 'table') return block.caption === undefined ? undefined : 'table';
  if (block.type === 'image') return block.caption === undefined ? undefined : 'figure';
  if (block.type === 'chart') return block.title === undefined ? undefined : 'figure';
  return undefined;
}

function visit(state: Walk, blocks: readonly Block[], outlined: boolean): void {
  for (const block of blocks) {
    visitOne(state, block, outlined);
    const inner = outlined && OUTLINED.has(block.type);
    // what is spoken to a slide is no part of the text
    for (const children of childLists(block)) visit(state, children, inner && !(block.type === 'slide' && children === block.notes));
  }
}

function visitOne(state: Walk, block: Block, outlined: boolean): void {
  const kind = captionKind(block);
  if (kind !== undefined) visitCaption(state, block, kind);
  else if (block.type === 'equation') visitEquation(state, block);
  else if (block.type === 'clause') visitClause(state, block, outlined);
  else if (block.type === 'heading' && block.id === state.titleId)
    addAnchor(state, block, { kind: 'heading', label: plainText(block.runs), number: '' });
  else if (block.type === 'heading' && outlined) addHeading(state, block, block.runs, block.level);
  else if (block.type === 'slide' && outlined && block.title !== undefined) addHeading(state, block, block.title, 1);
  else if (block.type === 'sheet' && outlined) addHeading(state, block, [{ text: block.name }], 1);
  else if (block.anchor !== undefined) addAnchor(state, block, { kind: 'block', label: '', number: '' });
}

function visitCaption(state: Walk, block: Block, kind: 'table' | 'figure'): void {
  if (!state.numbered[kind]) {
    addAnchor(state, block, { kind: 'block', label: labelsAt(state, block)[kind].toLowerCase(), number: '' });
    return;
  }
  const number = (state.counts[kind] += 1);
  state.references.captions.set(block.id, { label: labelsAt(state, block)[kind], number });
  addAnchor(state, block, { kind: 'caption', label: `${labelsAt(state, block)[kind]} ${number}`, number: String(number) });
}

const labelsAt = ({ labels, languages }: Walk, { id }: Block): Labels => {
  const lang = languages?.get(id);
  return lang === undefined ? labels : labelsOf(lang);
};

function visitEquation(state: Walk, block: Block): void {
  if (block.anchor === undefined) return;
  const number = (state.counts.equation += 1);
  state.references.equations.set(block.id, number);
  addAnchor(state, block, { kind: 'equation', label: `(${number})`, number: `(${number})` });
}

function visitClause(state: Walk, block: Extract<Block, { type: 'clause' }>, outlined: boolean): void {
  const at = block.level - 1;
  state.clauses[at] = (state.clauses[at] ?? 0) + 1;
  state.clauses.fill(0, at + 1);
  const number = clauseNumber(state.clauses, block.level);
  if (block.level === 1 && block.title !== undefined && outlined) addHeading(state, block, block.title, state.clauseLevel, `${number}.`);
  addAnchor(state, block, { kind: 'clause', label: number, number });
}

function clauseNumber([first = 0, second = 0, third = 0, fourth = 0]: readonly number[], level: number): string {
  let number = String(first);
  if (level >= 2) number += `.${second}`;
  if (level >= 3) number += `(${countingLetters(third)})`;
  if (level >= 4) number += `(${romanNumeral(fourth)})`;
  return number;
}

function addHeading(state: Walk, block: Block, runs: Run[], level: number, number = ''): void {
  const { references } = state;
  const bookmark = `_Toc${100_000_001 + references.headings.length}`;
  const text = plainText(runs);
  const own = number === '' ? headingNumber(state, level) : number;
  references.headings.push({ blockId: block.id, level, runs, number: own, bookmark });
  if (block.type === 'clause') return;
  const slug = slugOf(text);
  const seen = state.slugs.get(slug) ?? 0;
  state.slugs.set(slug, seen + 1);
  const implied = seen === 0 ? slug : `${slug}-${seen}`;
  const target: Target = { kind: 'heading', bookmark, label: text, number: own };
  const { targets } = references;
  if (block.anchor !== undefined && !targets.has(block.anchor)) {
    target.bookmark = bookmarkName(state, block.anchor);
    targets.set(block.anchor, target);
    references.headingBookmarks.set(block.id, target.bookmark);
  }
  if (state.referred.has(implied) && !targets.has(implied)) {
    targets.set(implied, target);
    references.headingBookmarks.set(block.id, target.bookmark);
  }
}

function headingNumber(state: Walk, level: number): string {
  if (state.headingCount === undefined || level !== 1) return '';
  state.headingCount += 1;
  return String(state.headingCount);
}

function addAnchor(state: Walk, block: Block, target: Omit<Target, 'bookmark' | 'numberBookmark'>): void {
  const { anchor } = block;
  if (anchor === undefined || state.references.targets.has(anchor)) return;
  const bookmark = bookmarkName(state, anchor);
  const numbered = target.kind === 'caption' || target.kind === 'equation';
  state.references.targets.set(anchor, {
    ...target,
    bookmark,
    ...(numbered ? { numberBookmark: bookmarkName(state, `${anchor}_n`) } : {}),
  });
}

/**
 * A legal, unique name: letters, digits and underscores, a letter first, at most 40 characters (§17.13.6.2). Word
 * compares names without case; a leading underscore hides a bookmark from the list that people see.
 */
function bookmarkName(state: Walk, anchor: string): string {
  const legal = anchor.replace(/[^\p{L}\p{N}_]/gu, '_');
  const stem = (/^\p{L}/u.test(legal) ? legal : `a_${legal}`).slice(0, 34);
  let name = stem;
  let count = state.stems.get(stem.toLowerCase()) ?? 1;
  while (state.names.has(name.toLowerCase())) name = `${stem}_${(count += 1)}`;
  state.stems.set(stem.toLowerCase(), count);
  state.names.add(name.toLowerCase());
  return name;
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
