/** Charts of Office files (ISO/IEC 29500-1 §21.2), from the values that the file keeps of them → chart blocks. */
import { A, C } from '../../ooxml/names.ts';
import type { Chart, Paragraph } from '../../document/block.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { noteOnce } from './parts.ts';
import type { OfficeReading } from './parts.ts';
import { maxOf } from '../../base/extremes.ts';
import { formatValue, isDateFormat } from '../../spreadsheet/number-format.ts';

/** As many as Excel draws: series of a chart, and places of one that we give. */
export const SERIES_MAX = 255;
export const POINTS_MAX = 5_000;

/**
 * @param root of the part, `c:chartSpace`
 * @returns one whose file keeps no values of it as its titles, undefined where it has none. Notes: `part_left_out`
 */
export function readChart(reading: OfficeReading, root: XmlElement): Chart | Paragraph | undefined {
  const chart = firstElementOf(root, 'chart', C);
  const plot = chart && firstElementOf(chart, 'plotArea', C);
  if (!chart || !plot) return undefined;
  const groups = elementsOf(plot).filter((element) => element.uri === C && element.local.endsWith('Chart'));
  const all = groups.flatMap((group) => elementsOf(group, 'ser', C).map((series) => ({ group, series })));
  const rows = all.slice(0, SERIES_MAX);
  const title = firstElementOf(chart, 'title', C);
  const heading = title === undefined ? '' : drawnText(title);
  const [first] = rows;
  if (!first) return withoutValues(reading, heading, plot);
  if (all.length > rows.length) noteCut(reading, `${all.length} series, and the first ${SERIES_MAX}`);
  const places =
    labels(first.series, 'cat') === undefined ? placesAcross(rows.map(({ series }) => labels(series, 'xVal') ?? [])) : undefined;
  const categories = labels(first.series, 'cat') ?? places?.labels ?? labels(first.series, 'xVal') ?? [];
  const series = rows.map(({ series: row }, index) => {
    const own = points(row, 'val') ?? points(row, 'yVal') ?? new Map<number, string>();
    const values = places ? new Map([...own].map(([at, value]) => [places.rows[index]?.[at] ?? at, value])) : own;
    const length = Math.min(POINTS_MAX, Math.max(categories.length, maxOf([...values.keys()].map((key) => key + 1)), 0));
    return { name: nameOf(row) ?? `Series ${index + 1}`, values: Array.from({ length }, (_, at) => toNumber(values.get(at))) };
  });
  const length = Math.max(categories.length, maxOf(series.map(({ values }) => values.length)));
  const most = Math.max(
    length,
    maxOf([...walkElements(plot)].map((one) => (one.local === 'ptCount' ? Number(attributeOf(one, 'val')) || 0 : 0))),
  );
  if (most > POINTS_MAX) noteCut(reading, `${most} places, and the first ${POINTS_MAX}`);
  if (length === 0) return withoutValues(reading, heading, plot);
  const filled = Array.from({ length: Math.min(length, POINTS_MAX) }, (_, at) => categories[at] ?? String(at + 1));
  const axes = axisTitles(plot, [heading, ...series.map(({ name }) => name)]);
  return {
    id: '',
    type: 'chart',
    kind: kindOf(groups),
    categories: filled,
    series,
    ...(heading === '' ? {} : { title: heading }),
    ...(axes.categories === '' ? {} : { category_label: axes.categories }),
    ...(axes.values === '' ? {} : { unit: axes.values }),
  };
}

function withoutValues(reading: OfficeReading, heading: string, plot: XmlElement): Paragraph | undefined {
  noteOnce(reading, 'part_left_out', 'warning', 'The file does not hold the values of a chart; what its title and axes say was read.');
  return chartWords(heading, axisTitles(plot, [heading]));
}

/** Says how much of a chart was read, as `300 series, and the first 255`. */
export const noteCut = (reading: OfficeReading, what: string): void =>
  noteOnce(reading, 'part_left_out', 'warning', `A chart has ${what} of them were read.`);

/** What stands at a chart whose values are elsewhere; undefined where nothing does. */
export function chartWords(title: string, { categories, values }: { categories: string; values: string }): Paragraph | undefined {
  const text = [title, categories, values].filter((one) => one !== '').join(' · ');
  return text === '' ? undefined : { id: '', type: 'paragraph', runs: [{ text }] };
}

/**
 * The places of points whose series lie at places of their own, as those of a scatter chart do: all of them once, and which of
 * them each point of a series has. undefined where all series have the same.
 */
function placesAcross(series: readonly (readonly string[])[]): { labels: string[]; rows: number[][] } | undefined {
  const [first = []] = series;
  if (series.every((own) => own.length === first.length && own.every((label, at) => label === first[at]))) return undefined;
  // a place that a series has twice is two rows
  const keysOf = (own: readonly string[]): string[] => {
    const counts = new Map<string, number>();
    return own.map((label) => {
      const count = (counts.get(label) ?? 0) + 1;
      counts.set(label, count);
      return `${label}\n${count}`;
    });
  };
  const keyed = series.map(keysOf);
  const keys = [...new Set(keyed.flat())];
  const placeOf = (key: string): number => Number(key.slice(0, key.indexOf('\n')));
  if (keys.every((key) => !key.startsWith('\n') && Number.isFinite(placeOf(key)))) keys.sort((a, b) => placeOf(a) - placeOf(b));
  const rowOf = new Map(keys.map((key, at) => [key, at]));
  return { labels: keys.map((key) => key.slice(0, key.indexOf('\n'))), rows: keyed.map((own) => own.map((key) => rowOf.get(key) ?? 0)) };
}

