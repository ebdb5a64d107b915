/** Tables that only place text on a page. */
import type { Block, TableCell, TableRow } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';

/** Of a paragraph that is running text, no label of a form. */
const PROSE_MIN = 60;
/** Longer than what a cell of a table says. */
const FLOW_BLOCKS_MIN = 6;
/** Of the text of a table, if it is to set a page. */
const FLOW_SHARE_MIN = 0.8;
const ROWS_MAX = 8;

export const isProse = (block: Block): boolean => block.type === 'paragraph' && plainText(block.runs).length >= PROSE_MIN;
export const blocksOfCell = ({ runs, blocks }: TableCell): Block[] =>
  blocks ?? (runs.length > 0 ? [{ id: '', type: 'paragraph', runs }] : []);

const isFlow = (blocks: readonly Block[]): boolean =>
  blocks.length >= FLOW_BLOCKS_MIN && blocks.some((block) => isProse(block) || block.type !== 'paragraph');
const weightOf = (blocks: readonly Block[]): number => JSON.stringify(blocks).length;

/** Whether a table of few rows has nearly all its text in cells that hold running text, lists or tables, many blocks each. */
export function setsPage(rows: readonly TableRow[]): boolean {
  if (rows.length > ROWS_MAX) return false;
  const cells = rows.flatMap((row) => row.cells.map(blocksOfCell)).filter((blocks) => blocks.length > 0);
  const flowing = cells.filter(isFlow);
  return flowing.length > 0 && weightOf(flowing.flat()) >= weightOf(cells.flat()) * FLOW_SHARE_MIN;
}
