import { createDelete } from '../mechanics/shift-operation.ts';

export const deleteSheetRows = createDelete({
  op: 'delete_rows',
  axis: 'row',
  summary: 'Deletes rows; what is behind them moves up, with all that names it',
  target: 'The rows: Sheet1!5:7.',
  examples: [
    {
      name: 'what named a deleted cell says so',
      operation: { op: 'delete_rows', target: 'Data!1:1', expect: '1' },
      given:
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><f>A1+A3</f><v>4</v></c></row><row r="3"><c r="A3"><v>3</v></c></row>',
      expected: '<row r="1"><c r="A1"><f>#REF!+A2</f></c></row><row r="2"><c r="A2"><v>3</v></c></row>',
    },
  ],
});
