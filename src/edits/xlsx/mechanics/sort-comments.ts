/** Comments of cells that are sorted: with their answers and boxes they go with their cells (ISO/IEC 29500-1 §18.7.3; §14.1.2.28 for the boxes). */
import { replacePart } from '../../../ooxml/change-package.ts';
import { decodeXml, encodeXml } from '../../../ooxml/decode-xml.ts';
import { setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { partNamed, readPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import { attributeOf, walkElements } from '../../../ooxml/xml-tree.ts';
import type { Sheet, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { isWithin, placeText, readPlace, type Area } from '../../../spreadsheet/places.ts';
import type { PartEdits } from '../../define-edit.ts';
import { partsOf } from './book-formulas.ts';

/** The spans that put comments of the sorted cells on the cells' new places. @param newRow by the row as it was */
export function commentEdits(file: WorkbookFile, sheet: Sheet, area: Area, newRow: ReadonlyMap<number, number>): PartEdits[] {
  const parts = [...partsOf(file.opened, sheet, '/comments'), ...partsOf(file.opened, sheet, '/threadedComment')];
  return parts.flatMap((part): PartEdits[] => {
    const edits = [...walkElements(part.root)].flatMap((element): XmlEdit[] => {
      const isComment = element.local === 'comment' || element.local === 'threadedComment';
      const place = isComment ? readPlace(attributeOf(element, 'ref') ?? '') : null;
      const row = place === null || !isWithin(place, area) ? undefined : newRow.get(place.row);
      return place === null || row === undefined || row === place.row
        ? []
        : [setAttribute(part, element, 'ref', placeText({ row, column: place.column }))];
    });
    return edits.length === 0 ? [] : [{ part: part.name, edits }];
  });
}

const SHAPE = /<(v:shape)\b[^]*?<\/v:shape>/g;
/** Of the eight numbers of an anchor, those that are rows (`x:Anchor`, ISO/IEC 29500-4 §19.4.2.4). */
const ANCHOR_ROWS = [2, 6];

/** A box beside its cell's new place, as far from it as it was. */
function moveBox(shape: string, area: Area, newRow: ReadonlyMap<number, number>): string {
  const numberIn = (tag: string): number => Number(new RegExp(`<x:${tag}>\\s*(\\d+)\\s*</x:${tag}>`).exec(shape)?.[1] ?? NaN) + 1;
  const [row, column] = [numberIn('Row'), numberIn('Column')];
  const to = newRow.get(row);
  if (!/ObjectType="Note"/.test(shape) || to === undefined || to === row || !isWithin({ row, column }, area)) return shape;
  return shape.replace(/(<x:Row>)\s*\d+\s*/, `$1${to - 1}`).replace(/(<x:Anchor>)([^<]*)/, (all, open: string, text: string) => {
    const numbers = text.split(',').map(Number);
    if (numbers.length !== 8 || numbers.some(Number.isNaN)) return all;
    const by = Math.max(to - row, -(numbers[2] ?? 0));
    return open + numbers.map((number, index) => (ANCHOR_ROWS.includes(index) ? number + by : number)).join(', ');
  });
}

/** Boxes of comments are VML, which is often no XML: they are found by their tags. */
export function moveCommentBoxes(opened: OfficePackage, sheet: Sheet, area: Area, newRow: ReadonlyMap<number, number>): void {
  for (const { type, target } of relationshipsOf(opened, sheet.part.name)) {
    const name = type.endsWith('/vmlDrawing') ? partNamed(opened, target) : undefined;
    if (name === undefined) continue;
    const { text, encoding } = decodeXml(readPart(opened, name));
    const moved = text.replaceAll(SHAPE, (shape) => moveBox(shape, area, newRow));
    if (moved !== text) replacePart(opened, name, encodeXml({ text: moved, encoding }));
  }
}
