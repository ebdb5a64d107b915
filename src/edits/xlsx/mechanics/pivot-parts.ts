/** The parts of a new pivot table: cache, records and table (ISO/IEC 29500-1 §18.10), and its place in the workbook. */
import { R, S, X14 } from '../../../ooxml/names.ts';
import { addPart, addRelationship, editXmlPart, freePartName } from '../../../ooxml/change-package.ts';
import { appendContent, insertBefore } from '../../../ooxml/edit-xml.ts';
import { readXmlPart, type OfficePackage } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { areaText, type Area } from '../../../spreadsheet/places.ts';
import { maxOf, minOf } from '../../../base/extremes.ts';
import type { Formats } from './formats.ts';
import { headRows, labelColumns, type PivotPlan } from './pivot-cells.ts';
import type { PivotFunction, PivotItems, PivotLine } from './pivot-figures.ts';
import type { PivotField, PivotValue } from './pivot-source.ts';
import { BEHIND_CALCULATION } from './sheet-list.ts';

const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Days between 1899-12-30 and 1970-01-01, and between the two calendars of workbooks. */
const DAYS_1970 = 25_569;
const DAYS_1904 = 1_462;
const DAY_MS = 86_400_000;
const LONG_TEXT = 255;

/** `2026-05-01T00:00:00` (§18.10.1.21). */
const isoDay = (serial: number, date1904: boolean): string =>
  new Date(Math.round((serial + (date1904 ? DAYS_1904 : 0) - DAYS_1970) * DAY_MS)).toISOString().slice(0, 19);

const escaped = (text: string): string => escapeAttribute(text).replaceAll('&#10;', '_x000a_');

function valueXml(value: PivotValue, date1904: boolean): string {
  switch (value.kind) {
    case 'blank':
      return '<m/>';
    case 'number':
      return `<n v="${value.value}"/>`;
    case 'date':
      return `<d v="${isoDay(value.value, date1904)}"/>`;
    case 'boolean':
      return `<b v="${value.value ? 1 : 0}"/>`;
    case 'error':
      return `<e v="${escaped(value.value)}"/>`;
    case 'text':
      return `<s v="${escaped(value.value)}"/>`;
  }
}

/** What Excel is told of the values of a field before it reads them (§18.10.1.90). */
export function sharedAttributes(values: readonly PivotValue[], date1904: boolean): string {
  const kinds = new Set(values.map(({ kind }) => kind));
  const texts = kinds.has('text') || kinds.has('boolean') || kinds.has('error');
  const [numbers, dates, blank] = [kinds.has('number'), kinds.has('date'), kinds.has('blank')];
  const figures = values.flatMap((one) => (one.kind === 'number' ? [one.value] : []));
  const days = values.flatMap((one) => (one.kind === 'date' ? [one.value] : []));
  const isMixed = [texts, numbers, dates].filter(Boolean).length > 1;
  return [
    texts || blank ? '' : ' containsSemiMixedTypes="0"',
    texts || numbers ? '' : ' containsNonDate="0"',
    dates ? ' containsDate="1"' : '',
    texts ? '' : ' containsString="0"',
    blank ? ' containsBlank="1"' : '',
    isMixed ? ' containsMixedTypes="1"' : '',
    numbers ? ' containsNumber="1"' : '',
    numbers && figures.every((one) => Number.isInteger(one)) ? ' containsInteger="1"' : '',
    numbers && !dates ? ` minValue="${minOf(figures)}" maxValue="${maxOf(figures)}"` : '',
    dates ? ` minDate="${isoDay(minOf(days), date1904)}" maxDate="${isoDay(maxOf(days), date1904)}"` : '',
    values.some((one) => one.kind === 'text' && one.value.length > LONG_TEXT) ? ' longText="1"' : '',
  ].join('');
}

function cacheFieldXml(field: PivotField, items: PivotItems | undefined, date1904: boolean, formats: Formats): string {
  const listed = items === undefined ? '' : ` count="${items.shared.length}"`;
  const inner = items === undefined ? '' : items.shared.map((value) => valueXml(value, date1904)).join('');
  const attributes = sharedAttributes(items?.shared ?? field.values, date1904);
  return `<cacheField name="${escaped(field.name)}" numFmtId="${formats.numberFormatId(field.format)}"><sharedItems${attributes}${listed}>${inner}</sharedItems></cacheField>`;
}

function cacheXml({ source, items }: PivotPlan, formats: Formats): string {
  const { fields, sheet, area, table, date1904 } = source;
  const from = table === undefined ? `ref="${areaText(area)}" sheet="${escapeAttribute(sheet.name)}"` : `name="${escapeAttribute(table)}"`;
  return (
    `${XML_DECLARATION}<pivotCacheDefinition xmlns="${S}" xmlns:r="${R}" r:id="rId1" refreshOnLoad="1" createdVersion="6" refreshedVersion="6" minRefreshableVersion="3" recordCount="${area.bottom - area.top}">` +
    `<cacheSource type="worksheet"><worksheetSource ${from}/></cacheSource><cacheFields count="${fields.length}">` +
    `${fields.map((field, index) => cacheFieldXml(field, items.get(index), date1904, formats)).join('')}</cacheFields></pivotCacheDefinition>`
  );
}

