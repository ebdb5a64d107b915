/** The parts of a slicer ([MS-XLSX] §2.1.27, §2.1.28): what it filters (its cache), how it looks, and the shape that shows it. */
import { A, A14, MC, OFFICE_2007_RELATIONSHIP, R, S, SLE, SLE15, X14, X15, XDR } from '../../../ooxml/names.ts';
import { addPart, addRelationship, editXmlPart, freePartName } from '../../../ooxml/change-package.ts';
import { appendContent } from '../../../ooxml/edit-xml.ts';
import { contentTypeOf, partNamed, partNames, readXmlPart, relationshipsOf } from '../../../ooxml/office-package.ts';
import type { OfficePackage, XmlPart } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { readSheetText } from '../../../ooxml/sheet-text.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { CellPlace } from '../../../spreadsheet/places.ts';
import { drawingOf, freeShapeId } from './sheet-drawing.ts';

const SLICER_TYPE = 'application/vnd.ms-excel.slicer+xml';
const CACHE_TYPE = 'application/vnd.ms-excel.slicerCache+xml';
/** Timelines are slicers of days, in parts of their own that are built alike ([MS-XLSX] §2.1.41, §2.1.42). */
const VIEWS = /ms-excel\.(?:slicer|timeline)\+xml$/i;
const CACHES = /ms-excel\.(?:slicer|timeline)Cache\+xml$/i;
/** The extensions in which a sheet lists its slicers, and a workbook their caches: those of tables and of pivot tables apart. */
const LISTS = {
  table: { sheet: '{3A4CF648-6AED-40f4-86FF-DC5316D8AED3}', book: '{46BE6895-7355-4a93-B00E-2C351335B9C9}', space: X15 },
  pivot: { sheet: '{A8765BA9-456A-4dab-B4F3-ACF838C121DE}', book: '{BBE1A952-AA13-448e-AADC-164F8A28A991}', space: X14 },
};
const TABLE_CACHE = '{2F2917AC-EB37-4324-AD4E-5DD8C200BD13}';
/** Height of a button in EMU, as Excel makes it. */
const BUTTON = 241_300;

/** An item of a field: its number in the cache of the pivot table, and whether it is shown. */
export interface SlicerItem {
  index: number;
  isSelected: boolean;
}

/** What a slicer filters: a column of a table, by their numbers; or a field of a pivot table, with its items as they are sorted. */
export type SlicerSource =
  | { kind: 'table'; column: string; table: number; id: number }
  | { kind: 'pivot'; column: string; tab: string; pivot: string; cache: number; items: readonly SlicerItem[] };

export interface NewSlicer {
  name: string;
  caption: string;
  columns: number;
  style: string;
  place: CellPlace;
  /** EMU. */
  size: { cx: number; cy: number };
  source: SlicerSource;
  /** Name of the cache, and whether the workbook has it already. */
  cache: { name: string; isKnown: boolean };
}

export interface SlicerCache {
  part: XmlPart;
  name: string;
  /** Name of the column or the field. */
  column: string;
  /** The element that says which column of which table it filters. */
  table: XmlElement | undefined;
  /** The elements that name the pivot tables which it filters, by `tabId`, the number of their sheet, and `name`. */
  pivots: XmlElement[];
}

/** The caches of a workbook's slicers and timelines, whether or not one shows them. */
export function slicerCachesOf(opened: OfficePackage): SlicerCache[] {
  return partNames(opened)
    .filter((name) => CACHES.test(contentTypeOf(opened, name) ?? ''))
    .map((name) => {
      const part = readXmlPart(opened, name);
      const pivots = elementsOf(part.root).find(({ local }) => local === 'pivotTables');
      return {
        part,
        name: attributeOf(part.root, 'name') ?? '',
        column: attributeOf(part.root, 'sourceName') ?? '',
        table: [...walkElements(part.root)].find(({ local }) => local === 'tableSlicerCache'),
        pivots: pivots === undefined ? [] : elementsOf(pivots),
      };
    });
}

