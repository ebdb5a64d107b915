/** Shapes, lines, pictures and charts of sheets: what is added is valid, within reach of other operations, moves with its cell, and goes whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateOffice } from '../../test/support/validate-office.ts';
import { wrapInXlsx } from '../../test/support/workbook-parts.ts';
import { openOfficePackage, partNames, readPart } from '../ooxml/office-package.ts';
import { applyEdits, type EditOperation, type EditResult } from './apply-edits.ts';
import { listContent } from './list-content.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';
const ROWS = [1, 2, 3].map((row) => `<row r="${row}"><c r="A${row}"><v>${row}</v></c><c r="B${row}"><v>${row * 2}</v></c></row>`).join('');
const BOOK = wrapInXlsx({ sheets: { Data: ROWS } });

interface Done {
  bytes: Uint8Array;
  results: EditResult[];
  said: string[];
  drawing: string;
  names: string[];
}

function edit(file: Uint8Array, operations: EditOperation[]): Done {
  const { bytes, results } = applyEdits(file, operations, CONTEXT);
  const opened = openOfficePackage(bytes);
  const names = [...partNames(opened)];
  const drawing = names.find((name) => /drawings\/drawing\d+\.xml$/.test(name));
  return {
    bytes,
    results,
    names,
    said: results.map(({ status, reason, message }) => (status === 'applied' ? status : `${reason ?? ''}: ${message ?? ''}`)),
    drawing: drawing === undefined ? '' : Buffer.from(readPart(opened, drawing)).toString('utf8'),
  };
}
const applied = (count: number): string[] => Array.from({ length: count }, () => 'applied');

const KINDS = [
  'rectangle',
  'rounded_rectangle',
  'ellipse',
  'triangle',
  'diamond',
  'chevron',
  'right_arrow',
  'left_arrow',
  'up_arrow',
  'down_arrow',
];
const SHAPES: EditOperation[] = [
  { op: 'add_shape', target: 'Data!D2', kind: 'text_box', text: 'Figures <&>\nare provisional', bold: true, alt: 'A "note"' },
  ...KINDS.map((kind, index) => ({
    op: 'add_shape',
    target: `Data!${index % 2 === 0 ? 'D' : 'H'}${6 + 6 * index}`,
    kind,
    text: kind,
    fill: `accent${1 + (index % 6)}`,
  })),
  { op: 'add_shape', target: 'Data!L2', kind: 'line', width_cm: 5 },
  { op: 'add_shape', target: 'Data!L4', kind: 'line_arrow', width_cm: 5, height_cm: 2, line: 'C00000', alt: 'Falls' },
];

test('shapes and lines of every kind are valid, say their addresses, and are found, changed and listed as others are', async () => {
  const done = edit(BOOK, [
    ...SHAPES,
    { op: 'replace_text', find: 'provisional', replace: 'final' },
    { op: 'replace_text', target: 'Data!line2.alt', find: 'Falls', replace: 'Sinks' },
    { op: 'insert_rows', target: 'Data!1:1' },
  ]);
  assert.deepEqual(done.said, applied(SHAPES.length + 3));
  assert.deepEqual(
    done.results.slice(0, SHAPES.length).map(({ made }) => made),
    [...Array.from({ length: 11 }, (_, index) => `Data!shape${index + 1}`), 'Data!line1', 'Data!line2'],
  );
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
  assert.match(done.drawing, /<xdr:row>2<\/xdr:row>.*Figures &lt;&amp;&gt;.*are final.*<xdr:row>6<\/xdr:row>/s);
  assert.match(done.drawing, /descr="Sinks"/);
  const listed = JSON.stringify(listContent(done.bytes));
  assert.match(listed, /"Data!shape1\.p2"[^}]*"are final"/);
  assert.equal(new Set(done.drawing.match(/cNvPr id="\d+"/g)).size, SHAPES.length);
});

test('text on a fill is written in the ink that can be read, and in the named one where one is named', () => {
  const { drawing } = edit(BOOK, [
    { op: 'add_shape', target: 'Data!D2', kind: 'ellipse', text: 'dark', fill: '101010' },
    { op: 'add_shape', target: 'Data!D9', kind: 'ellipse', text: 'light', fill: 'FFFFCC' },
    { op: 'add_shape', target: 'Data!D19', kind: 'ellipse', text: 'own', fill: 'FFFFCC', color: 'accent2' },
    { op: 'add_shape', target: 'Data!D29', kind: 'rectangle', text: 'open', fill: 'none', line: 'text' },
  ]);
  const inks = [...drawing.matchAll(/<a:rPr[^>]*><a:solidFill><a:srgbClr val="(\w+)"/g)].map(([, ink]) => ink);
  assert.deepEqual(inks, ['FFFFFF', '000000', 'ED7D31', '000000'], 'a workbook without a theme names the colours themselves');
});

test('what is drawn is deleted with its parts; others are counted anew, and a drawing without anything goes', async () => {
  const full = edit(BOOK, [
    { op: 'insert_image', target: 'Data!D2', image: { data: PIXEL }, alt: 'A dot' },
    { op: 'add_chart', target: 'Data!F2', kind: 'column', data: 'Data!A1:B3', title: 'Sales' },
    { op: 'add_shape', target: 'Data!D20', kind: 'text_box', text: 'one' },
    { op: 'add_shape', target: 'Data!D30', kind: 'text_box', text: 'two' },
  ]);
  assert.deepEqual(full.said, applied(4));
  const some = edit(full.bytes, [
    { op: 'delete_shape', target: 'Data!shape1', expect: 'two' },
    { op: 'delete_shape', target: 'Data!shape1', expect: 'one' },
    { op: 'replace_text', target: 'Data!shape2', find: 'two', replace: 'three' },
    { op: 'delete_shape', target: 'Data!shape1' },
    { op: 'delete_shape', target: 'Data!chart1', expect: 'Sales' },
    { op: 'delete_shape', target: 'Data!img1', expect: 'A dot' },
  ]);
  assert.deepEqual(
    some.results.map(({ status, reason }) => reason ?? status),
    ['expect_mismatch', 'applied', 'applied', 'target_not_found', 'applied', 'applied'],
  );
  assert.match(some.drawing, /three/);
  assert.deepEqual(
    some.names.filter((name) => /chart|media/.test(name)),
    [],
  );
  assert.deepEqual(await validateOffice(some.bytes, 'xlsx'), []);
  const none = edit(some.bytes, [{ op: 'delete_shape', target: 'Data!shape1' }]);
  assert.deepEqual(
    none.names.filter((name) => name.includes('drawing')),
    [],
  );
  assert.deepEqual(await validateOffice(none.bytes, 'xlsx'), []);
});

test('of a group one thing goes, and with the last one the group', () => {
  const made = edit(BOOK, SHAPES.slice(0, 1));
  const sp = /<xdr:sp .*<\/xdr:sp>/s.exec(made.drawing)?.[0] ?? '';
  const second = sp.replace(/cNvPr id="\d+"/, 'cNvPr id="8"').replace('are provisional', 'second');
  const group = `<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="9" name="G"/><xdr:cNvGrpSpPr/></xdr:nvGrpSpPr><xdr:grpSpPr/>${sp}${second}</xdr:grpSp>`;
  const data = made.drawing.replace(sp, group);
  const given = wrapInXlsx({
    sheets: { Data: `<sheetData>${ROWS}</sheetData><drawing r:id="rId1"/>` },
    parts: [{ name: 'xl/drawings/drawing1.xml', contentType: 'application/vnd.openxmlformats-officedocument.drawing+xml', data }],
    relations: [{ sheet: 0, type: 'drawing', target: '/xl/drawings/drawing1.xml' }],
  });
  const one = edit(given, [{ op: 'delete_shape', target: 'Data!shape1' }]);
  assert.deepEqual(one.said, applied(1));
  assert.match(one.drawing, /<xdr:grpSp>.*second/s);
  assert.doesNotMatch(one.drawing, /provisional/);
  const none = edit(one.bytes, [{ op: 'delete_shape', target: 'Data!shape1' }]);
  assert.deepEqual([none.said, none.drawing], [applied(1), '']);
});

test('a line stays where what it was tied to goes, and what only shows a control stays', () => {
  const made = edit(
    BOOK,
    [SHAPES[0], { op: 'add_shape', target: 'Data!L2', kind: 'line', width_cm: 5 }].flatMap((one) => one ?? []),
  );
  const id = /cNvPr id="(\d+)"/.exec(made.drawing)?.[1] ?? '';
  const withDrawing = (data: string): Uint8Array =>
    wrapInXlsx({
      sheets: { Data: `<sheetData>${ROWS}</sheetData><drawing r:id="rId1"/>` },
      parts: [{ name: 'xl/drawings/drawing1.xml', contentType: 'application/vnd.openxmlformats-officedocument.drawing+xml', data }],
      relations: [{ sheet: 0, type: 'drawing', target: '/xl/drawings/drawing1.xml' }],
    });
  const remove: EditOperation[] = [{ op: 'delete_shape', target: 'Data!shape1' }];
  const tied = made.drawing.replace('<xdr:cNvCxnSpPr/>', `<xdr:cNvCxnSpPr><a:stCxn id="${id}" idx="3"/></xdr:cNvCxnSpPr>`);
  const control = made.drawing.replace(
    /(<xdr:cNvPr id="\d+" [^>]*)\/>/,
    '$1><a:extLst><a:ext uri="{63B3BB69-23CF-44E3-9099-C40C66FF867C}"><a14:compatExt xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" spid="_x0000_s1025"/></a:ext></a:extLst></xdr:cNvPr>',
  );
  const free = edit(withDrawing(tied), remove);
  assert.deepEqual(free.said, applied(1));
  assert.match(free.drawing, /<xdr:cNvCxnSpPr><\/xdr:cNvCxnSpPr>/);
  assert.match(String(free.results[0]?.message), /^Data!line1 stays/);
  assert.match(edit(withDrawing(control), remove).said[0] ?? '', /^unsupported: .*control/);
});

test('what is put outside a print area, or reaches beyond it, is named', () => {
  const printed = wrapInXlsx({
    sheets: {
      Data: `<sheetFormatPr defaultRowHeight="15"/><cols><col min="5" max="5" width="0" hidden="1"/></cols><sheetData>${ROWS}</sheetData>`,
      Other: ROWS,
    },
    behind: '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Data!$A$1:$F$20,Data!$J:$K</definedName></definedNames>',
  });
  const box = { op: 'add_shape' as const, kind: 'rectangle' as const, width_cm: 1.6, height_cm: 1 };
  const { results } = applyEdits(
    printed,
    [
      { ...box, target: 'Data!A1' },
      // 64 pixels are 1.7 cm; the hidden column between takes no room
      { ...box, target: 'Data!D1', width_cm: 3.3 },
      { ...box, target: 'Data!D1', width_cm: 3.6 },
      { ...box, target: 'Data!A20' },
      { ...box, target: 'Data!J900' },
      { ...box, target: 'Data!H2' },
      { op: 'insert_image', target: 'Data!A21', image: { data: PIXEL } },
      { op: 'add_chart', target: 'Data!A1', kind: 'column', data: 'Data!A1:B3' },
      { ...box, target: 'Other!H200' },
      { op: 'add_sparklines', target: 'Data!G1:G3', data: 'Data!A1:B3' },
      { op: 'set_cells', target: 'Data!E20', values: [[1], [2]] },
      { op: 'set_cells', target: 'Data!E30', values: [[null]] },
      {
        op: 'set_cells',
        target: 'Data!A14',
        values: [
          ['Region', 'Sales'],
          ['East', 2],
        ],
      },
      { op: 'add_pivot', target: 'Data!H30', source: 'Data!A14:B15', rows: ['Region'], values: [{ field: 'Sales' }] },
    ],
    CONTEXT,
  );
  assert.deepEqual(
    results.map(({ message }) => /It (?:lies outside|reaches beyond)/.exec(message ?? '')?.[0]),
    [
      undefined,
      undefined,
      'It reaches beyond',
      'It reaches beyond',
      undefined,
      'It lies outside',
      'It lies outside',
      'It reaches beyond',
      undefined,
      'It lies outside',
      'It reaches beyond',
      undefined,
      undefined,
      'It lies outside',
    ],
    JSON.stringify(results.map(({ message }) => message)),
  );
  assert.equal(
    results[5]?.message,
    'It lies outside the print area A1:F20, J1:K1048576 of Data, so that it is not printed; set_page changes the area.',
  );
});

test('a chart is drawn of one column or one row, counted from 1 on, with the text before its figures as name', async () => {
  const text = (name: string, value: string): string => `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const number = (name: string, value: number): string => `<c r="${name}"><v>${value}</v></c>`;
  const book = wrapInXlsx({
    sheets: {
      Data: `<row r="1">${text('A1', 'Sales')}${number('B1', 4)}${number('C1', 5)}</row><row r="2">${number('A2', 7)}</row><row r="3">${number('A3', 8)}</row>`,
    },
  });
  const chartOf = (data: string, kind = 'column') => {
    const { bytes, results } = applyEdits(book, [{ op: 'add_chart', target: 'Data!F2', kind, data }], CONTEXT);
    const opened = openOfficePackage(bytes);
    const part = [...partNames(opened)].find((name) => /charts\/chart\d+\.xml$/.test(name));
    return {
      bytes,
      said: results[0]?.reason ?? 'applied',
      xml: part === undefined ? '' : Buffer.from(readPart(opened, part)).toString('utf8'),
    };
  };
  const column = chartOf('Data!A1:A3');
  assert.match(column.xml, /<c:tx><c:strRef><c:f>Data!\$A\$1<\/c:f>.*<c:val><c:numRef><c:f>Data!\$A\$2:\$A\$3<\/c:f>/s);
  assert.doesNotMatch(column.xml, /<c:cat>/);
  assert.deepEqual(await validateOffice(column.bytes, 'xlsx'), []);
  const bare = chartOf('Data!A2:A3', 'line');
  assert.match(bare.xml, /<c:f>Data!\$A\$2:\$A\$3<\/c:f>/);
  assert.doesNotMatch(bare.xml, /<c:tx><c:strRef>|<c:cat>/);
  assert.deepEqual(await validateOffice(bare.bytes, 'xlsx'), []);
  assert.match(chartOf('Data!A1:C1', 'pie').xml, /<c:f>Data!\$A\$1<\/c:f>.*<c:f>Data!\$B\$1:\$C\$1<\/c:f>/s);
  assert.deepEqual(
    ['Data!A1', 'Data!E1:E4'].map((data) => chartOf(data).said),
    ['target_not_found', 'unsupported'],
  );
  assert.equal(chartOf('Data!A1:A3', 'scatter').said, 'target_not_found');
});
