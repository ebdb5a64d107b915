import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Note } from '../src/base/note.ts';
import { composeDocument } from '../src/document/compose.ts';
import type { Document } from '../src/document/document.ts';
import { resolveLook } from '../src/document/look.ts';
import { numberBlocks } from '../src/document/walk.ts';
import { decodeXml } from '../src/ooxml/decode-xml.ts';
import { readZip } from '../src/ooxml/read-zip.ts';
import { parseXml, type XmlElement } from '../src/ooxml/xml-tree.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { reviewPackage } from '../src/review/review.ts';
import { assets, block, footnotes } from './support/any-document.ts';
import { validateAllOffice } from './support/validate-office.ts';
import { needsValues, planDataWorkbook, planWorkbook, writeXlsx } from '../src/writers/xlsx.ts';

const LOOK = resolveLook('spreadsheet');
const CREATED = new Date('2026-11-20T12:00:00Z');

function composed(markdown: string, lang = 'en'): Document {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0 }).value;
  return composeDocument({ blocks, meta, lang: meta.lang ?? lang, name: null, assets: new Map() }, LOOK).document;
}

interface Made {
  bytes: Uint8Array;
  notes: Note[];
  part(name: string): string;
  names: string[];
}

function make(markdown: string, lang = 'en'): Made {
  const { bytes, notes } = writeXlsx(planWorkbook(composed(markdown, lang), LOOK), { created: CREATED });
  return opened(bytes, notes);
}

function opened(bytes: Uint8Array, notes: Note[]): Made {
  const { parts } = readZip(bytes);
  return {
    bytes,
    notes,
    names: [...parts.keys()],
    part(name) {
      const found = parts.get(name);
      assert.ok(found, `there is no part ${name}`);
      return decodeXml(found.read()).text;
    },
  };
}

function elements(root: XmlElement, local: string): XmlElement[] {
  return root.children.flatMap((child) =>
    child.kind === 'element' ? [...(child.local === local ? [child] : []), ...elements(child, local)] : [],
  );
}

const textOf = (element: XmlElement): string =>
  element.children.map((child) => (child.kind === 'text' ? child.value : textOf(child))).join('');
const attribute = (element: XmlElement, name: string): string => element.attributes.find((one) => one.local === name)?.value ?? '';

/** Cells of a sheet by name: `=formula → value`, or the value; text in quotes. */
function cells(made: Made, sheet = 1): Map<string, string> {
  const strings = elements(parseXml(made.part('xl/sharedStrings.xml')).root, 'si').map(textOf);
  const found = new Map<string, string>();
  for (const cell of elements(parseXml(made.part(`xl/worksheets/sheet${sheet}.xml`)).root, 'c')) {
    const [formula] = elements(cell, 'f').map(textOf);
    const [raw] = elements(cell, 'v').map(textOf);
    if (raw === undefined && formula === undefined) continue;
    const type = attribute(cell, 't');
    const value =
      type === 's'
        ? `"${strings[Number(raw)]}"`
        : type === 'str'
          ? `"${raw}"`
          : type === 'b'
            ? raw === '1'
              ? 'TRUE'
              : 'FALSE'
            : (raw ?? 'unknown');
    found.set(attribute(cell, 'r'), formula === undefined ? value : `=${formula} → ${value}`);
  }
  return found;
}

const ORDERS = `# Sheet: Orders

::name{TaxRate=0.21}

| Code | Item | Units | Price | Amount | Tax |
|---|---|---|---|---|---|
| 00123 | Chair | 3 | €125.50 | =[Units]*[Price] | =[Amount]*TaxRate |
| 00124 | Desk | 1 | €420.00 | =[Units]*[Price] | =[Amount]*TaxRate |

::total{col="Units,Amount,Tax" fn=sum}
`;

