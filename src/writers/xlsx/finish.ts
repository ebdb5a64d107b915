/** What can be determined only when everything is in its place and is calculated: formats of computed columns, widths, heights, panes. */
import { isError } from '../../spreadsheet/formula-tree.ts';
import { Evaluator } from './evaluate.ts';
import { fromSerial } from '../../spreadsheet/serial-days.ts';
import { heightOf, ROW_PT } from './measure.ts';
import { takeColumnFormats, templateWidth } from './own-template.ts';
import { FIGURE_PT, headLook } from './looks.ts';
import { shownText } from './number-formats.ts';
import { settleFormats, valueOf } from './settle-formats.ts';
import { bodyTop, formatAt, standsIn, type ColumnPlan, type Content, type SheetPlan, type TablePlan, type WorkbookPlan } from './plan.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

const WIDTH_MIN = 9;
/** Tables of many columns take what they need, so that fewer pages hold them. */
const MANY_COLUMNS = 15;
const WIDTH_MIN_OF_MANY = 6;
const WIDTH_MAX = 42;
const PASSAGE_CHARS = 92;
/** Column width where none is set. */
export const WIDTH_DEFAULT = 9.14;
/** Rows whose text is measured in a long table: its first ones, and then some. */
const MEASURED_ROWS = 1500;
/** Room for what is not calculated yet. */
const UNKNOWN_CHARS = 11;

export function calculate(book: WorkbookPlan): void {
  new Evaluator(book).calculateAll();
}

export function finishBook(book: WorkbookPlan): void {
  settleFormats(book);
  takeColumnFormats(book);
  for (const table of book.tables) {
    for (const [at, column] of table.columns.entries()) {
      const cell = table.headers.at(-1)?.[at];
      if (cell && cell.look.align !== 'center')
        cell.look = headLook(book.look, {
          align: column.align,
          last: true,
          first: standsIn(table, at),
          numeric: column.numeric || column.align === 'right',
        });
    }
  }
  for (const sheet of book.sheets) {
    for (const table of sheet.tables) measureTable(table, sheet, book);
    measureFigures(sheet, book);
    evenPeriods(sheet);
    for (const table of sheet.tables) measureHeights(table, sheet, book);
    placePassages(sheet);
    placeCharts(sheet);
    sheet.frozen = frozenOf(sheet);
  }
}

// --------------------------------------------------------------------------------------------------------------- widths

/** The text that a cell shows. */
function cellShows(content: Content | undefined, format: string, lang: string): string {
  const value = valueOf(content);
  if (value === null || value === undefined) return '';
  return isError(value) ? value.error : shownText(value, format, fromSerial, lang);
}

function measuredRows(count: number): number[] {
  if (count <= MEASURED_ROWS) return Array.from({ length: count }, (_, i) => i);
  const step = Math.ceil(count / MEASURED_ROWS);
  return [
    ...Array.from({ length: 300 }, (_, i) => i),
    ...Array.from({ length: Math.floor((count - 300) / step) }, (_, i) => 300 + i * step),
  ];
}

function isSpanned(table: TablePlan, row: number, column: number): boolean {
  return table.merges.some(
    (merge) => merge.right > merge.left && row >= merge.top && row <= merge.bottom && column >= merge.left && column <= merge.right,
  );
}

/** Rows of a column whose cells are the widest, or may be: of figures in one format the least and the greatest. */
function widestRows({ cells, numeric, format }: ColumnPlan): number[] {
  if (!numeric || format === '') return measuredRows(cells.length);
  const rows: number[] = [];
  let [least, greatest] = [-1, -1];
  let [low, high] = [Infinity, -Infinity];
  for (const [row, content] of cells.entries()) {
    const value = typeof content === 'number' ? content : valueOf(content);
    if (typeof value === 'number') {
      if (value < low) [low, least] = [value, row];
      if (value > high) [high, greatest] = [value, row];
    } else if (value !== null && value !== undefined && rows.length < MEASURED_ROWS) rows.push(row);
  }
  return [least, greatest].filter((row) => row >= 0).concat(rows);
}