function recordsXml({ source, items }: PivotPlan): string {
  const { fields, area, date1904 } = source;
  const count = area.bottom - area.top;
  const records = Array.from({ length: count }, (_, record) => {
    const values = fields.map((field, index) => {
      const listed = items.get(index);
      return listed === undefined ? valueXml(field.values[record] ?? { kind: 'blank' }, date1904) : `<x v="${listed.of[record] ?? 0}"/>`;
    });
    return `<r>${values.join('')}</r>`;
  });
  return `${XML_DECLARATION}<pivotCacheRecords xmlns="${S}" xmlns:r="${R}" count="${count}">${records.join('')}</pivotCacheRecords>`;
}

const FUNCTION_NAMES: Readonly<Record<PivotFunction, string>> = {
  sum: 'sum',
  count: 'count',
  count_numbers: 'countNums',
  average: 'average',
  min: 'min',
  max: 'max',
  product: 'product',
  stdev: 'stdDev',
  stdevp: 'stdDevp',
  var: 'var',
  varp: 'varp',
};

function fieldXml(plan: PivotPlan, field: PivotField, index: number, formats: Formats): string {
  const axis = plan.rows.includes(index)
    ? 'axisRow'
    : plan.columns.includes(index)
      ? 'axisCol'
      : plan.filters.some((one) => one.field === index)
        ? 'axisPage'
        : undefined;
  const items = plan.items.get(index);
  const hasDays = items?.shared.some(({ kind }) => kind === 'date') === true;
  const attributes = [
    axis === undefined ? '' : ` axis="${axis}"`,
    plan.values.some((one) => one.field === index) ? ' dataField="1"' : '',
    hasDays ? ` numFmtId="${formats.numberFormatId(field.format)}"` : '',
    plan.layout === 'compact' ? '' : ' compact="0"',
    plan.layout === 'tabular' ? ' outline="0"' : '',
    ' showAll="0"',
    plan.totals.inner ? '' : ' defaultSubtotal="0"',
  ].join('');
  if (items === undefined || axis === undefined) return `<pivotField${attributes}/>`;
  const last = plan.totals.inner ? '<item t="default"/>' : '';
  const listed = items.order.map((one) => `<item x="${one}"/>`).join('');
  return `<pivotField${attributes}><items count="${items.order.length + (plan.totals.inner ? 1 : 0)}">${listed}${last}</items></pivotField>`;
}

const xXml = (place: number): string => (place === 0 ? '<x/>' : `<x v="${place}"/>`);

/** A line of rows or columns (§18.10.1.44); several values have a line each. */
function linesXml(lines: readonly PivotLine[], values: number): string[] {
  return lines.flatMap(({ kind, path, repeated }) =>
    Array.from({ length: values }, (_, value) => {
      const type = kind === 'total' ? ' t="default"' : kind === 'grand' ? ' t="grand"' : '';
      const kept = value > 0 && kind === 'item' ? path.length : repeated;
      const places = kind === 'grand' ? [0] : path.slice(kept);
      const own = values > 1 && kind === 'item' ? [...places, value] : places;
      const inner = own.map(xXml).join('');
      const attributes = `${type}${kept > 0 ? ` r="${kept}"` : ''}${value > 0 ? ` i="${value}"` : ''}`;
      return inner === '' ? `<i${attributes}/>` : `<i${attributes}>${inner}</i>`;
    }),
  );
}

