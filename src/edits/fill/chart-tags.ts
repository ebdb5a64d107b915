/** Charts whose alternative text is `{{chart sales}}`: their figures, and the workbook that keeps them, are those of the data. */
import { C, OFFICE_RELATIONSHIP, R } from '../../ooxml/names.ts';
import { addRelationship, editXmlPart } from '../../ooxml/change-package.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage } from '../../ooxml/office-package.ts';
import { attributeOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { isRejected } from '../define-edit.ts';
import { planChartData } from '../office/chart-data.ts';
import { copyPart } from '../pptx/mechanics/copy-part.ts';
import { addFault, valueOfTag, type Filling, type PlacedTag } from './filling.ts';
import type { Tag } from './read-tag.ts';
import { isList, isRecord, type Data, type Scope, type Value } from './scope.ts';

const POINTS_MAX = 1_000;
const SERIES_MAX = 64;

interface Sent {
  categories: (string | number)[];
  series: { name: string; values: (number | null)[] }[];
  title?: string;
  alt?: string;
}

const isCategory = (value: Data): value is string | number => typeof value === 'string' || typeof value === 'number';
const isFigure = (value: Data | undefined): value is number | null | undefined =>
  value === null || value === undefined || typeof value === 'number';
const WAYS =
  'send {"categories": ["Q1"], "series": [{"name": "Sales", "values": [3]}]}, a list of objects whose first field is the category, as [{"quarter": "Q1", "Sales": 3}], or an object of numbers';

/** Rows: the first field is the category, all others are series. */
function ofRows(rows: readonly Data[]): Sent | string {
  const [first] = rows;
  const [label, ...names] = isRecord(first ?? null) ? Object.keys(first as { readonly [key: string]: Data }) : [];
  if (label === undefined || names.length === 0) return `its rows are no objects with a category and numbers: ${WAYS}`;
  const categories: (string | number)[] = [];
  const series = names.map((name): Sent['series'][number] => ({ name, values: [] }));
  for (const [at, row] of rows.entries()) {
    if (!isRecord(row)) return `row ${at + 1} is no object`;
    const category = row[label] ?? '';
    if (!isCategory(category)) return `"${label}" of row ${at + 1} is neither text nor a number`;
    categories.push(category);
    for (const one of series) {
      const value = row[one.name];
      if (!isFigure(value)) return `"${one.name}" of row ${at + 1} is no number`;
      one.values.push(value ?? null);
    }
  }
  return { categories, series };
}

function ofBlock(value: { readonly [key: string]: Data }): Sent | string {
  const { categories, series, title, alt } = value;
  if (!isList(categories ?? null) || !isList(series ?? null)) return WAYS;
  const heads = (categories as readonly Data[]).filter(isCategory);
  const lines: Sent['series'] = [];
  for (const [at, one] of (series as readonly Data[]).entries()) {
    const values = isRecord(one) ? one['values'] : undefined;
    const figures =
      values === undefined || !isList(values)
        ? []
        : values.flatMap((figure) => (typeof figure === 'number' || figure === null ? [figure] : []));
    if (!isRecord(one) || values === undefined || !isList(values) || figures.length !== values.length)
      return `series ${at + 1} has no list of numbers in "values"`;
    lines.push({ name: typeof one['name'] === 'string' ? one['name'] : `Series ${at + 1}`, values: figures });
  }
  if (heads.length !== (categories as readonly Data[]).length) return 'a category is neither text nor a number';
  return { categories: heads, series: lines, ...(typeof title === 'string' ? { title } : {}), ...(typeof alt === 'string' ? { alt } : {}) };
}

/** Figures as they were sent; a sentence where they are none. @param name of the only series of plain numbers */
function figuresOf(value: Value, name: string): Sent | string {
  const read = isList(value)
    ? ofRows(value)
    : !isRecord(value)
      ? WAYS
      : value['series'] !== undefined
        ? ofBlock(value)
        : ofRows(Object.entries(value).map(([key, figure]) => ({ key, [name]: figure })));
  if (typeof read === 'string') return read;
  if (read.categories.length === 0 || read.series.length === 0) return 'it holds no figures';
  if (read.categories.length > POINTS_MAX) return `a chart takes ${POINTS_MAX} categories at most`;
  return read.series.length > SERIES_MAX ? `a chart takes ${SERIES_MAX} series at most` : read;
}

/** The element that shows the chart, in the frame that has this description. */
export function chartOf(properties: XmlElement): XmlElement | undefined {
  const frame = properties.local === 'docPr' ? properties.parent : properties.parent?.parent;
  const found = frame === undefined ? [] : [...walkElements(frame)].filter(({ local, uri }) => local === 'chart' && uri === C);
  return found.length === 1 ? found[0] : undefined;
}

/** A chart that was filled: its relationship, and what it shows; undefined where it stays as it is. */
export interface FilledChart {
  id: string;
  alt: string;
}

export interface ChartTools {
  opened: OfficePackage;
  filling: Filling;
  /** Whether copies of the place share the part of the first one. */
  shares: boolean;
  part(): string;
}

/** Writes the figures into the chart, or into a copy of it where its place comes several times. */
export function fillChart(
  { opened, filling, shares, part }: ChartTools,
  chart: XmlElement,
  tag: PlacedTag & { tag: Tag & { kind: 'value' } },
  scope: Scope,
): FilledChart | undefined {
  const { value: path } = tag.tag.piped;
  const value = valueOfTag(filling, tag, tag.tag.piped, scope);
  const id = attributeOf(chart, 'id', R);
  if (value === undefined || value === null || value === '' || id === undefined) return undefined;
  const sent = figuresOf(value, path.kind === 'path' ? String(path.keys.at(-1) ?? 'Value') : 'Value');
  if (typeof sent === 'string') {
    addFault(filling, tag, sent, 'data');
    return undefined;
  }
  const found = relationshipsOf(opened, part()).find((one) => one.id === id);
  const name = found && partNamed(opened, found.target);
  if (name === undefined) return undefined;
  const own = shares && scope.copy ? copyPart(opened, name, new Map()) : name;
  const { categories, series, title, alt } = sent;
  const plan = planChartData(opened, own, '', { target: own, categories, series, ...(title === undefined ? {} : { title }) });
  if (isRejected(plan)) {
    addFault(filling, tag, plan.rejected.message.replace(/\.$/, ''), plan.rejected.reason === 'would_overflow' ? 'data' : 'template');
    return undefined;
  }
  for (const { part: changed, edits } of plan.parts) editXmlPart(opened, readXmlPart(opened, changed), edits);
  plan.finish?.(opened);
  return {
    id: own === name ? id : addRelationship(opened, part(), { type: `${OFFICE_RELATIONSHIP}chart`, target: own }),
    alt: alt ?? title ?? series.map((one) => one.name).join(', '),
  };
}
