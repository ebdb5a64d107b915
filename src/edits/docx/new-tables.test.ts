/** What is inserted into a Word file looks like what is there: tables like its tables, boxes like its text without the indents of the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../../test/support/office-parts.ts';
import { validateAllOffice } from '../../../test/support/validate-office.ts';
import { openOfficePackage, readPart } from '../../ooxml/office-package.ts';
import { applyEdits } from '../apply-edits.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const EDGE = '<w:tcBorders><w:bottom w:val="single" w:sz="4" w:space="0" w:color="AA0000"/></w:tcBorders>';
const LAST = '<w:tcBorders><w:bottom w:val="double" w:sz="4" w:space="0" w:color="AA0000"/></w:tcBorders>';
const cell = (text: string, { run = '', borders = EDGE } = {}): string =>
  `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/>${borders}<w:vAlign w:val="center"/></w:tcPr><w:p><w:pPr><w:spacing w:after="0"/></w:pPr><w:r><w:rPr>${run}<w:sz w:val="18"/></w:rPr><w:t>${text}</w:t></w:r></w:p></w:tc>`;
const row = (cells: string, properties = ''): string => `<w:tr>${properties}${cells}</w:tr>`;
const TABLE =
  '<w:tbl><w:tblPr><w:tblW w:w="8000" w:type="dxa"/><w:tblInd w:w="300" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/></w:tblGrid>' +
  row(
    cell('Item', { run: '<w:b/><w:color w:val="AA0000"/>' }) + cell('Price', { run: '<w:b/><w:color w:val="AA0000"/>' }),
    '<w:trPr><w:cantSplit/></w:trPr>',
  ) +
  row(cell('Pen') + cell('3')) +
  row(cell('Ink', { borders: LAST }) + cell('5', { borders: LAST })) +
  '</w:tbl>';
const TEXT =
  '<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="900"/></w:tabs><w:spacing w:after="120"/><w:ind w:left="900" w:hanging="200"/><w:jc w:val="both"/></w:pPr><w:r><w:t>Running text of the page.</w:t></w:r></w:p>';

function edit(body: string, ...operations: { op: string; [field: string]: unknown }[]): { bytes: Uint8Array; xml: string } {
  const { bytes, results } = applyEdits(wrapInDocx(body), operations, CONTEXT);
  for (const { status, message } of results) assert.equal(status, 'applied', message);
  return { bytes, xml: Buffer.from(readPart(openOfficePackage(bytes), 'word/document.xml')).toString('utf8') };
}

const rows = [
  ['Step', 'Days'],
  ['Invoice', '0'],
  ['A reminder that is longer', '14'],
];
const insertTable = (more: object = {}) => ({ op: 'insert_blocks', target: 'p1', blocks: [{ type: 'table', rows, ...more }] });
const newTable = (xml: string): string => xml.slice(xml.indexOf('<w:tbl>'), xml.indexOf('</w:tbl>'));

test('a new table has the borders, sizes and rows of the one that is there, and figures at the right', async () => {
  const { bytes, xml } = edit(TEXT + TABLE, insertTable());
  const [head = '', first = '', last = ''] = newTable(xml).split('<w:tr>').slice(1);
  assert.match(newTable(xml), /<w:tblInd w:w="300" w:type="dxa"\/><w:tblLayout w:type="fixed"\/>/);
  assert.match(head, /^<w:trPr><w:cantSplit\/><w:tblHeader\/><\/w:trPr>/);
  assert.equal(head.match(/<w:color w:val="AA0000"\/>/g)?.length, 2);
  assert.equal(head.match(/<w:b\/>/g)?.length, 2);
  assert.equal(/<w:b\/>/.test(first), false);
  assert.match(first, /w:val="single".*<w:vAlign w:val="center"\/>.*<w:spacing w:after="0"\/>.*<w:sz w:val="18"\/>/s);
  assert.match(last, /w:val="double"/);
  for (const line of [head, first, last]) assert.equal(line.match(/<w:jc w:val="right"\/>/g)?.length, 1, line);
  const widths = Array.from(newTable(xml).matchAll(/<w:gridCol w:w="(\d+)"/g), ([, width]) => Number(width));
  assert.ok(Math.abs((widths[0] ?? 0) + (widths[1] ?? 0) - 8_000) <= 2 && (widths[0] ?? 0) > (widths[1] ?? 0), String(widths));
  assert.deepEqual(await validateAllOffice({ table: { bytes, kind: 'docx' } }), {});
});

test('what is asked for counts more than what is there', () => {
  const { xml } = edit(
    TEXT + TABLE,
    insertTable({
      columns: [
        { align: 'center', width_cm: 3 },
        { align: 'left', width_cm: 2 },
      ],
    }),
  );
  assert.equal(/w:val="right"/.test(newTable(xml)), false);
  assert.match(newTable(xml), /<w:gridCol w:w="1701"\/><w:gridCol w:w="1134"\/>/);
});

test('tables without lines, for layout, are no pattern', () => {
  const plain = TABLE.replaceAll(/<w:tcBorders>.*?<\/w:tcBorders>/g, '');
  const table = newTable(edit(TEXT + plain, insertTable()).xml);
  assert.match(table, /<w:tblBorders>|<w:tblStyle/);
  assert.equal(/tblInd/.test(table), false);
});

test('the text of a box has the spacing of the page, not its indents', async () => {
  const { bytes, xml } = edit(TEXT, { op: 'insert_text_box', target: 'p1', text: 'Mind this.' });
  const box = /<w:txbxContent>(.*?)<\/w:txbxContent>/s.exec(xml)?.[1] ?? '';
  assert.match(box, /<w:pPr><w:spacing w:after="120"\/><w:ind w:left="0" w:right="0" w:firstLine="0"\/><w:jc w:val="left"\/><\/w:pPr>/);
  assert.deepEqual(await validateAllOffice({ box: { bytes, kind: 'docx' } }), {});
});

test('a chart below a table keeps its distance', () => {
  const chart = { kind: 'column', categories: ['a', 'b'], series: [{ name: 'Sales', values: [1, 2] }] };
  assert.match(edit(TEXT + TABLE, { op: 'insert_chart', target: 't1', chart }).xml, /<\/w:tbl><w:p><w:pPr><w:spacing w:before="160"\/>/);
  assert.equal(/w:before/.test(edit(TEXT + TABLE, { op: 'insert_chart', target: 'p1', chart }).xml), false);
});
