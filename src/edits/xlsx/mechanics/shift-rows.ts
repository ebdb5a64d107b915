/** The rows and cells of a sheet under a shift: those that go are taken out, those behind get their new names. */
import { placeText } from '../../../spreadsheet/places.ts';
import { appendContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { attributeText, writeAttribute, type SheetRow, type SheetText } from '../../../ooxml/sheet-text.ts';
import { shiftIndex, shiftSpan, type Shift } from './shift.ts';

/** Null where something would be pushed over the edge of the sheet. */
export function shiftRows(sheet: SheetText, shift: Shift): XmlEdit[] | null {
  return shift.axis === 'row' ? shiftWholeRows(sheet, shift) : shiftCells(sheet, shift);
}

function shiftWholeRows(sheet: SheetText, shift: Shift): XmlEdit[] | null {
  const { visible } = sheet;
  const edits: XmlEdit[] = [];
  for (const row of sheet.rows.values()) {
    const number = shiftIndex(shift, row.number);
    if (number === null) {
      if (shift.kind === 'insert') return null;
      edits.push({ start: row.start, end: row.end, xml: '' });
      continue;
    }
    if (number === row.number) continue;
    edits.push(writeAttribute(visible, row, 'r', String(number)));
    for (const cell of sheet.cellsOf(row).values()) {
      if (attributeText(visible, cell, 'r') !== undefined)
        edits.push(writeAttribute(visible, cell, 'r', placeText({ row: number, column: cell.column })));
    }
  }
  return edits;
}

function shiftCells(sheet: SheetText, shift: Shift): XmlEdit[] | null {
  const { visible } = sheet;
  const edits: XmlEdit[] = [];
  for (const row of sheet.rows.values()) {
    const spans = /^(\d+):(\d+)$/.exec(attributeText(visible, row, 'spans') ?? '');
    const span = spans && shiftSpan(shift, Number(spans[1]), Number(spans[2]));
    if (spans && span && span.join(':') !== spans[0]) edits.push(writeAttribute(visible, row, 'spans', span.join(':')));
    for (const cell of sheet.cellsOf(row).values()) {
      const column = shiftIndex(shift, cell.column);
      if (column === null && shift.kind === 'insert') return null;
      if (column === null) edits.push({ start: cell.start, end: cell.end, xml: '' });
      else if (column !== cell.column) edits.push(writeAttribute(visible, cell, 'r', placeText({ row: row.number, column })));
    }
  }
  return edits;
}

/** What an inserted row or cell holds, by its column or row: XML of cells, without those that are empty. */
export type NewCells = (row: number, column: number, style: string | undefined) => string;

/** Empty rows in the look of the row before (or behind, at the top), with what they are to hold. */
export function newRows(sheet: SheetText, { at, count }: Shift, cellOf: NewCells, columnsHeld: readonly number[]): XmlEdit {
  const { prefix, visible, part, data } = sheet;
  const model = sheet.rows.get(at - 1) ?? (at === 1 ? sheet.rows.get(1) : undefined);
  const styles = new Map(
    [...(model === undefined ? [] : sheet.cellsOf(model).values())].map((cell) => [cell.column, attributeText(visible, cell, 's')]),
  );
  const columns = [
    ...new Set([...[...styles].flatMap(([column, style]) => (style === undefined ? [] : [column])), ...columnsHeld]),
  ].toSorted((a, b) => a - b);
  const rows = Array.from({ length: count }, (_, index) => {
    const row = at + index;
    return `<${prefix}row r="${row}"${model === undefined ? '' : rowLook(visible, model)}>${columns.map((column) => cellOf(row, column, styles.get(column))).join('')}</${prefix}row>`;
  }).join('');
  const behind = [...sheet.rows.values()].find(({ number }) => number >= at);
  return behind === undefined ? appendContent(part, data, rows) : { start: behind.start, end: behind.start, xml: rows };
}

function rowLook(visible: string, row: SheetRow): string {
  return ['s', 'customFormat', 'ht', 'customHeight']
    .flatMap((name) => {
      const value = attributeText(visible, row, name);
      return value === undefined ? [] : [` ${name}="${value}"`];
    })
    .join('');
}

/** Empty cells in the look of the column before, in the rows that have one; `rowsHeld` are rows that hold something new. */
export function newColumns(sheet: SheetText, { at, count }: Shift, cellOf: NewCells, rowsHeld: ReadonlySet<number>): XmlEdit[] {
  const { visible, prefix } = sheet;
  return [...sheet.rows.values()].flatMap((row): XmlEdit[] => {
    const cells = sheet.cellsOf(row);
    const model = cells.get(at - 1) ?? (at === 1 ? cells.get(1) : undefined);
    const style = model && attributeText(visible, model, 's');
    if (style === undefined && !rowsHeld.has(row.number)) return [];
    const xml = Array.from({ length: count }, (_, index) => cellOf(row.number, at + index, style)).join('');
    if (xml === '') return [];
    if (row.selfClosing) return [{ start: row.end - 2, end: row.end, xml, fills: `${prefix}row` }];
    const behind = [...cells.values()].find(({ column }) => column >= at);
    const place = behind === undefined ? row.contentEnd : behind.start;
    return [{ start: place, end: place, xml }];
  });
}
