/** Where the blocks of a page are on it: the lines that say what they say. */
import type { Block } from '../../document/block.ts';
import type { Box, RenderedDocument, RenderedLine, RenderedPage } from '../../document/rendered-document.ts';
import { turnBox } from '../../document/turn-box.ts';
import { blockText } from '../../document/walk.ts';

interface PlacedBlock {
  /** 1-based. */
  page: number;
  type: string;
  text: string;
  /** Points from the upper left corner of the page: left, top, right, bottom; null where no line of the page says it. */
  box: [number, number, number, number] | null;
  /** Its words are those of a model that looked at the picture. */
  described?: true;
}

export interface Layout {
  /** In points. */
  pages: { page: number; width: number; height: number }[];
  blocks: PlacedBlock[];
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const round = (points: number): number => Math.round(points * 10) / 10;
/** The share of a line's words that a block has to have. */
const OWN_SHARE = 0.6;

/** Writing without spaces: the words of a block are none of its lines, of which it has many in one. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** In other writing, letters that stand in a line by themselves, as parts of a spaced or divided word do: fewer are in many a block. */
const LETTERS_MIN = 4;

/** Words that a block still waits for, with its box so far. */
interface Open {
  block: Block;
  left: Map<string, number>;
  /** Its letters without what is between them, as far as no line has them yet. */
  letters: string;
  box: [number, number, number, number] | null;
}

function openBlock(block: Block): Open {
  const left = new Map<string, number>();
  const words = wordsOf(blockText(block));
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  return { block, left, letters: words.join(''), box: null };
}

function take(open: Open, words: readonly string[]): void {
  for (const word of words) open.left.set(word, (open.left.get(word) ?? 0) - 1);
  open.letters = open.letters.replace(words.join(''), '');
}

/** The first block that has the letters of the line, where none has its words. */
function byLetters(open: readonly Open[], words: readonly string[]): Open | undefined {
  const letters = words.join('');
  return letters.length >= LETTERS_MIN || UNSPACED.test(letters) ? open.find((one) => one.letters.includes(letters)) : undefined;
}

const shareOf = ({ left }: Open, words: readonly string[]): number =>
  words.filter((word) => (left.get(word) ?? 0) > 0).length / Math.max(1, words.length);

function widen(open: Open, { left, top, right, bottom }: RenderedLine): void {
  const [l, t, r, b] = open.box ?? [left, top, right, bottom];
  open.box = [Math.min(l, left), Math.min(t, top), Math.max(r, right), Math.max(b, bottom)];
}

/** A page whose text runs up or down is read from its side; places are told as it is shown. */
function asShown(
  page: RenderedPage,
  [left, top, right, bottom]: readonly [number, number, number, number],
): [number, number, number, number] {
  const box = turnBox({ left, top, right, bottom }, page, page.turned ?? 0);
  return [round(box.left), round(box.top), round(box.right), round(box.bottom)];
}

function sizeAsShown({ page, widthPt, heightPt, turned = 0 }: RenderedPage): Layout['pages'][number] {
  const [width, height] = turned % 2 === 0 ? [widthPt, heightPt] : [heightPt, widthPt];
  return { page, width: round(width), height: round(height) };
}

/** Each line goes to the block that has most of its words, of several to the first; where none has them, to one that has its letters. */
function placeBlocks(page: RenderedPage, blocks: readonly Block[], described: ReadonlyMap<Block, Box | null>): PlacedBlock[] {
  const open = blocks.map((block) =>
    described.has(block) ? { block, left: new Map<string, number>(), letters: '', box: null } : openBlock(block),
  );
  for (const line of page.lines) {
    const words = wordsOf(line.text);
    if (line.unseen || words.length === 0) continue;
    let best: { one: Open; share: number } | undefined;
    for (const one of open) {
      const share = shareOf(one, words);
      if (share >= OWN_SHARE && share > (best?.share ?? 0)) best = { one, share };
      if (best?.share === 1) break;
    }
    const one = best?.one ?? byLetters(open, words);
    if (one === undefined) continue;
    take(one, words);
    widen(one, line);
  }
  return open.map(({ block, box: found }) => {
    const own = described.get(block);
    const box = own ? ([own.left, own.top, own.right, own.bottom] as const) : found;
    return {
      page: page.page,
      type: block.type,
      text: blockText(block),
      box: box && asShown(page, box),
      ...(own === undefined ? {} : { described: true as const }),
    };
  });
}

/** @param parts the blocks of each page that is wanted. @param described pictures whose words are a model's, with their places */
export function layOutBlocks(
  drawn: RenderedDocument,
  parts: readonly { page: number; blocks: readonly Block[] }[],
  described: ReadonlyMap<Block, Box | null> = new Map(),
): Layout {
  const pages = new Map(drawn.pages.map((page) => [page.page, page]));
  const wanted = parts.flatMap(({ page: number, blocks }) => {
    const page = pages.get(number);
    return page ? [{ page, blocks }] : [];
  });
  return {
    pages: wanted.map(({ page }) => sizeAsShown(page)),
    blocks: wanted.flatMap(({ page, blocks }) => placeBlocks(page, blocks, described)),
  };
}
