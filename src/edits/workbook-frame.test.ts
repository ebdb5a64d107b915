/** Operations on what is around the cells of a workbook: print set-up, outlines, links, styles, sparklines, copies. Each result is valid, and follows rows that come. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateOffice } from '../../test/support/validate-office.ts';
import { wrapInXlsx } from '../../test/support/workbook-parts.ts';
import { S } from '../ooxml/names.ts';
import { saveOfficePackage } from '../ooxml/change-package.ts';
import { openOfficePackage, partNames, readPart, type OfficePackage } from '../ooxml/office-package.ts';
import { applyEdits, type EditOperation, type EditResult } from './apply-edits.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';
const text = (name: string, value: string): string => `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
const ROWS =
  `<row r="1">${text('A1', 'Region')}${text('B1', 'Q1')}${text('C1', 'Q2')}</row>` +
  [2, 3, 4, 5]
    .map((row) => `<row r="${row}">${text(`A${row}`, `R${row}`)}<c r="B${row}"><v>${row}</v></c><c r="C${row}"><v>${9 - row}</v></c></row>`)
    .join('');
const BOOK = wrapInXlsx({ sheets: { Data: ROWS, Notes: `<row r="1"><c r="A1"><f>SUM(Data!B2:B5)</f></c></row>` } });

interface Done {
  results: EditResult[];
  opened: OfficePackage;
  bytes: Uint8Array;
}

function edit(file: Uint8Array, operations: EditOperation[]): Done {
  const { bytes, results } = applyEdits(file, operations, CONTEXT);
  return { bytes, results, opened: openOfficePackage(bytes) };
}
const said = ({ results }: Done): string[] =>
  results.map(({ op, status, reason, message }) => (status === 'applied' ? op : `${op} ${reason ?? ''}: ${message ?? ''}`));
const part = ({ opened }: Done, name: string): string => Buffer.from(readPart(opened, name)).toString('utf8');
const sheet = (done: Done, number = 1): string => part(done, `xl/worksheets/sheet${number}.xml`);

test('every operation on the frame of a sheet leaves a valid workbook, and what it made follows an inserted row', async () => {
  const operations: EditOperation[] = [
    { op: 'set_cell_style', target: 'Data!A1:C1', style: 'heading 2' },
    { op: 'add_sparklines', target: 'Data!D2:D5', data: 'Data!B2:C5', markers: true },
    { op: 'add_sparklines', target: 'Data!B7:C7', data: 'Data!B2:C5', kind: 'column' },
    { op: 'group', target: 'Data!3:4', collapsed: true },
    { op: 'group', target: 'Data!B:C' },
    { op: 'set_link', target: 'Data!A2', url: 'https://example.com/a?b=1&c=2', tip: 'Go "there"' },
    { op: 'set_link', target: 'Data!A3', to: 'Notes!A1' },
    { op: 'insert_image', target: 'Data!F2', image: { data: PIXEL }, alt: 'A dot', width_cm: 1 },
    { op: 'add_comment', target: 'Data!B2', text: 'one' },
    { op: 'delete_comment', target: 'Data!B2.comment', expect: 'one' },
    { op: 'add_table', target: 'Notes!D1:E3', name: 'Extra' },
    { op: 'resize_table', name: 'Extra', target: 'Notes!D1:F6' },
    { op: 'add_data_validation', target: 'Data!B2:B5', kind: 'whole', min: 0, max: 100 },
    { op: 'remove_rules', target: 'Data!B3', kind: 'data_validation' },
    { op: 'define_name', name: 'Gone', refers_to: 'Data!B2' },
    { op: 'delete_name', name: 'Gone' },
    {
      op: 'set_page',
      target: 'Data',
      print_area: 'A1:F9',
      repeat_rows: '1:1',
      repeat_columns: 'A:A',
      orientation: 'landscape',
      fit_width: 1,
      margins_cm: 1.5,
      center: 'both',
    },
    { op: 'set_header_footer', target: 'Data', place: 'header', center: 'R&D of {sheet}' },
    { op: 'set_header_footer', target: 'Data', place: 'footer', pages: 'first', right: 'Page {page} of {pages}' },
    { op: 'copy_sheet', target: 'Data', name: 'Copy' },
    { op: 'set_sheet', target: 'Data', tab_color: 'C00000', zoom: 90, gridlines: false },
    { op: 'set_sheet', target: 'Notes', hidden: true },
    { op: 'insert_rows', target: 'Data!3:3' },
  ];
  const done = edit(BOOK, operations);
  assert.deepEqual(
    said(done),
    operations.map(({ op }) => op),
  );
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
  const xml = sheet(done);
  assert.match(xml, /<xm:f>Data!B4:C4<\/xm:f><xm:sqref>D4</);
  assert.match(xml, /<hyperlink ref="A4" location="Notes!A1"\/>/);
  assert.match(xml, /<row r="4" outlineLevel="1" hidden="1">.*<row r="6" collapsed="1">/);
  assert.match(xml, /sqref="B2 B5:B6"/);
  const book = part(done, 'xl/workbook.xml');
  assert.match(book, /_xlnm.Print_Area" localSheetId="0">Data!\$A\$1:\$F\$10</);
  assert.match(book, /_xlnm.Print_Titles" localSheetId="0">Data!\$A:\$A,Data!\$1:\$1</);
  assert.match(book, /name="Copy".*name="Notes"[^>]*state="hidden"/);
  assert.doesNotMatch(book, /Gone/);
  assert.match(part(done, 'xl/tables/table1.xml'), /ref="D1:F6".*<tableColumns count="3">/);
  assert.equal(partNames(done.opened).filter((name) => /media\/image/.test(name)).length, 1, 'a copied sheet shows the same picture');
});

test('taking a group away shows what it hid, and rows that were hidden by hand stay so', () => {
  const given = wrapInXlsx({ sheets: { Data: '<row r="1"/><row r="2" outlineLevel="1" hidden="1"/><row r="3" hidden="1"/>' } });
  const done = edit(given, [{ op: 'group', target: 'Data!2:3', remove: true }]);
  assert.deepEqual(said(done), ['group']);
  assert.match(sheet(done), /<row r="2" outlineLevel="0" hidden="0"\/><row r="3" hidden="1" outlineLevel="0"\/>/);
});

test('a link over part of linked cells leaves the others theirs, and a link that goes takes its relationship along', () => {
  const first = edit(BOOK, [{ op: 'set_link', target: 'Data!A2:A5', url: 'https://example.com/', format: false }]);
  const second = edit(first.bytes, [{ op: 'set_link', target: 'Data!A3', remove: true }]);
  assert.match(sheet(second), /<hyperlink ref="A2"[^>]*r:id="rId1"\/><hyperlink ref="A4:A5"[^>]*r:id="rId1"\/>/);
  const third = edit(second.bytes, [{ op: 'set_link', target: 'Data!A1:A9', remove: true }]);
  assert.doesNotMatch(sheet(third), /hyperlink/);
  assert.doesNotMatch(part(third, 'xl/worksheets/_rels/sheet1.xml.rels'), /example/);
});

test('a name that a validation uses is not deleted', () => {
  const done = edit(BOOK, [
    { op: 'define_name', name: 'Regions', refers_to: 'Data!A2:A5' },
    { op: 'add_data_validation', target: 'Notes!B1', kind: 'list', source: '=Regions' },
    { op: 'delete_name', name: 'Regions' },
  ]);
  assert.deepEqual(
    done.results.map(({ status, reason }) => reason ?? status),
    ['applied', 'applied', 'read_only_content'],
  );
});

test('a pivot table takes its figures from more rows, and from no other columns', () => {
  const pivot = `<pivotTableDefinition xmlns="${S}" name="P" cacheId="1"><location ref="A3:B9" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/></pivotTableDefinition>`;
  const cache = `<pivotCacheDefinition xmlns="${S}"><cacheSource type="worksheet"><worksheetSource ref="A1:C3" sheet="Data"/></cacheSource><cacheFields count="3"><cacheField name="Region"/><cacheField name="Q1"/><cacheField name="Q2"/></cacheFields></pivotCacheDefinition>`;
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/pivotCacheDefinition" Target="/cache/c.xml"/></Relationships>`;
  const given = wrapInXlsx({
    sheets: { Data: ROWS, Pivot: '' },
    parts: [
      { name: 'p/p.xml', contentType: `${TYPES}.pivotTable+xml`, data: pivot },
      { name: 'p/_rels/p.xml.rels', contentType: 'application/vnd.openxmlformats-package.relationships+xml', data: relations },
      { name: 'cache/c.xml', contentType: `${TYPES}.pivotCacheDefinition+xml`, data: cache },
    ],
    relations: [{ sheet: 1, type: 'pivotTable', target: '/p/p.xml' }],
  });
  const done = edit(given, [
    { op: 'update_pivot', target: 'Pivot!B4', source: 'Data!A1:B5' },
    { op: 'update_pivot', target: 'Pivot!B4', source: 'Data!A1:C5' },
    { op: 'update_pivot', target: 'Pivot!D20' },
  ]);
  assert.deepEqual(
    done.results.map(({ status, reason }) => reason ?? status),
    ['unsupported', 'applied', 'target_not_found'],
  );
  assert.match(part(done, 'cache/c.xml'), /refreshOnLoad="1".*<worksheetSource ref="A1:C5" sheet="Data"\/>/);
});

test('a style of the file is used as it is, and one of Excel is made once', () => {
  const done = edit(BOOK, [
    { op: 'set_cell_style', target: 'Data!B2', style: 'Good' },
    { op: 'set_cell_style', target: 'Data!B3:B4', style: 'good' },
    { op: 'set_cell_style', target: 'Data!B2', style: 'Normal' },
  ]);
  assert.deepEqual(said(done), ['set_cell_style', 'set_cell_style', 'set_cell_style']);
  const styles = part(done, 'xl/styles.xml');
  assert.equal(styles.match(/name="Good"/g)?.length, 1);
  const [, b2, b3] = /<c r="B2" s="(\d+)">.*<c r="B3" s="(\d+)">/.exec(sheet(done)) ?? [];
  assert.notEqual(b2, b3);
});

test('a cell in a sheet of shared strings is found by its text, whichever way the index is written', () => {
  const strings = `<sst xmlns="${S}"><si><t>alpha</t></si><si><r><t>be</t></r><r><t>ta</t></r></si><si><t/></si></sst>`;
  const given = wrapInXlsx({
    sheets: {
      Data: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>1</v></c><c r="C1" t="s"><v> 1 </v></c><c r="D1" t="s"><v>&#49;</v></c><c r="E1" t="s"><v>2</v></c></row>',
    },
    parts: [{ name: 'xl/sharedStrings.xml', contentType: `${TYPES}.sharedStrings+xml`, data: strings }],
  });
  const opened = openOfficePackage(given);
  const rels = Buffer.from(readPart(opened, 'xl/_rels/workbook.xml.rels')).toString('utf8');
  opened.changes.set(
    'xl/_rels/workbook.xml.rels',
    Buffer.from(
      rels.replace(
        '</Relationships>',
        '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
      ),
    ),
  );
  const done = edit(saveOfficePackage(opened), [{ op: 'replace_text', find: 'beta', replace: 'gamma', all: true }]);
  assert.deepEqual(said(done), ['replace_text']);
  assert.match(
    sheet(done),
    /<c r="A1" t="s"><v>0<\/v><\/c><c r="B1"><v>1<\/v><\/c><c r="C1" t="inlineStr">.*gamma.*<c r="D1" t="inlineStr">.*gamma.*<c r="E1" t="s"><v>2</,
  );
});

test('names of columns that formulas give or that appear twice become texts of their own, which is told', async () => {
  const rows =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Sales</t></is></c><c r="B1" t="str"><f>A1&amp;""</f><v>Sales</v></c><c r="C1"><v>2026</v></c></row>' +
    '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><f>B1&amp;"!"</f><v>0</v></c></row>';
  const { bytes, results, waiting } = applyEdits(
    wrapInXlsx({ sheets: { Data: rows } }),
    [{ op: 'add_table', target: 'Data!A1:C2' }],
    CONTEXT,
  );
  assert.equal(results[0]?.status, 'applied', results[0]?.message);
  assert.equal(results[0]?.message, 'B1 holds "Sales2" in place of its formula.');
  const opened = openOfficePackage(bytes);
  const part = (name: string): string => Buffer.from(readPart(opened, name)).toString('utf8');
  assert.match(part('xl/tables/table1.xml'), /name="Sales"\/>.*name="Sales2"\/>.*name="2026"\/>/s);
  assert.match(part('xl/worksheets/sheet1.xml'), /<c r="B1" t="inlineStr"><is><t xml:space="preserve">Sales2<\/t>/);
  assert.deepEqual(waiting, ['Data!C2']);
  assert.deepEqual(await validateOffice(bytes, 'xlsx'), []);
  const unknown = rows.replace('<v>Sales</v>', '');
  const refused = applyEdits(wrapInXlsx({ sheets: { Data: unknown } }), [{ op: 'add_table', target: 'Data!A1:C2' }], CONTEXT);
  assert.equal(refused.results[0]?.reason, 'unsupported');
});

test('a copied sheet has each name once: its own before one of the workbook that means it too', () => {
  const named = (name: string, formula: string, scope = ''): string => `<definedName name="${name}"${scope}>${formula}</definedName>`;
  const behind = `<definedNames>${named('Total', 'Data!$A$1')}${named('Rate', '0.5')}${named('total', 'Data!$A$2', ' localSheetId="0"')}${named('total', 'Data!$A$3', ' localSheetId="0"')}</definedNames>`;
  const { bytes, results } = applyEdits(
    wrapInXlsx({ sheets: { Data: ROWS, Notes: ROWS }, behind }),
    [{ op: 'copy_sheet', target: 'Data', name: 'March' }],
    CONTEXT,
  );
  assert.equal(results[0]?.status, 'applied');
  const book = Buffer.from(readPart(openOfficePackage(bytes), 'xl/workbook.xml')).toString('utf8');
  assert.deepEqual(
    [...book.matchAll(/<definedName name="(\w+)" localSheetId="1">([^<]*)</g)].map(([, name, text]) => `${name} ${text}`),
    ['total March!$A$2'],
  );
});

test('a chart of slices has a colour for each where the charts of the workbook show one alone', () => {
  const chart = (target: string, kind: string): EditOperation => ({ op: 'add_chart', target, kind, data: 'Data!A1:B5' });
  const { bytes } = applyEdits(BOOK, [chart('Data!E2', 'column'), chart('Data!E20', 'pie')], CONTEXT);
  const opened = openOfficePackage(bytes);
  const xml = Buffer.from(readPart(opened, 'xl/charts/chart2.xml')).toString('utf8');
  const colors = [...xml.matchAll(/<c:dPt>.*?<a:srgbClr val="(\w+)"/gs)].map(([, color]) => color);
  assert.equal(colors.length, 4);
  assert.equal(new Set(colors).size, 4);
});

test('a link in the place of another gets a relationship of its own, and one that others lead by stays', () => {
  const once = edit(BOOK, [
    { op: 'set_link', target: 'Data!A2', url: 'https://example.com/a', format: false },
    { op: 'set_link', target: 'Data!B2', url: 'https://example.com/b', format: false },
  ]);
  // as some programs write it: two links that lead by one relationship
  const id = /ref="A2" [^>]*r:id="(\w+)"/.exec(sheet(once))?.[1] ?? '';
  const both = openOfficePackage(once.bytes);
  both.changes.set('xl/worksheets/sheet1.xml', Buffer.from(sheet(once).replace(/(ref="B2" [^>]*r:id=)"\w+"/, `$1"${id}"`)));
  const done = edit(saveOfficePackage(both), [{ op: 'set_link', target: 'Data!A2', url: 'https://example.com/c', format: false }]);
  assert.deepEqual(said(done), ['set_link']);
  assert.match(part(done, 'xl/worksheets/_rels/sheet1.xml.rels'), new RegExp(`Id="${id}"[^>]*example.com/a`));
  const lone = edit(BOOK, [{ op: 'set_link', target: 'Data!A2', url: 'https://example.com/a', format: false }]);
  const again = edit(lone.bytes, [{ op: 'set_link', target: 'Data!A2', url: 'https://example.com/d', format: false }]);
  assert.deepEqual(said(again), ['set_link']);
  assert.doesNotMatch(part(again, 'xl/worksheets/_rels/sheet1.xml.rels'), /example.com\/a/);
});

test('a sheet in another encoding than UTF-8 takes operations on cells', () => {
  const opened = openOfficePackage(BOOK);
  const given = sheet({ results: [], opened, bytes: BOOK }).replace(/^<\?xml[^>]*\?>\s*/, '');
  const latin = `<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>${given.replace('Region', 'Région')}`;
  opened.changes.set('xl/worksheets/sheet1.xml', Buffer.from(latin, 'latin1'));
  const done = edit(saveOfficePackage(opened), [{ op: 'set_cells', target: 'Data!B2', values: [['é']] }]);
  assert.deepEqual(said(done), ['set_cells']);
  assert.match(sheet(done), /Région.*é/s);
});

