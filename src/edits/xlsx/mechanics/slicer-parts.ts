/** The parts of a slicer ([MS-XLSX] §2.1.27, §2.1.28): what it filters (its cache), how it looks, and the shape that shows it. */
import { A, MC, OFFICE_2007_RELATIONSHIP, R, S, SLE, SLE15, X14, X15, XDR } from '../../../ooxml/names.ts';
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
/** The extensions in which a sheet lists the slicers of tables, and a workbook their caches: those of pivot tables are in others. */
const SHEET_LIST = '{3A4CF648-6AED-40f4-86FF-DC5316D8AED3}';
const BOOK_LIST = '{46BE6895-7355-4a93-B00E-2C351335B9C9}';
const TABLE_CACHE = '{2F2917AC-EB37-4324-AD4E-5DD8C200BD13}';
/** Height of a button in EMU, as Excel makes it. */
const BUTTON = 241_300;

/** What a slicer filters: a column of a table, by their numbers. */
export interface SlicerSource {
  column: string;
  table: number;
  id: number;
}

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
  /** The element that says which column of which table it filters. */
  table: XmlElement | undefined;
}

/** The caches of a workbook, whether or not a slicer shows them. */
export function slicerCachesOf(opened: OfficePackage): SlicerCache[] {
  return partNames(opened)
    .filter((name) => contentTypeOf(opened, name) === CACHE_TYPE)
    .map((name) => {
      const part = readXmlPart(opened, name);
      const all = [...walkElements(part.root)];
      return {
        part,
        name: attributeOf(part.root, 'name') ?? '',
        table: all.find(({ local }) => local === 'tableSlicerCache'),
      };
    });
}

/** The slicers of a workbook, each with the part that lists it. */
export function slicersOf(opened: OfficePackage): { part: XmlPart; element: XmlElement; name: string; cache: string }[] {
  return partNames(opened)
    .filter((name) => contentTypeOf(opened, name) === SLICER_TYPE)
    .flatMap((name) => {
      const part = readXmlPart(opened, name);
      return elementsOf(part.root, 'slicer').map((element) => ({
        part,
        element,
        name: attributeOf(element, 'name') ?? '',
        cache: attributeOf(element, 'cache') ?? '',
      }));
    });
}

const root = (name: string, attributes: string, content: string): string =>
  `${XML_DECLARATION}<${name} xmlns="${X14}" xmlns:mc="${MC}" mc:Ignorable="x" xmlns:x="${S}"${attributes}>${content}</${name}>`;

const cacheXml = ({ cache, source }: NewSlicer): string =>
  root(
    'slicerCacheDefinition',
    ` name="${escapeAttribute(cache.name)}" sourceName="${escapeAttribute(source.column)}"`,
    `<extLst><x:ext uri="${TABLE_CACHE}" xmlns:x15="${X15}"><x15:tableSlicerCache tableId="${source.table}" column="${source.id}"/></x:ext></extLst>`,
  );

const slicerXml = ({ name, caption, columns, style, cache }: NewSlicer): string =>
  `<slicer xmlns="${X14}" name="${escapeAttribute(name)}" cache="${escapeAttribute(cache.name)}" caption="${escapeAttribute(caption)}"${columns === 1 ? '' : ` columnCount="${columns}"`} style="${style}" rowHeight="${BUTTON}"/>`;

/** The slicer for programs that know it, and for others a rectangle that says what stands there. */
function anchorXml({ name, caption, place, size: { cx, cy }, source }: NewSlicer, id: number): string {
  const words = `Slicer “${caption}”: Excel 2013 and later show buttons here that filter by ${source.column}.`;
  const frame =
    `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${id}" name="${escapeAttribute(name)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
    `<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${SLE}"><sle:slicer xmlns:sle="${SLE}" name="${escapeAttribute(name)}"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
  const box =
    `<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="${id + 1}" name="${escapeAttribute(name)}"/><xdr:cNvSpPr><a:spLocks noTextEdit="1"/></xdr:cNvSpPr></xdr:nvSpPr>` +
    `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill><a:ln w="9525"><a:solidFill><a:srgbClr val="7F7F7F"/></a:solidFill></a:ln></xdr:spPr>` +
    `<xdr:txBody><a:bodyPr vertOverflow="clip" horzOverflow="clip"/><a:lstStyle/><a:p><a:r><a:rPr lang="en-US" sz="1100"><a:solidFill><a:srgbClr val="000000"/></a:solidFill></a:rPr><a:t>${escapeText(words)}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
  return (
    `<xdr:oneCellAnchor xmlns:xdr="${XDR}" xmlns:a="${A}"><xdr:from><xdr:col>${place.column - 1}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${place.row - 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="${cx}" cy="${cy}"/>` +
    `<mc:AlternateContent xmlns:mc="${MC}" xmlns:sle15="${SLE15}"><mc:Choice Requires="sle15">${frame}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent><xdr:clientData/></xdr:oneCellAnchor>`
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

/** The part of the sheet in which the slicers of tables are; undefined where it has none. */
function knownPart(opened: OfficePackage, sheet: string): XmlPart | undefined {
  const lists = [...walkElements(readXmlPart(opened, sheet).root)].filter(({ local }) => local === 'slicerList');
  const list = lists.find(({ parent }) => parent !== undefined && attributeOf(parent, 'uri')?.toLowerCase() === SHEET_LIST.toLowerCase());
  const [entry] = list === undefined ? [] : elementsOf(list, 'slicer');
  const id = entry && attributeOf(entry, 'id', R);
  const relation = id === undefined ? undefined : relationshipsOf(opened, sheet).find((one) => one.id === id);
  const name = relation === undefined || relation.external ? undefined : partNamed(opened, relation.target);
  return name === undefined ? undefined : readXmlPart(opened, name);
}

/** Adds the slicer to a sheet of the package. The name of a new cache is defined by the caller: Excel keeps it as one that means nothing. */
export function addSlicerParts(opened: OfficePackage, sheet: string, slicer: NewSlicer): void {
  const entryOf = (local: string, id: string): string => `<x14:${local} xmlns:x14="${X14}" xmlns:r="${R}" r:id="${id}"/>`;
  if (!slicer.cache.isKnown) {
    const name = freePartName(opened, 'xl/slicerCaches/slicerCache', '.xml');
    addPart(opened, { name, contentType: CACHE_TYPE }, cacheXml(slicer));
    const id = addRelationship(opened, opened.mainPart, { type: `${OFFICE_2007_RELATIONSHIP}slicerCache`, target: name });
    listIn(opened, opened.mainPart, BOOK_LIST, [X15, 'slicerCaches'], entryOf('slicerCache', id));
  }
  const text = readSheetText(opened, sheet);
  if (text !== undefined) {
    const drawing = readXmlPart(opened, drawingOf(opened, text));
    editXmlPart(opened, drawing, [appendContent(drawing, drawing.root, anchorXml(slicer, freeShapeId(drawing)))]);
  }
  const known = knownPart(opened, sheet);
  if (known !== undefined) return editXmlPart(opened, known, [appendContent(known, known.root, slicerXml(slicer))]);
  const name = freePartName(opened, 'xl/slicers/slicer', '.xml');
  addPart(opened, { name, contentType: SLICER_TYPE }, root('slicers', '', slicerXml(slicer)));
  const id = addRelationship(opened, sheet, { type: `${OFFICE_2007_RELATIONSHIP}slicer`, target: name });
  listIn(opened, sheet, SHEET_LIST, [X14, 'slicerList'], entryOf('slicer', id));
}
