/** A workbook read for editing: sheets by name, cells by `Sheet1!B2` (quotes round a name with blanks: `'Q1 plan'!B2`). */
import { textNumber } from './text-number.ts';
import { R, S } from './names.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from './office-package.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from './xml-tree.ts';
import { readArea, type Area, type CellPlace } from '../spreadsheet/places.ts';
import type { Move } from './address-moves.ts';
import { createPartCache } from './part-cache.ts';
import { attributeText, childSpan, readSheetText, type SheetCell, type SheetText } from './sheet-text.ts';
import { readStringTable, richText } from './string-table.ts';
import { unescapeText } from './xml-text.ts';

export interface Sheet extends SheetText {
  name: string;
}
/** One line of the workbook's list of sheets; `part` is undefined where it is no worksheet. */
export interface SheetEntry {
  name: string;
  element: XmlElement;
  relationship: string;
  part: string | undefined;
  /** A sheet of cells, not one of a chart or a dialog. */ isCells: boolean;
}
export interface WorkbookFile {
  opened: OfficePackage;
  main: XmlPart;
  entries: readonly SheetEntry[];
  /** Names of the sheets of cells. */
  names: readonly string[];
  /** Where addresses of the file as it was sent have gone since. */
  moves: readonly Move[];
  sheet(name: string): Sheet | undefined;
  /** Text or value of a cell as it is stored. */
  text(sheet: SheetText, cell: SheetCell): string;
  /** The runs of a cell whose text is formatted in pieces, as XML in the prefix of the sheet; null where it is not. */
  runs(sheet: SheetText, cell: SheetCell): string | null;
}
const keptSheet = createPartCache<SheetText | undefined>();

/**
 * The model of an open workbook; a sheet is read when it is first asked for, and kept until it is changed. @throws Refusal
 * file_rejected
 */
export function readWorkbookFile(opened: OfficePackage, moves: readonly Move[] = []): WorkbookFile {
  const main = readXmlPart(opened, opened.mainPart);
  const relations = new Map(relationshipsOf(opened, opened.mainPart).map((one) => [one.id, one]));
  const list = firstElementOf(main.root, 'sheets', S);
  const entries = (list === undefined ? [] : elementsOf(list, 'sheet', S)).map((element): SheetEntry => {
    const relationship = attributeOf(element, 'id', R) ?? '';
    const target = relations.get(relationship);
    const part = target === undefined || target.external ? undefined : partNamed(opened, target.target);
    return {
      name: attributeOf(element, 'name') ?? '',
      element,
      relationship,
      part,
      isCells: part !== undefined && target?.type.endsWith('/worksheet') === true,
    };
  });
  const known = new Map<string, Sheet | undefined>();
  return {
    opened,
    main,
    entries,
    moves,
    names: entries.filter(({ isCells }) => isCells).map(({ name }) => name),
    sheet(name) {
      const entry = entries.find((one) => one.isCells && one.name.toLowerCase() === name.toLowerCase());
      if (entry?.part === undefined) return undefined;
      if (!known.has(entry.part)) {
        const { part } = entry;
        const text = keptSheet(opened, part, () => readSheetText(opened, part));
        known.set(entry.part, text && { ...text, name: entry.name });
      }
      return known.get(entry.part);
    },
    text(sheet, cell) {
      const { source } = sheet.part;
      const type = attributeText(source, cell, 't');
      if (type === 'inlineStr') {
        const inline = childSpan(sheet, cell, 'is');
        return inline === null ? '' : richText(source.slice(inline.contentStart, inline.contentEnd), sheet.prefix);
      }
      const value = childSpan(sheet, cell, 'v');
      if (value === null) return '';
      const text = unescapeText(source.slice(value.contentStart, value.contentEnd));
      if (type !== 's') return text;
      return readStringTable(opened).text(textNumber(text));
    },
    runs(sheet, cell) {
      const { source } = sheet.part;
      const type = attributeText(source, cell, 't');
      const span = type === 'inlineStr' ? childSpan(sheet, cell, 'is') : type === 's' ? childSpan(sheet, cell, 'v') : null;
      if (span === null) return null;
      const held = source.slice(span.contentStart, span.contentEnd);
      const strings = readStringTable(opened);
      if (type === 's' && strings.prefix !== sheet.prefix) return null;
      const xml = type === 's' ? (strings.items[textNumber(unescapeText(held))] ?? '') : held;
      return new RegExp(`<${sheet.prefix}r[\\s>]`).test(xml) ? xml : null;
    },
  };
}

/** Whether the sheet is protected against changes (ISO/IEC 29500-1 §18.3.1.85). */
export function isProtected({ part, data }: SheetText): boolean {
  const value = attributeOf(firstElementOf(part.root, 'sheetProtection', S) ?? data, 'sheet');
  return value === '1' || value === 'true';
}

/** The cell at a place, rows and columns from 1; undefined where the part holds none. */
export function cellAt(sheet: SheetText, place: CellPlace): SheetCell | undefined {
  const row = sheet.rows.get(place.row);
  return row && sheet.cellsOf(row).get(place.column);
}

/** Text or value of a place; '' where no cell is. */
export function textAt(file: WorkbookFile, sheet: SheetText, place: CellPlace): string {
  const cell = cellAt(sheet, place);
  return cell === undefined ? '' : file.text(sheet, cell);
}

/** Areas of merged cells, in the order of the part. */
export function mergesOf({ part }: SheetText): Area[] {
  const list = firstElementOf(part.root, 'mergeCells', S);
  return (list === undefined ? [] : elementsOf(list, 'mergeCell', S)).flatMap((merge) => readArea(attributeOf(merge, 'ref') ?? '') ?? []);
}

export interface SheetTable {
  part: XmlPart;
  area: Area;
  headers: number;
  totals: number;
  name: string;
  columns: XmlElement[];
}

/** The tables of a sheet. */
export function tablesOf({ opened }: WorkbookFile, { part }: SheetText): SheetTable[] {
  return relationshipsOf(opened, part.name).flatMap(({ type, target }): SheetTable[] => {
    const name = type.endsWith('/table') ? partNamed(opened, target) : undefined;
    if (name === undefined) return [];
    const table = readXmlPart(opened, name);
    const area = readArea(attributeOf(table.root, 'ref') ?? '');
    if (area === null) return [];
    const columns = firstElementOf(table.root, 'tableColumns', S);
    return [
      {
        part: table,
        area,
        headers: Number(attributeOf(table.root, 'headerRowCount') ?? 1),
        totals: Number(attributeOf(table.root, 'totalsRowCount') ?? 0),
        name: attributeOf(table.root, 'displayName') ?? attributeOf(table.root, 'name') ?? '',
        columns: columns === undefined ? [] : elementsOf(columns, 'tableColumn', S),
      },
    ];
  });
}

/** First rows of the tables of the sheet: their texts are the names of the columns. */
export function tableHeads(file: WorkbookFile, sheet: SheetText): Area[] {
  return tablesOf(file, sheet).flatMap(({ area, headers }) => (headers === 0 ? [] : [{ ...area, bottom: area.top }]));
}