test('a protection that a request brings does not hold up its other operations, and follows a sheet that it renames', async () => {
  const done = edit(BOOK, [
    { op: 'rename_sheet', target: 'Data', name: 'Plan' },
    { op: 'protect_sheet', target: 'Data' },
    { op: 'set_cells', target: 'Data!B2', values: [[7]] },
    { op: 'replace_text', find: 'Region', replace: 'Area' },
    { op: 'set_page', target: 'Data', orientation: 'landscape' },
  ]);
  assert.deepEqual(said(done), ['rename_sheet', 'protect_sheet', 'set_cells', 'replace_text', 'set_page']);
  assert.match(sheet(done), /<sheetProtection sheet="1"/);
  assert.match(sheet(done), /<c r="B2"><v>7<\/v>/);
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
  // what was protected as it was sent stays so, and so does the order of a request that also takes protections away
  const locked = edit(done.bytes, [{ op: 'set_cells', target: 'Plan!B2', values: [[8]] }]);
  assert.match(said(locked)[0] ?? '', /^set_cells protected_document/);
  const opened = edit(done.bytes, [
    { op: 'protect_sheet', target: 'Plan', remove: true },
    { op: 'set_cells', target: 'Plan!B2', values: [[8]] },
    { op: 'protect_sheet', target: 'Plan', allow: ['sort'] },
  ]);
  assert.deepEqual(said(opened), ['protect_sheet', 'set_cells', 'protect_sheet']);
  assert.match(sheet(opened), /<sheetProtection sheet="1"[^>]* sort="0"/);
});

