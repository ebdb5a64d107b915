import { COLUMNS_MAX, ROWS_MAX } from '../../../spreadsheet/cell-names.ts';
import { readAddress, type CellPlace } from '../../../spreadsheet/places.ts';
import { findCell } from '../mechanics/find-cells.ts';
import { z } from 'zod';
import { defineEdit, reject } from '../../define-edit.ts';
import { textAt, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { showDays } from '../mechanics/day-values.ts';
import { followFormula } from '../mechanics/follow-formula.ts';
import { storeFormula } from '../mechanics/formula-fault.ts';
import { cellContentSchema, readNewCell, type GivenContent } from '../mechanics/new-rows.ts';
import { renameHeads } from '../mechanics/rename-heads.ts';
import { sayFilled } from '../mechanics/say-filled.ts';
import { writeCells, type NewCell } from '../mechanics/write-cells.ts';

const CELLS_MAX = 200_000;

const schema = z.strictObject({
  op: z.literal('set_cells'),
  target: z.string().min(1).max(300).describe("The first cell: Sheet1!B2, or 'Q1 plan'!B2."),
  values: z
    .array(z.array(cellContentSchema).min(1).max(1_000))
    .min(1)
    .max(20_000)
    .refine((rows) => rows.reduce((sum, row) => sum + row.length, 0) <= CELLS_MAX, `At most ${CELLS_MAX} cells in one operation.`)
    .describe(
      'Row by row; null empties a cell, {"date": "2026-05-01"} is a day, which gets a format for days where the cell has none, {"formula": "=SUM(B2:B9)"} a formula. A text stays a text, also behind an equals sign.',
    ),
  expect: z.string().max(32_767).optional().describe('Text of the first cell.'),
});

function toldText(given: GivenContent): string {
  if (given === null || typeof given !== 'object') return String(given ?? '');
  return 'date' in given ? given.date : `=${storeFormula(given.formula)}`;
}

export const setCells = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'set_cells',
  format: 'xlsx',
  summary:
    'Puts values and formulas into cells, row by row; formatting stays. In the header row of a table they are the names of its columns, which formulas, slicers and pivot tables of the table follow, as fields of pivot tables follow those of plain cells',
  tracked: false,
  refuses: {
    formula_error: 'brackets or quotes of a formula are not closed, or it reaches outside the file',
    merged_cells: 'a cell is covered by a merged one',
    read_only_content: 'it would take the name of a column of a table away, or one formula fills it and others',
    protected_document: 'the sheet is protected',
    would_overflow: 'the values reach beyond the sheet, or a day lies before March 1900',
  },
  schema,
  plan(file, fields) {
    const found = findCell(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, place } = found;
    const before = textAt(file, sheet, place);
    if (fields.expect !== undefined && fields.expect !== before)
      return reject('expect_mismatch', `${fields.target} holds "${before.slice(0, 300)}".`, [fields.target]);
    const cells: NewCell[] = [];
    const days: CellPlace[] = [];
    const home = readAddress(fields.target)?.name ?? '';
    for (const [down, row] of fields.values.entries())
      for (const [right, one] of row.entries()) {
        const cell = readNewCell(file, one, { row: place.row + down, column: place.column + right }, (formula) =>
          followFormula(file, formula, home),
        );
        if ('rejected' in cell) return cell;
        const { isDay, ...written } = cell;
        if (isDay === true) days.push(written);
        cells.push(written);
      }
    if (cells.some(({ row, column }) => row > ROWS_MAX || column > COLUMNS_MAX))
      return reject('would_overflow', 'The values reach beyond the last row or column of a sheet.');
    const renamed = renameHeads(file, sheet, cells);
    if (renamed !== undefined && 'rejected' in renamed) return renamed;
    const made = renamed?.ofTables !== true ? writeCells(file, sheet, cells) : writeCells(file, sheet, renamed.cells, []);
    if ('rejected' in made) return made;
    // formulas elsewhere call the column by its new name, though no operation names their cells
    const follows = renamed?.ofTables !== true || renamed.parts.length === 0 ? {} : { moved: (address: string): string => address };
    return {
      ...made,
      ...follows,
      parts: [...made.parts, ...(renamed?.parts ?? [])],
      before,
      after: toldText(fields.values[0]?.[0] ?? null),
      ...sayFilled(file, sheet, cells),
      ...(days.length === 0 ? {} : { finish: (opened) => (made.finish?.(opened), showDays(opened, sheet.name, days)) }),
    };
  },
  examples: [
    {
      name: 'formatting stays',
      operation: { op: 'set_cells', target: 'Data!B1', values: [[12]], expect: '10' },
      given: '<row r="1"><c r="A1"><v>1</v></c><c r="B1" s="0"><v>10</v></c></row>',
      expected: '<row r="1"><c r="A1"><v>1</v></c><c r="B1" s="0"><v>12</v></c></row>',
    },
    {
      name: 'new cells in their places',
      operation: { op: 'set_cells', target: 'Data!B1', values: [['b'], [true]] },
      given: '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>3</v></c></row><row r="3"/>',
      expected:
        '<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="inlineStr"><is><t xml:space="preserve">b</t></is></c><c r="C1"><v>3</v></c></row><row r="2"><c r="B2" t="b"><v>1</v></c></row><row r="3"/>',
    },
    {
      name: 'a day',
      operation: { op: 'set_cells', target: 'Data!A1', values: [[{ date: '2026-05-01' }]] },
      given: '<row r="1"><c r="A1" s="0"/></row>',
      expected: '<row r="1"><c r="A1" s="1"><v>46143</v></c></row>',
    },
    {
      name: 'a formula among values',
      operation: { op: 'set_cells', target: 'Data!A1', values: [[2, { formula: '=A1*3' }, '=A1']] },
      given: '<row r="1"><c r="A1"><v>1</v></c></row>',
      expected:
        '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*3</f></c><c r="C1" t="inlineStr"><is><t xml:space="preserve">=A1</t></is></c></row>',
    },
    {
      name: 'no such sheet',
      operation: { op: 'set_cells', target: 'Other!B1', values: [[12]] },
      given: '',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
