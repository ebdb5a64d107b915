import { findArea, findCell } from '../mechanics/find-cells.ts';
import { translateFormula } from '../../../spreadsheet/formula-references.ts';
import { readAddress, type Area } from '../../../spreadsheet/places.ts';
import { z } from 'zod';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { followFormula } from '../mechanics/follow-formula.ts';
import { faultOf, storeFormula } from '../mechanics/formula-fault.ts';
import { formulaCells, formulaTexts } from '../mechanics/formula-cells.ts';
import { formulaOf } from '../../../ooxml/sheet-text.ts';
import { cellAt, textAt, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { sayFilled } from '../mechanics/say-filled.ts';
import { writeCells, type NewCell } from '../mechanics/write-cells.ts';

const schema = z.strictObject({
  op: z.literal('set_formula'),
  target: z
    .string()
    .min(1)
    .max(300)
    .describe('A cell, Sheet1!B2; or cells, Sheet1!B2:B13, which it fills as in Excel: what it names without $ moves along.'),
  formula: textFits(1, 8_192).describe(
    'As Excel writes it in English, with or without the equals sign; of several cells that of the first.',
  ),
  expect: z.string().max(32_767).optional().describe('The formula that it must still hold, or its value.'),
});

const CELLS_MAX = 10_000;

/** One cell or several beside and below each other. */
function cellsMeant(file: WorkbookFile, target: string): { sheet: Sheet; area: Area } | Rejected {
  if (!/:\$?[A-Za-z]{1,3}\$?\d+$/.test(target)) {
    const found = findCell(file, target);
    if ('rejected' in found) return found;
    const { sheet, place } = found;
    return { sheet, area: { top: place.row, left: place.column, bottom: place.row, right: place.column } };
  }
  const found = findArea(file, target);
  if ('rejected' in found) return found;
  const { top, left, bottom, right } = found.area;
  return (bottom - top + 1) * (right - left + 1) > CELLS_MAX
    ? reject('would_overflow', `At most ${CELLS_MAX} cells are filled with a formula at once.`)
    : found;
}

/** The formula of the first cell in all of them, each as it reads for it. */
function filledWith(formula: string, { top, left, bottom, right }: Area): NewCell[] {
  const cells: NewCell[] = [];
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++)
      cells.push({ row, column, value: { formula: translateFormula(formula, row - top, column - left) } });
  return cells;
}

export const setFormula = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'set_formula',
  format: 'xlsx',
  summary: 'Puts a formula into a cell, or fills cells with it; it is computed when the file is opened',
  tracked: false,
  refuses: {
    formula_error: 'brackets or quotes are not closed, or it reaches outside the file',
    merged_cells: 'the cell is covered by a merged one',
    would_overflow: 'more than 10,000 cells would be filled',
  },
  schema,
  plan(file, fields) {
    const found = cellsMeant(file, fields.target);
    if ('rejected' in found) return found;
    const formula = followFormula(file, storeFormula(fields.formula), readAddress(fields.target)?.name ?? '');
    const fault = formula === '' ? 'it is empty' : faultOf(formula);
    if (fault !== null) return reject('formula_error', `The formula for ${fields.target} cannot stand: ${fault}.`);
    const { sheet, area } = found;
    const place = { row: area.top, column: area.left };
    const known = cellAt(sheet, place);
    const held = known && formulaOf(sheet, known);
    const before =
      held === undefined || known === undefined
        ? textAt(file, sheet, place)
        : `=${held.type === 'shared' ? (formulaTexts(formulaCells(sheet)).get(known) ?? '') : held.text}`;
    if (fields.expect !== undefined && fields.expect !== before && `=${fields.expect}` !== before)
      return reject('expect_mismatch', `${fields.target} holds "${before.slice(0, 300)}".`, [fields.target]);
    const cells = filledWith(formula, area);
    const made = writeCells(file, sheet, cells);
    return 'rejected' in made ? made : { ...made, before, after: `=${formula}`, ...sayFilled(file, sheet, cells) };
  },
  examples: [
    {
      name: 'a sum',
      operation: { op: 'set_formula', target: 'Data!B1', formula: '=SUM(A1:A3)' },
      given: '<row r="1"><c r="A1"><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>SUM(A1:A3)</f></c></row>',
    },
    {
      name: 'a column',
      operation: { op: 'set_formula', target: 'Data!B1:B2', formula: '=SUM(A$1:A1)' },
      given: '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>',
      expected:
        '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>SUM(A$1:A1)</f></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2"><f>SUM(A$1:A2)</f></c></row>',
    },
    {
      name: 'a bracket too few',
      operation: { op: 'set_formula', target: 'Data!B1', formula: '=SUM(A1' },
      given: '',
      expected: { rejected: 'formula_error' },
    },
  ],
});
