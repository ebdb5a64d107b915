/**
 * Form controls over the cells of a sheet: check boxes, option buttons, buttons, labels, frames (VML, ISO/IEC 29500-4
 * §19.4.2.12, `x:ClientData`). Excel 2010 and later writes their captions into the drawing too, but what is ticked here only.
 */
import type { Block } from '../../document/block.ts';
import { Refusal } from '../../base/refusal.ts';
import { partNamed, readPartText } from '../../ooxml/office-package.ts';
import { OFFICE_VML, VML } from '../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf, parseXml, textOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { cellName } from '../../spreadsheet/cell-names.ts';
import { firstOf, noteOnce, partsByKind } from '../office/parts.ts';
import type { OfficeReading } from '../office/parts.ts';

const CONTROLS_MAX = 20_000;
const EXCEL_VML = 'urn:schemas-microsoft-com:office:excel';

export interface SheetControls {
  blocks: Block[];
  /** Ids of the shapes that were read, by which a drawing names the same ones. */
  shapes: Set<string>;
}

/**
 * A paragraph for each control: boxes with whether they are ticked, one without words with its cell; words of others. Boxes
 * of comments are none. Notes: `part_left_out` for choices in lists and for ActiveX controls, whose state is not read; `part_damaged`
 */
export function readSheetControls(reading: OfficeReading, part: string, sheet: { name: string; part: string }): SheetControls {
  const found: SheetControls = { blocks: [], shapes: new Set() };
  const unread = new Map<string, string[]>();
  const hasActiveX = partsByKind(reading, sheet.part, 'control').length > 0;
  for (const { shape, data, kind } of firstOf(reading, controlsOf(reading, part), CONTROLS_MAX, 'controls over the cells of a sheet')) {
    const caption = captionOf(shape);
    const unreadAs = kind === 'Pict' && !hasActiveX ? undefined : UNREAD.get(kind);
    if (unreadAs !== undefined) {
      const cells = unread.get(unreadAs) ?? [];
      cells.push(cellOf(data));
      unread.set(unreadAs, cells);
    } else if (kind === 'Checkbox' || kind === 'Radio') {
      const words = caption === '' ? `(${kind === 'Radio' ? 'option' : 'box'} on ${cellOf(data)})` : caption;
      found.blocks.push(paragraph(`${isTicked(data) ? '☑' : '☐'} ${words}`));
    } else if (caption !== '') found.blocks.push(paragraph(caption));
    else continue;
    // the drawing may have words that are missing here
    if (caption !== '') found.shapes.add(attributeOf(shape, 'spid', OFFICE_VML) ?? attributeOf(shape, 'id') ?? '');
  }
  for (const [what, cells] of unread)
    noteOnce(
      reading,
      'part_left_out',
      'info',
      `The sheet ${sheet.name.slice(0, 100)} has ${what} over its cells, and what they show was not read: ${cells.slice(0, 10).join(', ')}${cells.length > 10 ? `, … (${cells.length} in all)` : ''}.`,
    );
  return found;
}

/** By `ObjectType`. Pictures are ActiveX controls where the sheet has such; embedded files have pictures too, and are read elsewhere. */
const UNREAD: ReadonlyMap<string, string> = new Map([
  ['Drop', 'lists to choose from'],
  ['List', 'lists to choose from'],
  ['Pict', 'ActiveX controls'],
]);

interface Control {
  shape: XmlElement;
  data: XmlElement;
  kind: string;
}

function controlsOf(reading: OfficeReading, part: string): Control[] {
  if (partNamed(reading.file, part) === undefined) return [];
  try {
    const { text } = readPartText(reading.file, part);
    // Most parts have boxes of comments only.
    if (!/ObjectType\s*=\s*["'](?!Note["'])/.test(text)) return [];
    // Excel leaves breaks of lines open, as in HTML.
    const controls: Control[] = [];
    addControls(parseXml(text.replaceAll(/<br\s*>/gi, '<br/>')).root, controls);
    return controls;
  } catch (error) {
    if (!(error instanceof Refusal) || error.fault === 'document_type') throw error;
    noteOnce(reading, 'part_damaged', 'warning', `The part ${part.slice(0, 200)} is damaged and was left out.`);
    return [];
  }
}

function addControls(element: XmlElement, controls: Control[]): void {
  for (const child of elementsOf(element)) {
    const data = child.uri === VML ? firstElementOf(child, 'ClientData', EXCEL_VML) : undefined;
    const kind = data && attributeOf(data, 'ObjectType');
    if (data && kind !== undefined && kind !== 'Note') controls.push({ shape: child, data, kind });
    else addControls(child, controls);
  }
}

const paragraph = (text: string): Block => ({ id: '', type: 'paragraph', runs: [{ text }] });

/** Lines of a caption are elements of HTML, one each. */
function captionOf(shape: XmlElement): string {
  const box = firstElementOf(shape, 'textbox', VML);
  const lines = (element: XmlElement): string =>
    element.children
      .map((child) =>
        child.kind === 'text' ? child.value : child.local === 'br' ? ' ' : `${lines(child)}${child.local === 'div' ? ' ' : ''}`,
      )
      .join('');
  return (box ? lines(box) : '').replaceAll(/\s+/g, ' ').trim();
}

/** 0 is open, 1 ticked, 2 neither of both. */
function isTicked(data: XmlElement): boolean {
  const state = firstElementOf(data, 'Checked', EXCEL_VML);
  return state !== undefined && !/^[02]$/.test(textOf(state).trim());
}

/** The cell under the upper left corner: the anchor is column, offset, row, offset and the same of the other corner, from 0. */
function cellOf(data: XmlElement): string {
  const anchor = firstElementOf(data, 'Anchor', EXCEL_VML);
  const [column = Number.NaN, , row = Number.NaN] = (anchor ? textOf(anchor) : '').split(',').map(Number);
  return Number.isInteger(column) && Number.isInteger(row) && column >= 0 && row >= 0 && column < 16_384 ? cellName(row, column) : 'a cell';
}
