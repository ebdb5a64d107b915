/** Days as operations bring them: a workbook counts them by numbers, which a cell shows as days by its format. */
import { z } from 'zod';
import { S } from '../../../ooxml/names.ts';
import { editXmlPart } from '../../../ooxml/change-package.ts';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { OfficePackage } from '../../../ooxml/office-package.ts';
import { attributeText, writeAttribute } from '../../../ooxml/sheet-text.ts';
import { cellAt, readWorkbookFile, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { attributeOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { toSerial } from '../../../spreadsheet/serial-days.ts';
import { isDateFormat } from '../../../spreadsheet/number-format.ts';
import type { CellPlace } from '../../../spreadsheet/places.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { readFormats } from './formats.ts';

export const dayField = z.strictObject({ date: z.iso.date() });
/** In the order that everybody reads alike. */
const DAY_FORMAT = 'yyyy-mm-dd';
export type GivenDay = z.infer<typeof dayField>;

/** Days between the two calendars that workbooks count by (ISO/IEC 29500-1 §18.17.4.1). */
const DAYS_1904 = 1_462;

/** The number of a day in this workbook; refused before those that all programs count alike. */
export function dayNumber(file: WorkbookFile, { date }: GivenDay): number | Rejected {
  const settings = firstElementOf(file.main.root, 'workbookPr', S);
  const since1904 = /^(?:1|true)$/.test((settings && attributeOf(settings, 'date1904')) ?? '');
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const serial = toSerial(year, month, day);
  return serial === undefined
    ? reject('would_overflow', 'Workbooks count days from 1 March 1900 on; write earlier ones as texts.')
    : serial - (since1904 ? DAYS_1904 : 0);
}

/** Gives cells that were filled with days a format for days where they have none, in which they would be seen as numbers. */
export function showDays(opened: OfficePackage, sheetName: string, places: readonly CellPlace[]): void {
  const sheet = places.length === 0 ? undefined : readWorkbookFile(opened).sheet(sheetName);
  if (sheet === undefined) return;
  const formats = readFormats(opened);
  const edits: XmlEdit[] = [];
  for (const place of places) {
    const cell = cellAt(sheet, place);
    const style = Number((cell && attributeText(sheet.visible, cell, 's')) ?? 0);
    if (cell === undefined || isDateFormat(formats.numberFormat(style))) continue;
    edits.push(writeAttribute(sheet.visible, cell, 's', String(formats.change(style, { number_format: DAY_FORMAT }))));
  }
  if (edits.length === 0) return;
  editXmlPart(opened, sheet.part, edits);
  formats.write(opened);
}
