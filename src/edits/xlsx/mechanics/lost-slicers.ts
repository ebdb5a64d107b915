/** Slicers whose table, column or sheet goes: they go too, with all that names them, since Excel calls what is left damage. */
import { R, S } from '../../../ooxml/names.ts';
import { editXmlPart, removePart, removeRelationship } from '../../../ooxml/change-package.ts';
import { removeNode } from '../../../ooxml/edit-xml.ts';
import { contentTypeOf, partNamed, partNames, readXmlPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { slicerCachesOf, slicersOf, type SlicerCache } from './slicer-parts.ts';

const TABLE_TYPE = /spreadsheetml\.table\+xml$/i;
const DRAWING_TYPE = /officedocument\.drawing\+xml$/i;

/** Caches that filter no column that there is, or that no slicer shows. */
function lostCaches(opened: OfficePackage): SlicerCache[] {
  const caches = slicerCachesOf(opened);
  if (caches.length === 0) return [];
  const shown = new Set(slicersOf(opened).map(({ cache }) => cache));
  const columns = new Set(
    partNames(opened)
      .filter((name) => TABLE_TYPE.test(contentTypeOf(opened, name) ?? ''))
      .flatMap((name) => {
        const { root } = readXmlPart(opened, name);
        const list = firstElementOf(root, 'tableColumns', S);
        return list === undefined ? [] : elementsOf(list).map((column) => `${attributeOf(root, 'id')} ${attributeOf(column, 'id')}`);
      }),
  );
  return caches.filter(
    ({ name, table }) =>
      !shown.has(name) || (table !== undefined && !columns.has(`${attributeOf(table, 'tableId')} ${attributeOf(table, 'column')}`)),
  );
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
function removeListed(opened: OfficePackage, source: string, target: string, local: string): void {
  for (const { id, external, target: led } of relationshipsOf(opened, source)) {
    if (external || partNamed(opened, led) !== target) continue;
    removeElements(opened, source, (element) => element.local === local && attributeOf(element, 'id', R) === id);
    removeRelationship(opened, source, id);
  }
}

function removeSlicers(opened: OfficePackage, cache: string): void {
  const gone = slicersOf(opened).filter((one) => one.cache === cache);
  const names = new Set(gone.map(({ name }) => name));
  for (const name of new Set(gone.map(({ part }) => part.name))) {
    const part = readXmlPart(opened, name);
    const all = elementsOf(part.root, 'slicer');
    const left = all.filter((element) => attributeOf(element, 'cache') !== cache);
    if (left.length > 0) {
      editXmlPart(opened, part, all.filter((element) => !left.includes(element)).map(removeNode));
      continue;
    }
    for (const source of partNames(opened)) if (!source.endsWith('.rels')) removeListed(opened, source, name, 'slicer');
    removePart(opened, name);
  }
  for (const name of partNames(opened)) {
    if (names.size === 0 || !DRAWING_TYPE.test(contentTypeOf(opened, name) ?? '')) continue;
    const { root } = readXmlPart(opened, name);
    const shows = (anchor: XmlElement): boolean =>
      [...walkElements(anchor)].some((one) => one.local === 'slicer' && names.has(attributeOf(one, 'name') ?? ''));
    if (elementsOf(root).some(shows))
      removeElements(opened, name, (element) => element.parent?.parent === undefined && element.parent !== undefined && shows(element));
  }
}

/**
 * Looks at the slicers before a change. @returns what removes those that the change has left without their column or their
 * shape; what the file had lost before stays as it is
 */
export function watchSlicers(before: OfficePackage): (opened: OfficePackage) => void {
  const known = new Set(lostCaches(before).map(({ name }) => name));
  return (opened) => {
    for (const { name, part } of lostCaches(opened)) {
      if (known.has(name)) continue;
      removeSlicers(opened, name);
      removeListed(opened, opened.mainPart, part.name, 'slicerCache');
      removePart(opened, part.name);
      removeElements(opened, opened.mainPart, (element) => element.local === 'definedName' && attributeOf(element, 'name') === name);
    }
  };
}
