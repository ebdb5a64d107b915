/** Charts of Office 2016 and later ([MS-ODRAWXML] §2.24: waterfall, treemap, sunburst, funnel, box plot, histogram, map) → chart blocks. */
import { A, CX } from '../../ooxml/names.ts';
import type { Chart, Paragraph } from '../../document/block.ts';
import { maxOf } from '../../base/extremes.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { chartWords, noteCut, POINTS_MAX, SERIES_MAX, toNumber } from './chart.ts';
import type { OfficeReading } from './parts.ts';

/** The nearest of the kinds that charts have here; how the values are is in the table in any case. */
const KINDS: Readonly<Record<string, Chart['kind']>> = {
  funnel: 'bar',
  regionMap: 'bar',
  treemap: 'pie',
  sunburst: 'pie',
};

interface ChartData {
  categories: string[];
  values: Map<number, number>;
}

const child = (element: XmlElement | undefined, ...path: string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((found, local) => found && firstElementOf(found, local, CX), element);

/** @param root of the part, `cx:chartSpace`; a chart whose file keeps no values of it is its titles. Notes: `part_left_out` */
export function readExtendedChart(reading: OfficeReading, root: XmlElement): Chart | Paragraph | undefined {
  const chart = child(root, 'chart');
  const region = child(chart, 'plotArea', 'plotAreaRegion');
  if (!chart || !region) return undefined;
  const data = new Map(
    elementsOf(child(root, 'chartData') ?? root, 'data', CX).map((one) => [attributeOf(one, 'id') ?? '', readData(one)]),
  );
  // a line of shares is computed from another series, and has no data
  const drawn = elementsOf(region, 'series', CX).flatMap((series, index) => {
    const own = data.get(attributeOf(child(series, 'dataId') ?? series, 'val') ?? '');
    return own === undefined ? [] : [{ series, own, name: spoken(child(series, 'tx')) || `Series ${index + 1}` }];
  });
  const title = spoken(child(chart, 'title', 'tx'));
  const axes = axisTitles(child(chart, 'plotArea'));
  const length = maxOf([0, ...drawn.map(({ own }) => Math.max(own.categories.length, maxOf([-1, ...own.values.keys()]) + 1))]);
  const [first] = drawn;
  if (!first || length === 0) return chartWords(title, axes);
  if (drawn.length > SERIES_MAX) noteCut(reading, `${drawn.length} series, and the first ${SERIES_MAX}`);
  if (length > POINTS_MAX) noteCut(reading, `${length} places, and the first ${POINTS_MAX}`);
  const { categories } = drawn.map(({ own }) => own).reduce((most, own) => (own.categories.length > most.categories.length ? own : most));
  const places = Array.from({ length: Math.min(length, POINTS_MAX) }, (_, at) => at);
  return {
    id: '',
    type: 'chart',
    kind: KINDS[attributeOf(first.series, 'layoutId') ?? ''] ?? 'column',
    categories: places.map((at) => categories[at] ?? String(at + 1)),
    series: drawn.slice(0, SERIES_MAX).map(({ name, own }) => ({ name, values: places.map((at) => own.values.get(at) ?? null) })),
    ...(title === '' ? {} : { title }),
    ...(axes.categories === '' ? {} : { category_label: axes.categories }),
    ...(axes.values === '' ? {} : { unit: axes.values }),
  };
}

/** Categories in several levels are the outer ones before the inner one, which comes first in the file. */
function readData(data: XmlElement): ChartData {
  const texts = elementsOf(data, 'strDim', CX).find((one) => attributeOf(one, 'type') === 'cat');
  const numbers = elementsOf(data, 'numDim', CX);
  const shown = numbers.find((one) => /^(?:val|size)$/.test(attributeOf(one, 'type') ?? '')) ?? numbers[0];
  const categories: string[] = [];
  for (const level of texts ? elementsOf(texts, 'lvl', CX) : [])
    for (const [at, text] of points(level)) categories[at] = categories[at] === undefined ? text : `${text} ${categories[at]}`;
  const [level] = shown ? elementsOf(shown, 'lvl', CX) : [];
  const values = new Map([...(level ? points(level) : [])].flatMap(([at, text]) => valueAt(at, toNumber(text))));
  return { categories: Array.from(categories, (text) => text ?? ''), values };
}

const valueAt = (at: number, value: number | null): [number, number][] => (value === null ? [] : [[at, value]]);

function* points(level: XmlElement): Generator<[number, string]> {
  for (const point of elementsOf(level, 'pt', CX)) {
    const at = Number(attributeOf(point, 'idx') ?? 0);
    if (Number.isInteger(at) && at >= 0 && at <= POINTS_MAX) yield [at, textOf(point)];
  }
}

/** A text as it was typed, or as the cell that it is taken from shows it. */
function spoken(text: XmlElement | undefined): string {
  const rich = child(text, 'rich');
  const value = child(text, 'txData', 'v');
  if (!rich) return value === undefined ? '' : textOf(value).trim();
  const paragraphs = elementsOf(rich, 'p', A).map((one) =>
    [...walkElements(one)].flatMap((part) => (part.local === 't' && part.uri === A ? [textOf(part)] : [])).join(''),
  );
  return paragraphs.join(' ').trim();
}

function axisTitles(plot: XmlElement | undefined): { categories: string; values: string } {
  const axes = plot ? elementsOf(plot, 'axis', CX) : [];
  const titleOf = (scaling: string): string =>
    axes.flatMap((axis) => (child(axis, scaling) ? [spoken(child(axis, 'title', 'tx'))] : [])).find((one) => one !== '') ?? '';
  return { categories: titleOf('catScaling'), values: titleOf('valScaling') };
}
