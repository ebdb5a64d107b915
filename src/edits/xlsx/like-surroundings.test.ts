/** What comes into a workbook is like what is around it: formulas of columns, named styles over formats, figures of new sheets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { S } from '../../ooxml/names.ts';
import { saveOfficePackage } from '../../ooxml/change-package.ts';
import { openOfficePackage, readPart } from '../../ooxml/office-package.ts';
import { attributeText } from '../../ooxml/sheet-text.ts';
import { cellAt, readWorkbookFile } from '../../ooxml/workbook-file.ts';
import { readPlace } from '../../spreadsheet/places.ts';
import { applyEdits, type EditOperation, type EditOutcome } from '../apply-edits.ts';
import { readFormats } from './mechanics/formats.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const text = (name: string, value: string): string => `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;

function edit(bytes: Uint8Array, operations: EditOperation[]): EditOutcome {
  const done = applyEdits(bytes, operations, CONTEXT);
  for (const { status, message } of done.results) assert.equal(status, 'applied', message);
  return done;
}
const part = (bytes: Uint8Array, name: string): string => Buffer.from(readPart(openOfficePackage(bytes), name)).toString('utf8');

/** A table of days, as ClosedXML writes it: the formula of its column names cells of the first row without `$`, and one elsewhere with it. */
const FORMULA = 'A2*$E$9-A3';
const TABLE = wrapInXlsx({
  sheets: {
    Data: `<sheetData><row r="1">${text('A1', 'Day')}${text('B1', 'Age')}</row>${[2, 3, 4]
      .map((row) => `<row r="${row}"><c r="A${row}"><v>${row}</v></c><c r="B${row}"><f>A${row}*$E$9-A${row + 1}</f></c></row>`)
      .join('')}<row r="9"><c r="E9"><v>2</v></c></row></sheetData><tableParts count="1"><tablePart r:id="rId1"/></tableParts>`,
  },
  relations: [{ sheet: 0, type: 'table', target: '/xl/tables/table1.xml' }],
  parts: [
    {
      name: 'xl/tables/table1.xml',
      contentType: `${TYPES}.table+xml`,
      data: `<table xmlns="${S}" id="1" name="T" displayName="T" ref="A1:B4"><autoFilter ref="A1:B4"/><tableColumns count="2"><tableColumn id="1" name="Day"/><tableColumn id="2" name="Age"><calculatedColumnFormula>${FORMULA}</calculatedColumnFormula></tableColumn></tableColumns></table>`,
    },
  ],
});
const formulas = (bytes: Uint8Array): (string | undefined)[] =>
  [...part(bytes, 'xl/worksheets/sheet1.xml').matchAll(/<f>(.*?)<\/f>/g)].map(([, formula]) => formula);
const ofColumn = (bytes: Uint8Array): string | undefined =>
  /<calculatedColumnFormula>(.*?)<\/calculatedColumnFormula>/.exec(part(bytes, 'xl/tables/table1.xml'))?.[1];

test('a row that came into a table counted with the cells of the first row', async () => {
  const inside = edit(TABLE, [{ op: 'insert_rows', target: 'Data!4:4', count: 2 }]).bytes;
  assert.deepEqual(formulas(inside), ['A2*$E$11-A3', 'A3*$E$11-A6', 'A4*$E$11-A5', 'A5*$E$11-A6', 'A6*$E$11-A7']);
  assert.equal(ofColumn(inside), 'A2*$E$11-A3');
  assert.deepEqual(await validateOffice(inside, 'xlsx'), []);
  // the first row is another one, and the formula of the column is of that
  const first = edit(TABLE, [{ op: 'insert_rows', target: 'Data!2:2' }]).bytes;
  assert.equal(formulas(first)[0], 'A2*$E$10-A3');
  assert.equal(ofColumn(first), 'A2*$E$10-A3');
  assert.equal(ofColumn(edit(TABLE, [{ op: 'delete_rows', target: 'Data!2:2' }]).bytes), 'A2*$E$8-A3');
  assert.equal(ofColumn(edit(TABLE, [{ op: 'insert_rows', target: 'Data!1:1' }]).bytes), 'A3*$E$10-A4');
});

