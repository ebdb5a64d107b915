import { addressOf } from '../../../spreadsheet/places.ts';
import { R, S } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { addPart, addRelationship, editXmlPart, freePartName } from '../../../ooxml/change-package.ts';
import { appendContent, insertBefore } from '../../../ooxml/edit-xml.ts';
import { readXmlPart, relationshipsOf } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { attributeLike } from '../../office/declared-prefix.ts';
import { textFits } from '../../text-fits.ts';
import { followFormula } from '../mechanics/follow-formula.ts';
import { showDays } from '../mechanics/day-values.ts';
import { daysOf, readNewRows, newRowsSchema } from '../mechanics/new-rows.ts';
import { followSheets, isStructureLocked, nameFault, ownNamespace } from '../mechanics/sheet-list.ts';
import { readFormats } from '../mechanics/formats.ts';
import { readNeighbourLook, type NeighbourLook } from '../mechanics/neighbour-look.ts';
import type { Sheet, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { cellXml, type NewCell } from '../mechanics/write-cells.ts';

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';

const schema = z.strictObject({
  op: z.literal('add_sheet'),
  name: textFits(1, 100).describe('At most 31 characters, none of \\ / ? * [ ] :'),
  position: z.int().min(1).max(10_000).optional().describe('Its place among the sheets, from 1; absent: the last.'),
  values: newRowsSchema
    .optional()
    .describe('Row by row, from A1; null leaves a cell empty; a formula is {"formula": "=…"}, a day {"date": "2026-05-01"}.'),
});

function rowXml(row: { number: number; cells: NewCell[] }, look: NeighbourLook | undefined): string {
  const cells = look === undefined ? row.cells : [...row.cells, ...look.gapsOf(row)].toSorted((a, b) => a.column - b.column);
  return `<row r="${row.number}"${look?.rowAttributes(row.number) ?? ''}>${cells.map((cell) => cellXml('', { ...cell, style: look?.styleOf(cell) })).join('')}</row>`;
}

/** The nearest sheet of cells before the new one, else behind it, that a person can see. */
function neighbourOf(file: WorkbookFile, index: number): Sheet | undefined {
  const order = [...file.entries.slice(0, index).toReversed(), ...file.entries.slice(index)];
  const found = order.find(({ element, isCells }) => isCells && (attributeOf(element, 'state') ?? 'visible') === 'visible');
  return found && file.sheet(found.name);
}

export const addSheet = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'add_sheet',
  format: 'xlsx',
  summary:
    'Adds a sheet, with values and formulas, in the formats and the print set-up of the one beside it; later operations of the request may name it',
  tracked: false,
  alone: true,
  refuses: {
    unsupported: 'the name is taken or none that a sheet may have',
    protected_document: 'the structure of the workbook is protected',
    formula_error: 'a formula cannot stand',
    would_overflow: 'a day lies before March 1900',
  },
  schema,
  plan(file, fields) {
    const { main, entries, opened } = file;
    const fault = nameFault(file, fields.name);
    if (fault !== null) return fault;
    if (isStructureLocked(file))
      return reject('protected_document', 'The structure of this workbook is protected; remove the protection and send it again.');
    const rows = readNewRows(file, fields.values ?? [], { row: 1, column: 1 }, (formula) => followFormula(file, formula, fields.name));
    if ('rejected' in rows) return rows;
    const list = firstElementOf(main.root, 'sheets', S);
    const model = entries[0]?.element;
    if (list === undefined || model === undefined) return reject('unsupported', 'This workbook has no list of sheets.');
    const index = Math.min((fields.position ?? entries.length + 1) - 1, entries.length);
    const id = entries.reduce((most, { element }) => Math.max(most, Number(attributeOf(element, 'sheetId') ?? 0)), 0) + 1;
    const relation = attributeLike(main.root, model, 'id', R);
    const type = relationshipsOf(opened, main.name).find(({ type: one }) => one.endsWith('/worksheet'))?.type ?? `${R}/worksheet`;
    const neighbour = neighbourOf(file, index);
    const formats = readFormats(opened);
    let restyled = false;
    const look =
      neighbour &&
      readNeighbourLook(file, neighbour, rows, {
        codeOf: (style) => formats.numberFormat(Number(style)),
        lineOf: (style, side) => formats.lineOf(Number(style), side),
        changed(style, change) {
          restyled = true;
          return String(formats.change(Number(style), change));
        },
      });
    const part = freePartName(opened, `${main.name.slice(0, main.name.lastIndexOf('/') + 1)}worksheets/sheet`, '.xml');
    return {
      // the place is taken in the list when the id of the relationship is known
      parts: [{ part: main.name, edits: followSheets(file, (at) => (at >= index ? at + 1 : at)) }],
      after: fields.name,
      touched: rows.flatMap((row) => row.cells.map((cell) => addressOf(fields.name, cell))),
      finish(now) {
        const xml = rows.map((row) => rowXml(row, look)).join('');
        if (restyled) formats.write(now);
        addPart(
          now,
          { name: part, contentType: SHEET_TYPE },
          `${XML_DECLARATION}<worksheet xmlns="${escapeAttribute(ownNamespace(main))}">${look?.before ?? ''}<sheetData>${xml}</sheetData>${look?.behind ?? ''}</worksheet>`,
        );
        const relationship = addRelationship(now, main.name, { type, target: part });
        const book = readXmlPart(now, main.name);
        const sheets = firstElementOf(book.root, 'sheets', S);
        if (sheets === undefined) return;
        const entry = `<${model.name} name="${escapeAttribute(fields.name)}" sheetId="${id}" ${relation}="${relationship}"/>`;
        const before = sheets.children.filter((child) => child.kind === 'element')[index];
        editXmlPart(now, book, [before === undefined ? appendContent(book, sheets, entry) : insertBefore(before, entry)]);
        showDays(now, fields.name, daysOf(rows));
      },
    };
  },
  examples: [
    { name: 'the name is taken', operation: { op: 'add_sheet', name: 'data' }, given: '', expected: { rejected: 'unsupported' } },
    {
      name: 'the others stay',
      operation: { op: 'add_sheet', name: 'Summary', position: 1, values: [['Total', { formula: '=SUM(Data!A:A)' }]] },
      given: '<row r="1"><c r="A1"><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1"><v>1</v></c></row>',
    },
  ],
});
