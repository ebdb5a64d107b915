/** Columns in which figures show as `####`. */
import { isMeasured, measureWidth } from '../../base/text-metrics.ts';
import { formatGeneral, formatValue, NOT_SHOWN } from '../../spreadsheet/number-format.ts';
import type { Scalar } from '../../spreadsheet/formula-tree.ts';
import type { WorkbookView, Worksheet } from '../workbook-view.ts';
import { cellKey, placeOf } from './cells.ts';
import type { Area } from '../../spreadsheet/cell-names.ts';
import type { CellStyle } from './styles.ts';
import { maxOf } from '../../base/extremes.ts';

const PX_PER_PT = 96 / 72;
/** Excel's own width where a file says nothing (§18.3.1.81). */
const WIDTH_DEFAULT = 8.43;
const MARGIN_PX = 5;
/** Faces are measured by their twins, and a digit more or less is no proof: only what is clearly wider is reported. */
const SLACK_PX = 3;
/** The room at both sides of a figure, of which programs give up one when it gets tight. */
const PADDING_PX = 2;
const INDENT_PX = 9;
/** A face that nobody has measured may be as narrow as this beside the wide one that it is taken for. */
const UNMEASURED = 0.8;

export interface NarrowColumn {
  column: number;
  /** The cell that lacks most. */
  row: number;
  /** What it would show; `####` for what is no date. */
  text: string;
  /** How many cells of the column do not fit. */
  count: number;
  /** Width in characters in which all of them would; undefined where none would. */
  width: number | undefined;
}

/** Pixels of a digit of the workbook's text, in which columns are counted (§18.3.1.13). */
function digitOf({ styles }: WorkbookView): number {
  const { face, sizePt } = styles.normal;
  return Math.max(1, Math.round(maxOf(['0', '4', '8'].map((text) => measureWidth(text, face, sizePt))) * PX_PER_PT));
}

function widthsOf(sheet: Worksheet, digit: number): (column: number) => number {
  const fallback = sheet.defaultWidth ?? WIDTH_DEFAULT + MARGIN_PX / digit;
  const known = new Map<number, number>();
  for (const { from, to, width, hidden } of sheet.widths)
    for (let at = from; at <= Math.min(to, from + 1000); at++) known.set(at, hidden ? Number.NaN : Number.isNaN(width) ? fallback : width);
  return (column) => Math.trunc((known.get(column) ?? fallback) * digit + 0.5);
}

/** The least that a figure needs: in the General format it is rounded until it fits, down to `1E+09`. */
function leastText(value: number, style: CellStyle, file: WorkbookView): string {
  if (style.format !== 'General' && style.format !== '') return formatValue(value, style.format, file.date1904);
  const short = value
    .toExponential(0)
    .replace(/e([+-])(\d)$/i, 'E$10$2')
    .toUpperCase();
  const rounded = Math.abs(value) < 1e11 ? String(Math.round(value)) : short;
  return [formatGeneral(value), short, rounded].reduce((a, b) => (b.length < a.length ? b : a));
}

/** @param fresh what cells will hold, by `cellKey`, in place of what they hold */
export function narrowColumns(sheet: Worksheet, file: WorkbookView, fresh: ReadonlyMap<number, Scalar> = new Map()): NarrowColumn[] {
  const digit = digitOf(file);
  const widthOf = widthsOf(sheet, digit);
  const merged = new Map(sheet.merges.map((area): [number, Area] => [cellKey(area.top, area.left), area]));
  const worst = new Map<number, NarrowColumn & { needs: number }>();
  for (const [key, value] of fresh.size === 0 ? sheet.values : new Map([...sheet.values, ...fresh])) {
    if (typeof value !== 'number') continue;
    const { row, column } = placeOf(key);
    const style = file.styles.of(sheet.styles.get(key) ?? 0);
    if (style.shrink || style.turned || style.fills || sheet.hiddenRows.has(row)) continue;
    let room = 0;
    for (let at = column; at <= (merged.get(key)?.right ?? column); at++) room += widthOf(at);
    if (Number.isNaN(room) || room === 0) continue;
    const text = leastText(value, style, file);
    const needs =
      text === NOT_SHOWN
        ? Infinity
        : measureWidth(text, style.face, style.sizePt) * PX_PER_PT * (isMeasured(style.face) ? 1 : UNMEASURED) +
          PADDING_PX +
          style.indent * INDENT_PX;
    if (needs <= room + SLACK_PX) continue;
    const known = worst.get(column);
    const width = needs === Infinity ? known?.width : Math.max(known?.width ?? 0, Math.ceil((needs + MARGIN_PX + SLACK_PX) / digit));
    worst.set(column, { ...(known && known.needs >= needs ? known : { column, row, text, needs }), width, count: (known?.count ?? 0) + 1 });
  }
  return [...worst.values()];
}
