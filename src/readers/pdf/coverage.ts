/** How much of what a page shows is found in the blocks that were read from it. */
import type { Block } from '../../document/block.ts';
import type { RenderedPage } from '../../document/rendered-document.ts';
import { blockText, walkBlocks } from '../../document/walk.ts';

/** Letters and digits, however they are joined, cased or accented. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const isShown = ({ unseen }: RenderedPage['lines'][number]): boolean => unseen !== true;

export const countLetters = (page: RenderedPage): number =>
  page.lines
    .filter(isShown)
    .reduce((sum, { text }) => sum + (LATIN.test(text) ? text.replaceAll(/[^A-Za-z0-9]/g, '') : lettersOf(text)).length, 0);

const LOST_LETTERS_MAX = 30;
const LOST_SHARE_MAX = 0.05;

/** Letters of a page that its tags may leave out: a stamp, a number at the edge. */
export const lostLettersMax = (page: RenderedPage): number => Math.max(LOST_LETTERS_MAX, countLetters(page) * LOST_SHARE_MAX);

/** What `lettersOf` gives for it is its letters in lower case and its digits. */
const LATIN = /^[\0-\u007F]*$/;

/** How often each letter of texts comes. */
export interface Letters {
  /** By the code of the letter. */
  latin: Int32Array;
  others: Map<string, number>;
}

function addLatin(latin: Int32Array, text: string, by: number): void {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const lower = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
    if ((lower >= 0x61 && lower <= 0x7a) || (lower >= 0x30 && lower <= 0x39)) latin[lower] = (latin[lower] ?? 0) + by;
  }
}

function addText({ latin, others }: Letters, text: string, by: number): void {
  if (LATIN.test(text)) {
    addLatin(latin, text, by);
    return;
  }
  for (const letter of lettersOf(text))
    if (LATIN.test(letter)) addLatin(latin, letter, by);
    else others.set(letter, (others.get(letter) ?? 0) + by);
}

/** The letters of texts, counted once for many pages. */
export function lettersIn(texts: readonly string[]): Letters {
  const letters: Letters = { latin: new Int32Array(128), others: new Map() };
  for (const text of texts) addText(letters, text, 1);
  return letters;
}

/**
 * Letters of the page that are neither in its blocks nor in one of the running heads. Order does not count, so a text that
 * was taken apart and joined otherwise is complete.
 */
export function countMissing(page: RenderedPage, blocks: readonly Block[], running: Letters): number {
  const left: Letters = { latin: running.latin.map((count) => -count), others: new Map() };
  for (const [letter, count] of running.others) left.others.set(letter, -count);
  const count = (text: string, by: number): void => addText(left, text, by);
  for (const line of page.lines) if (isShown(line)) count(line.text, 1);
  for (const block of walkBlocks(blocks)) count(blockText(block), -1);
  let missing = 0;
  for (const balance of [...left.latin, ...left.others.values()]) if (balance > 0) missing += balance;
  return missing;
}
