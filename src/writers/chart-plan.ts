/**
 * What a chart will look like, before any format is known: colours, forms, scales, labels. Office files draw it natively
 * (`ooxml/chart.ts`), PDFs as vectors; both from this plan, so that they tell the same story.
 */
import { contrast, hexToOklch } from '../base/color.ts';
import { languageOrEnglish } from '../base/known-language.ts';
import type { Chart } from '../document/block.ts';
import { labelsOf } from '../document/labels.ts';
import { isRightToLeftLanguage } from './script.ts';
import { NEUTRALS, type Look } from '../document/look.ts';
import type { Note } from '../base/note.ts';
import type { ChartSeries } from '../ooxml/chart.ts';
import { PALETTES, SERIES_COLORS, SERIES_CONTEXT } from '../document/palette.ts';
import { maxOf, minOf } from '../base/extremes.ts';

export interface AxisScale {
  min: number;
  max: number;
  step: number;
}

/** As the chart of an office file takes it. */
export type PlannedSeries = ChartSeries;

export interface ChartPlan {
  kind: Chart['kind'];
  /** Drawn for readers from right to left; points between two scales stay as they are. */
  mirrored: boolean;
  categories: string[];
  categoryLabel: string;
  series: PlannedSeries[];
  /** One per category; pies and doughnuts only. */
  sliceColors: string[];
  /** Of the values; for scatter, of y. */
  scale: AxisScale;
  secondaryScale: AxisScale | null;
  /** Scatter only: the categories as numbers. */
  xs: number[];
  xScale: AxisScale | null;
  decimals: number;
  /** Decimals of the second axis. */
  secondaryDecimals: number;
  /** Stands at each value where it is short (%, €), else above the plot. */
  unit: { text: string; place: 'before' | 'after' | 'above' } | null;
  /** Values are written at bars and slices; the value axis is then hidden. */
  valueLabels: boolean;
  /** Names are at the ends of the lines. */
  endLabels: boolean;
  legend: boolean;
  /** Lines across the plot at the steps of the value axis. */
  gridlines: boolean;
  lang: string;
  /** Colours of single bars, one per category; of a chart with one series. */
  pointColors?: string[];
  /** What is written around each figure, in the place of a unit. */
  affix?: { before: string; after: string };
  /** Figures at the points of lines. */
  lineLabels?: boolean;
  /** The axis of the values is not shown, though the values are not written. */
  noAxis?: boolean;
  /** Insets of the plot: top, right, bottom, left; points. */
  plot?: [number, number, number, number];
  /** Share of a bar's width that is between two of them. */
  gap?: number;
}

const PIE_SLICES_MAX = 6;
const LABELLED_BARS_MAX = 12;
const END_LABELS_MAX = 3;
const SECOND_AXIS_RATIO = 8;
/** Of the six series colours, the third and fifth of a line stay readable where light fills would not. */
const LINE_COLORS = [0, 1, 2, 4] as const;

const finite = (values: readonly (number | null)[]): number[] =>
  values.filter((value): value is number => value !== null && Number.isFinite(value));

/** Round steps (1, 2, 2.5, 5 × 10ⁿ), about five of them. Bars begin at zero, since their length is the value. */
export function chooseScale(values: readonly number[], fromZero: boolean): AxisScale {
  const low = Math.min(minOf(values), minOf(fromZero ? [0] : []));
  const high = Math.max(maxOf(values), maxOf(fromZero ? [0] : []));
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { min: 0, max: 1, step: 0.25 };
  // a line whose values span a good part of their height is truer from zero
  const start = low > 0 && (fromZero || low < high * 0.6) ? 0 : low;
  const span = high - start || Math.abs(high) || 1;
  const raw = span / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 2.5, 5, 10].find((multiple) => multiple * power >= raw * 0.999) ?? 10) * power;
  const min = Math.floor(start / step + 1e-9) * step;
  const max = Math.ceil(high / step - 1e-9) * step;
  return { min: tidy(min), max: tidy(max > min ? max : min + step), step: tidy(step) };
}

/** Drops what binary fractions add. */
const tidy = (value: number): number => Number(value.toPrecision(12));

function decimalsOf(values: readonly number[]): number {
  let most = 0;
  for (const value of values) {
    const fraction = /\.(\d+)$/.exec(String(tidy(value)))?.[1];
    most = Math.max(most, fraction?.length ?? 0);
  }
  const largest = Math.max(0, maxOf(values.map(Math.abs)));
  return Math.min(most, largest >= 1000 ? 0 : largest >= 100 ? 1 : 2);
}