test('columns calculate by name, totals are live, and all of it is calculated in the file', () => {
  const made = make(ORDERS);
  const found = cells(made);
  assert.equal(found.get('B7'), '"00123"', 'an identifier lost its zeros');
  assert.equal(found.get('D7'), '3');
  assert.equal(found.get('F7'), '=Orders[[#This Row],[Units]]*Orders[[#This Row],[Price]] → 376.5');
  assert.equal(found.get('G7'), '=Orders[[#This Row],[Amount]]*TaxRate → 79.065');
  assert.equal(found.get('F9'), '=SUBTOTAL(109,Orders[Amount]) → 796.5');
  assert.match(made.part('xl/workbook.xml'), /<definedName name="TaxRate">Orders!\$C\$4<\/definedName>/);
  const table = made.part('xl/tables/table1.xml');
  assert.match(table, /ref="B6:G9" totalsRowCount="1"/);
  assert.match(
    table,
    /<calculatedColumnFormula>Orders\[\[#This Row\],\[Units\]\]\*Orders\[\[#This Row\],\[Price\]\]<\/calculatedColumnFormula>/,
  );
  assert.match(table, /name="Amount" totalsRowFunction="sum"/);
  assert.deepEqual(made.notes, []);
});

test('cells are counted from the first header cell of their table, whatever is above it', () => {
  const made = make(
    '# Sheet: Plan\n\nA line.\n\nAnother, longer line of text.\n\n| A | B | C |\n|---|---|---|\n| 1 | 2 | =A2+B2 |\n| 3 | 4 | =SUM($A$2:B3) |\n\n# Sheet: Other\n\n| X | Y |\n|---|---|\n| a | =Plan!C2*10 |\n| b | =SUM(Plan[A]) |\n',
  );
  const found = [...cells(made).values()].filter((value) => value.startsWith('='));
  assert.deepEqual(
    found.map((value) => value.split(' → ')[1]),
    ['3', '10'],
  );
  assert.deepEqual(
    [...cells(made, 2).values()].filter((value) => value.startsWith('=')).map((value) => value.split(' → ')[1]),
    ['30', '4'],
  );
});

/** The first row of a table, typed. */
function typed(header: string, texts: readonly string[], lang = 'en'): string[] {
  const made = make(`# Sheet: S\n\n| Key | ${header} |\n|---|---|\n${texts.map((text) => `| k | ${text} |`).join('\n')}\n`, lang);
  return [...cells(made)]
    .filter(([name]) => name.startsWith('C'))
    .map(([, value]) => value)
    .slice(1);
}

test('figures, shares, money and dates are numbers in both languages', () => {
  assert.deepEqual(typed('Amount', ['1,234.50', '−12', '(3)']), ['1234.5', '-12', '-3']);
  assert.deepEqual(typed('Importe', ['1.234,50 €', '12 €'], 'es'), ['1234.5', '12']);
  assert.deepEqual(typed('Share', ['12 %', '0.5%']), ['0.12', '0.005']);
  assert.deepEqual(typed('Price', ['$4.2M', 'US$ 3k']), ['4200000', '3000']);
  assert.deepEqual(typed('Weight', ['45 kg', '12.5 kg']), ['45', '12.5']);
  assert.deepEqual(typed('Energy', ['10 kWh', '3 k']), ['10', '3000']);
  assert.deepEqual(typed('Date', ['2026/11/20', '2024-02-29']), ['46346', '45351']);
  assert.deepEqual(typed('Fecha', ['20/11/2026', '5/1/2026'], 'es'), ['46346', '46027']);
  assert.deepEqual(typed('Day', ['20 November 2026', 'March 5, 2026']), ['46346', '46086']);
});

test('times of day and durations are calculated with', () => {
  const made = make(
    '# Sheet: S\n\n| Day | Start | End | Break | Worked | Rate | Pay |\n|---|---|---|---|---|---|---|\n| 2026-11-02 | 08:30 | 17:15 | 0:45 | =[End]-[Start]-[Break] | £18.50 | =[Worked]*24*[Rate] |\n| 2026-11-03 | 09:00 | 18:00 | 1:00 | =[End]-[Start]-[Break] | £18.50 | =[Worked]*24*[Rate] |\n\n::total{col="Worked,Pay" fn=sum}\n',
  );
  assert.equal(cells(made).get('C4'), String(8.5 / 24));
  assert.match(cells(made).get('H6') ?? '', /→ 296(?:\.0*\d*)?$/);
  assert.match(made.part('xl/styles.xml'), /formatCode="\[h\]:mm"/);
  assert.equal(cells(make('# Sheet: S\n\n:::table{types="text,time"}\n| A | B |\n|---|---|\n| a | 6:00 |\n:::\n')).get('C4'), '0.25');
  assert.deepEqual(typed('Odds', ['1:30', '2:15']), ['"1:30"', '"2:15"']);
});

test('changes carry their sign, rates of exchange do not', () => {
  const format = (header: string): string =>
    make(`# Sheet: S\n\n| Key | ${header} |\n|---|---|\n| a | 1,05 |\n| b | 1,20 |\n`, 'es').part('xl/styles.xml');
  assert.match(format('Cambio'), /formatCode="[^"]*&quot;\+&quot;/);
  assert.ok(!format('Tipo de cambio').includes('&quot;+&quot;'));
});

test('sums in several currencies keep their signs', () => {
  const made = make('# Sheet: S\n\n| Key | Fee |\n|---|---|\n| a | €1,234 |\n| b | £5.50 |\n');
  const styles = new Set(
    elements(parseXml(made.part('xl/worksheets/sheet1.xml')).root, 'c')
      .filter((cell) => /^C[45]$/.test(attribute(cell, 'r')))
      .map((cell) => attribute(cell, 's')),
  );
  assert.equal(styles.size, 2);
  for (const sign of ['€', '£']) assert.ok(made.part('xl/styles.xml').includes(`formatCode="&quot;${sign}&quot;#,##0`), sign);
});

test('what is no figure stays text: identifiers, long numbers, telephones, quarters, dates that could be two', () => {
  assert.deepEqual(typed('Ref', ['00123', '124']), ['"00123"', '"124"']);
  assert.deepEqual(typed('Number', ['1234567890123456', '1']), ['"1234567890123456"', '"1"']);
  assert.deepEqual(typed('Phone', ['+34 600 100 200', '600100200']), ['"+34 600 100 200"', '"600100200"']);
  assert.deepEqual(typed('Item', ['+34 600', 'Chair']), ['"+34 600"', '"Chair"']);
  assert.deepEqual(typed('Quarter', ['Q1', 'Q2']), ['"Q1"', '"Q2"']);
  assert.deepEqual(typed('When', ['03/04/2026', '05/06/2026']), ['"03/04/2026"', '"05/06/2026"']);
  assert.deepEqual(typed('When', ['31/02/2026']), ['"31/02/2026"']);
});

test('text that would run is text, and says so', () => {
  const texts = [
    '=WEBSERVICE("http://a.example")',
    '=HYPERLINK("file:///c:/x","y")',
    "=cmd\\|'/C calc'!A0",
    '=DDE("a","b","c")',
    '=INDIRECT("A1")',
    '=[Book.xlsx]Sheet1!A1',
    '=MAX()',
    '@SUM(A1)',
    '-2+3',
    '+1+cmd',
  ];
  const made = make(`# Sheet: S\n\n| Key | Value |\n|---|---|\n${texts.map((text) => `| k | ${text} |`).join('\n')}\n`);
  assert.ok(![...cells(made).values()].some((value) => value.startsWith('=')), 'a text became a formula');
  assert.equal(made.notes.filter(({ code }) => code === 'formula_as_text').length, 7);
  assert.match(made.part('xl/styles.xml'), /quotePrefix="1"/);
  assert.deepEqual(
    [...cells(make('# Sheet: S\n\n:::table{types="id,text"}\n| A | B |\n|---|---|\n| =1+1 | =1+1 |\n:::\n')).values()].slice(-2),
    ['"=1+1"', '=1+1 → 2'],
    'a formula is one in every column but those of identifiers',
  );
});

test('errors and circles are reported, not hidden', () => {
  const made = make('# Sheet: S\n\n| A | B | C |\n|---|---|---|\n| 1 | =1/0 | =C2+1 |\n| 2 | =[A]*2 | 3 |\n');
  const findings = reviewPackage(made.bytes).map(({ finding }) => finding);
  assert.deepEqual(new Set(findings.map(({ code }) => code)), new Set(['formula_error', 'formula_circular']));
  assert.match(findings.map(({ message }) => message).join(' '), /S!C4 comes to #DIV\/0!/);
});

test('a typed total that is the sum is live; another stays and is reported', () => {
  const table = (total: string): string => `# Sheet: S\n\n| Item | Amount |\n|---|---|\n| a | 10 |\n| b | 20 |\n| Total | ${total} |\n`;
  assert.equal(cells(make(table('30'))).get('C6'), '=SUBTOTAL(109,S[Amount]) → 30');
  const other = make(table('31'));
  assert.equal(cells(other).get('C6'), '31');
  assert.deepEqual(
    other.notes.map(({ code }) => code),
    ['total_typed'],
  );
});

test('typed sums of rows are live where every row adds up', () => {
  const table = (last: string): string =>
    `# Sheet: S\n\n| Item | Year | Q1 | Q2 | Total |\n|---|---|---|---|---|\n| a | 2025 | 10 | 5 | 15 |\n| b | 2026 | 20 | | 20 |\n| c | 2026 | 1 | 2 | ${last} |\n`;
  assert.equal(cells(make(table('3'))).get('F6'), '=SUM(S[[#This Row],[Q1]:[Q2]]) → 3');
  assert.equal(cells(make(table('4'))).get('F6'), '4');
});

test('a workbook with groups and subtotals keeps its figures live without a table object', () => {
  const made = make(
    '# Sheet: S\n\n| Line | Q1 | Q2 |\n|---|---|---|\n| Operating | | |\n| Rent | 10 | 20 |\n| Staff | 5 | 6 |\n| Subtotal | 15 | 26 |\n| Systems | 1 | 2 |\n| Subtotal | 1 | 2 |\n| Total | 16 | 28 |\n',
  );
  assert.ok(!made.names.some((name) => name.startsWith('xl/tables/')));
  assert.equal(cells(made).get('C7'), '=SUBTOTAL(109,C5:C6) → 15');
  assert.equal(cells(made).get('C10'), '=SUBTOTAL(109,$C$4:$C$9) → 16');
});

test('questions about formulas: another way in one row, a range that ends early, a figure that is text', () => {
  const rows = (values: readonly string[]): string =>
    `# Sheet: S\n\n| A | B |\n|---|---|\n${values.map((value, i) => `| ${i + 1} | ${value} |`).join('\n')}\n`;
  const codes = (markdown: string): string[] => reviewPackage(make(markdown).bytes).map(({ finding }) => finding.code);
  assert.deepEqual(codes(rows(['=[A]*2', '=[A]*2', '=[A]*3', '=[A]*2', '=[A]*2'])), ['formula_inconsistent']);
  assert.deepEqual(codes(rows(['=A2*2', '=A3*2', '=A4*2', '=A5*2'])), []);
  assert.deepEqual(codes(rows(['=[A]*2', '7', '=[A]*2', '=[A]*2', '=[A]*2'])), ['formula_inconsistent']);
  assert.deepEqual(codes('# Sheet: S\n\n| A | B |\n|---|---|\n| a | 1 |\n| b | 2 |\n| c | 3 |\n| Total | =SUM(B2:B3) |\n'), [
    'range_incomplete',
  ]);
  assert.deepEqual(codes(rows(['=SUM($A$2:A2)', '=SUM($A$2:A3)', '=SUM($A$2:A4)', '=SUM($A$2:A5)'])), []);
  assert.deepEqual(codes(rows(['1', '2', '3', 'about 12'])), []);
  assert.deepEqual(codes(rows(['1', '2', '3', '4 approx'])), ['number_as_text']);
});

test('a style is honoured: face, size, colours, margins, orientation, header, footer', () => {
  const look = resolveLook('spreadsheet', {
    font: 'Arial',
    font_size: 9,
    margins_cm: 2.54,
    orientation: 'landscape',
    header: 'Draft & more',
    footer: 'Finance',
    page_numbers: false,
    colors: { title: '5B1A1A', headings: '8A2B2B', text: '202020', accent: 'A63D2F' },
  });
  const made = opened(writeXlsx(planWorkbook(composed(ORDERS), look), { created: CREATED }).bytes, []);
  const styles = made.part('xl/styles.xml');
  assert.match(styles, /<font><sz val="9"\/><color rgb="FF202020"\/><name val="Arial"\/>/);
  assert.match(styles, /<font><b\/><sz val="14.5"\/><color rgb="FF5B1A1A"\/>/);
  const sheet = made.part('xl/worksheets/sheet1.xml');
  assert.match(sheet, /<sheetFormatPr defaultRowHeight="14.75"/);
  assert.match(sheet, /<pageMargins left="1" right="1" top="1" bottom="1" /);
  assert.match(sheet, /orientation="landscape"/);
  assert.match(
    sheet,
    /<oddHeader>&amp;L&amp;"Arial,Regular"&amp;8&amp;K55606CDraft &amp;&amp; more<\/oddHeader><oddFooter>[^<]*Finance<\/oddFooter>/,
  );
});

test('a chart goes to the next page with its title, where the two would be cut', () => {
  const rows = Array.from(
    { length: 24 },
    (_, i) => `| Month ${i + 1} | ${i} | ${i * 2} | ${i * 3} | ${i * 4} | ${i * 5} | ${i * 6} |`,
  ).join('\n');
  const made = make(
    `# Sheet: S\n\n| A | B | C | D | E | F | G |\n|---|---|---|---|---|---|---|\n${rows}\n\n:::chart{type=line x=A y=B title="Over time"}\n:::\n\n:::chart{type=line x=A y=C title="And this"}\n:::\n\n:::chart{type=line x=A y=D title="And that"}\n:::\n`,
  );
  const found = cells(made);
  const breaks = elements(parseXml(made.part('xl/worksheets/sheet1.xml')).root, 'brk').map((one) => Number(attribute(one, 'id')));
  assert.ok(breaks.length >= 1);
  for (const row of breaks)
    assert.ok(['"Over time"', '"And this"', '"And that"'].includes(found.get(`B${row + 1}`) ?? ''), `row ${row + 1} begins a page`);
});

test('key figures may be formulas, shown as what they are made from', () => {
  const made = make(
    `${ORDERS}\n# Sheet: Summary\n\n:::kpis\n- **=SUM(Orders[Amount])** | Amount\n- **=COUNTA(Orders[Item])** | Items\n:::\n`,
  );
  const values = [...cells(made, 2).values()];
  assert.ok(values.includes('=SUM(Orders[Amount]) → 796.5') && values.includes('=COUNTA(Orders[Item]) → 2'), values.join(' | '));
});

test('names of sheets and tables are those that Excel takes', () => {
  const long = 'A very long name of a sheet that Excel would not take';
  const made = make(
    `# Sheet: ${long}\n\n| A |\n|---|\n| 1 |\n\n# Sheet: ${long}\n\n| A |\n|---|\n| 1 |\n\n# Sheet: Q1\n\n| A |\n|---|\n| 1 |\n\n# Sheet: a/b:c*?\n\ntext\n\n# Sheet: history\n\ntext\n`,
  );
  const names = elements(parseXml(made.part('xl/workbook.xml')).root, 'sheet').map((sheet) => attribute(sheet, 'name'));
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 5);
  assert.ok(
    names.every((name) => name.length <= 31 && !/[\\/?*[\]:]/.test(name) && name.toLowerCase() !== 'history'),
    names.join('|'),
  );
  assert.equal(made.notes.filter(({ code }) => code === 'sheet_renamed').length, 4);
  assert.match(made.part('xl/tables/table3.xml'), /displayName="Table_Q1"/);
});

test('more than five sheets begin with a list of them', () => {
  const made = make(
    ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => `# Sheet: ${name}\n\nAbout ${name}.\n\n| A |\n|---|\n| 1 |\n`).join('\n'),
  );
  assert.deepEqual([...cells(made).values()].slice(0, 3), ['"Contents"', '"One"', '"About One."']);
  assert.match(made.part('xl/worksheets/sheet1.xml'), /<hyperlink ref="B3" location="One!A1"\/>/);
});

