/**
 * Charts as chart libraries describe them, in JSON or YAML → what they show: Chart.js (`data.labels`, `data.datasets`), Vega-Lite (`mark`,
 * `encoding`), ECharts and Highcharts (`xAxis.data`, `series`), and the plain forms that people and models write (`labels`, `series`,
 * rows with fields). What only says how it looks there, such as colours, is for the look of the document.
 */
import type { Chart } from '../../document/block.ts';
import { CATEGORIES_MAX, chartKind, SERIES_MAX } from './chart-values.ts';

/** A figure, a text that may hold one, or nothing at its place. */
export type Figure = number | string | null;

export interface DescribedChart {
  kind: Chart['kind'];
  title?: string | undefined;
  unit?: string | undefined;
  categoryLabel?: string | undefined;
  source?: string | undefined;
  alt?: string | undefined;
  categories: string[];
  series: { name: string; values: Figure[]; kind?: 'column' | 'line' | undefined }[];
}

/** One more than can be drawn, so that too many are seen; with thousands of each, all of them by all would fill the memory. */
const SERIES_READ = SERIES_MAX + 1;
const PLACES_READ = CATEGORIES_MAX + 1;
/** Fields of rows. */
const KEYS_READ = 4 * SERIES_READ;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isScalar = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.trim() !== '') || (typeof value === 'number' && Number.isFinite(value));

/** The value at a place, such as `options.plugins.title`; of a list its first item. */
function at(value: unknown, place: string): unknown {
  let found = value;
  for (const key of place.split('.')) {
    const inside = isList(found) ? found[0] : found;
    found = isFields(inside) && Object.hasOwn(inside, key) ? inside[key] : undefined;
  }
  return found;
}

/** The first of the places where there is something of the kind asked for. */
function first<T>(value: unknown, places: readonly string[], is: (found: unknown) => found is T): T | undefined {
  for (const place of places) {
    const found = at(value, place);
    if (is(found)) return found;
  }
  return undefined;
}

const TITLE = ['title.text', 'title', 'options.title.text', 'options.plugins.title.text', 'name'];
const KIND = ['type', 'kind', 'chart_type', 'chartType', 'chart.type', 'chart', 'mark.type', 'mark'];
const LABELS = [
  'labels',
  'categories',
  'data.labels',
  'data.categories',
  'x',
  'x.values',
  'xAxis.data',
  'xAxis.categories',
  'xaxis.categories',
];
const X_NAME = [
  'x_label',
  'xLabel',
  'x_axis',
  'xAxis.title.text',
  'xAxis.title',
  'xAxis.name',
  'x.title',
  'x.label',
  'options.scales.x.title.text',
];
const SERIES = ['series', 'datasets', 'data.datasets', 'data.series'];
const ROWS = ['data.values', 'data.rows', 'data', 'rows', 'values', 'points', 'dataset.source'];
const NAMES = ['label', 'name', 'category', 'x', 'key', 'title'];
const VALUES = ['value', 'y', 'values', 'amount', 'count', 'v'];

const text = (value: unknown): string | undefined => (isScalar(value) ? String(value).trim() : undefined);
const label = (value: unknown): string => (isFields(value) ? (text(first(value, NAMES, isScalar)) ?? '') : (text(value) ?? ''));

/** A figure wherever one can be meant: bare, `{y: 3}`, `{value: 3}` or the second of a pair. */
function figure(value: unknown): Figure {
  if (isList(value)) return figure(value.length > 1 ? value[1] : value[0]);
  if (isFields(value)) return figure(first(value, VALUES, isScalar) ?? null);
  return isScalar(value) ? value : null;
}

/** A field's name that says nothing to who reads the chart. */
const isPlainName = (name: string): boolean => NAMES.includes(name) || VALUES.includes(name);

/** Kinds of chart libraries by our names: their `bar` is vertical, unless something else says that it is horizontal. */
const LIBRARY_KINDS: Readonly<Record<string, Chart['kind']>> = {
  bar: 'column',
  bars: 'column',
  horizontalbar: 'bar',
  barh: 'bar',
  arc: 'pie',
  point: 'scatter',
  circle: 'scatter',
  bubble: 'scatter',
  spline: 'line',
  areaspline: 'area',
  stackedbar: 'stacked',
  'stacked-bar': 'stacked',
  stacked_bar: 'stacked',
};

const HORIZONTAL = ['horizontal', 'indexAxis', 'options.indexAxis', 'orientation', 'layout'];
const STACKED = [
  'stacked',
  'options.stacked',
  'options.scales.x.stacked',
  'options.scales.y.stacked',
  'plotOptions.column.stacking',
  'series.stack',
];
const isSaid = (value: unknown): value is boolean | string => value === true || (typeof value === 'string' && value !== '');

