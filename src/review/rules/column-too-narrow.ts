import { cellName } from '../../ooxml/cell-names.ts';
import { formatGeneral, formatValue, NOT_SHOWN } from '../../ooxml/number-format.ts';
import { measureWidth } from '../../base/text-metrics.ts';
import { defineWorkbookRule, type Hit } from '../define-rule.ts';
import { sheetFileOf, type RowInput } from '../example-workbooks.ts';
import { cellKey, placeOf, type Area } from '../workbook/cells.ts';
import type { CellStyle } from '../workbook/styles.ts';
import type { WorkbookFile, Worksheet } from '../workbook-file.ts';

const PX_PER_PT = 96 / 72;
/** Excel's own width where a file says nothing (§18.3.1.81). */
const WIDTH_DEFAULT = 8.43;
/** Faces are measured by their twins, and a digit more or less is no proof: only what is clearly wider is told. */
const SLACK_PX = 3;
/** The room at both sides of a figure, of which programs give up one when it gets tight. */
const PADDING_PX = 2;
const TOLD_MAX = 10;
const CELLS_MAX = 200_000;

/** Widths of columns in pixels, as they are counted in digits of the workbook's face (§18.3.1.13). */
function widthsOf(sheet: Worksheet, file: WorkbookFile): (column: number) => number {
  const { face, sizePt } = file.styles.normal;
  const digit = Math.max(1, Math.round(Math.max(...['0', '4', '8'].map((text) => measureWidth(text, face, sizePt))) * PX_PER_PT));
  const fallback = sheet.defaultWidth ?? WIDTH_DEFAULT + 5 / digit;
  const known = new Map<number, number>();
  for (const { from, to, width, hidden } of sheet.widths) for (let at = from; at <= Math.min(to, from + 1000); at++) known.set(at, hidden ? Number.NaN : (Number.isNaN(width) ? fallback : width));
  return (column) => Math.trunc((known.get(column) ?? fallback) * digit + 0.5);
}

/** The least that a figure needs: in the General format it is rounded until it fits, down to `1E+09`. */
function leastText(value: number, style: CellStyle, file: WorkbookFile): string {
  if (style.format !== 'General' && style.format !== '') return formatValue(value, style.format, file.date1904);
  const whole = formatGeneral(value);
  const short = value.toExponential(0).replace(/e([+-])(\d)$/i, 'E$10$2').toUpperCase();
  const rounded = Math.abs(value) < 1e11 ? String(Math.round(value)) : whole;
  return [whole, short, rounded].reduce((a, b) => (b.length < a.length ? b : a));
}

function* figuresOf(sheet: Worksheet): Generator<{ row: number; column: number; value: number }, void, undefined> {
  let count = 0;
  for (const [key, value] of sheet.values) if (typeof value === 'number' && ++count <= CELLS_MAX) yield { ...placeOf(key), value };
}

function inSheet(sheet: Worksheet, file: WorkbookFile): Hit[] {
  const widthOf = widthsOf(sheet, file);
  const merged = new Map(sheet.merges.map((area): [number, Area] => [cellKey(area.top, area.left), area]));
  const worst = new Map<number, { row: number; text: string; count: number; lacks: number }>();
  for (const { row, column, value } of figuresOf(sheet)) {
    const style = file.styles.of(sheet.styles.get(cellKey(row, column)) ?? 0);
    if (style.shrink || style.turned || style.fills || sheet.hiddenRows.has(row)) continue;
    const right = merged.get(cellKey(row, column))?.right ?? column;
    let room = 0;
    for (let at = column; at <= right; at++) room += widthOf(at);
    if (Number.isNaN(room) || room === 0) continue;
    const text = leastText(value, style, file);
    const needs = text === NOT_SHOWN ? Infinity : measureWidth(text, style.face, style.sizePt) * PX_PER_PT + PADDING_PX + style.indent * 9;
    if (needs <= room + SLACK_PX) continue;
    const known = worst.get(column);
    worst.set(column, { row: known && known.lacks >= needs ? known.row : row, text: known && known.lacks >= needs ? known.text : text, count: (known?.count ?? 0) + 1, lacks: Math.max(known?.lacks ?? 0, needs) });
  }
  return [...worst].slice(0, TOLD_MAX).map(([column, { row, text, count }]) => {
    const cell = cellName(row, column);
    const why = text === NOT_SHOWN ? 'shows #### because its figure is no date' : `shows #### because its column is too narrow for ${text}`;
    return { message: `${sheet.name}!${cell} ${why}${count > 1 ? ` (and ${count - 1} more cells of the column)` : ''}.`, location: { sheet: sheet.name, cell } };
  });
}

const money = ['#,##0.00 "€"', 'd mmmm yyyy'];
const wide = '<cols><col min="1" max="1" width="22" customWidth="1"/></cols>';
const narrow = '<cols><col min="1" max="1" width="6" customWidth="1"/></cols>';
const amount: RowInput[] = [['Amount'], [{ v: 1234567.5, s: 1 }]];

/** A figure that does not fit is not cut as a text is: it is not shown at all. */
export const columnTooNarrow = defineWorkbookRule({
  code: 'column_too_narrow',
  severity: 'warning',
  summary: 'a figure of the workbook that shows as `####`',
  check: (file) => file.sheets.filter(({ hidden }) => !hidden).flatMap((sheet) => inSheet(sheet, file)),
  examples: {
    fires: [
      { name: 'money', file: () => sheetFileOf(amount, { formats: money, before: narrow }) },
      { name: 'a date', file: () => sheetFileOf([['Day'], [{ v: 46346, s: 2 }]], { formats: money, before: narrow }) },
      { name: 'a day before all days', file: () => sheetFileOf([['Day'], [{ v: -3, s: 2 }]], { formats: money, before: wide }) },
    ],
    silent: [
      { name: 'room enough', file: () => sheetFileOf(amount, { formats: money, before: wide }) },
      { name: 'text', file: () => sheetFileOf([['A text that is longer than its column']], { before: narrow }) },
      { name: 'rounded until it fits', file: () => sheetFileOf([['A'], [0.333333333333]], { before: narrow }) },
    ],
  },
});