test('any document is a workbook: sections with tables are sheets, words are notes, charts draw cells', () => {
  const made = make(
    '# Report\n\nIntro.\n\n## Sales\n\n| Month | Sum |\n|---|---|\n| Jan | 1 |\n| Feb | 2 |\n\n:::chart{type=line x=Month y=Sum}\n| Month | Sum |\n|---|---|\n| Jan | 1 |\n| Feb | 2 |\n:::\n\n## Words\n\nOnly text[^1].\n\n[^1]: A note.\n',
  );
  const names = elements(parseXml(made.part('xl/workbook.xml')).root, 'sheet').map((sheet) => attribute(sheet, 'name'));
  assert.deepEqual(names, ['Sales', 'Notes']);
  const chart = made.part('xl/charts/chart1.xml');
  assert.match(chart, /<c:f>Sales!\$C\$4:\$C\$5<\/c:f>/);
  assert.match(chart, /<c:v>2<\/c:v>/);
  assert.ok(!chart.includes('externalData'));
});

test('rare functions are left to an office program, and the file says so', () => {
  const plan = planWorkbook(composed('# Sheet: S\n\n| A | B |\n|---|---|\n| 1 | =TODAY() |\n'), LOOK);
  assert.equal(needsValues(plan), true);
  assert.match(opened(writeXlsx(plan, { created: CREATED }).bytes, []).part('xl/workbook.xml'), /fullCalcOnLoad="1"/);
  assert.equal(needsValues(planWorkbook(composed(ORDERS), LOOK)), false);
});

