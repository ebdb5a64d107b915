import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bookTemplate } from '../../test/support/fill-templates.ts';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { describeTemplate } from './describe-template.ts';
import { FORMATTERS } from './fill/formatters.ts';
import { fillTemplate, type Data, type FillOptions } from './fill-template.ts';

const OPTIONS: FillOptions = { missing: 'error', locale: 'en-GB' };
/** A paragraph with a run for each piece between `¦`. */
const p = (text: string, look = ''): string =>
  `<w:p>${text
    .split('¦')
    .map((one) => `<w:r>${look === '' ? '' : `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${one}</w:t></w:r>`)
    .join('')}</w:p>`;
const row = (...cells: string[]): string => `<w:tr>${cells.map((one) => `<w:tc>${p(one)}</w:tc>`).join('')}</w:tr>`;
const table = (...rows: string[]): string => `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join('')}</w:tbl>`;

function fill(body: string, data: Data, options: Partial<FillOptions> = {}): string {
  const filled = fillTemplate(wrapInDocx(body), data, { ...OPTIONS, ...options });
  assert.ok(!('faults' in filled), JSON.stringify('faults' in filled ? filled.faults : ''));
  return partsText(filled.bytes, /word\/document\.xml$/);
}
/** Texts of the paragraphs, one a line. */
const textOf = (xml: string): string =>
  Array.from(xml.matchAll(/<w:p>.*?<\/w:p>|<w:p\/>/gs), ([paragraph]) =>
    paragraph
      .replaceAll('<w:br/>', '⏎')
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&')
      .replaceAll('&lt;', '<'),
  ).join('\n');
const faultsOf = (body: string, data: Data = {}): string[] => {
  const filled = fillTemplate(wrapInDocx(body), data, OPTIONS);
  return 'faults' in filled ? filled.faults.map(({ tag, place, message }) => `${tag} ${place}: ${message}`) : [];
};

test('a value takes the place of its tag, whatever runs it is divided over, in the formatting of its first letter', () => {
  const bold =
    '<w:r><w:rPr><w:b/></w:rPr><w:t>Dear {{cust</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>omer.na</w:t></w:r><w:proofErr w:type="spellEnd"/><w:r><w:t>me}}, hello</w:t></w:r>';
  const xml = fill(`<w:p>${bold}</w:p>`, { customer: { name: 'A & <B>' } });
  assert.equal(textOf(xml), 'Dear A & <B>, hello'.replace('>', '&gt;'));
  assert.match(xml, /<w:r><w:rPr><w:b\/><\/w:rPr><w:t>A &amp; &lt;B&gt;<\/w:t><\/w:r>/);
  assert.match(xml, /<w:r><w:t xml:space="preserve">, hello<\/w:t><\/w:r>/);
});

test('values, paths, sums and formatters by language', () => {
  const cases: [tag: string, shown: string, locale?: string][] = [
    ['{{a.b[1]}}', 'y'],
    ['{{["First name"]}}', 'Ada'],
    ['{{“First name” | upper}}', 'FIRST NAME'],
    ['{{price | currency EUR}}', '€1,234.50'],
    ['{{price | currency EUR}}', '1.234,50 €', 'de'],
    ['{{price | currency a.code 0}}', 'US$1,235'],
    ['{{price}}', '1234,5', 'de'],
    ['{{price | number 2}}', '1 234,50', 'fr'],
    ['{{share | percent 1}}', '25.0%'],
    ['{{due | date}}', '2 November 2026'],
    ['{{due | date}}', '2. November 2026', 'de'],
    ['{{due | date "dd.MM.yyyy"}}', '02.11.2026'],
    ['{{at | datetime "d MMM, HH:mm"}}', '2 Nov, 14:30'],
    ['{{due | date short}}', '02/11/2026'],
    ['{{name | title}}', 'Ada Of Lovelace'],
    ['{{none | default "–"}}', '–'],
    ['{{nil}}', ''],
    ['{{yes | yesno "paid" "open"}}', 'paid'],
    ['{{items | sum price | currency EUR}}', '€3.30'],
    ['{{items | join and name}}', 'x, y and z'],
    ['{{items | count}}', '3'],
    ['{{0.1 + 0.2}}', '0.3'],
    ['{{(price - 234.5) / 4 * 2}}', '500'],
    ['{{a.b}}', 'x, y'],
    ['{{"{{"}}', '{{'],
  ];
  const data: Data = {
    a: { b: ['x', 'y'], code: 'USD' },
    'First name': 'Ada',
    price: 1234.5,
    share: 0.25,
    due: '2026-11-02',
    at: '2026-11-02T14:30:00+05:00',
    name: 'ada of LOVELACE',
    nil: null,
    yes: true,
    items: [
      { name: 'x', price: 1.1 },
      { name: 'y', price: 1.1 },
      { name: 'z', price: 1.1 },
    ],
  };
  for (const [tag, shown, locale = 'en-GB'] of cases) {
    assert.equal(textOf(fill(p(tag), data, { locale })).replaceAll(/[\u00a0\u202f]/g, ' '), shown, `${tag} ${locale}`);
  }
});

test('blocks repeat words, paragraphs, list items and rows', () => {
  const items = [
    { name: 'x', parts: ['1', '2'] },
    { name: 'y', parts: [] },
  ];
  const words = p('All: {{#items}}{{@number}}. {{name}}{{^@last}}, {{/}}{{/items}}!');
  assert.equal(textOf(fill(words, { items })), 'All: 1. x, 2. y!');
  const paragraphs =
    p('{{#items}}') +
    p('{{name}}') +
    p('{{#parts}}') +
    p('– {{.}} of {{../name}}') +
    p('{{else}}') +
    p('none') +
    p('{{/parts}}') +
    p('{{/items}}');
  assert.equal(textOf(fill(paragraphs, { items })), 'x\n– 1 of x\n– 2 of x\ny\nnone');
  const item =
    '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>{{#items}}{{name}}{{/items}}</w:t></w:r></w:p>';
  assert.equal(fill(item, { items }).match(/<w:numPr>/g)?.length, 2);
  const rows = table(
    row('Name', 'No.'),
    row('{{#each items as one}}{{one.name}}', '{{@index}}{{/each}}'),
    row('{{#if none}}', ''),
    row('never', ''),
    row('{{/if}}', ''),
  );
  assert.equal(textOf(fill(rows, { items, none: [] })), 'Name\nNo.\nx\n0\ny\n1');
  const nested = table(row('{{#items}}'), row('{{name}}'), row('{{#parts}}{{.}}', '{{/parts}}'), row('{{/items}}'));
  assert.equal(textOf(fill(nested, { items })), 'x\n1\n\n2\n\ny');
});

test('conditions', () => {
  const check = (tag: string, data: Data): string => textOf(fill(p(`[${tag}]`), data));
  assert.equal(check('{{#if paid}}a{{else if part > 2}}b{{else}}c{{/if}}', { paid: false, part: 3 }), '[b]');
  assert.equal(check('{{#if paid and not late}}a{{else}}b{{/if}}', { paid: true }), '[a]');
  assert.equal(check('{{#if kind == "x" or n >= 2}}a{{/if}}', { kind: 'y', n: '2' }), '[a]');
  assert.equal(check('{{^list}}none{{/list}}{{#unless list}}!{{/unless}}', { list: [] }), '[none!]');
  assert.equal(check('{{#person}}{{name}}{{/person}}', { person: { name: 'Ada' } }), '[Ada]');
  assert.equal(textOf(fill(p('a') + p('{{#if x}}gone{{/if}}') + p('b'), {})), 'a\nb', 'a paragraph that is one condition goes with it');
});

test('lines and tabs of a value are those of Word', () => {
  assert.match(fill(p('{{a}}'), { a: 'x\ny\tz' }), /<w:t>x<\/w:t><w:br\/><w:t>y<\/w:t><w:tab\/><w:t>z<\/w:t>/);
});

test('every fault is told at once, with its tag and place', () => {
  const body =
    p('{{x | foo}}') + p('{{#a}}') + table(row('{{z.b}}', '{{/b}}')) + p('{{due | date}} and {{open') + p('{{#if}}') + p('{{@odds}}');
  const faults = faultsOf(body, { due: 'soon', b: 1 });
  for (const wanted of [
    /^\{\{x \| foo\}\} p1: there is no formatter "foo"/,
    /^\{\{#a\}\} p2: it is never closed/,
    /^\{\{\/b\}\} t1\.r1\.c2\.p1: it closes nothing/,
    /^\{\{due \| date\}\} p3: "soon" is no date/,
    /^\{\{open p3: it has no \}\}/,
    /^\{\{@odds\}\} p5: @odds is unknown/,
  ])
    assert.ok(
      faults.some((fault) => wanted.test(fault)),
      `${wanted} in ${faults.join('\n')}`,
    );
  assert.deepEqual(faultsOf(p('{{custmer}}'), { customer: 1 }), [
    '{{custmer}} p1: there is no value for custmer in the data (there are customer)',
  ]);
  assert.deepEqual(faultsOf(p('{{#list}}') + p('x') + p('{{/list}}')), ['{{#list}} p1: there is no value for list in the data']);
  assert.deepEqual(faultsOf(p('{{a}}'), { a: { b: 1 } }), ['{{a}} p1: it is an object: name one of its fields']);
  assert.match(faultsOf(p('{{#a}}') + table(row('{{/a}}')), { a: [] })[0] ?? '', /one end of it is inside a table/);
});

test('a missing value may be left out, or its tag be kept', () => {
  assert.equal(textOf(fill(p('a{{b}}c'), {}, { missing: 'empty' })), 'ac');
  assert.equal(textOf(fill(p('a{{b | upper}}c'), {}, { missing: 'keep' })), 'a{{b | upper}}c');
});

test('what may be in a file once is not copied', () => {
  const marked = '<w:p><w:bookmarkStart w:id="1" w:name="m"/><w:r><w:t>{{.}}</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>';
  const xml = fill(p('{{#a}}') + marked + p('{{/a}}'), { a: [1, 2, 3] });
  assert.equal(xml.match(/bookmarkStart/g)?.length, 1);
});

test('names of the prototype are no data', () => {
  assert.equal(faultsOf(p('{{constructor}} {{__proto__.x}} {{a.toString}}'), { a: {} }).length, 3);
});

test('a file without tags is the very file', () => {
  const bytes = wrapInDocx(p('No tags, but {braces}.'));
  const filled = fillTemplate(bytes, { a: 1 }, OPTIONS);
  assert.ok(!('faults' in filled) && Buffer.from(filled.bytes).equals(bytes));
});

test('hostile data and templates end with a refusal', () => {
  const many = Array.from({ length: 500 }, () => 1);
  const deep = p('{{#a}}').repeat(3) + p('x') + p('{{/a}}').repeat(3);
  const filled = fillTemplate(wrapInDocx(deep), { a: many }, OPTIONS);
  assert.ok('faults' in filled && /repeat more than 200000 times/.test(filled.faults[0]?.message ?? ''));
  assert.ok(faultsOf(p('{{#a}}').repeat(30) + p('{{/a}}').repeat(30), { a: 1 }).some((fault) => fault.includes('nest more than 20')));
});

const book = (): Uint8Array =>
  bookTemplate({
    cells: {
      A1: 'Invoice {{number}}',
      D1: ['{{date}}', 1],
      E1: '{{paid}}',
      F1: '{{date}}',
      A3: 'Item',
      B3: 'Qty',
      C3: 'Price',
      D3: 'Total',
      E3: 'So far',
      A4: '{{#items}}{{name}}',
      B4: '{{qty}}',
      C4: ['{{price}}', 2],
      D4: ['=B4*C4', 2],
      E4: '=SUM(D$4:D4)',
      F4: '{{/items}}',
      A5: 'Total',
      B5: '=SUM(B4)',
      D5: ['=SUM(D4:D4)', 2],
      A7: '=D5/B5',
    },
    other: { A1: '=Data!D5', B1: '=SUM(Data!D4:D4)' },
    frame:
      '<mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="E4:F4"/></mergeCells><conditionalFormatting sqref="D4"><cfRule type="expression" dxfId="0" priority="1"><formula>$D4&gt;5</formula></cfRule></conditionalFormatting>',
    table: { ref: 'A3:D4', columns: ['Item', 'Qty', 'Price', 'Total'] },
    chart: { title: 'Sales {{number}}', categories: 'Data!$A$4', values: 'Data!$D$4', at: 8 },
    names:
      '<definedName name="Totals">Data!$D$4:$D$4</definedName><definedName name="_xlnm.Print_Area" localSheetId="0">Data!$A$1:$D$7</definedName>',
  });
const ITEMS = [
  { name: '=1+1', qty: 2, price: 1.5 },
  { name: 'y', qty: 1, price: 3 },
  { name: 'z', qty: 1, price: 4 },
];

test('a table of a workbook grows, and all that looks at it goes with it', () => {
  const filled = fillTemplate(book(), { number: 7, date: '2026-11-02', paid: true, items: ITEMS }, OPTIONS);
  assert.ok(!('faults' in filled));
  const [sheet, other, workbook, chart, list, drawing] = [
    /sheet1\.xml$/,
    /sheet2\.xml$/,
    /workbook\.xml$/,
    /chart1\.xml$/,
    /table1\.xml$/,
    /drawing1\.xml$/,
  ].map((name) => partsText(filled.bytes, name));
  for (const wanted of [
    '<c r="D1" s="1"><v>46328</v></c>',
    '<c r="E1" t="b"><v>1</v></c>',
    '>2026-11-02</t>',
    '>=1+1</t>',
    '<c r="C5" s="2"><v>3</v></c>',
    '<f>B4*C4</f>',
    '<f>B6*C6</f>',
    '<f>SUM(D$4:D6)</f>',
    '<f>SUM(B4:B6)</f>',
    '<f>SUM(D4:D6)</f>',
    '<c r="A9"><f>D7/B7</f>',
    '<mergeCells count="4"><mergeCell ref="A1:C1"/><mergeCell ref="E4:F4"/><mergeCell ref="E5:F5"/><mergeCell ref="E6:F6"/>',
    'sqref="D4:D6"',
    '<formula>$D4&gt;5</formula>',
  ])
    assert.ok(sheet?.includes(wanted), `${wanted} in ${sheet}`);
  assert.ok(!sheet?.includes('<f>1+1</f>'), 'text is never a formula');
  assert.match(other ?? '', /<f>Data!D7<\/f>.*<f>SUM\(Data!D4:D6\)<\/f>/);
  assert.match(workbook ?? '', />Data!\$D\$4:\$D\$6<.*>Data!\$A\$1:\$D\$9</);
  assert.match(chart ?? '', /Data!\$A\$4:\$A\$6.*ptCount val="3".*Data!\$D\$4:\$D\$6/);
  assert.match(list ?? '', /ref="A3:D6"/);
  assert.match(drawing ?? '', /<xdr:row>10<\/xdr:row>.*<xdr:row>25<\/xdr:row>/);
  assert.deepEqual(filled.waiting.toSorted(), [
    'Data!A9',
    'Data!B7',
    'Data!D4',
    'Data!D5',
    'Data!D6',
    'Data!D7',
    'Data!E4',
    'Data!E5',
    'Data!E6',
    'Other!A1',
    'Other!B1',
  ]);
});

test('a loop of a workbook without records leaves its row, empty; a false condition takes its rows away', () => {
  const filled = fillTemplate(book(), { number: 7, date: '2026-11-02', paid: true, items: [] }, OPTIONS);
  assert.ok(!('faults' in filled));
  const sheet = partsText(filled.bytes, /sheet1\.xml$/);
  assert.match(sheet, /<row r="4"><c r="A4"\/><c r="B4"\/><c r="C4" s="2"\/><c r="D4" s="2"\/><c r="E4"\/><c r="F4"\/><\/row>/);
  assert.match(sheet, /<f>SUM\(D4:D4\)<\/f>/);
  const cells = { A1: '{{#if x}}', A2: 'gone', A3: '{{/if}}', A4: 5, A5: '=SUM(A2:A4)' };
  const without = fillTemplate(bookTemplate({ cells }), {}, OPTIONS);
  assert.ok(!('faults' in without));
  assert.match(
    partsText(without.bytes, /sheet1\.xml$/),
    /<sheetData><row r="1"><c r="A1"><v>5<\/v><\/c><\/row><row r="2"><c r="A2"><f>SUM\(A1:A1\)<\/f>/,
  );
});

test('groups of rows in a workbook: totals of a group mean the group, running figures go on', () => {
  const cells = {
    A1: 'Start',
    B1: 0,
    A2: '{{#groups}}',
    A3: '{{name}}',
    A4: '{{#rows}}{{n}}',
    B4: '=B3+A4',
    C4: '{{/rows}}',
    A5: '=SUM(A4:A4)',
    A6: '{{/groups}}',
    A7: '=SUM(A4:A4)',
  };
  const filled = fillTemplate(
    bookTemplate({ cells }),
    {
      groups: [
        { name: 'g', rows: [{ n: 1 }, { n: 2 }] },
        { name: 'h', rows: [{ n: 3 }] },
      ],
    },
    OPTIONS,
  );
  assert.ok(!('faults' in filled), JSON.stringify(filled));
  const sheet = partsText(filled.bytes, /sheet1\.xml$/);
  assert.deepEqual(
    Array.from(sheet.matchAll(/r="([A-Z]\d+)"><f>([^<]*)</g), ([, at, formula]) => `${at} ${formula}`),
    ['B3 B2+A3', 'B4 B3+A4', 'A5 SUM(A3:A4)', 'B7 B6+A7', 'A8 SUM(A7:A7)', 'A9 SUM(A3:A7)'],
  );
});

test('a template says what it wants', () => {
  const body =
    p('{{customer.name}} {{due | date}}') +
    table(row('{{#items}}{{name}}', '{{price | currency EUR}}{{/items}}')) +
    p('{{#if paid}}x{{/if}}');
  const { kind, tags, faults, schema } = describeTemplate(wrapInDocx(body));
  assert.equal(kind, 'docx');
  assert.deepEqual(tags[2], { tag: '{{#items}}', place: 't1.r1.c1.p1' });
  assert.deepEqual(faults, []);
  assert.deepEqual(schema, {
    type: 'object',
    properties: {
      customer: { type: 'object', properties: { name: {} } },
      due: { type: 'string', format: 'date' },
      items: { type: 'array', items: { type: 'object', properties: { name: {}, price: { type: 'number' } } } },
      paid: {},
    },
  });
});

test('docs/templates.md lists every formatter, and no other', () => {
  const page = readFileSync(new URL('../../docs/templates.md', import.meta.url), 'utf8');
  const rows = /## Formatters\n([^]*?)\n## /.exec(page)?.[1] ?? '';
  const shown = new Set(
    Array.from(rows.matchAll(/^\|([^|]*)\|/gm), ([, cell = '']) => Array.from(cell.matchAll(/`([a-z]+)/g), ([, name]) => name)).flat(),
  );
  assert.deepEqual([...shown].sort(), FORMATTERS);
});

test('names of single cells are filled without braces', () => {
  const names = '<definedName name="Rate">Data!$B$1</definedName><definedName name="Other">Data!$B$2</definedName>';
  const filled = fillTemplate(bookTemplate({ cells: { A1: 'Rate', B1: [1, 2], B2: 5, C1: '=B1*2' }, names }), { Rate: 0.25 }, OPTIONS);
  assert.ok(!('faults' in filled));
  assert.match(partsText(filled.bytes, /sheet1\.xml$/), /<c r="B1" s="2"><v>0\.25<\/v><\/c>.*<c r="B2"><v>5<\/v>/);
  assert.deepEqual(filled.waiting, ['Data!C1']);
});
