import { addressOf, type Area, areasMeet, areaText, placeText } from '../../../spreadsheet/places.ts';
import { findArea } from '../mechanics/find-cells.ts';
import { R, S, STRICT_R } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { addPart, addRelationship, editXmlPart, freePartName } from '../../../ooxml/change-package.ts';
import { appendContent, removeNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { contentTypeOf, partNames, readXmlPart } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { definedNameFault } from './define-name.ts';
import { filterOf, removeFilter } from '../mechanics/filtered-rows.ts';
import { insertInOrder } from '../mechanics/frame-order.ts';
import { isStrict, ownNamespace } from '../mechanics/sheet-list.ts';
import { attributeText, formulaOf, readSheetText } from '../../../ooxml/sheet-text.ts';
import { cellAt, mergesOf, tablesOf, textAt, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { cellEdits, removeCalculationChain, type NewCell } from '../mechanics/write-cells.ts';

const TABLE_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml';

const schema = z.strictObject({
  op: z.literal('add_table'),
  target: z.string().min(1).max(300).describe('The cells, with their row of names: Sheet1!A1:D20.'),
  name: textFits(1, 255).optional().describe('How formulas name it; absent: Table1, or the next that is free.'),
  style: z
    .string()
    .regex(/^TableStyle(?:Light|Medium|Dark)[0-9]{1,2}$/)
    .optional()
    .describe('TableStyleMedium2 where absent.'),
});

function takenNames(file: WorkbookFile): { names: Set<string>; ids: number[] } {
  const list = firstElementOf(file.main.root, 'definedNames', S);
  const names = new Set(
    (list === undefined ? [] : elementsOf(list, 'definedName', S)).map((one) => (attributeOf(one, 'name') ?? '').toLowerCase()),
  );
  const ids: number[] = [];
  for (const part of partNames(file.opened)) {
    if (contentTypeOf(file.opened, part) !== TABLE_TYPE) continue;
    const { root } = readXmlPart(file.opened, part);
    ids.push(Number(attributeOf(root, 'id') ?? 0));
    for (const name of ['name', 'displayName']) names.add((attributeOf(root, name) ?? '').toLowerCase());
  }
  return { names, ids };
}

/** @param own name of the table that is moved itself, which does not take over the filter of the sheet */
export function refusePlace(file: WorkbookFile, sheet: Sheet, area: Area, own?: string): Rejected | null {
  if (area.bottom - area.top < 1) return reject('unsupported', 'A table has a row of names and at least one row below it.');
  const other = tablesOf(file, sheet).find((table) => table.name !== own && areasMeet(table.area, area));
  if (other !== undefined) return reject('unsupported', `The table ${other.name} in ${areaText(other.area)} lies there already.`);
  if (mergesOf(sheet).some((merge) => areasMeet(merge, area))) return reject('merged_cells', 'A table has no merged cells.');
  const filtered = own === undefined ? undefined : filterOf(sheet)?.area;
  return filtered && areasMeet(filtered, area)
    ? reject('unsupported', `A filter lies on ${areaText(filtered)}; take it away first.`)
    : null;
}

export interface Heads {
  names: string[];
  /** Those that are written. */
  cells: NewCell[];
  /** What they hold otherwise than before, as a person would tell it. */
  changed: string[];
}

/** The first of a name and this name with a number behind it that is free, as Excel numbers them. */
function freeHead(name: string, names: readonly string[]): string {
  const taken = new Set(names.map((known) => known.toLowerCase()));
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}${number}`;
  return free;
}

/** The names of the columns as their cells must show them: texts, each another one; a formula gives the value that it has. */
export function readHeads(file: WorkbookFile, sheet: Sheet, area: Area): Heads | Rejected {
  const names: string[] = [];
  const cells: NewCell[] = [];
  const changed: string[] = [];
  for (let column = area.left; column <= area.right; column++) {
    const place = { row: area.top, column };
    const cell = cellAt(sheet, place);
    const text = textAt(file, sheet, place);
    const formula = cell && formulaOf(sheet, cell);
    if (formula !== undefined && (text === '' || formula.type !== 'normal'))
      return reject('unsupported', `${placeText(place)} holds a formula that cannot become a text; the names of columns are texts.`);
    const isTaken = (name: string): boolean => names.some((known) => known.toLowerCase() === name.toLowerCase());
    let number = 1;
    while (isTaken(`Column${number}`)) number++;
    const name = text === '' ? `Column${number}` : freeHead(text, names);
    if (formula !== undefined) changed.push(`${placeText(place)} holds "${name.slice(0, 60)}" in place of its formula`);
    else if (text !== '' && name !== text) changed.push(`${placeText(place)} is "${name.slice(0, 60)}", as another column has its name`);
    if ([...name].length > 255) return reject('would_overflow', `The name in ${placeText(place)} has more than 255 characters.`);
    names.push(name);
    const type = cell && attributeText(sheet.visible, cell, 't');
    if (text !== name || (type !== 's' && type !== 'inlineStr')) cells.push({ ...place, value: name });
  }
  return { names, cells, changed };
}

/** For the result of the operation. */
export const sayChanged = ({ changed }: Pick<Heads, 'changed'>): { message?: string } =>
  changed.length === 0 ? {} : { message: `${changed.slice(0, 5).join('; ')}${changed.length > 5 ? '; and others' : ''}.` };

interface NewTable {
  id: number;
  name: string;
  ref: string;
  style: string | undefined;
}

function tableXml(sheet: Sheet, { id, name, ref, style }: NewTable, heads: readonly string[], conditions: string): string {
  const columns = heads
    .map((head, index) => `<tableColumn id="${index + 1}" name="${escapeAttribute(head).replaceAll('&#10;', '_x000a_')}"/>`)
    .join('');
  return (
    `${XML_DECLARATION}<table xmlns="${escapeAttribute(ownNamespace(sheet.part))}" id="${id}" name="${escapeAttribute(name)}" displayName="${escapeAttribute(name)}" ref="${ref}" totalsRowShown="0">` +
    `${conditions === '' ? `<autoFilter ref="${ref}"/>` : `<autoFilter ref="${ref}">${conditions}</autoFilter>`}` +
    `<tableColumns count="${heads.length}">${columns}</tableColumns><tableStyleInfo name="${style ?? 'TableStyleMedium2'}" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>`
  );
}

interface TakenFilter {
  /** Conditions that the table goes on with. */
  conditions: string;
  edits: XmlEdit[];
  said: string[];
}

/** The filter of the sheet becomes that of the table where it lies on the same cells, and goes where it lies on others, as in Excel. */
function takeFilter(sheet: Sheet, area: Area): TakenFilter {
  const filter = filterOf(sheet);
  if (filter?.area === undefined || filter.area === null || !areasMeet(filter.area, area)) return { conditions: '', edits: [], said: [] };
  const { element, reference } = filter;
  if (reference === areaText(area))
    return {
      conditions: sheet.prefix === '' ? sheet.part.source.slice(element.contentStart, element.contentEnd) : '',
      edits: sheet.prefix === '' ? [removeNode(element)] : removeFilter(sheet, filter),
      said: [`The filter of ${reference} is that of the table now`],
    };
  return {
    conditions: '',
    edits: removeFilter(sheet, filter),
    said: [`The filter of ${reference} is gone, and rows that it hid are shown`],
  };
}

export const addTable = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'add_table',
  format: 'xlsx',
  summary: 'Makes cells a table: with a name, a look, filters, and columns that formulas name',
  tracked: false,
  alone: true,
  refuses: {
    merged_cells: 'there are merged cells',
    unsupported: 'another table lies there, a name is given by a formula without a value, or there is no row below the names',
    formula_error: 'the name cannot stand',
    target_not_found: 'there are no such cells',
    protected_document: 'the sheet is protected',
    would_overflow: 'it is too large, or a name too long',
  },
  schema,
  plan(file, fields) {
    const found = findArea(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, area } = found;
    if (area.right - area.left >= 1_000) return reject('would_overflow', 'A table of this request has at most 1,000 columns.');
    const refused = refusePlace(file, sheet, area);
    if (refused !== null) return refused;
    const { names: taken, ids } = takenNames(file);
    let name = fields.name ?? '';
    for (let number = 1; name === '' || (fields.name === undefined && taken.has(name.toLowerCase())); number++) name = `Table${number}`;
    const fault = taken.has(name.toLowerCase()) ? 'it is taken' : definedNameFault(name);
    if (fault !== null) return reject('formula_error', `A table cannot be named "${name.slice(0, 100)}": ${fault}.`);
    const heads = readHeads(file, sheet, area);
    if ('rejected' in heads) return heads;
    const id = ids.reduce((most, one) => Math.max(most, one), 0) + 1;
    const ref = areaText(area);
    const filter = takeFilter(sheet, area);
    const xml = tableXml(sheet, { id, name, ref, style: fields.style }, heads.names, filter.conditions);
    const written = cellEdits(sheet, heads.cells);
    return {
      parts: [{ part: sheet.part.name, edits: [...written.edits, ...filter.edits] }],
      after: name,
      touched: heads.cells.map((cell) => addressOf(sheet.name, cell)),
      ...sayChanged({ changed: [...filter.said, ...heads.changed] }),
      finish(opened) {
        if (written.chain) removeCalculationChain(opened);
        const part = freePartName(opened, 'xl/tables/table', '.xml');
        addPart(opened, { name: part, contentType: TABLE_TYPE }, xml);
        const strict = isStrict(sheet.part);
        const relationship = addRelationship(opened, sheet.part.name, { type: `${R}/table`, target: part });
        const now = readSheetText(opened, sheet.part.name);
        if (now === undefined) return;
        const { prefix } = now;
        const entry = `<${prefix}tablePart xmlns:r="${strict ? STRICT_R : R}" r:id="${relationship}"/>`;
        const list = firstElementOf(now.part.root, 'tableParts', S);
        const count = list === undefined ? 0 : elementsOf(list).length;
        editXmlPart(
          opened,
          now.part,
          list === undefined
            ? [insertInOrder(now, 'tableParts', `<${prefix}tableParts count="1">${entry}</${prefix}tableParts>`)]
            : [appendContent(now.part, list, entry), setAttribute(now.part, list, 'count', String(count + 1))],
        );
      },
    };
  },
  examples: [
    {
      name: 'names become texts',
      operation: { op: 'add_table', target: 'Data!A1:A2' },
      given: '<row r="1"><c r="A1"><v>2026</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>',
      expected:
        '<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">2026</t></is></c></row><row r="2"><c r="A2"><v>1</v></c></row>',
    },
    { name: 'one row is no table', operation: { op: 'add_table', target: 'Data!A1:B1' }, given: '', expected: { rejected: 'unsupported' } },
  ],
});