/** The slicers and timelines of a workbook, each with the part that lists it. */
export function slicersOf(opened: OfficePackage): { part: XmlPart; element: XmlElement; name: string; cache: string }[] {
  return partNames(opened)
    .filter((name) => VIEWS.test(contentTypeOf(opened, name) ?? ''))
    .flatMap((name) => {
      const part = readXmlPart(opened, name);
      return elementsOf(part.root).flatMap((element) =>
        element.local === 'slicer' || element.local === 'timeline'
          ? [{ part, element, name: attributeOf(element, 'name') ?? '', cache: attributeOf(element, 'cache') ?? '' }]
          : [],
      );
    });
}

const root = (name: string, attributes: string, content: string): string =>
  `${XML_DECLARATION}<${name} xmlns="${X14}" xmlns:mc="${MC}" mc:Ignorable="x" xmlns:x="${S}"${attributes}>${content}</${name}>`;

const itemXml = ({ index, isSelected }: SlicerItem): string => `<i x="${index}"${isSelected ? ' s="1"' : ''}/>`;

/** What a cache filters ([MS-XLSX] §2.6.70): the table stands in an extension, the pivot table in the part itself. */
const filteredXml = (source: SlicerSource): string =>
  source.kind === 'table'
    ? `<extLst><x:ext uri="${TABLE_CACHE}" xmlns:x15="${X15}"><x15:tableSlicerCache tableId="${source.table}" column="${source.id}"/></x:ext></extLst>`
    : `<pivotTables><pivotTable tabId="${source.tab}" name="${escapeAttribute(source.pivot)}"/></pivotTables>` +
      `<data><tabular pivotCacheId="${source.cache}"><items count="${source.items.length}">${source.items.map(itemXml).join('')}</items></tabular></data>`;

const cacheXml = ({ cache, source }: NewSlicer): string =>
  root(
    'slicerCacheDefinition',
    ` name="${escapeAttribute(cache.name)}" sourceName="${escapeAttribute(source.column)}"`,
    filteredXml(source),
  );

const slicerXml = ({ name, caption, columns, style, cache }: NewSlicer): string =>
  `<slicer xmlns="${X14}" name="${escapeAttribute(name)}" cache="${escapeAttribute(cache.name)}" caption="${escapeAttribute(caption)}"${columns === 1 ? '' : ` columnCount="${columns}"`} style="${style}" rowHeight="${BUTTON}"/>`;

