/** Tables of a sheet under a shift (ISO/IEC 29500-1 §18.5): their areas, and the columns that come and go inside them. */
import { append } from '../../../base/append.ts';
import { addressOf, type Area, areaText, type CellPlace, placeText, readArea } from '../../../spreadsheet/places.ts';
import { insertAfter, removeAttribute, removeNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type PartEdits, type Rejected } from '../../define-edit.ts';
import { formulaCells, formulaTexts } from './formula-cells.ts';
import { cutsArea } from './shift-parts.ts';
import { shiftArea, shiftIndex, type Shift } from './shift.ts';
import type { CellContent } from './write-cells.ts';
import { tablesOf, type Sheet, type SheetTable, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

/** Names for columns that come into tables: Excel has one for each column, the same in its first row. */
export interface TableShift {
  parts: PartEdits[];
  heads: (CellPlace & { text: string })[];
}

/** @param given what inserted cells are to hold, by their places after the shift: in the header row the names of new columns */
export function shiftTables(file: WorkbookFile, sheet: Sheet, shift: Shift, given: Given = new Map()): TableShift | Rejected {
  const made: TableShift = { parts: [], heads: [] };
  for (const table of tablesOf(file, sheet)) {
    const moved = shiftArea(shift, table.area);
    const refused = refuseTable(file, table, shift, moved);
    if (refused !== null) return refused;
    if (moved === null) continue;
    const edits = [...areaEdits(table.part, shift), ...totalsEdits(table, shift)];
    if (shift.axis === 'column' && cutsArea(shift, table.area)) {
      const names = shift.kind === 'insert' ? newNames(table, shift, given) : [];
      if ('rejected' in names) return names;
      if (table.headers > 0)
        append(
          made.heads,
          names.map((text, at) => ({ row: table.area.top, column: shift.at + at, text })),
        );
      append(edits, shift.kind === 'insert' ? insertColumns(table, shift, names) : deleteColumns(table, shift));
    }
    if (edits.length > 0) made.parts.push({ part: table.part.name, edits });
  }
  return made;
}

function refuseTable(file: WorkbookFile, table: SheetTable, shift: Shift, moved: Area | null): Rejected | null {
  const { area, headers, totals, name } = table;
  if (moved === null) return reject('read_only_content', `The table ${name} would go as a whole; empty its cells instead.`);
  if (shift.kind === 'insert' || !cutsArea(shift, area)) return null;
  if (shift.axis === 'row') {
    const gone = shift.at + shift.count - 1;
    if (headers > 0 && shift.at <= area.top + headers - 1 && gone >= area.top)
      return reject('read_only_content', `Row ${area.top} is the header row of the table ${name}, whose names formulas use.`);
    const body = area.bottom - totals - (area.top + headers) + 1;
    const left = body - Math.max(0, Math.min(gone, area.bottom - totals) - Math.max(shift.at, area.top + headers) + 1);
    return left < 1 ? reject('read_only_content', `The table ${name} would have no row left; empty its cells instead.`) : null;
  }
  const names = table.columns
    .slice(Math.max(0, shift.at - area.left), shift.at + shift.count - area.left)
    .map((column) => attributeOf(column, 'name') ?? '');
  const users = usersOf(file, name, names);
  return users.length === 0
    ? null
    : reject(
        'read_only_content',
        `Formulas name the columns ${names.join(', ').slice(0, 200)} of the table ${name}; change these formulas first.`,
        users,
      );
}

/** Cells whose formulas name one of the columns; several columns at once, or "this row", may mean them too. */
function usersOf(file: WorkbookFile, table: string, columns: readonly string[]): string[] {
  const wanted = columns.map((one) => `[${one.replaceAll(/['#[\]@]/g, "'$&")}]`.toLowerCase());
  return file.names.flatMap((name) => {
    const sheet = file.sheet(name);
    if (sheet === undefined || !sheet.visible.includes(`${table}[`)) return [];
    return [...formulaTexts(formulaCells(sheet))].flatMap(([cell, text]) =>
      text.includes(`${table}[`) && wanted.some((one) => text.toLowerCase().includes(one)) ? [addressOf(name, cell)] : [],
    );
  });
}

function areaEdits(part: XmlPart, shift: Shift): XmlEdit[] {
  return [...walkElements(part.root)].flatMap((element): XmlEdit[] => {
    const ref = ['table', 'autoFilter', 'sortState', 'sortCondition'].includes(element.local) ? attributeOf(element, 'ref') : undefined;
    const area = ref === undefined ? null : readArea(ref);
    const moved = area && shiftArea(shift, area);
    if (area !== null && moved === null) return element === part.root ? [] : [removeNode(element)];
    return moved === null || areaText(moved) === ref ? [] : [setAttribute(part, element, 'ref', areaText(moved))];
  });
}

/** A row of totals that goes is no longer promised. */
function totalsEdits({ part, area, totals }: SheetTable, shift: Shift): XmlEdit[] {
  if (shift.axis !== 'row' || shift.kind !== 'delete' || totals === 0 || shift.at > area.bottom || shift.at + shift.count - 1 < area.bottom)
    return [];
  const gone = removeAttribute(part, part.root, 'totalsRowCount');
  return gone === null ? [] : [gone];
}

type Given = ReadonlyMap<string, CellContent>;

const NAME_CHARS_MAX = 255;
const nameOf = (column: XmlElement): string => (attributeOf(column, 'name') ?? '').replaceAll(/_x000a_/gi, '\n');

/** Names of the columns that come: what their heads are given, else those that Excel gives. */
function newNames({ area, columns, headers, name: table }: SheetTable, shift: Shift, given: Given): string[] | Rejected {
  const places = Array.from({ length: shift.count }, (_, at) => placeText({ row: area.top, column: shift.at + at }));
  const contents = places.map((place) => (headers > 0 ? (given.get(place) ?? '') : ''));
  const texts = contents.map((content) => (typeof content === 'boolean' ? String(content).toUpperCase() : String(content)));
  const wrong = contents.findIndex((content) => typeof content === 'object');
  if (wrong >= 0) return reject('read_only_content', `${places[wrong] ?? ''} names a column of a table, which is a text and no formula.`);
  const long = texts.findIndex((text) => [...text].length > NAME_CHARS_MAX);
  if (long >= 0) return reject('would_overflow', `The name for ${places[long] ?? ''} has more than ${NAME_CHARS_MAX} characters.`);
  const taken = new Set(columns.map((column) => nameOf(column).toLowerCase()));
  for (const text of texts.filter((one) => one.trim() !== '')) {
    if (taken.has(text.toLowerCase()))
      return reject('unsupported', `Two columns of the table ${table} would be named "${text.slice(0, 100)}".`);
    taken.add(text.toLowerCase());
  }
  return texts.map((text) => {
    if (text.trim() !== '') return text;
    let number = 1;
    while (taken.has(`column${number}`)) number++;
    taken.add(`column${number}`);
    return `Column${number}`;
  });
}

function insertColumns({ part, area, columns }: SheetTable, shift: Shift, names: readonly string[]): XmlEdit[] {
  const index = shift.at - area.left;
  const model = columns[index - 1];
  const list = firstElementOf(part.root, 'tableColumns');
  if (model === undefined || list === undefined) return [];
  let id = columns.reduce((most, column) => Math.max(most, Number(attributeOf(column, 'id') ?? 0)), 0);
  const prefix = model.name.slice(0, model.name.indexOf(':') + 1);
  const xml = names
    .map((name) => `<${prefix}tableColumn id="${++id}" name="${escapeAttribute(name).replaceAll('&#10;', '_x000a_')}"/>`)
    .join('');
  return [
    insertAfter(model, xml),
    setAttribute(part, list, 'count', String(columns.length + shift.count)),
    ...filterEdits(part, area, shift),
  ];
}

function deleteColumns({ part, area, columns }: SheetTable, shift: Shift): XmlEdit[] {
  const list = firstElementOf(part.root, 'tableColumns');
  const gone = columns.filter((_, at) => shiftIndex(shift, area.left + at) === null);
  if (list === undefined) return [];
  return [
    ...gone.map(removeNode),
    setAttribute(part, list, 'count', String(columns.length - gone.length)),
    ...filterEdits(part, area, shift),
  ];
}

/** Filters name their columns by number, from the left edge of the area. */
export function filterEdits(part: XmlPart, area: Area, shift: Shift): XmlEdit[] {
  const filter = firstElementOf(part.root, 'autoFilter');
  const moved = shiftArea(shift, area);
  // a filter whose cells all go is taken out as a whole
  if (moved === null) return [];
  const { left } = moved;
  return [...(filter === undefined ? [] : walkElements(filter))].flatMap((element): XmlEdit[] => {
    const id = element.local === 'filterColumn' ? Number(attributeOf(element, 'colId')) : NaN;
    if (Number.isNaN(id)) return [];
    const column = shiftIndex(shift, area.left + id);
    return column === null
      ? [removeNode(element)]
      : column - left === id
        ? []
        : [setAttribute(part, element, 'colId', String(column - left))];
  });
}
