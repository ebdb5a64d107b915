/** The drawing of a sheet (ISO/IEC 29500-1 §20.5), in which its charts and pictures are. */
import { A, R, XDR } from '../../../ooxml/names.ts';
import { addPart, addRelationship, editXmlPart, freePartName } from '../../../ooxml/change-package.ts';
import type { OfficePackage, XmlPart } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { readSheetText, type SheetText } from '../../../ooxml/sheet-text.ts';
import { attributeOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { partsOf } from './book-formulas.ts';
import { insertInOrder } from './frame-order.ts';

const DRAWING_TYPE = 'application/vnd.openxmlformats-officedocument.drawing+xml';

/** The drawing of a sheet; an empty one is made where it has none. */
export function drawingOf(opened: OfficePackage, sheet: SheetText): string {
  const [known] = partsOf(opened, sheet, '/drawing');
  if (known !== undefined) return known.name;
  const name = freePartName(opened, 'xl/drawings/drawing', '.xml');
  addPart(opened, { name, contentType: DRAWING_TYPE }, `${XML_DECLARATION}<xdr:wsDr xmlns:xdr="${XDR}" xmlns:a="${A}"></xdr:wsDr>`);
  const relationship = addRelationship(opened, sheet.part.name, { type: `${R}/drawing`, target: name });
  const now = readSheetText(opened, sheet.part.name);
  if (now !== undefined)
    editXmlPart(opened, now.part, [insertInOrder(now, 'drawing', `<${now.prefix}drawing xmlns:r="${R}" r:id="${relationship}"/>`)]);
  return name;
}

/** An id that no shape of the drawing has. */
export const freeShapeId = ({ root }: XmlPart): number =>
  [...walkElements(root)].reduce((most, one) => (one.local === 'cNvPr' ? Math.max(most, Number(attributeOf(one, 'id') ?? 0)) : most), 1) +
  1;
