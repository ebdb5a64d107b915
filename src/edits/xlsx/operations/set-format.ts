import { z } from 'zod';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { formatCells } from '../mechanics/format-cells.ts';
import { formatFault } from './set-number-format.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';

export const colorSchema = z
  .string()
  .regex(/^#?[0-9A-Fa-f]{6}$/)
  .transform((color) => color.replace('#', '').toUpperCase());

export const formatFields = {
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  color: colorSchema.optional().describe('Of the text: RRGGBB.'),
  fill: z
    .union([colorSchema, z.literal('none')])
    .optional()
    .describe('RRGGBB, or none.'),
  number_format: textFits(1, 255).optional(),
};

const schema = z.strictObject({
  op: z.literal('set_format'),
  target: z.string().min(1).max(300).describe('Cells, whole columns or rows: Sheet1!B2:D9, Sheet1!B:B, Sheet1!1:1.'),
  ...formatFields,
  font: textFits(1, 100).optional(),
  size: z.number().min(1).max(409).optional().describe('Points.'),
  align: z.enum(['left', 'center', 'right', 'general']).optional(),
  vertical: z.enum(['top', 'center', 'bottom']).optional(),
  wrap: z.boolean().optional(),
  indent: z.int().min(0).max(250).optional(),
  border: z.enum(['none', 'thin', 'medium', 'thick', 'dotted', 'dashed', 'double']).optional().describe('Round each of the cells.'),
  border_color: colorSchema.optional(),
  border_edges: z
    .array(z.enum(['left', 'right', 'top', 'bottom']))
    .min(1)
    .max(4)
    .optional()
    .describe('Only these; absent: all four.'),
  width: z.number().min(0).max(255).optional().describe('Of the columns, in characters.'),
  height: z.number().min(0).max(409).optional().describe('Of the rows, in points.'),
  hidden: z.boolean().optional().describe('Of whole columns or rows.'),
});

export const setCellFormat = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'set_format',
  format: 'xlsx',
  summary: 'Sets font, colours, borders, alignment, number format of cells, widths and heights; what is not named stays',
  tracked: false,
  alone: true,
  refuses: {
    no_effect: 'nothing is named that would change',
    would_overflow: 'too many cells at once',
    formula_error: 'the number format cannot stand',
    target_not_found: 'there is no such sheet',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, { op: _op, target, width, height, hidden, ...change }) {
    const named = Object.entries({ ...change, width, height, hidden }).filter(([, value]) => value !== undefined);
    if (named.length === 0) return reject('no_effect', 'No part of the format is named.');
    const fault = change.number_format === undefined ? null : formatFault(change.number_format);
    if (fault !== null) return reject('formula_error', `The number format cannot stand: ${fault}.`);
    const made = formatCells(file, target, change, { width, height, hidden });
    return 'rejected' in made ? made : { ...made, after: named.map(([name, value]) => `${name} ${String(value)}`).join(', ') };
  },
  examples: [
    {
      name: 'cells that are not there are made',
      operation: { op: 'set_format', target: 'Data!A1:B1', bold: true, fill: 'FFEE00' },
      given: '<row r="1"><c r="A1"><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1" s="1"><v>1</v></c><c r="B1" s="1"/></row>',
    },
    { name: 'nothing is named', operation: { op: 'set_format', target: 'Data!A1' }, given: '', expected: { rejected: 'no_effect' } },
  ],
});
