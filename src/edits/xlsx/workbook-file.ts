/** A workbook read for editing: sheets by name, cells by `Sheet1!B2` (quotes round a name with blanks: `'Q1 plan'!B2`). */
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../define-edit.ts';

export const S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface Sheet { name: string; part: XmlPart; data: XmlElement; /** `x:` as the part writes it, often ''. */ prefix: string; rows: Map<number, SheetRow> }
export interface SheetRow { element: XmlElement; cells: Map<number, XmlElement> }
export interface WorkbookFile { opened: OfficePackage; main: XmlPart; names: string[]; sheet(name: string): Sheet | undefined; text(cell: XmlElement): string }
export interface CellPlace { row: number; column: number }

export const COLUMNS_MAX = 16_384;
export const ROWS_MAX = 1_048_576;

/** A1 → row 1, column 1; null where it is no place in a sheet. */
export function readPlace(reference: string): CellPlace | null {
  const found = /^\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})$/.exec(reference);
  if (found === null) return null;
  const column = [...(found[1] ?? '').toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  const row = Number(found[2]);
  return column > COLUMNS_MAX || row > ROWS_MAX ? null : { row, column };
}

export function readWorkbookFile(opened: OfficePackage): WorkbookFile {
  const main = readXmlPart(opened, opened.mainPart);
  const relations = new Map(relationshipsOf(opened, opened.mainPart).map((one) => [one.id, one]));
  const list = firstElementOf(main.root, 'sheets', S);
  const entries = (list === undefined ? [] : elementsOf(list, 'sheet', S)).flatMap((element) => {
    const target = relations.get(attributeOf(element, 'id', R) ?? '');
    const part = target === undefined || target.external || !target.type.endsWith('/worksheet') ? undefined : partNamed(opened, target.target);
    return part === undefined ? [] : [{ name: attributeOf(element, 'name') ?? '', part }];
  });
  const known = new Map<string, Sheet | undefined>();
  let strings: string[] | undefined;
  return {
    opened, main, names: entries.map(({ name }) => name),
    sheet(name) {
      const entry = entries.find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (entry === undefined) return undefined;
      if (!known.has(entry.part)) known.set(entry.part, readSheet(entry.name, readXmlPart(opened, entry.part)));
      return known.get(entry.part);
    },
    text(cell) {
      const value = firstElementOf(cell, 'v', S);
      if (attributeOf(cell, 't') === 'inlineStr') return textOf(firstElementOf(cell, 'is', S) ?? cell);
      if (value === undefined) return '';
      if (attributeOf(cell, 't') !== 's') return textOf(value);
      strings ??= readStrings(opened);
      return strings[Number(textOf(value))] ?? '';
    },
  };
}

function readStrings(opened: OfficePackage): string[] {
  const found = relationshipsOf(opened, opened.mainPart).find(({ type }) => type.endsWith('/sharedStrings'));
  const name = found && partNamed(opened, found.target);
  if (name === undefined) return [];
  return elementsOf(readXmlPart(opened, name).root, 'si', S).map((item) => [...elementsOf(item, 't', S), ...elementsOf(item, 'r', S)].map((one) => textOf(one.local === 't' ? one : (firstElementOf(one, 't', S) ?? one))).join(''));
}

function readSheet(name: string, part: XmlPart): Sheet | undefined {
  const data = firstElementOf(part.root, 'sheetData', S);
  if (data === undefined) return undefined;
  const rows = new Map<number, SheetRow>();
  let row = 0;
  for (const element of elementsOf(data, 'row', S)) {
    row = Number(attributeOf(element, 'r') ?? row + 1);
    const cells = new Map<number, XmlElement>();
    let column = 0;
    for (const cell of elementsOf(element, 'c', S)) {
      column = readPlace(attributeOf(cell, 'r') ?? '')?.column ?? column + 1;
      cells.set(column, cell);
    }
    rows.set(row, { element, cells });
  }
  return { name, part, data, prefix: part.root.name.slice(0, part.root.name.indexOf(':') + 1), rows };
}

/** The sheet and place that an address means. */
export function findCell(file: WorkbookFile, target: string): { sheet: Sheet; place: CellPlace } | Rejected {
  const found = /^(?:'((?:[^']|'')+)'|([^'!]+))!([^!]+)$/.exec(target);
  const [, quoted, plain, reference = ''] = found ?? [];
  const name = quoted?.replaceAll("''", "'") ?? plain ?? '';
  const sheet = file.sheet(name);
  const place = readPlace(reference);
  if (sheet === undefined) return reject('target_not_found', `There is no sheet "${name || target}" in this workbook.`, file.names);
  if (place === null) return reject('target_not_found', `"${reference}" is no cell: name one as ${sheet.name}!B2.`);
  if (attributeOf(firstElementOf(sheet.part.root, 'sheetProtection', S) ?? sheet.data, 'sheet') === '1') return reject('protected_document', `The sheet ${sheet.name} is protected; remove the protection and send it again.`);
  return { sheet, place };
}

export interface CellRange { from: CellPlace; to: CellPlace }

export function readRange(reference: string): CellRange | null {
  const [first = '', last = first] = reference.split(':');
  const [from, to] = [readPlace(first), readPlace(last)];
  return from === null || to === null ? null : { from, to };
}

export const isWithin = ({ row, column }: CellPlace, { from, to }: CellRange): boolean => row >= from.row && row <= to.row && column >= from.column && column <= to.column;

export function mergesOf({ part }: Sheet): CellRange[] {
  const list = firstElementOf(part.root, 'mergeCells', S);
  return (list === undefined ? [] : elementsOf(list, 'mergeCell', S)).flatMap((merge) => readRange(attributeOf(merge, 'ref') ?? '') ?? []);
}

/** First rows of the tables of the sheet: their texts are the names of the columns. */
export function tableHeads({ opened }: WorkbookFile, { part }: Sheet): CellRange[] {
  return relationshipsOf(opened, part.name).flatMap(({ type, target }) => {
    const name = type.endsWith('/table') ? partNamed(opened, target) : undefined;
    if (name === undefined) return [];
    const { root } = readXmlPart(opened, name);
    const range = attributeOf(root, 'headerRowCount') === '0' ? null : readRange(attributeOf(root, 'ref') ?? '');
    return range === null ? [] : [{ from: range.from, to: { row: range.from.row, column: range.to.column } }];
  });
}