test('a chart takes columns that are apart, in blocks of the same rows', async () => {
  const done = edit(BOOK, [
    { op: 'add_chart', target: 'Data!F2', kind: 'column', data: 'Data!A1:A5,Data!C1:C5' },
    { op: 'add_chart', target: 'Data!F20', kind: 'line', data: "'Data'!A1:A5, C1:C5, B1:B5", title: 'Both' },
    { op: 'update_chart', target: 'Data!chart1', data: 'Data!A2:A5,Data!C1:C5' },
    { op: 'add_chart', target: 'Data!F40', kind: 'line', data: 'Data!A1:A5,Gone!C1:C5' },
  ]);
  assert.deepEqual(
    done.results.map(({ reason }) => reason ?? null),
    [null, null, 'unsupported', 'target_not_found'],
  );
  const formulas = (number: number): string[] =>
    [...part(done, `xl/charts/chart${number}.xml`).matchAll(/<c:f>([^<]*)<\/c:f>/g)].map(([, formula = '']) => formula);
  assert.deepEqual(formulas(1), ['Data!$C$1', 'Data!$A$2:$A$5', 'Data!$C$2:$C$5']);
  assert.deepEqual(
    formulas(2).filter((formula) => !formula.includes('$A')),
    ['Data!$C$1', 'Data!$C$2:$C$5', 'Data!$B$1', 'Data!$B$2:$B$5'],
  );
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});
