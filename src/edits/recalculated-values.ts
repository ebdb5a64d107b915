/** Values of formulas after an edit, from a copy of the workbook in which an office program has counted them. */
import { readAddress, readPlace } from '../spreadsheet/places.ts';
import { editXmlPart, saveOfficePackage } from '../ooxml/change-package.ts';
import type { XmlEdit } from '../ooxml/edit-xml.ts';
import { openOfficePackage } from '../ooxml/office-package.ts';
import { escapeText } from '../ooxml/xml-text.ts';
import { compareParts, type EditOutcome } from './apply-edits.ts';
import { refreshCharts } from './xlsx/mechanics/refresh-charts.ts';
import { attributeText, childSpan, formulaOf, writeAttribute, type SheetCell } from '../ooxml/sheet-text.ts';
import { cellAt, readWorkbookFile, type Sheet, type WorkbookFile } from '../ooxml/workbook-file.ts';

interface Counted {
  type: 'n' | 'str' | 'b' | 'e';
  text: string;
}

/** What a program that does not know a function says instead of a value. */
const UNKNOWN = /^(?:#NAME\?|Err:|#MACRO)/;
const ERRORS = /^#(?:DIV\/0!|N\/A|REF!|NULL!|NUM!|VALUE!)$/;

function countedIn(file: WorkbookFile, sheet: Sheet, cell: SheetCell): Counted | null {
  const type = attributeText(sheet.visible, cell, 't') ?? 'n';
  const text = file.text(sheet, cell);
  if (childSpan(sheet, cell, 'v') === null && type !== 'inlineStr') return null;
  if (type === 'e') return UNKNOWN.test(text) || !ERRORS.test(text) ? null : { type, text };
  if (type === 'b') return { type, text };
  return type === 'n' ? (text === '' || !Number.isFinite(Number(text)) ? null : { type, text }) : { type: 'str', text };
}

function valueEdits(sheet: Sheet, cell: SheetCell, { type, text }: Counted): XmlEdit[] {
  const formula = formulaOf(sheet, cell);
  if (formula === undefined || childSpan(sheet, cell, 'v') !== null) return [];
  const { prefix, visible } = sheet;
  const value: XmlEdit = { start: formula.end, end: formula.end, xml: `<${prefix}v>${escapeText(text)}</${prefix}v>` };
  return type === 'n' ? [value] : [writeAttribute(visible, cell, 't', type), value];
}

/**
 * @param before the file as it was sent
 * @param copy as the office program saved it; only values are taken from it
 * @returns the outcome with these values in the file; `waiting` keeps the cells whose functions the program does not know
 */
export function takeCounted(before: Uint8Array, outcome: EditOutcome, copy: Uint8Array): EditOutcome {
  const opened = openOfficePackage(outcome.bytes);
  const file = readWorkbookFile(opened);
  const counted = readWorkbookFile(openOfficePackage(copy));
  const edits = new Map<Sheet, XmlEdit[]>();
  const waiting: string[] = [];
  for (const address of outcome.waiting) {
    const read = readAddress(address);
    const place = read === null ? null : readPlace(read.reference);
    const [sheet, other] = read === null ? [] : [file.sheet(read.name), counted.sheet(read.name)];
    if (place === null || sheet === undefined) continue;
    const [mine, theirs] = [cellAt(sheet, place), other && cellAt(other, place)];
    const value = other === undefined || theirs === undefined ? null : countedIn(counted, other, theirs);
    if (mine === undefined || value === null) {
      waiting.push(address);
      continue;
    }
    const known = edits.get(sheet) ?? [];
    known.push(...valueEdits(sheet, mine, value));
    edits.set(sheet, known);
  }
  for (const [sheet, mine] of edits) editXmlPart(opened, sheet.part, mine);
  refreshCharts(opened, outcome.waiting);
  const bytes = saveOfficePackage(opened);
  return {
    ...outcome,
    bytes,
    waiting,
    integrity: { ...outcome.integrity, ...compareParts(openOfficePackage(before), openOfficePackage(bytes)) },
  };
}
