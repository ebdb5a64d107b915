/** Tables (looks §5.1): three rules, no boxes, numbers to the right. */
import type { Table, TableCell, TableRow } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { describeCrowding } from '../../document/turn-wide-tables.ts';
import { blockText } from '../../document/walk.ts';
import { countsRows, isFigureColumn } from '../figure-columns.ts';
import { columnShares } from './column-widths.ts';
import { addNote, inside, type Draft } from './draft.ts';
import { captionMarkup, sourceMarkup } from './figures.ts';
import { anchorMarkup, runsMarkup } from './runs.ts';
import { code, pt } from './text.ts';

/** Rows of a table that stays on one page. */
const WHOLE_ROWS_MAX = 12;
const SMALL_COLUMNS = 7;
const ZEBRA_ROWS = 12;
const ZEBRA_COLUMNS = 5;
const PT_PER_CM = 72 / 2.54;

/** A cell as it is set: spans cut to what there is, holes filled. */
export interface SetCell {
  cell: TableCell | undefined;
  column: number;
  colspan: number;
  rowspan: number;
}

/** The table, with its caption and source. */
export function tableMarkup(draft: Draft, table: Table): string {
  const columns = columnCount(table);
  if (columns === 0 || table.rows.length === 0)
    return table.caption === undefined ? '' : code(`block[${runsMarkup(draft, table.caption)}]`);
  const crowding = describeCrowding(columns, draft.widthPt / PT_PER_CM);
  if (crowding !== undefined) addNote(draft, { code: 'table_too_wide', ...crowding, blockId: table.id });
  const body = bareTable(draft, table, columns);
  const caption = table.caption === undefined ? 'none' : `[${captionMarkup(draft, table.id, table.caption)}]`;
  const place = anchorMarkup(draft, table.anchor);
  const source = sourceMarkup(draft, table.id, table.source);
  const split = draft.look.splitTables?.includes(table.id) === true;
  const whole = !split && table.rows.length <= WHOLE_ROWS_MAX + table.header_rows && textLength(table) < 2500;
  return `${place}${code(`data-table(${caption}, ${whole}, ${source === '' ? 'false' : 'true'}, ${pt(textSize(draft, columns))}, ${body})`)}${source}`;
}

/** Columns that the rows of a table fill, at most 200. */
export function columnCount(table: Table): number {
  let count = 0;
  for (const row of table.rows)
    count = Math.max(
      count,
      row.cells.reduce((sum, cell) => sum + (cell.colspan ?? 1), 0),
    );
  return Math.min(Math.max(count, table.columns.length), 200);
}

function textLength(table: Table): number {
  let length = 0;
  for (const row of table.rows)
    for (const cell of row.cells)
      length +=
        cell.blocks === undefined ? plainText(cell.runs).length : cell.blocks.reduce((sum, block) => sum + blockText(block).length, 0) * 2;
  return length;
}

/** Which cell begins where, so that spans neither reach outside nor over each other: the compiler takes no table that does not fit. */
export function placeCells(table: Table, columns: number): SetCell[][] {
  const headerRows = headerCount(table);
  const taken = table.rows.map(() => new Uint8Array(columns));
  return table.rows.map((row, y) => {
    const placed: SetCell[] = [];
    const waiting = [...row.cells];
    const rowsLeft = (y < headerRows ? headerRows : table.rows.length) - y;
    for (let x = 0; x < columns; x += 1) {
      if (taken[y]?.[x] === 1) continue;
      const cell = waiting.shift();
      let colspan = 1;
      while (colspan < (cell?.colspan ?? 1) && x + colspan < columns && taken[y]?.[x + colspan] === 0) colspan += 1;
      const rowspan = Math.min(cell?.rowspan ?? 1, rowsLeft);
      for (let dy = 0; dy < rowspan; dy += 1) taken[y + dy]?.fill(1, x, x + colspan);
      placed.push({ cell, column: x, colspan, rowspan });
    }
    return placed;
  });
}

