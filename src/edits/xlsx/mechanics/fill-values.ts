/** Values of formulas that wait for them, from a copy of the workbook in which an office program has counted them. */
import { append } from '../../../base/append.ts';
import { editXmlPart } from '../../../ooxml/change-package.ts';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { openOfficePackage, type OfficePackage } from '../../../ooxml/office-package.ts';
import { attributeText, childSpan, formulaOf, writeAttribute, type SheetCell } from '../../../ooxml/sheet-text.ts';
import { cellAt, readWorkbookFile, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { addressOf, readAddress, readPlace } from '../../../spreadsheet/places.ts';

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

/** Cells of formulas that the file has no values of: programs that do not count have written it, or an edit has taken them away. */
export function cellsWithoutValues(opened: OfficePackage): string[] {
  const file = readWorkbookFile(opened);
  return file.names.flatMap((name) => {
    const sheet = file.sheet(name);
    const rows = sheet === undefined ? [] : [...sheet.rows.values()];
    return rows.flatMap((row) =>
      sheet === undefined
        ? []
        : sheet.formulaCellsOf(row).flatMap((cell) => (childSpan(sheet, cell, 'v') === null ? [addressOf(name, cell)] : [])),
    );
  });
}

/**
 * @param addresses cells of formulas without values
 * @param copy as the office program saved it; only values are taken from it
 * @returns those of the addresses whose functions the program does not know
 */
export function fillValues(opened: OfficePackage, addresses: readonly string[], copy: Uint8Array): string[] {
  const file = readWorkbookFile(opened);
  const counted = readWorkbookFile(openOfficePackage(copy));
  const edits = new Map<Sheet, XmlEdit[]>();
  const waiting: string[] = [];
  for (const address of addresses) {
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
    append(known, valueEdits(sheet, mine, value));
    edits.set(sheet, known);
  }
  for (const [sheet, mine] of edits) editXmlPart(opened, sheet.part, mine);
  return waiting;
}
