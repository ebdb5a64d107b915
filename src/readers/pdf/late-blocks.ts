/**
 * Blocks that a file writes late and a page shows early: programs that make invoices and reports often draw the head of a page, addresses
 * and dates behind all else.
 */
import type { Box } from '../../document/rendered-document.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

/** A line or a table, and the size of its letters. */
type Item = Box & { em: number };

interface Block<T extends Item> {
  items: T[];
  top: number;
  bottom: number;
}

/** Lines that touch are not beside each other. */
const TOUCH_PT = 1;

const blockOf = <T extends Item>(items: T[]): Block<T> => ({
  items,
  top: minOf(items.map(({ top }) => top)),
  bottom: maxOf(items.map(({ bottom }) => bottom)),
});

/** What follows each other downwards. */
function divide<T extends Item>(items: readonly T[]): Block<T>[] {
  const runs: T[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    if (!last || !before || item.bottom < before.top) runs.push([item]);
    else last.push(item);
  }
  return runs.map(blockOf);
}

const isBeside = <T extends Item>(a: Block<T>, b: Block<T>): boolean => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > TOUCH_PT;

const isWithin = <T extends Item>(outer: Block<T>, { top, bottom }: Block<T>): boolean =>
  top >= outer.top - TOUCH_PT && bottom <= outer.bottom + TOUCH_PT;

const join = <T extends Item>(blocks: readonly Block<T>[]): Block<T> => blockOf(blocks.flatMap(({ items }) => items));

/** How many of the first blocks are beside each other, as columns of an address are. */
function together<T extends Item>(blocks: readonly Block<T>[]): number {
  let [first] = blocks;
  let end = 1;
  for (let next = blocks[end]; first && next && isBeside(first, next); next = blocks[end]) {
    first = { items: [], top: Math.min(first.top, next.top), bottom: Math.max(first.bottom, next.bottom) };
    end++;
  }
  return end;
}

/** What is so much smaller than all before it does not come before a title. */
const TITLE_TIMES = 1.8;
const largestOf = (items: readonly Item[]): number => maxOf(items.map(({ em }) => em));

/**
 * Index in front of which a block is read: all before it is above the block, all from there on below; undefined where some is beside it,
 * or nothing below. A line by itself between others may be of a table or a drawing; a table is not.
 */
function placeFor<T extends Item>(items: readonly T[], { items: own, top, bottom }: Block<T>): number | undefined {
  const at = items.findIndex((item) => item.top >= bottom - TOUCH_PT);
  if (at < 0 || (at > 0 && own.length === 1 && !own.some((item) => 'pieces' in item))) return undefined;
  // a title is at the foot of its slide now and then
  if (at === 0 && items.every(({ em }) => em > largestOf(own) * TITLE_TIMES)) return undefined;
  const fits = items.every((item, index) => (index < at ? item.bottom <= top + TOUCH_PT : item.top >= bottom - TOUCH_PT));
  return fits ? at : undefined;
}

/** Of its height, what is free above a line that begins another part. */
const APART_HEIGHTS = 1.2;

/** The parts of a block between which others were written before: titles of several tables that come one after the other. */
function partsOf<T extends Item>(written: readonly T[], { items }: Block<T>): Block<T>[] {
  const parts: T[][] = [];
  for (const [index, item] of items.entries()) {
    const above = items[index - 1];
    const jumps = above && item.top - above.bottom > (item.bottom - item.top) * APART_HEIGHTS;
    if (above && !(jumps && written.some((one) => one.top >= above.bottom - TOUCH_PT && one.bottom <= item.top + TOUCH_PT)))
      parts.at(-1)?.push(item);
    else parts.push([item]);
  }
  return parts.map(blockOf);
}

/** The same items, blocks that lie across the page above what was written before them, or between parts of it, put there. */
export function placeLateBlocks<T extends Item>(items: readonly T[]): T[] {
  const blocks = divide(items);
  const ordered: T[] = [];
  const put = (block: Block<T>): void => void ordered.splice(placeFor(ordered, block) ?? ordered.length, 0, ...block.items);
  for (let [first] = blocks; first; [first] = blocks) {
    const end = together(blocks);
    const whole = join(blocks.slice(0, end));
    if (end > 1 && placeFor(ordered, whole) !== undefined) {
      put(whole);
      blocks.splice(0, end);
      continue;
    }
    blocks.shift();
    if (placeFor(ordered, first) === undefined) for (const part of partsOf(ordered, first)) put(part);
    else {
      const [beside, ...rest] = blocks[0] ? partsOf(ordered, blocks[0]) : [];
      const both = beside && rest.length > 0 && isWithin(first, beside) ? join([first, beside]) : first;
      const taken = both !== first && placeFor(ordered, both) !== undefined;
      put(taken ? both : first);
      if (taken) blocks[0] = join(rest);
    }
  }
  return ordered;
}
