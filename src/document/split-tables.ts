/** Tables that may go over the end of a page from the first setting on. */
import type { Block } from './block.ts';
import { estimatePages } from './estimate-pages.ts';
import type { Look } from './look.ts';

/** A table of fewer rows has no three on each side of a break. */
export const SPLIT_ROWS_MIN = 6;
/**
 * In a longer document, tables that are kept whole leave holes on page after page, and each that is closed moves the next
 * one: no second setting finds a better place for all of them.
 */
const LONG_PAGES = 15;

/** The look of a long document: its tables break with their header repeated and three rows on each side. */
export function splittingTables(look: Look, blocks: readonly Block[]): Look {
  const ids = blocks.flatMap((block) =>
    block.type === 'table' && block.rows.length - block.header_rows >= SPLIT_ROWS_MIN ? [block.id] : [],
  );
  if (ids.length === 0 || estimatePages(blocks, look) <= LONG_PAGES) return look;
  return { ...look, splitTables: ids, keptEdges: ids };
}