/** Rows at the head of a table; one row at least is below them. */
export const headerCount = (table: Table): number => Math.min(table.header_rows, Math.max(table.rows.length - 1, 0));

/** Which columns hold figures. */
export function numericColumns(table: Table, columns: number): boolean[] {
  const whole = table.rows.slice(headerCount(table)).filter(({ cells }) => cells.length === columns);
  const textsOf = (rows: readonly TableRow[], at: number): string[] => rows.map(({ cells }) => plainText(cells[at]?.runs ?? []));
  const counts = countsRows(textsOf(table.total_row === true ? whole.slice(0, -1) : whole, 0));
  return Array.from({ length: columns }, (_, at) => !(at === 0 && counts) && isFigureColumn(textsOf(whole, at), table.columns[at]?.type));
}

const textSize = (draft: Draft, columns: number): number => draft.measures.roles.tableText.sizePt - (columns > SMALL_COLUMNS ? 1 : 0);

function bareTable(draft: Draft, table: Table, columns: number): string {
  const numeric = numericColumns(table, columns);
  const sizePt = textSize(draft, columns);
  const shares = columnShares(table, numeric, {
    widthPt: draft.widthPt,
    sizePt,
    face: draft.look.faces[draft.look.roles.tableText.face],
    whole: draft.look.wholeWords,
  });
  const aligns = numeric.map((isNumber, at) => table.columns[at]?.align ?? (isNumber ? 'end' : 'start'));
  const header = headerCount(table);
  const total = table.total_row === true && table.rows.length - header > 1;
  const guards = draft.look.keptEdges?.includes(table.id) === true ? guardCells(table.rows.length, header) : [];
  const guarded = guards.length > 0;
  const rows = placeCells(table, columns).map((row, y) => {
    const tall = rowLines(row, shares, draft.widthPt / sizePt) > UNSPLIT_LINES_MAX;
    return row
      .map((cell) =>
        cellMarkup(draft, cell, shares[cell.column] ?? 0, { strong: y < header || (total && y === table.rows.length - 1), tall }),
      )
      .concat(guards[y] === undefined || guards[y] === '' ? [] : [guards[y]])
      .join(', ');
  });
  // a row may lie wholly under cells that reach down from above
  const list = (part: readonly string[]): string => part.filter((row) => row !== '').join(', ');
  const head = header === 0 ? '' : `table.header(repeat: ${canRepeat(table.rows.slice(0, header))}, ${list(rows.slice(0, header))}), `;
  const zebra = table.rows.length - header > ZEBRA_ROWS && columns > ZEBRA_COLUMNS;
  const behind = aligns.flatMap((align, at) =>
    align === 'start' && at > 0 && ['end', 'right'].includes(aligns[at - 1] ?? '') ? [at] : [],
  );
  const settings = [
    `columns: (${shares.map((share) => `${Number((share * 100).toFixed(2))}fr,`).join(' ')}${guarded ? ' 0pt,' : ''})`,
    `align: (x, y) => (${[...aligns, ...(guarded ? ['start'] : [])].map((align) => `${align},`).join(' ')}).at(x) + if y < ${header} { bottom } else { top }`,
    // words right behind a column of figures would run into them
    ...(behind.length === 0
      ? []
      : [`inset: (x, y) => if x in (${behind.map((at) => `${at},`).join(' ')}) { table-inset + ((near): 13pt) } else { table-inset }`]),
    `stroke: table-stroke(${header}, ${table.rows.length}, ${total})`,
    `fill: table-fill(${header}, ${table.rows.length}, ${total}, ${zebra})`,
  ];
  return `table(${settings.join(', ')}, ${head}${list(rows.slice(header))})`;
}

const EDGE_ROWS = 3;

/**
 * A column without width whose cells reach over the first and the last three rows and are not broken: Typst has no other way to keep
 * rows of a table together. None where a table has not so many rows.
 */
