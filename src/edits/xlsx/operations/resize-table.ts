import { z } from 'zod';
import { S } from '../../../ooxml/names.ts';
import { appendContent, removeNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { tablesOf, type Sheet, type SheetTable, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { areaText, type Area } from '../../../spreadsheet/places.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { findArea } from '../mechanics/find-cells.ts';
import { cellEdits, removeCalculationChain, type NewCell } from '../mechanics/write-cells.ts';
import { readHeads, refusePlace, sayChanged } from './add-table.ts';

const schema = z.strictObject({
  op: z.literal('resize_table'),
  name: z.string().min(1).max(255).describe('Of the table, as formulas name it.'),
  target: z.string().min(1).max(300).describe('The cells that it has from now on, with its row of names: Sheet1!A1:D30.'),
});

function refused(file: WorkbookFile, sheet: Sheet, { area, totals, headers, name }: SheetTable, now: Area): Rejected | null {
  if (areaText(area) === areaText(now)) return reject('no_effect', `${name} has these cells already.`);
  if (now.top !== area.top || now.left !== area.left)
    return reject('unsupported', `${name} begins in ${areaText({ ...area, bottom: area.top, right: area.left })}, and has to begin there.`);
  if (totals > 0) return reject('unsupported', `${name} has a row of totals, which would stay where it is; insert or delete rows instead.`);
  if (now.right < area.right)
    return reject('unsupported', `${name} would lose columns, which formulas may name; delete the columns instead.`);
  if (now.right > area.right && headers === 0)
    return reject('unsupported', `${name} shows no row of names, from which its new columns would take theirs.`);
  return refusePlace(file, sheet, now, name);
}

/** New columns at the right, named by their cells. */
function columnsEdits(table: SheetTable, names: readonly string[]): XmlEdit[] {
  const { part, columns } = table;
  const list = firstElementOf(part.root, 'tableColumns', S);
  if (list === undefined || names.length === columns.length) return [];
  const prefix = list.name.slice(0, list.name.indexOf(':') + 1);
  const last = columns.reduce((most, column) => Math.max(most, Number(attributeOf(column, 'id') ?? 0)), 0);
  const xml = names
    .slice(columns.length)
    .map((name, index) => `<${prefix}tableColumn id="${last + index + 1}" name="${escapeAttribute(name).replaceAll('&#10;', '_x000a_')}"/>`)
    .join('');
  return [appendContent(part, list, xml), setAttribute(part, list, 'count', String(names.length))];
}

export const resizeTable = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'resize_table',
  format: 'xlsx',
  summary: 'Lets a table reach over more or fewer rows, or over more columns; what formulas say of it follows',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such table, or there are no such cells',
    unsupported: 'it would begin elsewhere, lose columns, or has a row of totals; or something else lies there',
    merged_cells: 'there are merged cells',
    no_effect: 'it has these cells already',
    would_overflow: 'a name is too long',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findArea(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, area } = found;
    const tables = tablesOf(file, sheet);
    const table = tables.find(({ name }) => name.toLowerCase() === fields.name.toLowerCase());
    if (table === undefined)
      return reject(
        'target_not_found',
        `${sheet.name} has no table "${fields.name.slice(0, 100)}".`,
        tables.map(({ name }) => name),
      );
    const no = refused(file, sheet, table, area);
    if (no !== null) return no;
    const heads = area.right === table.area.right ? { names: [], cells: [] as NewCell[], changed: [] } : readHeads(file, sheet, area);
    if ('rejected' in heads) return heads;
    const { part } = table;
    const filter = firstElementOf(part.root, 'autoFilter', S);
    const sorted = firstElementOf(part.root, 'sortState', S);
    const ref = areaText(area);
    const edits = [
      setAttribute(part, part.root, 'ref', ref),
      ...(filter === undefined ? [] : [setAttribute(part, filter, 'ref', ref)]),
      ...(sorted === undefined ? [] : [removeNode(sorted)]),
      ...(heads.names.length === 0 ? [] : columnsEdits(table, heads.names)),
    ];
    const { edits: cells, chain } = cellEdits(sheet, heads.cells);
    const touched = [table.area, area].map((one) => `${quoteSheet(sheet.name)}!${areaText(one)}`);
    return {
      parts: [{ part: part.name, edits }, ...(cells.length === 0 ? [] : [{ part: sheet.part.name, edits: cells }])],
      before: areaText(table.area),
      after: ref,
      ...sayChanged(heads),
      ...(chain ? { finish: removeCalculationChain } : {}),
      touched,
    };
  },
  examples: [
    {
      name: 'no such table',
      operation: { op: 'resize_table', name: 'Sales', target: 'Data!A1:B9' },
      given: '',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
