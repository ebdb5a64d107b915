/** One planted defect each: what is written into a sound workbook, and the code of the rule that has to find it. */

export interface BookSeed {
  name: string;
  code: string;
  markdown: string;
}

const table = (head: string, rows: readonly string[]): string =>
  `| ${head} |\n|${head
    .split('|')
    .map(() => '---')
    .join('|')}|\n${rows.map((row) => `| ${row} |`).join('\n')}`;
const sheet = (body: string, lang = 'en'): string => `---\nlang: ${lang}\ntitle: A workbook\n---\n\n# Sheet: Data\n\n${body}\n`;

/** Six orders; `amount` is what is in the last column, by row from 2. */
function orders(amount: (row: number) => string, { head = 'Item | Units | Price | Amount', more = '', lang = 'en' } = {}): string {
  const items = [
    ['Paper', '12', '4.50'],
    ['Ink', '3', '18.20'],
    ['Lamps', '7', '22.00'],
    ['Chairs', '5', '64.90'],
    ['Desks', '2', '189.00'],
    ['Cables', '30', '3.15'],
  ];
  return sheet(
    `${table(
      head,
      items.map((cells, i) => [...cells, amount(i + 2)].join(' | ')),
    )}${more}`,
    lang,
  );
}
const usual = '=[Units]*[Price]';
const odd = (formula: string, at = 5): string => orders((row) => (row === at ? formula : usual));
/** Months with a typed figure each, and one more row. */
const months = (last: string): string =>
  sheet(table('Month | Visits', ['Jan | 120', 'Feb | 98', 'Mar | 143', 'Apr | 131', 'May | 156', 'Jun | 149', last]));
const values = (head: string, list: readonly string[]): string =>
  sheet(
    table(
      `Item | ${head}`,
      list.map((value, i) => `Thing ${i + 1} | ${value}`),
    ),
  );

