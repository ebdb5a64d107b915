import type { Table } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import type { RenderedPage } from '../../../document/rendered-document.ts';
import type { Look } from '../../../document/look.ts';
import { replaceTopBlock } from '../../change-blocks.ts';
import { bodyLines, foldText, rowsOf } from '../../drawn-text.ts';
import { definePageRule, type Hit, type Repair } from '../../define-rule.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';

/** Looks §5.1: a long table breaks with at least three rows on each side. */
const ROWS_MIN = 3;
/** Up to so many rows a table is kept whole by the writers. */
const LONG_ROWS_MIN = 6;
/** Rows under the repeated head at which a page may begin with the table. */
const HEAD_ROWS_MAX = 4;

interface LongTable {
  table: Table;
  texts: string[];
}

const textsOf = (table: Table): string[] => table.rows.map((row) => foldText(row.cells.map((cell) => plainText(cell.runs)).join('')));

/** Texts of the rows on a page, whatever pieces they are drawn in. */
const drawnRows = (page: RenderedPage, look: Look): string[] =>
  rowsOf(bodyLines(page, look)).map((row) =>
    foldText(
      row
        .toSorted((a, b) => a.left - b.left)
        .map((line) => line.text)
        .join(''),
    ),
  );

/** Which row of the table the page ends with; undefined where it ends otherwise, or where two rows read alike. */
function lastRowOn({ texts }: LongTable, rows: readonly string[]): number | undefined {
  const last = rows.at(-1);
  if (last === undefined || last.length < ROWS_MIN) return undefined;
  const found = texts.indexOf(last);
  return found < 0 || texts.includes(last, found + 1) ? undefined : found;
}

/** Three rows are kept together at both ends of the table, as they always are in a Word file; where that did not help, the table begins a page. */
function keepEdges(table: Table, otherwise: Repair | undefined): Repair {
  return {
    fix: 'rows_kept_together',
    formats: ['pdf'],
    apply: (draft) => ({ ...draft, look: { ...draft.look, keptEdges: [...(draft.look.keptEdges ?? []), table.id] } }),
    ...(otherwise === undefined ? {} : { otherwise }),
  };
}

function breakBefore(table: Table): Repair {
  return {
    fix: 'page_break_before_table',
    apply: (draft) => replaceTopBlock(draft, table.id, (block) => [{ id: `${table.id}.break`, type: 'page_break' }, block]),
  };
}

function judge(long: LongTable, here: readonly string[], next: readonly string[], page: number, look: Look): Hit[] {
  const { table, texts } = long;
  const last = lastRowOn(long, here);
  if (last === undefined || last === table.rows.length - 1) return [];
  if (!next.slice(0, HEAD_ROWS_MAX).includes(texts[last + 1] ?? '')) return [];
  const before = last + 1 - table.header_rows;
  const behind = table.rows.length - 1 - last;
  if (before >= ROWS_MIN && behind >= ROWS_MIN) return [];
  const few = Math.max(0, Math.min(before, behind));
  const hit: Hit = {
    message: `A table leaves ${few === 0 ? 'only its head' : few === 1 ? 'a single row' : `${few} rows`} ${before < ROWS_MIN ? `at the foot of page ${page}` : `for page ${page + 1}`}.`,
    location: { page, block_id: table.id },
  };
  const broken: Repair | undefined = before >= ROWS_MIN ? undefined : breakBefore(table);
  const rows = table.rows.length - table.header_rows;
  const repair = rows >= ROWS_MIN * 2 && look.keptEdges?.includes(table.id) !== true ? keepEdges(table, broken) : broken;
  return [{ ...hit, ...(repair === undefined ? {} : { repair }) }];
}

/** A row or two alone at a page's foot or head are read as something that went wrong. */
export const tableSplitBadly = definePageRule({
  code: 'table_split_badly',
  severity: 'info',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'] },
  summary: 'a table of which fewer than three rows are on one side of a page break',
  check: (drawn, { document, look }) => {
    const tables = document.blocks.filter((block): block is Table => block.type === 'table' && block.rows.length >= LONG_ROWS_MIN);
    if (tables.length === 0) return [];
    const long = tables.map((table) => ({ table, texts: textsOf(table) }));
    const rows = drawn.pages.map((page) => drawnRows(page, look));
    return drawn.pages
      .slice(0, -1)
      .flatMap((page, i) => long.flatMap((one) => judge(one, rows[i] ?? [], rows[i + 1] ?? [], page.page, look)).slice(0, 1));
  },
  examples: {
    fires: [
      {
        name: 'a single row before the break',
        document: { blocks: [table(8)] },
        drawn: drawnOf([
          pageOf(1, [...textLines(30), lineAt(700, 'Place'), lineAt(720, 'Row number 1')]),
          pageOf(2, [lineAt(82, 'Place'), ...Array.from({ length: 6 }, (_, i) => lineAt(102 + i * 20, `Row number ${i + 2}`))]),
        ]),
      },
    ],
    silent: [
      {
        name: 'four rows and three',
        document: { blocks: [table(8)] },
        drawn: drawnOf([
          pageOf(1, [
            ...textLines(20),
            lineAt(640, 'Place'),
            ...Array.from({ length: 4 }, (_, i) => lineAt(660 + i * 20, `Row number ${i + 1}`)),
          ]),
          pageOf(2, [lineAt(82, 'Place'), ...Array.from({ length: 3 }, (_, i) => lineAt(102 + i * 20, `Row number ${i + 5}`))]),
        ]),
      },
    ],
  },
});

function table(rows: number): Table {
  return {
    id: 'b1',
    type: 'table',
    columns: [{}],
    header_rows: 1,
    rows: Array.from({ length: rows }, (_, i) => ({ cells: [{ runs: [{ text: i === 0 ? 'Place' : `Row number ${i}` }] }] })),
  };
}