test('the same workbook twice is the same bytes, and the Open XML SDK finds no fault', async () => {
  const rich = `${ORDERS}\n:::chart{type=column x=Item y=Amount title=Amounts unit=€}\n:::\n\n# Sheet: Más & <cosas>\n\n:::kpis\n- **12 %** | Growth | up\n- **€4.2M** | Revenue\n:::\n\n> [!NOTE]\n> Mind **this**.\n\n- one\n- two\n\n| Day | Ok | Share | Link |\n|---|---|---|---|\n${'| 2026-01-02 | yes | 10 % | [site](https://example.org/a?b=1&c=2) |\n| 2026-01-03 | no | 20 % | text **bold** |\n'.repeat(6)}\n\`\`\`\ncode = "x"\n\`\`\`\n\n# Sheet: Wide\n\n| ${Array.from({ length: 40 }, (_, i) => `Column ${i + 1}`).join(' | ')} |\n|${'---|'.repeat(40)}\n${`|${' 1,234.5 |'.repeat(40)}\n`.repeat(30)}\n# Sheet: Merged\n\n:::table\n| A | << | B |\n|---|---|---|\n| 1 | 2 | 3 |\n| ^^ | 4 | 5 |\n:::\n`;
  const first = make(rich);
  assert.ok(Buffer.compare(first.bytes, make(rich).bytes) === 0, 'the same input gave other bytes');
  const data = planDataWorkbook(
    {
      name: 'Data',
      columns: [
        { name: 'Id', type: 'id' },
        { name: 'N', type: 'int' },
        { name: 'Twice', formula: '=[N]*2' },
      ],
      rows: [
        ['01', 1, null],
        ['02', 2, null],
      ],
    },
    composed('x'),
    LOOK,
  );
  const written = writeXlsx(data, { created: CREATED });
  assert.equal(cells(opened(written.bytes, written.notes)).get('C3'), '=Data[[#This Row],[N]]*2 → 4');
  const files = {
    rich: first.bytes,
    data: written.bytes,
    text: make('Only text.').bytes,
    empty: make('# Sheet: Empty\n').bytes,
    es: make(ORDERS, 'es').bytes,
  };
  assert.deepEqual(
    await validateAllOffice(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, { bytes, kind: 'xlsx' as const }]))),
    {},
  );
});

