/** Tables of figures and words (looks §5.1): three rules, hair lines, right-aligned numbers, widths by content, a head that repeats. */
import { measureWidth, type TextFace } from '../../base/text-metrics.ts';
import type { Table, TableCell, TableColumn } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { describeCrowding } from '../../document/turn-wide-tables.ts';
import { countsRows, isFigureColumn } from '../figure-columns.ts';
import { writeBlocks } from './blocks.ts';
import { captionXml, sourceXml } from './captions.ts';
import { borderXml } from './colors.ts';
import { ADVANCE_EM, columnWidths, textWidth, type ColumnContent } from './column-widths.ts';
import { note, roomDxa, type Draft, type Place } from './draft.ts';
import { cellXml, rowXml, tableXml } from './layout-table.ts';
import { dxaOfCm, dxaOfPt } from './measures.ts';
import { paragraph, settlePending, spacer } from './paragraph.ts';
import { directionText, displayXml } from './runs.ts';
import { COLUMNS_MAX, layGrid, sliceGrid, type Grid, type GridCell } from './table-grid.ts';
import { CELL_SIDE_DXA } from './table-styles.ts';

/** Tables of more columns are set smaller. */
const SMALL_TYPE_COLUMNS = 7;
/** Short tables stay on one page; longer ones break with at least three rows on each side. */
const WHOLE_ROWS_MAX = 12;
const EDGE_ROWS = 3;
/** A row may be taller than a page; then it has to split. */
const UNSPLIT_LINES_MAX = 24;
const WHOLE_LINES_MAX = 34;
const WHOLE_WORD_CHARS_MAX = 16;
/** A head that fills the page could not be repeated. */
const HEADER_ROWS_MAX = 5;

type Align = 'left' | 'center' | 'right';

/** What holds for every cell of one table. */
interface Setting {
  table: Table;
  widths: number[];
  aligns: Align[];
  headerRows: number;
  small: boolean;
  keepLast: boolean;
  /** Short enough for one page. */
  whole: boolean;
}

/** @param counted as what its caption counts */
export function writeTable(draft: Draft, table: Table, place: Place, counted: 'table' | 'figure' = 'table'): string {
  if (table.rows.length === 0)
    return captionXml(draft, table, counted, table.caption, place) + sourceXml(draft, table, table.source, place);
  const grid = layGrid(table);
  const crowding = describeCrowding(grid.columns, roomDxa(place) / dxaOfCm(1));
  if (crowding !== undefined) note(draft, { code: 'table_too_wide', ...crowding, blockId: table.id });
  const lead = settlePending(draft);
  let xml = captionXml(draft, table, counted, table.caption, place);
  for (let first = 0; first < grid.columns; first += COLUMNS_MAX) {
    const part = grid.columns <= COLUMNS_MAX ? grid : sliceGrid(grid, first, Math.min(first + COLUMNS_MAX, grid.columns));
    if (first > 0) xml += spacer(draft, dxaOfPt(6));
    xml += gridXml(draft, { ...table, columns: table.columns.slice(first, first + COLUMNS_MAX) }, part, place);
  }
  const source = sourceXml(draft, table, table.source, place);
  return lead + xml + (source === '' ? spacer(draft, dxaOfPt(place.room === 'body' ? 12 : 4)) : source);
}

function gridXml(draft: Draft, table: Table, grid: Grid, place: Place): string {
  const { tableText } = draft.look.roles;
  const small = grid.columns > SMALL_TYPE_COLUMNS;
  const headerRows = Math.min(table.header_rows, grid.rows.length);
  const contents = measureColumns(table, grid, headerRows, { faces: tableFaces(draft), whole: draft.look.wholeWords ?? [] });
  const aligns = contents.map(({ column, numeric }) => alignOf(column, numeric));
  for (const [at, content] of contents.entries())
    if (isBehindFigures(aligns, at)) for (const key of ['longest', 'word', 'mean'] as const) content[key] += BEHIND_FIGURES_CHARS;
  const widths = columnWidths(contents, roomDxa(place), small ? Math.min(8.5, tableText.sizePt) : tableText.sizePt, 2 * CELL_SIDE_DXA);
  const setting: Setting = {
    table,
    widths,
    headerRows,
    small,
    aligns,
    keepLast: table.source !== undefined || place.keepNext === true,
    whole: isWhole(grid, headerRows, widths) && draft.look.splitTables?.includes(table.id) !== true,
  };
  const rows = grid.rows.map((cells, at) => tableRow(draft, setting, grid, cells, at));
  return tableXml(draft, {
    widths,
    rows,
    style: 'RuledTable',
    indentDxa: place.indentDxa,
    firstRow: headerRows > 0,
    lastRow: table.total_row === true,
    bands: grid.rows.length - headerRows > WHOLE_ROWS_MAX && grid.columns > 5,
  });
}