/** The slicer for programs that know it, and for others a rectangle that says what stands there. */
function anchorXml({ name, caption, place, size: { cx, cy }, source }: NewSlicer, id: number): string {
  const [year, needed, space] = source.kind === 'table' ? [2013, 'sle15', SLE15] : [2010, 'a14', A14];
  const words = `Slicer “${caption}”: Excel ${year} and later show buttons here that filter by ${source.column}.`;
  const frame =
    `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${id}" name="${escapeAttribute(name)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
    `<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${SLE}"><sle:slicer xmlns:sle="${SLE}" name="${escapeAttribute(name)}"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
  const box =
    `<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="${id + 1}" name="${escapeAttribute(name)}"/><xdr:cNvSpPr><a:spLocks noTextEdit="1"/></xdr:cNvSpPr></xdr:nvSpPr>` +
    `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill><a:ln w="9525"><a:solidFill><a:srgbClr val="7F7F7F"/></a:solidFill></a:ln></xdr:spPr>` +
    `<xdr:txBody><a:bodyPr vertOverflow="clip" horzOverflow="clip"/><a:lstStyle/><a:p><a:r><a:rPr lang="en-US" sz="1100"><a:solidFill><a:srgbClr val="000000"/></a:solidFill></a:rPr><a:t>${escapeText(words)}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
  return (
    `<xdr:oneCellAnchor xmlns:xdr="${XDR}" xmlns:a="${A}"><xdr:from><xdr:col>${place.column - 1}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${place.row - 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="${cx}" cy="${cy}"/>` +
    `<mc:AlternateContent xmlns:mc="${MC}" xmlns:${needed}="${space}"><mc:Choice Requires="${needed}">${frame}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent><xdr:clientData/></xdr:oneCellAnchor>`
  );
}

/** An entry in one of the extensions of a sheet or a workbook, which is made where it has none. */
function listIn(opened: OfficePackage, name: string, uri: string, [space, list]: readonly [string, string], entry: string): void {
  const part = readXmlPart(opened, name);
  const prefix = part.root.name.slice(0, part.root.name.indexOf(':') + 1);
  const extensions = firstElementOf(part.root, 'extLst', S);
  const known = extensions && elementsOf(extensions, 'ext', S).find((one) => attributeOf(one, 'uri')?.toLowerCase() === uri.toLowerCase());
  const listed = known && firstElementOf(known, list);
  const short = space === X15 ? 'x15' : 'x14';
  const declared = `${space === X15 ? `xmlns:x15="${X15}" ` : ''}xmlns:x14="${X14}"`;
  const all = `<${short}:${list} ${declared}>${entry}</${short}:${list}>`;
  const extension = `<${prefix}ext uri="${uri}" xmlns:${short}="${space}">${all}</${prefix}ext>`;
  // both kinds of part end with their extensions
  const edit =
    listed !== undefined
      ? appendContent(part, listed, entry)
      : known !== undefined
        ? appendContent(part, known, all)
        : extensions !== undefined
          ? appendContent(part, extensions, extension)
          : appendContent(part, part.root, `<${prefix}extLst>${extension}</${prefix}extLst>`);
  editXmlPart(opened, part, [edit]);
}

/** The part of the sheet in which the slicers of an extension are; undefined where it has none. */
function knownPart(opened: OfficePackage, sheet: string, uri: string): XmlPart | undefined {
  const lists = [...walkElements(readXmlPart(opened, sheet).root)].filter(({ local }) => local === 'slicerList');
  const list = lists.find(({ parent }) => parent !== undefined && attributeOf(parent, 'uri')?.toLowerCase() === uri.toLowerCase());
  const [entry] = list === undefined ? [] : elementsOf(list, 'slicer');
  const id = entry && attributeOf(entry, 'id', R);
  const relation = id === undefined ? undefined : relationshipsOf(opened, sheet).find((one) => one.id === id);
  const name = relation === undefined || relation.external ? undefined : partNamed(opened, relation.target);
  return name === undefined ? undefined : readXmlPart(opened, name);
}

/** Adds the slicer to a sheet of the package. The name of a new cache is defined by the caller: Excel keeps it as one that means nothing. */
export function addSlicerParts(opened: OfficePackage, sheet: string, slicer: NewSlicer): void {
  const lists = LISTS[slicer.source.kind];
  const entryOf = (local: string, id: string): string => `<x14:${local} xmlns:x14="${X14}" xmlns:r="${R}" r:id="${id}"/>`;
  if (!slicer.cache.isKnown) {
    const name = freePartName(opened, 'xl/slicerCaches/slicerCache', '.xml');
    addPart(opened, { name, contentType: CACHE_TYPE }, cacheXml(slicer));
    const id = addRelationship(opened, opened.mainPart, { type: `${OFFICE_2007_RELATIONSHIP}slicerCache`, target: name });
    listIn(opened, opened.mainPart, lists.book, [lists.space, 'slicerCaches'], entryOf('slicerCache', id));
  }
  const text = readSheetText(opened, sheet);
  if (text !== undefined) {
    const drawing = readXmlPart(opened, drawingOf(opened, text));
    editXmlPart(opened, drawing, [appendContent(drawing, drawing.root, anchorXml(slicer, freeShapeId(drawing)))]);
  }
  const known = knownPart(opened, sheet, lists.sheet);
  if (known !== undefined) return editXmlPart(opened, known, [appendContent(known, known.root, slicerXml(slicer))]);
  const name = freePartName(opened, 'xl/slicers/slicer', '.xml');
  addPart(opened, { name, contentType: SLICER_TYPE }, root('slicers', '', slicerXml(slicer)));
  const id = addRelationship(opened, sheet, { type: `${OFFICE_2007_RELATIONSHIP}slicer`, target: name });
  listIn(opened, sheet, lists.sheet, [X14, 'slicerList'], entryOf('slicer', id));
}
