/**
 * A workbook as bench and tests see it: cells, formulas and what is torn, read from the tree of each part with nothing of the product but
 * its reader of zip and XML.
 */
import {
  contentTypeOf,
  openOfficePackage,
  partNamed,
  partNames,
  readXmlPart,
  relationshipsOf,
  type OfficePackage,
} from '../../src/ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../src/ooxml/xml-tree.ts';

export interface SeenCell {
  row: number;
  column: number;
  /** As the part writes it; of shared ones only at their first cell. */
  formula: string | null;
  hasFormula: boolean;
  /** Type and value; text of a shared string. */
  value: string;
  style: string;
}
export interface SeenSheet {
  name: string;
  part: string;
  root: XmlElement;
  /** By `row,column`. */
  cells: Map<string, SeenCell>;
  rows: number[];
}
export interface SeenBook {
  opened: OfficePackage;
  sheets: SeenSheet[];
  names: { name: string; scope: string | undefined; text: string }[];
}

/** `AB12` → [12, 28]. */
export function readName(name: string): [row: number, column: number] | null {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(name) ?? [];
  if (letters === undefined) return null;
  return [Number(digits), [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)];
}

const shownText = (element: XmlElement): string =>
  elementsOf(element)
    .map((child) => (child.local === 't' ? textOf(child) : child.local === 'rPh' ? '' : shownText(child)))
    .join('');

function stringsOf(opened: OfficePackage): string[] {
  const target = relationshipsOf(opened, opened.mainPart).find(({ type }) => type.endsWith('/sharedStrings'))?.target;
  const name = target === undefined ? undefined : partNamed(opened, target);
  return name === undefined ? [] : elementsOf(readXmlPart(opened, name).root, 'si').map(shownText);
}

function readCells(root: XmlElement, strings: readonly string[]): Pick<SeenSheet, 'cells' | 'rows'> {
  const cells = new Map<string, SeenCell>();
  const rows: number[] = [];
  let row = 0;
  for (const line of elementsOf(firstElementOf(root, 'sheetData') ?? root, 'row')) {
    row = Number(attributeOf(line, 'r') ?? row + 1);
    rows.push(row);
    let column = 0;
    for (const cell of elementsOf(line, 'c')) {
      column = readName(attributeOf(cell, 'r') ?? '')?.[1] ?? column + 1;
      const f = firstElementOf(cell, 'f');
      const v = firstElementOf(cell, 'v');
      const type = attributeOf(cell, 't') ?? 'n';
      const inline = firstElementOf(cell, 'is');
      const held = v === undefined ? '' : textOf(v);
      const shown =
        type === 's' ? (strings[held.trim() === '' ? -1 : Number(held)] ?? '') : inline === undefined ? held : shownText(inline);
      const kind = type === 's' || type === 'inlineStr' ? 'text' : type;
      cells.set(`${row},${column}`, {
        row,
        column,
        formula: f === undefined ? null : textOf(f),
        hasFormula: f !== undefined,
        value: shown === '' && f === undefined ? '' : `${kind}:${shown}`,
        style: attributeOf(cell, 's') ?? '0',
      });
    }
  }
  return { cells, rows };
}

export function readBook(bytes: Uint8Array): SeenBook {
  const opened = openOfficePackage(bytes);
  const main = readXmlPart(opened, opened.mainPart).root;
  const strings = stringsOf(opened);
  const relations = new Map(relationshipsOf(opened, opened.mainPart).map((one) => [one.id, one]));
  const sheets = elementsOf(firstElementOf(main, 'sheets') ?? main, 'sheet').flatMap((entry): SeenSheet[] => {
    const id = entry.attributes.find(({ local, uri }) => local === 'id' && uri !== '')?.value ?? '';
    const target = relations.get(id);
    const part = target === undefined || !target.type.endsWith('/worksheet') ? undefined : partNamed(opened, target.target);
    if (part === undefined) return [];
    const { root } = readXmlPart(opened, part);
    return [{ name: attributeOf(entry, 'name') ?? '', part, root, ...readCells(root, strings) }];
  });
  const list = firstElementOf(main, 'definedNames');
  const names = (list === undefined ? [] : elementsOf(list, 'definedName')).map((one) => ({
    name: attributeOf(one, 'name') ?? '',
    scope: attributeOf(one, 'localSheetId'),
    text: textOf(one),
  }));
  return { opened, sheets, names };
}

// ------------------------------------------------------------------------------------------------- what is torn

const RELATED = 'officeDocument/2006/relationships';

