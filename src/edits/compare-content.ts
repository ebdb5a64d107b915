/**
 * What differs between two versions of a file, block by block: inserted, deleted, changed (word by word) and moved, perhaps with other words in it. Blocks
 * are lined up by what they say; an address is that of its own version.
 */
import { append } from '../base/append.ts';
import { compareSheets } from './compare-sheets.ts';
import { diffWords } from './diff-words.ts';
import { findAnchors } from './find-anchors.ts';
import { findMoves } from './find-moves.ts';
import type { AddressedBlock } from './list-content.ts';
import { maxOf } from '../base/extremes.ts';
import { pairSlides } from './pair-slides.ts';
import { countWords, shareOfWords, type CountedWords } from './word-share.ts';

export interface ComparedBlock {
  address: string;
  type: string;
  text: string;
  level?: number;
  cells?: { address: string; text: string }[];
  /** Of slides without words: what they show. */
  print?: string;
}

export interface BlockChange {
  change: 'inserted' | 'deleted' | 'changed' | 'moved';
  type: string;
  /** Null where that version has no such block. */
  from: string | null;
  to: string | null;
  before?: string;
  after?: string;
  /** The text of a changed block, in pieces; of a moved one where its words are others too. */
  words?: { kind: 'same' | 'deleted' | 'inserted'; text: string }[];
}

/** Beyond it blocks are lined up by those that both versions have once, or equally often, and what lies between by itself. */
const TABLE_MAX = 16_000_000;
/** Share of words that two blocks have in common, from which on the one became the other. */
const ALIKE_MIN = 0.4;

const isContent = ({ type }: AddressedBlock): boolean => type !== 'revision' && type !== 'control';

/** Titles of charts are listed as texts of their own, too, so that they can be addressed: here they are the chart's. */
function withoutTitles(blocks: readonly AddressedBlock[]): AddressedBlock[] {
  const titles = new Map(blocks.flatMap(({ address, type, text }) => (type === 'chart' ? [[address, text.split('\n')] as const] : [])));
  return blocks.filter(({ address, type, text }) => {
    const left = type === 'chart_text' ? titles.get(address.slice(0, address.lastIndexOf('.'))) : undefined;
    const at = left?.indexOf(text) ?? -1;
    if (at >= 0) left?.splice(at, 1);
    return at < 0;
  });
}

/** Tables by their cells, slides by their shapes: one list in reading order. */
function flattenContent(blocks: readonly AddressedBlock[]): ComparedBlock[] {
  return withoutTitles(blocks.filter(isContent)).flatMap((block): ComparedBlock[] => {
    const { address, type, text, level, rows } = block;
    if (rows)
      return rows.map((row) => ({
        address: row.address,
        type: 'row',
        text: row.cells.map((cell) => cell.text).join('\t'),
        cells: row.cells,
      }));
    if (block.blocks) return flattenContent(block.blocks);
    return text === '' && type !== 'image' ? [] : [{ address, type, text, ...(level === undefined ? {} : { level }) }];
  });
}

const keyOf = ({ type, text, print = '' }: ComparedBlock): string => `${type === 'row' ? 'row' : 'text'} ${print || text}`;

type Pair<Block = ComparedBlock> = [from: Block | null, to: Block | null];

/** Longest common sequence; blocks in the gaps between are paired by how alike they are. */
export function alignBlocks<Block extends ComparedBlock>(from: readonly Block[], to: readonly Block[]): Pair<Block>[] {
  let head = 0;
  while (head < from.length && head < to.length && same(from[head], to[head])) head++;
  let tail = 0;
  while (tail < from.length - head && tail < to.length - head && same(from.at(-1 - tail), to.at(-1 - tail))) tail++;
  const pairs: Pair<Block>[] = from.slice(0, head).map((block, i) => [block, to[i] ?? null]);
  append(pairs, alignMiddle(from.slice(head, from.length - tail), to.slice(head, to.length - tail)));
  for (let i = tail; i > 0; i--) pairs.push([from.at(-i) ?? null, to.at(-i) ?? null]);
  return pairs;
}

const same = (a: ComparedBlock | undefined, b: ComparedBlock | undefined): boolean =>
  a !== undefined && b !== undefined && keyOf(a) === keyOf(b);

function alignMiddle<Block extends ComparedBlock>(from: readonly Block[], to: readonly Block[]): Pair<Block>[] {
  const [old, next] = [from.map(keyOf), to.map(keyOf)];
  if (from.length * to.length > TABLE_MAX) return alignLong(from, to, anchorsOf(old, next));
  const width = to.length + 1;
  const longest = new Uint16Array((from.length + 1) * width);
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      longest[i * width + j] =
        old[i] === next[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
    }
  }
  const pairs: Pair<Block>[] = [];
  let gap: { from: Block[]; to: Block[] } = { from: [], to: [] };
  const close = (): void => {
    append(pairs, pairGap(gap.from, gap.to));
    gap = { from: [], to: [] };
  };
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    const [a, b] = [from[i], to[j]];
    if (a && b && old[i] === next[j]) {
      close();
      pairs.push([a, b]);
      i++;
      j++;
    } else if (b === undefined || (a && (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))) {
      if (a) gap.from.push(a);
      i++;
    } else {
      gap.to.push(b);
      j++;
    }
  }
  close();
  return pairs;
}