function isWhole(grid: Grid, headerRows: number, widths: readonly number[]): boolean {
  if (grid.rows.length - headerRows > WHOLE_ROWS_MAX) return false;
  return grid.rows.reduce((lines, cells) => lines + rowLines(cells, widths), 0) <= WHOLE_LINES_MAX;
}

function tableRow(draft: Draft, setting: Setting, grid: Grid, cells: readonly GridCell[], at: number): string {
  const { table, widths, headerRows, keepLast, whole } = setting;
  const count = grid.rows.length;
  const header = at < headerRows;
  const last = at === count - 1;
  const body = count - headerRows;
  const inRow = at - headerRows;
  const edge = inRow < EDGE_ROWS - 1 || (inRow >= body - EDGE_ROWS && !last);
  const keepNext = last ? keepLast : header || whole || edge || isGroupRow(cells);
  const total = last && table.total_row === true;
  const written = cells.map((cell) =>
    tableCell(draft, setting, cell, { header, total, keepNext, firstHeader: at === 0, lastHeader: at === headerRows - 1 }),
  );
  return rowXml({
    cells: written,
    header: header && headerRows < count && at < HEADER_ROWS_MAX,
    cantSplit: rowLines(cells, widths) <= UNSPLIT_LINES_MAX,
  });
}

/** The title of the rows below it: words in its first cell alone. */
function isGroupRow(cells: readonly GridCell[]): boolean {
  const [first, ...others] = cells;
  const isEmpty = ({ cell, vMerge }: GridCell): boolean =>
    vMerge !== 'continue' && (cell === undefined || (cell.blocks === undefined && plainText(cell.runs).trim() === ''));
  return first !== undefined && !isEmpty(first) && others.length > 0 && others.every(isEmpty);
}

/** About how many lines a row fills; a cell of blocks counts as tall. */
function rowLines(cells: readonly GridCell[], widths: readonly number[]): number {
  return cells.reduce((most, { cell, column, span }) => {
    if (cell === undefined) return most;
    const width = widths.slice(column, column + span).reduce((sum, one) => sum + one, 0) - 2 * CELL_SIDE_DXA;
    const characters = cell.blocks === undefined ? plainText(cell.runs).length : 400;
    return Math.max(most, Math.ceil((characters * 95) / Math.max(200, width)), 1);
  }, 0);
}

/** Words right behind a column of figures would run into them: so much room before them. */
const BEHIND_FIGURES_DXA = 160;
const BEHIND_FIGURES_CHARS = 1.6;

const isBehindFigures = (aligns: readonly Align[], column: number): boolean => aligns[column] === 'left' && aligns[column - 1] === 'right';

interface RowKind {
  header: boolean;
  total: boolean;
  keepNext: boolean;
  firstHeader: boolean;
  lastHeader: boolean;
}

function tableCell(draft: Draft, setting: Setting, gridCell: GridCell, kind: RowKind): string {
  const { widths, aligns, small, headerRows } = setting;
  const { cell, column, span, vMerge } = gridCell;
  const width = widths.slice(column, column + span).reduce((sum, one) => sum + one, 0);
  const align = cell?.align ?? (span > 1 && kind.header ? 'center' : (aligns[column] ?? 'left'));
  const style = `${kind.header ? 'TableHead' : 'TableText'}${small ? 'Small' : ''}`;
  const runs = cell?.runs ?? [];
  const blocks = cell?.blocks !== undefined && cell.blocks.length > 0 ? cell.blocks : undefined;
  const inner: Place = {
    widthDxa: Math.max(300, width - 2 * CELL_SIDE_DXA),
    heightDxa: 12_000,
    indentDxa: 0,
    room: 'cell',
    listDepth: 0,
    style,
    ...(kind.keepNext ? { keepNext: true } : {}),
  };
  const content =
    blocks === undefined || vMerge === 'continue'
      ? paragraph(draft, {
          style,
          content: displayXml(draft, runs, kind.total ? { bold: true } : {}),
          text: directionText(runs),
          ...(kind.keepNext ? { keepNext: true } : kind.header ? { keepNext: false } : {}),
          ...(align === 'left' ? {} : { align }),
        })
      : endWithParagraph(draft, writeBlocks(draft, blocks, inner));
  const marginsXml =
    isBehindFigures(aligns, column) && !draft.rightToLeft
      ? `<w:tcMar><w:left w:w="${CELL_SIDE_DXA + BEHIND_FIGURES_DXA}" w:type="dxa"/></w:tcMar>`
      : '';
  const manyHeads = kind.header && headerRows > 1;
  const bordersXml = manyHeads ? headBorders(draft, kind) : '';
  return cellXml({ widthDxa: width, content, span, vMerge, bordersXml, marginsXml, ...(kind.header ? { align: 'bottom' as const } : {}) });
}