/** Written as Markdown, so that our own writer makes the file. */
export const WRITTEN_SEEDS: readonly BookSeed[] = [
  {
    name: 'divided by an empty cell',
    code: 'division_guarded',
    markdown: sheet(
      table('Item | Cost | Units | Each', ['a | 10 | 2 | =[Cost]/[Units]', 'b | 12 | | =[Cost]/[Units]', 'c | 9 | 3 | =[Cost]/[Units]']),
    ),
  },
  {
    name: 'looked up and not found',
    code: 'formula_error',
    markdown: sheet(table('Item | Cost | Found', ['a | 10 | =VLOOKUP("z",A2:B4,2,FALSE)', 'b | 12 | ', 'c | 9 | '])),
  },
  {
    name: 'no match',
    code: 'formula_error',
    markdown: sheet(table('Item | Cost | Row', ['a | 10 | =MATCH(99,[Cost],0)', 'b | 12 | ', 'c | 9 | '])),
  },
  { name: 'the root of a debt', code: 'formula_error', markdown: values('Root', ['=SQRT(0-4)', '=SQRT(9)']) },
  {
    name: 'a word among factors',
    code: 'formula_error',
    markdown: sheet(
      table('Item | Units | Twice', ['a | 3 | =[Units]*2', 'b | none | =[Units]*2', 'c | 5 | =[Units]*2', 'd | 6 | =[Units]*2']),
    ),
  },
  {
    name: 'a row beyond the table',
    code: 'formula_error',
    markdown: sheet(table('Item | Cost | Ninth', ['a | 10 | =INDEX([Cost],9)', 'b | 12 | '])),
  },
  {
    name: 'a mean of nothing',
    code: 'division_guarded',
    markdown: sheet(table('Item | Cost | Mean', ['a | x | =AVERAGE(B2:B3)', 'b | y | '])),
  },
  {
    name: 'the root of a loss',
    code: 'formula_error',
    markdown: sheet(table('Item | Result | Root', ['a | -10 | =SQRT([Result])', 'b | 12 | =SQRT([Result])'])),
  },
  {
    name: 'a word multiplied',
    code: 'formula_error',
    markdown: sheet(table('Item | Cost | Twice', ['a | x | =B2*2', 'b | y | '])),
  },
  {
    name: 'an error in a key figure',
    code: 'formula_error',
    markdown: `${sheet(table('Item | Cost', ['a | 10', 'b | 12']))}\n# Sheet: Summary\n\n:::kpis\n- **=SUM(Data[Cost])/0** | Each\n:::\n`,
  },
  { name: 'a sum with itself', code: 'formula_circular', markdown: months('Sum | =SUM(B2:B8)') },
  {
    name: 'two columns of each other',
    code: 'formula_circular',
    markdown: sheet(table('Item | Net | Gross', ['a | =[Gross]/1.2 | =[Net]*1.2', 'b | =[Gross]/1.2 | =[Net]*1.2'])),
  },
  {
    name: 'a balance of its own row',
    code: 'formula_circular',
    markdown: sheet(table('Month | In | Balance', ['Jan | 10 | =B2', 'Feb | 20 | =C3+B3', 'Mar | 30 | =C3+B4', 'Apr | 5 | =C4+B5'])),
  },
  {
    name: 'two sheets of each other',
    code: 'formula_circular',
    markdown: `${sheet(table('Item | Cost', ['a | =Other!B2', 'b | 12']))}\n# Sheet: Other\n\n${table('Item | Cost', ['a | =Data!B2', 'b | 3'])}\n`,
  },
  { name: 'another factor', code: 'formula_inconsistent', markdown: odd('=[Units]*[Price]*1.1') },
  { name: 'typed over', code: 'formula_inconsistent', markdown: odd('324.50') },
  { name: 'typed over at the end', code: 'formula_inconsistent', markdown: odd('94.50', 7) },
  { name: 'plus for times', code: 'formula_inconsistent', markdown: odd('=[Units]+[Price]') },
  { name: 'the price alone', code: 'formula_inconsistent', markdown: odd('=[Price]') },
  { name: 'the row above', code: 'formula_inconsistent', markdown: orders((row) => `=B${row === 5 ? 4 : row}*C${row}`) },
  { name: 'a fixed cell', code: 'formula_inconsistent', markdown: orders((row) => (row === 4 ? '=B4*$C$2' : `=B${row}*C${row}`)) },
  {
    name: 'a constant in Spanish',
    code: 'formula_inconsistent',
    markdown: orders((row) => (row === 6 ? '=[Unidades]*189' : '=[Unidades]*[Precio]'), {
      head: 'Artículo | Unidades | Precio | Importe',
      lang: 'es',
    }),
  },
  {
    name: 'a balance that forgets the payment',
    code: 'formula_inconsistent',
    markdown: sheet(
      table('Month | In | Out | Balance', [
        'Jan | 9 | 1 | =B2-C2',
        ...['Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul'].map(
          (month, i) => `${month} | ${10 + i} | ${2 + i} | ${i === 3 ? '=D5+B6' : `=D${i + 2}+B${i + 3}-C${i + 3}`}`,
        ),
      ]),
    ),
  },
  { name: 'the last row left out', code: 'range_incomplete', markdown: months('Sum | =SUM(B2:B6)') },
  { name: 'the last two rows left out', code: 'range_incomplete', markdown: months('Sum | =SUM(B2:B5)') },
  { name: 'the first row left out', code: 'range_incomplete', markdown: months('Sum | =SUM(B3:B7)') },
  { name: 'a mean without the last', code: 'range_incomplete', markdown: months('Mean | =AVERAGE(B2:B6)') },
  { name: 'the greatest without the first', code: 'range_incomplete', markdown: months('Most | =MAX(B3:B7)') },
  {
    name: 'rows without their last month',
    code: 'range_incomplete',
    markdown: sheet(
      table('Site | Jan | Feb | Mar | Sum', [
        'Leeds | 5 | 6 | 7 | =SUM(B2:C2)',
        'York | 6 | 7 | 8 | =SUM(B3:C3)',
        'Hull | 7 | 8 | 9 | =SUM(B4:C4)',
      ]),
    ),
  },
  { name: 'a figure with a word', code: 'number_as_text', markdown: values('Units', ['12', '30', '4 approx', '8', '9']) },
  {
    name: 'a total beside live ones',
    code: 'total_hard_coded',
    markdown: sheet(table('Item | Q1 | Q2', ['a | 10 | 1', 'b | 20 | 2', 'c | 30 | 3', 'Total | 61 | =SUM(C2:C4)'])),
  },
  {
    name: 'a total beside live ones in Spanish',
    code: 'total_hard_coded',
    markdown: sheet(table('Concepto | T1 | T2', ['a | 10 | 1', 'b | 20 | 2', 'c | 30 | 3', 'Total | =SUMA(B2:B4) | 7']), 'es'),
  },
];

