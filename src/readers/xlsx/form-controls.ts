/** Boxes to tick, buttons and labels over a sheet, as Excel has kept them since 1997 (VML, ISO/IEC 29500-4 §19.4). */
import { Refusal } from '../../base/refusal.ts';
import type { Block } from '../../document/block.ts';
import { decodeXml } from '../../ooxml/decode-xml.ts';
import { readPart } from '../../ooxml/office-package.ts';
import { attributeOf, firstElementOf, parseXml, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { noteOnce, partsByKind, type OfficeReading } from '../office/parts.ts';

const CONTROLS_MAX = 5_000;
/** Notes on cells, pictures and shapes are among the same boxes, and read elsewhere. */
const CONTROL = /\bObjectType\s*=\s*["'](?:Button|Checkbox|Dialog|Edit|EditBox|GBox|Label|Radio)["']/;
const TICKED = new Set(['Checkbox', 'Radio']);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** What a box says, with whether it is ticked; '' for one without a caption, and for what is no control. */
function controlText(shape: XmlElement): string {
  const data = firstElementOf(shape, 'ClientData');
  const kind = (data && attributeOf(data, 'ObjectType')) ?? '';
  if (!data || !CONTROL.test(`ObjectType="${kind}"`)) return '';
  const box = firstElementOf(shape, 'textbox');
  const caption = oneLine(box ? textOf(box) : '');
  if (caption === '' || !TICKED.has(kind)) return caption;
  const checked = firstElementOf(data, 'Checked');
  return `${checked && textOf(checked).trim() === '1' ? '☑' : '☐'} ${caption}`;
}

/** @returns a paragraph for each control that has a caption. Notes: `part_damaged` */
export function readFormControls(reading: OfficeReading, sheet: string): Block[] {
  const blocks: Block[] = [];
  for (const part of partsByKind(reading, sheet, 'vmlDrawing')) {
    const { text } = decodeXml(readPart(reading.file, part));
    if (!CONTROL.test(text)) continue;
    try {
      // older versions of Excel leave line breaks open
      for (const shape of walkElements(parseXml(text.replaceAll(/<br\s*\/?>(?:\s*<\/br\s*>)?/gi, ' ')).root)) {
        const said = shape.local === 'shape' && blocks.length < CONTROLS_MAX ? controlText(shape) : '';
        if (said !== '') blocks.push({ id: '', type: 'paragraph', runs: [{ text: said }] });
      }
    } catch (error) {
      if (!(error instanceof Refusal) || error.fault === 'document_type') throw error;
      noteOnce(reading, 'part_damaged', 'warning', `The part ${part.slice(0, 200)} is damaged, and controls on the sheet were left out.`);
    }
  }
  return blocks;
}
