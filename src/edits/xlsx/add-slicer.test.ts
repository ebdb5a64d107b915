/** New slicers: valid, in step with what moves or goes, and without anything torn where their column or sheet goes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
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

const PIVOT = {
  op: 'add_pivot' as const,
  source: 'Data!A1:C4',
  sheet: 'Sums',
  rows: ['Region'],
  values: [{ field: 'Sales', function: 'count' as const }],
};

test('a slicer of a pivot table is as Excel writes it, for fields that are shown and for those that are not', async () => {
  const done = edit([
    PIVOT,
    { op: 'add_slicer', target: 'Sums!H2', pivot: 'pivottable1', column: 'region' },
    { op: 'add_slicer', target: 'Board!H2', pivot: 'Sums!A2', column: 'Product & size' },
    { op: 'add_slicer', target: 'Board!L2', pivot: 'PivotTable1', column: 'Region', caption: 'Where' },
    { ...TABLE, target: 'Data!A1:C4' },
    { op: 'add_slicer', target: 'Board!P2', table: 'Orders', column: 'Region' },
  ]);
  assert.deepEqual(new Set(done.said), new Set(['applied']), JSON.stringify(done.results));
  const [first, second] = [done.part('xl/slicerCaches/slicerCache1.xml'), done.part('xl/slicerCaches/slicerCache2.xml')];
  // East, North, West: the items of the cache in their order
  const all = '<items count="3"><i x="0" s="1"/><i x="2" s="1"/><i x="1" s="1"/></items>';
  const pivots = '<pivotTables><pivotTable tabId="3" name="PivotTable1"/></pivotTables>';
  assert.ok(
    first.includes(` name="Slicer_Region" sourceName="Region">${pivots}<data><tabular pivotCacheId="1">${all}</tabular></data></slicer`),
  );
  assert.match(second, /sourceName="Product &amp; size">.*<items count="2"><i x="1" s="1"\/><i x="0" s="1"\/><\/items>/s);
  const cache = done.part('xl/pivotCache/pivotCacheDefinition1.xml');
  assert.match(cache, /name="Product &amp; size" [^>]*><sharedItems count="2"><s v="Tea"\/><s v="Coffee"\/><\/sharedItems>/);
  assert.match(cache, /<ext uri="\{725AE2AE-9491-48be-B2B4-4EB974FC3084\}"[^>]*><x14:pivotCacheDefinition pivotCacheId="1"\/>/);
  assert.match(done.part('xl/pivotCache/pivotCacheRecords1.xml'), /<r><x v="0"\/><x v="0"\/><s v="2"\/><\/r><r><x v="1"\/><x v="1"\/>/);
  const table = done.part('xl/pivotTables/pivotTable1.xml');
  assert.match(table, /<pivotField showAll="0"><items count="3"><item x="1"\/><item x="0"\/><item t="default"\/><\/items><\/pivotField>/);
  const book = done.part('xl/workbook.xml');
  assert.match(book, /\{BBE1A952-AA13-448e-AADC-164F8A28A991\}.*\{46BE6895-7355-4a93-B00E-2C351335B9C9\}/s);
  assert.match(book, /<definedName name="Slicer_Region">#N\/A<.*<definedName name="Slicer_Region1">#N\/A</s);
  const board = done.part('xl/worksheets/sheet2.xml');
  assert.match(board, /\{A8765BA9-456A-4dab-B4F3-ACF838C121DE\}.*\{3A4CF648-6AED-40f4-86FF-DC5316D8AED3\}/s);
  const needs = [...done.part('xl/drawings/drawing2.xml').matchAll(/<mc:Choice Requires="(\w+)">/g)].map(([, name]) => name);
  assert.deepEqual(needs, ['a14', 'a14', 'sle15']);
  assert.deepEqual(torn(done), []);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});

test('buttons of a pivot table that is filtered are pressed for what it shows', () => {
  const filtered = { ...PIVOT, rows: ['Product & size'], filters: [{ field: 'Region', value: 'West' }] };
  const done = edit([filtered, { op: 'add_slicer', target: 'Sums!H2', pivot: 'PivotTable1', column: 'Region' }]);
  assert.match(done.part('xl/slicerCaches/slicerCache1.xml'), /<i x="0"\/><i x="2"\/><i x="1" s="1"\/>/);
  // as a person hides East in the rows
  const shown = edit([PIVOT]);
  const parts = unzipSync(shown.bytes);
  const name = 'xl/pivotTables/pivotTable1.xml';
  parts[name] = strToU8(strFromU8(parts[name] ?? new Uint8Array()).replace('<item x="0"/>', '<item h="1" x="0"/>'));
  const hidden = edit([{ op: 'add_slicer', target: 'Sums!H2', pivot: 'PivotTable1', column: 'Region' }], zipSync(parts));
  assert.match(hidden.part('xl/slicerCaches/slicerCache1.xml'), /<i x="0"\/><i x="2" s="1"\/><i x="1" s="1"\/>/);
});

test('slicers go with their pivot table, stay with one that is left, and what goes elsewhere is named', async () => {
  const slicer = { op: 'add_slicer' as const, target: 'Board!H2', pivot: 'PivotTable1', column: 'Region' };
  const done = edit([PIVOT, slicer, { ...slicer, target: 'Sums!H2' }, { op: 'delete_sheet', target: 'Sums' }]);
  assert.deepEqual(done.said, ['applied', 'applied', 'applied', 'applied']);
  assert.equal(done.results[3]?.message, 'The slicer "Region" on Board goes with it, as nothing is left that it filters.');
  assert.deepEqual(
    done.names.filter((name) => /slicer/i.test(name)),
    [],
  );
  assert.doesNotMatch(done.part('xl/workbook.xml'), /slicer/i);
  assert.deepEqual(torn(done), []);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);

  const two = edit([PIVOT, { ...PIVOT, sheet: 'Counts' }, slicer]);
  const parts = unzipSync(two.bytes);
  const name = 'xl/slicerCaches/slicerCache1.xml';
  const both = '<pivotTable tabId="3" name="PivotTable1"/><pivotTable tabId="4" name="PivotTable2"/>';
  parts[name] = strToU8(strFromU8(parts[name] ?? new Uint8Array()).replace('<pivotTable tabId="3" name="PivotTable1"/>', both));
  const left = edit([{ op: 'delete_sheet', target: 'Sums' }], zipSync(parts));
  assert.equal(left.results[0]?.message, undefined);
  assert.match(left.part(name), /<pivotTables><pivotTable tabId="4" name="PivotTable2"\/><\/pivotTables>/);
  // a sheet without a part in it goes while a slicer is elsewhere
  assert.deepEqual(edit([PIVOT, { ...PIVOT, sheet: 'Counts' }, slicer, { op: 'delete_sheet', target: 'Counts' }]).said.at(-1), 'applied');
});

test('a column that takes slicers with it says so, and a name that slicers, pivots or links need stays', () => {
  const slicers: EditOperation[] = [TABLE, { op: 'add_slicer', target: 'Board!H2', table: 'Orders', column: 'Sales' }];
  const done = edit([...slicers, { op: 'insert_rows', target: 'Data!2:2' }, { op: 'delete_columns', target: 'Data!C:C' }]);
  assert.deepEqual(
    done.results.map(({ message }) => message),
    [undefined, undefined, undefined, 'The slicer "Sales" on Board goes with it, as nothing is left that it filters.'],
  );
  const kept = edit([...slicers, { op: 'delete_name', name: 'Slicer_Sales' }]);
  assert.equal(kept.said[2], 'unsupported');
  const named = edit([{ op: 'define_name', name: 'Figures', refers_to: 'Data!A1:C4' }, PIVOT]);
  const parts = unzipSync(named.bytes);
  const name = 'xl/pivotCache/pivotCacheDefinition1.xml';
  const cache = strFromU8(parts[name] ?? new Uint8Array());
  assert.match(cache, /ref="A1:C4" sheet="Data"/);
  const gone = { op: 'delete_name' as const, name: 'figures' };
  assert.deepEqual(edit([gone], named.bytes).said, ['applied']);
  parts[name] = strToU8(cache.replace('ref="A1:C4" sheet="Data"', 'name="Figures"'));
  const used = edit([gone], zipSync(parts));
  assert.equal(used.results[0]?.message, 'A pivot table takes its figures from figures; change that first.');
});

test('what cannot be is refused with its reason', () => {
  const pivot = { op: 'add_slicer' as const, target: 'Board!H2', pivot: 'PivotTable1', column: 'Region' };
  assert.deepEqual(edit([pivot]).said, ['target_not_found']);
  assert.deepEqual(edit([PIVOT, { ...pivot, column: 'Country' }]).said, ['applied', 'target_not_found']);
  assert.deepEqual(edit([PIVOT, { ...pivot, pivot: 'Sums!H9' }]).said, ['applied', 'target_not_found']);
  assert.deepEqual(edit([TABLE, { ...pivot, table: 'Orders' }, { ...pivot, pivot: undefined }]).said.slice(1), [
    'unsupported',
    'unsupported',
  ]);
  assert.deepEqual(edit([pivot], edit([PIVOT, { op: 'protect_sheet', target: 'Sums' }]).bytes).said, ['protected_document']);
  assert.deepEqual(edit([TABLE, PIVOT, { op: 'rename_sheet', target: 'Sums', name: 'Now' }, pivot]).said.at(-1), 'applied');

  const ask = { op: 'add_slicer' as const, target: 'Board!H2', table: 'Orders', column: 'Region' };
  assert.deepEqual(edit([ask]).said, ['target_not_found']);
  assert.deepEqual(edit([TABLE, { ...ask, column: 'Country' }]).said, ['applied', 'target_not_found']);
  assert.deepEqual(edit([TABLE, { ...ask, target: 'Nowhere!A1' }]).said, ['applied', 'target_not_found']);
  assert.deepEqual(edit([TABLE, { ...ask, name: 'Pick' }, { ...ask, name: 'pick' }]).said, ['applied', 'applied', 'unsupported']);
  for (const target of ['Board', 'Data'])
    assert.deepEqual(edit([ask], edit([TABLE, { op: 'protect_sheet', target }]).bytes).said, ['protected_document']);
});

test('slicers are copied with their sheet: they filter the copy of what they filtered, or what is elsewhere', async () => {
  const done = edit([
    TABLE,
    PIVOT,
    { op: 'add_slicer', target: 'Data!H2', table: 'Orders', column: 'Region' },
    { op: 'add_slicer', target: 'Data!L2', pivot: 'PivotTable1', column: 'Region' },
    { op: 'copy_sheet', target: 'Data', name: 'Data copy' },
    { op: 'copy_sheet', target: 'Sums', name: 'Sums copy' },
    { op: 'add_slicer', target: 'Sums!H2', pivot: 'Sums!A2', column: 'Region' },
    { op: 'copy_sheet', target: 'Sums', name: 'Sums again' },
  ]);
  assert.deepEqual(new Set(done.said), new Set(['applied']), JSON.stringify(done.results));
  const caches = done.names.filter((name) => /slicerCaches\/[^/]*\.xml$/.test(name)).map((name) => done.part(name));
  const filtered = caches.map((xml) => [
    / name="([^"]*)"/.exec(xml)?.[1],
    /tableId="(\d+)"/.exec(xml)?.[1] ?? /tabId="(\d+)"/.exec(xml)?.[1],
  ]);
  const book = done.part('xl/workbook.xml');
  const tab = (name: string): string => new RegExp(`name="${name}" sheetId="(\\d+)"`).exec(book)?.[1] ?? '';
  assert.deepEqual(filtered.toSorted(), [
    ['Slicer_Region', '1'],
    ['Slicer_Region1', tab('Sums')],
    ['Slicer_Region2', '2'],
    ['Slicer_Region3', tab('Sums again')],
  ]);
  assert.equal(book.match(/<definedName name="Slicer_Region\d?">#N\/A</g)?.length, 4);
  assert.equal(book.match(/<x14:slicerCache /g)?.length, 4);
  const slicers = done.names
    .filter((name) => /slicers\/[^/]*\.xml$/.test(name))
    .flatMap((name) => [...done.part(name).matchAll(/<slicer [^>]*?name="([^"]*)" cache="([^"]*)"/g)]);
  const shown = slicers.map(([, name, cache]) => `${name ?? ''}: ${cache ?? ''}`).toSorted();
  assert.deepEqual(shown, [
    'Region 1: Slicer_Region1',
    'Region 2: Slicer_Region2',
    'Region 3: Slicer_Region1',
    'Region 4: Slicer_Region1',
    'Region 5: Slicer_Region3',
    'Region: Slicer_Region',
  ]);
  const named = done.names
    .filter((name) => /drawings\/drawing/.test(name) && name.endsWith('.xml'))
    .flatMap((name) => [...done.part(name).matchAll(/<sle:slicer [^>]*name="([^"]*)"/g)].map(([, one]) => one));
  assert.deepEqual(named.toSorted(), ['Region', 'Region 1', 'Region 2', 'Region 3', 'Region 4', 'Region 5']);
  assert.deepEqual(torn(done), []);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});

test('a slicer is deleted as what is drawn, and its cache with the last one that shows it', async () => {
  const slicer = { op: 'add_slicer' as const, target: 'Board!H2', table: 'Orders', column: 'Region' };
  const both = [TABLE, slicer, { ...slicer, target: 'Data!H2' }];
  const one = edit([...both, { op: 'delete_shape', target: 'Board!shape1' }]);
  assert.deepEqual(one.said, Array(4).fill('applied'), JSON.stringify(one.results));
  assert.equal(one.results[3]?.before, 'slicer Region');
  assert.deepEqual(
    one.names.filter((name) => /slicer\w*\.xml$/i.test(name)),
    ['xl/slicerCaches/slicerCache1.xml', 'xl/slicers/slicer2.xml'],
  );
  assert.deepEqual(torn(one), []);
  const none = edit([{ op: 'delete_shape', target: 'Data!shape1' }], one.bytes);
  assert.deepEqual(none.said, ['applied'], JSON.stringify(none.results));
  assert.deepEqual(
    none.names.filter((name) => /slicer/i.test(name)),
    [],
  );
  assert.doesNotMatch(none.part('xl/workbook.xml'), /slicer/i);
  const two = edit([TABLE, slicer, { ...slicer, target: 'Board!L2', column: 'Sales' }, { op: 'delete_shape', target: 'Board!shape1' }]);
  assert.match(two.part('xl/slicers/slicer1.xml'), /name="Sales"/);
  assert.doesNotMatch(two.part('xl/slicers/slicer1.xml'), /name="Region"/);
  for (const { bytes } of [one, none, two]) assert.deepEqual(await validateOffice(bytes, 'xlsx'), []);
});