const pieces = fc.constantFrom(
  '1',
  '2.5',
  '1.234,5',
  '12 %',
  '€5',
  '=',
  '=[A]',
  '=[A]*2',
  '=SUM([B])',
  '=A2',
  '=B9:A1',
  '=IF(',
  '=Z!A1',
  '"',
  "'",
  '2026-01-01',
  '31/12/2026',
  '00',
  'text',
  '=1e999',
  '<&>',
  '=-[B]',
  '=[C]',
  '=T&[A]',
  '+',
  '@x',
  '**b**',
  '_x000D_',
  '=A:B',
  '=[#Totals]',
  '=["]',
);
const cellText = fc.array(pieces, { maxLength: 3 }).map((parts) => parts.join(''));
const sheet = fc
  .record({
    name: fc.constantFrom('S', 'A1', "it's", 'Hoja ñ', '🎈', 'x'.repeat(60)),
    rows: fc.array(fc.array(cellText, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
    total: fc.boolean(),
  })
  .map(
    ({ name, rows, total }) =>
      `# Sheet: ${name}\n\n::name{T=${rows.length} n="=SUM(S[A])"}\n\n| A | B | C |\n|---|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n${total ? '\n::total{}\n' : ''}\n`,
  );

test('any cells make a file that is well-formed', () => {
  fc.assert(
    fc.property(fc.array(sheet, { minLength: 1, maxLength: 3 }), (sheets) => {
      const made = make(sheets.join('\n'));
      for (const name of made.names) if (/\.(?:xml|rels)$/.test(name)) parseXml(made.part(name));
    }),
    { numRuns: 150 },
  );
});

test('shares of a whole are calculated here in long tables too', () => {
  const rows = Array.from({ length: 5000 }, (_, i) => `| k | ${1 + (i % 7)} | =[N]/SUM([N]) |`).join('\n');
  const plan = planWorkbook(composed(`# Sheet: S\n\n| K | N | Share |\n|---|---|---|\n${rows}\n`), LOOK);
  assert.equal(needsValues(plan), false);
});

test('hostile sizes end soon: deep formulas, long texts, chains of cells', () => {
  const deep = `=${'('.repeat(500)}1${')'.repeat(500)}`;
  const made = make(
    `# Sheet: S\n\n| A | B |\n|---|---|\n| ${deep} | ${'x'.repeat(40_000)} |\n| =${'-'.repeat(900)}1 | =1${'+1'.repeat(2000)} |\n`,
  );
  assert.equal(made.notes.filter(({ code }) => code === 'formula_as_text').length, 2);
  assert.ok((cells(made).get('C4')?.length ?? 0) < 32_800);
  const wide = make(
    `# Sheet: S\n\n| A | B |\n|---|---|\n| 1 | =SUM(C1:XFD1048576) |\n| 2 | =COUNTIF(C1:XFD1048576,1) |\n| 3 | =SUMPRODUCT(C1:D900000,C1:D900000) |\n`,
  );
  assert.deepEqual(
    [...cells(wide).values()].filter((value) => value.startsWith('=')).map((value) => value.endsWith('unknown')),
    [true, true, true],
  );
  const chain = make(
    `# Sheet: S\n\n| A | B |\n|---|---|\n${Array.from({ length: 1500 }, (_, i) => `| ${i} | ${i === 1499 ? '1' : `=B${i + 3}+1`} |`).join('\n')}\n`,
  );
  assert.ok(chain.bytes.length > 1000);
});

test('any document of the model makes a file that is well-formed', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 6 }), footnotes, fc.constantFrom('en', 'es'), (blocks, notes, lang) => {
      const all =
        notes.length === 0
          ? blocks
          : [...blocks, { id: '', type: 'footnotes' as const, notes: [...new Map(notes)].map(([id, inner]) => ({ id, blocks: inner })) }];
      numberBlocks(all);
      const { document } = composeDocument({ blocks: all, meta: {}, lang, name: null, assets }, LOOK);
      const { bytes, notes: said } = writeXlsx(planWorkbook(document, LOOK), { created: CREATED });
      const made = opened(bytes, said);
      for (const name of made.names) if (/\.(?:xml|rels)$/.test(name)) parseXml(made.part(name));
    }),
    { numRuns: 60 },
  );
});

