import { z } from 'zod';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { formatCells } from '../mechanics/format-cells.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';

const schema = z.strictObject({
  op: z.literal('set_number_format'),
  target: z.string().min(1).max(300).describe('Cells, whole columns or rows: Sheet1!B2:B9, Sheet1!C:C.'),
  format: textFits(1, 255).describe('As Excel writes it in English: #,##0.00, 0 %, yyyy-mm-dd, General, @ for text.'),
});

/** What Excel would call damage. */
export function formatFault(format: string): string | null {
  const bare = format.replaceAll(/"[^"]*"|\\./gs, '');
  if (bare.includes('"')) return 'a quote is not closed';
  if (bare.split(';').length > 4) return 'it has more than four parts';
  return bare.replaceAll(/\[[^[\]]*\]/g, '').match(/[[\]]/) === null ? null : 'a bracket is not closed';
}

export const setNumberFormat = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'set_number_format',
  format: 'xlsx',
  summary: 'Shows numbers in another format; the values stay',
  tracked: false,
  alone: true,
  refuses: {
    formula_error: 'the format cannot stand',
    would_overflow: 'too many cells at once',
    target_not_found: 'there is no such sheet',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, { target, format }) {
    const fault = formatFault(format);
    if (fault !== null) return reject('formula_error', `The format "${format.slice(0, 100)}" cannot stand: ${fault}.`);
    const made = formatCells(file, target, { number_format: format });
    return 'rejected' in made ? made : { ...made, after: format };
  },
  examples: [
    {
      name: 'the cell names a new format',
      operation: { op: 'set_number_format', target: 'Data!A1', format: '0.00' },
      given: '<row r="1"><c r="A1"><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1" s="1"><v>1</v></c></row>',
    },
    {
      name: 'a quote too few',
      operation: { op: 'set_number_format', target: 'Data!A1', format: '0 "kg' },
      given: '',
      expected: { rejected: 'formula_error' },
    },
  ],
});