function unitOf(unit: string | undefined, lang: string): ChartPlan['unit'] {
  const text = unit?.trim() ?? '';
  if (text === '') return null;
  if (text === '%') return { text: /^(es|fr|de|sv|fi|ru|cs)\b/i.test(lang) ? '\u00a0%' : '%', place: 'after' };
  if (/^[€$£¥]$/.test(text)) return /^en\b/i.test(lang) ? { text, place: 'before' } : { text: `\u00a0${text}`, place: 'after' };
  return { text, place: 'above' };
}

const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/;
/** What others do, or what was planned or was before: it is compared with. */
const CONTEXT_NAME =
  /\b(?:target|plan(?:ned)?|budget|forecast|previous|last year|prior|before|old|industry|market|average|benchmark|competitors?|operator)\b|objetivo|previsto|presupuesto|anterior|antes|media\b|sector|mercado|competencia|competidor/i;
const OWN_NAME =
  /\b(?:own|our|ours|us|we|actual|current|this year|after|new)\b|propi[oa]|nuestr|nosotros|real\b|actual|despu[eé]s|nuev[oa]/i;

/** Of two series the one that the chart is about: the newer, or the own one; the first where nothing says so. */
function leadingSeries([first = '', second = '']: readonly string[]): 0 | 1 {
  const years = [first, second].map((name) => Number(YEAR.exec(name)?.[0] ?? Number.NaN));
  const [one = Number.NaN, two = Number.NaN] = years;
  if (!Number.isNaN(one) && !Number.isNaN(two)) return two > one ? 1 : 0;
  if (OWN_NAME.test(first) !== OWN_NAME.test(second)) return OWN_NAME.test(second) ? 1 : 0;
  return CONTEXT_NAME.test(first) && !CONTEXT_NAME.test(second) ? 1 : 0;
}

/** The fixed order of looks §2.6; one series is the accent, two are the accent and the grey of what it is compared with. */
function seriesColors(count: number, look: Look, lines: boolean, names: readonly string[] = []): string[] {
  const { palette, forms } = look;
  const [first = palette.accent, second = SERIES_CONTEXT] = forms.series ?? [];
  if (count === 1) return [first];
  if (count === 2) return leadingSeries(names) === 1 ? [second, first] : [first, second];
  if (forms.series !== undefined) return Array.from({ length: count }, (_, i) => forms.series?.[i % forms.series.length] ?? first);
  const own = palette.name !== PALETTES.petrol.name;
  const tones = look.design === undefined ? [palette.deep, palette.accent] : [palette.deep, palette.accent, palette.spot];
  const all = own ? toldApart([...tones, ...SERIES_COLORS.slice(tones.length)], [palette.spot, SERIES_CONTEXT]) : [...SERIES_COLORS];
  const order = lines ? LINE_COLORS.map((i) => all[i] ?? palette.accent) : all;
  return Array.from({ length: count }, (_, i) => order[i % order.length] ?? palette.accent);
}

/** Nearer ones are one colour to the eye; Oklab. */
const APART_MIN = 0.12;

function distance(a: string, b: string): number {
  const [one, other] = [hexToOklch(a), hexToOklch(b)].map(({ l, c, h }) => ({
    l,
    a: c * Math.cos((h * Math.PI) / 180),
    b: c * Math.sin((h * Math.PI) / 180),
  }));
  return one && other ? Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b) : 0;
}

/** The colours in their order, without those that are taken for one before them; others take their places. */
function toldApart(colors: readonly string[], others: readonly string[]): string[] {
  const kept: string[] = [];
  const isNew = (color: string): boolean => kept.every((one) => distance(one, color) >= APART_MIN);
  for (const color of [...colors, ...others]) if (isNew(color)) kept.push(color);
  return [...kept, ...colors.filter((color) => !kept.includes(color))].slice(0, colors.length);
}

/** Needs an outline on white. */
const isLight = (color: string): boolean => color === SERIES_COLORS[3] || color === SERIES_COLORS[5] || contrast(color, 'FFFFFF') < 1.7;

function formOf(chart: Chart, kind: Chart['kind'], index: number): PlannedSeries['form'] {
  switch (kind) {
    case 'bar':
    case 'column':
    case 'stacked':
      return 'bar';
    case 'line':
      return 'line';
    case 'area':
      return 'area';
    case 'pie':
    case 'doughnut':
      return 'slices';
    case 'scatter':
      return 'points';
    case 'combo': {
      const own = chart.series[index]?.kind;
      return own === undefined ? (index === chart.series.length - 1 && index > 0 ? 'line' : 'bar') : own === 'line' ? 'line' : 'bar';
    }
  }
}

