/** Charts of Office files (ISO/IEC 29500-1 §21.2), from the values that the file keeps of them → chart blocks. */
import { A, C } from '../../ooxml/names.ts';
import type { Chart } from '../../document/block.ts';
import { attributeOf, elementsOf, firstElementOf, textOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { sidePart } from './parts.ts';
import type { OfficeReading } from './parts.ts';
import { maxOf } from '../../base/extremes.ts';

const POINTS_MAX = 5_000;
const SERIES_MAX = 100;

/** The chart of a part; undefined where it holds no values. */
export function readChart(reading: OfficeReading, part: string | undefined): Chart | undefined {
  const root = sidePart(reading, part);
  const chart = root && firstElementOf(root, 'chart', C);
  const plot = chart && firstElementOf(chart, 'plotArea', C);
  if (!chart || !plot) return undefined;
  const groups = elementsOf(plot).filter((element) => element.uri === C && element.local.endsWith('Chart'));
  const rows = groups.flatMap((group) => elementsOf(group, 'ser', C).map((series) => ({ group, series }))).slice(0, SERIES_MAX);
  const [first] = rows;
  if (!first) return undefined;
  const categories = labels(first.series, 'cat') ?? labels(first.series, 'xVal') ?? [];
  const series = rows.map(({ series: row }, index) => {
    const values = points(row, 'val') ?? points(row, 'yVal') ?? new Map<number, string>();
    const length = Math.min(POINTS_MAX, Math.max(categories.length, maxOf([...values.keys()].map((key) => key + 1)), 0));
    return { name: nameOf(row) ?? `Series ${index + 1}`, values: Array.from({ length }, (_, at) => toNumber(values.get(at))) };
  });
  const length = Math.max(categories.length, maxOf(series.map(({ values }) => values.length)));
  if (length === 0) return undefined;
  const filled = Array.from({ length: Math.min(length, POINTS_MAX) }, (_, at) => categories[at] ?? String(at + 1));
  const title = firstElementOf(chart, 'title', C);
  const heading = title === undefined ? '' : drawnText(title);
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

function drawnText(title: XmlElement): string {
  const rich = firstElementOf(firstElementOf(title, 'tx', C) ?? title, 'rich', C);
  if (!rich) return '';
  return elementsOf(rich, 'p', A)
    .map((paragraph) =>
      elementsOf(paragraph, 'r', A)
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
    for (const child of elementsOf(element)) {
      if (child.local === 'pt') {
        const at = Number(attributeOf(child, 'idx') ?? 0);
        const value = firstElementOf(child, 'v', C);
        if (value && at >= 0 && at < POINTS_MAX) found.set(at, found.has(at) ? `${textOf(value)} ${found.get(at)}` : textOf(value));
      } else if (/^(?:str|num|multiLvlStr)(?:Ref|Cache|Lit)$|^lvl$/.test(child.local)) collect(child);
    }
  };
  collect(holder);
  return found;
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

function toNumber(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}