function anchorsOf(old: readonly string[], next: readonly string[]): [number, number][] {
  const once = findAnchors(old, next);
  return once.length > 0 ? once : findAnchors(old, next, Infinity);
}

function alignLong<Block extends ComparedBlock>(
  from: readonly Block[],
  to: readonly Block[],
  anchors: readonly [number, number][],
): Pair<Block>[] {
  if (anchors.length === 0) return pairGap(from, to);
  const pairs: Pair<Block>[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...anchors, [from.length, to.length] as const]) {
    append(pairs, alignBlocks(from.slice(i, a), to.slice(j, b)));
    const [old, next] = [from[a], to[b]];
    if (old && next) pairs.push([old, next]);
    [i, j] = [a + 1, b + 1];
  }
  return pairs;
}

/** 0 nothing in common, 1 the same words. Each block is set against dozens, so its words are counted once. */
function createLikeness(): (a: ComparedBlock, b: ComparedBlock) => number {
  const known = new Map<ComparedBlock, CountedWords>();
  const wordsOf = (block: ComparedBlock): CountedWords => {
    const words = known.get(block) ?? countWords(block.text);
    known.set(block, words);
    return words;
  };
  return (a, b) => {
    if ((a.type === 'row') !== (b.type === 'row') || (a.type === 'image') !== (b.type === 'image')) return 0;
    const [old, next] = [wordsOf(a), wordsOf(b)];
    return old.total === 0 || next.total === 0 ? (a.text === b.text ? 1 : 0) : shareOfWords(old, next);
  };
}

/** Whether of two blocks that are alone between others the one became the other, whatever they say: a comment elsewhere is another comment. */
const mayBecome = (old: ComparedBlock, next: ComparedBlock | undefined): boolean =>
  old.type === next?.type && old.type !== 'image' && (old.type !== 'comment' || old.address === next.address);

/** How far ahead a block is looked for that the one became. */
const AHEAD_MAX = 12;

/** In order: each old block is what the first like enough of the new ones was. */
function pairGap<Block extends ComparedBlock>(from: readonly Block[], to: readonly Block[]): Pair<Block>[] {
  const pairs: Pair<Block>[] = [];
  const likeness = createLikeness();
  let next = 0;
  for (const [i, old] of from.entries()) {
    const ahead = to.slice(next, next + AHEAD_MAX);
    const only = from.length === 1 && to.length === 1 && mayBecome(old, to[0]) ? 0 : undefined;
    const found =
      only ??
      ahead.findIndex(
        (block) => likeness(old, block) >= Math.max(ALIKE_MIN, maxOf(from.slice(i + 1, i + 4).map((other) => likeness(other, block)))),
      );
    if (found < 0) {
      pairs.push([old, null]);
      continue;
    }
    for (const block of ahead.slice(0, found)) pairs.push([null, block]);
    pairs.push([old, ahead[found] ?? null]);
    next += found + 1;
  }
  for (const block of to.slice(next)) pairs.push([null, block]);
  return pairs;
}

function piecesOf(before: string, after: string): NonNullable<BlockChange['words']> {
  const pieces: NonNullable<BlockChange['words']> = [];
  let at = 0;
  const add = (kind: 'same' | 'deleted' | 'inserted', text: string): void => {
    if (text !== '') pieces.push({ kind, text });
  };
  for (const { start, end, text } of diffWords(before, after)) {
    add('same', before.slice(at, start));
    add('deleted', before.slice(start, end));
    add('inserted', text);
    at = end;
  }
  add('same', before.slice(at));
  return pieces;
}

const inserted = (block: ComparedBlock): BlockChange => ({
  change: 'inserted',
  type: block.type,
  from: null,
  to: block.address,
  after: block.text,
});
const deleted = (block: ComparedBlock): BlockChange => ({
  change: 'deleted',
  type: block.type,
  from: block.address,
  to: null,
  before: block.text,
});

/** What slides show beside their words, in their order: asked for those that have none, by their places from 0. */
export interface SlidePrints {
  from(wordless: ReadonlySet<number>): readonly string[];
  to(wordless: ReadonlySet<number>): readonly string[];
}

/** In the order of the newer version; what was deleted is where it was. */
export function compareContent(from: readonly AddressedBlock[], to: readonly AddressedBlock[], prints?: SlidePrints): BlockChange[] {
  const holds = (wanted: AddressedBlock['type']): boolean => [...from, ...to].some(({ type }) => type === wanted);
  if (holds('slide')) return compareSlides(from, to, prints);
  const isBook = holds('sheet');
  const cells = isBook ? compareSheets(from, to, alignBlocks) : [];
  const [old, next] = isBook ? [besideCells(from), besideCells(to)] : [flattenContent(from), flattenContent(to)];
  return [...cells, ...compareBlocks([{ pairs: alignBlocks(old, next) }])];
}

