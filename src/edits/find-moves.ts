/**
 * Which blocks of two aligned versions only changed place. A move is claimed where chance is ruled out: the text is long enough
 * and stands once in each version, or most of its words are those of one block and of no other; and something that stayed lies between
 * the two places. What stood beside it and went along, however short, belongs to it.
 */
import { countWords, shareOfWords, type CountedWords } from './word-share.ts';

export interface MovableBlock {
  type: string;
  text: string;
}

type Pair<Block> = [from: Block | null, to: Block | null];

export interface Moves<Block> {
  /** The pairs given, in which no block that moved is paired with another one. */
  pairs: Pair<Block>[];
  /** Block of the older version → the same one in the newer version. */
  moved: Map<Block, Block>;
}

/** Short texts are in many places: that one is gone here and new there says nothing. */
const CHARS_MIN = 20;
/** Blocks of fewer words are known again by their whole text alone. */
const WORDS_MIN = 8;
/** Share of words in common from which on a block elsewhere is the same one, changed. */
const ALIKE_MIN = 0.7;
/** As much less alike any other block has to be. */
const MARGIN = 0.15;
/** A pair less alike than this is given up for the same text elsewhere. */
const KEPT_MIN = 0.7;
/** A pair less alike than this was put together by its place alone. */
const WEAK_MAX = 0.4;
/** More blocks than this are compared by whole texts alone. */
const COMPARED_MAX = 60_000;

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const sortOf = ({ type }: MovableBlock): string => (type === 'row' || type === 'image' ? type : 'text');
const keyOf = (block: MovableBlock): string => `${sortOf(block)} ${plain(block.text)}`;

interface Search<Block extends MovableBlock> {
  pairs: readonly Pair<Block>[];
  old: Block[];
  next: Block[];
  /** Of each block its pair's number. */
  placeOf: Map<Block, number>;
  /** How alike the block is to what it is paired with; 0 where it is alone. */
  held: Map<Block, number>;
  words: Map<Block, CountedWords>;
  moved: Map<Block, Block>;
  /** Of both versions: all that is known to have moved. */
  taken: Set<Block>;
  canMove: (block: Block) => boolean;
}

function beginSearch<Block extends MovableBlock>(pairs: readonly Pair<Block>[], canMove: (block: Block) => boolean): Search<Block> {
  const placeOf = new Map(pairs.flatMap((pair, at) => pair.flatMap((block) => (block === null ? [] : [[block, at] as const]))));
  const held = new Map<Block, number>();
  for (const [one, other] of pairs) {
    if (one !== null && other !== null && keyOf(one) === keyOf(other)) {
      held.set(one, 1).set(other, 1);
      continue;
    }
    const share = one === null || other === null ? 0 : shareOfWords(countWords(one.text), countWords(other.text));
    for (const block of [one, other]) if (block !== null) held.set(block, share);
  }
  const present = (block: Block | null): Block[] => (block === null ? [] : [block]);
  return {
    pairs,
    old: pairs.flatMap(([one]) => present(one)),
    next: pairs.flatMap(([, other]) => present(other)),
    placeOf,
    held,
    words: new Map(),
    moved: new Map(),
    taken: new Set(),
    canMove,
  };
}

const isFree = <Block extends MovableBlock>({ held, taken, canMove }: Search<Block>, block: Block, below: number): boolean =>
  canMove(block) && !taken.has(block) && (held.get(block) ?? 0) < below;

/** Whether what stayed lies between the two places: otherwise the one merely took the place of the other. */
function crosses<Block extends MovableBlock>({ pairs, placeOf, taken }: Search<Block>, from: Block, to: Block): boolean {
  const [a, b] = [placeOf.get(from) ?? 0, placeOf.get(to) ?? 0];
  return pairs
    .slice(Math.min(a, b) + 1, Math.max(a, b))
    .some(([one, other]) => one !== null && other !== null && !taken.has(one) && !taken.has(other) && plain(other.text) !== '');
}

