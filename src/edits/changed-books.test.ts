/** What the proof of an edit of a workbook finds beside cells, told of files that were changed by hand beside an operation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInXlsx } from '../../test/support/workbook-parts.ts';
import { replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { openOfficePackage, partNames, readPart } from '../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';
import { compareParts } from './compare-parts.ts';
import { faultsOfBook } from './changed-books.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';
const text = (name: string, value: string): string => `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
const ROWS = [
  `<row r="1">${text('A1', 'Region')}${text('B1', 'Units')}</row>`,
  ...[2, 3, 4].map((row) => `<row r="${row}">${text(`A${row}`, `r${row}`)}<c r="B${row}"><v>${row}</v></c></row>`),
].join('');

function done(bytes: Uint8Array, operations: EditOperation[]): Uint8Array {
  const outcome = applyEdits(bytes, operations, CONTEXT);
  assert.deepEqual(
    outcome.results.map(({ status, message }) => (status === 'applied' ? status : message)),
    operations.map(() => 'applied'),
  );
  return outcome.bytes;
}

const BOOK = done(wrapInXlsx({ sheets: { Data: ROWS, Other: '<row r="1"><c r="A1"><v>1</v></c></row>' } }), [
  { op: 'add_conditional_format', target: 'Data!B2:B4', kind: 'cell', operator: 'less', value: 0, color: 'C00000' },
  { op: 'add_data_validation', target: 'Data!A2:A4', kind: 'list', values: ['r2', 'r3', 'r4'] },
  { op: 'set_link', target: 'Data!A3', url: 'https://example.com/three' },
  { op: 'add_chart', target: 'Data!E2', kind: 'column', data: 'Data!A1:B4', title: 'Units' },
  { op: 'insert_image', target: 'Data!E30', image: { data: DOT }, alt: 'A dot' },
  { op: 'add_comment', target: 'Data!B3', text: 'Why?' },
  { op: 'define_name', name: 'Units', refers_to: 'Data!$B$2:$B$4' },
  { op: 'add_pivot', source: 'Data!A1:B4', sheet: 'Pivot', rows: ['Region'], values: [{ field: 'Units' }] },
]);
const NAMES = partNames(openOfficePackage(BOOK));
const SHEET = 'xl/worksheets/sheet1.xml';
const findPart = (pattern: RegExp): string => NAMES.find((name) => pattern.test(name)) ?? '';
const CELL: EditOperation = { op: 'set_cells', target: 'Data!B2', values: [[7]] };
const LOOK: EditOperation = { op: 'set_format', target: 'Data!B2', bold: true };

/** Faults of the operation's result once a part of it is written in another way. */
function faults(change: (xml: string) => string, part = SHEET, operation = LOOK): string {
  const before = openOfficePackage(BOOK);
  const outcome = applyEdits(BOOK, [operation], CONTEXT);
  assert.equal(outcome.results[0]?.status, 'applied', outcome.results[0]?.message);
  const after = openOfficePackage(outcome.bytes);
  const was = Buffer.from(readPart(after, part)).toString('utf8');
  const is = change(was);
  assert.equal(is === was, change === SAME, 'the change changes nothing');
  replacePart(after, part, Buffer.from(is));
  const written = openOfficePackage(saveOfficePackage(after));
  const ask = { operations: [operation], touched: new Set(operation === CELL ? ['Data!B2'] : []), moved: false };
  return faultsOfBook({ before, after: written, changed: compareParts(before, written).parts_changed }, ask).join('; ');
}
const SAME = (xml: string): string => xml;

test('what was asked for is no fault', () => {
  for (const operation of [
    CELL,
    LOOK,
    { op: 'add_conditional_format', target: 'Data!A2:A4', kind: 'cell', operator: 'less', value: 0, color: 'C00000' },
    { op: 'add_data_validation', target: 'Data!B2:B4', kind: 'list', values: ['a'] },
    { op: 'remove_rules', target: 'Data', kind: 'data_validation' },
    { op: 'set_link', target: 'Data!A4', url: 'https://example.com/four' },
    { op: 'update_chart', target: 'Data!chart1', title: 'Other' },
    { op: 'delete_shape', target: 'Data!img1' },
    { op: 'add_comment', target: 'Data!B4', text: 'So.' },
    { op: 'freeze', target: 'Data', rows: 1 },
    { op: 'set_page', target: 'Data', orientation: 'landscape' },
    { op: 'add_slicer', target: 'Data!H2', pivot: 'PivotTable1', column: 'Region' },
    { op: 'define_name', name: 'More', refers_to: 'Data!$A$1' },
  ])
    assert.equal(faults(SAME, SHEET, operation), '', operation.op);
});

