/** Names of table columns that are written over: what calls a column by its name follows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { openOfficePackage, readPart } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const text = (name: string, value: string): string => `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (name: string, value: number): string => `<c r="${name}"><v>${value}</v></c>`;
const formula = (name: string, value: string): string => `<c r="${name}"><f>${value}</f><v>7</v></c>`;
const DATA = [
  `<row r="1">${text('A1', 'Region')}${text('B1', 'Units')}${text('C1', 'Twice')}</row>`,
  `<row r="2">${text('A2', 'East')}${number('B2', 3)}${formula('C2', 'Orders[[#This Row],[Units]]*2')}</row>`,
  `<row r="3">${text('A3', 'West')}${number('B3', 4)}${formula('C3', 'Orders[[#This Row],[Units]]*2')}</row>`,
].join('');
const BOOK = wrapInXlsx({
  sheets: {
    Data: DATA,
    Sums: `<row r="1">${formula('A1', 'SUM(Orders[Units])')}${formula('B1', 'COUNTA(Orders[#Headers])')}${formula('C1', 'Orders[Region]&amp;"Units"')}</row>`,
  },
  behind: '<definedNames><definedName name="AllUnits">Orders[Units]</definedName></definedNames>',
});
const TABLE = { op: 'add_table' as const, target: 'Data!A1:C3', name: 'Orders' };

function edit(operations: EditOperation[], file = BOOK) {
  const { bytes, results, waiting } = applyEdits(file, operations, CONTEXT);
  const opened = openOfficePackage(bytes);
  return {
    bytes,
    results,
    waiting,
    said: results.map(({ status, reason }) => reason ?? status),
    part: (name: string): string => Buffer.from(readPart(opened, name)).toString('utf8'),
  };
}
const WITH_TABLE = edit([TABLE]).bytes;

test('the column has its new name in the table, in formulas and in names, and values stay', async () => {
  const done = edit([{ op: 'set_cells', target: 'Data!B1', values: [['No. [of] pieces']], expect: 'Units' }], WITH_TABLE);
  assert.deepEqual(done.said, ['applied'], JSON.stringify(done.results));
  assert.match(done.part('xl/tables/table1.xml'), /<tableColumn id="2" name="No\. \[of\] pieces"\/>/);
  const data = done.part('xl/worksheets/sheet1.xml');
  assert.equal(data.match(/<f>Orders\[\[#This Row\],\[No\. '\[of'\] pieces\]\]\*2<\/f><v>7<\/v>/g)?.length, 2);
  const sums = done.part('xl/worksheets/sheet2.xml');
  assert.match(sums, /<f>SUM\(Orders\[No\. '\[of'\] pieces\]\)<\/f><v>7<\/v>/);
  assert.match(sums, /<f>Orders\[Region\]&amp;"Units"<\/f><v>7<\/v>/);
  assert.match(done.part('xl/workbook.xml'), /<definedName name="AllUnits">Orders\[No\. '\[of'\] pieces\]<\/definedName>/);
  // a formula that looks at the names is counted again, no other
  assert.deepEqual(done.waiting, ['Sums!B1']);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});

test('several names at once with the cells below them, and a number as a text', () => {
  const values = [
    ['Units', 'Region', 2026],
    ['North', 5, 10],
  ];
  const done = edit([{ op: 'set_cells', target: 'Data!A1', values }], WITH_TABLE);
  assert.deepEqual(done.said, ['applied'], JSON.stringify(done.results));
  assert.match(done.part('xl/tables/table1.xml'), /name="Units"\/><tableColumn id="2" name="Region"\/><tableColumn id="3" name="2026"/);
  assert.match(done.part('xl/worksheets/sheet1.xml'), /<c r="C1" t="inlineStr">.*2026.*<c r="C2"><v>10<\/v><\/c>.*\[Region\]\]\*2/s);
  assert.match(done.part('xl/worksheets/sheet2.xml'), /SUM\(Orders\[Region\]\).*Orders\[Units\]&amp;"Units"/s);
});

test('slicers and pivot tables of the table follow', async () => {
  const before = edit([
    TABLE,
    { op: 'add_slicer', target: 'Sums!H2', table: 'Orders', column: 'Region' },
    { op: 'add_pivot', source: 'Orders', sheet: 'Pivot', rows: ['Region'], values: [{ field: 'Units' }] },
  ]);
  assert.deepEqual(before.said, ['applied', 'applied', 'applied']);
  const done = edit([{ op: 'set_cells', target: 'Data!A1', values: [['Area & place']] }], before.bytes);
  assert.deepEqual(done.said, ['applied'], JSON.stringify(done.results));
  assert.match(done.part('xl/slicerCaches/slicerCache1.xml'), / sourceName="Area &amp; place"/);
  assert.match(done.part('xl/pivotCache/pivotCacheDefinition1.xml'), /<cacheField name="Area &amp; place"/);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});

test('names that cannot be are refused, and other operations leave the header row alone', () => {
  const ask = (values: (string | number | null)[][]): string[] => edit([{ op: 'set_cells', target: 'Data!A1', values }], WITH_TABLE).said;
  assert.deepEqual(ask([['units']]), ['unsupported']);
  assert.deepEqual(ask([[null]]), ['read_only_content']);
  assert.deepEqual(ask([['x'.repeat(256)]]), ['would_overflow']);
  assert.deepEqual(ask([['Region']]), ['applied']);
  assert.deepEqual(edit([{ op: 'set_formula', target: 'Data!A1', formula: '=1' }], WITH_TABLE).said, ['read_only_content']);
  const parts = unzipSync(WITH_TABLE);
  const name = 'xl/tables/table1.xml';
  parts[name] = strToU8(strFromU8(parts[name] ?? new Uint8Array()).replace(' ref="A1:C3"', ' ref="A1:C3" headerRowCount="0"'));
  assert.deepEqual(edit([{ op: 'set_cells', target: 'Data!A1', values: [[5]] }], zipSync(parts)).said, ['applied']);
});

test('words are replaced in names of columns too, of several tables at once', async () => {
  const second = edit(
    [{ op: 'add_table', target: 'Sums!E1:E3', name: 'Others' }],
    edit([{ op: 'set_cells', target: 'Sums!E1', values: [['Old Units']] }], WITH_TABLE).bytes,
  ).bytes;
  const both = edit([{ op: 'set_formula', target: 'Sums!D1', formula: '=SUM(Orders[Units])+ROWS(Others[Old Units])' }], second).bytes;
  const done = edit([{ op: 'replace_text', find: 'Units', replace: 'Pieces', all: true }], both);
  assert.deepEqual(done.said, ['applied'], JSON.stringify(done.results));
  assert.match(done.part('xl/worksheets/sheet2.xml'), /<f>SUM\(Orders\[Pieces\]\)\+ROWS\(Others\[Old Pieces\]\)<\/f>/);
  assert.match(done.part('xl/worksheets/sheet1.xml'), /<f>Orders\[\[#This Row\],\[Pieces\]\]\*2<\/f><v>7<\/v>/);
  assert.match(done.part('xl/tables/table1.xml'), /name="Pieces"/);
  assert.match(done.part('xl/tables/table2.xml'), /name="Old Pieces"/);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
  assert.deepEqual(edit([{ op: 'replace_text', target: 'Data!A1:C1', find: 'Units', replace: 'region' }], both).said, ['unsupported']);
  assert.deepEqual(edit([{ op: 'replace_text', target: 'Data!B1', find: 'Units', replace: ' ' }], both).said, ['read_only_content']);
});

test('a name of two lines is the same in the table and in formulas', () => {
  const lines = edit([{ op: 'set_cells', target: 'Data!B1', values: [['Units\nsold']] }], WITH_TABLE);
  assert.match(lines.part('xl/tables/table1.xml'), /name="Units_x000a_sold"/);
  assert.match(lines.part('xl/worksheets/sheet2.xml'), /SUM\(Orders\[Units\nsold\]\)/);
  const again = edit([{ op: 'set_cells', target: 'Data!B1', values: [['Units']] }], lines.bytes);
  assert.match(again.part('xl/tables/table1.xml'), /name="Units"/);
  assert.match(again.part('xl/worksheets/sheet2.xml'), /SUM\(Orders\[Units\]\)/);
});

test('a column that came into a table with its own name had another one in the table', async () => {
  const insert = (...columns: unknown[][]): EditOperation => ({
    op: 'insert_columns',
    target: 'Data!C:C',
    count: columns.length,
    values: columns,
  });
  const done = edit([insert(['Price', 2.5, 3], [2027]), { op: 'set_cells', target: 'Data!B2', values: [[9]] }], WITH_TABLE);
  assert.deepEqual(done.said, ['applied', 'applied'], JSON.stringify(done.results));
  const table = done.part('xl/tables/table1.xml');
  assert.deepEqual(
    [...table.matchAll(/<tableColumn id="\d+" name="([^"]*)"/g)].map(([, name]) => name),
    ['Region', 'Units', 'Price', '2027', 'Twice'],
  );
  assert.match(done.part('xl/worksheets/sheet1.xml'), /<c r="D1" t="inlineStr"><is><t xml:space="preserve">2027</);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
  const bare = edit([insert([null, 1], ['column1'])], WITH_TABLE);
  assert.match(bare.part('xl/tables/table1.xml'), /name="Column2"\/><tableColumn id="\d+" name="column1"/);
  assert.deepEqual(edit([insert(['REGION'])], WITH_TABLE).said, ['unsupported']);
  assert.deepEqual(edit([insert([{ formula: '=1+1' }])], WITH_TABLE).said, ['read_only_content']);
  assert.deepEqual(edit([insert(['x'.repeat(256)])], WITH_TABLE).said, ['would_overflow']);
});