function claim<Block extends MovableBlock>({ moved, taken }: Search<Block>, from: Block, to: Block): void {
  moved.set(from, to);
  taken.add(from).add(to);
}

function claimSameTexts<Block extends MovableBlock>(search: Search<Block>): void {
  const [before, after] = [Map.groupBy(search.old, keyOf), Map.groupBy(search.next, keyOf)];
  for (const [key, [from, ...others]] of before) {
    const [to, ...more] = after.get(key) ?? [];
    if (from === undefined || to === undefined || others.length + more.length > 0) continue;
    if (plain(from.text).length < CHARS_MIN || !isFree(search, from, KEPT_MIN) || !isFree(search, to, KEPT_MIN)) continue;
    if (crosses(search, from, to)) claim(search, from, to);
  }
}

function wordsIn<Block extends MovableBlock>({ words }: Search<Block>, block: Block): CountedWords {
  const known = words.get(block) ?? countWords(block.text);
  words.set(block, known);
  return known;
}

/** Whether any other block of either version comes near to what these two have in common: then the one may as well be from there. */
function hasRival<Block extends MovableBlock>(search: Search<Block>, from: Block, to: Block, share: number): boolean {
  const isNear = (block: Block, other: Block): boolean => shareOfWords(wordsIn(search, block), wordsIn(search, other)) > share - MARGIN;
  return search.old.some((one) => one !== from && isNear(one, to)) || search.next.some((one) => one !== to && isNear(one, from));
}

/** Changed on the way: most of the words of this block, and of no other. */
function claimChanged<Block extends MovableBlock>(search: Search<Block>): void {
  const canChange = (block: Block): boolean =>
    isFree(search, block, WEAK_MAX) && sortOf(block) === 'text' && wordsIn(search, block).total >= WORDS_MIN;
  const [gone, come] = [search.old.filter(canChange), search.next.filter(canChange)];
  if (gone.length * come.length > COMPARED_MAX) return;
  for (const from of gone)
    for (const to of come) {
      const share = shareOfWords(wordsIn(search, from), wordsIn(search, to));
      if (share < ALIKE_MIN || search.taken.has(to) || !crosses(search, from, to) || hasRival(search, from, to, share)) continue;
      claim(search, from, to);
      break;
    }
}

/** A heading, or an empty paragraph, that goes along with what it stood beside. */
function claimNeighbours<Block extends MovableBlock>(search: Search<Block>): void {
  const { old, next } = search;
  const [oldAt, nextAt] = [new Map(old.map((block, at) => [block, at])), new Map(next.map((block, at) => [block, at]))];
  for (const [from, to] of search.moved)
    for (const step of [-1, 1])
      for (let distance = step; ; distance += step) {
        const [one, other] = [old[(oldAt.get(from) ?? 0) + distance], next[(nextAt.get(to) ?? 0) + distance]];
        if (one === undefined || other === undefined || keyOf(one) !== keyOf(other)) break;
        if (!isFree(search, one, WEAK_MAX) || !isFree(search, other, WEAK_MAX)) break;
        claim(search, one, other);
      }
}

/**
 * @param pairs in the order of both versions, as `alignBlocks` gives them
 * @param canMove whether a block may be shown as moved at all
 */
export function findMoves<Block extends MovableBlock>(
  pairs: readonly Pair<Block>[],
  canMove: (block: Block) => boolean = () => true,
): Moves<Block> {
  const search = beginSearch(pairs, canMove);
  claimSameTexts(search);
  claimChanged(search);
  claimNeighbours(search);
  const { moved, taken } = search;
  return {
    pairs: pairs.flatMap((pair): Pair<Block>[] => {
      const [one, other] = pair;
      const isTorn = one !== null && other !== null && (taken.has(one) || taken.has(other));
      return isTorn
        ? [
            [one, null],
            [null, other],
          ]
        : [pair];
    }),
    moved,
  };
}
