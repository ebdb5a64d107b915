/**
 * A table that is cramped on an upright page gets a landscape page, and its heading and the words that lead in to it go
 * along: on a page of their own they would leave the rest of it white.
 */
import { append } from '../base/append.ts';
import type { Block, PageBreak, Table } from './block.ts';
import { plainText } from './inline.ts';
import type { Look } from './look.ts';
import { blockText } from './walk.ts';
import { maxOf } from '../base/extremes.ts';

/** Tables of more columns are turned, whatever is in them. */
const UPRIGHT_COLUMNS_MAX = 9;
/** More columns are reported (looks §5.1). */
const COLUMNS_MAX = 12;
/** Less room for each column, and a table is hard to read on any page: a figure of five digits in 8.5 pt with its sides. */
const COLUMN_CM_MIN = 1.2;
/** A column of sentences is read in lines of some 25 characters (3.4 cm in 9.5 pt); of phrases, in 2.6 cm. */
const SENTENCES_CHARS = 110;
const SENTENCES_CM = 3.4;
const PHRASES_CHARS = 45;
const PHRASES_CM = 2.6;
const CHARACTER_CM = 0.17;
const CELL_SIDES_CM = 0.4;
const WORD_COLUMN_CM_MAX = 3;
/** Fewer columns of sentences are no wider on the turned page than they need. */
const SENTENCE_COLUMNS_MIN = 4;
/** What leads in to a table: at most so many paragraphs, none longer than this. */
const LEAD_PARAGRAPHS_MAX = 2;
const LEAD_CHARS_MAX = 420;

const columnCount = (table: Table): number =>
  Math.max(
    table.columns.length,
    maxOf(table.rows.slice(0, 50).map((row) => row.cells.reduce((sum, cell) => sum + (cell.colspan ?? 1), 0))),
  );

/** Rows that are looked at: the widths of a long table are those of its beginning. */
const ROWS_READ = 200;

/** Characters of the cells in each column, without the head and without what spans columns. */
function columnTexts(table: Table): number[][] {
  const columns: number[][] = [];
  for (const row of table.rows.slice(table.header_rows, ROWS_READ)) {
    let at = 0;
    for (const cell of row.cells) {
      const span = cell.colspan ?? 1;
      const length =
        cell.blocks === undefined ? plainText(cell.runs).length : cell.blocks.reduce((sum, block) => sum + blockText(block).length, 0);
      if (span === 1 && length > 0) (columns[at] ??= []).push(length);
      at += span;
    }
  }
  return Array.from(columns, (column) => column ?? []);
}

/** Whether the table needs more than `widthCm` to be read with ease. */
export function isWideTable(table: Table, widthCm: number): boolean {
  if (table.rows.length === 0) return false;
  const columns = columnCount(table);
  if (columns > UPRIGHT_COLUMNS_MAX) return true;
  const texts = columnTexts(table);
  const means = texts.map((lengths) => lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length));
  if (means.filter((mean) => mean >= SENTENCES_CHARS).length < SENTENCE_COLUMNS_MIN) return false;
  const needed = means.reduce((sum, mean, at) => {
    if (mean >= SENTENCES_CHARS) return sum + SENTENCES_CM;
    if (mean >= PHRASES_CHARS) return sum + PHRASES_CM;
    return sum + Math.min(WORD_COLUMN_CM_MAX, Math.max(maxOf(texts[at] ?? []), 4) * CHARACTER_CM + CELL_SIDES_CM);
  }, 0);
  return needed > widthCm;
}

/** What is to be reported of a table of so many columns in so much room: a warning only where it is hard to read. */
export function describeCrowding(columns: number, widthCm: number): { severity: 'warning' | 'info'; message: string } | undefined {
  if (widthCm / columns < COLUMN_CM_MIN)
    return {
      severity: 'warning',
      message: `A table has ${columns} columns, which leaves less than ${COLUMN_CM_MIN} cm for each; it is hard to read on paper.`,
    };
  return columns > COLUMNS_MAX
    ? { severity: 'info', message: `A table has ${columns} columns; fewer than ${COLUMNS_MAX + 1} are read with more ease.` }
    : undefined;
}

/** Index of the first block that goes with the table at `at`: its heading, with the headings right above it; `at` itself where none is near. */
function startOf(blocks: readonly Block[], at: number, least: number): number {
  let start = at - 1;
  while (start >= least && at - start <= LEAD_PARAGRAPHS_MAX && isLead(blocks[start])) start -= 1;
  if (start < least || blocks[start]?.type !== 'heading') return at;
  while (start > least && blocks[start - 1]?.type === 'heading') start -= 1;
  return start;
}

const isLead = (block: Block | undefined): boolean => block?.type === 'paragraph' && plainText(block.runs).length <= LEAD_CHARS_MAX;

const turned = (table: Block, orientation: 'landscape' | 'portrait'): PageBreak => ({
  id: `${table.id}.${orientation}`,
  type: 'page_break',
  orientation,
});

/**
 * Page breaks with an orientation around wide tables of the top level, and of slides and sheets that are set as text. Where
 * the author, or the style, has turned the pages already, nothing is done.
 * @param titleId of the heading that is the document's title: it stays where it is
 */
export function turnWideTables(blocks: readonly Block[], look: Look, titleId?: string): Block[] {
  return turnTables(blocks, look, { ends: true, titleId });
}

const lastOf = (blocks: readonly Block[]): number => blocks.findLastIndex(({ type }) => type !== 'footnotes');

/** @param ends nothing comes after these blocks */
function turnTables(blocks: readonly Block[], look: Look, { ends, titleId }: { ends: boolean; titleId?: string | undefined }): Block[] {
  const { page } = look;
  const widthCm = page.widthCm - page.leftCm - page.rightCm;
  if (page.widthCm > page.heightCm) return [...blocks];
  const result: Block[] = [];
  let upright = true;
  /** Blocks before it stay where they are: front matter, and what lies on the page before. */
  let least = 0;
  const last = lastOf(blocks);
  for (const [at, given] of blocks.entries()) {
    const block: Block =
      (given.type === 'slide' || given.type === 'sheet') && upright
        ? { ...given, blocks: turnTables(given.blocks, look, { ends: ends && at === last }) }
        : given;
    if (block.type === 'page_break' && block.orientation !== undefined) upright = block.orientation === 'portrait';
    const front =
      block.type === 'cover' ||
      block.type === 'toc' ||
      block.type === 'letterhead' ||
      block.type === 'page_break' ||
      (titleId !== undefined && block.id === titleId);
    if (!upright || block.type !== 'table' || !isWideTable(block, widthCm)) {
      result.push(block);
      if (front) least = result.length;
      continue;
    }
    const start = startOf(result, result.length, least);
    const along = result.splice(start);
    const before = result.at(-1);
    // two wide tables, one after the other: the pages stay turned
    if (before?.type === 'page_break' && before.id.endsWith('.portrait') && before.orientation === 'portrait') result.pop();
    else result.push(turned(block, 'landscape'));
    append(result, [...along, block, turned(block, 'portrait')]);
    least = result.length;
  }
  // nothing comes after the last table: the page is not turned back for it
  const end = lastOf(result);
  if (ends && result[end]?.type === 'page_break' && result[end].id.endsWith('.portrait')) result.splice(end, 1);
  return result;
}
