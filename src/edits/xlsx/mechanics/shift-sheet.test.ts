/**
 * Rows and columns that come and go, with all that names them. The measure of formulas is what they look at: every value of
 * the file is another number, and a formula has to see the same numbers after any sequence of operations, but for those deleted.
 */
import { isWithin } from '../../../spreadsheet/places.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { wrapInXlsx, type WorkbookParts } from '../../../../test/support/workbook-parts.ts';
import { columnLetters } from '../../../spreadsheet/cell-names.ts';
import { openOfficePackage, partNamed, readPart } from '../../../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from '../../apply-edits.ts';
import { areasIn } from './find-dependents.ts';
import { formulaCells, formulaTexts } from './formula-cells.ts';
import { readWorkbookFile } from '../../../ooxml/workbook-file.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };

function edit(
  parts: WorkbookParts,
  ...operations: EditOperation[]
): { bytes: Uint8Array; text(part: string): string; reasons: (string | undefined)[] } {
  const { bytes, results } = applyEdits(wrapInXlsx(parts), operations, CONTEXT);
  const opened = openOfficePackage(bytes);
  return {
    bytes,
    text: (part) => (partNamed(opened, part) === undefined ? '' : Buffer.from(readPart(opened, part)).toString('utf8')),
    reasons: results.map(({ reason, message }) => (reason === undefined ? undefined : `${reason}: ${message ?? ''}`)),
  };
}

/** Ten rows and six columns of numbers on two sheets, with formulas of all kinds in a column behind them. */
function sample(formulas: readonly string[]): WorkbookParts {
  const rows = (base: number, own: readonly string[]): string =>
    Array.from({ length: 10 }, (_, row) => {
      const cells = Array.from(
        { length: 6 },
        (__, column) => `<c r="${columnLetters(column)}${row + 1}"><v>${base + row * 10 + column}</v></c>`,
      ).join('');
      const formula = own[row];
      return `<row r="${row + 1}">${cells}${formula === undefined ? '' : `<c r="H${row + 1}">${formula}<v>0</v></c>`}</row>`;
    }).join('');
  return {
    sheets: {
      Data: rows(1_000, formulas),
      Other: rows(2_000, ['<f>SUM(Data!A1:F10)</f>', '<f>Data!C5*2</f>', '<f>SUM(Data!B:B)+SUM(Data!4:5)</f>', '<f>Rate+A1</f>']),
    },
    behind: '<definedNames><definedName name="Rate">Data!$C$3:$D$8</definedName></definedNames>',
  };
}

/** Numbers that each formula looks at, by the number that is before it in its row. */
function seen(bytes: Uint8Array): Map<string, Set<number>> {
  const file = readWorkbookFile(openOfficePackage(bytes));
  const cells = file.names.flatMap((name) => {
    const sheet = file.sheet(name);
    return sheet === undefined
      ? []
      : [...sheet.rows.values()].flatMap((row) =>
          [...sheet.cellsOf(row).values()].map((cell) => ({
            name,
            cell,
            value: Number(file.text(sheet, cell)),
            isFormula: sheet.formulaCellsOf(row).includes(cell),
          })),
        );
  });
  const numbers = cells.filter(({ value, isFormula }) => !isFormula && value >= 1_000);
  const found = new Map<string, Set<number>>();
  for (const name of file.names) {
    const sheet = file.sheet(name);
    for (const [cell, text] of sheet === undefined ? [] : formulaTexts(formulaCells(sheet))) {
      const rowOf = numbers.filter((one) => one.name === name && one.cell.row === cell.row).map(({ value }) => Math.floor(value / 10));
      const areas = areasIn(text, name, file.names);
      found.set(
        `${name} ${rowOf[0] ?? 'gone'}`,
        new Set(
          numbers
            .filter((one) => areas.some((area) => area.sheet.toLowerCase() === one.name.toLowerCase() && isWithin(one.cell, area)))
            .map(({ value }) => value),
        ),
      );
    }
  }
  return found;
}