/** What cannot be drawn as asked is drawn as the nearest kind that can, with a note. */
function settleKind(chart: Chart): { kind: Chart['kind']; notes: Note[] } {
  const changed = (kind: Chart['kind'], why: string): { kind: Chart['kind']; notes: Note[] } => ({
    kind,
    notes: [
      {
        code: 'chart_kind_changed',
        severity: 'info',
        message: `The ${chart.kind} chart is drawn as a ${kind} chart: ${why}.`,
        blockId: chart.id,
      },
    ],
  });
  const values = chart.series.flatMap((series) => finite(series.values));
  if ((chart.kind === 'pie' || chart.kind === 'doughnut') && values.some((value) => value < 0))
    return changed('bar', 'a share cannot be negative');
  if ((chart.kind === 'pie' || chart.kind === 'doughnut') && chart.series.length > 1)
    return changed('column', 'it has more than one series');
  if ((chart.kind === 'pie' || chart.kind === 'doughnut') && chart.categories.length > PIE_SLICES_MAX)
    return changed('bar', `more than ${PIE_SLICES_MAX} slices cannot be distinguished`);
  if (chart.kind === 'scatter' && readNumbers(chart.categories) === null) return changed('line', 'its first column does not hold numbers');
  if (chart.kind === 'column' && chart.series.length <= 2 && hasLongNames(chart.categories))
    return changed('bar', 'its categories have long names');
  if ((chart.kind === 'line' || chart.kind === 'area') && chart.categories.length === 1) return changed('column', 'it has a single point');
  return { kind: chart.kind, notes: [] };
}

/** Names that would have to be turned to be under their columns. */
function hasLongNames(categories: readonly string[]): boolean {
  const long = categories.filter(
    (category) => category.length * categories.length > 150 && category.split(' ').some((word) => word.length * categories.length > 75),
  );
  return categories.length >= 5 && categories.length <= 15 && long.length * 4 >= categories.length;
}

function readNumbers(texts: readonly string[]): number[] | null {
  const numbers = texts.map((text) => Number(text.trim().replace(',', '.').replace('−', '-')));
  return texts.length > 0 && numbers.every(Number.isFinite) ? numbers : null;
}

/** Sums of each category's positive and of its negative values. */
function stackSums(series: readonly PlannedSeries[], count: number): number[] {
  return Array.from({ length: count }, (_, i) => i).flatMap((i) => {
    const values = series.map((one) => one.values[i] ?? 0);
    return [values.filter((v) => v > 0).reduce((a, b) => a + b, 0), values.filter((v) => v < 0).reduce((a, b) => a + b, 0)];
  });
}

function needsSecondAxis(bars: readonly number[], lines: readonly number[]): boolean {
  const [high, low] = [Math.max(0, maxOf(bars.map(Math.abs))), Math.max(0, maxOf(lines.map(Math.abs)))];
  return high > 0 && low > 0 && Math.max(high / low, low / high) >= SECOND_AXIS_RATIO;
}

function planSeries(chart: Chart, kind: Chart['kind'], look: Look): PlannedSeries[] {
  const lines = kind === 'line' || kind === 'scatter';
  const colors = seriesColors(
    chart.series.length,
    look,
    lines,
    chart.series.map(({ name }) => name),
  );
  const planned = chart.series.map((series, i): PlannedSeries => {
    const color = colors[i] ?? look.palette.accent;
    return {
      name: series.name,
      values: chart.categories.map((_, at) => series.values[at] ?? null),
      color,
      form: formOf(chart, kind, i),
      outlined: isLight(color),
      dashed: i >= (lines ? LINE_COLORS.length : SERIES_COLORS.length),
      widthPt: i === 0 || chart.series.length > 2 ? 2.25 : 1.75,
      secondary: false,
    };
  });
  if (kind !== 'combo') return planned;
  const of = (form: PlannedSeries['form']): number[] =>
    planned.filter((series) => series.form === form).flatMap((series) => finite(series.values));
  const second = needsSecondAxis(of('bar'), of('line'));
  return planned.map((series) =>
    series.form === 'line'
      ? { ...series, secondary: second, color: planned.length === 2 && look.forms.series === undefined ? SERIES_COLORS[2] : series.color }
      : series,
  );
}