function measureTable(table: TablePlan, sheet: SheetPlan, book: WorkbookPlan): void {
  const { lang } = book.document;
  for (const [at, column] of table.columns.entries()) {
    let longest = 0;
    const see = (text: string, bold: boolean): void => {
      longest = Math.max(longest, sheet.measure.textChars(text, 11, bold));
    };
    for (const row of widestRows(column)) {
      if (table.kinds?.[row] === 'group' || (table.merges.length > 0 && isSpanned(table, bodyTop(table) + row, table.left + at))) continue;
      see(cellShows(column.cells[row], formatAt(column, row), lang), table.kinds?.[row] === 'subtotal');
    }
    see(cellShows(column.total, column.format, lang), true);
    if (column.cells.some((cell) => valueOf(cell) === undefined)) longest = Math.max(longest, UNKNOWN_CHARS);
    const head = column.name === `Column ${at + 1}` ? '' : column.name;
    const words = Math.max(0, maxOf(head.split(/\s+/).map((word) => sheet.measure.textChars(word, 10.5, true))));
    // headers may take two lines, and the buttons of filters are beside them
    const header = Math.max(words, sheet.measure.textChars(head, 10.5, true) / (head.includes(' ') ? 1.8 : 1)) + (table.filter ? 3 : 0);
    const wanted = Math.max(longest * 1.1 + 2, header + 2.5);
    const width = Math.min(
      WIDTH_MAX,
      Math.max(table.columns.length > MANY_COLUMNS ? WIDTH_MIN_OF_MANY : WIDTH_MIN, Math.ceil(wanted * 2) / 2),
    );
    const where = table.left + at;
    sheet.widths.set(where, Math.max(sheet.widths.get(where) ?? 0, width, Math.min(WIDTH_MAX, templateWidth(book.look, head))));
  }
}

/** Key figures are in two columns each. */
function measureFigures(sheet: SheetPlan, book: WorkbookPlan): void {
  for (const { row, column, labelChars } of sheet.figures) {
    const cell = sheet.rows.get(row)?.cells.find((one) => one.column === column);
    const text = valueOf(cell?.content) === undefined ? '' : cellShows(cell?.content, cell?.look.format ?? '', book.document.lang);
    const half = Math.max(sheet.measure.textChars(text, FIGURE_PT, true), labelChars, text === '' ? UNKNOWN_CHARS * 2 : 0) / 2 + 1.5;
    for (const one of [column, column + 1]) sheet.widths.set(one, Math.max(sheet.widths.get(one) ?? 0, half));
  }
}

/** Neighbouring columns of one kind are the periods of a series: they are equally wide. */
function evenPeriods(sheet: SheetPlan): void {
  for (const table of sheet.tables) {
    let from = 0;
    for (let at = 1; at <= table.columns.length; at++) {
      const [column, first] = [table.columns[at], table.columns[from]];
      if (column && first && column.numeric && first.numeric && column.format === first.format) continue;
      const widths = Array.from({ length: at - from }, (_, i) => sheet.widths.get(table.left + from + i) ?? WIDTH_DEFAULT);
      const widest = maxOf(widths);
      if (widths.length > 1 && widest - minOf(widths) <= 5)
        for (let i = 0; i < widths.length; i++) sheet.widths.set(table.left + from + i, widest);
      from = at;
    }
  }
}

export const widthOf = (sheet: SheetPlan, column: number): number => sheet.widths.get(column) ?? WIDTH_DEFAULT;

// -------------------------------------------------------------------------------------------------------------- heights

function measureHeights(table: TablePlan, sheet: SheetPlan, book: WorkbookPlan): void {
  for (const [line, cells] of table.headers.entries()) {
    const lines = Math.max(
      1,
      maxOf(
        cells.map((cell) =>
          sheet.measure.countLines(cellShows(cell.content, '', ''), widthOf(sheet, cell.column) - 2 - (table.filter ? 2.5 : 0), 10.5, true),
        ),
      ),
    );
    table.heights.set(line - table.headers.length, heightOf(lines, 10.5, 26));
  }
  for (const [at, column] of table.columns.entries()) {
    if (column.numeric) continue;
    const width = widthOf(sheet, table.left + at);
    const room = width - (at === 0 ? 2.2 : 1.2);
    const long = table.rowCount > MEASURED_ROWS;
    for (const [row, content] of column.cells.entries()) {
      if (content === null || typeof content === 'number') continue;
      const text = cellShows(content, formatAt(column, row), book.document.lang);
      // most texts fit: their length tells without measuring
      if (text.length < room * (long && width < WIDTH_MAX ? 1.1 : 0.8) && !text.includes('\n')) continue;
      const lines = sheet.measure.countLines(text, room);
      if (lines > 1) table.heights.set(row, Math.max(table.heights.get(row) ?? 0, heightOf(lines)));
    }
  }
  for (const [row, kind] of table.kinds?.entries() ?? []) if (kind === 'group') table.heights.set(row, 24);
  if (table.hasTotal) table.heights.set(table.rowCount, 24);
}