const FORMULAS = [
  '<f>SUM(A1:F1)</f>',
  '<f>A1+$B$3</f>',
  '<f t="shared" ref="H3:H5" si="0">B3*C$2</f>',
  '<f t="shared" si="0"/>',
  '<f t="shared" si="0"/>',
  '<f>SUM(A:A)</f>',
  '<f>SUM($3:$6)</f>',
  '<f>VLOOKUP(A1,B2:E9,2,FALSE)</f>',
  '<f>A10+Other!B2</f>',
];

const operation = fc
  .record({
    op: fc.constantFrom('insert_rows', 'delete_rows', 'insert_columns', 'delete_columns'),
    sheet: fc.constantFrom('Data', 'Other'),
    at: fc.integer({ min: 1, max: 9 }),
    count: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ op, sheet, at, count }): EditOperation => {
    const rows = op.endsWith('rows');
    const [first, last] = rows
      ? [String(at), String(at + count - 1)]
      : [columnLetters(Math.min(at, 5) - 1), columnLetters(Math.min(at, 5) - 1)];
    return { op, target: `${sheet}!${first}:${last}` };
  });

test('formulas see the same cells after any sequence of rows and columns that come and go', () => {
  const file = wrapInXlsx(sample(FORMULAS));
  const before = seen(file);
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 4 }), (operations) => {
      const { bytes } = applyEdits(file, operations, CONTEXT);
      const after = seen(bytes);
      const left = new Set([...after.values()].flatMap((set) => [...set]));
      for (const [name, numbers] of after) {
        if (name.endsWith('gone')) continue;
        const wanted = [...(before.get(name) ?? [])];
        for (const number of numbers) assert.ok(wanted.includes(number), `${name} sees ${number}`);
        // what another formula still sees is not deleted
        const lost = wanted.filter((number) => !numbers.has(number) && left.has(number));
        assert.equal(lost.length, 0, `${name} lost ${lost[0] ?? ''} by ${JSON.stringify(operations)}`);
      }
    }),
    { numRuns: 60, seed: 7 },
  );
});

test('a shared formula stays shared where one text is right for all, and is written out where not', () => {
  const parts = sample(['<f t="shared" ref="H1:H3" si="0">A1*2</f>', '<f t="shared" si="0"/>', '<f t="shared" si="0"/>']);
  const above = edit(parts, { op: 'insert_columns', target: 'Data!B:B' });
  assert.match(above.text('xl/worksheets/sheet1.xml'), /<c r="I1"><f t="shared" ref="I1:I3" si="0">A1\*2<\/f>/);
  const inside = edit(sample(['<f t="shared" ref="H1:H3" si="0">A$2*2</f>', '<f t="shared" si="0"/>', '<f t="shared" si="0"/>']), {
    op: 'delete_rows',
    target: 'Data!1:1',
  });
  assert.match(inside.text('xl/worksheets/sheet1.xml'), /<c r="H1"><f>A\$1\*2<\/f><v>0<\/v><\/c>.*<c r="H2"><f>A\$1\*2<\/f>/);
});

