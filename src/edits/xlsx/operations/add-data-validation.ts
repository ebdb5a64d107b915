import { type Area, areasMeet, areaText, readAddress, readArea } from '../../../spreadsheet/places.ts';
import { withoutArea } from '../mechanics/area-pieces.ts';
import { findArea } from '../mechanics/find-cells.ts';
import { S } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { appendContent, removeNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { followFormula } from '../mechanics/follow-formula.ts';
import { faultOf, storeFormula } from '../mechanics/formula-fault.ts';
import { insertInOrder } from '../mechanics/frame-order.ts';
import { type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

const limit = z.union([z.number(), textFits(1, 8_000)]);
const schema = z.strictObject({
  op: z.literal('add_data_validation'),
  target: z.string().min(1).max(300).describe('Cells: Sheet1!B2:B99.'),
  kind: z.enum(['list', 'whole', 'decimal', 'date', 'time', 'text_length', 'custom']),
  values: z.array(textFits(1, 255)).min(1).max(250).optional().describe('Of a list: what may be chosen; 255 characters together.'),
  source: textFits(1, 8_000)
    .optional()
    .describe('Of a list: the cells that hold what may be chosen; of custom: a formula that is true for what may stand.'),
  operator: z
    .enum(['between', 'not_between', 'equal', 'not_equal', 'greater', 'less', 'greater_or_equal', 'less_or_equal'])
    .optional()
    .describe('between where absent.'),
  min: limit.optional().describe('The first limit: a number, a date as its number, or a formula.'),
  max: limit.optional().describe('The second one, for between.'),
  message: textFits(1, 255).optional().describe('Shown where something else is entered.'),
  prompt: textFits(1, 255).optional().describe('Shown beside the cell.'),
});
type Fields = z.infer<typeof schema>;

const TYPES: Readonly<Record<Fields['kind'], string>> = {
  list: 'list',
  whole: 'whole',
  decimal: 'decimal',
  date: 'date',
  time: 'time',
  text_length: 'textLength',
  custom: 'custom',
};
const OPERATORS: Readonly<Record<NonNullable<Fields['operator']>, string>> = {
  between: 'between',
  not_between: 'notBetween',
  equal: 'equal',
  not_equal: 'notEqual',
  greater: 'greaterThan',
  less: 'lessThan',
  greater_or_equal: 'greaterThanOrEqual',
  less_or_equal: 'lessThanOrEqual',
};
const LIST_MAX = 255;

function formulasOf(file: WorkbookFile, fields: Fields): string[] | Rejected {
  const home = readAddress(fields.target)?.name ?? '';
  const read = (given: string | number): string =>
    typeof given === 'number' ? String(given) : followFormula(file, storeFormula(given), home);
  const { kind, values, source, operator, min, max } = fields;
  if (kind === 'list' && values !== undefined) {
    const text = values.join(',');
    if (values.some((value) => value.includes(',') || value.includes('"')))
      return reject('unsupported', 'A value of a list has no comma and no quote: put the values into cells and name these as source.');
    return text.length > LIST_MAX
      ? reject(
          'would_overflow',
          `The values of a list have at most ${LIST_MAX} characters together; put them into cells and name these as source.`,
        )
      : [`"${text}"`];
  }
  if (kind === 'list' || kind === 'custom')
    return source === undefined
      ? reject('formula_error', `A validation of this kind needs ${kind === 'list' ? 'values or a source' : 'a source'}.`)
      : [read(source)];
  const two = operator === undefined || operator === 'between' || operator === 'not_between';
  if (min === undefined || (two && max === undefined))
    return reject('formula_error', two ? 'Between needs min and max.' : 'It needs min, the value to compare with.');
  return two && max !== undefined ? [read(min), read(max)] : [read(min)];
}

/** Cells have one validation: where there was one, the new one takes its place. */
function makeRoom(sheet: Sheet, area: Area): { edits: XmlEdit[]; left: number; list: ReturnType<typeof firstElementOf> } {
  const list = firstElementOf(sheet.part.root, 'dataValidations', S);
  const all = list === undefined ? [] : elementsOf(list, 'dataValidation', S);
  let { length: left } = all;
  const edits = all.flatMap((one): XmlEdit[] => {
    const before = attributeOf(one, 'sqref') ?? '';
    const areas = before.split(/\s+/).flatMap((text) => readArea(text) ?? []);
    if (!areas.some((known) => areasMeet(known, area))) return [];
    const rest = areas.flatMap((known) => withoutArea(known, area));
    if (rest.length > 0) return [setAttribute(sheet.part, one, 'sqref', rest.map(areaText).join(' '))];
    left--;
    return [removeNode(one)];
  });
  return { edits, left, list };
}

export const addDataValidation = defineEdit<WorkbookFile, Fields>({
  op: 'add_data_validation',
  format: 'xlsx',
  summary: 'Lets cells take only values of a list, within limits, or for which a formula is true',
  tracked: false,
  alone: true,
  refuses: {
    formula_error: 'a limit, list or formula is missing or cannot stand',
    would_overflow: 'the list is too long',
    unsupported: 'a value of the list has a comma',
    target_not_found: 'there are no such cells',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findArea(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, area } = found;
    const formulas = formulasOf(file, fields);
    if (!Array.isArray(formulas)) return formulas;
    const fault = formulas.map(faultOf).find((one) => one !== null);
    if (fault !== undefined && fault !== null) return reject('formula_error', `The validation cannot stand: ${fault}.`);
    const { prefix, part } = sheet;
    const text = (name: string, value: string | undefined): string => (value === undefined ? '' : ` ${name}="${escapeAttribute(value)}"`);
    const compares = !['list', 'custom'].includes(fields.kind) && fields.operator !== undefined && fields.operator !== 'between';
    const xml =
      `<${prefix}dataValidation type="${TYPES[fields.kind]}"${compares ? ` operator="${OPERATORS[fields.operator ?? 'between']}"` : ''} allowBlank="1"${fields.prompt === undefined ? '' : ' showInputMessage="1"'} showErrorMessage="1"` +
      `${text('error', fields.message)}${text('prompt', fields.prompt)} sqref="${areaText(area)}">${formulas.map((formula, index) => `<${prefix}formula${index + 1}>${escapeText(formula)}</${prefix}formula${index + 1}>`).join('')}</${prefix}dataValidation>`;
    const room = makeRoom(sheet, area);
    const put =
      room.list === undefined
        ? [insertInOrder(sheet, 'dataValidations', `<${prefix}dataValidations count="1">${xml}</${prefix}dataValidations>`)]
        : [appendContent(part, room.list, xml), setAttribute(part, room.list, 'count', String(room.left + 1))];
    return { parts: [{ part: part.name, edits: [...room.edits, ...put] }], after: formulas.join(', ') };
  },
  examples: [
    {
      name: 'a list without values',
      operation: { op: 'add_data_validation', target: 'Data!A1:A9', kind: 'list' },
      given: '',
      expected: { rejected: 'formula_error' },
    },
    {
      name: 'cells stay',
      operation: { op: 'add_data_validation', target: 'Data!A1:A9', kind: 'list', values: ['yes', 'no'] },
      given: '<row r="1"/>',
      expected: '<row r="1"/>',
    },
  ],
});
