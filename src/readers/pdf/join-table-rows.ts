/** A row of a table that is divided by the end of its page is read whole on the page where it begins. */
import type { Block, Table, TableCell, TableRow } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { joinLines } from './join-lines.ts';

const textOf = ({ runs }: TableCell): string => plainText(runs).trim();
const isPlain = ({ blocks, colspan, rowspan }: TableCell): boolean =>
  blocks === undefined && colspan === undefined && rowspan === undefined;

/** Its first cell is empty, and every text in it goes on with the sentence above: nothing begins there. */
function goesOn(above: TableRow, row: TableRow): boolean {
  const [first, ...others] = row.cells;
  if (!first || textOf(first) !== '' || above.cells.length !== row.cells.length || ![...above.cells, ...row.cells].every(isPlain))
    return false;
  return (
    others.some((cell) => textOf(cell) !== '') &&
    row.cells.every((cell, index) => {
      const before = above.cells[index];
      return textOf(cell) === '' || (/^\p{Ll}/u.test(textOf(cell)) && before !== undefined && /[\p{Ll}\p{Nd},\-‐]$/u.test(textOf(before)));
    })
  );
}

function joinRow(table: Table, next: Table): boolean {
  const [above, row] = [table.rows.at(-1), next.rows[0]];
  if (!above || !row || table.columns.length !== next.columns.length || !goesOn(above, row)) return false;
  above.cells = above.cells.map((cell, index) => ({ ...cell, runs: joinLines([cell.runs, row.cells[index]?.runs ?? []]) }));
  next.rows.shift();
  return true;
}

/** @param pages whose tables are changed */
export function joinTableRows(pages: readonly Block[][]): void {
  for (const [index, page] of pages.entries()) {
    const [table, after] = [page.findLast(({ type }) => type !== 'footnotes'), pages[index + 1]];
    const [next] = after ?? [];
    if (table?.type === 'table' && next?.type === 'table' && joinRow(table, next) && next.rows.length === 0) after?.shift();
  }
}