export interface PartSeed {
  name: string;
  code: string;
  part: string;
  change(xml: string): string | null;
}

/** The workbook into whose parts faults are planted: a table object, a block of rows with subtotals, dates, names. */
export const BASE_WORKBOOK = `---
lang: en-GB
title: Orders and costs
---

# Sheet: Orders

::name{TaxRate=20%}

| Code | Item | Ordered | Units | Price | Amount | Tax |
|---|---|---|--:|--:|--:|--:|
| 00123 | Chair | 2026-11-02 | 3 | £125.50 | =[Units]*[Price] | =[Amount]*TaxRate |
| 00124 | Desk | 2026-11-03 | 1 | £1,420.00 | =[Units]*[Price] | =[Amount]*TaxRate |
| 00125 | Lamp | 2026-11-05 | 8 | £29.90 | =[Units]*[Price] | =[Amount]*TaxRate |
| 00126 | Shelf | 2026-11-09 | 4 | £64.50 | =[Units]*[Price] | =[Amount]*TaxRate |
| 00127 | Screen | 2026-11-12 | 2 | £310.00 | =[Units]*[Price] | =[Amount]*TaxRate |

::total{col="Units,Amount,Tax" fn=sum}

# Sheet: Costs

| Line | Q1 | Q2 | Q3 | Year |
|---|--:|--:|--:|--:|
| Rent | 12,400 | 12,400 | 12,400 | =SUM(B2:D2) |
| Staff | 88,150 | 90,200 | 90,200 | =SUM(B3:D3) |
| Energy | 4,310 | 2,980 | 1,875 | =SUM(B4:D4) |
| Travel | 1,200 | 2,640 | 3,305 | =SUM(B5:D5) |
| Total | =SUM(B2:B5) | =SUM(C2:C5) | =SUM(D2:D5) | =SUM(E2:E5) |
`;

const ORDERS = 'xl/worksheets/sheet1.xml';
const COSTS = 'xl/worksheets/sheet2.xml';
const MAIN = 'xl/workbook.xml';

/** A cell of a part with its content changed. */
const cell =
  (name: string, change: (xml: string) => string) =>
  (xml: string): string =>
    xml.replace(new RegExp(`<c r="${name}"[^>]*?(?:/>|>.*?</c>)`, 's'), change);
const value =
  (text: string) =>
  (xml: string): string =>
    xml.replace(/<v>[^<]*<\/v>/, `<v>${text}</v>`);
const typed = (xml: string): string => xml.replace(/<f>[^<]*<\/f>/, '');
const formula =
  (text: string) =>
  (xml: string): string =>
    xml.replace(/<f>[^<]*<\/f>/, `<f>${text}</f>`);
const narrow =
  (column: number) =>
  (xml: string): string =>
    xml.replace(new RegExp(`(<col min="${column}" max="${column}" width=")[^"]*"`), '$14"');
const asText = (xml: string): string =>
  xml.replace(/<c r="(\w+)"([^>]*)><v>(\d+)\d{3}<\/v><\/c>/, '<c r="$1"$2 t="inlineStr"><is><t>$3,000.00 €</t></is></c>');
const restyled = (xml: string): string => xml.replace(/ s="\d+"/, ' s="0"');