const listXml = (name: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `<${name} count="${items.length}">${items.join('')}</${name}>`;

function layoutXml({ layout, totals }: PivotPlan): string {
  const form = {
    compact: ' outline="1" outlineData="1"',
    outline: ' compact="0" outline="1" outlineData="1" compactData="0"',
    tabular: ' compact="0" compactData="0"',
  };
  return `${totals.rows ? '' : ' rowGrandTotals="0"'}${totals.columns ? '' : ' colGrandTotals="0"'}${form[layout]}`;
}

function tableXml(plan: PivotPlan, area: Area, cacheId: number, formats: Formats): string {
  const { values, rows, columns, filters, source } = plan;
  const several = values.length > 1;
  const pages = filters.length === 0 ? '' : ` rowPageCount="${filters.length}" colPageCount="1"`;
  const across = [...columns.map((field) => `<field x="${field}"/>`), ...(several ? ['<field x="-2"/>'] : [])];
  return (
    `${XML_DECLARATION}<pivotTableDefinition xmlns="${S}" name="${escaped(plan.name)}" cacheId="${cacheId}" applyNumberFormats="0" applyBorderFormats="0" applyFontFormats="0" applyPatternFormats="0" applyAlignmentFormats="0" applyWidthHeightFormats="1" dataCaption="Values" updatedVersion="6" minRefreshableVersion="3" useAutoFormatting="1" itemPrintTitles="1" createdVersion="6" indent="0"${layoutXml(plan)}>` +
    `<location ref="${areaText(area)}" firstHeaderRow="${several && columns.length === 0 ? 0 : 1}" firstDataRow="${headRows(plan)}" firstDataCol="${labelColumns(plan)}"${pages}/>` +
    listXml(
      'pivotFields',
      source.fields.map((field, index) => fieldXml(plan, field, index, formats)),
    ) +
    listXml(
      'rowFields',
      rows.map((field) => `<field x="${field}"/>`),
    ) +
    listXml('rowItems', linesXml(plan.rowLines, 1)) +
    listXml('colFields', across) +
    listXml('colItems', linesXml(plan.columnLines, values.length)) +
    listXml(
      'pageFields',
      filters.map(({ field, item }) => `<pageField fld="${field}"${item === undefined ? '' : ` item="${item}"`} hier="-1"/>`),
    ) +
    listXml(
      'dataFields',
      values.map(
        ({ field, take, name, format }) =>
          `<dataField name="${escaped(name)}" fld="${field}"${take === 'sum' ? '' : ` subtotal="${FUNCTION_NAMES[take]}"`} baseField="0" baseItem="0"${format === undefined ? '' : ` numFmtId="${formats.numberFormatId(format)}"`}/>`,
      ),
    ) +
    `<pivotTableStyleInfo name="${escapeAttribute(plan.style)}" showRowHeaders="1" showColHeaders="1" showRowStripes="0" showColStripes="0" showLastColumn="1"/>` +
    // Excel shows no line "Values" above the names of several values
    `<extLst><ext uri="{962EF5D1-5CA2-4c93-8EF4-DBF5C05439D2}" xmlns:x14="${X14}"><x14:pivotTableDefinition hideValuesRow="1"/></ext></extLst>` +
    '</pivotTableDefinition>'
  );
}

/** The number of the cache among those of the workbook, and its line in the list of them. */
function listCache(opened: OfficePackage, cache: string): number {
  const relationship = addRelationship(opened, opened.mainPart, { type: `${R}/pivotCacheDefinition`, target: cache });
  const book = readXmlPart(opened, opened.mainPart);
  const known = [...walkElements(book.root)].filter(({ local }) => local === 'pivotCache');
  const id = known.reduce((most, one) => Math.max(most, Number(attributeOf(one, 'cacheId') ?? 0)), 0) + 1;
  const prefix = book.root.name.slice(0, book.root.name.indexOf(':') + 1);
  const entry = `<${prefix}pivotCache xmlns:r="${R}" cacheId="${id}" r:id="${relationship}"/>`;
  const list = firstElementOf(book.root, 'pivotCaches', S);
  const later = BEHIND_CALCULATION.slice(BEHIND_CALCULATION.indexOf('pivotCaches') + 1);
  const behind = elementsOf(book.root).find(({ local }) => later.includes(local));
  const xml = `<${prefix}pivotCaches>${entry}</${prefix}pivotCaches>`;
  editXmlPart(opened, book, [
    list === undefined
      ? behind === undefined
        ? appendContent(book, book.root, xml)
        : insertBefore(behind, xml)
      : appendContent(book, list, entry),
  ]);
  return id;
}

/** Adds the table to a sheet of the package, whose cells are written already. */
export function addPivotParts(opened: OfficePackage, sheet: string, plan: PivotPlan, area: Area, formats: Formats): void {
  const cache = freePartName(opened, 'xl/pivotCache/pivotCacheDefinition', '.xml');
  addPart(opened, { name: cache, contentType: `${TYPES}.pivotCacheDefinition+xml` }, cacheXml(plan, formats));
  const records = freePartName(opened, 'xl/pivotCache/pivotCacheRecords', '.xml');
  addPart(opened, { name: records, contentType: `${TYPES}.pivotCacheRecords+xml` }, recordsXml(plan));
  addRelationship(opened, cache, { type: `${R}/pivotCacheRecords`, target: records });
  const id = listCache(opened, cache);
  const table = freePartName(opened, 'xl/pivotTables/pivotTable', '.xml');
  addPart(opened, { name: table, contentType: `${TYPES}.pivotTable+xml` }, tableXml(plan, area, id, formats));
  addRelationship(opened, table, { type: `${R}/pivotCacheDefinition`, target: cache });
  addRelationship(opened, sheet, { type: `${R}/pivotTable`, target: table });
}
