/** A chart that cannot be drawn as the table of its figures: everything it says, in rows. */
import { decimalSign } from '../document/language.ts';
import type { Chart, Table, TableCell } from '../document/block.ts';

/** Figures beyond these have no axis with round numbers. */
const FIGURE_MAX = 1e15;
const FIGURE_MIN = 1e-12;

/** Nothing that can be drawn: no series, no categories, no figure in them, or one that no axis could show. */
export function isEmptyChart(chart: Chart): boolean {
  const figures = chart.series.flatMap((series) =>
    series.values.filter((value) => value !== null && Number.isFinite(value)).map((value) => Math.abs(value ?? 0)),
  );
  return (
    chart.categories.length === 0 ||
    figures.length === 0 ||
    figures.some((figure) => figure > FIGURE_MAX || (figure !== 0 && figure < FIGURE_MIN))
  );
}

/** Thousands and decimals by the language; the value itself is not rounded. */
function numberText(value: number | null | undefined, comma: boolean): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const plain = Math.abs(value) >= 1e21 ? value.toExponential(3) : String(Number(value.toPrecision(12)));
  const [whole = '', decimals] = plain.replace('-', '').split('.');
  const grouped = whole.length > (comma ? 4 : 3) && /^\d+$/.test(whole) ? whole.replaceAll(/\B(?=(\d{3})+$)/g, comma ? '.' : ',') : whole;
  return `${value < 0 ? '−' : ''}${grouped}${decimals === undefined ? '' : `${comma ? ',' : '.'}${decimals}`}`;
}

/** The figures of a drawn chart, to be below it: its caption and source are said already. @param lang of the document */
export function chartFigures(chart: Chart, lang: string): Table {
  const { caption: _caption, source: _source, anchor: _anchor, ...table } = chartTable(chart, lang);
  return { ...table, id: `${chart.id}.data` };
}

/** @param lang of the document */
export function chartTable(chart: Chart, lang: string): Table {
  const cell = (text: string): TableCell => ({ runs: text === '' ? [] : [{ text }] });
  const unit = chart.unit === undefined || chart.unit === '' ? '' : ` (${chart.unit})`;
  const comma = decimalSign(lang) === ',';
  const rows = chart.categories.map((category, at) => ({
    cells: [cell(category), ...chart.series.map((series) => cell(numberText(series.values[at], comma)))],
  }));
  return {
    id: chart.id,
    type: 'table',
    header_rows: 1,
    columns: [{ type: 'text' }, ...chart.series.map(() => ({ align: 'right' as const }))],
    rows: [{ cells: [cell(chart.category_label ?? ''), ...chart.series.map((series) => cell(`${series.name}${unit}`))] }, ...rows],
    ...(chart.anchor === undefined ? {} : { anchor: chart.anchor }),
    ...(chart.title === undefined ? {} : { caption: [{ text: chart.title }] }),
    ...(chart.source === undefined ? {} : { source: chart.source }),
  };
}