const AXIS = /^(?:cat|date|val|ser)Ax$/;

/** What stands at the axes: what the categories are, and what the values are, or in which unit. @param said already, and not once more */
function axisTitles(plot: XmlElement, said: readonly string[]): { categories: string; values: string } {
  const titles = elementsOf(plot)
    .filter((element) => element.uri === C && AXIS.test(element.local))
    .map((axis) => {
      const title = firstElementOf(axis, 'title', C);
      const place = attributeOf(firstElementOf(axis, 'axPos', C) ?? axis, 'val') ?? '';
      return { kind: axis.local, place, text: title === undefined ? '' : drawnText(title) };
    });
  // a scatter chart has two axes of values, and one of them is where categories are
  const counted = titles.find(({ kind }) => kind === 'catAx' || kind === 'dateAx') ?? titles.find(({ place }) => /^[bt]$/.test(place));
  const values = titles.filter((one) => one !== counted && one.text !== '' && !said.includes(one.text)).map(({ text }) => text);
  return { categories: counted?.text ?? '', values: [...new Set(values)].join(' · ') };
}

function kindOf(groups: readonly XmlElement[]): Chart['kind'] {
  const [first] = groups;
  if (!first) return 'column';
  if (groups.length > 1 && new Set(groups.map((group) => group.local)).size > 1) return 'combo';
  const name = first.local.replace(/3D/, '');
  if (name === 'barChart') {
    const grouping = attributeOf(firstElementOf(first, 'grouping', C) ?? first, 'val');
    if (grouping === 'stacked' || grouping === 'percentStacked') return 'stacked';
    return attributeOf(firstElementOf(first, 'barDir', C) ?? first, 'val') === 'bar' ? 'bar' : 'column';
  }
  const kinds: Readonly<Record<string, Chart['kind']>> = {
    lineChart: 'line',
    areaChart: 'area',
    pieChart: 'pie',
    ofPieChart: 'pie',
    doughnutChart: 'doughnut',
    scatterChart: 'scatter',
    bubbleChart: 'scatter',
    radarChart: 'line',
    stockChart: 'line',
  };
  return kinds[name] ?? 'column';
}

/** A title as it was typed, or as the cell that it is taken from shows it. */
function drawnText(title: XmlElement): string {
  const rich = firstElementOf(firstElementOf(title, 'tx', C) ?? title, 'rich', C);
  if (!rich) return [...(points(title, 'tx')?.values() ?? [])].join(' ').trim();
  return elementsOf(rich, 'p', A)
    .map((paragraph) =>
      elementsOf(paragraph)
        .filter(({ local }) => local === 'r' || local === 'fld')
        .map((run) => textOf(firstElementOf(run, 't', A) ?? run))
        .join(''),
    )
    .join(' ')
    .trim();
}

function points(series: XmlElement, local: string): Map<number, string> | undefined {
  const holder = firstElementOf(series, local, C);
  if (!holder) return undefined;
  const found = new Map<number, string>();
  const collect = (element: XmlElement): void => {
    const format = local === 'cat' ? firstElementOf(element, 'formatCode', C) : undefined;
    for (const child of elementsOf(element)) {
      if (child.local === 'pt') {
        const at = Number(attributeOf(child, 'idx') ?? 0);
        const value = firstElementOf(child, 'v', C);
        const text = value && asDate(textOf(value), format && textOf(format));
        if (text !== undefined && at >= 0 && at < POINTS_MAX) found.set(at, found.has(at) ? `${text} ${found.get(at)}` : text);
      } else if (/^(?:str|num|multiLvlStr)(?:Ref|Cache|Lit)$|^lvl$/.test(child.local)) collect(child);
    }
  };
  collect(holder);
  return found;
}

/** Days that categories count are dates as the chart shows them (§21.2.2.71); all else is as it stands. */
function asDate(value: string, format: string | undefined): string {
  const serial = Number(value);
  return format === undefined || value.trim() === '' || !Number.isFinite(serial) || !isDateFormat(format)
    ? value
    : formatValue(serial, format, false);
}

function labels(series: XmlElement, local: string): string[] | undefined {
  const found = points(series, local);
  if (!found || found.size === 0) return undefined;
  return Array.from({ length: maxOf(found.keys()) + 1 }, (_, at) => found.get(at) ?? '');
}

function nameOf(series: XmlElement): string | undefined {
  const name = [...(points(series, 'tx')?.values() ?? [])].join(' ').trim();
  const direct = firstElementOf(firstElementOf(series, 'tx', C) ?? series, 'v', C);
  return name !== '' ? name : direct && textOf(direct);
}

/** null for what is no number. */
export function toNumber(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}
