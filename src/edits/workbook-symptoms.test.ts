/** What edits of workbooks once did wrong, each named after its symptom. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInXlsx } from '../../test/support/workbook-parts.ts';
import { S } from '../ooxml/names.ts';
import { openOfficePackage, readPart } from '../ooxml/office-package.ts';
import { applyEdits } from './apply-edits.ts';

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