const STYLES =
  `<styleSheet xmlns="${S}"><numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEEEEE"/></patternFill></fill></fills>' +
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/><diagonal/></border></borders>' +
  '<cellStyleXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/><xf numFmtId="3" fontId="1" fillId="0" borderId="0" applyFont="0" applyFill="0" applyBorder="0" applyAlignment="0" applyProtection="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" applyNumberFormat="0" applyFill="0" applyBorder="0"><alignment horizontal="center"/></xf></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="1" xfId="0" applyNumberFormat="1"><alignment horizontal="right"/><protection locked="0"/></xf></cellXfs>' +
  '<cellStyles count="3"><cellStyle name="Normal" xfId="0" builtinId="0"/><cellStyle name="Comma" xfId="1" builtinId="3"/><cellStyle name="House" xfId="2"/></cellStyles></styleSheet>';
const STYLED = wrapInXlsx({
  sheets: {
    Data: `<row r="1">${text('A1', 'Who')}${text('B1', 'Income')}</row>${[2, 3].map((row) => `<row r="${row}">${text(`A${row}`, 'Ana')}<c r="B${row}" s="1"><v>2000</v></c></row>`).join('')}`,
  },
  parts: [{ name: 'xl/styles.xml', contentType: `${TYPES}.styles+xml`, data: STYLES }],
});
/** With the relationship that leads to the styles. */
const withStyles = (): Uint8Array => {
  const opened = openOfficePackage(STYLED);
  const name = 'xl/_rels/workbook.xml.rels';
  const relation =
    '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>';
  opened.changes.set(name, Buffer.from(part(STYLED, name).replace('</Relationships>', `${relation}</Relationships>`)));
  return saveOfficePackage(opened);
};

/** Attributes and content of the format of a cell. */
function formatOf(bytes: Uint8Array, sheet: string, address: string): string {
  const file = readWorkbookFile(openOfficePackage(bytes)).sheet(sheet);
  const place = readPlace(address);
  const cell = file && place ? cellAt(file, place) : undefined;
  assert.ok(file && cell, address);
  const cellXfs = /<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(part(bytes, 'xl/styles.xml'))?.[1] ?? '';
  const lines = cellXfs.match(/<xf [^>]*?\/>|<xf [^>]*[^/]>.*?<\/xf>/gs) ?? [];
  return lines[Number(attributeText(file.visible, cell, 's') ?? 0)] ?? '';
}

test('a named style took away the number format, borders and protection that it says nothing of', async () => {
  const book = withStyles();
  const styled = (style: string): string => {
    const { bytes } = edit(book, [{ op: 'set_cell_style', target: 'Data!B2', style }]);
    return formatOf(bytes, 'Data', 'B2');
  };
  const rest = /<alignment horizontal="right"\/><protection locked="0"\/>/;
  assert.match(styled('Good'), /numFmtId="164" fontId="2" fillId="3" borderId="1" xfId="3"/);
  assert.match(styled('Good'), rest);
  // a style of the file that leaves the font, and one of a program that says it leaves the fill it has
  assert.match(styled('Comma'), /numFmtId="3" fontId="0" fillId="0" borderId="1" xfId="1"/);
  assert.match(styled('House'), /numFmtId="164" fontId="1" fillId="2" borderId="1" xfId="2"/);
  assert.match(styled('House'), /<alignment horizontal="center"\/><protection locked="0"\/>/);
  assert.match(styled('Normal'), /numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/);
  assert.match(styled('Percent'), /numFmtId="9" fontId="0" fillId="0" borderId="1"/);
  const { bytes } = edit(book, [{ op: 'set_cell_style', target: 'Data!B2:B3', style: 'Total' }]);
  assert.deepEqual(await validateOffice(bytes, 'xlsx'), []);
});

test('how many rows there are was shown as money on a new sheet', () => {
  const values = [
    ['Item', 'Value'],
    ['People', { formula: '=COUNTA(Data!A2:A3)' }],
    ['Income', { formula: '=SUM(Data!B2:B3)' }],
  ];
  const { bytes } = edit(withStyles(), [{ op: 'add_sheet', name: 'Summary', values }]);
  const opened = openOfficePackage(bytes);
  const sheet = readWorkbookFile(opened).sheet('Summary');
  const codes = ['B2', 'B3'].map((address) => {
    const place = readPlace(address);
    const cell = sheet && place ? cellAt(sheet, place) : undefined;
    return sheet && cell && readFormats(opened).numberFormat(Number(attributeText(sheet.visible, cell, 's') ?? 0));
  });
  assert.deepEqual(codes, ['#,##0', '"$"#,##0']);
});

test('a day sent as a text into a new row of days was not told', () => {
  const { results } = edit(TABLE, [{ op: 'insert_rows', target: 'Data!4:4', values: [['2026-05-01']] }]);
  assert.match(results[0]?.message ?? '', /^"2026-05-01" in A4 stays a text among numbers/);
  assert.equal(edit(TABLE, [{ op: 'insert_rows', target: 'Data!4:4', values: [[{ date: '2026-05-01' }]] }]).results[0]?.message, undefined);
});
