/** References into the chart's sheet with the values cached beside them. Row 1 holds the names, column A the categories. */
import { escapeText } from '../xml-text.ts';
import { columnLetters } from '../../spreadsheet/cell-names.ts';
import type { ChartSpec } from '../chart.ts';

export const CHART_SHEET = 'Data';

const range = (column: number, count: number): string => {
  const letters = columnLetters(column);
  return count === 1 ? `${CHART_SHEET}!$${letters}$2` : `${CHART_SHEET}!$${letters}$2:$${letters}$${count + 1}`;
};

const categoryCells = (spec: ChartSpec): string => escapeText(spec.cells?.categories ?? range(0, spec.categories.length));
/** Cells without names and categories: programs count them from 1 on. */
const isNull = (value: unknown): boolean => value === null;

const points = (values: readonly (string | null)[]): string =>
  `<c:ptCount val="${values.length}"/>${values.map((value, i) => (value === null ? '' : `<c:pt idx="${i}"><c:v>${escapeText(value)}</c:v></c:pt>`)).join('')}`;

function numberReference(formula: string, values: readonly (number | null)[], format: string): string {
  const cached = points(values.map((value) => (value === null ? null : String(value))));
  return `<c:numRef><c:f>${formula}</c:f><c:numCache><c:formatCode>${escapeText(format)}</c:formatCode>${cached}</c:numCache></c:numRef>`;
}

export function nameReference(spec: ChartSpec, index: number): string {
  if (isNull(spec.cells?.names[index])) return '';
  const name = spec.series[index]?.name ?? '';
  return `<c:tx><c:strRef><c:f>${escapeText(spec.cells?.names[index] ?? `${CHART_SHEET}!$${columnLetters(index + 1)}$1`)}</c:f><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx>`;
}

export function categoryReference(spec: ChartSpec): string {
  if (isNull(spec.cells?.categories)) return '';
  const figures = spec.cells?.categoryFigures;
  if (figures) return `<c:cat>${numberReference(categoryCells(spec), figures.values, figures.format)}</c:cat>`;
  return `<c:cat><c:strRef><c:f>${categoryCells(spec)}</c:f><c:strCache>${points(spec.categories)}</c:strCache></c:strRef></c:cat>`;
}

export function valueReference(spec: ChartSpec, index: number): string {
  const series = spec.series[index];
  return numberReference(
    escapeText(spec.cells?.values[index] ?? range(index + 1, spec.categories.length)),
    series?.values ?? [],
    series?.secondary ? spec.secondaryFormat : spec.format,
  );
}

export function xReference(spec: ChartSpec): string {
  return numberReference(categoryCells(spec), spec.xs, 'General');
}
