import { type Area, areaText, placeText, readAddress } from '../../../spreadsheet/places.ts';
import { findArea } from '../mechanics/find-cells.ts';
import { z } from 'zod';
import { X14 } from '../../../ooxml/names.ts';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { followFormula } from '../mechanics/follow-formula.ts';
import { faultOf, storeFormula } from '../mechanics/formula-fault.ts';
import { readFormats } from '../mechanics/formats.ts';
import { insertInOrder } from '../mechanics/frame-order.ts';
import { addToExtension, CONDITIONAL_FORMATS } from '../mechanics/sheet-extensions.ts';
import { colorSchema, formatFields } from './set-format.ts';
import { formatFault } from './set-number-format.ts';
import { type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

const operand = z.union([z.number(), textFits(1, 8_000)]);
const schema = z.strictObject({
  op: z.literal('add_conditional_format'),
  target: z.string().min(1).max(300).describe('Cells: Sheet1!B2:B99.'),
  kind: z.enum([
    'cell',
    'formula',
    'text',
    'top',
    'bottom',
    'duplicate',
    'unique',
    'above_average',
    'below_average',
    'blank',
    'color_scale',
    'data_bar',
  ]),
  operator: z
    .enum(['greater', 'less', 'equal', 'not_equal', 'greater_or_equal', 'less_or_equal', 'between', 'not_between'])
    .optional()
    .describe('Of kind cell.'),
  value: operand
    .optional()
    .describe('Of cell: a number, "a text" in quotes, or a formula; of text: the text; of top and bottom: how many.'),
  value2: operand.optional().describe('Of between: the second limit.'),
  formula: textFits(1, 8_000).optional().describe('Of kind formula, for the first of the cells.'),
  colors: z
    .array(colorSchema)
    .min(1)
    .max(3)
    .optional()
    .describe('Of color_scale: two or three, from the lowest value to the highest; of data_bar: one.'),
  ...formatFields,
});
type Fields = z.infer<typeof schema>;

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

interface Rule {
  attributes: string;
  formulas: string[];
  inner?: string;
  /** Data bars: what only Excel of 2010 and later reads of them. */
  newer?: string;
}

function comparison(fields: Fields, read: (given: string | number) => string): Rule | Rejected {
  const { operator = 'equal', value, value2 } = fields;
  const two = operator === 'between' || operator === 'not_between';
  if (value === undefined || (two && value2 === undefined))
    return reject('formula_error', two ? 'Between needs value and value2.' : 'A comparison needs a value.');
  return {
    attributes: `type="cellIs" operator="${OPERATORS[operator]}"`,
    formulas: [read(value), ...(two && value2 !== undefined ? [read(value2)] : [])],
  };
}

function ruleOf(fields: Fields, first: string, read: (given: string | number) => string): Rule | Rejected {
  const { kind, value, formula, colors = [] } = fields;
  switch (kind) {
    case 'cell':
      return comparison(fields, read);
    case 'formula':
      return formula === undefined
        ? reject('formula_error', 'A format of this kind needs a formula.')
        : { attributes: 'type="expression"', formulas: [read(formula)] };
    case 'text': {
      if (value === undefined) return reject('formula_error', 'A format of this kind needs a text as value.');
      const text = String(value);
      return {
        attributes: `type="containsText" operator="containsText" text="${escapeAttribute(text)}"`,
        formulas: [`NOT(ISERROR(SEARCH("${text.replaceAll('"', '""')}",${first})))`],
      };
    }
    case 'top':
    case 'bottom':
      return {
        attributes: `type="top10"${kind === 'bottom' ? ' bottom="1"' : ''} rank="${Math.min(1_000, Math.max(1, Math.round(Number(value ?? 10)) || 10))}"`,
        formulas: [],
      };
    case 'duplicate':
      return { attributes: 'type="duplicateValues"', formulas: [] };
    case 'unique':
      return { attributes: 'type="uniqueValues"', formulas: [] };
    case 'above_average':
    case 'below_average':
      return { attributes: `type="aboveAverage"${kind === 'below_average' ? ' aboveAverage="0"' : ''}`, formulas: [] };
    case 'blank':
      return { attributes: 'type="containsBlanks"', formulas: [`LEN(TRIM(${first}))=0`] };
    case 'color_scale':
    case 'data_bar':
      return scaleOf(kind, colors);
  }
}

function scaleOf(kind: 'color_scale' | 'data_bar', colors: readonly string[]): Rule | Rejected {
  if (kind === 'data_bar')
    return {
      attributes: 'type="dataBar"',
      formulas: [],
      inner: `<dataBar><cfvo type="min"/><cfvo type="max"/><color rgb="FF${colors[0] ?? '638EC6'}"/></dataBar>`,
      // without it the least value has the shortest bar: -2 a longer one than -40, and both to the right
      newer:
        '<x14:dataBar minLength="0" maxLength="100"><x14:cfvo type="autoMin"/><x14:cfvo type="autoMax"/>' +
        '<x14:negativeFillColor rgb="FFFF0000"/><x14:axisColor rgb="FF000000"/></x14:dataBar>',
    };
  if (colors.length < 2) return reject('formula_error', 'A scale of colours needs two or three of them.');
  const middle = colors.length === 3 ? '<cfvo type="percentile" val="50"/>' : '';
  return {
    attributes: 'type="colorScale"',
    formulas: [],
    inner: `<colorScale><cfvo type="min"/>${middle}<cfvo type="max"/>${colors.map((color) => `<color rgb="FF${color}"/>`).join('')}</colorScale>`,
  };
}

/** Rules are looked at in the order of their numbers: a new one comes last. */
function nextPriority({ part }: Sheet): number {
  let most = 0;
  for (const element of walkElements(part.root))
    if (element.local === 'cfRule') most = Math.max(most, Number(attributeOf(element, 'priority') ?? 0));
  return most + 1;
}

/** Ties a rule to what newer programs read of it; once on a sheet, as no two rules have one number ([MS-XLSX] §2.3.2). */
const ruleId = (priority: number): string => `{0C7A5E1D-0000-4000-8001-${priority.toString(16).toUpperCase().padStart(12, '0')}}`;

const RULE_ID = '{B025F937-C7B1-47D3-B67F-A62EFF666E3E}';

function barEdit(sheet: Sheet, area: Area, priority: number, bar: string): XmlEdit {
  const rule = `<x14:cfRule type="dataBar" id="${ruleId(priority)}">${bar}</x14:cfRule>`;
  return addToExtension(
    sheet,
    CONDITIONAL_FORMATS,
    `<x14:conditionalFormatting>${rule}<xm:sqref>${areaText(area)}</xm:sqref></x14:conditionalFormatting>`,
  );
}

const firstOf = ({ top, left }: Area): string => placeText({ row: top, column: left });

export const addConditionalFormat = defineEdit<WorkbookFile, Fields>({
  op: 'add_conditional_format',
  format: 'xlsx',
  summary: 'Formats cells by what they hold: comparisons, formulas, texts, ranks, scales of colours, bars',
  tracked: false,
  alone: true,
  refuses: {
    formula_error: 'a value, formula or colour is missing or cannot stand',
    no_effect: 'no format is named that it would set',
    target_not_found: 'there are no such cells',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findArea(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, area } = found;
    const home = readAddress(fields.target)?.name ?? '';
    const rule = ruleOf(fields, firstOf(area), (given) =>
      typeof given === 'number' ? String(given) : followFormula(file, storeFormula(given), home),
    );
    if ('rejected' in rule) return rule;
    const fault =
      rule.formulas.map(faultOf).find((one) => one !== null) ??
      (fields.number_format === undefined ? null : formatFault(fields.number_format));
    if (fault !== null && fault !== undefined) return reject('formula_error', `The format cannot stand: ${fault}.`);
    const { bold, italic, underline, strike, color, fill, number_format } = fields;
    const change = { bold, italic, underline, strike, color, fill, number_format };
    if (rule.inner === undefined && Object.values(change).every((one) => one === undefined))
      return reject('no_effect', 'No format is named: fill, color, bold, italic, underline, strike or number_format.');
    const formats = rule.inner === undefined ? readFormats(file.opened) : undefined;
    const { prefix } = sheet;
    const priority = nextPriority(sheet);
    const inner = (rule.inner ?? '').replaceAll(/<(\/?)(\w)/g, `<$1${prefix}$2`);
    const tie =
      rule.newer === undefined
        ? ''
        : `<${prefix}extLst><${prefix}ext xmlns:x14="${X14}" uri="${RULE_ID}"><x14:id>${ruleId(priority)}</x14:id></${prefix}ext></${prefix}extLst>`;
    const xml =
      `<${prefix}conditionalFormatting sqref="${areaText(area)}"><${prefix}cfRule ${rule.attributes}${formats === undefined ? '' : ` dxfId="${formats.differential(change)}"`} priority="${priority}">` +
      `${rule.formulas.map((formula) => `<${prefix}formula>${escapeText(formula)}</${prefix}formula>`).join('')}${inner}${tie}</${prefix}cfRule></${prefix}conditionalFormatting>`;
    const edits = [
      insertInOrder(sheet, 'conditionalFormatting', xml),
      ...(rule.newer === undefined ? [] : [barEdit(sheet, area, priority, rule.newer)]),
    ];
    return { parts: [{ part: sheet.part.name, edits }], after: fields.kind, ...(formats === undefined ? {} : { finish: formats.write }) };
  },
  examples: [
    {
      name: 'no format is named',
      operation: { op: 'add_conditional_format', target: 'Data!A1:A9', kind: 'cell', operator: 'less', value: 0 },
      given: '',
      expected: { rejected: 'no_effect' },
    },
    {
      name: 'cells stay',
      operation: { op: 'add_conditional_format', target: 'Data!A1:A9', kind: 'cell', operator: 'less', value: 0, color: 'C00000' },
      given: '<row r="1"/>',
      expected: '<row r="1"/>',
    },
  ],
});