function guardCells(count: number, header: number): string[] {
  if (count - header < EDGE_ROWS * 2) return [];
  const empty = 'table.cell(inset: 0pt)[]';
  const kept = `table.cell(rowspan: ${EDGE_ROWS}, breakable: false, inset: 0pt)[]`;
  return Array.from({ length: count }, (_, y) => {
    if (y < header) return empty;
    if (y === header || y === count - EDGE_ROWS) return kept;
    return y < header + EDGE_ROWS || y > count - EDGE_ROWS ? '' : empty;
  });
}

/** A header taller than this would leave no room for rows. */
const HEADER_CHARS_MAX = 800;

/**
 * A header that is repeated is decoration to a reader of tags, and decoration holds no links or notes (PDF/UA-1); nor may
 * it fill the page, or the table would never end.
 */
function canRepeat(rows: readonly TableRow[]): boolean {
  const plain = (runs: readonly Run[]): boolean => runs.every((run) => run.link === undefined && run.footnote === undefined);
  const cells = rows.flatMap((row) => row.cells);
  return (
    cells.every((cell) => cell.blocks === undefined && plain(cell.runs)) &&
    cells.reduce((sum, cell) => sum + plainText(cell.runs).length, 0) <= HEADER_CHARS_MAX
  );
}

const ADVANCE_EM = 0.5;

/** A taller row goes over the page's end; a shorter one stays whole. */
const UNSPLIT_LINES_MAX = 24;

/** About how many lines a row fills; a cell of blocks counts as tall. */
function rowLines(row: readonly SetCell[], shares: readonly number[], widthEm: number): number {
  return row.reduce((most, { cell, column, colspan }) => {
    if (cell === undefined) return most;
    if (cell.blocks !== undefined) return Infinity;
    const room = shares.slice(column, column + colspan).reduce((sum, share) => sum + share, 0) * widthEm - 1;
    return Math.max(most, Math.ceil((plainText(cell.runs).length * ADVANCE_EM) / Math.max(room, 1)));
  }, 1);
}

/** Runs of a cell as markup. Words too wide for their column would run over the next one: those tied together come apart, long ones are hyphenated. */
function cellWords(draft: Draft, runs: readonly Run[], widthPt: number): string {
  const most = widthPt / (draft.measures.roles.tableText.sizePt * ADVANCE_EM);
  const tooWide = (text: string): boolean => text.split(/[^\S\u00A0\u202F]+/u).some((piece) => piece.length > most);
  if (!tooWide(plainText(runs))) return runsMarkup(draft, runs);
  const apart = runs.map((run) => ({ ...run, text: run.text.replaceAll(/[\u00A0\u202F]/g, ' ') }));
  return tooWide(plainText(apart)) ? code(`text(hyphenate: true)[${runsMarkup(draft, apart).trim()}]`) : runsMarkup(draft, apart);
}

function cellMarkup(
  draft: Draft,
  { cell, colspan, rowspan }: SetCell,
  share: number,
  { strong, tall }: { strong: boolean; tall: boolean },
): string {
  const spans = [
    colspan > 1 ? `colspan: ${colspan}` : '',
    rowspan > 1 ? `rowspan: ${rowspan}` : '',
    cell?.align === undefined ? '' : `align: ${cell.align}`,
    tall || rowspan > 1 ? 'breakable: true' : '',
  ].filter((text) => text !== '');
  const { blocks } = cell ?? {};
  const text =
    cell === undefined
      ? ''
      : blocks === undefined
        ? cellWords(draft, cell.runs, draft.widthPt * share * colspan - 10)
        : inside(draft, Math.max(40, draft.widthPt * share * colspan - 10), () => draft.writeBlocks(draft, blocks));
  const body = strong && text !== '' ? `strong[${text.trim()}]` : `[${text.trim()}]`;
  return spans.length === 0 ? body : `table.cell(${spans.join(', ')}, ${body})`;
}
