/** What edits of workbooks once did wrong, each named after its symptom. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { wrapInXlsx } from '../../test/support/workbook-parts.ts';
import { S } from '../ooxml/names.ts';
import { openOfficePackage, partNamed, readPart, relationshipsOf } from '../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';
import { listContent } from './list-content.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const ROWS = '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>';

test('a pivot cache that is not in xl/pivotCache, as ClosedXML writes it, follows a rename and inserted rows', () => {
  const cache = {
    name: 'pivotCache/cache1.xml',
    contentType: `${TYPES}.pivotCacheDefinition+xml`,
    data: `<pivotCacheDefinition xmlns="${S}"><cacheSource type="worksheet"><worksheetSource ref="A1:A2" sheet="Data"/></cacheSource></pivotCacheDefinition>`,
  };
  const { bytes, results } = applyEdits(
    wrapInXlsx({ sheets: { Data: ROWS }, parts: [cache] }),
    [
      { op: 'insert_rows', target: 'Data!2:2' },
      { op: 'rename_sheet', target: 'Data', name: 'Orders' },
    ],
    CONTEXT,
  );
  assert.deepEqual(
    results.map(({ status, message }) => message ?? status),
    ['applied', 'applied'],
  );
  assert.match(Buffer.from(readPart(openOfficePackage(bytes), cache.name)).toString(), /ref="A1:A3" sheet="Orders"/);
});

test('a chart that is not in xl/charts follows a rename', () => {
  const chart = {
    name: 'charts/c.xml',
    contentType: 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
    data: '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:ser><c:val><c:numRef><c:f>Data!A1:A2</c:f></c:numRef></c:val></c:ser></c:plotArea></c:chart></c:chartSpace>',
  };
  const { bytes } = applyEdits(
    wrapInXlsx({ sheets: { Data: ROWS }, parts: [chart] }),
    [{ op: 'rename_sheet', target: 'Data', name: 'Orders' }],
    CONTEXT,
  );
  assert.match(Buffer.from(readPart(openOfficePackage(bytes), chart.name)).toString(), /<c:f>Orders!A1:A2/);
});

test('cells of a pivot table are not written over', () => {
  const pivot = {
    name: 'xl/pivotTables/pivotTable1.xml',
    contentType: `${TYPES}.pivotTable+xml`,
    data: `<pivotTableDefinition xmlns="${S}" name="P" cacheId="1"><location ref="A1:B2" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/></pivotTableDefinition>`,
  };
  const { results } = applyEdits(
    wrapInXlsx({
      sheets: { Data: ROWS },
      parts: [pivot],
      relations: [{ sheet: 0, type: 'pivotTable', target: '../pivotTables/pivotTable1.xml' }],
    }),
    [
      { op: 'set_cells', target: 'Data!B2', values: [[5]] },
      { op: 'set_cells', target: 'Data!C3', values: [[5]] },
    ],
    CONTEXT,
  );
  assert.deepEqual(
    results.map(({ status, reason }) => reason ?? status),
    ['read_only_content', 'applied'],
  );
});

test('a formula that takes values from another workbook is refused; columns of tables and texts with brackets are none', () => {
  const reasons = (formula: string): string => {
    const [result] = applyEdits(
      wrapInXlsx({ sheets: { Data: ROWS } }),
      [{ op: 'set_formula', target: 'Data!C1', formula }],
      CONTEXT,
    ).results;
    return result?.reason ?? result?.status ?? '';
  };
  for (const formula of [
    "SUM('[1]Plan 2027'!C4)",
    '[2]Prices!B7*3',
    "'C:\\x\\[Other.xlsx]Sheet1'!A1",
    '[Other.xlsx]Sheet1!A1',
    '1+[Book.xlsx]!Name',
  ])
    assert.equal(reasons(formula), 'formula_error', formula);
  for (const formula of ['SUM(A1:A2)&"[x]!"', 'A1&" [1]Data!A1"']) assert.equal(reasons(formula), 'applied', formula);
});

test('a chart over formulas that an earlier operation of the same request has set is added', () => {
  const text = (cell: string, words: string): string => `<c r="${cell}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const rows = `<row r="1">${text('A1', 'City')}${text('B1', 'Cost')}</row><row r="2">${text('A2', 'Vigo')}</row><row r="3">${text('A3', 'Lugo')}</row>`;
  const chart = { op: 'add_chart', target: 'Data!D2', kind: 'column', data: 'Data!A1:B3' };
  const alone = applyEdits(wrapInXlsx({ sheets: { Data: rows } }), [chart], CONTEXT);
  assert.equal(alone.results[0]?.reason, 'unsupported');
  const formula = (cell: string): { op: string; target: string; formula: string } => ({
    op: 'set_formula',
    target: `Data!${cell}`,
    formula: '=1+2',
  });
  const { results, waiting } = applyEdits(wrapInXlsx({ sheets: { Data: rows } }), [formula('B2'), formula('B3'), chart], CONTEXT);
  assert.deepEqual(
    results.map(({ status, message }) => message ?? status),
    ['applied', 'applied', 'applied'],
  );
  assert.deepEqual(waiting, ['Data!B2', 'Data!B3']);
});

test('columns of texts beside figures are no series of a chart, which is told', () => {
  const text = (cell: string, words: string): string => `<c r="${cell}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const row = (at: number, ...words: string[]): string =>
    `<row r="${at}">${words.map((word, index) => (/^\d/.test(word) ? `<c r="${'ABC'[index] ?? ''}${at}"><v>${word}</v></c>` : text(`${'ABC'[index] ?? ''}${at}`, word))).join('')}</row>`;
  const book = wrapInXlsx({ sheets: { Data: row(1, 'City', 'Month', 'Cost') + row(2, 'Vigo', 'May', '3') + row(3, 'Lugo', 'June', '4') } });
  const chart = { op: 'add_chart', target: 'Data!E2', kind: 'column', data: 'Data!A1:C3' };
  const said = 'Without numbers, and therefore no series of the chart: "Month".';
  const added = applyEdits(book, [chart], CONTEXT);
  assert.equal(added.results[0]?.message, said);
  const seriesOf = (bytes: Uint8Array): string[] =>
    [
      ...Buffer.from(readPart(openOfficePackage(bytes), 'xl/charts/chart1.xml'))
        .toString()
        .matchAll(/<c:tx>.*?<c:f>([^<]*)/g),
    ].map(([, formula = '']) => formula);
  assert.deepEqual(seriesOf(added.bytes), ['Data!$C$1']);
  const updated = applyEdits(added.bytes, [{ op: 'update_chart', target: 'Data!chart1', data: 'Data!A1:C2' }], CONTEXT);
  assert.equal(updated.results[0]?.message, said);
  assert.deepEqual(seriesOf(updated.bytes), ['Data!$C$1']);
});

test('a chart is given cells whose formulas an earlier operation of the same request has set', () => {
  const text = (cell: string, words: string): string => `<c r="${cell}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const rows = `<row r="1">${text('A1', 'City')}${text('B1', 'Cost')}</row><row r="2">${text('A2', 'Vigo')}<c r="B2"><v>1</v></c></row><row r="3">${text('A3', 'Lugo')}<c r="B3"><v>2</v></c></row>`;
  const added = applyEdits(
    wrapInXlsx({ sheets: { Data: rows } }),
    [{ op: 'add_chart', target: 'Data!F2', kind: 'column', data: 'Data!A1:B3' }],
    CONTEXT,
  );
  const { results, waiting, bytes } = applyEdits(
    added.bytes,
    [
      { op: 'set_formula', target: 'Data!C2', formula: '=B2*2' },
      { op: 'set_formula', target: 'Data!C3', formula: '=B3*2' },
      { op: 'set_cells', target: 'Data!C1', values: [['Doubled']] },
      { op: 'update_chart', target: 'Data!chart1', data: 'Data!A1:C3' },
    ],
    CONTEXT,
  );
  assert.deepEqual(
    results.map(({ status, message }) => message ?? status),
    ['applied', 'applied', 'applied', 'applied'],
  );
  assert.deepEqual(waiting, ['Data!C2', 'Data!C3']);
  const chart = Buffer.from(readPart(openOfficePackage(bytes), 'xl/charts/chart1.xml')).toString('utf8');
  assert.match(chart, /Data!\$C\$2:\$C\$3<\/[^]*?ptCount val="2"\/><\/c:numCache>/);
  assert.match(chart, /<c:v>Doubled<\/c:v>/);
});

test('rows are sorted by what formulas come to after the operations before, never by what they came to', () => {
  const rowsOf = (first: number, second: number, values: readonly [string, string]): string =>
    `<row r="1"><c r="A1"><v>${first}</v></c><c r="B1"><f>A1*2</f>${values[0]}</c></row><row r="2"><c r="A2"><v>${second}</v></c><c r="B2"><f>A2*2</f>${values[1]}</c></row>`;
  const file = wrapInXlsx({ sheets: { Data: rowsOf(1, 2, ['<v>2</v>', '<v>4</v>']) } });
  const operations = [
    { op: 'set_cells', target: 'Data!A1', values: [[9]] },
    { op: 'sort', target: 'Data!A1:B2', by: [{ column: 'B' }], header: false },
  ];
  const blind = applyEdits(file, operations, CONTEXT);
  assert.equal(blind.results[1]?.reason, 'formula_error');
  const copy = wrapInXlsx({ sheets: { Data: rowsOf(9, 2, ['<v>18</v>', '<v>4</v>']) } });
  const { results, bytes, waiting } = applyEdits(file, operations, CONTEXT, [{ before: 1, bytes: copy }]);
  assert.deepEqual(
    results.map(({ status, message }) => message ?? status),
    ['applied', 'applied'],
  );
  assert.match(
    Buffer.from(readPart(openOfficePackage(bytes), 'xl/worksheets/sheet1.xml')).toString('utf8'),
    /<c r="A1"><v>2<\/v><\/c>[^]*<c r="A2"><v>9<\/v>/,
  );
  assert.deepEqual(waiting, ['Data!B1', 'Data!B2']);
});

test('a formula whose value is still to come is not merged away', () => {
  const { results } = applyEdits(
    wrapInXlsx({ sheets: { Data: ROWS } }),
    [
      { op: 'set_formula', target: 'Data!F1', formula: '=1+2' },
      { op: 'merge_cells', target: 'Data!E1:F1' },
    ],
    CONTEXT,
  );
  assert.deepEqual([results[0]?.status, results[1]?.reason], ['applied', 'merged_cells']);
});

test('a sheet that was added stood bare beside formatted ones: it takes their print set-up and their formats', () => {
  const styles = {
    name: 'xl/styles.xml',
    contentType: `${TYPES}.styles+xml`,
    data: `<styleSheet xmlns="${S}"><fonts count="1"><font><name val="Georgia"/></font></fonts><cellXfs count="6">${[0, 0, 0, 3, 9, 0].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"/>`).join('')}</cellXfs></styleSheet>`,
  };
  const cell = (name: string, style: number, text: string | number): string =>
    typeof text === 'number'
      ? `<c r="${name}" s="${style}"><v>${text}</v></c>`
      : `<c r="${name}" s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const given = `<sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews><sheetData><row r="1" ht="26">${cell('A1', 1, 'Site')}${cell('B1', 1, 'Cost')}${cell('C1', 1, 'Share')}</row><row r="2">${cell('A2', 2, 'North')}${cell('B2', 3, 5)}${cell('C2', 4, 0.5)}</row><row r="3">${cell('A3', 5, 'Total')}${cell('B3', 5, 5)}</row></sheetData><pageMargins left="0.5" right="0.5" top="1" bottom="1" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape"/><headerFooter><oddFooter>&amp;LCosts</oddFooter></headerFooter>`;
  const { bytes, results } = applyEdits(
    wrapInXlsx({ sheets: { Data: given }, parts: [styles], relations: [] }),
    [
      {
        op: 'add_sheet',
        name: 'More',
        values: [
          ['Site', 'Visits', 'Share'],
          ['South', 12, 0.25],
          ['Total', 12, null],
        ],
      },
    ],
    CONTEXT,
  );
  assert.deepEqual(
    results.map(({ status, message }) => message ?? status),
    ['applied'],
  );
  const xml = Buffer.from(readPart(openOfficePackage(bytes), 'xl/worksheets/sheet2.xml')).toString();
  assert.match(xml, /<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"\/>/);
  assert.match(xml, /<oddFooter>&amp;LCosts<\/oddFooter>/);
  assert.match(xml, /showGridLines="0"/);
  assert.match(xml, /<row r="1" ht="26" customHeight="1"><c r="A1" s="1"/);
  assert.match(xml, /<c r="A2" s="2"[^]*<c r="C2" s="4"><v>0.25/, 'the share as the column of that name has it');
  assert.match(xml, /<c r="A3" s="5"[^]*<c r="B3" s="5"[^]*<c r="C3" s="5"\/>/, 'the row of totals, its empty cell too');
});

test('numbers of a new sheet are no money because those of another column beside it are', () => {
  const text = (cell: string, words: string): string => `<c r="${cell}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const given = `<row r="1">${text('A1', 'Site')}${text('B1', 'Cost')}</row><row r="2">${text('A2', 'North')}<c r="B2"><v>5</v></c></row>`;
  const money = applyEdits(
    wrapInXlsx({ sheets: { Data: given } }),
    [
      { op: 'set_format', target: 'Data!B2', bold: true },
      { op: 'set_number_format', target: 'Data!B2', format: '"$"#,##0.00' },
    ],
    CONTEXT,
  );
  const values = [
    ['Site', 'Visits', 'Cost', 'Sum'],
    ['South', 12, 3, { formula: '=Data!B2+C2' }],
  ];
  const opened = openOfficePackage(applyEdits(money.bytes, [{ op: 'add_sheet', name: 'More', values }], CONTEXT).bytes);
  const sheet = Buffer.from(readPart(opened, 'xl/worksheets/sheet2.xml')).toString();
  const [visits, cost, sum] = ['B2', 'C2', 'D2'].map((cell) => new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(sheet)?.[1]);
  const styles = Buffer.from(readPart(opened, 'xl/styles.xml')).toString();
  const formats = [...(/<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/numFmtId="(\d+)" fontId="(\d+)"/g)];
  assert.equal(cost, sum);
  assert.equal(formats[Number(visits)]?.[1], '4', 'digits and thousands, without a currency');
  assert.equal(formats[Number(visits)]?.[2], formats[Number(cost)]?.[2], 'in the same type');
});

test('deleting the only column of a filter that hides rows crashed with edits overlap', () => {
  const filter =
    '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row></sheetData><autoFilter ref="A1:A7"><filterColumn colId="0"><filters><filter val="4"/></filters></filterColumn></autoFilter>';
  const { bytes, results } = applyEdits(wrapInXlsx({ sheets: { Data: filter } }), [{ op: 'delete_columns', target: 'Data!A:A' }], CONTEXT);
  assert.deepEqual(
    results.map(({ status, message }) => message ?? status),
    ['applied'],
  );
  assert.doesNotMatch(Buffer.from(readPart(openOfficePackage(bytes), 'xl/worksheets/sheet1.xml')).toString(), /autoFilter/);
});

test('cells that share a formula are listed with it, also where the cell that says it is behind them', () => {
  const rows =
    '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="shared" si="0"/><v>2</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2"><f t="shared" ref="B1:B3" si="0">A2*2</f><v>4</v></c></row><row r="3"><c r="B3"><f t="shared" si="0"/><v>0</v></c></row>';
  const cells = listContent(wrapInXlsx({ sheets: { Data: rows } })).flatMap((sheet) => sheet.rows?.flatMap((row) => row.cells) ?? []);
  assert.deepEqual(
    cells.flatMap(({ formula }) => formula ?? []),
    ['=A1*2', '=A2*2', '=A3*2'],
  );
});

test('formats are set in a file whose formats are declared as plain XML', () => {
  const first = applyEdits(wrapInXlsx({ sheets: { Data: ROWS } }), [{ op: 'set_format', target: 'Data!A1', bold: true }], CONTEXT);
  const parts = unzipSync(first.bytes);
  const types = strFromU8(parts['[Content_Types].xml'] ?? new Uint8Array());
  const plain = types.replace(/application\/vnd[^"]*styles\+xml/, 'application/xml');
  assert.notEqual(plain, types);
  const given = zipSync({ ...parts, '[Content_Types].xml': strToU8(plain) });
  const { results } = applyEdits(given, [{ op: 'set_format', target: 'Data!A2', italic: true }], CONTEXT);
  assert.deepEqual(
    results.map(({ status, message }) => message ?? status),
    ['applied'],
  );
});

test('cells of new rows, named in another order than they stand in, were refused with all of their request', () => {
  const book = wrapInXlsx({ sheets: { Data: '<row r="1"><c r="A1"><v>1</v></c></row><row r="20"/>' } });
  const set = (target: string, one: number): EditOperation => ({ op: 'set_cells', target: `Data!${target}`, values: [[one]] });
  const operations = [
    set('D5', 1),
    set('A30', 2),
    { op: 'set_formula', target: 'Data!B5', formula: '=A1' },
    set('A14', 3),
    set('C20', 4),
    set('B20', 5),
    set('C1', 6),
    set('B1', 7),
    set('A14', 8),
  ];
  const { results, bytes } = applyEdits(book, operations, CONTEXT);
  assert.deepEqual(
    results.map(({ status, reason }) => reason ?? status),
    [...Array.from({ length: 8 }, () => 'applied'), 'overlapping_operation'],
  );
  const sheet = Buffer.from(readPart(openOfficePackage(bytes), 'xl/worksheets/sheet1.xml')).toString('utf8');
  assert.deepEqual(
    Array.from(sheet.matchAll(/<row r="(\d+)"[^>]*>(.*?)<\/row>/g), ([, row, cells = '']) =>
      [row, ...(cells.match(/(?<= r=")[A-Z]+/g) ?? [])].join(' '),
    ),
    ['1 A B C', '5 B D', '14 A', '20 B C', '30 A'],
  );
});

test('a cell of rich text whose colours are closed by a tag of their own was taken for ending at the first of them', () => {
  const run = (text: string): string =>
    `<r><rPr><b></b><color rgb="FFFF0000"></color><rFont val="Arial"></rFont></rPr><t xml:space="preserve">${text}</t></r>`;
  const cells = `<c t="inlineStr" r="A1"><is>${run('Net ')}${run('price')}</is></c><c r="B1"><v>4</v></c>`;
  const file = wrapInXlsx({ sheets: { Data: `<row r="1">${cells}</row><row r="2"><c r="A2"><f>B1*2</f><v>8</v></c></row>` } });
  const texts = (bytes: Uint8Array): string[][] =>
    listContent(bytes).flatMap(({ rows = [] }) => rows.map((row) => row.cells.map(({ text }) => text)));
  assert.deepEqual(texts(file), [['Net price', '4'], ['8']]);
  const { bytes, results } = applyEdits(file, [{ op: 'set_cells', target: 'Data!A1', values: [['Gross price']] }], CONTEXT);
  assert.equal(results[0]?.status, 'applied', results[0]?.message);
  assert.deepEqual(texts(bytes), [['Gross price', '4'], ['8']]);
  const replaced = applyEdits(file, [{ op: 'replace_text', find: 'price', replace: 'amount' }], CONTEXT);
  assert.equal(replaced.results[0]?.status, 'applied', replaced.results[0]?.message);
  assert.deepEqual(texts(replaced.bytes), [['Net amount', '4'], ['8']]);
});

test('what is new took the name of a part that other sheets lead to in vain, as those of openxlsx do, and a sheet could not be copied', () => {
  const relations = [0, 1].flatMap((sheet) =>
    ['drawing', 'vmlDrawing'].map((type) => ({
      sheet,
      type,
      target: `../drawings/${type}${sheet + 1}.${type === 'drawing' ? 'xml' : 'vml'}`,
    })),
  );
  const file = wrapInXlsx({ sheets: { Data: ROWS, More: ROWS }, relations });
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';
  const { bytes, results } = applyEdits(
    file,
    [
      { op: 'insert_image', target: 'More!C2', image: { data: dot }, alt: 'A dot' },
      { op: 'add_comment', target: 'More!A1', text: 'Why?' },
    ],
    CONTEXT,
  );
  assert.deepEqual(
    results.map(({ status, message }) => message ?? status),
    ['applied', 'applied'],
  );
  const opened = openOfficePackage(bytes);
  const leadsTo = (sheet: number): string[] =>
    relationshipsOf(opened, `xl/worksheets/sheet${sheet}.xml`).flatMap(({ target }) => partNamed(opened, target) ?? []);
  assert.deepEqual(leadsTo(1), []);
  assert.deepEqual(leadsTo(2).toSorted(), ['xl/comments1.xml', 'xl/drawings/drawing3.xml', 'xl/drawings/vmlDrawing3.vml']);
  const copied = applyEdits(file, [{ op: 'copy_sheet', target: 'Data' }], CONTEXT);
  assert.equal(copied.results[0]?.status, 'applied', copied.results[0]?.message);
});
