/** Values of formulas into a sheet as they were calculated elsewhere; the formulas stay. */
import { editXmlPart } from '../../../ooxml/change-package.ts';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { isError, type CellError } from '../../../spreadsheet/formula-tree.ts';
import type { OfficePackage } from '../../../ooxml/office-package.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { childSpan, formulaOf, type SheetCell } from '../../../ooxml/sheet-text.ts';
import { readWorkbookFile, type Sheet } from '../../../ooxml/workbook-file.ts';

/** Row and column from 1. */
export interface KeptValue {
  sheet: string;
  row: number;
  column: number;
  value: number | string | boolean | CellError;
}

/** @returns how many cells were given their value, by part */
export function keepValues(opened: OfficePackage, values: readonly KeptValue[]): Map<string, number> {
  const file = readWorkbookFile(opened);
  const written = new Map<string, number>();
  for (const [name, list] of Map.groupBy(values, ({ sheet }) => sheet)) {
    const sheet = file.sheet(name);
    if (sheet === undefined) continue;
    const edits = list.flatMap(({ row, column, value }) => {
      const line = sheet.rows.get(row);
      const cell = line && sheet.cellsOf(line).get(column);
      const edit = cell && keptEdit(sheet, cell, value);
      return edit === undefined ? [] : [edit];
    });
    if (edits.length === 0) continue;
    editXmlPart(opened, sheet.part, edits);
    written.set(sheet.part.name, edits.length);
  }
  return written;
}

/** The cell with its type and value again (§18.3.1.4); undefined where it is no formula of its own. */
function keptEdit(sheet: Sheet, cell: SheetCell, value: KeptValue['value']): XmlEdit | undefined {
  const formula = formulaOf(sheet, cell);
  if (formula === undefined || formula.type === 'array' || formula.type === 'dataTable') return undefined;
  const { source } = sheet.part;
  const old = childSpan(sheet, cell, 'v');
  const text = isError(value) ? value.error : typeof value === 'boolean' ? String(Number(value)) : String(value);
  const type = isError(value) ? 'e' : typeof value === 'string' ? 'str' : typeof value === 'boolean' ? 'b' : '';
  const opening = source
    .slice(cell.start, cell.contentStart)
    .replace(/\st\s*=\s*(?:"[^"]*"|'[^']*')/, '')
    .replace(/>$/, type === '' ? '>' : ` t="${type}">`);
  const behind =
    old === null
      ? source.slice(formula.end, cell.contentEnd)
      : source.slice(formula.end, old.start) + source.slice(old.end, cell.contentEnd);
  return {
    start: cell.start,
    end: cell.contentEnd,
    xml: `${opening}${source.slice(cell.contentStart, formula.end)}<${sheet.prefix}v>${escapeText(text)}</${sheet.prefix}v>${behind}`,
  };
}
