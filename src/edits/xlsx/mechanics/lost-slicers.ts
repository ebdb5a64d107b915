/**
 * Slicers and timelines whose table, column, pivot table or sheet goes: they go too, with all that names them, since Excel calls what is
 * left damage. One that filters several pivot tables stays with those that are left.
 */
import { R, S } from '../../../ooxml/names.ts';
import { editXmlPart, removePart, removeRelationship } from '../../../ooxml/change-package.ts';
import { removeNode } from '../../../ooxml/edit-xml.ts';
import { contentTypeOf, partNamed, partNames, readXmlPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import { readWorkbookFile } from '../../../ooxml/workbook-file.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { bookPivots } from './book-pivots.ts';
import { slicerCachesOf, slicersOf, type SlicerCache } from './slicer-parts.ts';

const TABLE_TYPE = /spreadsheetml\.table\+xml$/i;
const DRAWING_TYPE = /officedocument\.drawing\+xml$/i;

const columnKey = (table: string | undefined, column: string | undefined): string => `${table} ${column}`;
const pivotKey = (pivot: XmlElement): string => `${attributeOf(pivot, 'tabId')} ${attributeOf(pivot, 'name')}`;

/** Columns of tables by the numbers of both. */
function columnsOf(opened: OfficePackage): Set<string> {
  return new Set(
    partNames(opened)
      .filter((name) => TABLE_TYPE.test(contentTypeOf(opened, name) ?? ''))
      .flatMap((name) => {
        const { root } = readXmlPart(opened, name);
        const list = firstElementOf(root, 'tableColumns', S);
        return list === undefined ? [] : elementsOf(list).map((column) => columnKey(attributeOf(root, 'id'), attributeOf(column, 'id')));
      }),
  );
}

interface Lost {
  /** Caches that filter nothing that there is, or that no slicer shows. */
  caches: SlicerCache[];
  /** Entries of the other ones for pivot tables that are not there. */
  entries: { cache: SlicerCache; pivot: XmlElement }[];
}

function lostIn(opened: OfficePackage): Lost {
  const all = slicerCachesOf(opened);
  if (all.length === 0) return { caches: [], entries: [] };
  const shown = new Set(slicersOf(opened).map(({ cache }) => cache));
  const columns = columnsOf(opened);
  const pivots = new Set(all.some((one) => one.pivots.length > 0) ? bookPivots(opened).map(({ tab, name }) => `${tab} ${name}`) : []);
  const isLost = ({ name, table, pivots: named }: SlicerCache): boolean =>
    !shown.has(name) ||
    (table !== undefined && !columns.has(columnKey(attributeOf(table, 'tableId'), attributeOf(table, 'column')))) ||
    (named.length > 0 && named.every((one) => !pivots.has(pivotKey(one))));
  const caches = all.filter(isLost);
  const entries = all
    .filter((one) => !caches.includes(one))
    .flatMap((cache) => cache.pivots.filter((one) => !pivots.has(pivotKey(one))).map((pivot) => ({ cache, pivot })));
  return { caches, entries };
}

/** The element with what holds nothing else: an extension, the list of extensions, the list of names. */
function withEmptyParents(gone: readonly XmlElement[]): XmlElement[] {
  const all = new Set(gone);
  for (const element of all) {
    const { parent } = element;
    if (parent?.parent !== undefined && elementsOf(parent).every((one) => all.has(one))) all.add(parent);
  }
  return [...all].filter(({ parent }) => parent === undefined || !all.has(parent));
}

function removeElements(opened: OfficePackage, name: string, choose: (element: XmlElement) => boolean): void {
  const part = readXmlPart(opened, name);
  editXmlPart(opened, part, withEmptyParents([...walkElements(part.root)].filter(choose)).map(removeNode));
}

/** Removes a part to which an entry of another one leads, with that entry. */
function removeListed(opened: OfficePackage, source: string, target: string): void {
  for (const { id, external, target: led } of relationshipsOf(opened, source)) {
    if (external || partNamed(opened, led) !== target) continue;
    removeElements(opened, source, (element) => attributeOf(element, 'id', R) === id);
    removeRelationship(opened, source, id);
  }
}

/** Removes slicers and timelines from the parts that list them, and the shapes that show them. */
function removeViews(opened: OfficePackage, isGone: (one: { name: string; cache: string }) => boolean): void {
  const all = slicersOf(opened);
  const gone = all.filter(isGone);
  const names = new Set(gone.map(({ name }) => name));
  for (const name of new Set(gone.map(({ part }) => part.name))) {
    const own = gone.filter(({ part }) => part.name === name);
    const [first] = own;
    if (first !== undefined && own.length < all.filter(({ part }) => part.name === name).length) {
      editXmlPart(
        opened,
        first.part,
        own.map(({ element }) => removeNode(element)),
      );
      continue;
    }
    for (const source of partNames(opened)) if (!source.endsWith('.rels')) removeListed(opened, source, name);
    removePart(opened, name);
  }
  for (const name of partNames(opened)) {
    if (names.size === 0 || !DRAWING_TYPE.test(contentTypeOf(opened, name) ?? '')) continue;
    const { root } = readXmlPart(opened, name);
    const shows = (anchor: XmlElement): boolean => shownIn(anchor).some((one) => names.has(one));
    if (elementsOf(root).some(shows))
      removeElements(opened, name, (element) => element.parent?.parent === undefined && element.parent !== undefined && shows(element));
  }
}

/** Names of the slicers and timelines that a drawn thing shows. */
export const shownIn = (drawn: XmlElement): string[] =>
  [...walkElements(drawn)].flatMap((one) => (/^(?:time)?slicer$/.test(one.local) && one.uri !== S ? (attributeOf(one, 'name') ?? []) : []));

/** Removes slicers by their names, and what nothing else shows then. @param before the workbook as it is; @returns what removes them later */
export function planRemoval(before: OfficePackage, names: readonly string[]): (opened: OfficePackage) => void {
  const settle = watchSlicers(before);
  return (opened) => {
    removeViews(opened, ({ name }) => names.includes(name));
    settle(opened);
  };
}

/**
 * Looks at the slicers before a change. @returns what removes those that the change has left without what they filter or without their
 * shape; what the file had lost before stays as it is
 */
export function watchSlicers(before: OfficePackage): (opened: OfficePackage) => void {
  const had = lostIn(before);
  const known = new Set(had.caches.map(({ name }) => name));
  const entryKey = ({ cache, pivot }: Lost['entries'][number]): string => `${cache.name} ${pivotKey(pivot)}`;
  const knownEntries = new Set(had.entries.map(entryKey));
  return (opened) => {
    const { caches, entries } = lostIn(opened);
    for (const { name, part } of caches) {
      if (known.has(name)) continue;
      removeViews(opened, (one) => one.cache === name);
      removeListed(opened, opened.mainPart, part.name);
      removePart(opened, part.name);
      removeElements(opened, opened.mainPart, (element) => element.local === 'definedName' && attributeOf(element, 'name') === name);
    }
    const gone = entries.filter((one) => !knownEntries.has(entryKey(one)));
    for (const cache of new Set(gone.map((one) => one.cache)))
      editXmlPart(
        opened,
        cache.part,
        gone.filter((one) => one.cache === cache).map(({ pivot }) => removeNode(pivot)),
      );
  };
}

export interface Going {
  /** Columns of tables, by the numbers of both. */
  columns: readonly { table: string | undefined; column: string | undefined }[];
  /** The sheet that goes with its pivot tables and slicers, by `sheetId` and part. */
  sheet?: { tab: string; part: string };
}

/** Which slicers on other sheets go with what they filter: one plain sentence; undefined where none does. */
export function saySlicersLost(opened: OfficePackage, { columns, sheet }: Going): string | undefined {
  const gone = new Set(columns.map(({ table, column }) => columnKey(table, column)));
  const isGone = ({ table, pivots }: SlicerCache): boolean =>
    (table !== undefined && gone.has(columnKey(attributeOf(table, 'tableId'), attributeOf(table, 'column')))) ||
    (pivots.length > 0 && pivots.every((one) => attributeOf(one, 'tabId') === sheet?.tab));
  const caches = new Set(
    slicerCachesOf(opened)
      .filter(isGone)
      .map(({ name }) => name),
  );
  if (caches.size === 0) return undefined;
  const lost = slicersOf(opened).filter(({ cache }) => caches.has(cache));
  const said = readWorkbookFile(opened).entries.flatMap(({ name: on, part }) => {
    const parts = (part === undefined || part === sheet?.part ? [] : relationshipsOf(opened, part)).map(({ target, external }) =>
      external ? undefined : partNamed(opened, target),
    );
    return lost.filter((one) => parts.includes(one.part.name)).map(({ name }) => `"${name}" on ${on}`);
  });
  if (said.length === 0) return undefined;
  return said.length === 1
    ? `The slicer ${said[0] ?? ''} goes with it, as nothing is left that it filters.`
    : `These slicers go with it, as nothing is left that they filter: ${said.slice(0, 20).join(', ')}.`;
}