export function lastColumn(sheet: SheetPlan): number {
  const inRows = [...sheet.rows.values()].flatMap(({ cells }) => cells.map(({ column }) => column));
  return Math.max(
    sheet.gutter ? 1 : 0,
    headEnd(sheet),
    maxOf(sheet.tables.map(({ right }) => right)),
    maxOf(inRows),
    maxOf(sheet.merges.map(({ right }) => right)),
    maxOf(sheet.charts.map((chart) => spanEnd(sheet, chart.column, chart.widthPt))),
    maxOf(sheet.pictures.map((picture) => spanEnd(sheet, picture.column, picture.widthPt))),
  );
}

/** Titles and captions run over the columns beside them, and are cut where the print area ends; longer ones take several lines. */
const HEAD_PT_MAX = 500;

/** The column in which the longest of the sheet's titles ends. */
export function headEnd(sheet: SheetPlan): number {
  const start = sheet.gutter ? 1 : 0;
  const heads = [...sheet.rows]
    .filter(([, { cells }]) => cells.length === 1 && typeof cells[0]?.content === 'string' && cells[0].look.wrap !== true)
    .map(
      ([
        ,
        {
          cells: [cell],
        },
      ]) => {
        const chars = sheet.measure.textChars(String(cell?.content ?? ''), cell?.look.sizePt ?? 11, cell?.look.bold ?? false);
        return spanEnd(sheet, cell?.column ?? start, Math.min(HEAD_PT_MAX, sheet.measure.charsToPt(chars)));
      },
    );
  return Math.max(start, maxOf(heads));
}

/** The column in which something that begins in another ends. */
export function spanEnd(sheet: SheetPlan, column: number, widthPt: number): number {
  let at = column;
  for (
    let left = widthPt - sheet.measure.charsToPt(widthOf(sheet, at));
    left > 1 && at < 200;
    left -= sheet.measure.charsToPt(widthOf(sheet, at))
  )
    at++;
  return at;
}

function placePassages(sheet: SheetPlan): void {
  if (sheet.passages.length === 0) return;
  const start = sheet.gutter ? 1 : 0;
  let right = start;
  let chars = widthOf(sheet, start);
  const tablesEnd = Math.max(start, maxOf(sheet.tables.map((table) => table.right)));
  while ((right < tablesEnd && chars < PASSAGE_CHARS * 1.4) || chars < PASSAGE_CHARS) chars += widthOf(sheet, ++right);
  for (const { row, column, text, sizePt, bold } of sheet.passages) {
    if (right > column) sheet.merges.push({ top: row, bottom: row, left: column, right });
    const plan = sheet.rows.get(row);
    const indent = plan?.cells[0]?.look.indent ?? 0;
    if (plan)
      plan.heightPt = heightOf(
        sheet.measure.countLines(text, chars - 2 - indent * 1.5, sizePt, bold),
        sizePt,
        sizePt >= 12 ? 22 : sizePt < 10 ? 15 : ROW_PT,
      );
  }
}

const CHART_PT = { least: 400, most: 640, alone: 520 };

/** As wide as the table above. */
function placeCharts(sheet: SheetPlan): void {
  for (const chart of sheet.charts) {
    const above = sheet.tables.findLast((table) => table.bottom < chart.row);
    let width = 0;
    if (above) for (let column = above.left; column <= above.right; column++) width += sheet.measure.charsToPt(widthOf(sheet, column));
    chart.widthPt = above ? Math.min(CHART_PT.most, Math.max(CHART_PT.least, width)) : CHART_PT.alone;
  }
}

const FROZEN_ROWS_MAX = 12;

/** Below the header and right of the labels of the first table, where that is near the top. */
function frozenOf(sheet: SheetPlan): SheetPlan['frozen'] {
  const [first, ...others] = sheet.tables;
  if (!first || sheet.role === 'summary' || sheet.role === 'contents') return undefined;
  const rows = bodyTop(first);
  if (others.length > 0 || first.headers.length === 0 || rows > FROZEN_ROWS_MAX || first.rowCount < 8)
    return first.columns.length > 8 && others.length === 0 ? { rows: 0, columns: first.left + 1 } : undefined;
  return { rows, columns: first.columns.length > 6 && widthOf(sheet, first.left) <= 32 ? first.left + 1 : 0 };
}
