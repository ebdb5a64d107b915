/** The filter of a sheet that goes, becomes another or that of a table: nothing stays hidden that nobody can show again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { openOfficePackage, readPart } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const row = (number: number, name: string, look = ''): string =>
  `<row r="${number}"${look}><c r="A${number}" t="inlineStr"><is><t>${name}</t></is></c><c r="B${number}"><v>${number}</v></c></row>`;
const FILTER = '<filterColumn colId="0"><filters><filter val="b"/></filters></filterColumn>';
const HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Units</t></is></c></row>';
const BOOK = wrapInXlsx({
  sheets: {
    Data: `<sheetPr filterMode="1"/><sheetData>${HEAD}${row(2, 'a', ' hidden="1"')}${row(3, 'b')}${row(4, 'c', ' hidden="true" ht="20"')}${row(6, 'd', ' hidden="1"')}</sheetData><autoFilter ref="A1:B4">${FILTER}</autoFilter>`,
  },
});

async function edit(operation: EditOperation) {
  const { bytes, results } = applyEdits(BOOK, [operation], CONTEXT);
  const opened = openOfficePackage(bytes);
  assert.deepEqual(
    results.map(({ status, message }) => (status === 'applied' ? status : message)),
    ['applied'],
  );
  assert.deepEqual(await validateOffice(bytes, 'xlsx'), []);
  const part = (name: string): string => Buffer.from(readPart(opened, name)).toString('utf8');
  const sheet = part('xl/worksheets/sheet1.xml');
  const hidden = [...sheet.matchAll(/<row r="(\d+)"[^>]*hidden/g)].map(([, number]) => number);
  return { sheet, hidden, part, message: results[0]?.message ?? '' };
}

test('a filter that is taken away shows its rows again, and no others', async () => {
  const { sheet, hidden, message } = await edit({ op: 'set_auto_filter', target: 'Data!A1:B4', remove: true });
  assert.doesNotMatch(sheet, /autoFilter|filterMode/);
  assert.match(sheet, /<row r="4" ht="20">/);
  assert.deepEqual(hidden, ['6']);
  assert.match(message, /shown again/);
});

test('a filter on other cells has no conditions', async () => {
  const { sheet, hidden } = await edit({ op: 'set_auto_filter', target: 'Data!A1:B6' });
  assert.match(sheet, /<autoFilter ref="A1:B6"\/>/);
  assert.deepEqual(hidden, ['6']);
});

test('a table takes the filter of its cells over, with what it hides', async () => {
  const { sheet, hidden, part, message } = await edit({ op: 'add_table', target: 'Data!A1:B4' });
  assert.doesNotMatch(sheet, /<autoFilter/);
  assert.deepEqual(hidden, ['2', '4', '6']);
  assert.ok(part('xl/tables/table1.xml').includes(`<autoFilter ref="A1:B4">${FILTER}</autoFilter>`));
  assert.match(message, /filter of A1:B4 is that of the table/);
});

test('the filter of other cells goes where a table comes, and shows its rows', async () => {
  const { sheet, hidden, part, message } = await edit({ op: 'add_table', target: 'Data!A1:B3' });
  assert.doesNotMatch(sheet, /<autoFilter/);
  assert.deepEqual(hidden, ['6']);
  assert.match(part('xl/tables/table1.xml'), /<autoFilter ref="A1:B3"\/>/);
  assert.match(message, /filter of A1:B4 is gone/);
});
