import { createDelete } from '../mechanics/shift-operation.ts';

export const deleteSheetColumns = createDelete({
  op: 'delete_columns',
  axis: 'column',
  summary: 'Deletes columns; what is behind them moves to the left, with all that names it',
  target: 'The columns: Sheet1!C:D.',
  examples: [
    {
      name: 'a formula behind it',
      operation: { op: 'delete_columns', target: 'Data!B:B' },
      given: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>9</v></c><c r="C1"><f>$A$1*2</f><v>2</v></c></row>',
      expected: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>$A$1*2</f><v>2</v></c></row>',
    },
  ],
});
