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
  page.lines.filter(isShown).reduce((sum, { text }) => sum + lettersOf(text).length, 0);

/**
 * Letters of the page that are neither in its blocks nor in one of the running heads. Order does not count, so a text that
 * was taken apart and joined otherwise is complete.
 */
export function countMissing(page: RenderedPage, blocks: readonly Block[], running: readonly string[]): number {
  const left = new Map<string, number>();
  const count = (text: string, by: number): void => {
    for (const letter of lettersOf(text)) left.set(letter, (left.get(letter) ?? 0) + by);
  };
  for (const line of page.lines) if (isShown(line)) count(line.text, 1);
  for (const block of walkBlocks(blocks)) count(blockText(block), -1);
  for (const text of running) count(text, -1);
  let missing = 0;
  for (const [letter, balance] of left) if (balance > 0 && letter !== '') missing += balance;
  return missing;
}
