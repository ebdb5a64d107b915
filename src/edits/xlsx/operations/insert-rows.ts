import { createInsert } from '../mechanics/shift-operation.ts';

export const insertSheetRows = createInsert({
  op: 'insert_rows',
  axis: 'row',
  summary: 'Inserts rows before a row; formulas, names, tables, charts, formats and comments go with what they name',
  target: 'The row before which they come: Sheet1!5:5; 5:7 makes three.',
  examples: [
    {
      name: 'a total keeps its cells',
      operation: { op: 'insert_rows', target: 'Data!2:2', values: [['new', 5]] },
      given:
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row><row r="3"><c r="A3"><f>SUM(A1:A2)</f><v>3</v></c></row>',
      expected:
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">new</t></is></c><c r="B2"><v>5</v></c></row><row r="3"><c r="A3"><v>2</v></c></row><row r="4"><c r="A4"><f>SUM(A1:A3)</f></c></row>',
    },
    {
      name: 'cells are no rows',
      operation: { op: 'insert_rows', target: 'Data!A2:B3' },
      given: '',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