export function tornRelations(opened: OfficePackage): string[] {
  return partNames(opened).flatMap((name): string[] => {
    if (name.endsWith('.rels') || name.startsWith('[')) return [];
    const rows = relationshipsOf(opened, name);
    const lost = rows
      .filter(({ external, target }) => !external && !target.startsWith('#') && partNamed(opened, target) === undefined)
      .map(({ target }) => `${name} leads to ${target}, which is not there`);
    const ids = new Set(rows.map(({ id }) => id));
    if (!(contentTypeOf(opened, name) ?? '').endsWith('xml')) return lost;
    const unknown = [...walkElements(readXmlPart(opened, name).root)]
      .flatMap(({ attributes }) => attributes.filter(({ uri }) => uri.includes(RELATED)))
      .filter(({ value }) => value !== '' && !ids.has(value));
    return [...lost, ...unknown.map(({ value }) => `${name} names the relationship ${value}, which it has not`)];
  });
}

/** `A1:B2` → edges; null for what is none. */
export function readEdges(ref: string): { top: number; left: number; bottom: number; right: number } | null {
  const [from = '', to = from] = ref.split(':');
  const [a, b] = [readName(from), readName(to)];
  return a === null || b === null ? null : { top: a[0], left: a[1], bottom: b[0], right: b[1] };
}

function tornSheet(book: SeenBook, sheet: SeenSheet, styles: number): string[] {
  const faults: string[] = [];
  let before = 0;
  for (const row of sheet.rows) {
    if (row <= before) faults.push(`${sheet.part}: row ${row} behind row ${before}`);
    before = row;
  }
  let last: SeenCell | undefined;
  for (const cell of sheet.cells.values()) {
    if (last !== undefined && last.row === cell.row && cell.column <= last.column)
      faults.push(`${sheet.part}: cells of row ${cell.row} out of order`);
    if (Number(cell.style) >= Math.max(1, styles)) faults.push(`format ${cell.style} is not there`);
    last = cell;
  }
  const merges = elementsOf(firstElementOf(sheet.root, 'mergeCells') ?? sheet.root, 'mergeCell').flatMap(
    (one) => readEdges(attributeOf(one, 'ref') ?? '') ?? [],
  );
  const meet = merges
    .slice(0, 500)
    .some((a, at) =>
      merges.slice(at + 1, 500).some((b) => a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right),
    );
  if (meet) faults.push(`${sheet.part}: merged cells meet`);
  for (const { type, target } of relationshipsOf(book.opened, sheet.part)) {
    const name = type.endsWith('/table') ? partNamed(book.opened, target) : undefined;
    if (name === undefined) continue;
    const { root } = readXmlPart(book.opened, name);
    const area = readEdges(attributeOf(root, 'ref') ?? '');
    const columns = elementsOf(firstElementOf(root, 'tableColumns') ?? root, 'tableColumn').map((one) => attributeOf(one, 'name') ?? '');
    if (area === null || area.right - area.left + 1 !== columns.length)
      faults.push(`${name}: ${columns.length} columns in ${attributeOf(root, 'ref') ?? ''}`);
    if (new Set(columns.map((one) => one.toLowerCase())).size !== columns.length) faults.push(`${name}: two columns of one name`);
  }
  return faults;
}

/** What Excel would repair: parts that are missing, cells out of order, formats that are not there, tables that do not fit. */
export function faultsOfBook(book: SeenBook): string[] {
  const { opened, sheets, names } = book;
  const target = relationshipsOf(opened, opened.mainPart).find(({ type }) => type.endsWith('/styles'))?.target;
  const part = target === undefined ? undefined : partNamed(opened, target);
  const styles = part === undefined ? undefined : readXmlPart(opened, part).root;
  const count = styles === undefined ? 1 : elementsOf(firstElementOf(styles, 'cellXfs') ?? styles).length;
  // by the numbers of sheets, which stay where sheets are renamed and others come before them
  const list = firstElementOf(readXmlPart(opened, opened.mainPart).root, 'sheets');
  const numbers = (list === undefined ? [] : elementsOf(list, 'sheet')).map((one) => attributeOf(one, 'sheetId') ?? '');
  const keys = names.map(({ name, scope }) => `${name.toLowerCase()} ${scope === undefined ? '' : (numbers[Number(scope)] ?? scope)}`);
  return [
    ...tornRelations(opened),
    ...sheets.flatMap((sheet) => tornSheet(book, sheet, count)),
    ...keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `two names ${key}`),
  ];
}
