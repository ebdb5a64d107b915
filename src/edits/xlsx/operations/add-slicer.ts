import { z } from 'zod';
import { S } from '../../../ooxml/names.ts';
import { tablesOf, isProtected, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { addressOf } from '../../../spreadsheet/places.ts';
import { defineEdit, isRejected, reject, type PartEdits, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { writeNames } from '../mechanics/defined-names.ts';
import { findCell } from '../mechanics/find-cells.ts';
import { findPivotField } from '../mechanics/pivot-slicer.ts';
import { isStrict } from '../mechanics/sheet-list.ts';
import {
  addSlicerParts,
  slicerCachesOf,
  slicersOf,
  type NewSlicer,
  type SlicerCache,
  type SlicerSource,
} from '../mechanics/slicer-parts.ts';
import { sayUnprinted } from '../mechanics/unprinted.ts';

const EMU_PER_CM = 360_000;
/** As Excel makes them: 2 by 2.76 inches. */
const SIZE_USUAL = { cx: 1_828_800, cy: 2_524_125 };
const BUTTON_COLUMNS_MAX = 50;

const schema = z.strictObject({
  op: z.literal('add_slicer'),
  target: z.string().min(1).max(300).describe('The cell in its upper left corner: Sheet1!H2.'),
  table: textFits(1, 255).optional().describe('Name of the table that it filters.'),
  pivot: textFits(1, 255).optional().describe('In place of a table: the name of a pivot table, or a cell of it.'),
  column: textFits(1, 255).describe('The column whose values are its buttons; of a pivot table, the field, shown in it or not.'),
  name: textFits(1, 255).optional().describe('The name of the column, with a number where that is taken, where absent.'),
  caption: textFits(1, 255).optional().describe('What stands above the buttons; the name of the column where absent.'),
  columns: z.int().min(1).max(BUTTON_COLUMNS_MAX).optional().describe('How many buttons stand beside each other; 1 where absent.'),
  style: z
    .string()
    .regex(/^SlicerStyle(?:(?:Light|Dark)[1-6]|Other[12])$/)
    .optional()
    .describe('SlicerStyleLight1 where absent.'),
  width_cm: z.number().min(1).max(100).optional().describe('5.08 where absent.'),
  height_cm: z.number().min(1).max(100).optional().describe('7.01 where absent.'),
});
type Fields = z.infer<typeof schema>;

function findTableColumn(file: WorkbookFile, wanted: string, column: string): SlicerSource | Rejected {
  const sheets = file.names.flatMap((name) => file.sheet(name) ?? []);
  const tables = sheets.flatMap((sheet) => tablesOf(file, sheet).map((table) => ({ sheet, table })));
  const found = tables.find(({ table }) => table.name.toLowerCase() === wanted.toLowerCase());
  if (found === undefined)
    return reject(
      'target_not_found',
      `There is no table "${wanted.slice(0, 100)}" in this workbook.`,
      tables.map(({ table }) => table.name),
    );
  const { sheet, table } = found;
  if (isProtected(sheet))
    return reject('protected_document', `The sheet ${sheet.name} is protected; remove the protection and send it again.`);
  if (table.headers === 0) return reject('unsupported', `The table ${table.name} has no header row, without which nothing filters it.`);
  const names = table.columns.map((one) => attributeOf(one, 'name') ?? '');
  const index = names.findIndex((name) => name.toLowerCase() === column.toLowerCase());
  const [id, number] = [table.columns[index] && attributeOf(table.columns[index], 'id'), attributeOf(table.part.root, 'id')];
  return id === undefined || number === undefined
    ? reject('target_not_found', `The table ${table.name} has no column "${column.slice(0, 100)}".`, names)
    : { kind: 'table', column: names[index] ?? column, table: Number(number), id: Number(id) };
}

/** The first of a name and this name with numbers behind it that is free. */
function freeName(stem: string, taken: ReadonlySet<string>, first: number, between: string): string {
  let name = stem;
  for (let number = first; taken.has(name.toLowerCase()); number++) name = `${stem}${between}${number}`;
  return name;
}

/** Whether a cache filters by this column of a table, or this field of a pivot table. */
function filters({ part, table, pivots, column }: SlicerCache, source: SlicerSource): boolean {
  if (source.kind === 'table')
    return (
      table !== undefined && Number(attributeOf(table, 'tableId')) === source.table && Number(attributeOf(table, 'column')) === source.id
    );
  const isIt = (pivot: XmlElement): boolean => attributeOf(pivot, 'tabId') === source.tab && attributeOf(pivot, 'name') === source.pivot;
  return part.root.local === 'slicerCacheDefinition' && column === source.column && pivots.some(isIt);
}

/** Slicers of one column share what they filter. */
function cacheFor(file: WorkbookFile, source: SlicerSource): NewSlicer['cache'] {
  const caches = slicerCachesOf(file.opened);
  const known = caches.find((one) => filters(one, source));
  if (known !== undefined) return { name: known.name, isKnown: true };
  const list = firstElementOf(file.main.root, 'definedNames', S);
  const taken = new Set([
    ...caches.map(({ name }) => name.toLowerCase()),
    ...(list === undefined ? [] : elementsOf(list)).map((one) => (attributeOf(one, 'name') ?? '').toLowerCase()),
    ...file.names.flatMap((name) => {
      const sheet = file.sheet(name);
      return sheet === undefined ? [] : tablesOf(file, sheet).map((table) => table.name.toLowerCase());
    }),
  ]);
  const stem = `Slicer_${source.column.replaceAll(/[^\p{L}\p{N}_.]/gu, '_')}`.slice(0, 240);
  return { name: freeName(stem, taken, 1, ''), isKnown: false };
}

function planSlicer(file: WorkbookFile, fields: Fields, source: SlicerSource, place: NewSlicer['place']): NewSlicer | Rejected {
  const taken = new Set(slicersOf(file.opened).map(({ name }) => name.toLowerCase()));
  if (fields.name !== undefined && taken.has(fields.name.toLowerCase()))
    return reject('unsupported', `There is a slicer "${fields.name}" already.`);
  return {
    name: fields.name ?? freeName(source.column, taken, 1, ' '),
    caption: fields.caption ?? source.column,
    columns: fields.columns ?? 1,
    style: fields.style ?? 'SlicerStyleLight1',
    place,
    size: {
      cx: fields.width_cm === undefined ? SIZE_USUAL.cx : Math.round(fields.width_cm * EMU_PER_CM),
      cy: fields.height_cm === undefined ? SIZE_USUAL.cy : Math.round(fields.height_cm * EMU_PER_CM),
    },
    source,
    cache: cacheFor(file, source),
  };
}

/** What it filters, with what the parts of that need beforehand. */
function findSource(file: WorkbookFile, { table, pivot, column }: Fields): { source: SlicerSource; parts: PartEdits[] } | Rejected {
  if (table !== undefined && pivot === undefined) {
    const source = findTableColumn(file, table, column);
    return isRejected(source) ? source : { source, parts: [] };
  }
  return pivot === undefined || table !== undefined
    ? reject('unsupported', 'Give what it filters: a table (`table`) or a pivot table (`pivot`).')
    : findPivotField(file, pivot, column);
}

export const addSlicer = defineEdit<WorkbookFile, Fields>({
  op: 'add_slicer',
  format: 'xlsx',
  summary:
    'Puts a slicer on a sheet: buttons of the values of a column by which a table, or a pivot table, is filtered. Excel shows it (of tables since 2013); LibreOffice and previews show a box that names it',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such cell, table, pivot table or column',
    ambiguous_target: 'several pivot tables have the name',
    unsupported:
      'the name is taken, the table has no header row, the field is calculated, the file does not hold its values or has them from a cube, or it is a strict file',
    protected_document: 'the sheet, or that of the table, is protected',
  },
  schema,
  plan(file, fields) {
    const found = findCell(file, fields.target);
    if (isRejected(found)) return found;
    const { sheet, place } = found;
    if (isStrict(file.main))
      return reject('unsupported', 'Slicers are not added to files of the strict format; save it as an ordinary workbook first.');
    const filtered = findSource(file, fields);
    if (isRejected(filtered)) return filtered;
    const slicer = planSlicer(file, fields, filtered.source, place);
    if (isRejected(slicer)) return slicer;
    const { cache } = slicer;
    return {
      parts: cache.isKnown
        ? []
        : [{ part: file.main.name, edits: writeNames(file, [{ name: cache.name, formula: '#N/A' }]) }, ...filtered.parts],
      after: slicer.name,
      made: addressOf(sheet.name, place),
      ...sayUnprinted(file, sheet, place, slicer.size),
      finish: (opened) => addSlicerParts(opened, sheet.part.name, slicer),
    };
  },
  examples: [
    {
      name: 'no such table',
      operation: { op: 'add_slicer', target: 'Data!D2', table: 'Orders', column: 'Region' },
      given: '',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