test('rules, validations and links of cells that nobody named stay', () => {
  assert.match(
    faults((xml) => xml.replace('sqref="B2:B4"', 'sqref="B2:B3"')),
    /another conditionalFormatting/,
  );
  assert.match(
    faults((xml) => xml.replace('sqref="A2:A4"', 'sqref="A2:A3"')),
    /another dataValidations/,
  );
  assert.match(
    faults((xml) => xml.replace('<hyperlink ref="A3"', '<hyperlink ref="A2"')),
    /another hyperlinks/,
  );
  const rule = { op: 'add_conditional_format', target: 'Data!A2:A4', kind: 'cell', operator: 'less', value: 0, color: 'C00000' };
  assert.match(
    faults((xml) => xml.replace('sqref="B2:B4"', 'sqref="B2:B3"'), SHEET, rule),
    /another rule or link/,
  );
  const link = { op: 'set_link', target: 'Data!A4', url: 'https://example.com/four' };
  assert.match(
    faults((xml) => xml.replace('<hyperlink ref="A3"', '<hyperlink ref="A2"'), SHEET, link),
    /another rule or link/,
  );
});

test('settings of a sheet, names, formats and the list of sheets stay', () => {
  assert.match(
    faults((xml) => xml.replace('<sheetData', '<sheetPr><tabColor rgb="FFFF0000"/></sheetPr><sheetData')),
    /another sheetPr/,
  );
  assert.match(
    faults((xml) => xml.replace(/(<c r="A4")/, '$1 s="1"')),
    /another format/,
  );
  assert.match(
    faults((xml) => xml.replace('$B$2:$B$4', '$B$2:$B$3'), 'xl/workbook.xml'),
    /the name Units is another/,
  );
  assert.match(
    faults((xml) => xml.replace('name="Other"', 'name="Another"'), 'xl/workbook.xml'),
    /list of sheets/,
  );
});

test('charts, drawings, comments, pivot tables and relationships stay', () => {
  const chart = findPart(/charts\/chart\d*\.xml$/);
  assert.match(
    faults((xml) => xml.replace(/\$B\$2:\$B\$4/, '$B$2:$B$3'), chart, CELL),
    /shows something else/,
  );
  assert.match(
    faults((xml) => xml.replace(/\$B\$2:\$B\$4/, '$B$2:$B$3'), chart),
    /shows something else/,
  );
  // values that a chart keeps follow its cells
  assert.equal(faults(SAME, chart, CELL), '');
  const drawing = findPart(/drawings\/drawing\d*\.xml$/);
  assert.match(
    faults((xml) => xml.replace('descr="A dot"', 'descr="A spot"'), drawing),
    /nobody asked for/,
  );
  const shape = { op: 'add_shape', target: 'Data!A40', kind: 'rectangle' };
  assert.match(
    faults((xml) => xml.replace('descr="A dot"', 'descr="A spot"'), drawing, shape),
    /something else than it had/,
  );
  assert.match(
    faults((xml) => xml.replace('Why?', 'Why not?'), findPart(/comments\d*\.xml$/)),
    /nobody asked for/,
  );
  const cache = findPart(/pivotCacheDefinition\d*\.xml$/);
  assert.match(
    faults((xml) => xml.replace('ref="A1:B4"', 'ref="A1:B3"'), cache),
    /nobody asked for/,
  );
  const relations = 'xl/worksheets/_rels/sheet1.xml.rels';
  assert.match(
    faults((xml) => xml.replace('/three"', '/four"'), relations),
    /leads elsewhere/,
  );
  assert.match(
    faults((xml) => xml.replace('/three"', '/four"'), relations, CELL),
    /leads elsewhere/,
  );
  const inserted = { op: 'insert_rows', target: 'Data!2:2' };
  assert.match(
    faults((xml) => xml.replace('/three"', '/four"'), relations, inserted),
    /leads elsewhere/,
  );
});