function scalesOf(kind: Chart['kind'], series: readonly PlannedSeries[], categories: number): Pick<ChartPlan, 'scale' | 'secondaryScale'> {
  const first = series.filter((one) => !one.secondary);
  const second = series.filter((one) => one.secondary).flatMap((one) => finite(one.values));
  const stacked = kind === 'stacked' || (kind === 'area' && first.length > 1);
  const values = stacked ? stackSums(first, categories) : first.flatMap((one) => finite(one.values));
  const fromZero = kind !== 'line' && kind !== 'scatter';
  return { scale: chooseScale(values, fromZero), secondaryScale: second.length > 0 ? chooseScale(second, true) : null };
}

/** @param lang of the document, for unit placement */
export function planChart(chart: Chart, look: Look, lang: string): { plan: ChartPlan; notes: Note[] } {
  const { kind, notes } = settleKind(chart);
  const shares = kind === 'pie' || kind === 'doughnut';
  const { categories } = chart;
  const series = planSeries(chart, kind, look);
  const xs = kind === 'scatter' ? (readNumbers(categories) ?? []) : [];
  const all = series.filter((one) => !one.secondary).flatMap((one) => finite(one.values));
  const bars = kind === 'bar' || kind === 'column';
  const endLabels = kind === 'line' && series.length <= END_LABELS_MAX && series.every((one) => one.name.length <= 18);
  const plan: ChartPlan = {
    kind,
    categories,
    categoryLabel: chart.category_label ?? '',
    series,
    sliceColors: shares ? seriesColors(Math.max(3, categories.length), look, false).slice(0, categories.length) : [],
    ...scalesOf(kind, series, categories.length),
    xs,
    xScale: kind === 'scatter' ? chooseScale(xs, false) : null,
    decimals: decimalsOf(all),
    secondaryDecimals: decimalsOf(series.filter((one) => one.secondary).flatMap((one) => finite(one.values))),
    unit: unitOf(chart.unit, lang),
    valueLabels: shares || (bars && series.length === 1 && categories.length <= LABELLED_BARS_MAX),
    endLabels,
    legend: !endLabels && (shares || series.length > 1),
    gridlines: look.forms.gridlines,
    lang,
    mirrored: isRightToLeftLanguage(lang) && kind !== 'scatter',
  };
  return { plan, notes };
}

/** A value as it is written in this chart: grouped by thousands, true minus, with its unit where that is short. */
export function formatChartValue(
  plan: Pick<ChartPlan, 'decimals' | 'unit' | 'lang' | 'affix'>,
  value: number,
  decimals = plan.decimals,
): string {
  const text = new Intl.NumberFormat(languageOrEnglish(plan.lang), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'auto',
  })
    .format(value)
    .replace('-', '−');
  if (plan.affix !== undefined) return `${text.startsWith('−') ? '−' : ''}${plan.affix.before}${text.replace(/^−/, '')}${plan.affix.after}`;
  if (plan.unit === null || plan.unit.place === 'above') return text;
  return plan.unit.place === 'before' ? text.replace(/^(−?)/, `$1${plan.unit.text}`) : `${text}${plan.unit.text}`;
}

/** Decimals that the steps of a scale need. */
export function scaleDecimals(scale: AxisScale): number {
  return /\.(\d+)$/.exec(String(scale.step))?.[1]?.length ?? 0;
}

/** Alternative text: what kind of chart, of what, and where each series begins, ends and peaks. */
export function describeChart(chart: Chart, lang: string): string {
  if (chart.alt !== undefined && chart.alt.trim() !== '') return chart.alt;
  const unit = unitOf(chart.unit, lang);
  const write = (value: number): string =>
    formatChartValue({ decimals: decimalsOf(chart.series.flatMap((series) => finite(series.values))), unit, lang }, value);
  const parts = chart.series.slice(0, 4).map((series) => {
    const points = series.values.flatMap((value, i) => (value === null ? [] : [{ value, name: chart.categories[i] ?? '' }]));
    const first = points[0];
    const last = points.at(-1);
    if (!first || !last) return series.name;
    const top = points.reduce((best, point) => (point.value > best.value ? point : best), first);
    return `${series.name}: ${first.name} ${write(first.value)}, ${last.name} ${write(last.value)}, ${labelsOf(lang).highest} ${write(top.value)} (${top.name})`;
  });
  const head = chart.title === undefined || chart.title === '' ? labelsOf(lang).chart : `${labelsOf(lang).chart}: ${chart.title}`;
  return `${head}. ${parts.join('; ')}.`;
}

/** Ink of axes, grid and labels, the same in every chart. */
export const CHART_INK = { text: NEUTRALS.text, muted: NEUTRALS.muted, grid: NEUTRALS.hair, axis: NEUTRALS.greyLine } as const;
