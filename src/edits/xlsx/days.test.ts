/** Days that operations bring are seen as days: in rows and columns that come, in new sheets, in cells without a format. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { openOfficePackage } from '../../ooxml/office-package.ts';
import { attributeText } from '../../ooxml/sheet-text.ts';
import { cellAt, readWorkbookFile } from '../../ooxml/workbook-file.ts';
import { readPlace } from '../../spreadsheet/places.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';
import { readFormats } from './mechanics/formats.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const DAY = { date: '2026-05-01' };
const BOOK = wrapInXlsx({ sheets: { Data: '<row r="1"><c r="A1"><v>7</v></c></row><row r="2"><c r="A2"><v>8</v></c></row>' } });

function seen(bytes: Uint8Array, sheetName: string, address: string): string {
  const opened = openOfficePackage(bytes);
  const file = readWorkbookFile(opened);
  const sheet = file.sheet(sheetName);
  const place = readPlace(address);
  const cell = sheet && place ? cellAt(sheet, place) : undefined;
  assert.ok(sheet && cell, address);
  return `${file.text(sheet, cell)} ${readFormats(opened).numberFormat(Number(attributeText(sheet.visible, cell, 's') ?? 0))}`;
}

function edit(bytes: Uint8Array, operations: EditOperation[]): Uint8Array {
  const done = applyEdits(bytes, operations, CONTEXT);
  assert.deepEqual(
    done.results.map(({ reason, message }) => reason && message),
    operations.map(() => undefined),
  );
  return done.bytes;
}

test('days come in with rows, columns, sheets and values, and are seen as days', async () => {
  const bytes = edit(BOOK, [
    { op: 'insert_rows', target: 'Data!2:2', values: [['new', DAY]] },
    { op: 'insert_columns', target: 'Data!B:B', values: [[DAY, 1]] },
    { op: 'add_sheet', name: 'Plan', values: [['Due', DAY]] },
    {
      op: 'set_cells',
      target: 'Data!E9',
      values: [
        [DAY, 5],
        ['text', DAY],
      ],
    },
    { op: 'set_cells', target: 'Data!E20', values: [[DAY]] },
  ]);
  for (const [name, address] of [
    ['Data', 'B1'],
    ['Data', 'C2'],
    ['Plan', 'B1'],
    ['Data', 'F10'],
    ['Data', 'G11'],
    ['Data', 'F21'],
  ] as const)
    assert.equal(seen(bytes, name, address), '46143 yyyy-mm-dd', `${name}!${address}`);
  assert.equal(seen(bytes, 'Data', 'G10'), '5 General');
  assert.deepEqual(await validateOffice(bytes, 'xlsx'), []);
});

test('a format for days that cells have stays', () => {
  const dated = edit(BOOK, [{ op: 'set_number_format', target: 'Data!A1:A2', format: 'd mmm yy' }]);
  const bytes = edit(dated, [
    { op: 'set_cells', target: 'Data!A1', values: [[DAY]] },
    { op: 'insert_rows', target: 'Data!2:2', values: [[DAY]] },
  ]);
  assert.equal(seen(bytes, 'Data', 'A1'), '46143 d mmm yy');
  assert.equal(seen(bytes, 'Data', 'A2'), '46143 d mmm yy');
});

test('a day before those that workbooks count is refused wherever it comes in', () => {
  for (const operation of [
    { op: 'insert_rows', target: 'Data!2:2', values: [[{ date: '1850-01-01' }]] },
    { op: 'add_sheet', name: 'Plan', values: [[{ date: '1850-01-01' }]] },
    { op: 'set_cells', target: 'Data!A1', values: [[{ date: '1850-01-01' }]] },
  ])
    assert.equal(applyEdits(BOOK, [operation], CONTEXT).results[0]?.reason, 'would_overflow', operation.op);
});
