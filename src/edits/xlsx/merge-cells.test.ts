import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { openOfficePackage, readPart } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const ROWS = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"/></row><row r="2"><c r="A2"><v>2</v></c></row>';

function edit(...operations: EditOperation[]): { xml: string; statuses: string[] } {
  const { bytes, results } = applyEdits(wrapInXlsx({ sheets: { Data: ROWS } }), operations, CONTEXT);
  return {
    xml: Buffer.from(readPart(openOfficePackage(bytes), 'xl/worksheets/sheet1.xml')).toString('utf8'),
    statuses: results.map(({ status, reason }) => reason ?? status),
  };
}

test('cells are merged in one list, which goes with the last of them', () => {
  const merged = edit({ op: 'merge_cells', target: 'Data!A1:B1' }, { op: 'merge_cells', target: 'Data!A2:C3' });
  assert.deepEqual(merged.statuses, ['applied', 'applied']);
  assert.match(merged.xml, /<\/sheetData><mergeCells count="2"><mergeCell ref="A1:B1"\/><mergeCell ref="A2:C3"\/><\/mergeCells>/);
  const apart = edit({ op: 'merge_cells', target: 'Data!A1:B1' }, { op: 'unmerge_cells', target: 'Data!B1' });
  assert.doesNotMatch(apart.xml, /mergeCell/);
  assert.deepEqual(edit({ op: 'merge_cells', target: 'Data!A1:B2' }).statuses, ['merged_cells']);
});

test('a filter is put before the merged cells, moved and taken away', () => {
  const both = edit({ op: 'merge_cells', target: 'Data!C1:D1' }, { op: 'set_auto_filter', target: 'Data!A1:B2' });
  assert.match(both.xml, /<autoFilter ref="A1:B2"\/><mergeCells/);
  const gone = edit({ op: 'set_auto_filter', target: 'Data!A1:B2' }, { op: 'set_auto_filter', target: 'Data!A1:B2', remove: true });
  assert.deepEqual(gone.statuses, ['applied', 'applied']);
  assert.doesNotMatch(gone.xml, /autoFilter/);
});

test('a sheet is protected before its merged cells, then takes no change, and is opened again', () => {
  const closed = edit({ op: 'merge_cells', target: 'Data!C1:D1' }, { op: 'protect_sheet', target: 'Data', allow: ['sort', 'filter'] });
  assert.deepEqual(closed.statuses, ['applied', 'applied']);
  assert.match(closed.xml, /<\/sheetData><sheetProtection sheet="1" objects="1" scenarios="1" sort="0" autoFilter="0"\/><mergeCells/);
  const steps = edit(
    { op: 'protect_sheet', target: 'Data' },
    { op: 'set_cells', target: 'Data!A1', values: [[2]] },
    { op: 'protect_sheet', target: 'Data', remove: true },
    { op: 'set_cells', target: 'Data!A1', values: [[3]] },
  );
  assert.deepEqual(steps.statuses, ['applied', 'protected_document', 'applied', 'applied']);
  assert.doesNotMatch(steps.xml, /sheetProtection/);
});

test('what other cells hold goes or is joined where it is said, and is never lost unasked', () => {
  const rows =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>North</t></is></c><c r="B1"><v>2026</v></c></row>' +
    '<row r="2"><c r="B2"><f>B1*2</f><v>4052</v></c></row><row r="3"><c r="D3"><f>B1+1</f><v>2027</v></c></row>';
  const run = (operation: EditOperation) => {
    const { bytes, results, waiting } = applyEdits(wrapInXlsx({ sheets: { Data: rows } }), [operation], CONTEXT);
    const xml = Buffer.from(readPart(openOfficePackage(bytes), 'xl/worksheets/sheet1.xml')).toString('utf8');
    return {
      xml,
      waiting,
      said: results.map(({ status, reason, message }) => (status === 'applied' ? status : `${reason}: ${message}`))[0],
    };
  };
  assert.match(run({ op: 'merge_cells', target: 'Data!A1:B1' }).said ?? '', /^merged_cells: B1 holds a value/);
  const joined = run({ op: 'merge_cells', target: 'Data!A1:C1', others: 'join' });
  assert.match(joined.xml, /<c r="A1" t="inlineStr"><is><t xml:space="preserve">North 2026<\/t><\/is><\/c><c r="B1"\/>/);
  assert.match(joined.xml, /<mergeCell ref="A1:C1"\/>/);
  // what counted with the cell is counted again
  assert.deepEqual(joined.waiting, ['Data!B2', 'Data!D3']);
  const dropped = run({ op: 'merge_cells', target: 'Data!A1:B2', others: 'drop' });
  assert.match(dropped.xml, /North<\/t><\/is><\/c><c r="B1"\/><\/row><row r="2"><c r="B2"\/><\/row>/);
  assert.match(run({ op: 'merge_cells', target: 'Data!A1:B2', others: 'join' }).said ?? '', /^merged_cells: B2 holds a formula/);
  assert.equal(run({ op: 'merge_cells', target: 'Data!C1:C2', others: 'join' }).said, 'applied');
});

test('merged cells within others become part of them; what is cut is refused', () => {
  const merge = (target: string): EditOperation => ({ op: 'merge_cells', target });
  const one = edit(merge('Data!C1:D1'), merge('Data!C1:E3'));
  assert.deepEqual(one.statuses, ['applied', 'applied']);
  assert.match(one.xml, /<mergeCells count="1"><mergeCell ref="C1:E3"\/><\/mergeCells>/);
  const among = edit(
    merge('Data!C1:D1'),
    merge('Data!G1:H1'),
    merge('Data!C2:D2'),
    merge('Data!C1:E3'),
    merge('Data!E3:F4'),
    merge('Data!C1:E3'),
  );
  assert.deepEqual(among.statuses, ['applied', 'applied', 'applied', 'applied', 'merged_cells', 'merged_cells']);
  assert.match(among.xml, /<mergeCells count="2"><mergeCell ref="G1:H1"\/><mergeCell ref="C1:E3"\/><\/mergeCells>/);
});
