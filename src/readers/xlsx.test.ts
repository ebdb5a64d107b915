import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../document/inline.ts';
import { blockText } from '../document/walk.ts';
import { buildContentTypes, buildRelationships } from '../ooxml/package-parts.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { readXlsx } from './xlsx.ts';

const S =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.';

function makeXlsx(
  sheetData: string,
  after = '',
  more: { styles?: string; strings?: string; entries?: readonly { name: string; data: string | Uint8Array }[] } = {},
): Uint8Array {
  return writeZip([
    {
      name: '[Content_Types].xml',
      data: buildContentTypes([
        { name: 'xl/workbook.xml', contentType: `${TYPE}sheet.main+xml` },
        { name: 'xl/s1.xml', contentType: `${TYPE}worksheet+xml` },
        { name: 'xl/styles.xml', contentType: `${TYPE}styles+xml` },
        { name: 'xl/strings.xml', contentType: `${TYPE}sharedStrings+xml` },
      ]),
    },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'r1', type: `${OFFICE}officeDocument`, target: 'xl/workbook.xml' }]) },
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${S}><sheets><sheet name="Data" sheetId="1" r:id="r1" state="hidden"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: buildRelationships([
        { id: 'r1', type: `${OFFICE}worksheet`, target: 's1.xml' },
        { id: 'r2', type: `${OFFICE}styles`, target: 'styles.xml' },
        { id: 'r3', type: `${OFFICE}sharedStrings`, target: 'strings.xml' },
      ]),
    },
    { name: 'xl/s1.xml', data: `<worksheet ${S}><sheetData>${sheetData}</sheetData>${after}</worksheet>` },
    {
      name: 'xl/styles.xml',
      data:
        more.styles ??
        `<styleSheet ${S}><numFmts><numFmt numFmtId="164" formatCode="0.0&quot; kg&quot;"/><numFmt numFmtId="165" formatCode=";;;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    },
    {
      name: 'xl/strings.xml',
      data: more.strings ?? `<sst ${S}><si><t>Name</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></si></sst>`,
    },
    ...(more.entries ?? []),
  ]);
}

function check(sheetData: string, expected: readonly string[], after = ''): void {
  const [sheet] = readXlsx(makeXlsx(sheetData, after)).value.blocks;
  assert.equal(sheet?.type, 'sheet');
  const lines = sheet.blocks.flatMap((block) => {
    if (block.type === 'table')
      return [
        'table',
        ...block.rows.map((row) =>
          row.cells
            .map((cell) => `${plainText(cell.runs)}${cell.colspan ? ` c${cell.colspan}` : ''}${cell.rowspan ? ` r${cell.rowspan}` : ''}`)
            .join(' | '),
        ),
      ];
    return block.type === 'paragraph' ? [`p ${plainText(block.runs)}`] : [block.type];
  });
  assert.deepEqual(lines, expected);
}

test('cells show strings, figures in their formats, dates, booleans, errors, values of formulas', () => {
  check(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" s="1"><v>2.25</v></c></row><row r="2"><c r="A2" s="2"><v>45292</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="e"><v>#N/A</v></c></row><row r="3"><c r="A3" t="inlineStr"><is><t>in</t></is></c><c r="B3"><f>1+1</f><v>2</v></c><c r="C3"><f>B3*2</f></c></row>',
    ['table', 'Name | rich | 2.3 kg', '1/1/24 | TRUE | #N/A', 'in | 2 | =B3*2'],
  );
});

test('empty rows and columns part tables', () => {
  const cell = (at: string): string => `<c r="${at}"><v>1</v></c>`;
  check(`<row r="1">${cell('A1')}${cell('B1')}${cell('D1')}</row><row r="2">${cell('A2')}</row><row r="5">${cell('C5')}</row>`, [
    'table',
    '1 | 1',
    '1 | ',
    'table',
    '1',
    'table',
    '1',
  ]);
});

test('merged cells have their spans', () => {
  check(
    '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c><c r="B2"><v>4</v></c><c r="C2"><v>5</v></c></row>',
    ['table', '1 c2 | 2', '3 | 4 | 5'],
    '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
  );
});

test('a merged cell that labels nothing appears once', () => {
  const rows =
    '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c><c r="C2"><v>4</v></c></row><row r="3"><c r="A3"><v>5</v></c><c r="C3"><v>6</v></c></row><row r="4"><c r="C4"><v>7</v></c></row>';
  check(
    rows,
    ['table', '1 |  | 2', '3 |  | 4', '5 r2 |  | 6', ' | 7'],
    '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A2:B2"/><mergeCell ref="A3:B4"/></mergeCells>',
  );
});

test('cells scattered over a whole sheet are reported one by one', () => {
  const rows = Array.from(
    { length: 600 },
    (_, at) => `<row r="${at + 1}"><c r="${at % 2 === 0 ? 'A' : 'AAA'}${at + 1}"><v>${at}</v></c></row>`,
  ).join('');
  const [sheet] = readXlsx(makeXlsx(rows)).value.blocks;
  assert.equal(sheet?.type === 'sheet' && sheet.blocks.length, 600);
});

test('a hidden sheet is read and said', () => {
  const { value, notes } = readXlsx(makeXlsx(''));
  assert.deepEqual(
    notes.map(({ code, message }) => [code, message]),
    [['sheet_hidden', 'The workbook has hidden sheets; they were read too: Data.']],
  );
  assert.equal(value.blocks[0]?.type === 'sheet' && value.blocks[0].hidden, true);
});

test('dates that are stored as text of ISO 8601 show as their format says', () => {
  check('<row r="1"><c r="A1" t="d" s="2"><v>2014-02-14T08:27:48Z</v></c><c r="B1" t="d"><v>soon</v></c></row>', [
    'table',
    '2/14/14 | soon',
  ]);
});

test('what a cell for dates cannot show, hidden rows and regional dates are said', () => {
  const { notes } = readXlsx(makeXlsx('<row r="4" hidden="1"><c r="B4" s="2"><v>-1.5</v></c><c r="C4" s="2"><v>45292</v></c></row>'));
  assert.deepEqual(notes.map(({ code }) => code).toSorted(), ['cells_hidden', 'dates_month_first', 'sheet_hidden', 'value_not_shown']);
  assert.match(notes.find(({ code }) => code === 'value_not_shown')?.message ?? '', /B4 holds -1\.5/);
});

test('a title that says the name of the sheet again is not said twice', () => {
  check(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>DATA</t></is></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row><row r="3"><c r="A3"><v>3</v></c><c r="B3"><v>4</v></c></row>',
    ['table', '1 | 2', '3 | 4'],
    '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
  );
});

test('boxes to tick, buttons and labels over the cells are read, with what is ticked', () => {
  const control = (kind: string, caption: string, more = ''): string =>
    `<v:shape><v:textbox><div><font>${caption}</font></div></v:textbox><x:ClientData ObjectType="${kind}">${more}</x:ClientData></v:shape>`;
  const entries = (vml: string) => [
    { name: 'xl/_rels/s1.xml.rels', data: buildRelationships([{ id: 'r1', type: `${OFFICE}vmlDrawing`, target: 'v.vml' }]) },
    {
      name: 'xl/v.vml',
      data: `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">${vml}</xml>`,
    },
  ];
  const shapes =
    control('Checkbox', 'Paid<br>in\n full', '<x:Checked>1</x:Checked>') +
    control('Radio', 'By post') +
    control('Button', 'Send') +
    control('Note', 'a note on a cell') +
    control('Checkbox', '');
  const texts = (vml: string) => {
    const { value, notes } = readXlsx(makeXlsx('', '', { entries: entries(vml) }));
    const [sheet] = value.blocks;
    return { said: sheet?.type === 'sheet' ? sheet.blocks.map(blockText) : [], codes: notes.map(({ code }) => code) };
  };
  assert.deepEqual(texts(shapes).said, ['☑ Paid in full', '☐ By post', 'Send', '☐ (box on a cell)']);
  assert.ok(texts(`${shapes}<open>`).codes.includes('part_damaged'));
  assert.ok(!texts('<x:ClientData ObjectType="Note"><open>').codes.includes('part_damaged'));
});

