/** The parts that belong to a sheet under a shift: drawings, comments and their boxes, pivot tables and the sources of pivots. */
import { type Area, areaText, placeText, readArea, readPlace } from '../../../spreadsheet/places.ts';
import { editXmlPart, replacePart } from '../../../ooxml/change-package.ts';
import { decodeXml, encodeXml } from '../../../ooxml/decode-xml.ts';
import { removeNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { partNamed, readPart, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, firstElementOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { reject, type PartEdits, type Rejected } from '../../define-edit.ts';
import { partsOf, pivotSources } from './book-formulas.ts';
import { shiftAnchors, shiftEnds } from './shift-anchors.ts';
import type { SheetText } from '../../../ooxml/sheet-text.ts';
import { shiftArea, shiftIndex, type Shift } from './shift.ts';
import { type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

/** Whether rows or columns come or go inside an area, and not beside it. */
export function cutsArea({ axis, at, count, kind }: Shift, { top, left, bottom, right }: Area): boolean {
  const [first, last] = axis === 'row' ? [top, bottom] : [left, right];
  return kind === 'insert' ? at > first && at <= last : at <= last && at + count - 1 >= first;
}

/** Null where the place goes. */
function movePlace(shift: Shift, reference: string): string | null {
  const place = readPlace(reference);
  if (place === null) return reference;
  const index = shiftIndex(shift, place[shift.axis]);
  return index === null ? null : placeText({ ...place, [shift.axis]: index });
}

/** Comments, old and threaded, by the cells that they are on. */
function commentEdits(part: XmlPart, shift: Shift): XmlEdit[] {
  return [...walkElements(part.root)].flatMap((element): XmlEdit[] => {
    const ref = element.local === 'comment' || element.local === 'threadedComment' ? attributeOf(element, 'ref') : undefined;
    if (ref === undefined) return [];
    const moved = movePlace(shift, ref);
    return moved === null ? [removeNode(element)] : moved === ref ? [] : [setAttribute(part, element, 'ref', moved)];
  });
}

const SHAPE = /<(v:shape)\b[^]*?<\/v:shape>/g;

/** VML is often no XML: boxes of comments are found by their tags. */
function moveBoxes(source: string, shift: Shift): string {
  return source.replaceAll(SHAPE, (shape) => {
    const numberOf = (name: string): number | undefined => {
      const found = new RegExp(`<x:${name}>\\s*(\\d+)\\s*</x:${name}>`).exec(shape);
      return found === null ? undefined : Number(found[1]);
    };
    const own = numberOf(shift.axis === 'row' ? 'Row' : 'Column');
    const isComment = /ObjectType="Note"/.test(shape);
    const moved = own === undefined ? undefined : shiftIndex(shift, own + 1);
    if (isComment && moved === null) return '';
    const tag = shift.axis === 'row' ? 'Row' : 'Column';
    const named = moved === undefined || moved === null ? shape : shape.replace(new RegExp(`(<x:${tag}>)\\s*\\d+\\s*`), `$1${moved - 1}`);
    return named.replace(/(<x:Anchor>)([^<]*)/, (all, open: string, text: string) => {
      const numbers = text.split(',').map(Number);
      const first = shift.axis === 'row' ? 2 : 0;
      if (numbers.length !== 8 || numbers.some(Number.isNaN)) return all;
      const now = shiftEnds(shift, { from: numbers[first] ?? 0, to: numbers[first + 4] ?? 0 }, isComment);
      return (
        open +
        numbers
          .with(first, now.from)
          .with(first + 4, now.to)
          .join(', ')
      );
    });
  });
}

function shiftBoxes(opened: OfficePackage, sheet: SheetText, shift: Shift): void {
  for (const { type, target } of relationshipsOf(opened, sheet.part.name)) {
    const name = type.endsWith('/vmlDrawing') ? partNamed(opened, target) : undefined;
    if (name === undefined) continue;
    const { text, encoding } = decodeXml(readPart(opened, name));
    const moved = moveBoxes(text, shift);
    if (moved !== text) replacePart(opened, name, encodeXml({ text: moved, encoding }));
  }
}

function pivotEdits(file: WorkbookFile, sheet: Sheet, shift: Shift): PartEdits[] | Rejected {
  const parts: PartEdits[] = [];
  for (const part of partsOf(file.opened, sheet, '/pivotTable')) {
    const location = firstElementOf(part.root, 'location');
    const area = location && readArea(attributeOf(location, 'ref') ?? '');
    if (location === undefined || !area) continue;
    if (cutsArea(shift, area))
      return reject(
        'read_only_content',
        `The pivot table in ${areaText(area)} cannot be changed in its middle; rows and columns may come and go beside it.`,
      );
    const moved = shiftArea(shift, area);
    if (moved !== null && areaText(moved) !== areaText(area))
      parts.push({ part: part.name, edits: [setAttribute(part, location, 'ref', areaText(moved))] });
  }
  return parts;
}

/** Where a pivot table takes its figures; it recalculates when the file is opened if these are more or fewer now. */
function sourceEdits({ opened }: WorkbookFile, shift: Shift): PartEdits[] {
  return pivotSources(opened).flatMap(({ part, sheet, ref, element }): PartEdits[] => {
    const area = ref === undefined || sheet.toLowerCase() !== shift.sheet.toLowerCase() ? null : readArea(ref);
    const moved = area && shiftArea(shift, area);
    if (!area || !moved || areaText(moved) === areaText(area)) return [];
    const resized = moved.bottom - moved.top !== area.bottom - area.top || moved.right - moved.left !== area.right - area.left;
    return [
      {
        part: part.name,
        edits: [
          setAttribute(part, element, 'ref', areaText(moved)),
          ...(resized ? [setAttribute(part, part.root, 'refreshOnLoad', '1')] : []),
        ],
      },
    ];
  });
}

/** @returns the spans, and what is done behind them with parts that are no XML */
export function shiftParts(
  file: WorkbookFile,
  sheet: Sheet,
  shift: Shift,
): { parts: PartEdits[]; finish(opened: OfficePackage): void } | Rejected {
  const pivots = pivotEdits(file, sheet, shift);
  if (!Array.isArray(pivots)) return pivots;
  const drawings = partsOf(file.opened, sheet, '/drawing').map((part): PartEdits => ({
    part: part.name,
    edits: shiftAnchors(part, shift),
  }));
  return {
    parts: [...pivots, ...sourceEdits(file, shift), ...drawings],
    finish(opened) {
      shiftBoxes(opened, sheet, shift);
      for (const ending of ['/comments', '/threadedComment']) {
        for (const part of partsOf(opened, sheet, ending)) editXmlPart(opened, readXmlPart(opened, part.name), commentEdits(part, shift));
      }
    },
  };
}