test('what is around the cells goes with them', () => {
  const around =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><cols><col min="2" max="3" width="20" customWidth="1"/></cols><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><autoFilter ref="A1:C9"/>' +
    '<mergeCells count="2"><mergeCell ref="A2:B3"/><mergeCell ref="A5:B5"/></mergeCells><conditionalFormatting sqref="A1:A9 C5"><cfRule type="expression" priority="1"><formula>$A5&gt;0</formula></cfRule><cfRule type="colorScale" priority="2"><colorScale><cfvo type="num" val="0"/><cfvo type="num" val="$B$5"/><color rgb="FFF8696B"/><color rgb="FF63BE7B"/></colorScale></cfRule></conditionalFormatting>' +
    '<dataValidations count="1"><dataValidation type="list" sqref="B5"><formula1>Data!$A$5:$A$9</formula1></dataValidation></dataValidations><hyperlinks><hyperlink ref="A5" location="Data!A9"/></hyperlinks><rowBreaks count="1" manualBreakCount="1"><brk id="5" max="16383" man="1"/></rowBreaks>';
  const inserted = edit({ sheets: { Data: around } }, { op: 'insert_rows', target: 'Data!3:4' }).text('xl/worksheets/sheet1.xml');
  for (const part of [
    'ref="A1:C11"',
    'ref="A2:B5"',
    'ref="A7:B7"',
    'sqref="A1:A11 C7"',
    '$A7&gt;0',
    'val="0"/><cfvo type="num" val="$B$7"',
    'sqref="B7"',
    'Data!$A$7:$A$11',
    'ref="A7" location="Data!A11"',
    'brk id="7"',
  ])
    assert.ok(inserted.includes(part), part);
  const deleted = edit({ sheets: { Data: around } }, { op: 'delete_rows', target: 'Data!5:5' }).text('xl/worksheets/sheet1.xml');
  assert.ok(deleted.includes('<mergeCells count="1"><mergeCell ref="A2:B3"/></mergeCells>'));
  assert.equal(/dataValidation|hyperlink|<brk/.test(deleted), false, 'what was about row 5 alone went with it');
});

