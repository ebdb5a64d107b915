/** The figures of an existing chart as they are stored with it (ISO/IEC 29500-1 §21.2.2), for whoever is to change them. */
import { C } from '../../ooxml/names.ts';
import type { XmlPart } from '../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { maxOf } from '../../base/extremes.ts';

const ROWS_MAX = 200;
const SERIES_MAX = 24;

/** Values of `c:cat`, `c:val` or `c:tx`, by their index. */
function pointsOf(holder: XmlElement | undefined): string[] {
  const values: string[] = [];
  for (const element of holder === undefined ? [] : walkElements(holder)) {
    if (element.local !== 'pt' || element.uri !== C) continue;
    const index = Number(attributeOf(element, 'idx'));
    const value = firstElementOf(element, 'v', C);
    if (Number.isInteger(index) && index >= 0 && index < ROWS_MAX && value !== undefined) values[index] = textOf(value);
  }
  return Array.from(values, (value) => value ?? '');
}

function formulaOf(holder: XmlElement | undefined): string | undefined {
  for (const element of holder === undefined ? [] : walkElements(holder))
    if (element.local === 'f' && element.uri === C) return textOf(element);
  return undefined;
}

export interface ChartRead {
  /** Names of the series in the first row, behind an empty cell; then a row for each category. */
  data: string[][];
  /** Cells that the values are taken from, for each series that says so. */
  references: string[];
}

export function readChartData(part: XmlPart): ChartRead {
  const all = [...walkElements(part.root)].filter(({ local, uri }) => local === 'ser' && uri === C).slice(0, SERIES_MAX);
  const child = (ser: XmlElement, ...locals: string[]): XmlElement | undefined =>
    elementsOf(ser).find(({ local, uri }) => uri === C && locals.includes(local));
  const series = all.map((ser) => ({
    name: pointsOf(child(ser, 'tx'))[0] ?? '',
    values: pointsOf(child(ser, 'val', 'yVal')),
    reference: formulaOf(child(ser, 'val', 'yVal')),
  }));
  const categories = all.map((ser) => pointsOf(child(ser, 'cat', 'xVal'))).find((points) => points.length > 0) ?? [];
  const rows = Math.max(categories.length, maxOf(series.map(({ values }) => values.length)));
  return {
    data: [
      ['', ...series.map(({ name }) => name)],
      ...Array.from({ length: Math.max(0, rows) }, (_, row) => [categories[row] ?? '', ...series.map(({ values }) => values[row] ?? '')]),
    ],
    references: series.flatMap(({ reference }) => reference ?? []),
  };
}
