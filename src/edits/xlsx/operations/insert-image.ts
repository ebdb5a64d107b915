import { z } from 'zod';
import { A, R, XDR } from '../../../ooxml/names.ts';
import { addRelationship, editXmlPart } from '../../../ooxml/change-package.ts';
import { appendContent } from '../../../ooxml/edit-xml.ts';
import { readXmlPart } from '../../../ooxml/office-package.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';
import type { CellPlace } from '../../../spreadsheet/places.ts';
import { defineEdit, isRejected, reject } from '../../define-edit.ts';
import { addPicture, pictureField, readPicture } from '../../office/picture-field.ts';
import { textFits } from '../../text-fits.ts';
import { findCell } from '../mechanics/find-cells.ts';
import { drawingOf, freeShapeId } from '../mechanics/sheet-drawing.ts';
import { isStrict } from '../mechanics/sheet-list.ts';
import { sayUnprinted } from '../mechanics/unprinted.ts';

const EMU_PER_CM = 360_000;
/** Pixels of a screen: what pictures without a size are drawn at. */
const EMU_PER_PIXEL = 9_525;
/** Wider ones cover the cells that a screen shows. */
const WIDTH_CM_USUAL = 12;

const schema = z.strictObject({
  op: z.literal('insert_image'),
  target: z.string().min(1).max(300).describe('The cell in its upper left corner: Sheet1!F2.'),
  image: pictureField,
  alt: textFits(0, 2_000).optional().describe('What it shows, for those who do not see it.'),
  width_cm: z.number().min(0.2).max(100).optional().describe('Absent: as wide as its pixels, 12 cm at most.'),
});

interface Placed {
  place: CellPlace;
  id: number;
  relationship: string;
  alt: string;
  size: { cx: number; cy: number };
}

const anchorXml = ({ place, id, relationship, alt, size: { cx, cy } }: Placed): string =>
  `<xdr:oneCellAnchor xmlns:xdr="${XDR}" xmlns:a="${A}" xmlns:r="${R}"><xdr:from><xdr:col>${place.column - 1}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${place.row - 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="${cx}" cy="${cy}"/>` +
  `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${id}" name="Picture ${id}" descr="${escapeAttribute(alt)}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>` +
  `<xdr:blipFill><a:blip r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
  `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`;

export const insertSheetImage = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'insert_image',
  format: 'xlsx',
  summary: 'Puts a picture on a sheet, at a cell, in its own proportions',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such cell',
    unsupported: 'the data is no PNG, JPEG or GIF picture, or it is a strict file',
    would_overflow: 'the picture has too many pixels',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findCell(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, place } = found;
    if (isStrict(sheet.part))
      return reject('unsupported', 'Pictures are not added to files of the strict format; save it as an ordinary workbook first.');
    const picture = readPicture(fields.image);
    if (isRejected(picture)) return picture;
    const width =
      fields.width_cm === undefined ? Math.min(picture.width * EMU_PER_PIXEL, WIDTH_CM_USUAL * EMU_PER_CM) : fields.width_cm * EMU_PER_CM;
    const size = { cx: Math.max(1, Math.round(width)), cy: Math.max(1, Math.round((width * picture.height) / picture.width)) };
    return {
      parts: [],
      before: '',
      after: fields.alt ?? 'a picture',
      ...sayUnprinted(file, sheet, place, size),
      finish(opened) {
        const drawing = drawingOf(opened, sheet);
        const relationship = addRelationship(opened, drawing, { type: `${R}/image`, target: addPicture(opened, 'xl/media', picture) });
        const part = readXmlPart(opened, drawing);
        const xml = anchorXml({ place, id: freeShapeId(part), relationship, alt: fields.alt ?? '', size });
        editXmlPart(opened, part, [appendContent(part, part.root, xml)]);
      },
    };
  },
  examples: [
    {
      name: 'cells stay',
      operation: {
        op: 'insert_image',
        target: 'Data!C2',
        image: { data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC' },
        alt: 'A dot',
        width_cm: 1,
      },
      given: '<row r="1"/>',
      expected: '<row r="1"/>',
    },
    {
      name: 'no picture',
      operation: { op: 'insert_image', target: 'Data!C2', image: { data: 'AAAA' } },
      given: '',
      expected: { rejected: 'unsupported' },
    },
  ],
});
