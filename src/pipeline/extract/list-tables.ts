/** Tables of a file as values: what programs take, where Markdown is for readers. */
import type { Block, Table, TableCell } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { blockText } from '../../document/walk.ts';
import { chartTable } from '../../writers/plain-markdown.ts';

export interface TableValues {
  /** Page, slide or sheet, 1-based; null where the kind has none. */
  page: number | null;
  /** Its own, or the text beside it that says to be one. */
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

/** What a text begins with that is the caption of a table: `Table 3`, `Tabla 2-1.`, `Exhibit 2.2`. */
const CAPTION = /^(?:table|tab\.|tabla|tabelle|tableau|tabella|tabela|cuadro|exhibit)(?:\s*(?:\p{Lu}[.-]?)?\d|\s+[IVXL]+\b|[.:])/iu;
const CAPTION_CHARS_MAX = 400;
/** `Table 12-34` by itself. */
const NUMBER_CHARS_MAX = 12;

const lineOf = (block: Block | undefined): string | undefined => {
  const text = block?.type === 'paragraph' || block?.type === 'heading' ? plainText(block.runs).trim() : '';
  return text === '' || text.length > CAPTION_CHARS_MAX ? undefined : text;
};

/** The text right above a table that names it, also where its number is a line of its own; the one right below, where that is no other table's. */
function captionAt(blocks: readonly Block[], at: number): string | undefined {
  const [number, above, below] = [blocks[at - 2], blocks[at - 1], blocks[at + 1]].map(lineOf);
  if (above !== undefined && CAPTION.test(above)) return above;
  if (above !== undefined && number !== undefined && number.length <= NUMBER_CHARS_MAX && CAPTION.test(number)) return `${number} ${above}`;
  return below !== undefined && CAPTION.test(below) && blocks[at + 2]?.type !== 'table' ? below : undefined;
}

function* tablesIn(blocks: readonly Block[]): Generator<{ table: Table; caption: string | undefined }> {
  for (const [at, block] of blocks.entries()) {
    if (block.type === 'table') yield { table: block, caption: block.caption ? plainText(block.caption) : captionAt(blocks, at) };
    else if (block.type === 'chart') {
      // as the text has it
      const table = chartTable(block);
      yield { table, caption: table.caption ? plainText(table.caption) : captionAt(blocks, at) };
    } else if (block.type === 'list') for (const item of block.items) yield* tablesIn(item.blocks);
    else if ('blocks' in block && Array.isArray(block.blocks)) yield* tablesIn(block.blocks);
  }
}

/** @param parts the pages, slides or sheets with their blocks */
export const listTables = (parts: readonly { page: number | null; blocks: readonly Block[] }[]): TableValues[] =>
  parts.flatMap(({ page, blocks }) =>
    [...tablesIn(blocks)].map(({ table, caption }) => ({
      page,
      caption: caption ?? null,
      header_rows: table.header_rows,
      rows: rowsOf(table),
    })),
  );
