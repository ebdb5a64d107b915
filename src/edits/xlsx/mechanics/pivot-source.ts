/** The cells that a new pivot table counts: columns by their names, values in the types of its cache (ISO/IEC 29500-1 §18.10.1.90). */
import { S } from '../../../ooxml/names.ts';
import { attributeText, childSpan, formulaOf, type SheetCell } from '../../../ooxml/sheet-text.ts';
import { cellAt, tablesOf, textAt, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { attributeOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { isDateFormat } from '../../../spreadsheet/number-format.ts';
import { areaText, placeText, type Area } from '../../../spreadsheet/places.ts';
import { FIRST_DAY } from '../../../spreadsheet/serial-days.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { findAreaToRead } from './find-cells.ts';
import type { Formats } from './formats.ts';

export type PivotValue =
  | { kind: 'number'; value: number }
  | { kind: 'date'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'error'; value: string }
  | { kind: 'blank' };

export interface PivotField {
  name: string;
  /** One for each row of the source. */
  values: PivotValue[];
  /** Format of the first day, or of the first number. */
  format: string;
}
export interface PivotSource {
  sheet: Sheet;
  area: Area;
  /** Where it is named by a table. */
  table: string | undefined;
  fields: PivotField[];
  date1904: boolean;
}

const CELLS_MAX = 1_000_000;
const COLUMNS_MAX = 1_000;
const BLANK: PivotValue = { kind: 'blank' };

function findSource(file: WorkbookFile, target: string): { sheet: Sheet; area: Area; table?: string } | Rejected {
  for (const name of file.names) {
    const sheet = file.sheet(name);
    const table = sheet && tablesOf(file, sheet).find((one) => one.name.toLowerCase() === target.toLowerCase());
    if (sheet === undefined || table === undefined) continue;
    if (table.headers === 0) return reject('unsupported', `The table ${table.name} has no row of names.`);
    return { sheet, area: { ...table.area, bottom: table.area.bottom - table.totals }, table: table.name };
  }
  return findAreaToRead(file, target);
}

function readValue(file: WorkbookFile, sheet: Sheet, cell: SheetCell | undefined, isDate: (style: number) => boolean): PivotValue | null {
  if (cell === undefined) return BLANK;
  const type = attributeText(sheet.visible, cell, 't') ?? 'n';
  if (type !== 'inlineStr' && childSpan(sheet, cell, 'v') === null) return formulaOf(sheet, cell) === undefined ? BLANK : null;
  const text = file.text(sheet, cell);
  if (type === 'b') return { kind: 'boolean', value: text === '1' || text === 'true' };
  if (type === 'e') return { kind: 'error', value: text };
  if (type !== 'n') return text === '' ? BLANK : { kind: 'text', value: text };
  const value = Number(text);
  return { kind: isDate(Number(attributeText(sheet.visible, cell, 's') ?? 0)) ? 'date' : 'number', value };
}

/** What is wrong with the names of the columns; null where a pivot table can have them. */
function headFault(names: readonly string[], { top, left }: Area): Rejected | null {
  const empty = names.findIndex((name) => name.trim() === '');
  return empty === -1
    ? null
    : reject('unsupported', `${placeText({ row: top, column: left + empty })} is empty; each column of the source needs a name.`);
}

/** Excel numbers the second of two columns of one name: Sales, Sales2. */
function fieldNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, at) => {
    const isOthers = (one: string): boolean => names.some((other, index) => index > at && other.toLowerCase() === one.toLowerCase());
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()) || (number > 2 && isOthers(free)); number++) free = `${name}${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Days before March 1900 are counted in several ways: they stay numbers. */
const plainDay = (value: PivotValue, date1904: boolean): PivotValue =>
  value.kind === 'date' && (value.value < 0 || (!date1904 && value.value < FIRST_DAY)) ? { kind: 'number', value: value.value } : value;

/** @param target cells with their row of names (`Data!A1:F200`), or the name of a table */
export function readPivotSource(file: WorkbookFile, target: string, formats: Formats): PivotSource | Rejected {
  const found = findSource(file, target);
  if ('rejected' in found) return found;
  const { sheet, area, table } = found;
  const [rows, columns] = [area.bottom - area.top, area.right - area.left + 1];
  if (rows < 1) return reject('unsupported', 'The source has a row of names and at least one row below it.');
  if (columns > COLUMNS_MAX || rows * columns > CELLS_MAX)
    return reject('would_overflow', `The source has at most ${COLUMNS_MAX} columns and ${CELLS_MAX} cells; ${areaText(area)} has more.`);
  const names = Array.from({ length: columns }, (_, at) => textAt(file, sheet, { row: area.top, column: area.left + at }));
  const fault = headFault(names, area);
  if (fault !== null) return fault;
  const settings = firstElementOf(file.main.root, 'workbookPr', S);
  const date1904 = /^(?:1|true)$/.test((settings && attributeOf(settings, 'date1904')) ?? '');
  const days = new Map<number, boolean>();
  const isDate = (style: number): boolean => {
    const known = days.get(style) ?? isDateFormat(formats.numberFormat(style));
    days.set(style, known);
    return known;
  };
  const fields: PivotField[] = [];
  for (const [at, name] of fieldNames(names).entries()) {
    const field: PivotField = { name, values: [], format: 'General' };
    for (let row = area.top + 1; row <= area.bottom; row++) {
      const place = { row, column: area.left + at };
      const cell = cellAt(sheet, place);
      const value = readValue(file, sheet, cell, isDate);
      if (value === null)
        return reject(
          'unsupported',
          `${placeText(place)} holds a formula whose value is not in the file and cannot be counted here: open and save the file in Excel first.`,
        );
      if (cell !== undefined && field.format === 'General' && (value.kind === 'date' || value.kind === 'number'))
        field.format = formats.numberFormat(Number(attributeText(sheet.visible, cell, 's') ?? 0));
      field.values.push(plainDay(value, date1904));
    }
    fields.push(field);
  }
  return { sheet, area, table, fields, date1904 };
}
