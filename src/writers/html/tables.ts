/** Tables: real ones, with headers that name rows and columns, which scroll sideways where the screen is narrow. */
import { plainText } from '../../document/inline.ts';
import type { Table } from '../../document/block.ts';
import { columnCount, headerCount, numericColumns, placeCells, type SetCell } from '../typst/tables.ts';
import { inside, ownId, type Draft } from './draft.ts';
import { captionMarkup, sourceMarkup } from './figures.ts';
import { attributesText, element } from './markup.ts';
import { runsMarkup } from './runs.ts';

/** From so many rows on a reader may want to sort. */
const SORTED_ROWS_MIN = 5;
/** And to search. */
const FILTERED_ROWS_MIN = 12;

/** Dates, times and amounts, which are not broken over two lines. */
const NARROW_FIGURE = /^(?=.*\d)(?=.*[-\u2013:/])\S{1,16}$/u;

interface Grid {
  table: Table;
  numeric: readonly boolean[];
  header: number;
  total: boolean;
  /** Texts as the author typed them: what sorting goes by. */
  typed: readonly (readonly string[])[] | undefined;
}

/** The table, with its caption and source. */
export function tableMarkup(draft: Draft, table: Table): string {
  const columns = columnCount(table);
  const id = draft.ids.byBlock.get(table.id);
  if (columns === 0 || table.rows.length === 0)
    return table.caption === undefined ? '' : element('p', { id, class: 'caption' }, runsMarkup(draft, table.caption));
  const header = headerCount(table);
  const body = table.rows.length - header;
  const numeric = numericColumns(table, columns);
  const typed = isPlain(table, columns) && header === 1 && body >= SORTED_ROWS_MIN ? draft.plainCells.get(table.id) : undefined;
  const grid: Grid = { table, numeric, header, total: table.total_row === true && body > 1, typed };
  const rows = placeCells(table, columns).map((row, y) => rowMarkup(draft, grid, row, y));
  const captionId = table.caption === undefined ? undefined : ownId(draft, 'cap');
  const caption =
    captionId === undefined ? '' : element('p', { class: 'caption', id: captionId }, captionMarkup(draft, table.id, table.caption ?? []));
  const head = header === 0 ? '' : `<thead>${rows.slice(0, header).join('')}</thead>`;
  const foot = grid.total ? `<tfoot>${rows.at(-1)}</tfoot>` : '';
  const sorting = typed === undefined ? {} : { 'data-sort': true, 'data-filter': body >= FILTERED_ROWS_MIN };
  const named = { 'aria-labelledby': captionId, 'aria-label': captionId === undefined ? draft.labels.wideTable : undefined };
  const spans = table.rows.some((row) => row.cells.some((cell) => (cell.colspan ?? 1) > 1 || (cell.rowspan ?? 1) > 1));
  const classes = [columns > 7 ? 'many' : '', spans ? 'spans' : ''].join(' ').trim();
  const bare = element(
    'table',
    { class: classes === '' ? undefined : classes, ...sorting, 'aria-labelledby': captionId },
    `${head}<tbody>${rows.slice(header, grid.total ? -1 : undefined).join('')}</tbody>${foot}`,
  );
  const wide = columns > 3 || longestRow(table) > 40;
  const scroll = element('div', { class: 'scroll', ...(wide ? { role: 'region', tabindex: 0, ...named } : {}) }, bare);
  return element('div', { class: 'table', id }, `${caption}${scroll}${sourceMarkup(draft, table.id, table.source)}`);
}

const longestRow = (table: Table): number =>
  table.rows.reduce(
    (most, row) =>
      Math.max(
        most,
        row.cells.reduce((sum, cell) => sum + longestWord(plainText(cell.runs)) + 2, 0),
      ),
    0,
  );
const longestWord = (text: string): number => text.split(/\s/).reduce((most, word) => Math.max(most, word.length), 0);

/** Rows can be sorted only where every cell is one of its row and of its column. */
const isPlain = (table: Table, columns: number): boolean =>
  table.rows.every(
    (row) =>
      row.cells.length === columns &&
      row.cells.every((cell) => (cell.colspan ?? 1) === 1 && (cell.rowspan ?? 1) === 1 && cell.blocks === undefined),
  );

function rowMarkup(draft: Draft, grid: Grid, row: readonly SetCell[], y: number): string {
  const inHead = y < grid.header;
  const inTotal = grid.total && y === grid.table.rows.length - 1;
  return element('tr', {}, row.map((cell) => cellMarkup(draft, grid, cell, { inHead, inTotal, y })).join(''));
}

function cellMarkup(
  draft: Draft,
  { table, numeric, header, typed }: Grid,
  { cell, column, colspan, rowspan }: SetCell,
  { inHead, inTotal, y }: { inHead: boolean; inTotal: boolean; y: number },
): string {
  // figures in the first column are what the row is called
  const align = cell?.align ?? table.columns[column]?.align ?? (numeric[column] === true && column > 0 ? 'right' : undefined);
  const { blocks } = cell ?? {};
  const text =
    cell === undefined
      ? ''
      : blocks === undefined
        ? runsMarkup(draft, cell.runs)
        : inside(draft, draft.widthPx / Math.max(1, table.columns.length), () => draft.writeBlocks(draft, blocks));
  const named = !inHead && column === 0 && header > 0 && numeric[0] !== true && text !== '' && blocks === undefined;
  const tag = (inHead && text !== '') || named ? 'th' : 'td';
  const scope = tag === 'td' ? undefined : inHead ? (colspan > 1 ? 'colgroup' : 'col') : rowspan > 1 ? 'rowgroup' : 'row';
  const shown = cell === undefined ? '' : plainText(cell.runs);
  const names = [
    numeric[column] === true && align === 'right' ? 'n' : align === undefined || align === 'left' ? '' : `al-${align}`,
    !inHead && NARROW_FIGURE.test(shown) ? 'nb' : '',
  ].filter((name) => name !== '');
  const value = typed === undefined || inHead || inTotal ? undefined : typed[y]?.[column];
  return `<${tag}${attributesText({
    scope,
    colspan: colspan > 1 ? colspan : undefined,
    rowspan: rowspan > 1 ? rowspan : undefined,
    class: names.length === 0 ? undefined : names.join(' '),
    'data-v': value === undefined || value === shown ? undefined : value,
  })}>${text}</${tag}>`;
}
