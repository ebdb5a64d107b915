/**
 * Cells of the header row of a table that are written: they are the names of its columns (ISO/IEC 29500-1 §18.5.1.3), so that the table and
 * all that calls a column by its name follow, as they do in Excel: formulas, rules, charts, slicers, and pivot tables of the table.
 */
import { setAttribute } from '../../../ooxml/edit-xml.ts';
import { contentTypeOf, partNames, readXmlPart, type XmlPart } from '../../../ooxml/office-package.ts';
import { tablesOf, type Sheet, type SheetTable, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { isWithin, placeText, type CellPlace } from '../../../spreadsheet/places.ts';
import { renameColumns } from '../../../spreadsheet/structured-references.ts';
import { reject, type PartEdits, type Rejected } from '../../define-edit.ts';
import { followAreaHeads, pivotHeads } from './area-heads.ts';
import { changeBook } from './book-formulas.ts';
import { slicerCachesOf } from './slicer-parts.ts';
import type { NewCell } from './write-cells.ts';

const NAME_CHARS_MAX = 255;
const PIVOT_CACHE = /pivotCacheDefinition\+xml$/i;

interface Renamed {
  table: SheetTable;
  column: XmlElement;
  before: string;
  after: string;
}

export interface RenamedHeads {
  /** The cells as they are to be written: names are texts. */
  cells: NewCell[];
  parts: PartEdits[];
  /** Whether columns of tables are among them, which formulas call by their names. */
  ofTables: boolean;
}

/** A cell of a header row, and the name that it gives its column. */
export interface HeadName extends CellPlace {
  sheet: Sheet;
  name: string;
}

const isHead = ({ area, headers }: SheetTable, { row, column }: CellPlace): boolean =>
  headers > 0 && row === area.top && column >= area.left && column <= area.right;

const inAttribute = (name: string): string => name.replaceAll('\n', '_x000a_');
const nameOf = (column: XmlElement): string => (attributeOf(column, 'name') ?? '').replaceAll(/_x000a_/gi, '\n');

function readName(cell: NewCell): string | Rejected {
  const { value } = cell;
  const place = placeText(cell);
  if (typeof value === 'object' && value !== null)
    return reject('read_only_content', `${place} names a column of a table, which is a text and no formula.`);
  return String(value ?? '');
}

function readRenamed(table: SheetTable, heads: readonly HeadName[]): Renamed[] | Rejected {
  const names = table.columns.map(nameOf);
  const renamed: Renamed[] = [];
  for (const head of heads) {
    const at = head.column - table.area.left;
    const column = table.columns[at];
    const { name } = head;
    if (name.trim() === '') return reject('read_only_content', `${placeText(head)} names a column of a table, which needs a name.`);
    if ([...name].length > NAME_CHARS_MAX)
      return reject('would_overflow', `The name for ${placeText(head)} has more than ${NAME_CHARS_MAX} characters.`);
    const before = names[at] ?? '';
    names[at] = name;
    if (column !== undefined && before !== name) renamed.push({ table, column, before, after: name });
  }
  const lower = names.map((name) => name.toLowerCase());
  const twice = names.find((name, at) => lower.indexOf(name.toLowerCase()) !== at);
  return twice === undefined || renamed.length === 0
    ? renamed
    : reject('unsupported', `Two columns of the table ${table.name} would be named "${twice.slice(0, 100)}".`);
}

/** Fields of pivot tables that take their figures from the table. */
function pivotEdits({ opened }: WorkbookFile, renamed: readonly Renamed[]): PartEdits[] {
  return partNames(opened).flatMap((name): PartEdits[] => {
    if (!PIVOT_CACHE.test(contentTypeOf(opened, name) ?? '')) return [];
    const part = readXmlPart(opened, name);
    const source = [...walkElements(part.root)].find(({ local }) => local === 'worksheetSource');
    const table = (source && attributeOf(source, 'name'))?.toLowerCase();
    const fields = firstElementOf(part.root, 'cacheFields');
    const edits = renamed.flatMap((one) => {
      const field = (fields === undefined ? [] : elementsOf(fields)).find(
        (other) => attributeOf(other, 'name') === inAttribute(one.before),
      );
      return field === undefined || one.table.name.toLowerCase() !== table
        ? []
        : [setAttribute(part, field, 'name', inAttribute(one.after))];
    });
    return edits.length === 0 ? [] : [{ part: name, edits }];
  });
}

/** Slicers of the columns: what they filter is told by numbers, their source by its name. */
const slicerEdits = ({ opened }: WorkbookFile, renamed: readonly Renamed[]): PartEdits[] =>
  slicerCachesOf(opened).flatMap(({ part, table }) => {
    const one = renamed.find(
      (other) =>
        table !== undefined &&
        attributeOf(other.table.part.root, 'id') === attributeOf(table, 'tableId') &&
        attributeOf(other.column, 'id') === attributeOf(table, 'column'),
    );
    return one === undefined ? [] : [{ part: part.name, edits: [setAttribute(part, part.root, 'sourceName', one.after)] }];
  });

const tableEdits = (renamed: readonly Renamed[]): PartEdits[] =>
  [...Map.groupBy(renamed, ({ table }): XmlPart => table.part)].map(([part, columns]) => ({
    part: part.name,
    edits: columns.map(({ column, after }) => setAttribute(part, column, 'name', inAttribute(after))),
  }));

/**
 * What follows from new names in header rows; the cells themselves are written by the caller.
 * @returns changes to all that calls a column by its name
 */
export function followHeads(file: WorkbookFile, heads: readonly HeadName[]): PartEdits[] | Rejected {
  const renamed: Renamed[] = [];
  for (const [sheet, own] of Map.groupBy(heads, (head) => head.sheet))
    for (const table of tablesOf(file, sheet)) {
      const found = readRenamed(
        table,
        own.filter((head) => isHead(table, head)),
      );
      if (!Array.isArray(found)) return found;
      renamed.push(...found);
    }
  const areas = followAreaHeads(file, heads);
  if (renamed.length === 0) return areas;
  const rename = (table: string, column: string): string | undefined =>
    renamed.find((one) => one.table.name.toLowerCase() === table.toLowerCase() && one.before.toLowerCase() === column.toLowerCase())?.after;
  const book = changeBook(file, (text) => ({ text: renameColumns(text, rename), resized: false }));
  return [...book.parts, ...tableEdits(renamed), ...slicerEdits(file, renamed), ...pivotEdits(file, renamed), ...areas];
}

/** What follows from cells that are written into header rows of tables, or of the cells that pivot tables count. @returns undefined where none is */
export function renameHeads(file: WorkbookFile, sheet: Sheet, cells: readonly NewCell[]): RenamedHeads | Rejected | undefined {
  const tables = tablesOf(file, sheet);
  const inHead = (cell: NewCell): boolean => tables.some((table) => isHead(table, cell));
  const heads: HeadName[] = [];
  for (const cell of cells.filter(inHead)) {
    const name = readName(cell);
    if (typeof name !== 'string') return name;
    heads.push({ sheet, row: cell.row, column: cell.column, name });
  }
  const ofTables = heads.length > 0;
  const areas = pivotHeads(file, sheet);
  for (const cell of cells)
    if (!inHead(cell) && (typeof cell.value !== 'object' || cell.value === null) && areas.some((area) => isWithin(cell, area)))
      heads.push({ sheet, row: cell.row, column: cell.column, name: String(cell.value ?? '') });
  if (heads.length === 0) return undefined;
  const follows = followHeads(file, heads);
  if (!Array.isArray(follows)) return follows;
  const written = cells.flatMap((cell) => {
    const row = sheet.rows.get(cell.row);
    return row === undefined ? [] : (sheet.cellsOf(row).get(cell.column) ?? []);
  });
  // formulas that are written over are not changed before
  const parts = follows.map(({ part, edits }) => ({
    part,
    edits:
      part === sheet.part.name ? edits.filter(({ start, end }) => !written.some((cell) => start >= cell.start && end <= cell.end)) : edits,
  }));
  return { cells: cells.map((cell) => (inHead(cell) ? { ...cell, value: String(cell.value) } : cell)), parts, ofTables };
}
