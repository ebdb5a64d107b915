/**
 * Cells that give the fields of a pivot table their names: the first row of the area that it counts, where that is no table. Excel drops a
 * field whose column has another name when it counts again; one whose name is written over follows it here, as columns of tables do.
 */
import { setAttribute } from '../../../ooxml/edit-xml.ts';
import { readXmlPart, partNames, type XmlPart } from '../../../ooxml/office-package.ts';
import type { Sheet, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { isWithin, readAddress, readArea, type Area, type CellPlace } from '../../../spreadsheet/places.ts';
import type { PartEdits } from '../../define-edit.ts';
import { hasType } from './book-formulas.ts';

const PIVOT_CACHE = /pivotCacheDefinition\+xml$/i;

interface AreaSource {
  cache: XmlPart;
  /** The sheet in lower case. */
  sheet: string;
  head: Area;
  /** Those that have a column of their own, from left to right. */
  fields: XmlElement[];
}

/** The plain cells that a defined name means. */
function namedArea({ main }: WorkbookFile, wanted: string): { sheet: string; area: Area | null } | undefined {
  const list = firstElementOf(main.root, 'definedNames');
  const name = (list === undefined ? [] : elementsOf(list)).find((one) => attributeOf(one, 'name')?.toLowerCase() === wanted.toLowerCase());
  const address = name === undefined ? null : readAddress(textOf(name).replaceAll('$', ''));
  return address === null ? undefined : { sheet: address.name, area: readArea(address.reference) };
}

function sourceOf(file: WorkbookFile, source: XmlElement): { sheet: string; area: Area | null } | undefined {
  // figures of another workbook have a relationship
  if (source.attributes.some(({ local, uri }) => local === 'id' && uri !== '')) return undefined;
  const [sheet, ref, name] = ['sheet', 'ref', 'name'].map((one) => attributeOf(source, one));
  if (sheet !== undefined && ref !== undefined) return { sheet, area: readArea(ref) };
  return name === undefined ? undefined : namedArea(file, name);
}

function areaSources(file: WorkbookFile): AreaSource[] {
  return partNames(file.opened).flatMap((name): AreaSource[] => {
    if (!hasType(file.opened, name, PIVOT_CACHE)) return [];
    const cache = readXmlPart(file.opened, name);
    const source = [...walkElements(cache.root)].find(({ local }) => local === 'worksheetSource');
    const found = source && sourceOf(file, source);
    const list = firstElementOf(cache.root, 'cacheFields');
    if (found?.area === undefined || found.area === null || list === undefined) return [];
    const fields = elementsOf(list).filter((one) => attributeOf(one, 'databaseField') !== '0');
    return [{ cache, sheet: found.sheet.toLowerCase(), head: { ...found.area, bottom: found.area.top }, fields }];
  });
}

/** The cells of a sheet that give fields of pivot tables their names. */
export const pivotHeads = (file: WorkbookFile, { name }: Sheet): Area[] =>
  areaSources(file).flatMap(({ sheet, head }) => (sheet === name.toLowerCase() ? [head] : []));

const written = (name: string): string => name.replaceAll('\n', '_x000a_');

/** A name that no other field has: Excel numbers the second of two. */
function freeName(fields: readonly XmlElement[], own: XmlElement, wanted: string): string {
  const taken = new Set(fields.filter((one) => one !== own).map((one) => (attributeOf(one, 'name') ?? '').toLowerCase()));
  let name = wanted;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}${number}`;
  return name;
}

/** New names of fields, where the cells that name them are written over. A cell that is emptied names nothing. */
export function followAreaHeads(file: WorkbookFile, heads: readonly (CellPlace & { sheet: Sheet; name: string })[]): PartEdits[] {
  if (heads.length === 0) return [];
  return areaSources(file).flatMap(({ cache, sheet, head, fields }) => {
    const edits = heads.flatMap((one) => {
      const field = fields[one.column - head.left];
      if (one.sheet.name.toLowerCase() !== sheet || !isWithin(one, head) || field === undefined || one.name.trim() === '') return [];
      const name = written(freeName(fields, field, one.name));
      return attributeOf(field, 'name') === name ? [] : [setAttribute(cache, field, 'name', name)];
    });
    return edits.length === 0 ? [] : [{ part: cache.name, edits }];
  });
}
