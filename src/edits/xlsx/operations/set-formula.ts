import { findCell } from '../mechanics/find-cells.ts';
import { readAddress } from '../../../spreadsheet/places.ts';
import { z } from 'zod';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { followFormula } from '../mechanics/follow-formula.ts';
import { faultOf, storeFormula } from '../mechanics/formula-fault.ts';
import { formulaCells, formulaTexts } from '../mechanics/formula-cells.ts';
import { formulaOf } from '../../../ooxml/sheet-text.ts';
import { cellAt, textAt, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { writeCells } from '../mechanics/write-cells.ts';

const schema = z.strictObject({
  op: z.literal('set_formula'),
  target: z.string().min(1).max(300).describe('A cell: Sheet1!B2.'),
  formula: textFits(1, 8_192).describe('As Excel writes it in English, with or without the equals sign.'),
  expect: z.string().max(32_767).optional().describe('The formula that it must still hold, or its value.'),
});

export const setFormula = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'set_formula',
  format: 'xlsx',
  summary: 'Puts a formula into a cell; it is computed when the file is opened',
  tracked: false,
  refuses: {
    formula_error: 'brackets or quotes are not closed, or it reaches outside the file',
    merged_cells: 'the cell is covered by a merged one',
  },
  schema,
  plan(file, fields) {
    const found = findCell(file, fields.target);
    if ('rejected' in found) return found;
    const formula = followFormula(file, storeFormula(fields.formula), readAddress(fields.target)?.name ?? '');
    const fault = formula === '' ? 'it is empty' : faultOf(formula);
    if (fault !== null) return reject('formula_error', `The formula for ${fields.target} cannot stand: ${fault}.`);
    const { sheet, place } = found;
    const known = cellAt(sheet, place);
    const held = known && formulaOf(sheet, known);
    const before =
      held === undefined || known === undefined
        ? textAt(file, sheet, place)
        : `=${held.type === 'shared' ? (formulaTexts(formulaCells(sheet)).get(known) ?? '') : held.text}`;
    if (fields.expect !== undefined && fields.expect !== before && `=${fields.expect}` !== before)
      return reject('expect_mismatch', `${fields.target} holds "${before.slice(0, 300)}".`, [fields.target]);
    const made = writeCells(file, sheet, [{ ...place, value: { formula } }]);
    return 'rejected' in made ? made : { ...made, before, after: `=${formula}` };
  },
  examples: [
    {
      name: 'a sum',
      operation: { op: 'set_formula', target: 'Data!B1', formula: '=SUM(A1:A3)' },
      given: '<row r="1"><c r="A1"><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>SUM(A1:A3)</f></c></row>',
    },
    {
      name: 'a bracket too few',
      operation: { op: 'set_formula', target: 'Data!B1', formula: '=SUM(A1' },
      given: '',
      expected: { rejected: 'formula_error' },
    },
  ],
});