function kindOf(name: unknown, spec: unknown): Chart['kind'] | undefined {
  const word = typeof name === 'string' ? name.trim().toLowerCase() : '';
  const kind = Object.hasOwn(LIBRARY_KINDS, word) ? LIBRARY_KINDS[word] : chartKind(word);
  const turned = first(spec, HORIZONTAL, isSaid);
  if (kind === 'column' && first(spec, STACKED, isSaid) !== undefined) return 'stacked';
  if (kind === 'column' && (turned === true || turned === 'y' || turned === 'horizontal' || turned === 'h')) return 'bar';
  if (kind === 'pie' && at(spec, 'mark.innerRadius') !== undefined) return 'doughnut';
  return kind;
}

type Series = DescribedChart['series'];
interface Figures {
  categories: string[];
  series: Series;
  /** What the categories are, where the figures themselves say it. */
  categoryLabel?: string | undefined;
}

/** Points of several series, each with places of its own: every place once, in the order in which they come. */
function alignPoints(named: readonly { name: string; points: readonly (readonly [place: string, value: Figure])[] }[]): Figures {
  const places = new Map<string, number>();
  for (const { points } of named) for (const [place] of points) if (!places.has(place)) places.set(place, places.size);
  const series = named.map(({ name, points }) => {
    const values: Figure[] = Array.from({ length: places.size }, () => null);
    for (const [place, value] of points) values[places.get(place) ?? 0] = value;
    return { name, values };
  });
  return { categories: [...places.keys()], series };
}

/** Where a point stands: the name in it, or the first of a pair. */
const placeOf = (point: unknown): string | undefined =>
  isList(point) && point.length > 1 ? text(point[0]) : isFields(point) ? label(point) : undefined;

/** Of a list of series, or of an object of lists by name. */
function fromSeries(given: unknown, labels: readonly string[]): Figures | undefined {
  const entries: [name: string, value: unknown, kind: unknown][] = isFields(given)
    ? Object.entries(given)
        .slice(0, SERIES_READ)
        .map(([name, value]) => [name, value, undefined])
    : (isList(given) ? given.slice(0, SERIES_READ) : []).map((one, index) => [
        (isFields(one) ? text(first(one, ['label', 'name', 'title', 'key'], isScalar)) : undefined) ?? (index === 0 ? '' : `${index + 1}`),
        isFields(one) ? first(one, ['data', 'values', 'y', 'points'], isList) : one,
        isFields(one) ? one['type'] : undefined,
      ]);
  // one list of figures, or of named figures, is a series by itself
  if (isList(given) && given.length > 0 && given.every((one) => !isList(one) && (!isFields(one) || figure(one) !== null)))
    return fromSeries([{ data: given }], labels);
  const listed = entries.flatMap(([name, value, kind]) =>
    isList(value) && value.length > 0 ? [{ name, value: value.slice(0, PLACES_READ), kind }] : [],
  );
  if (listed.length === 0) return undefined;
  if (labels.length > 0)
    return {
      categories: [...labels],
      series: listed.map(({ name, value, kind }) => ({
        name,
        values: Array.from({ length: Math.max(labels.length, value.length) }, (_, index) => figure(value[index])),
        kind: kind === undefined ? undefined : kindOf(kind, {}) === 'line' ? 'line' : 'column',
      })),
    };
  const points = listed.map(({ name, value }) => ({
    name,
    points: value.map((one, index) => [placeOf(one) ?? `${index + 1}`, figure(one)] as const),
  }));
  return alignPoints(points);
}

/** Names of fields that are drawn, as the description gives them. */
const fieldNames = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(',').map((name) => name.trim()) : isList(value) ? value.flatMap((one) => text(one) ?? []) : [];

function keysOf(rows: readonly Fields[]): string[] {
  const keys = new Set<string>();
  for (const row of rows) {
    if (keys.size > KEYS_READ) break;
    for (const key of Object.keys(row).slice(0, KEYS_READ)) keys.add(key);
  }
  return [...keys].slice(0, KEYS_READ);
}

