import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookTemplate, type BookTemplate } from '../../../test/support/fill-templates.ts';
import { partsText } from '../../../test/support/office-parts.ts';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { openOfficePackage, partNames } from '../../ooxml/office-package.ts';
import { readWorkbookFile } from '../../ooxml/workbook-file.ts';
import { saveOfficePackage } from '../../ooxml/change-package.ts';
import { giveName } from './copy-sheets.ts';
import { fillRecords, type Data } from '../fill-template.ts';
import { formulaCells } from '../xlsx/mechanics/formula-cells.ts';

const OPTIONS = { missing: 'error', locale: 'en' } as const;
function filled(input: BookTemplate, records: readonly Data[]): Uint8Array {
  const made = fillRecords(bookTemplate(input), records, OPTIONS);
  assert.ok(!('faults' in made), JSON.stringify(made));
  return made.bytes;
}
function faults(input: BookTemplate, records: readonly Data[]): string[] {
  const made = fillRecords(bookTemplate(input), records, OPTIONS);
  return 'faults' in made ? made.faults.map(({ place, message }) => `${place}: ${message}`) : [];
}
const sheetsOf = (bytes: Uint8Array): string[] => readWorkbookFile(openOfficePackage(bytes)).entries.map(({ name }) => name);
function formulasOf(bytes: Uint8Array): Record<string, string[]> {
  const file = readWorkbookFile(openOfficePackage(bytes));
  return Object.fromEntries(
    file.names.map((name) => {
      const sheet = file.sheet(name);
      return [name, sheet === undefined ? [] : [...formulaCells(sheet)].map(({ formula }) => formula.text)];
    }),
  );
}

const REGIONS = {
  regions: [
    { name: 'North', n: [1, 2] },
    { name: 'South/East', n: [3] },
    { name: "O'Hare", n: [] },
  ],
};
const LOOP: BookTemplate = {
  cells: { A1: '{{#regions by sheet}}{{name}}', A2: '{{#n}}{{.}}{{/n by row}}', B2: 0, A3: '=SUM(Data!A2:A2)', A4: '{{/regions}}' },
  other: { A1: '=SUM(Data!A3)', A2: '=AVERAGE(Data!A3)+1' },
};

test('a sheet comes once for each item, with its table and chart, and formulas elsewhere mean all of them', async () => {
  const made = filled(
    {
      cells: {
        A1: 'Item',
        B1: 'n',
        A2: '{{#items}}{{x}}',
        B2: '{{n}}',
        C2: '{{/items}}',
        D1: '{{#regions by sheet}}{{name}}{{/regions}}',
        B4: '=SUM(Items[n])',
      },
      other: { A1: '=SUM(Data!B4)' },
      table: { ref: 'A1:B2', columns: ['Item', 'n'] },
      chart: { title: 'Of {{name}}', categories: 'Data!$A$2:$A$2', values: 'Data!$B$2:$B$2', at: 6 },
      names: '<definedName name="_xlnm.Print_Area" localSheetId="0">Data!$A$1:$B$4</definedName>',
    },
    [
      {
        regions: [
          {
            name: 'North',
            items: [
              { x: 'a', n: 1 },
              { x: 'b', n: 2 },
            ],
          },
          { name: 'South', items: [{ x: 'c', n: 3 }] },
        ],
      },
    ],
  );
  assert.deepEqual(sheetsOf(made), ['Data', 'Data (2)', 'Other']);
  assert.deepEqual(formulasOf(made), {
    Data: ['SUM(Items[n])'],
    'Data (2)': ['SUM(Items_2[n])'],
    Other: ["(SUM(Data!B5:B5)+SUM('Data (2)'!B4:B4))"],
  });
  const charts = partsText(made, /chart\d\.xml$/);
  assert.match(charts, /North.*Data!\$B\$2:\$B\$3.*South.*'Data \(2\)'!\$B\$2/s);
  assert.match(partsText(made, /workbook\.xml$/), /localSheetId="1"[^>]*>'Data \(2\)'!\$A\$1:\$B\$4</);
  assert.equal(partNames(openOfficePackage(made)).filter((name) => name.includes('/tables/')).length, 2);
  assert.deepEqual(await validateOffice(made, 'xlsx'), []);
});

test('formulas that name a repeated sheet by one cell are faults, and a loop without items takes the sheet away', () => {
  assert.match(
    faults({ ...LOOP, cells: { ...LOOP.cells, A2: 1 }, other: { A1: '=Data!A3' } }, [REGIONS]).join(),
    /the formula of Other!A1 names this sheet, which comes 3 times/,
  );
  assert.deepEqual(sheetsOf(filled({ ...LOOP, cells: { ...LOOP.cells, A2: 1 }, other: { A1: 'x' } }, [{ regions: [] }])), ['Other']);
});

test('records in one workbook: all sheets of each, whose formulas mean their own', async () => {
  const made = filled(
    { cells: { A1: '{{name}}', B1: '{{n}}' }, other: { A1: '=Data!B1*Rate' }, names: '<definedName name="Rate">Data!$B$1</definedName>' },
    [
      { name: 'x', n: 1 },
      { name: 'y', n: 2 },
      { name: 'z', n: 3 },
    ],
  );
  assert.deepEqual(sheetsOf(made), ['Data', 'Other', 'Data (2)', 'Other (2)', 'Data (3)', 'Other (3)']);
  assert.deepEqual(formulasOf(made)['Other (3)'], ["'Data (3)'!B1*Rate"]);
  const book = partsText(made, /workbook\.xml$/);
  assert.match(book, /name="Rate" localSheetId="5">'Data \(3\)'!\$B\$1</);
  assert.deepEqual(await validateOffice(made, 'xlsx'), []);
});

test('tags in the names of sheets', () => {
  const input = bookTemplate({ cells: { A1: '{{#regions by sheet}}{{name}}{{/regions}}' }, other: { A1: "=COUNTA('{{name}}'!A1)" } });
  const named = renamed(input, 'Data', '{{name}}');
  const made = fillRecords(named, [REGIONS], OPTIONS);
  assert.ok(!('faults' in made), JSON.stringify(made));
  assert.deepEqual(sheetsOf(made.bytes), ['North', 'South-East', "O'Hare", 'Other']);
  assert.deepEqual(formulasOf(made.bytes)['Other'], ["(COUNTA(North!A1)+COUNTA('South-East'!A1)+COUNTA('O''Hare'!A1))"]);
});

function renamed(bytes: Uint8Array, before: string, after: string): Uint8Array {
  const opened = openOfficePackage(bytes);
  giveName(opened, before, after);
  return saveOfficePackage(opened);
}