/** The style knows one head row; where there are more, the heavy rules are above the first and below the last. */
function headBorders(draft: Draft, { firstHeader, lastHeader }: RowKind): string {
  const { deep } = draft.look.palette;
  const line = (side: string, pt: number, color: string): string => borderXml(draft.slots, side, { pt, color });
  return `<w:tcBorders>${firstHeader ? line('top', 1.5, deep) : ''}${line('bottom', lastHeader ? 0.75 : 0.5, lastHeader ? deep : 'C9D0D6')}</w:tcBorders>`;
}

/** A cell ends with a paragraph, or Word calls the file damaged (§17.4.65). */
export function endWithParagraph(draft: Draft, content: string): string {
  return content.endsWith('</w:p>') ? content : content + spacer(draft, 20);
}

function alignOf(column: TableColumn | undefined, numeric: boolean): Align {
  return column?.align ?? (numeric ? 'right' : 'left');
}

interface Measuring {
  /** Of cells, and of header cells. */
  faces: readonly [string, string];
  /** Words that are not divided. */
  whole: readonly string[];
}

function tableFaces({ look }: Draft): [string, string] {
  const named = (role: 'tableText' | 'tableHead'): string => look.faces[look.roles[role].face];
  return [named('tableText'), named('tableHead')];
}

function measureColumns(table: Table, grid: Grid, headerRows: number, { faces: [face, headFace], whole }: Measuring): ColumnContent[] {
  const measures = Array.from({ length: grid.columns }, (_, at) => ({
    longest: 1,
    word: 1,
    sum: 0,
    count: 0,
    texts: [] as string[],
    column: table.columns[at],
  }));
  for (const [row, cells] of grid.rows.entries()) {
    for (const { cell, column, span } of cells) {
      const measure = measures[column];
      if (cell === undefined || measure === undefined || span > 1) continue;
      const text = cell.blocks === undefined ? plainText(cell.runs) : ' '.repeat(60);
      const header = row < headerRows;
      const width = textWidth(text.length > 400 ? text.slice(0, 400) : text) * (header ? 1.08 : 1);
      measure.word = Math.max(measure.word, longestWord(text, { name: header ? headFace : face, bold: header || isBold(cell) }, whole));
      if (header) continue;
      measure.longest = Math.max(measure.longest, width);
      measure.sum += width;
      measure.count += 1;
      measure.texts.push(text);
    }
  }
  const body = grid.rows.slice(headerRows, table.total_row === true ? -1 : undefined);
  const counts = countsRows(body.map(([first]) => plainText(first?.cell?.runs ?? [])));
  return measures.map(({ longest, word, sum, count, texts, column }, at) => ({
    longest: Math.max(longest, word),
    word,
    mean: count === 0 ? 1 : sum / count,
    column,
    numeric: !(at === 0 && counts) && isFigureColumn(texts, column?.type),
  }));
}

const isBold = (cell: TableCell): boolean => cell.runs.some(({ bold }) => bold === true);

/** Of the widest word, in mean characters: as it is set, so that no program breaks it in a column of that width. */
function longestWord(text: string, face: TextFace, whole: readonly string[]): number {
  let longest = 0;
  for (const word of text.slice(0, 2_000).split(/[\s\u200b]+/)) {
    // dates and codes stay whole, long compounds may break behind their hyphens
    const pieces = word.length <= WHOLE_WORD_CHARS_MAX || whole.some((one) => word.includes(one)) ? [word] : word.split(/(?<=[/–-])/u);
    for (const piece of pieces) longest = Math.max(longest, Math.min(measureWidth(piece, face, 1) / ADVANCE_EM, WORD_CHARS_MAX));
  }
  return longest;
}

/** Longer words are broken rather than take the page. */
const WORD_CHARS_MAX = 40;