test('tables, names, charts and pivots elsewhere follow', () => {
  const table =
    '<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="T" displayName="T" ref="A1:B3"><autoFilter ref="A1:B3"/><tableColumns count="2"><tableColumn id="1" name="Name"/><tableColumn id="2" name="Sum"><calculatedColumnFormula>Data!$D$9*2</calculatedColumnFormula></tableColumn></tableColumns></table>';
  const head =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Sum</t></is></c></row><row r="3"><c r="A3"><v>1</v></c></row>';
  const parts: WorkbookParts = {
    sheets: { Data: head, Other: '<row r="1"><c r="A1"><f>SUM(T[Sum])</f></c></row>' },
    relations: [{ sheet: 0, type: 'table', target: '../tables/table1.xml' }],
    parts: [
      { name: 'xl/tables/table1.xml', data: table, contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml' },
    ],
    behind: '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Data!$A$1:$B$3</definedName></definedNames>',
  };
  const rows = edit(parts, { op: 'insert_rows', target: 'Data!3:3' });
  assert.match(rows.text('xl/tables/table1.xml'), /ref="A1:B4"><autoFilter ref="A1:B4"\/>.*Data!\$D\$10\*2/);
  assert.match(rows.text('xl/workbook.xml'), /Data!\$A\$1:\$B\$4/);
  assert.match(
    rows.text('xl/worksheets/sheet1.xml'),
    /<row r="3"><c r="B3"><f>Data!\$D\$10\*2<\/f><\/c><\/row><row r="4"><c r="A4">/,
    'a calculated column goes on in the new row',
  );
  const columns = edit(parts, { op: 'insert_columns', target: 'Data!B:B' });
  assert.match(
    columns.text('xl/tables/table1.xml'),
    /ref="A1:C3".*count="3"><tableColumn id="1" name="Name"\/><tableColumn id="3" name="Column1"\/><tableColumn id="2" name="Sum">/,
  );
  assert.match(columns.text('xl/worksheets/sheet1.xml'), /<c r="B1" t="inlineStr"><is><t xml:space="preserve">Column1<\/t>/);
  assert.match(
    edit(parts, { op: 'delete_columns', target: 'Data!B:B' }).reasons[0] ?? '',
    /^read_only_content: Formulas name the columns Sum/,
  );
  assert.match(edit(parts, { op: 'delete_rows', target: 'Data!1:1' }).reasons[0] ?? '', /^read_only_content: Row 1 is the head/);
});

test('later operations still name the file as it was sent', () => {
  const { text, reasons } = edit(
    sample([]),
    { op: 'insert_rows', target: 'Data!2:3' },
    { op: 'set_cells', target: 'Data!A2', values: [['two']] },
    { op: 'rename_sheet', target: 'Data', name: 'Figures' },
    { op: 'set_formula', target: 'Data!G9', formula: '=SUM(A2:A3)+Data!B9' },
    { op: 'delete_rows', target: 'Data!5:5' },
    { op: 'set_cells', target: 'Data!A5', values: [[1]] },
  );
  assert.deepEqual(reasons.slice(0, 5), [undefined, undefined, undefined, undefined, undefined]);
  assert.match(reasons[5] ?? '', /^target_not_found: .* went with an earlier operation/);
  assert.match(text('xl/worksheets/sheet1.xml'), /<c r="A4" t="inlineStr"><is><t xml:space="preserve">two/);
  assert.match(text('xl/worksheets/sheet1.xml'), /<c r="G10"><f>SUM\(A4:A5\)\+Figures!B10<\/f>/);
});

test('stored values go where a formula counts with what was changed, and nowhere else', () => {
  const { bytes } = edit(
    {
      sheets: {
        Data: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1*2</f><v>2</v></c><c r="C1"><f>B1+1</f><v>3</v></c><c r="D1" t="str"><f>"x"</f><v>x</v></c></row>',
      },
    },
    { op: 'set_cells', target: 'Data!A1', values: [[5]] },
  );
  const text = Buffer.from(readPart(openOfficePackage(bytes), 'xl/worksheets/sheet1.xml')).toString('utf8');
  assert.ok(
    text.includes('<c r="A1"><v>5</v></c><c r="B1"><f>A1*2</f></c><c r="C1"><f>B1+1</f></c><c r="D1" t="str"><f>"x"</f><v>x</v></c>'),
  );
});

test('a cell whose formula others share is written, and they keep theirs', () => {
  const parts = sample(['<f t="shared" ref="H1:H3" si="0">A1*2</f>', '<f t="shared" si="0"/>', '<f t="shared" si="0"/>']);
  const { text, reasons } = edit(parts, { op: 'set_cells', target: 'Data!H1', values: [[7]] });
  assert.deepEqual(reasons, [undefined]);
  assert.match(
    text('xl/worksheets/sheet1.xml'),
    /<c r="H1"><v>7<\/v><\/c>.*<c r="H2"><f>A2\*2<\/f><v>0<\/v><\/c>.*<c r="H3"><f>A3\*2<\/f>/,
  );
  assert.deepEqual(edit(parts, { op: 'set_formula', target: 'Data!H2', formula: '=A2*3', expect: '=A2*2' }).reasons, [undefined]);
});

test('a formula for many cells is not cut, nor is a pivot table', () => {
  const array = {
    sheets: { Data: '<row r="1"><c r="A1"><f t="array" ref="A1:A3">B1:B3*2</f><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>' },
  };
  assert.match(edit(array, { op: 'set_cells', target: 'Data!A2', values: [[1]] }).reasons[0] ?? '', /^read_only_content: A2 lies in A1:A3/);
  assert.match(edit(array, { op: 'insert_rows', target: 'Data!2:2' }).reasons[0] ?? '', /^read_only_content/);
  assert.match(
    edit(array, { op: 'insert_rows', target: 'Data!1:1' }).text('xl/worksheets/sheet1.xml'),
    /<f t="array" ref="A2:A4">B2:B4\*2<\/f>/,
  );
  const pivot = {
    ...sample([]),
    relations: [{ sheet: 0, type: 'pivotTable', target: '../pivotTables/pivotTable1.xml' }],
    parts: [
      {
        name: 'xl/pivotTables/pivotTable1.xml',
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.pivotTable+xml',
        data: '<pivotTableDefinition xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" name="P" cacheId="1"><location ref="A3:C9" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/></pivotTableDefinition>',
      },
    ],
  };
  assert.match(edit(pivot, { op: 'delete_rows', target: 'Data!9:9' }).reasons[0] ?? '', /^read_only_content: The pivot table in A3:C9/);
  assert.match(edit(pivot, { op: 'insert_rows', target: 'Data!1:1' }).text('xl/pivotTables/pivotTable1.xml'), /ref="A4:C10"/);
});
