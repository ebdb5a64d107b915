/** Tables that only set boxes beside what is to be ticked. */
import type { Block, List, Table } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { blocksOfCell } from './layout-table.ts';

const BOX = /^[☐☑☒]$/;

/**
 * The list that a table of two columns is whose first one holds boxes and nothing else, behind what goes on from the page before;
 * undefined for any other table.
 */
export function checklistOf({ rows }: Table): Block[] | undefined {
  const list: List = { id: '', type: 'list', ordered: false, items: [] };
  const before: Block[] = [];
  for (const { cells } of rows) {
    const [box, said, third] = cells;
    if (!box || !said || third || box.blocks || [box, said].some(({ colspan, rowspan }) => (colspan ?? rowspan) !== undefined))
      return undefined;
    const [sign, blocks] = [plainText(box.runs).trim(), blocksOfCell(said)];
    if (blocks.length === 0) return undefined;
    if (BOX.test(sign)) list.items.push({ blocks, checked: sign !== '☐' });
    else if (sign === '' && list.items.length === 0 && before.length === 0) before.push(...blocks);
    else return undefined;
  }
  return list.items.length > 1 ? [...before, list] : undefined;
}
