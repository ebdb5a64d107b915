import { createInsert } from '../mechanics/shift-operation.ts';

export const insertSheetColumns = createInsert({
  op: 'insert_columns',
  axis: 'column',
  summary: 'Inserts columns before a column; all that names the cells behind goes with them',
  target: 'The column before which they come: Sheet1!C:C; C:D makes two.',
  examples: [
    {
      name: 'in the look of the column before',
      operation: { op: 'insert_columns', target: 'Data!B:B', values: [['new']] },
      given: '<row r="1"><c r="A1" s="0"><v>1</v></c><c r="B1"><f>A1*2</f><v>2</v></c></row>',
      expected:
        '<row r="1"><c r="A1" s="0"><v>1</v></c><c r="B1" s="0" t="inlineStr"><is><t xml:space="preserve">new</t></is></c><c r="C1"><f>A1*2</f><v>2</v></c></row>',
    },
  ],
});
