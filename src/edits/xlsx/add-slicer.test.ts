/** New slicers: valid, in step with what moves or goes, and without anything torn where their column or sheet goes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { openOfficePackage, partNamed, partNames, readPart, relationshipsOf } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const text = (name: string, value: string): string => `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (number: number, region: string, product: string, sales: string): string =>
  `<row r="${number}">${text(`A${number}`, region)}${text(`B${number}`, product)}${text(`C${number}`, sales)}</row>`;
const DATA = [
  row(1, 'Region', 'Product &amp; size', 'Sales'),
  row(2, 'East', 'Tea', '2'),
  row(3, 'West', 'Coffee', '3'),
  row(4, 'North', 'Tea', '4'),
].join('');
const BOOK = wrapInXlsx({ sheets: { Data: DATA, Board: '<row r="3"><c r="B3"><v>1</v></c></row>' } });
const TABLE = { op: 'add_table' as const, target: 'Data!A1:C4', name: 'Orders' };

function edit(operations: EditOperation[], file = BOOK) {
  const { bytes, results } = applyEdits(file, operations, CONTEXT);
  const opened = openOfficePackage(bytes);
  const part = (name: string): string => Buffer.from(readPart(opened, name)).toString('utf8');
  return { bytes, opened, part, said: results.map(({ status, reason }) => reason ?? status), results, names: partNames(opened) };
}

/** Relationships that lead to no part, and those that parts name and do not have. */
function torn({ opened, names, part }: ReturnType<typeof edit>): string[] {
  return names
    .filter((name) => !name.endsWith('.rels') && name.endsWith('.xml') && !name.startsWith('['))
    .flatMap((name) => {
      const relations = relationshipsOf(opened, name);
      const lost = relations.filter(({ external, target }) => !external && partNamed(opened, target) === undefined);
      const used = [...part(name).matchAll(/ r:(?:id|embed)="([^"]*)"/g)].map(([, id]) => id);
      return [
        ...lost.map(({ target }) => `${name} leads to ${target}`),
        ...used.filter((id) => !relations.some((one) => one.id === id)).map((id) => `${name} names ${id}`),
      ];
    });
}