test('what a number format hides is left out, and that is said', () => {
  const bytes = makeXlsx(
    '<row r="1"><c r="A1" s="3" t="inlineStr"><is><t>secret</t></is></c><c r="B1" s="3"><v>5</v></c><c r="C1"><v>6</v></c></row>',
  );
  check('<row r="1"><c r="A1" s="3" t="inlineStr"><is><t>secret</t></is></c><c r="B1" s="3"><v>5</v></c><c r="C1"><v>6</v></c></row>', [
    'table',
    '6',
  ]);
  assert.ok(readXlsx(bytes).notes.some(({ code }) => code === 'value_hidden'));
});

test('cells whose letters have the colour of their background are left out, unless something may colour it', () => {
  const fonts = ['', '<color rgb="FFFFFFFF"/>', '<color theme="0"/>', '<color theme="0" tint="-0.5"/>', '<color rgb="FF203040"/>']
    .map((color) => `<font>${color}</font>`)
    .join('');
  const fills = [
    '<patternFill patternType="none"/>',
    '<patternFill patternType="solid"><fgColor rgb="FF203040"/></patternFill>',
    '<patternFill patternType="gray125"/>',
  ]
    .map((fill) => `<fill>${fill}</fill>`)
    .join('');
  const looks = [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
    [1, 1],
    [1, 2],
    [4, 1],
  ]
    .map(([font, fill]) => `<xf fontId="${font}" fillId="${fill}"/>`)
    .join('');
  const strings = '<si><t>x</t></si><si><r><t>seen </t></r><r><rPr><color rgb="FFFFFFFF"/></rPr><t>secret</t></r></si>';
  const left = (style: number, { text = 0, after = '', table = false } = {}): [string, string[]] => {
    const entries = table
      ? [
          { name: 'xl/_rels/s1.xml.rels', data: buildRelationships([{ id: 'r1', type: `${OFFICE}table`, target: 't.xml' }]) },
          { name: 'xl/t.xml', data: `<table ${S} ref="A1:B9"/>` },
        ]
      : [];
    const styles = `<styleSheet ${S}><fonts>${fonts}</fonts><fills>${fills}</fills><cellXfs>${looks}</cellXfs></styleSheet>`;
    const book = makeXlsx(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>A</t></is></c><c r="B1" t="s" s="${style}"><v>${text}</v></c></row>`,
      after,
      { styles, strings: `<sst ${S}>${strings}</sst>`, entries },
    );
    const {
      value: {
        blocks: [sheet],
      },
      notes,
    } = readXlsx(book);
    const texts =
      sheet?.type === 'sheet'
        ? sheet.blocks.flatMap((block) =>
            block.type === 'table'
              ? block.rows.flatMap((row) => row.cells.map((cell) => plainText(cell.runs)))
              : block.type === 'paragraph'
                ? [plainText(block.runs)]
                : [],
          )
        : [];
    return [texts.join('|'), notes.map(({ code }) => code).filter((code) => code === 'hidden_text')];
  };
  for (const style of [1, 2, 6]) assert.deepEqual(left(style), ['A', ['hidden_text']], `style ${style}`);
  for (const style of [0, 3, 4, 5]) assert.deepEqual(left(style), ['A|x', []], `style ${style}`);
  assert.deepEqual(left(0, { text: 1 }), ['A|seen', ['hidden_text']]);
  assert.deepEqual(left(4, { text: 1 }), ['A|seen secret', []]);
  assert.deepEqual(left(1, { after: '<conditionalFormatting sqref="B1:B9"/>' }), ['A|x', []]);
  assert.deepEqual(left(1, { after: '<conditionalFormatting sqref="C1 D1:D9"/>' }), ['A', ['hidden_text']]);
  assert.deepEqual(left(1, { table: true }), ['A|x', []]);
});

test('rows of texts are what the styles of their cells say, outside of tables', () => {
  const styles = ['Titel;15', 'Erklärender Text;53', 'Key figure label', 'Key figure', 'Quotation'].map((one) => one.split(';'));
  const sheet = `<styleSheet ${S}><cellXfs><xf/>${styles.map((_, at) => `<xf xfId="${at + 1}"/>`).join('')}</cellXfs><cellStyles>${styles.map(([name, id], at) => `<cellStyle name="${name}" xfId="${at + 1}"${id === undefined ? '' : ` builtinId="${id}"`}/>`).join('')}</cellStyles></styleSheet>`;
  const cell = (at: string, text: string, style = 0): string => `<c r="${at}" s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (number: number, ...cells: string[]): string => `<row r="${number}">${cells.join('')}</row>`;
  const data = [
    row(1, cell('A1', 'Stock', 1)),
    row(2, cell('A2', 'Counted in May.', 2)),
    row(3, cell('A3', 'Item'), cell('B3', 'Note', 2)),
    row(4, cell('A4', 'Pen'), cell('B4', 'new', 2)),
    row(5, cell('A5', '• one', 2)),
    row(6, cell('A6', '• two', 2)),
    row(8, cell('A8', 'Sales', 3), cell('C8', 'Loss', 3)),
    row(9, cell('A9', '12', 4), cell('C9', '3', 4)),
    row(10, cell('A10', 'Fine.', 5)),
    row(11, cell('A11', '— Ana', 5)),
  ].join('');
  const [read] = readXlsx(makeXlsx(data, '', { styles: sheet })).value.blocks;
  assert.equal(read?.type, 'sheet');
  assert.deepEqual(
    read.blocks.map(({ type }) => type),
    ['heading', 'paragraph', 'table', 'list', 'kpis', 'quote'],
  );
  const figures = read.blocks.find((block) => block.type === 'kpis');
  assert.deepEqual(figures?.items, [
    { value: [{ text: '12' }], label: [{ text: 'Sales' }] },
    { value: [{ text: '3' }], label: [{ text: 'Loss' }] },
  ]);
  assert.ok(read.blocks.some((block) => block.type === 'quote' && block.by === 'Ana'));
});

test('what lies under a merged cell is left out, and that is said', () => {
  const row = (at: number, ...columns: string[]): string =>
    `<row r="${at}">${columns.map((column) => `<c r="${column}${at}"><v>${at}</v></c>`).join('')}</row>`;
  const codes = (under: string[]): string[] =>
    readXlsx(
      makeXlsx(
        row(1, 'A', ...under, 'C') + row(2, 'A', 'B', 'C') + row(3, 'A', 'B', 'C'),
        '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
      ),
    ).notes.map(({ code }) => code);
  assert.deepEqual([codes([]).includes('value_hidden'), codes(['B']).includes('value_hidden')], [false, true]);
});

test('titles above a table are as many as there are', () => {
  const row = (at: number, columns: string): string =>
    `<row r="${at}">${[...columns].map((column) => `<c r="${column}${at}"><v>${at}</v></c>`).join('')}</row>`;
  const titles = 20_000;
  const merges = Array.from({ length: titles }, (_, at) => `<mergeCell ref="A${at + 1}:B${at + 1}"/>`).join('');
  const data = Array.from({ length: titles }, (_, at) => row(at + 1, 'A')).join('') + row(titles + 1, 'AB') + row(titles + 2, 'AB');
  const [sheet] = readXlsx(makeXlsx(data, `<mergeCells>${merges}</mergeCells>`)).value.blocks;
  assert.equal(sheet?.type, 'sheet');
  assert.equal(sheet.blocks.length, titles + 1);
  assert.equal(sheet.blocks.at(-1)?.type, 'table');
});

test('the number of a page is no footer, whatever its size and language', () => {
  const footerOf = (coded: string): readonly string[] =>
    readXlsx(makeXlsx('', `<headerFooter><oddFooter>${coded.replaceAll('&', '&amp;')}</oddFooter></headerFooter>`)).value.furniture
      ?.footers ?? [];
  for (const coded of ['&C&"Times New Roman,Regular"&12Page &P', '&CСтраница &P из &N', '&R&K01+000Seite &P von &N'])
    assert.deepEqual(footerOf(coded), []);
  assert.deepEqual(footerOf('&L&8Draft &P&RPlan 7, page &P/&N'), ['Draft | Plan 7,']);
});

test('headers and footers of pages are told once, without their codes, where pages have them', () => {
  const furniture = (after: string) => readXlsx(makeXlsx('<row r="1"><c r="A1"><v>1</v></c></row>', after)).value.furniture;
  assert.deepEqual(
    furniture(
      '<headerFooter differentFirst="1"><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Budget &amp;&amp; plan&amp;C&amp;A&amp;RDraft</oddHeader><oddFooter>&amp;CPage &amp;P of &amp;N</oddFooter><evenHeader>never</evenHeader><firstHeader>&amp;K01+000First</firstHeader><firstFooter>&amp;P</firstFooter></headerFooter>',
    ),
    { headers: ['Budget & plan | Draft', 'First'], footers: [] },
  );
  assert.deepEqual(furniture(''), { headers: [], footers: [] });
});

test('shared strings have a longer name in files of old, and one that is not there is told', () => {
  const { value, notes } = readXlsx(
    makeXlsx('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>9</v></c><c r="C1"><v>1</v></c></row>', '', {
      strings: `<sst ${S}><sstItem><t>Lorem</t></sstItem></sst>`,
    }),
  );
  assert.match(JSON.stringify(value.blocks), /Lorem/);
  assert.ok(notes.some(({ code, message }) => code === 'part_damaged' && message.includes('not in the file')));
});

test('a cell that says it shares a text and has an empty value is empty, not the first text', () => {
  const { value, notes } = readXlsx(
    makeXlsx('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v/></c><c r="C1"><v>1</v></c></row>', '', {
      strings: `<sst ${S}><si><t>Lorem</t></si></sst>`,
    }),
  );
  assert.equal(JSON.stringify(value.blocks).split('Lorem').length, 2);
  assert.ok(notes.every(({ code }) => code !== 'part_damaged'));
});

const C =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

/** The blocks of a sheet with one cell and a chart. */
function readCharted(chart: string): ReturnType<typeof readXlsx> {
  const relations = (type: string, target: string): string => buildRelationships([{ id: 'r1', type: `${OFFICE}${type}`, target }]);
  return readXlsx(
    makeXlsx('', '', {
      entries: [
        { name: 'xl/_rels/s1.xml.rels', data: relations('drawing', 'd.xml') },
        { name: 'xl/d.xml', data: `<d ${C}><c:chart xmlns:r="${OFFICE.slice(0, -1)}" r:id="r1"/></d>` },
        { name: 'xl/_rels/d.xml.rels', data: relations('chart', 'c.xml') },
        { name: 'xl/c.xml', data: `<c:chartSpace ${C}><c:chart>${chart}</c:chart></c:chartSpace>` },
      ],
    }),
  );
}
const cached = (...values: string[]): string =>
  `<c:strRef><c:strCache>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache></c:strRef>`;

test('a chart is titled by a cell too; points that lie at places of their own stay at them', () => {
  const series = (name: string, xs: string[], ys: string[]): string =>
    `<c:ser><c:tx>${cached(name)}</c:tx><c:xVal>${cached(...xs)}</c:xVal><c:yVal>${cached(...ys)}</c:yVal></c:ser>`;
  const [sheet] = readCharted(
    `<c:title><c:tx>${cached('From a cell')}</c:tx></c:title><c:plotArea><c:scatterChart>${series('A', ['1', '2'], ['10', '20'])}${series('B', ['1.5', '2'], ['15', '21'])}</c:scatterChart></c:plotArea>`,
  ).value.blocks;
  const [chart] = sheet?.type === 'sheet' ? sheet.blocks : [];
  assert.equal(chart?.type, 'chart');
  assert.deepEqual(
    [chart.title, chart.categories, chart.series],
    [
      'From a cell',
      ['1', '1.5', '2'],
      [
        { name: 'A', values: [10, null, 20] },
        { name: 'B', values: [null, 15, 21] },
      ],
    ],
  );
});

test('a chart whose values are elsewhere keeps its words; one that is cut says so', () => {
  const axis = '<c:valAx><c:title><c:tx><c:rich><a:p><a:r><a:t>Revenue</a:t></a:r></a:p></c:rich></c:tx></c:title></c:valAx>';
  const [sheet] = readCharted(`<c:plotArea><c:barChart><c:ser/></c:barChart>${axis}</c:plotArea>`).value.blocks;
  assert.match(JSON.stringify(sheet), /Revenue/);
  const many = Array.from({ length: 300 }, (_, at) => `<c:ser><c:tx>${cached(`s${at}`)}</c:tx><c:val>${cached('1')}</c:val></c:ser>`).join(
    '',
  );
  const { notes } = readCharted(`<c:plotArea><c:barChart>${many}</c:barChart></c:plotArea>`);
  assert.deepEqual(
    notes.flatMap(({ code }) => (code === 'part_left_out' ? [code] : [])),
    ['part_left_out'],
  );
});

const RELATIONS = OFFICE.slice(0, -1);
const CX = `xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${RELATIONS}"`;
const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

/** The blocks of a sheet whose drawing has a chart of Office 2016, and words for older programs. */
function readExtended(data: string, plot: string, title = ''): ReturnType<typeof readXlsx> {
  const relations = (type: string, target: string): string => buildRelationships([{ id: 'r1', type: `${OFFICE}${type}`, target }]);
  const older =
    '<xdr:sp xmlns:xdr="u"><xdr:txBody xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:p><a:r><a:t>Not available</a:t></a:r></a:p></xdr:txBody></xdr:sp>';
  return readXlsx(
    makeXlsx('', '', {
      entries: [
        { name: 'xl/_rels/s1.xml.rels', data: relations('drawing', 'd.xml') },
        {
          name: 'xl/d.xml',
          data: `<d ${MC}><mc:AlternateContent><mc:Choice Requires="cx1"><g><cx:chart ${CX} r:id="r1"/></g></mc:Choice><mc:Fallback>${older}</mc:Fallback></mc:AlternateContent></d>`,
        },
        { name: 'xl/_rels/d.xml.rels', data: relations('chartEx', 'c.xml') },
        {
          name: 'xl/c.xml',
          data: `<cx:chartSpace ${CX}><cx:chartData>${data}</cx:chartData><cx:chart>${title}<cx:plotArea><cx:plotAreaRegion>${plot}</cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`,
        },
      ],
    }),
  );
}
const level = (...texts: (string | null)[]): string =>
  `<cx:lvl ptCount="${texts.length}">${texts.map((text, at) => (text === null ? '' : `<cx:pt idx="${at}">${text}</cx:pt>`)).join('')}</cx:lvl>`;
const said = (text: string): string => `<cx:tx><cx:txData><cx:f>A1</cx:f><cx:v>${text}</cx:v></cx:txData></cx:tx>`;

test('charts of Office 2016 are read from the values that the file keeps, and not what is said to older programs', () => {
  const { value } = readExtended(
    `<cx:data id="0"><cx:strDim type="cat"><cx:f>A2:B4</cx:f>${level('Rent', 'Power', 'Food')}${level('Home', null, 'Rest')}</cx:strDim><cx:numDim type="size"><cx:f>C2:C4</cx:f>${level('10', '2.5', null)}</cx:numDim></cx:data>`,
    `<cx:series layoutId="treemap">${said('Costs')}<cx:dataId val="0"/></cx:series><cx:series layoutId="paretoLine" ownerIdx="0"/>`,
    `<cx:title>${said('Where it goes')}</cx:title>`,
  );
  const [sheet] = value.blocks;
  const blocks = sheet?.type === 'sheet' ? sheet.blocks : [];
  assert.deepEqual(
    blocks.flatMap((block) => (block.type === 'chart' ? [[block.kind, block.title, block.categories, block.series]] : [])),
    [['pie', 'Where it goes', ['Home Rent', 'Power', 'Rest Food'], [{ name: 'Costs', values: [10, 2.5, null] }]]],
  );
  assert.ok(!JSON.stringify(blocks).includes('Not available'));
});

test('a chart of Office 2016 whose values are elsewhere keeps its words', () => {
  const { value } = readExtended(
    '<cx:data id="0"/>',
    '<cx:series layoutId="waterfall"><cx:dataId val="0"/></cx:series>',
    `<cx:title>${said('Cash')}</cx:title>`,
  );
  assert.match(JSON.stringify(value.blocks), /Cash/);
});

test('text boxes over a chart are read after it', () => {
  const relations = (type: string, target: string): string => buildRelationships([{ id: 'r1', type: `${OFFICE}${type}`, target }]);
  const { value } = readXlsx(
    makeXlsx('', '', {
      entries: [
        { name: 'xl/_rels/s1.xml.rels', data: relations('drawing', 'd.xml') },
        { name: 'xl/d.xml', data: `<d ${C}><c:chart xmlns:r="${RELATIONS}" r:id="r1"/></d>` },
        { name: 'xl/_rels/d.xml.rels', data: relations('chart', 'c.xml') },
        {
          name: 'xl/c.xml',
          data: `<c:chartSpace ${C} xmlns:r="${RELATIONS}"><c:chart><c:plotArea><c:barChart><c:ser><c:val>${cached('1')}</c:val></c:ser></c:barChart></c:plotArea></c:chart><c:userShapes r:id="r1"/></c:chartSpace>`,
        },
        { name: 'xl/_rels/c.xml.rels', data: relations('chartUserShapes', 'u.xml') },
        {
          name: 'xl/u.xml',
          data: `<c:userShapes ${C}><cdr:relSizeAnchor xmlns:cdr="http://schemas.openxmlformats.org/drawingml/2006/chartDrawing"><cdr:sp><cdr:txBody><a:p><a:r><a:t>Record year</a:t></a:r></a:p></cdr:txBody></cdr:sp></cdr:relSizeAnchor></c:userShapes>`,
        },
      ],
    }),
  );
  const [sheet] = value.blocks;
  assert.deepEqual(sheet?.type === 'sheet' && sheet.blocks.slice(-2).map(({ type }) => type), ['chart', 'paragraph']);
  assert.match(JSON.stringify(sheet), /Record year/);
});
test('form controls over a sheet are read with what is ticked, once, and those that are not read are named', () => {
  const control = (id: number, kind: string, caption: string, more = ''): string =>
    `<v:shape id="_x0000_s${id}"><v:textbox><div><font>${caption}</font></div></v:textbox><x:ClientData ObjectType="${kind}"><x:Anchor>
    1, 15, 4, 2, 3, 15, 6, 5</x:Anchor>${more}</x:ClientData></v:shape>`;
  const vml = [
    control(1, 'Note', 'A comment&#39;s box'),
    control(2, 'Checkbox', 'I accept<br>the terms', '<x:Checked>1</x:Checked>'),
    control(3, 'Checkbox', 'Send me news'),
    control(4, 'Radio', '', '<x:Checked>1</x:Checked>'),
    control(5, 'Button', 'Submit'),
    control(6, 'Drop', '', '<x:Sel>2</x:Sel>'),
    control(7, 'Spin', ''),
    // of a file that is embedded
    control(8, 'Pict', ''),
  ].join('');
  const drawn = (id: number, text: string): string =>
    `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="${id}"><a:extLst><a:ext><a14:compatExt spid="_x0000_s${id}"/></a:ext></a:extLst></xdr:cNvPr></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
  const { value, notes } = readXlsx(
    makeXlsx('', '', {
      entries: [
        {
          name: 'xl/_rels/s1.xml.rels',
          data: buildRelationships([
            { id: 'r1', type: `${OFFICE}drawing`, target: 'd.xml' },
            { id: 'r2', type: `${OFFICE}vmlDrawing`, target: 'v.vml' },
          ]),
        },
        {
          name: 'xl/d.xml',
          data: `<d ${C} xmlns:xdr="u" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main">${drawn(3, 'Send me news')}${drawn(9, 'A shape')}</d>`,
        },
        {
          name: 'xl/v.vml',
          data: `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">${vml}</xml>`,
        },
      ],
    }),
  );
  const [sheet] = value.blocks;
  assert.equal(sheet?.type, 'sheet');
  assert.deepEqual(sheet.blocks.map(blockText), ['A shape', '☑ I accept the terms', '☐ Send me news', '☑ (option on B5)', 'Submit']);
  assert.deepEqual(
    notes.filter(({ code }) => code === 'part_left_out').map(({ message }) => message),
    ['The sheet Data has lists to choose from over its cells, and what they show was not read: B5.'],
  );
});

test('of a sheet that is longer than is read, the note names it and counts the cells that were left out', () => {
  const rows = Array.from({ length: 740 }, () => '<row><c t="s"><v>0</v></c></row>').join('');
  const { value, notes } = readXlsx(makeXlsx(rows, '', { strings: `<si><t>${'long '.repeat(6_500)}</t></si>` }));
  const cut = notes.find(({ code }) => code === 'sheet_cut');
  assert.equal(
    cut?.message,
    'The sheet Data has more than is read of one: its first 738 cells that show something were read, the last 2 were left out.',
  );
  assert.equal(value.blocks.length, 1);
});
