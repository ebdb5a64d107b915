/** Where a chart is and which cells it draws: those of a table that holds the same figures, or of one that is made for it. */
import { decimalSign } from '../../document/language.ts';
import { labelsOf } from '../../document/labels.ts';
import { languageAt } from '../../document/section-languages.ts';
import type { Chart, Table } from '../../document/block.ts';
import { chartTable, isEmptyChart } from '../chart-table.ts';
import type { FlowContext } from './flow-context.ts';
import { ROW_PT } from './measure.ts';
import type { ChartPlace, TablePlan } from './plan.ts';
import { clip } from './cell-text.ts';
import { maxOf } from '../../base/extremes.ts';

/** Figures of more rows are on a sheet of their own. */
const OWN_ROWS_MAX = 20;
const HEIGHT_PT = 226;
const BAR_PT = 22;
const HEIGHT_PT_MAX = 480;

/** What is put on the sheet at its next row: a table, a title of one line or several. */
interface Flow {
  table(table: Table): TablePlan;
  title(text: string): void;
}

export function placeChart(chart: Chart, context: FlowContext, flow: Flow): void {
  const { sheet, book } = context;
  const found = findTable(chart, context);
  const heightPt = Math.min(
    HEIGHT_PT_MAX,
    Math.max(HEIGHT_PT, chart.kind === 'bar' ? chart.categories.length * chart.series.length * BAR_PT : 0),
  );
  if (!found && isEmptyChart(chart)) {
    flow.table(chartTable(chart, languageAt(book.document, chart.id)));
    return;
  }
  // beside other tables the columns of one more would be as wide as theirs
  const own =
    found || sheet.tables.length > 0 || chart.categories.length > OWN_ROWS_MAX
      ? undefined
      : flow.table(figuresTable(chart, book.document.lang));
  if (own) sheet.rows.set(sheet.next++, { heightPt: 12, cells: [] });
  const column = sheet.gutter ? 1 : 0;
  if (chart.title !== undefined && chart.title !== '') flow.title(clip(chart.title));
  const place: ChartPlace = {
    chart,
    row: sheet.next,
    column,
    widthPt: 0,
    heightPt,
    table: found?.table.index ?? own?.index ?? -1,
    category: found?.category ?? 0,
    series: found?.series ?? chart.series.map((_, i) => i + 1),
  };
  sheet.charts.push(place);
  if (!found && !own)
    context.chartTables.push({
      table: {
        ...figuresTable(chart, book.document.lang),
        ...(chart.title === undefined ? {} : { caption: [{ text: clip(chart.title) }] }),
      },
      place: (index) => {
        place.table = index;
      },
    });
  for (let used = 0; used < heightPt; used += ROW_PT) sheet.rows.set(sheet.next++, { heightPt: ROW_PT, cells: [] });
  sheet.rows.set(sheet.next++, { heightPt: 12, cells: [] });
}

function figuresTable(chart: Chart, lang: string): Table {
  const table = chartTable(chart, lang);
  const { caption: _caption, source: _source, anchor: _anchor, ...rest } = table;
  const names = new Set<string>();
  const unique = (name: string, fallback: string): string => {
    let made = name.trim() === '' ? fallback : name;
    for (let n = 2; names.has(made.toLowerCase()); n++) made = `${name} ${n}`;
    names.add(made.toLowerCase());
    return made;
  };
  const words = labelsOf(lang);
  const header = [
    unique(chart.category_label ?? '', words.category),
    ...chart.series.map((series, i) => unique(series.name, `${words.series} ${i + 1}`)),
  ];
  const decimal = decimalSign(lang);
  const rows = chart.categories.map((category, at) => ({
    cells: [category, ...chart.series.map((series) => figureText(series.values[at] ?? null, decimal))].map((text) => ({
      runs: text === '' ? [] : [{ text }],
    })),
  }));
  return {
    ...rest,
    columns: [chart.kind === 'scatter' ? {} : { type: 'text' }, ...chart.series.map((series) => ({ type: seriesType(series.values) }))],
    rows: [{ cells: header.map((text) => ({ runs: [{ text }] })) }, ...rows],
  };
}

/** Never read as thousands: decimals are padded to more than three. */
function figureText(value: number | null, decimal: string): string {
  if (value === null || !Number.isFinite(value)) return '';
  const text = Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-6) ? value.toFixed(6) : String(value);
  return text.replace(/\.(\d{3})$/, '.$10').replace('.', decimal);
}

function seriesType(values: readonly (number | null)[]): string {
  const decimals = Math.max(
    0,
    maxOf(values.map((value) => (value === null ? 0 : (/\.(\d+)$/.exec(String(Number(value.toPrecision(12))))?.[1]?.length ?? 0)))),
  );
  return decimals === 0 ? 'int' : `num${Math.min(6, decimals)}`;
}

interface Found {
  table: TablePlan;
  category: number;
  series: number[];
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** A table, last of this sheet first, whose columns are named as the chart's series and whose rows as its categories. */
function findTable(chart: Chart, { sheet, book }: FlowContext): Found | undefined {
  for (const table of [...sheet.tables.toReversed(), ...book.tables.toReversed()]) {
    const category = table.columns.findIndex((column) => same(column.name, chart.category_label ?? ''));
    const series = chart.series.map(({ name }) => table.columns.findIndex((column) => same(column.name, name)));
    if (category < 0 || series.includes(-1) || table.rowCount !== chart.categories.length || table.kinds !== undefined) continue;
    if (chart.series.every((one, i) => agrees(one.values, table, series[i] ?? 0))) return { table, category, series };
  }
  return undefined;
}

/** Formulas agree with anything: their values are not known yet. */
function agrees(values: readonly (number | null)[], table: TablePlan, at: number): boolean {
  return values.every((value, row) => {
    const cell = table.columns[at]?.cells[row];
    return (
      cell === undefined ||
      (typeof cell === 'object' && cell !== null && 'kind' in cell) ||
      value === null ||
      cell === value ||
      (typeof cell === 'number' && Math.abs(cell * 100 - value) < 1e-9)
    );
  });
}
