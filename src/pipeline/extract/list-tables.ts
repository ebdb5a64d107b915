/** Tables of a file as values: what programs take, where Markdown is for readers. */
import type { Block, Table, TableCell } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { blockText } from '../../document/walk.ts';

export interface TableValues {
  /** Page, slide or sheet, 1-based; null where the kind has none. */
  page: number | null;
  caption: string | null;
  /** How many of the rows are headers. */
  header_rows: number;
  /** All rows, as wide as the table; null where a merged cell of before goes on. */
  rows: (string | null)[][];
}

const textOf = ({ runs, blocks }: TableCell): string => (blocks ? blocks.map(blockText).join('\n') : plainText(runs)).trim();

function rowsOf({ rows, columns }: Table): (string | null)[][] {
  const grid = rows.map((): (string | null | undefined)[] => Array.from({ length: columns.length }, () => undefined));
  for (const [top, { cells }] of rows.entries()) {
    let left = 0;
    for (const cell of cells) {
      while (left < columns.length && grid[top]?.[left] !== undefined) left++;
      for (let down = 0; down < (cell.rowspan ?? 1); down++)
        for (let over = 0; over < (cell.colspan ?? 1); over++) {
          const row = grid[top + down];
          if (row && left + over < row.length) row[left + over] = down === 0 && over === 0 ? textOf(cell) : null;
        }
      left += cell.colspan ?? 1;
    }
  }
  return grid.map((row) => row.map((value) => (value === undefined ? '' : value)));
}

function* tablesIn(blocks: readonly Block[]): Generator<Table> {
  for (const block of blocks) {
    if (block.type === 'table') yield block;
    else if (block.type === 'list') for (const item of block.items) yield* tablesIn(item.blocks);
    else if ('blocks' in block && Array.isArray(block.blocks)) yield* tablesIn(block.blocks);
  }
}

/** @param parts the pages, slides or sheets with their blocks */
export const listTables = (parts: readonly { page: number | null; blocks: readonly Block[] }[]): TableValues[] =>
  parts.flatMap(({ page, blocks }) =>
    [...tablesIn(blocks)].map((table) => ({
      page,
      caption: table.caption ? plainText(table.caption) : null,
      header_rows: table.header_rows,
      rows: rowsOf(table),
    })),
  );