test('slicers of a table are as Excel writes them, several of a sheet in one part and of a column in one cache', async () => {
  const done = edit([
    TABLE,
    {
      op: 'add_slicer',
      target: 'Board!H2',
      table: 'orders',
      column: 'region',
      caption: 'Where "sold"',
      columns: 2,
      style: 'SlicerStyleDark3',
    },
    { op: 'add_slicer', target: 'Board!L2', table: 'Orders', column: 'Product & size', width_cm: 4, height_cm: 3 },
    { op: 'add_slicer', target: 'Data!H2', table: 'Orders', column: 'Region' },
  ]);
  assert.deepEqual(done.said, ['applied', 'applied', 'applied', 'applied'], JSON.stringify(done.results));
  const [first, second] = [done.part('xl/slicerCaches/slicerCache1.xml'), done.part('xl/slicerCaches/slicerCache2.xml')];
  assert.match(first, / name="Slicer_Region" sourceName="Region">.*<x15:tableSlicerCache tableId="1" column="1"\/>/s);
  assert.match(second, / name="Slicer_Product___size" sourceName="Product &amp; size">.*column="2"\/>/s);
  assert.equal(done.names.filter((name) => name.includes('slicerCaches/') && !name.endsWith('.rels')).length, 2);
  const book = done.part('xl/workbook.xml');
  assert.match(book, /<definedName name="Slicer_Region">#N\/A<\/definedName>/);
  assert.equal(book.match(/<x14:slicerCache /g)?.length, 2);
  assert.equal(book.match(/\{46BE6895-7355-4a93-B00E-2C351335B9C9\}/g)?.length, 1);
  const board = done.part('xl/slicers/slicer1.xml');
  assert.match(board, /name="Region" cache="Slicer_Region" caption="Where &quot;sold&quot;" columnCount="2" style="SlicerStyleDark3"/);
  assert.equal(board.match(/<slicer /g)?.length, 2);
  assert.match(done.part('xl/slicers/slicer2.xml'), /name="Region 1" cache="Slicer_Region"/);
  const drawing = done.part('xl/drawings/drawing1.xml');
  assert.match(drawing, /<xdr:ext cx="1440000" cy="1080000"\/>/);
  assert.equal(drawing.match(/<mc:Choice Requires="sle15">/g)?.length, 2);
  assert.equal(new Set([...drawing.matchAll(/<xdr:cNvPr id="([1-9]\d*)"/g)].map(([, id]) => id)).size, 4);
  assert.deepEqual(torn(done), []);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});

test('they go with rows, new names of sheets and new columns, and keep their column', async () => {
  const done = edit([
    TABLE,
    { op: 'add_slicer', target: 'Data!H3', table: 'Orders', column: 'Sales' },
    { op: 'insert_rows', target: 'Data!1:1', count: 2 },
    { op: 'insert_columns', target: 'Data!B:B' },
    { op: 'rename_sheet', target: 'Data', name: 'Figures' },
  ]);
  assert.deepEqual(done.said, ['applied', 'applied', 'applied', 'applied', 'applied']);
  assert.match(done.part('xl/drawings/drawing1.xml'), /<xdr:col>8<\/xdr:col>.*<xdr:row>4<\/xdr:row>/s);
  assert.match(done.part('xl/slicerCaches/slicerCache1.xml'), /tableId="1" column="3"/);
  assert.match(done.part('xl/tables/table1.xml'), /<tableColumn id="3" name="Sales"/);
  assert.deepEqual(torn(done), []);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});

test('the slicer of a column goes with it, and others stay', async () => {
  const slicers: EditOperation[] = [
    TABLE,
    { op: 'add_slicer', target: 'Board!H2', table: 'Orders', column: 'Region' },
    { op: 'add_slicer', target: 'Board!L2', table: 'Orders', column: 'Sales' },
  ];
  const done = edit([...slicers, { op: 'delete_columns', target: 'Data!C:C' }]);
  assert.deepEqual(done.said, ['applied', 'applied', 'applied', 'applied']);
  assert.deepEqual(
    done.names.filter((name) => /slicerCache\d/.test(name)),
    ['xl/slicerCaches/slicerCache1.xml'],
  );
  const left = done.part('xl/slicers/slicer1.xml');
  assert.deepEqual([/name="Region"/.test(left), /name="Sales"/.test(left)], [true, false]);
  assert.doesNotMatch(done.part('xl/workbook.xml'), /Slicer_Sales/);
  assert.equal(done.part('xl/drawings/drawing1.xml').match(/<xdr:oneCellAnchor/g)?.length, 1);
  assert.deepEqual(torn(done), []);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});

test('a sheet goes with its slicers, and with its table the slicers on other sheets', async () => {
  const slicer = { op: 'add_slicer' as const, target: 'Board!H2', table: 'Orders', column: 'Region' };
  for (const gone of ['Board', 'Data']) {
    const done = edit([TABLE, slicer, { op: 'delete_sheet', target: gone }]);
    assert.deepEqual(done.said, ['applied', 'applied', 'applied']);
    assert.deepEqual(
      done.names.filter((name) => /slicer/i.test(name)),
      [],
    );
    assert.doesNotMatch(done.part('xl/workbook.xml'), /slicer|extLst|definedName/i);
    assert.deepEqual(torn(done), []);
    assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
  }
  const both = edit([TABLE, slicer, { ...slicer, target: 'Data!H2' }, { op: 'delete_sheet', target: 'Board' }]);
  assert.deepEqual(both.said, ['applied', 'applied', 'applied', 'applied']);
  assert.deepEqual(
    both.names.filter((name) => /slicer\w*\.xml$/i.test(name)),
    ['xl/slicerCaches/slicerCache1.xml', 'xl/slicers/slicer2.xml'],
  );
  assert.deepEqual(torn(both), []);
});

test('a slicer of a table does not keep the sheet of a pivot table', () => {
  const done = edit([
    TABLE,
    { op: 'add_slicer', target: 'Board!H2', table: 'Orders', column: 'Region' },
    { op: 'add_pivot', source: 'Orders', sheet: 'Sums', rows: ['Region'], values: [{ field: 'Sales', function: 'count' }] },
    { op: 'delete_sheet', target: 'Sums' },
  ]);
  assert.deepEqual(done.said, ['applied', 'applied', 'applied', 'applied']);
  assert.ok(done.names.includes('xl/slicers/slicer1.xml'));
});

test('what cannot be is refused with its reason', () => {
  const ask = { op: 'add_slicer' as const, target: 'Board!H2', table: 'Orders', column: 'Region' };
  assert.deepEqual(edit([ask]).said, ['target_not_found']);
  assert.deepEqual(edit([TABLE, { ...ask, column: 'Country' }]).said, ['applied', 'target_not_found']);
  assert.deepEqual(edit([TABLE, { ...ask, target: 'Nowhere!A1' }]).said, ['applied', 'target_not_found']);
  assert.deepEqual(edit([TABLE, { ...ask, name: 'Pick' }, { ...ask, name: 'pick' }]).said, ['applied', 'applied', 'unsupported']);
  for (const target of ['Board', 'Data'])
    assert.deepEqual(edit([TABLE, { op: 'protect_sheet', target }, ask]).said, ['applied', 'applied', 'protected_document']);
});