test('a table without rows takes no room', () => {
  const document: Document = {
    ...composed('Text.'),
    blocks: [
      { id: 'b1', type: 'table', columns: [{}], header_rows: 0, rows: [] },
      { id: 'b2', type: 'paragraph', runs: [{ text: 'Behind it.' }] },
    ],
  };
  assert.ok([...cells(opened(writeXlsx(planWorkbook(document, LOOK), { created: CREATED }).bytes, [])).values()].includes('"Behind it."'));
});

test('a sheet that is read from the right begins there, in its cells, its chart and its foot', () => {
  const { part } = make(
    '# Sheet: المبيعات\n\n| الفرع | المجموع |\n|---|--:|\n| الميناء | 12 |\n| المطار | 14 |\n\n:::chart{type=column x=الفرع y=المجموع title="المبيعات"}\n:::\n',
    'ar',
  );
  const sheet = part('xl/worksheets/sheet1.xml');
  assert.match(sheet, /<sheetView [^>]*rightToLeft="1"/);
  assert.doesNotMatch(sheet, /&amp;P/, 'one page of one sheet has no number');
  assert.match(part('xl/styles.xml'), /<alignment readingOrder="2" horizontal="right"/);
  assert.match(part('xl/charts/chart1.xml'), /<c:catAx><c:axId val="\d+"\/><c:scaling><c:orientation val="maxMin"\/>/);
});