/** Planted into the parts of the file. The first row of the orders is row 7, below the sheet's title and its name; that of the costs is row 4. */
export const PART_SEEDS: readonly PartSeed[] = [
  { name: 'an amount out of date', code: 'formula_value_stale', part: ORDERS, change: cell('G7', value('300')) },
  { name: 'a tax out of date', code: 'formula_value_stale', part: ORDERS, change: cell('H9', value('1')) },
  {
    name: 'a total out of date',
    code: 'formula_value_stale',
    part: ORDERS,
    change: (xml) => xml.replace(/(SUBTOTAL\(109,Orders\[Amount\]\)<\/f><v>)[^<]*/, '$11'),
  },
  { name: 'a sum out of date', code: 'formula_value_stale', part: COSTS, change: cell('F5', value('99')) },
  { name: 'a sum of sums out of date', code: 'formula_value_stale', part: COSTS, change: cell('F8', value('0')) },
  { name: 'a typed figure changed, and nothing calculated', code: 'formula_value_stale', part: COSTS, change: cell('C4', value('99999')) },
  { name: 'a value missing', code: 'formula_value_stale', part: ORDERS, change: cell('G8', (xml) => xml.replace(/<v>[^<]*<\/v>/, '')) },
  { name: 'all values missing', code: 'formula_value_stale', part: COSTS, change: (xml) => xml.replaceAll(/(<\/f>)<v>[^<]*<\/v>/g, '$1') },
  {
    name: 'a division by nothing',
    code: 'formula_error',
    part: COSTS,
    change: cell('F4', (xml) => xml.replace(/<f>.*<\/v>/, '<f>C4/0</f><v>#DIV/0!</v>').replace('<c ', '<c t="e" ')),
  },
  {
    name: 'a reference that is gone',
    code: 'formula_error',
    part: COSTS,
    change: cell('F6', (xml) => xml.replace(/<f>.*<\/v>/, '<f>SUM(#REF!)</f><v>#REF!</v>').replace('<c ', '<c t="e" ')),
  },
  {
    name: 'an unknown function',
    code: 'formula_error',
    part: COSTS,
    change: cell('F6', (xml) => xml.replace(/<f>.*<\/v>/, '<f>SUMM(C6:E6)</f><v>#NAME?</v>').replace('<c ', '<c t="e" ')),
  },
  { name: 'a circle', code: 'formula_circular', part: COSTS, change: cell('F5', formula('SUM(C5:F5)')) },
  {
    name: 'a tax at another rate',
    code: 'formula_inconsistent',
    part: ORDERS,
    change: cell('H9', formula('Orders[[#This Row],[Amount]]*0.21')),
  },
  { name: 'an amount typed over', code: 'formula_inconsistent', part: ORDERS, change: cell('G9', typed) },
  { name: 'a sum of another row', code: 'formula_inconsistent', part: COSTS, change: cell('F5', formula('SUM(C4:E4)')) },
  { name: 'a sum without its last month', code: 'range_incomplete', part: COSTS, change: cell('F6', formula('SUM(C6:D6)')) },
  { name: 'a total without its last row', code: 'range_incomplete', part: COSTS, change: cell('C8', formula('SUM(C4:C6)')) },
  { name: 'a total without its first row', code: 'range_incomplete', part: COSTS, change: cell('D8', formula('SUM(D5:D7)')) },
  { name: 'a typed total', code: 'total_hard_coded', part: COSTS, change: cell('C8', typed) },
  { name: 'two typed totals', code: 'total_hard_coded', part: COSTS, change: (xml) => cell('D8', typed)(cell('C8', typed)(xml)) },
  {
    name: 'a typed total of a table',
    code: 'total_hard_coded',
    part: ORDERS,
    change: (xml) => xml.replace(/<f>SUBTOTAL\(109,Orders\[Tax\]\)<\/f>/, ''),
  },
  {
    name: 'units as text',
    code: 'number_as_text',
    part: ORDERS,
    change: cell('E9', (xml) => xml.replace(/<c r="E9"/, '<c r="E9" t="str"')),
  },
  {
    name: 'a cost as text',
    code: 'number_as_text',
    part: COSTS,
    change: cell('D6', (xml) => xml.replace(/<c r="D6"([^>]*)>.*<\/c>/, '<c r="D6"$1 t="inlineStr"><is><t>2,980</t></is></c>')),
  },
  {
    name: 'a row of costs as text',
    code: 'number_as_text',
    part: COSTS,
    change: (xml) => [4, 5, 6, 7].reduce((text, row) => cell(`C${row}`, asText)(text), xml),
  },
  {
    name: 'units with a word',
    code: 'number_as_text',
    part: ORDERS,
    change: cell('E9', (xml) => xml.replace(/<c r="E9"([^>]*)>.*<\/c>/, '<c r="E9"$1 t="inlineStr"><is><t>8 kg</t></is></c>')),
  },
  { name: 'a column too narrow for amounts', code: 'column_too_narrow', part: ORDERS, change: narrow(7) },
  { name: 'a column too narrow for dates', code: 'column_too_narrow', part: ORDERS, change: narrow(4) },
  { name: 'a column too narrow for its total', code: 'column_too_narrow', part: COSTS, change: narrow(6) },
  { name: 'a date before all dates', code: 'column_too_narrow', part: ORDERS, change: cell('D8', value('-5')) },
  { name: 'a price without format', code: 'number_format_missing', part: ORDERS, change: cell('F9', restyled) },
  { name: 'a cost without format', code: 'number_format_missing', part: COSTS, change: cell('D6', restyled) },
  {
    name: 'dates as numbers',
    code: 'number_format_missing',
    part: ORDERS,
    change: (xml) => [7, 8, 9, 10, 11].reduce((text, row) => cell(`D${row}`, restyled)(text), xml).replace(/ref="/, 'ref="'),
  },
  { name: 'a cell of another file', code: 'external_link', part: COSTS, change: cell('F4', formula("SUM('[1]Plan 2027'!C4:E4)")) },
  { name: 'a price of another file', code: 'external_link', part: ORDERS, change: cell('G7', formula('[2]Prices!B7*3')) },
  {
    name: 'a web service',
    code: 'external_link',
    part: COSTS,
    change: cell('F4', formula('_xlfn.WEBSERVICE(&quot;https://example.org&quot;)')),
  },
  { name: 'a command', code: 'external_link', part: COSTS, change: cell('F4', formula("cmd|'/C calc'!A0")) },
  {
    name: 'two sheets of one name',
    code: 'workbook_ids_duplicate',
    part: MAIN,
    change: (xml) => xml.replace('<sheet name="Costs"', '<sheet name="ORDERS"'),
  },
  {
    name: 'two sheets with one id',
    code: 'workbook_ids_duplicate',
    part: MAIN,
    change: (xml) => xml.replace('sheetId="2"', 'sheetId="1"'),
  },
  {
    name: 'a name twice',
    code: 'workbook_ids_duplicate',
    part: MAIN,
    change: (xml) => xml.replace('<definedNames>', '<definedNames><definedName name="taxrate">Orders!$A$1</definedName>'),
  },
  { name: 'a cell twice', code: 'workbook_ids_duplicate', part: COSTS, change: (xml) => xml.replace(/(<c r="C4"[^>]*>.*?<\/c>)/, '$1$1') },
  {
    name: 'a column named in another way',
    code: 'table_header_mismatch',
    part: 'xl/tables/table1.xml',
    change: (xml) => xml.replace('name="Units"', 'name="Pieces"'),
  },
  {
    name: 'a table wider than its columns',
    code: 'table_header_mismatch',
    part: 'xl/tables/table1.xml',
    change: (xml) => xml.replaceAll(/ref="B6:H(\d+)"/g, 'ref="B6:I$1"'),
  },
  {
    name: 'merged cells in a table',
    code: 'table_header_mismatch',
    part: ORDERS,
    change: (xml) => xml.replace('</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="C8:C9"/></mergeCells>'),
  },
  {
    name: 'merged over each other',
    code: 'sheet_invalid',
    part: COSTS,
    change: (xml) =>
      xml.replace('</sheetData>', '</sheetData><mergeCells count="2"><mergeCell ref="B12:D13"/><mergeCell ref="C13:E14"/></mergeCells>'),
  },
  {
    name: 'a style beyond the last',
    code: 'sheet_invalid',
    part: COSTS,
    change: (xml) => xml.replace(/<c r="C4" s="\d+"/, '<c r="C4" s="999"'),
  },
  { name: 'a text beyond the last', code: 'sheet_invalid', part: ORDERS, change: cell('C7', value('9999')) },
  {
    name: 'a sheet named with a slash',
    code: 'sheet_invalid',
    part: MAIN,
    change: (xml) => xml.replace('<sheet name="Costs"', '<sheet name="In/Out"'),
  },
  {
    name: 'a name of cells that are gone',
    code: 'name_broken',
    part: MAIN,
    change: (xml) => xml.replace('<definedNames>', '<definedNames><definedName name="OldRate">#REF!$B$2</definedName>'),
  },
  {
    name: 'a print area that is gone',
    code: 'name_broken',
    part: MAIN,
    change: (xml) => xml.replace(/(_xlnm\.Print_Area" localSheetId="1">)[^<]*/, '$1Costs!#REF!'),
  },
  { name: 'a sheet without its part', code: 'relationship_dangling', part: COSTS, change: () => null },
  { name: 'a table without its part', code: 'relationship_dangling', part: 'xl/tables/table1.xml', change: () => null },
  {
    name: 'a relationship deleted',
    code: 'relationship_dangling',
    part: 'xl/worksheets/_rels/sheet1.xml.rels',
    change: (xml) => xml.replace(/<Relationship [^>]*table1\.xml[^>]*>/, ''),
  },
  { name: 'styles that do not nest', code: 'package_invalid', part: 'xl/styles.xml', change: (xml) => xml.replace('</cellXfs>', '') },
];
