/** Pictures of the data in cells of a workbook: drawn at the cell, within it or as large as the tag says. */
import { A, R, S, XDR } from '../../ooxml/names.ts';
import { editXmlPart } from '../../ooxml/change-package.ts';
import { appendContent } from '../../ooxml/edit-xml.ts';
import { readXmlPart, type OfficePackage } from '../../ooxml/office-package.ts';
import { readSheetText } from '../../ooxml/sheet-text.ts';
import { escapeAttribute } from '../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { isWithin, readArea, type Area, type CellPlace } from '../../spreadsheet/places.ts';
import { drawingOf, freeShapeId } from '../xlsx/mechanics/sheet-drawing.ts';
import { isStrict } from '../xlsx/mechanics/sheet-list.ts';
import { addFault, type Filling, type PlacedTag } from './filling.ts';
import { sizeOf, sizeWithin, type PlacedPicture, type Pictures } from './pictures.ts';
import type { Tag } from './read-tag.ts';
import type { Scope } from './scope.ts';

export interface CellPicture {
  place: CellPlace;
  tag: PlacedTag & { tag: Tag & { kind: 'value' } };
  scope: Scope;
}

const EMU_PER_PX = 9_525;
const EMU_PER_PT = 12_700;
/** Of a column that says nothing, in digits, and of a row, in points. */
const USUAL = { width: 8.43, height: 15 };
/** Free at each side, so that lines of the cell stay to be seen. */
const GAP = 2 * EMU_PER_PX;

const numberOf = (element: XmlElement | undefined, name: string): number | undefined => {
  const value = Number((element && attributeOf(element, name)) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
};

/** How large the cell is, or the merged cells that it heads. */
function boxOf(root: XmlElement, place: CellPlace): { cx: number; cy: number } {
  const merges = firstElementOf(root, 'mergeCells', S);
  const areas = (merges === undefined ? [] : elementsOf(merges, 'mergeCell', S)).flatMap((one): Area[] => {
    const area = readArea(attributeOf(one, 'ref') ?? '');
    return area === null ? [] : [area];
  });
  const area = areas.find((one) => isWithin(place, one)) ?? { top: place.row, bottom: place.row, left: place.column, right: place.column };
  const format = firstElementOf(root, 'sheetFormatPr', S);
  const list = firstElementOf(root, 'cols', S);
  const columns = list === undefined ? [] : elementsOf(list, 'col', S);
  const data = firstElementOf(root, 'sheetData', S);
  const rows = new Map((data === undefined ? [] : elementsOf(data, 'row', S)).map((row) => [numberOf(row, 'r'), row]));
  let [cx, cy] = [0, 0];
  for (let column = area.left; column <= area.right; column++) {
    const own = columns.find((one) => (numberOf(one, 'min') ?? 0) <= column && (numberOf(one, 'max') ?? 0) >= column);
    const width = numberOf(own, 'width') ?? numberOf(format, 'defaultColWidth') ?? USUAL.width;
    cx += Math.trunc(width * 7 + 5) * EMU_PER_PX;
  }
  for (let row = area.top; row <= area.bottom; row++)
    cy += (numberOf(rows.get(row), 'ht') ?? numberOf(format, 'defaultRowHeight') ?? USUAL.height) * EMU_PER_PT;
  return { cx: Math.max(EMU_PER_PX, cx - 2 * GAP), cy: Math.max(EMU_PER_PX, Math.round(cy) - 2 * GAP) };
}

function anchorXml(id: number, picture: PlacedPicture, { row, column }: CellPlace, { cx, cy }: { cx: number; cy: number }): string {
  return (
    `<xdr:oneCellAnchor xmlns:xdr="${XDR}" xmlns:a="${A}" xmlns:r="${R}"><xdr:from><xdr:col>${column - 1}</xdr:col><xdr:colOff>${GAP}</xdr:colOff><xdr:row>${row - 1}</xdr:row><xdr:rowOff>${GAP}</xdr:rowOff></xdr:from><xdr:ext cx="${cx}" cy="${cy}"/>` +
    `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${id}" name="Picture ${id}" descr="${escapeAttribute(picture.alt ?? '')}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>` +
    `<xdr:blipFill><a:blip r:embed="${picture.id}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
    `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`
  );
}

/** Draws the pictures of one sheet, whose cells are written. @param part of the sheet */
export function placeCellPictures(
  opened: OfficePackage,
  filling: Filling,
  pictures: Pictures,
  part: string,
  wanted: readonly CellPicture[],
): void {
  const sheet = wanted.length === 0 ? undefined : readSheetText(opened, part);
  const [first] = wanted;
  if (sheet === undefined || first === undefined) return;
  if (isStrict(sheet.part)) return addFault(filling, first.tag, 'pictures are not placed in workbooks of the strict format');
  const { root } = sheet.part;
  const drawing = drawingOf(opened, sheet);
  const xml: string[] = [];
  let id = freeShapeId(readXmlPart(opened, drawing));
  for (const { place, tag, scope } of wanted) {
    const picture = pictures.place(drawing, tag, scope);
    if (picture === null || picture === undefined) continue;
    const { options } = tag.tag;
    const sized = sizeOf(picture, options);
    const size =
      options.has('width') || options.has('height') ? { cx: sized.widthEmu, cy: sized.heightEmu } : sizeWithin(picture, boxOf(root, place));
    xml.push(anchorXml(id++, picture, place, size));
  }
  const now = readXmlPart(opened, drawing);
  editXmlPart(opened, now, xml.length === 0 ? [] : [appendContent(now, now.root, xml.join(''))]);
}
