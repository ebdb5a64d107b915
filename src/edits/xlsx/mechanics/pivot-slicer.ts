/**
 * What a slicer filters by in a pivot table ([MS-XLSX] §2.3.2.1): a field, whose items the cache, the records and the table have to list
 * before buttons can name them. Fields that no row, column or filter shows are usually kept as plain values.
 */
import { S, X14 } from '../../../ooxml/names.ts';
import { followMoves } from '../../../ooxml/address-moves.ts';
import { appendContent, prependContent, replaceNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { contentTypeOf, partNamed, partNames, readXmlPart, relationshipsOf } from '../../../ooxml/office-package.ts';
import type { OfficePackage, XmlPart } from '../../../ooxml/office-package.ts';
import { isProtected, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { isWithin, placeText, readAddress, readPlace } from '../../../spreadsheet/places.ts';
import { isRejected, reject, type PartEdits, type Rejected } from '../../define-edit.ts';
import { bookPivots, type BookPivot } from './book-pivots.ts';
import { compareValues, itemsOf } from './pivot-figures.ts';
import { sharedAttributes } from './pivot-parts.ts';
import type { PivotValue } from './pivot-source.ts';
import type { SlicerItem, SlicerSource } from './slicer-parts.ts';

const CACHE_TYPE = /pivotCacheDefinition\+xml$/i;
/** The extension of a cache with the number by which slicers name it ([MS-XLSX] §2.6.39). */
const CACHE_NUMBER = '{725AE2AE-9491-48be-B2B4-4EB974FC3084}';
/** Excel drops slicers of tables that were made by versions before it had them, of which 2010 is the first. */
const VERSION_2010 = 4;
const DAY_MS = 86_400_000;

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';
const prefixOf = ({ name }: XmlElement): string => name.slice(0, name.indexOf(':') + 1);
const childrenOf = (element: XmlElement | undefined): XmlElement[] => (element === undefined ? [] : elementsOf(element));

/** @param wanted its name, or a cell of it */
function findPivot(file: WorkbookFile, wanted: string): BookPivot | Rejected {
  const all = bookPivots(file.opened);
  const named = all.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const address = readAddress(followMoves(file.moves, wanted) ?? '');
  const place = readPlace(address?.reference ?? '');
  const found =
    named.length > 0 || place === null
      ? named
      : all.filter(({ sheet, area }) => sheet.toLowerCase() === address?.name.toLowerCase() && area !== null && isWithin(place, area));
  const [first] = found;
  if (first === undefined)
    return reject(
      'target_not_found',
      `There is no pivot table "${wanted.slice(0, 100)}" in this workbook.`,
      all.map(({ name }) => name),
    );
  if (found.length > 1)
    return reject(
      'ambiguous_target',
      `Several pivot tables are named "${first.name}": name one by a cell of it.`,
      found.flatMap(({ sheet, area }) =>
        area === null ? [] : [`${quoteSheet(sheet)}!${placeText({ row: area.top, column: area.left })}`],
      ),
    );
  const sheet = file.sheet(first.sheet);
  return sheet !== undefined && isProtected(sheet)
    ? reject('protected_document', `The sheet ${sheet.name} is protected; remove the protection and send it again.`)
    : first;
}

function relatedPart(opened: OfficePackage, part: XmlPart, ending: string): XmlPart | undefined {
  const relation = relationshipsOf(opened, part.name).find(({ type, external }) => !external && type.endsWith(ending));
  const name = relation && partNamed(opened, relation.target);
  return name === undefined ? undefined : readXmlPart(opened, name);
}

/** An item of a cache, or a value of its records (§18.10.1.25 and its kin). */
function readItem(element: XmlElement): PivotValue | null {
  const text = attributeOf(element, 'v') ?? '';
  switch (element.local) {
    case 'm':
      return { kind: 'blank' };
    case 'n':
      return { kind: 'number', value: Number(text) };
    case 'd':
      return { kind: 'date', value: Date.parse(`${text.slice(0, 19)}Z`) / DAY_MS };
    case 'b':
      return { kind: 'boolean', value: isOn(text) };
    case 'e':
      return { kind: 'error', value: text };
    case 's':
      return { kind: 'text', value: text };
    default:
      return null;
  }
}

const readItems = (elements: readonly XmlElement[]): PivotValue[] | null => {
  const values = elements.map(readItem);
  return values.includes(null) ? null : values.flatMap((one) => one ?? []);
};

const ascending = (values: readonly PivotValue[]): number[] =>
  [...values.keys()].toSorted((a, b) => compareValues(values[a] ?? { kind: 'blank' }, values[b] ?? { kind: 'blank' }) || a - b);

interface Field {
  name: string;
  index: number;
  /** Of the cache, and of the table. */
  element: XmlElement;
  shown: XmlElement;
}

function findField(pivot: BookPivot, cache: XmlPart, wanted: string): Field | Rejected {
  if (firstElementOf(cache.root, 'cacheHierarchies', S) !== undefined)
    return reject(
      'unsupported',
      `The pivot table ${pivot.name} shows a data model or a cube, whose slicers need its server: add it in Excel.`,
    );
  const fields = childrenOf(firstElementOf(cache.root, 'cacheFields', S));
  const names = fields.map((one) => attributeOf(one, 'name') ?? '');
  const index = names.findIndex((name) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
  const [element, name] = [fields[index], names[index]];
  if (element === undefined || name === undefined)
    return reject('target_not_found', `The pivot table ${pivot.name} has no field "${wanted.slice(0, 100)}".`, names);
  if (attributeOf(element, 'formula') !== undefined)
    return reject('unsupported', `The field ${name} is calculated of others, so that it has no values to choose from.`);
  const shown = childrenOf(firstElementOf(pivot.part.root, 'pivotFields', S))[index];
  return shown === undefined || isOn(attributeOf(element, 'serverField'))
    ? reject(
        'unsupported',
        `The pivot table ${pivot.name} does not list the field ${name}: refresh it in Excel, save it and send it again.`,
      )
    : { name, index, element, shown };
}

interface Listed {
  /** Numbers of the items, as they are sorted. */
  order: number[];
  parts: PartEdits[];
}

/** Lists the values of a field that the records hold as they are: each becomes the number of an item. */
function listItems(opened: OfficePackage, cache: XmlPart, { element, name }: Field): Listed | Rejected {
  const fields = childrenOf(firstElementOf(cache.root, 'cacheFields', S)).filter((one) => attributeOf(one, 'databaseField') !== '0');
  const records = relatedPart(opened, cache, '/pivotCacheRecords');
  const column = records === undefined ? [] : elementsOf(records.root, 'r').map((record) => elementsOf(record)[fields.indexOf(element)]);
  const cells = column.flatMap((one) => one ?? []);
  const values = readItems(cells);
  if (records === undefined || values === null || values.length === 0 || cells.length !== column.length)
    return reject(
      'unsupported',
      `The values of ${name} are not kept in the file: refresh the pivot table in Excel, save it and send it again.`,
    );
  const { shared, of, order } = itemsOf({ name, values, format: '' });
  const prefix = prefixOf(element);
  const written = new Map(values.map((value, at) => [value, cells[at]]));
  const xml = shared
    .map((value) => {
      const cell = written.get(value);
      return cell === undefined ? '' : records.source.slice(cell.start, cell.end);
    })
    .join('');
  const known = firstElementOf(element, 'sharedItems', S);
  const attributes =
    known === undefined
      ? sharedAttributes(shared, false)
      : cache.source
          .slice(known.start + 1 + known.name.length, known.contentStart)
          .replace(/\s*\/?>$/, '')
          .replace(/\scount\s*=\s*(?:"[^"]*"|'[^']*')/, '');
  const list = `<${prefix}sharedItems${attributes} count="${shared.length}">${xml}</${prefix}sharedItems>`;
  return {
    order,
    parts: [
      { part: cache.name, edits: [known === undefined ? prependContent(cache, element, list) : replaceNode(known, list)] },
      { part: records.name, edits: cells.map((cell, at) => replaceNode(cell, `<${prefixOf(cell)}x v="${of[at] ?? 0}"/>`)) },
    ],
  };
}

/** Items of a field as the table sorts them, or as Excel would. */
function orderOf(opened: OfficePackage, cache: XmlPart, field: Field): Listed | Rejected {
  const sorted = childrenOf(firstElementOf(field.shown, 'items', S)).flatMap((item) => attributeOf(item, 'x') ?? []);
  if (sorted.length > 0) return { order: sorted.map(Number), parts: [] };
  const group = firstElementOf(field.element, 'fieldGroup', S);
  const grouped = childrenOf(group && firstElementOf(group, 'groupItems', S));
  // ranges of days and of figures stand in their order
  if (group !== undefined && firstElementOf(group, 'rangePr', S) !== undefined && grouped.length > 0)
    return { order: [...grouped.keys()], parts: [] };
  const listed = grouped.length > 0 ? grouped : childrenOf(firstElementOf(field.element, 'sharedItems', S));
  if (listed.length === 0) return listItems(opened, cache, field);
  const values = readItems(listed);
  return { order: values === null ? [...listed.keys()] : ascending(values), parts: [] };
}

/** The items that the table shows: its filter may show one alone, and single ones may be hidden. */
function selectedItems(pivot: XmlPart, { index, shown }: Field, order: readonly number[]): SlicerItem[] {
  const items = childrenOf(firstElementOf(shown, 'items', S)).filter((item) => attributeOf(item, 'x') !== undefined);
  const page = childrenOf(firstElementOf(pivot.root, 'pageFields', S)).find((one) => Number(attributeOf(one, 'fld')) === index);
  const only = page && attributeOf(page, 'item');
  return order.map((number, at) => {
    const item = items[at];
    return { index: number, isSelected: only === undefined ? item === undefined || !isOn(attributeOf(item, 'h')) : Number(only) === at };
  });
}

/** The table lists the items of the field, and is one that Excel 2010 has written. */
function tableEdits({ part }: BookPivot, { shown }: Field, order: readonly number[]): XmlEdit[] {
  const version = Number(attributeOf(part.root, 'updatedVersion') ?? 0);
  const raised = version < VERSION_2010 ? [setAttribute(part, part.root, 'updatedVersion', String(VERSION_2010))] : [];
  if (firstElementOf(shown, 'items', S) !== undefined) return raised;
  const prefix = prefixOf(shown);
  const hasTotal = attributeOf(shown, 'defaultSubtotal') !== '0';
  const items = order.map((number) => `<${prefix}item x="${number}"/>`).join('') + (hasTotal ? `<${prefix}item t="default"/>` : '');
  const xml = `<${prefix}items count="${order.length + (hasTotal ? 1 : 0)}">${items}</${prefix}items>`;
  return [...raised, prependContent(part, shown, xml)];
}

const extensionOf = ({ root }: XmlPart): XmlElement | undefined =>
  [...walkElements(root)].find(({ local, uri }) => local === 'pivotCacheDefinition' && uri === X14);

/** The number by which slicers name the cache; one that has none gets that of the workbook's list. */
function numberCache(opened: OfficePackage, cache: XmlPart, usual: number): { number: number; edits: XmlEdit[] } {
  const own = extensionOf(cache);
  const known = own && attributeOf(own, 'pivotCacheId');
  if (known !== undefined) return { number: Number(known), edits: [] };
  const others = partNames(opened).filter((name) => name !== cache.name && CACHE_TYPE.test(contentTypeOf(opened, name) ?? ''));
  const taken = new Set(
    others.flatMap((name) => {
      const extension = extensionOf(readXmlPart(opened, name));
      return extension === undefined ? [] : [Number(attributeOf(extension, 'pivotCacheId'))];
    }),
  );
  let number = usual;
  while (taken.has(number)) number++;
  if (own !== undefined) return { number, edits: [setAttribute(cache, own, 'pivotCacheId', String(number))] };
  const prefix = prefixOf(cache.root);
  const xml = `<${prefix}ext uri="${CACHE_NUMBER}" xmlns:x14="${X14}"><x14:pivotCacheDefinition pivotCacheId="${number}"/></${prefix}ext>`;
  const list = firstElementOf(cache.root, 'extLst', S);
  return {
    number,
    edits: [
      list === undefined ? appendContent(cache, cache.root, `<${prefix}extLst>${xml}</${prefix}extLst>`) : appendContent(cache, list, xml),
    ],
  };
}

/**
 * The field of a pivot table that a slicer is to filter by.
 * @param wanted name of the pivot table, or a cell of it
 * @returns it, and what its parts need before a slicer can name its items
 */
export function findPivotField(
  file: WorkbookFile,
  wanted: string,
  column: string,
): { source: SlicerSource; parts: PartEdits[] } | Rejected {
  const pivot = findPivot(file, wanted);
  if (isRejected(pivot)) return pivot;
  const { opened } = file;
  const cache = relatedPart(opened, pivot.part, '/pivotCacheDefinition');
  if (cache === undefined)
    return reject('unsupported', `The pivot table ${pivot.name} has lost its figures: open and save the file in Excel.`);
  const field = findField(pivot, cache, column);
  if (isRejected(field)) return field;
  const listed = orderOf(opened, cache, field);
  if (isRejected(listed)) return listed;
  const { number, edits } = numberCache(opened, cache, Number(attributeOf(pivot.part.root, 'cacheId') ?? 1));
  return {
    source: {
      kind: 'pivot',
      column: field.name,
      tab: pivot.tab,
      pivot: pivot.name,
      cache: number,
      items: selectedItems(pivot.part, field, listed.order),
    },
    parts: [...listed.parts, { part: cache.name, edits }, { part: pivot.part.name, edits: tableEdits(pivot, field, listed.order) }],
  };
}