/** Of rows with fields: one names the place, the others are series; with a field of colours each of its values is a series. */
function fromRows(rows: readonly Fields[], spec: unknown): Figures | undefined {
  const keys = keysOf(rows);
  const encoded = (channel: string): string | undefined => first(spec, [`encoding.${channel}.field`], isScalar)?.toString();
  const isNumeric = (key: string): boolean =>
    rows.every((row) => row[key] === null || row[key] === undefined || typeof row[key] === 'number');
  const [one, other] = [encoded('x') ?? encoded('theta'), encoded('y') ?? encoded('color')];
  // horizontal bars have their figures on the x axis
  const isTurned = one !== undefined && other !== undefined && encoded('theta') === undefined && isNumeric(one) && !isNumeric(other);
  const theta = encoded('theta');
  const named = text(at(spec, 'x')) ?? text(at(spec, 'xKey')) ?? text(at(spec, 'x_key'));
  const x =
    [theta === undefined ? (isTurned ? other : one) : encoded('color'), named].find((key) => key !== undefined && keys.includes(key)) ??
    keys.find((key) => !isNumeric(key)) ??
    keys[0];
  const asked = [theta ?? (isTurned ? one : encoded('y'))].flatMap((key) => key ?? []);
  const said = asked.length > 0 ? asked : [at(spec, 'y'), at(spec, 'yKeys'), at(spec, 'y_keys')].flatMap(fieldNames);
  const drawn = said.filter((key) => keys.includes(key) && key !== x);
  const y = drawn.length > 0 ? drawn : keys.filter((key) => key !== x && rows.some((row) => typeof row[key] === 'number'));
  if (x === undefined || y.length === 0) return undefined;
  const colour = theta === undefined ? (encoded('color') ?? encoded('xOffset')) : undefined;
  const [value] = y;
  if (colour !== undefined && colour !== x && value !== undefined && keys.includes(colour)) {
    const groups = new Map<string, [string, Figure][]>();
    for (const row of rows) {
      const name = label(row[colour]);
      if (groups.size === SERIES_READ && !groups.has(name)) continue;
      const points = groups.get(name) ?? [];
      points.push([label(row[x]), figure(row[value])]);
      groups.set(name, points);
    }
    return { ...alignPoints([...groups].map(([name, points]) => ({ name, points }))), categoryLabel: x };
  }
  const shown = rows.slice(0, PLACES_READ);
  return {
    categories: shown.map((row) => label(row[x])),
    series: y.slice(0, SERIES_READ).map((name) => ({ name, values: shown.map((row) => figure(row[name])) })),
    categoryLabel: x,
  };
}

/** Of an object of figures by name, such as `{Rent: 900, Food: 400}`. */
const fromNames = (given: Fields): Figures => ({
  categories: Object.keys(given).slice(0, PLACES_READ),
  series: [{ name: '', values: Object.values(given).slice(0, PLACES_READ).map(figure) }],
});

/** Rows of cells whose first one has the names, as ECharts' `dataset.source`. */
function fromCells(cells: readonly unknown[][]): Figures | undefined {
  const [head = [], ...rows] = cells.slice(0, PLACES_READ + 1).map((row) => row.slice(0, SERIES_READ + 1));
  if (rows.length === 0 || head.length < 2 || !head.slice(1).every((cell) => typeof cell === 'string')) return undefined;
  return {
    categories: rows.map((row) => label(row[0])),
    series: head.slice(1).map((name, index) => ({ name: label(name), values: rows.map((row) => figure(row[index + 1])) })),
    categoryLabel: text(head[0]),
  };
}

function figuresOf(spec: Fields): Figures | undefined {
  const labels = (first(spec, LABELS, isList) ?? first(spec, ['yAxis.data', 'yAxis.categories'], isList) ?? [])
    .slice(0, PLACES_READ)
    .map(label);
  for (const place of [...SERIES, ...ROWS]) {
    const given = at(spec, place);
    if (isList(given) && given.length > 0) {
      const rows = given.filter(isFields);
      const areRows = rows.length === given.length && !rows.some((row) => first(row, ['data', 'values', 'points'], isList) !== undefined);
      const cells = given.filter(isList);
      const found =
        (cells.length === given.length && labels.length === 0 ? fromCells(cells) : undefined) ??
        (areRows && labels.length === 0 ? fromRows(rows, spec) : undefined) ??
        fromSeries(given, labels);
      if (found !== undefined) return found;
    }
    if (isFields(given) && Object.values(given).some(isList)) {
      const found = fromSeries(given, labels);
      if (found !== undefined && found.series.length > 0) return found;
    }
    if (isFields(given) && Object.values(given).length > 0 && Object.values(given).every(isScalar)) return fromNames(given);
  }
  return undefined;
}

/** What a description shows; undefined where no figures are found in it, or it is no object. Values are as they were written. */
export function readDescription(given: unknown): DescribedChart | undefined {
  if (!isFields(given)) return undefined;
  const inner = at(given, 'chart');
  const spec = isFields(inner) && figuresOf(inner) !== undefined ? inner : given;
  const found = figuresOf(spec);
  if (found === undefined) return undefined;
  const said = kindOf(first(spec, KIND, (value) => typeof value === 'string') ?? at(spec, 'series.type'), spec);
  const own = found.series.map((series) => series.kind ?? (said === 'line' ? 'line' : 'column'));
  const isMixed = found.series.some((series) => series.kind !== undefined) && new Set(own).size > 1;
  const kind = isMixed ? 'combo' : (said ?? (own[0] === 'line' ? 'line' : 'column'));
  const series = found.series.map(({ name, values }, index) => ({
    name: isPlainName(name) ? '' : name,
    values,
    ...(isMixed ? { kind: own[index] } : {}),
  }));
  return {
    kind,
    title: text(first(spec, TITLE, isScalar)),
    unit: text(first(spec, ['unit', 'units', 'y_unit', 'yAxis.unit'], isScalar)),
    categoryLabel: text(first(spec, X_NAME, isScalar)) ?? (isPlainName(found.categoryLabel ?? '') ? undefined : found.categoryLabel),
    source: text(at(spec, 'source')),
    alt: text(first(spec, ['alt', 'description'], isScalar)),
    categories: found.categories,
    series,
  };
}
