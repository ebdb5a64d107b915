/**
 * Stored values after an edit: those of formulas that count with what was touched are taken away, so that no program shows
 * a result of the old figures; an office program, or Excel when it opens the file, puts the new ones there.
 */
import { addressOf } from '../../../spreadsheet/places.ts';
import { editXmlPart } from '../../../ooxml/change-package.ts';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { OfficePackage } from '../../../ooxml/office-package.ts';
import { findDependents } from './find-dependents.ts';
import { refreshCharts } from './refresh-charts.ts';
import { attributeText, childSpan, type SheetCell } from '../../../ooxml/sheet-text.ts';
import { readWorkbookFile, type Sheet } from '../../../ooxml/workbook-file.ts';
import { recalculation, removeCalculationChain } from './write-cells.ts';

/** @returns addresses of the cells that wait for their values */
export function settleValues(opened: OfficePackage, touched: ReadonlySet<string>): string[] {
  const file = readWorkbookFile(opened);
  const dependents = findDependents(file, touched);
  const bySheet = new Map<Sheet, SheetCell[]>();
  for (const { sheet, cell } of dependents) {
    const cells = bySheet.get(sheet);
    if (cells === undefined) bySheet.set(sheet, [cell]);
    else cells.push(cell);
  }
  for (const [sheet, cells] of bySheet)
    editXmlPart(
      opened,
      sheet.part,
      cells.flatMap((cell) => emptied(sheet, cell)),
    );
  const waiting = dependents.map(({ sheet, cell }) => addressOf(sheet.name, cell));
  if (waiting.length > 0) {
    editXmlPart(opened, file.main, recalculation(file).edits);
    removeCalculationChain(opened);
  }
  refreshCharts(opened, [...touched, ...waiting]);
  return waiting;
}

/** The value goes, and the type that told of it; what is a formula's is all that stays. */
function emptied(sheet: Sheet, cell: SheetCell): XmlEdit[] {
  const value = childSpan(sheet, cell, 'v');
  const type = /\st\s*=\s*(?:"[^"]*"|'[^']*')/.exec(sheet.visible.slice(cell.start, cell.contentStart));
  return [
    ...(value === null ? [] : [{ start: value.start, end: value.end, xml: '' }]),
    ...(type === null || attributeText(sheet.visible, cell, 't') === undefined
      ? []
      : [{ start: cell.start + type.index, end: cell.start + type.index + type[0].length, xml: '' }]),
  ];
}
