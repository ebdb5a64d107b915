/** New pivot tables: figures against a count of their own, every layout valid, read back, and in step with the operations beside them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { openOfficePackage, partNames, readPart, relationshipsOf } from '../../ooxml/office-package.ts';
import { readWorkbookFile, textAt } from '../../ooxml/workbook-file.ts';
import { readPlace } from '../../spreadsheet/places.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const HEADS = ['Region', 'Product', 'Day', 'Units', 'Sales'];
type Row = [region: string | null, product: string, day: number, units: number | string | null, sales: number];
const RECORDS: Row[] = Array.from({ length: 60 }, (_, index): Row => {
  const region = index % 13 === 0 ? null : (['West', 'East', 'north'][index % 3] ?? '');
  return [
    region,
    index % 4 === 0 ? 'Tea' : 'Coffee',
    46_000 + (index % 5),
    index === 7 ? 'n/a' : index === 8 ? null : index + 1,
    (index * 37) % 101,
  ];
});
const cellXml = (name: string, value: string | number | null, style = ''): string =>
  value === null
    ? ''
    : typeof value === 'number'
      ? `<c r="${name}"${style}><v>${value}</v></c>`
      : `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
const rowXml = (number: number, values: readonly (string | number | null)[]): string =>
  `<row r="${number}">${values.map((value, at) => cellXml(`${'ABCDE'.charAt(at)}${number}`, value)).join('')}</row>`;
const DATA = [rowXml(1, HEADS), ...RECORDS.map((record, index) => rowXml(index + 2, record))].join('');
const BOOK = wrapInXlsx({ sheets: { Data: DATA, Notes: '<row r="3"><c r="B3"><v>1</v></c></row>' } });
const SOURCE = 'Data!A1:E61';

function edit(file: Uint8Array, operations: EditOperation[]) {
  const { bytes, results } = applyEdits(file, operations, CONTEXT);
  const opened = openOfficePackage(bytes);
  const book = readWorkbookFile(opened);
  const at = (sheet: string, name: string): string => {
    const found = book.sheet(sheet);
    const place = readPlace(name);
    assert.ok(found !== undefined && place !== null);
    return textAt(book, found, place);
  };
  const part = (name: string): string => Buffer.from(readPart(opened, name)).toString('utf8');
  return {
    bytes,
    said: results.map(({ status, reason }) => reason ?? status),
    messages: results.map(({ message }) => message),
    at,
    part,
    opened,
  };
}

const total = (keep: (row: Row) => boolean): number => RECORDS.filter(keep).reduce((sum, row) => sum + row[4], 0);

test('a pivot table shows the sums that the records give, sorted, with blanks last', async () => {
  const done = edit(BOOK, [
    { op: 'add_pivot', source: SOURCE, sheet: 'By region', rows: ['Region'], columns: ['product'], values: [{ field: 'Sales' }] },
  ]);
  assert.deepEqual(done.said, ['applied']);
  assert.deepEqual(
    ['A3', 'A4', 'A5', 'A6', 'A7'].map((name) => done.at('By region', name)),
    ['East', 'north', 'West', '(blank)', 'Grand Total'],
  );
  assert.deepEqual(
    ['A1', 'B1', 'A2', 'B2', 'C2', 'D2'].map((name) => done.at('By region', name)),
    ['Sum of Sales', 'Column Labels', 'Row Labels', 'Coffee', 'Tea', 'Grand Total'],
  );
  for (const [row, region] of [
    [3, 'East'],
    [4, 'north'],
    [5, 'West'],
    [6, null],
  ] as const) {
    assert.equal(
      Number(done.at('By region', `B${row}`)),
      total((one) => one[0] === region && one[1] === 'Coffee'),
    );
    assert.equal(
      Number(done.at('By region', `C${row}`)),
      total((one) => one[0] === region && one[1] === 'Tea'),
    );
    assert.equal(
      Number(done.at('By region', `D${row}`)),
      total((one) => one[0] === region),
    );
  }
  assert.equal(
    Number(done.at('By region', 'D7')),
    total(() => true),
  );
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});

test('months and days of the week stand in the order of the calendar, in whatever language', () => {
  const headsOf = (names: readonly string[]): string[] => {
    const lines = names.map((name, at) => rowXml(at + 2, [name, at]));
    const book = wrapInXlsx({ sheets: { Data: rowXml(1, ['When', 'Sum']) + lines.join('') } });
    const pivot = edit(book, [
      { op: 'add_pivot', source: `Data!A1:B${names.length + 1}`, rows: ['When'], values: [{ field: 'Sum' }], totals: 'none' },
    ]);
    assert.deepEqual(pivot.said, ['applied']);
    return names.map((_, at) => pivot.at('Pivot', `A${at + 2}`));
  };
  assert.deepEqual(headsOf(['Feb', 'Dec', 'Jan']), ['Jan', 'Feb', 'Dec']);
  assert.deepEqual(headsOf(['Sunday', 'friday', 'Monday']), ['Monday', 'friday', 'Sunday']);
  assert.deepEqual(headsOf(['marzo', 'abril', 'enero']), ['enero', 'marzo', 'abril']);
  assert.deepEqual(headsOf(['May', 'Ann', 'June']), ['Ann', 'June', 'May']);
});

test('every layout with several fields, figures and filters is valid, and the totals of outer fields are right', async () => {
  for (const layout of ['compact', 'outline', 'tabular'] as const)
    for (const subtotals of [true, false]) {
      const done = edit(BOOK, [
        {
          op: 'add_pivot',
          source: SOURCE,
          target: 'Data!H2',
          rows: ['Region', 'Product'],
          columns: ['Day'],
          values: [
            { field: 'Sales', number_format: '#,##0.0' },
            { field: 'Units', function: 'average', name: 'Mean' },
          ],
          filters: [],
          layout,
          subtotals,
        },
        { op: 'insert_rows', target: 'Data!1:1', count: 2 },
        { op: 'rename_sheet', target: 'Data', name: 'Figures' },
      ]);
      assert.deepEqual(done.said, ['applied', 'applied', 'applied'], String(done.messages));
      const table = done.part('xl/pivotTables/pivotTable1.xml');
      assert.match(table, /<location ref="H4:/);
      assert.match(done.part('xl/pivotCache/pivotCacheDefinition1.xml'), /<worksheetSource ref="A3:E63" sheet="Figures"\/>/);
      if (layout !== 'tabular') assert.equal(done.at('Figures', 'H7'), 'East');
      assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
    }
});

test('functions take blanks, texts and single numbers as Excel takes them', () => {
  const units = RECORDS.flatMap((row) => (row[1] === 'Tea' && typeof row[3] === 'number' ? [row[3]] : []));
  const mean = units.reduce((sum, one) => sum + one, 0) / units.length;
  const variance = units.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (units.length - 1);
  const done = edit(BOOK, [
    {
      op: 'add_pivot',
      source: SOURCE,
      rows: ['Product'],
      values: (['count', 'count_numbers', 'average', 'min', 'max', 'var', 'stdev'] as const).map((take) => ({
        field: 'Units',
        function: take,
      })),
      filters: [{ field: 'Region' }],
    },
  ]);
  assert.deepEqual(done.said, ['applied']);
  assert.deepEqual(
    ['A1', 'B1', 'A3', 'B3', 'A5'].map((name) => done.at('Pivot', name)),
    ['Region', '(All)', 'Row Labels', 'Count of Units', 'Tea'],
  );
  const tea = RECORDS.filter((row) => row[1] === 'Tea');
  const expected = [
    tea.filter((row) => row[3] !== null).length,
    units.length,
    mean,
    Math.min(...units),
    Math.max(...units),
    variance,
    Math.sqrt(variance),
  ];
  for (const [index, value] of expected.entries())
    assert.ok(Math.abs(Number(done.at('Pivot', `${'BCDEFGH'.charAt(index)}5`)) - value) < 1e-9);
});

test('a filter shows one value, and update_pivot takes the new table', async () => {
  const done = edit(BOOK, [
    { op: 'add_pivot', source: SOURCE, rows: ['Product'], values: [{ field: 'Sales' }], filters: [{ field: 'Region', value: 'east' }] },
    { op: 'update_pivot', target: 'Pivot!A4', source: 'Data!A1:E50' },
  ]);
  assert.deepEqual(done.said, ['applied', 'applied']);
  assert.equal(
    Number(done.at('Pivot', 'B6')),
    total((row) => row[0] === 'East'),
  );
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});

test('a table is a source by its name, and a second pivot table has a cache of its own', async () => {
  const done = edit(BOOK, [
    { op: 'add_table', target: SOURCE, name: 'Orders' },
    { op: 'add_pivot', source: 'orders', rows: ['Region'], values: [{ field: 'Sales' }] },
    { op: 'add_pivot', source: 'Orders', rows: ['Day'], values: [{ field: 'Sales', function: 'max' }] },
  ]);
  assert.deepEqual(done.said, ['applied', 'applied', 'applied']);
  assert.match(done.part('xl/pivotCache/pivotCacheDefinition1.xml'), /<worksheetSource name="Orders"\/>/);
  assert.equal(partNames(done.opened).filter((name) => /pivotTable\d\.xml$/.test(name)).length, 2);
  assert.match(done.part('xl/workbook.xml'), /cacheId="1".*cacheId="2"/s);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});

test('what cannot be is refused with its reason', () => {
  const nameless = wrapInXlsx({ sheets: { Data: rowXml(1, ['A', null]) + rowXml(2, [1, 2]) } });
  assert.deepEqual(edit(nameless, [{ op: 'add_pivot', source: 'Data!A1:B2', rows: ['A'], values: [{ field: 'A' }] }]).said, [
    'unsupported',
  ]);
  const ask = { op: 'add_pivot' as const, source: SOURCE, rows: ['Region'], values: [{ field: 'Sales' }] };
  assert.deepEqual(edit(BOOK, [{ ...ask, target: 'Notes!A1' }]).said, ['would_overflow']);
  assert.deepEqual(edit(BOOK, [{ ...ask, target: 'Notes!XFD1' }]).said, ['would_overflow']);
  assert.deepEqual(edit(BOOK, [{ ...ask, rows: ['Country'] }]).said, ['target_not_found']);
  assert.deepEqual(edit(BOOK, [{ ...ask, columns: ['Region'] }]).said, ['unsupported']);
  assert.deepEqual(edit(BOOK, [{ ...ask, sheet: 'data' }]).said, ['unsupported']);
  assert.deepEqual(edit(edit(BOOK, [{ op: 'protect_sheet', target: 'Notes' }]).bytes, [{ ...ask, target: 'Notes!D1' }]).said, [
    'protected_document',
  ]);
});

test('cells of a protected sheet are counted and drawn elsewhere, as they are only read', () => {
  const done = edit(edit(BOOK, [{ op: 'protect_sheet', target: 'Data' }]).bytes, [
    { op: 'add_pivot', source: SOURCE, sheet: 'Sums', rows: ['Region'], values: [{ field: 'Sales' }] },
    { op: 'add_chart', target: 'Notes!F3', kind: 'column', data: 'Data!C1:E9' },
    { op: 'add_sparklines', target: 'Notes!F1:F2', data: 'Data!C2:E3' },
    { op: 'add_chart', target: 'Data!H3', kind: 'column', data: 'Data!C1:E9' },
  ]);
  assert.deepEqual(done.said, ['applied', 'applied', 'applied', 'protected_document']);
  assert.match(done.part('xl/charts/chart1.xml'), /<c:f>Data!\$E\$2:\$E\$9<\/c:f>/);
});

test('times are named by the built-in format of their cells', () => {
  const plain = wrapInXlsx({ sheets: { Data: `${rowXml(1, ['Hour', 'Count'])}${rowXml(2, [45_000.25, 1])}${rowXml(3, [45_000.75, 2])}` } });
  const parts = unzipSync(edit(plain, [{ op: 'set_number_format', target: 'Data!A2:A3', format: 'h:mm' }]).bytes);
  const styles = strFromU8(parts['xl/styles.xml'] ?? new Uint8Array());
  assert.match(styles, /<numFmts.*numFmtId="164" fontId/s);
  // 20 is this format by number alone, as Excel writes it (§18.8.30)
  const named = styles.replace(/<numFmts.*<\/numFmts>/s, '').replace('numFmtId="164"', 'numFmtId="20"');
  const given = zipSync({ ...parts, 'xl/styles.xml': strToU8(named) });
  const done = edit(given, [{ op: 'add_pivot', source: 'Data!A1:B3', sheet: 'Sums', rows: ['Hour'], values: [{ field: 'Count' }] }]);
  assert.deepEqual(done.said, ['applied']);
  assert.match(done.part('xl/styles.xml'), /formatCode="h:mm"/);
  assert.doesNotMatch(done.part('xl/styles.xml'), /dd\/mm/);
});

test('a sheet is copied with its pivot tables, which count with the same cache, and their charts', async () => {
  const pivot = { op: 'add_pivot' as const, source: SOURCE, rows: ['Region'], values: [{ field: 'Sales' }] };
  const one = edit(BOOK, [
    { ...pivot, sheet: 'Sums' },
    { op: 'add_chart', target: 'Sums!E2', kind: 'column', data: 'Sums!A1:B4' },
  ]);
  assert.deepEqual(one.said, ['applied', 'applied']);
  const parts = unzipSync(one.bytes);
  const chart = 'xl/charts/chart1.xml';
  const source = '<c:pivotSource><c:name>[Book.xlsx]Sums!PivotTable1</c:name><c:fmtId val="0"/></c:pivotSource><c:chart>';
  parts[chart] = strToU8(strFromU8(parts[chart] ?? new Uint8Array()).replace('<c:chart>', source));
  const done = edit(zipSync(parts), [{ op: 'copy_sheet', target: 'Sums', name: "May's sums" }]);
  assert.deepEqual(done.said, ['applied']);
  assert.deepEqual(done.messages, [undefined]);
  const leads = relationshipsOf(done.opened, 'xl/pivotTables/pivotTable2.xml').map(({ target }) => target);
  assert.deepEqual(leads, ['xl/pivotCache/pivotCacheDefinition1.xml']);
  assert.equal(partNames(done.opened).filter((name) => /pivotCacheDefinition\d+\.xml$/.test(name)).length, 1);
  assert.equal(done.part('xl/pivotTables/pivotTable2.xml'), done.part('xl/pivotTables/pivotTable1.xml'));
  assert.match(done.part('xl/charts/chart2.xml'), /<c:name>\[Book\.xlsx\]May's sums!PivotTable1<\/c:name>/);
  assert.match(done.part(chart), /<c:name>\[Book\.xlsx\]Sums!PivotTable1<\/c:name>/);
  assert.equal(done.at("May's sums", 'B2'), done.at('Sums', 'B2'));
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
  // a slicer is added to the copy, not to what it is copied from
  const both = edit(done.bytes, [{ op: 'add_slicer', target: 'Notes!D2', pivot: "'May''s sums'!A2", column: 'Region' }]);
  assert.match(both.part('xl/slicerCaches/slicerCache1.xml'), /<pivotTable tabId="4" name="PivotTable1"\/>/);
  const own = edit(BOOK, [
    { ...pivot, target: 'Data!H1' },
    { op: 'copy_sheet', target: 'Data', name: 'May' },
  ]);
  assert.equal(own.messages[1], 'Pivot tables of May count the cells of Data, as those that they are copied from do.');
});

test('errors are items as they are, and what counts with one is that error', async () => {
  const error = (name: string, value: string): string => `<c r="${name}" t="e"><v>${value}</v></c>`;
  const rows = [
    rowXml(1, ['Region', 'Units']),
    rowXml(2, ['East', 2]),
    `<row r="3">${cellXml('A3', 'East')}${error('B3', '#N/A')}</row>`,
    rowXml(4, ['West', 5]),
    `<row r="5">${error('A5', '#REF!')}${cellXml('B5', 7)}</row>`,
  ];
  const values = [
    { field: 'Units' },
    { field: 'Units', function: 'count' },
    { field: 'Units', function: 'count_numbers', name: 'Numbers' },
  ];
  const made = edit(wrapInXlsx({ sheets: { Data: rows.join('') } }), [
    { op: 'add_pivot', source: 'Data!A1:B5', sheet: 'Pivot', rows: ['Region'], values },
  ]);
  assert.deepEqual(made.said, ['applied'], String(made.messages));
  const row = (number: number): string[] => ['A', 'B', 'C', 'D'].map((letter) => made.at('Pivot', `${letter}${number}`));
  assert.deepEqual(row(2), ['East', '#N/A', '2', '1']);
  assert.deepEqual(row(3), ['West', '5', '1', '1']);
  assert.deepEqual(row(4), ['#REF!', '7', '1', '1']);
  assert.deepEqual(row(5), ['Grand Total', '#N/A', '4', '3']);
  assert.match(made.part('xl/worksheets/sheet2.xml'), /<c r="A4"[^>]* t="e"><v>#REF!<\/v>/);
  assert.match(made.part('xl/pivotCache/pivotCacheDefinition1.xml'), /<s v="West"\/><e v="#REF!"\/>/);
  assert.deepEqual(await validateOffice(made.bytes, 'xlsx'), []);
});

test('fields follow the cells that name them where the source is no table', async () => {
  const named = edit(BOOK, [
    { op: 'define_name', name: 'Figures', refers_to: 'Data!$A$1:$E$61' },
    { op: 'add_pivot', source: SOURCE, sheet: 'Pivot', rows: ['Region'], values: [{ field: 'Sales' }] },
  ]);
  assert.deepEqual(named.said, ['applied', 'applied'], String(named.messages));
  const done = edit(named.bytes, [
    { op: 'set_cells', target: 'Data!A1', values: [['Area & place', 'product', null]] },
    { op: 'replace_text', target: 'Data!E1', find: 'Sales', replace: 'Product' },
  ]);
  assert.deepEqual(done.said, ['applied', 'applied'], String(done.messages));
  const fields = (part: string): string[] => [...part.matchAll(/<cacheField name="([^"]*)"/g)].map(([, name = '']) => name);
  assert.deepEqual(fields(done.part('xl/pivotCache/pivotCacheDefinition1.xml')), [
    'Area &amp; place',
    'product',
    'Day',
    'Units',
    'Product2',
  ]);
  // the same area by its name
  const parts = unzipSync(named.bytes);
  const cache = 'xl/pivotCache/pivotCacheDefinition1.xml';
  parts[cache] = strToU8(
    strFromU8(parts[cache] ?? new Uint8Array()).replace(/<worksheetSource [^>]*>/, '<worksheetSource name="figures"/>'),
  );
  const other = edit(zipSync(parts), [{ op: 'set_cells', target: 'Data!D1', values: [[2026], [1]] }]);
  assert.deepEqual(fields(other.part(cache)), ['Region', 'Product', 'Day', '2026', 'Sales']);
  assert.match(other.part('xl/worksheets/sheet1.xml'), /<c r="D1"><v>2026<\/v>/);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});

test('the second of two columns of one name is numbered, as in Excel', () => {
  const book = wrapInXlsx({ sheets: { Data: rowXml(1, ['A', 'Sales', 'sales', 'Sales2']) + rowXml(2, [1, 2, 3, 4]) } });
  const made = edit(book, [{ op: 'add_pivot', source: 'Data!A1:D2', sheet: 'P', rows: ['A'], values: [{ field: 'sales3' }] }]);
  assert.deepEqual(made.said, ['applied'], String(made.messages));
  assert.equal(made.at('P', 'B2'), '3');
});

test('formulas without values wait for a copy in which they are counted', () => {
  const sheet = (value: (row: number) => string): Uint8Array =>
    wrapInXlsx({
      sheets: {
        Data: [
          rowXml(1, ['Region', 'Units']),
          ...[2, 3, 4].map(
            (row) =>
              `<row r="${row}">${cellXml(`A${row}`, row === 3 ? 'East' : 'West')}<c r="B${row}"><f>ROW()*2</f>${value(row)}</c></row>`,
          ),
        ].join(''),
      },
    });
  const [file, counted] = [sheet(() => ''), sheet((row) => `<v>${row * 2}</v>`)];
  const ask: EditOperation[] = [{ op: 'add_pivot', source: 'Data!A1:B4', sheet: 'P', rows: ['Region'], values: [{ field: 'Units' }] }];
  const alone = applyEdits(file, ask, CONTEXT);
  assert.deepEqual([alone.results[0]?.reason, alone.wanting], ['unsupported', 0]);
  const copies = [{ before: 0, bytes: counted }];
  const { bytes, results, wanting, integrity } = applyEdits(file, ask, CONTEXT, copies);
  assert.deepEqual([results[0]?.status, wanting], ['applied', undefined], results[0]?.message);
  const book = readWorkbookFile(openOfficePackage(bytes));
  const found = book.sheet('P');
  assert.deepEqual(
    ['B2', 'B3', 'B4'].map((name) => found && textAt(book, found, readPlace(name) ?? { row: 1, column: 1 })),
    ['6', '12', '18'],
  );
  assert.ok(integrity.parts_changed.includes('xl/worksheets/sheet1.xml'), 'the values are in the file, too');
  // what is refused with them all the same gives the very file back
  const refused = applyEdits(file, [{ ...ask[0], op: 'add_pivot', rows: ['Nowhere'] }], CONTEXT, copies);
  assert.equal(refused.results[0]?.reason, 'target_not_found');
  assert.deepEqual(refused.bytes, file);
});
