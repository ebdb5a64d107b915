/** `<x-chart>` with a table in it → a chart of the content model: the first column names, the others are series. */
import { append } from '../../base/append.ts';
import { parseNumber } from '../../base/figures.ts';
import { CHART_KINDS, type Chart } from '../../document/block.ts';
import { canvasTexts, type CanvasElement } from '../../document/canvas.ts';
import { readColor } from '../../document/canvas-values.ts';
import type { ChartWishes, DrawnItem, Rect } from '../drawing.ts';
import type { Box } from './boxes.ts';

const KIND_NAMES: Readonly<Record<string, Chart['kind']>> = { hbar: 'bar', donut: 'doughnut', columns: 'column', bars: 'bar' };
const SERIES_MAX = 12;
const CATEGORIES_MAX = 200;

/** Rows of the first table in an element, as texts. */
function rowsOf(element: CanvasElement): string[][] {
  const rows: string[][] = [];
  const waiting = [...(element.children ?? [])].toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') continue;
    if (node.tag === 'tr')
      rows.push((node.children ?? []).flatMap((cell) => (typeof cell === 'string' ? [] : [canvasTexts(cell.children ?? []).join(' ')])));
    else append(waiting, (node.children ?? []).toReversed());
  }
  return rows.slice(0, CATEGORIES_MAX + 1);
}

/** @returns undefined where it holds no figures */
function chartOf(element: CanvasElement, id: string): Chart | undefined {
  const [header = [], ...rows] = rowsOf(element);
  const { attributes = {} } = element;
  const asked = attributes['type'] ?? 'column';
  const kind = CHART_KINDS.find((name) => name === asked) ?? (Object.hasOwn(KIND_NAMES, asked) ? KIND_NAMES[asked] : undefined) ?? 'column';
  const series = header.slice(1, SERIES_MAX + 1).map((name, at) => ({
    name,
    values: rows.map((row) => parseNumber(row[at + 1] ?? '', '.') ?? null),
    ...(kind === 'combo' ? { kind: at === header.length - 2 ? ('line' as const) : ('column' as const) } : {}),
  }));
  if (rows.length === 0 || !series.some(({ values }) => values.some((value) => value !== null))) return undefined;
  return {
    id,
    type: 'chart',
    kind,
    categories: rows.map(([name = '']) => name),
    series,
    ...(header[0] === undefined || header[0] === '' ? {} : { category_label: header[0] }),
    ...(attributes['unit'] === undefined ? {} : { unit: attributes['unit'] }),
    ...(attributes['alt'] === undefined ? {} : { alt: attributes['alt'] }),
  };
}

const figureOf = (text: string | undefined): number | undefined => {
  const value = Number(text);
  return text === undefined || text.trim() === '' || !Number.isFinite(value) ? undefined : value;
};

/** `€0.0m`, `0%`, `#,##0`: what is before the digits, their decimals, what is after them. */
function formatOf(text: string | undefined): ChartWishes['format'] {
  const [, before, digits = '', after] = /^([^0#]{0,12})([0#][0#,]*(?:\.0{1,4})?)([^0#]{0,12})$/.exec(text ?? '') ?? [];
  if (before === undefined || after === undefined) return undefined;
  return { before, decimals: digits.split('.')[1]?.length ?? 0, after };
}

/**
 * Figures under `0%` that are shares of one (0.19) are meant as a spreadsheet means them: 19 %. Only where none is above one, and
 * not all are whole, since 1 is a percent too.
 */
function inPercent(chart: Chart, wishes: ChartWishes): { chart: Chart; wishes: ChartWishes } {
  const values = chart.series.flatMap((series) => series.values.filter((value) => value !== null));
  const shares = values.every((value) => Math.abs(value) <= 1) && values.some((value) => !Number.isInteger(value));
  if (wishes.format?.after.trim().startsWith('%') !== true || !shares) return { chart, wishes };
  const times = (value: number): number => Number((value * 100).toPrecision(12));
  const wish = (value: number | undefined): number | undefined => (value === undefined || Math.abs(value) > 1 ? value : times(value));
  return {
    chart: {
      ...chart,
      series: chart.series.map((one) => ({ ...one, values: one.values.map((value) => (value === null ? null : times(value))) })),
    },
    wishes: { ...wishes, min: wish(wishes.min), max: wish(wishes.max), step: wish(wishes.step) },
  };
}

const isOff = (text: string | undefined): boolean => text === 'none' || text === 'off' || text === 'false';

/** The attributes of a chart that say how it is drawn. */
function wishesOf(attributes: Readonly<Record<string, string>>, color: (text: string) => string | undefined): ChartWishes {
  const { labels, legend, grid, axis, highlight, plot } = attributes;
  const [top, right = top, bottom = top, left = right] = (plot ?? '')
    .split(/\s+/)
    .map((part) => figureOf(part.replace(/px$/, '')))
    .slice(0, 4);
  const insets = [top, right, bottom, left].flatMap((inset) => (inset === undefined || inset < 0 ? [] : [inset]));
  const [a, b, c, d] = insets;
  const [min, max, step, gap] = ['min', 'max', 'step', 'gap'].map((name) => figureOf(attributes[name]));
  return {
    ...(labels === undefined ? {} : { labels: !isOff(labels) }),
    ...(legend === undefined ? {} : { legend: !isOff(legend) }),
    ...(grid === undefined ? {} : { grid: isOff(grid) ? false : color(grid) }),
    ...(isOff(axis) ? { axis: false } : {}),
    min,
    max,
    step: step !== undefined && step > 0 ? step : undefined,
    gap: gap !== undefined && gap >= 0 && gap <= 5 ? gap : undefined,
    format: formatOf(attributes['format']),
    highlight: highlight
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    plot: a !== undefined && b !== undefined && c !== undefined && d !== undefined ? [a, b, c, d] : undefined,
  };
}

export function drawChartItem(box: Box, rect: Rect, opacity: number): DrawnItem[] {
  const given = chartOf(box.element, box.id);
  if (given === undefined) return [];
  const { style } = box;
  const values = { colors: box.context.colors, fontSize: style.fontSize, color: style.color };
  const colors = (box.element.attributes?.['colors'] ?? '')
    .split(/[,\s]+(?![^(]*\))/)
    .flatMap((text) => readColor(text, values)?.hex ?? []);
  const { chart, wishes } = inPercent(
    given,
    wishesOf(box.element.attributes ?? {}, (text) => readColor(text, values)?.hex),
  );
  return [
    {
      kind: 'chart',
      id: box.id,
      rect,
      opacity,
      chart,
      colors,
      text: { face: style.fontFamily, size: style.fontSize, color: style.color.hex },
      rule: box.context.colors.rule,
      palette: (['accent', 'accent-2', 'accent-3', 'accent-4', 'muted', 'title'] as const).map((role) => box.context.colors[role]),
      dark: box.context.dark === true,
      wishes,
    },
  ];
}
