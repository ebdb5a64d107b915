/** Attributes of what is around the cells of a sheet: views, page set-up, properties. Elements that are not there yet are made in their place. */
import { S } from '../../../ooxml/names.ts';
import { insertBefore, prependContent, removeAttribute, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import type { SheetText } from '../../../ooxml/sheet-text.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { insertInOrder } from './frame-order.ts';

/** Values by name; null takes an attribute away, undefined leaves it. */
export type Attributes = Readonly<Record<string, string | null | undefined>>;

/** ` name="value"` of each that has one. */
const attributesXml = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === null || value === undefined ? '' : ` ${name}="${escapeAttribute(value)}"`))
    .join('');

/** Sets attributes of an element that is there. */
export function setAttributes(part: XmlPart, element: XmlElement, attributes: Attributes): XmlEdit[] {
  return Object.entries(attributes).flatMap(([name, value]): XmlEdit[] => {
    if (value === undefined || value === attributeOf(element, name)) return [];
    if (value !== null) return [setAttribute(part, element, name, value)];
    const gone = removeAttribute(part, element, name);
    return gone === null ? [] : [gone];
  });
}

const isEmpty = (attributes: Attributes): boolean => Object.values(attributes).every((value) => value === undefined || value === null);

/**
 * Attributes of a child of the sheet.
 * @param usual those that the element needs where it is made
 */
export function setFrame(sheet: SheetText, local: string, attributes: Attributes, usual: Attributes = {}): XmlEdit[] {
  const { part, prefix } = sheet;
  const known = firstElementOf(part.root, local, S);
  if (known !== undefined) return setAttributes(part, known, attributes);
  return isEmpty(attributes) ? [] : [insertInOrder(sheet, local, `<${prefix}${local}${attributesXml({ ...usual, ...attributes })}/>`)];
}

/** Attributes of the first view of a sheet (ISO/IEC 29500-1 §18.3.1.87). */
export function setView(sheet: SheetText, attributes: Attributes): XmlEdit[] {
  const { part, prefix } = sheet;
  if (isEmpty(attributes) && Object.values(attributes).every((value) => value === undefined)) return [];
  const views = firstElementOf(part.root, 'sheetViews', S);
  const view = views && firstElementOf(views, 'sheetView', S);
  if (view !== undefined) return setAttributes(part, view, attributes);
  const xml = `<${prefix}sheetView${attributesXml({ ...attributes, workbookViewId: '0' })}/>`;
  return [
    views === undefined
      ? insertInOrder(sheet, 'sheetViews', `<${prefix}sheetViews>${xml}</${prefix}sheetViews>`)
      : prependContent(part, views, xml),
  ];
}

/** The order of what `sheetPr` holds (§18.3.1.82). */
const PROPERTIES = ['tabColor', 'outlinePr', 'pageSetUpPr'];

/** Attributes of children of `sheetPr`; null takes the child away. @param children `tabColor`, `outlinePr`, `pageSetUpPr` */
export function setSheetProperties(sheet: SheetText, children: Readonly<Record<string, Attributes | null>>): XmlEdit[] {
  const { part, prefix } = sheet;
  const known = firstElementOf(part.root, 'sheetPr', S);
  const ordered = PROPERTIES.flatMap((local) => (children[local] === undefined ? [] : [[local, children[local]] as const]));
  const xmlOf = (local: string, attributes: Attributes | null): string =>
    attributes === null || isEmpty(attributes) ? '' : `<${prefix}${local}${attributesXml(attributes)}/>`;
  if (known === undefined) {
    const xml = ordered.map(([local, attributes]) => xmlOf(local, attributes)).join('');
    return xml === '' ? [] : [insertInOrder(sheet, 'sheetPr', `<${prefix}sheetPr>${xml}</${prefix}sheetPr>`)];
  }
  const fresh: string[] = [];
  const edits = ordered.flatMap(([local, attributes]): XmlEdit[] => {
    const child = firstElementOf(known, local, S);
    if (child !== undefined && attributes === null) return [{ start: child.start, end: child.end, xml: '' }];
    if (child !== undefined) return setAttributes(part, child, attributes ?? {});
    const xml = xmlOf(local, attributes);
    const behind = elementsOf(known).find((one) => PROPERTIES.indexOf(one.local) > PROPERTIES.indexOf(local));
    if (xml === '') return [];
    if (behind !== undefined) return [insertBefore(behind, xml)];
    fresh.push(xml);
    return [];
  });
  if (fresh.length === 0) return edits;
  const last = elementsOf(known).at(-1);
  return [
    ...edits,
    last === undefined ? prependContent(part, known, fresh.join('')) : { start: last.end, end: last.end, xml: fresh.join('') },
  ];
}
