/** A short table of comparable figures with its chart beside it: the same figures, drawn. */
import type { Chart, Table } from '../../../document/block.ts';
import { maxOf, minOf } from '../../../base/extremes.ts';
import { parseNumber } from '../../../base/figures.ts';
import { decimalSign } from '../../../document/language.ts';
import { plainText } from '../../../document/inline.ts';
import { blockText } from '../../../document/walk.ts';
import { namesDate } from './date-words.ts';

const ROWS = { least: 3, most: 7 } as const;
const LABEL_CHARS_MAX = 30;
const COLUMNS_MAX = 5;
const LINES_MAX = 4;
/** Fewer points make no line. */
const PERIODS_MIN = 3;
const TOTAL = /^(?:(?:grand |sub)?total|sum|balance|suma|saldo|المجموع|合計)/iu;
const PERIOD_CHARS_MAX = 16;
const COUNTED_PERIOD = /^(?:year|quarter|month|week|phase|a[nñ]o|trimestre|mes|semana|fase)\s\d/iu;
const PAIRED =
  /^(?:plan|planned|actual|target|forecast|budget|before|after|today|goal|objetivo|real|previsto|antes|despu[eé]s|hoy|meta)(?!\p{L})/iu;

const textOf = (cell: Table['rows'][number]['cells'][number] | undefined): string =>
  (cell === undefined ? '' : cell.blocks ? cell.blocks.map(blockText).join(' ') : plainText(cell.runs)).trim();
/** What is written around the digits. */
const unitOf = (text: string): string => text.replaceAll(/[\d.,\s\u00a0\u202f+−–-]/gu, '').toLowerCase();

/** The unit that the name of a row ends with: "Revenue (€M)". */
const namedUnit = (label: string): string => /\(([^()]{1,12})\)$/.exec(label)?.[1]?.trim().toLowerCase() ?? '';

/** Lines of one chart are of one size: beside a much longer one a line lies flat on the axis, whatever it says. */
const SIZES_APART_MAX = 25;
function areOfOneSize(rows: readonly (readonly (number | undefined)[])[]): boolean {
  const most = rows.map((row) => maxOf(row.map((value) => Math.abs(value ?? 0))));
  return maxOf(most) <= SIZES_APART_MAX * minOf(most);
}

/** Whether two columns of figures are of one kind, by what they are headed with. */
const areOfOneKind = (heads: readonly string[]): boolean =>
  heads.every((head) => namesDate(head, PERIOD_CHARS_MAX) || COUNTED_PERIOD.test(head)) || heads.every((head) => PAIRED.test(head));

/** The chart of a table: names in the first column, one or two columns of figures of one unit; undefined for any other. Totals are in no bar. */
export function chartOfTable(table: Table, lang: string): Chart | undefined {
  const [head, ...body] = table.rows;
  const columns = head?.cells.length ?? 0;
  if (table.header_rows !== 1 || columns < 2 || columns > COLUMNS_MAX) return undefined;
  if (table.rows.some(({ cells }) => cells.length !== columns || cells.some(({ colspan = 1, rowspan = 1 }) => colspan * rowspan > 1)))
    return undefined;
  const rows = body.filter(({ cells }, i) => !TOTAL.test(textOf(cells[0])) && !(table.total_row === true && i === body.length - 1));
  const labels = rows.map(({ cells }) => textOf(cells[0]));
  const decimal = decimalSign(lang);
  const trend = columns > PERIODS_MIN;
  if (
    rows.length < (trend ? 2 : ROWS.least) ||
    (trend && rows.length > LINES_MAX) ||
    rows.length > ROWS.most ||
    labels.some((label) => label === '' || label.length > LABEL_CHARS_MAX)
  )
    return undefined;
  if (labels.every((label) => parseNumber(label, decimal) !== undefined)) return undefined;
  const heads = Array.from({ length: columns - 1 }, (_, x) => textOf(head?.cells[x + 1]));
  const cells = heads.map((_, x) => rows.map(({ cells: own }) => textOf(own[x + 1])));
  const values = cells.map((texts) => texts.map((text) => parseNumber(text, decimal)));
  const all = values.flat();
  const units = new Set(cells.flat().map(unitOf));
  if (units.size > 1 || all.some((value) => value === undefined || value < 0) || heads.includes('')) return undefined;
  if (heads.length > 1 && !areOfOneKind(heads)) return undefined;
  if (trend && !heads.every((head) => /\d/.test(head) && !PAIRED.test(head))) return undefined;
  if (new Set(labels.map(namedUnit)).size > 1) return undefined;
  if (trend && !areOfOneSize(labels.map((_, y) => values.map((column) => column[y])))) return undefined;
  if (new Set(values[0]).size < 2) return undefined;
  const [unit = ''] = units;
  if (trend)
    return {
      id: `${table.id}-chart`,
      type: 'chart',
      kind: 'line',
      categories: heads,
      series: labels.map((name, y) => ({ name, values: heads.map((_, x) => values[x]?.[y] ?? null) })),
      ...(unit === '' ? {} : { unit }),
    };
  return {
    id: `${table.id}-chart`,
    type: 'chart',
    kind: 'bar',
    categories: labels,
    series: heads.map((name, x) => ({ name, values: (values[x] ?? []).map((value) => value ?? null) })),
    ...(unit === '' ? {} : { unit }),
  };
}