/** Of workbooks: charts, text boxes, comments, headers. */
const besideCells = (sheets: readonly AddressedBlock[]): ComparedBlock[] => sheets.flatMap(({ blocks = [] }) => flattenContent(blocks));

interface ComparedSlide extends ComparedBlock {
  blocks: ComparedBlock[];
  /** What is on it besides its own number, which another place gives it. */
  unnumbered: ComparedBlock[];
  isWordless: boolean;
}

/** Their texts are descriptions, or names that programs give: "Picture 2" is on every slide. */
const UNSPOKEN = new Set(['image', 'drawing', 'group']);

function asWhole(slide: AddressedBlock): ComparedSlide {
  const blocks = flattenContent(slide.blocks ?? []);
  const unnumbered = blocks.filter(({ text }) => `s${text}` !== slide.address);
  const text = unnumbered.map((block) => block.text).join('\n');
  const isWordless = unnumbered.every((block) => UNSPOKEN.has(block.type) || block.text.trim() === '');
  return { address: slide.address, type: 'slide', text, blocks, unnumbered, isWordless };
}

/** The number that is on both slides says nothing; where only one has it, it came or went. */
function alignSlides(old: ComparedSlide | null, next: ComparedSlide | null): Pair[] {
  const numbersOn = (slide: ComparedSlide | null): number => (slide?.blocks.length ?? 0) - (slide?.unnumbered.length ?? 0);
  const told = numbersOn(old) === numbersOn(next) ? 'unnumbered' : 'blocks';
  return alignBlocks(old?.[told] ?? [], next?.[told] ?? []);
}

/** Slides by what is on them; those that came, went or are elsewhere as wholes. */
function compareSlides(from: readonly AddressedBlock[], to: readonly AddressedBlock[], prints?: SlidePrints): BlockChange[] {
  const [old, next] = [from.map(asWhole), to.map(asWhole)];
  const wordless = (slides: readonly ComparedSlide[]): Set<number> =>
    new Set(slides.flatMap(({ isWordless }, at) => (isWordless ? [at] : [])));
  const [silent, nextSilent] = [wordless(old), wordless(next)];
  if (prints !== undefined && silent.size > 0 && nextSilent.size > 0) {
    for (const [slides, shown] of [[old, prints.from(silent)] as const, [next, prints.to(nextSilent)] as const])
      for (const [at, slide] of slides.entries()) if (slide.isWordless && shown[at] !== undefined) slide.print = shown[at];
  }
  const { pairs, moved } = pairSlides(alignBlocks(old, next));
  return compareBlocks(
    pairs.map(([old, next]): Group => {
      const blocks = alignSlides(old, next);
      if (old !== null && next !== null) {
        const { address, text, type } = next;
        const move: BlockChange = { change: 'moved', type, from: old.address, to: address, before: old.text, after: text };
        return { pairs: blocks, ...(moved.has(next) ? { told: [move] } : {}) };
      }
      return { pairs: blocks, told: next ? [inserted(next)] : old ? [deleted(old)] : [], isWhole: true };
    }),
  );
}

/** The change of a block that both versions have; the words are told where they are not the same. */
function paired(change: 'changed' | 'moved', old: ComparedBlock, next: ComparedBlock): BlockChange {
  return {
    change,
    type: next.type,
    from: old.address,
    to: next.address,
    before: old.text,
    after: next.text,
    ...(old.text === next.text ? {} : { words: piecesOf(old.text, next.text) }),
  };
}

/** Blocks that belong together. */
interface Group {
  pairs: readonly Pair[];
  /** What is said of the group itself. */
  told?: readonly BlockChange[];
  /** It came or went as a whole: of its blocks only those are told that are from elsewhere. */
  isWhole?: boolean;
}

function compareBlocks(groups: readonly Group[]): BlockChange[] {
  const { moved } = findMoves(groups.flatMap(({ pairs }) => pairs));
  const sources = new Map([...moved].map(([old, next]) => [next, old]));
  return groups.flatMap(({ pairs, told = [], isWhole = false }): BlockChange[] => {
    const gone = (old: ComparedBlock | null): BlockChange[] => (old === null || moved.has(old) || isWhole ? [] : [deleted(old)]);
    const come = (next: ComparedBlock | null): BlockChange[] => {
      const source = next === null ? undefined : sources.get(next);
      if (next !== null && source !== undefined) return [paired('moved', source, next)];
      return next === null || isWhole ? [] : [inserted(next)];
    };
    const blocks = pairs.flatMap(([old, next]): BlockChange[] => {
      if (old === null || next === null || moved.has(old) || sources.has(next)) return [...gone(old), ...come(next)];
      return old.text === next.text ? [] : [paired('changed', old, next)];
    });
    return [...told, ...blocks];
  });
}
