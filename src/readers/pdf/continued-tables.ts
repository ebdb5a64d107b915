/** Tables that go on over the ends of pages: which of them do, and the same tables whole. */
import { append } from '../../base/append.ts';
import type { Block, Table, TableRow } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import type { Row } from './rows.ts';

const SAME_EDGE_PT = 2.5;
const HEADER_ROWS_MAX = 4;

const wordsOf = ({ cells }: TableRow): string =>
  cells.map(({ runs, colspan = 1 }) => `${plainText(runs).replaceAll(/\s+/g, ' ').trim()}↔${colspan}`).join('|');

/** First rows that both have: a header that is said again. */
function repeatedRows(table: Table, next: Table): number {
  const most = Math.min(HEADER_ROWS_MAX, table.rows.length, next.rows.length);
  let rows = 0;
  for (let [one, other] = [table.rows[rows], next.rows[rows]]; rows < most; [one, other] = [table.rows[rows], next.rows[rows]]) {
    if (!one || !other || wordsOf(one) !== wordsOf(other)) break;
    rows++;
  }
  return table.rows.slice(0, rows).some((row) => /\p{L}/u.test(wordsOf(row))) ? rows : 0;
}

/** Ruled at the same places, and nothing that looks like a header of its own begins it. */
function goesOn(row: Row | undefined, next: Row | undefined): boolean {
  if (!row?.edges || !next?.edges || next.headed || row.edges.length !== next.edges.length) return false;
  const { edges } = next;
  return row.edges.every((edge, index) => Math.abs(edge - (edges[index] ?? Infinity)) <= SAME_EDGE_PT);
}

/**
 * Tables at the beginning of a page that go on with the one at the end of the page before, with the number of rows in which they
 * repeat its header. @param rows of all pages, those of ruled tables among them
 */
export function findContinued(pages: readonly (readonly Block[])[], rows: readonly Row[]): Map<Table, number> {
  const ruled = new Map(rows.flatMap((row) => (row.table ? [[row.table, row] as const] : [])));
  const found = new Map<Table, number>();
  for (const [index, page] of pages.entries()) {
    const [table, next] = [page.findLast(({ type }) => type !== 'footnotes'), pages[index + 1]?.[0]];
    if (table?.type !== 'table' || next?.type !== 'table' || table.columns.length < 2 || table.columns.length !== next.columns.length)
      continue;
    const repeated = repeatedRows(table, next);
    if (repeated > 0 || goesOn(ruled.get(table), ruled.get(next))) found.set(next, repeated);
  }
  return found;
}

/** Pages with each table that goes on over several whole on the page where it begins, its header once; what was given stays as it is. */
export function joinTables(
  pages: readonly { page: number; blocks: readonly Block[] }[],
  continued: ReadonlyMap<Table, number>,
): { page: number; blocks: Block[] }[] {
  let open: { table: Table; page: number } | undefined;
  return pages.map(({ page, blocks: given }) => {
    const blocks = [...given];
    const [first] = blocks;
    const repeated = first?.type === 'table' ? continued.get(first) : undefined;
    if (open && first?.type === 'table' && repeated !== undefined && open.page === page - 1) {
      append(open.table.rows, first.rows.slice(repeated));
      open.page = page;
      blocks.shift();
    }
    const at = blocks.findLastIndex(({ type }) => type !== 'footnotes');
    const last = blocks[at];
    if (last?.type === 'table') {
      open = { table: { ...last, rows: [...last.rows] }, page };
      blocks[at] = open.table;
    } else if (last) open = undefined;
    return { page, blocks };
  });
}
