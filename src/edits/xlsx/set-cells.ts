import { z } from 'zod';
import { defineEdit, reject } from '../define-edit.ts';
import { textFits } from '../text-fits.ts';
import { COLUMNS_MAX, ROWS_MAX } from './formula-references.ts';
import { findCell, textAt, type WorkbookFile } from './workbook-file.ts';
import { writeCells, type NewCell } from './write-cells.ts';

const value = z.union([textFits(0, 32_767), z.number(), z.boolean(), z.null()]);

const CELLS_MAX = 200_000;

const schema = z.strictObject({
  op: z.literal('set_cells'),
  target: z.string().min(1).max(300).describe("The first cell: Sheet1!B2, or 'Q1 plan'!B2."),
  values: z.array(z.array(value).min(1).max(1_000)).min(1).max(20_000).refine((rows) => rows.reduce((sum, row) => sum + row.length, 0) <= CELLS_MAX, `At most ${CELLS_MAX} cells in one operation.`).describe('Row by row; null empties a cell. A text stays a text: formulas are for set_formula.'),
  expect: z.string().max(32_767).optional().describe('Text of the first cell.'),
});

export const setCells = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'set_cells', format: 'xlsx', summary: 'Puts values into cells, row by row; formatting stays', tracked: false,
  refuses: { merged_cells: 'a cell is covered by a merged one', read_only_content: 'it is the head of a table, or one formula fills it and others', protected_document: 'the sheet is protected', would_overflow: 'the values reach beyond the sheet' },
  schema,
  plan(file, fields) {
    const found = findCell(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, place } = found;
    const before = textAt(file, sheet, place);
    if (fields.expect !== undefined && fields.expect !== before) return reject('expect_mismatch', `${fields.target} holds "${before.slice(0, 300)}".`, [fields.target]);
    const cells = fields.values.flatMap((row, down) => row.map((one, right): NewCell => ({ row: place.row + down, column: place.column + right, value: one })));
    if (cells.some(({ row, column }) => row > ROWS_MAX || column > COLUMNS_MAX)) return reject('would_overflow', 'The values reach beyond the last row or column of a sheet.');
    const made = writeCells(file, sheet, cells);
    return 'rejected' in made ? made : { ...made, before, after: String(fields.values[0]?.[0] ?? '') };
  },
  examples: [
    { name: 'formatting stays', operation: { op: 'set_cells', target: 'Data!B1', values: [[12]], expect: '10' }, given: '<row r="1"><c r="A1"><v>1</v></c><c r="B1" s="0"><v>10</v></c></row>', expected: '<row r="1"><c r="A1"><v>1</v></c><c r="B1" s="0"><v>12</v></c></row>' },
    {
      name: 'new cells in their places', operation: { op: 'set_cells', target: 'Data!B1', values: [['b'], [true]] }, given: '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>3</v></c></row><row r="3"/>',
      expected: '<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="inlineStr"><is><t xml:space="preserve">b</t></is></c><c r="C1"><v>3</v></c></row><row r="2"><c r="B2" t="b"><v>1</v></c></row><row r="3"/>',
    },
    { name: 'no such sheet', operation: { op: 'set_cells', target: 'Other!B1', values: [[12]] }, given: '', expected: { rejected: 'target_not_found' } },
  ],
});
