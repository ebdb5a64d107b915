/**
 * Slicers and timelines of copied sheets, as Excel copies them: those that filter a table or pivot table of the sheet filter that of the
 * copy, by a cache of their own ([MS-XLSX] §2.1.27, §2.1.28); those that filter something elsewhere filter it too.
 */
import { addPart, addRelationship, editXmlPart, freePartName } from '../../ooxml/change-package.ts';
import { applyXmlEdits, insertAfter, removeAttribute, removeNode, setAttribute, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { R } from '../../ooxml/names.ts';
import { contentTypeOf, partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';
import { readWorkbookFile } from '../../ooxml/workbook-file.ts';
import { attributeOf, elementsOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { slicerCachesOf, slicersOf, type SlicerCache } from '../xlsx/mechanics/slicer-parts.ts';

const TABLE_TYPE = /spreadsheetml\.table\+xml$/i;
const DRAWING_TYPE = /officedocument\.drawing\+xml$/i;

interface Copies {
  /** Names of parts by those of what they are copied from. */
  parts: ReadonlyMap<string, string>;
  /** Names of sheets by those of what they are copied from, in lower case. */
  sheets: ReadonlyMap<string, string>;
}

/** A name that nothing has yet: `Region 1` as Excel numbers slicers, `Slicer_Region1` as it numbers their caches. */
function freeName(taken: Set<string>, wanted: string, between: string): string {
  const stem = wanted.replace(between === '' ? /\d+$/ : / \d+$/, '') || wanted;
  let name = wanted;
  for (let number = 1; taken.has(name.toLowerCase()); number++) name = `${stem}${between}${number}`;
  taken.add(name.toLowerCase());
  return name;
}

/** Marks by which programs tell parts of several authors apart: a copy has none. */
const withoutMarks = (part: XmlPart, element: XmlElement): XmlEdit[] =>
  element.attributes.flatMap(({ name, local, uri }) =>
    local === 'uid' && uri !== '' ? [removeAttribute(part, element, name)].flatMap((edit) => edit ?? []) : [],
  );

const tableIds = (opened: OfficePackage, { parts }: Copies): Map<string, string> =>
  new Map(
    [...parts].flatMap(([from, to]) => {
      if (!TABLE_TYPE.test(contentTypeOf(opened, to) ?? '')) return [];
      const [was, is] = [from, to].map((name) => attributeOf(readXmlPart(opened, name).root, 'id') ?? '');
      return was === undefined || is === undefined ? [] : [[was, is] as const];
    }),
  );

/** Numbers of sheets (`sheetId`), by which caches name them. */
function tabIds(opened: OfficePackage, { sheets }: Copies): Map<string, string> {
  const { entries } = readWorkbookFile(opened);
  const idOf = (name: string): string | undefined => {
    const found = entries.find((one) => one.name.toLowerCase() === name.toLowerCase());
    return found && attributeOf(found.element, 'sheetId');
  };
  return new Map(
    [...sheets].flatMap(([from, to]) => {
      const [was, is] = [idOf(from), idOf(to)];
      return was === undefined || is === undefined ? [] : [[was, is] as const];
    }),
  );
}

/** What the copy of a cache filters on the copied sheets; null where it filters nothing there. */
function filterEdits({ part, table, pivots }: SlicerCache, tables: Map<string, string>, tabs: Map<string, string>): XmlEdit[] | null {
  if (table !== undefined) {
    const id = tables.get(attributeOf(table, 'tableId') ?? '');
    return id === undefined ? null : [setAttribute(part, table, 'tableId', id)];
  }
  const edits = pivots.map((pivot) => {
    const tab = tabs.get(attributeOf(pivot, 'tabId') ?? '');
    return { isHere: tab !== undefined, edit: tab === undefined ? removeNode(pivot) : setAttribute(part, pivot, 'tabId', tab) };
  });
  return edits.some(({ isHere }) => isHere) ? edits.map(({ edit }) => edit) : null;
}

/** Lists the copy of a cache beside that which it is copied from: in the workbook's relationships, its extension and its names. */
function listCache(opened: OfficePackage, from: SlicerCache, part: string, name: string): void {
  const relation = relationshipsOf(opened, opened.mainPart).find(
    ({ external, target }) => !external && partNamed(opened, target) === from.part.name,
  );
  if (relation === undefined) return;
  const id = addRelationship(opened, opened.mainPart, { type: relation.type, target: part });
  const book = readXmlPart(opened, opened.mainPart);
  const edits = [...walkElements(book.root)].flatMap((element): XmlEdit[] => {
    const own = book.source.slice(element.start, element.end);
    const again = (attribute: XmlEdit): XmlEdit =>
      insertAfter(
        element,
        applyXmlEdits(own, [{ ...attribute, start: attribute.start - element.start, end: attribute.end - element.start }]),
      );
    const link = element.attributes.find((one) => one.local === 'id' && one.uri === R && one.value === relation.id);
    if (link !== undefined) return [again(setAttribute(book, element, link.name, id))];
    const isName = element.local === 'definedName' && attributeOf(element, 'name') === from.name;
    return isName ? [again(setAttribute(book, element, 'name', name))] : [];
  });
  editXmlPart(opened, book, edits);
}

/** Names of caches in the copies by those of what they are copied from. */
function copyCaches(opened: OfficePackage, copies: Copies, wanted: ReadonlySet<string>): Map<string, string> {
  const [tables, tabs] = [tableIds(opened, copies), tabIds(opened, copies)];
  const all = slicerCachesOf(opened);
  const names = [...walkElements(readXmlPart(opened, opened.mainPart).root)].filter(({ local }) => local === 'definedName');
  const taken = new Set(
    [...all.map(({ name }) => name), ...names.map((one) => attributeOf(one, 'name') ?? '')].map((one) => one.toLowerCase()),
  );
  const made = new Map<string, string>();
  for (const cache of all) {
    const filters = wanted.has(cache.name) ? filterEdits(cache, tables, tabs) : null;
    if (filters === null) continue;
    const { part } = cache;
    const name = freeName(taken, cache.name, '');
    const text = applyXmlEdits(part.source, [...filters, setAttribute(part, part.root, 'name', name), ...withoutMarks(part, part.root)]);
    const copy = freePartName(opened, part.name.replace(/\d*\.xml$/, ''), '.xml');
    addPart(opened, { name: copy, contentType: contentTypeOf(opened, part.name) ?? '' }, text);
    listCache(opened, cache, copy, name);
    made.set(cache.name, name);
  }
  return made;
}

/** The copied shapes show the copied slicers. */
function renameShown(opened: OfficePackage, { parts }: Copies, names: ReadonlyMap<string, string>): void {
  for (const copy of parts.values()) {
    if (!DRAWING_TYPE.test(contentTypeOf(opened, copy) ?? '')) continue;
    const part = readXmlPart(opened, copy);
    const edits = [...walkElements(part.root)].flatMap((element): XmlEdit[] => {
      const name = /^(?:time)?slicer$/.test(element.local) ? names.get(attributeOf(element, 'name') ?? '') : undefined;
      return name === undefined ? [] : [setAttribute(part, element, 'name', name)];
    });
    editXmlPart(opened, part, edits);
  }
}

/** Settles the slicers of sheets that have been copied, with their tables, and listed. */
export function settleSlicers(opened: OfficePackage, copies: Copies): void {
  const all = slicersOf(opened);
  const made = new Set(copies.parts.values());
  const copied = all.filter(({ part }) => made.has(part.name));
  if (copied.length === 0) return;
  const caches = copyCaches(opened, copies, new Set(copied.map(({ cache }) => cache)));
  const taken = new Set(all.filter((one) => !copied.includes(one)).map(({ name }) => name.toLowerCase()));
  const names = new Map(copied.map(({ name }) => [name, freeName(taken, name, ' ')]));
  for (const name of new Set(copied.map(({ part }) => part.name))) {
    const part = readXmlPart(opened, name);
    const edits = elementsOf(part.root).flatMap((element): XmlEdit[] => {
      const own = names.get(attributeOf(element, 'name') ?? '');
      if (own === undefined) return [];
      const cache = caches.get(attributeOf(element, 'cache') ?? '');
      return [
        setAttribute(part, element, 'name', own),
        ...(cache === undefined ? [] : [setAttribute(part, element, 'cache', cache)]),
        ...withoutMarks(part, element),
      ];
    });
    editXmlPart(opened, part, edits);
  }
  renameShown(opened, copies, names);
}
