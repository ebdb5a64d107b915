/** What went wrong in silence in workbooks, each by its symptom: formulas, formats, readings of figures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkdown } from '../src/readers/markdown.ts';
import { writeMarkdown } from '../src/writers/markdown.ts';
import { shownCells } from './support/shown-cells.ts';

test('a formula in a column typed text was written as literal text, and what counts on it gave 0', () => {
  const { cells, notes } = shownCells(`# Sheet: Stock

:::table{types="text,int,text"}
| Item | Amount | Status |
|---|---|---|
| A | 10 | =IF([Amount]<20,"LOW","ok") |
| B | 30 | =IF([Amount]<20,"LOW","ok") |
:::

# Sheet: Summary

| Figure | Value |
|---|---|
| Low | =COUNTIF(Stock[Status],"LOW") |
`);
  assert.deepEqual(
    cells('Stock')
      .slice(-2)
      .map((row) => row[2]),
    ['LOW', 'ok'],
  );
  assert.equal(cells('Summary').at(-1)?.[1], '1');
  assert.deepEqual(notes, []);
});

test('a formula in bold, or one that begins with $ or @, was literal text', () => {
  const { cells } = shownCells(`# Sheet: S

| Item | Net | Twice |
|---|--:|--:|
| A | 10 | =@[Net]*2 |
| B | 30 | =$B$3*2 |
| **Total** | **=SUM([Net])** | ***=SUM([Twice])*** |
`);
  assert.deepEqual(
    cells('S')
      .slice(-3)
      .map((row) => row.slice(1)),
    [
      ['10', '20'],
      ['30', '60'],
      ['40', '80'],
    ],
  );
});

test('=1+1 in a column of identifiers was a live formula', () => {
  const declared = shownCells('# Sheet: S\n\n:::table{types="id,int"}\n| Code | N |\n|---|---|\n| =1+1 | 1 |\n:::\n');
  assert.equal(declared.cells('S').at(-1)?.[0], '=1+1');
  assert.deepEqual(declared.notes, [], 'it is what the author asked for');
  const found = shownCells('# Sheet: S\n\n| Code | N |\n|---|---|\n| 0012 | 1 |\n| =1+1 | 1 |\n');
  assert.equal(found.cells('S').at(-1)?.[0], '=1+1');
  assert.match(found.notes.join('\n'), /formula_as_text: S!B5 holds "=1\+1" as text/);
});

test('a column of a sheet’s second table was not found by the sheet’s name', () => {
  const { cells, notes } = shownCells(`# Sheet: Sales Plan

| Month | Flag |
|---|---|
| Jan | 1 |

Owners

| Task | Owner |
|---|---|
| x | Ana |

# Sheet: Summary

| Figure | Value |
|---|---|
| Owner | =INDEX(Sales_Plan[Owner],1) |
| Month | =INDEX(SalesPlan[Month],1) |
| Flag | =SUM('Sales Plan'[Flag]) |
`);
  assert.deepEqual(
    cells('Summary')
      .slice(-3)
      .map((row) => row[1]),
    ['Ana', 'Jan', '1'],
  );
  assert.deepEqual(notes, []);
});

test('which of a sheet’s tables with the same column is meant was decided in silence', () => {
  const { cells, notes } = shownCells(`# Sheet: Plan

| A | Amount |
|---|---|
| a | 1 |

Second

| B | Amount |
|---|---|
| b | 2 |

# Sheet: Summary

| Figure | Value |
|---|---|
| Sum | =SUM(Plan[Amount]) |
`);
  assert.equal(cells('Summary').at(-1)?.[1], '1');
  assert.match(notes.join('\n'), /reference_ambiguous: Summary!C4 .* the one at Plan!B3 is taken/);
});

test('tables of labels and values had one format for all: 0.27 as 0, 4 % as 0.04, a payment with nine decimals, a date as text', () => {
  const { cells, notes } = shownCells(
    `# Sheet: Loan

| Figure | Value |
|---|---|
| Loan | €250,000 |
| Rate | 4 % |
| Same rate | =C5 |
| Years | 20 |
| Payment a month | =PMT(4%/12,20*12,-250000) |
| Start | 2026-11-20 |
| Ratio | 0.27 |
| Lender | Bank Ltd |
| Share paid | =20000/250000 |
| Orders | =COUNTA([Figure]) |
| Since | 1998 |
`.replace('=C5', '=B3'),
  );
  assert.deepEqual(
    cells('Loan')
      .slice(-11)
      .map((row) => row[1]),
    ['€250,000', '4%', '4%', '20', '€1,514.95', '20 Nov 2026', '0.27', 'Bank Ltd', '8.0%', '11', '1998'],
  );
  assert.deepEqual(notes, []);
});

test('an ambiguous number set the decimals of its column, and nobody was told how it was read', () => {
  const english = shownCells('# Sheet: S\n\n| Item | Price |\n|---|---|\n| A | £12.50 |\n| B | £8.200 |\n');
  assert.deepEqual(
    english
      .cells('S')
      .slice(-2)
      .map((row) => row[1]),
    ['£12.50', '£8.20'],
  );
  assert.match(english.notes.join('\n'), /number_ambiguous: S!C5: "£8.200" is read as 8.2, and could also mean 8200/);
});

test('an ambiguous number is decided by the total, and by the other figures of its column', () => {
  const total = shownCells('# Sheet: S\n\n| Item | Units |\n|---|---|\n| A | 1.250 |\n| B | 2.750 |\n| Total | 4000 |\n');
  assert.deepEqual(
    total
      .cells('S')
      .slice(-3)
      .map((row) => row[1]),
    ['1,250', '2,750', '4,000'],
  );
  assert.deepEqual(total.notes, []);
  const column = shownCells('# Sheet: S\n\n| Item | Amount |\n|---|---|\n| A | 1.250 |\n| B | 1.234.567,50 |\n');
  assert.deepEqual(
    column
      .cells('S')
      .slice(-2)
      .map((row) => row[1]),
    ['1,250.00', '1,234,567.50'],
  );
  const weights = shownCells('# Sheet: S\n\n| Item | Weight |\n|---|---|\n| A | 1.250 |\n| B | 0.125 |\n');
  assert.deepEqual(
    weights
      .cells('S')
      .slice(-2)
      .map((row) => row[1]),
    ['1.250', '0.125'],
  );
  assert.deepEqual(weights.notes, []);
});

test('grouped figures as their language writes them are no matter for doubt', () => {
  assert.deepEqual(shownCells('# Sheet: S\n\n| Item | Units |\n|---|---|\n| A | 1,250 |\n| B | 2,750 |\n').notes, []);
  assert.deepEqual(shownCells('# Hoja: S\n\n| Concepto | Unidades |\n|---|---|\n| A | 1.250 |\n| B | 2.750 |\n', 'es').notes, []);
});

test('one impossible date, or a word among dates, left a whole column of dates as text', () => {
  const { cells } = shownCells(
    '# Sheet: S\n\n| Task | Due |\n|---|---|\n| A | 30/09/2026 |\n| B | 31/09/2026 |\n| C | TBD |\n| D | 15/10/2026 |\n| E | 16/10/2026 |\n',
    'en-GB',
  );
  assert.deepEqual(
    cells('S')
      .slice(-5)
      .map((row) => row[1]),
    ['30 Sep 2026', '31/09/2026', 'TBD', '15 Oct 2026', '16 Oct 2026'],
  );
});

test('names of table objects are short, and do not change with a caption', () => {
  const { tables } = shownCells(
    '# Sheet: Orders\n\nTable: All orders of the year, by customer and by region, in euros\n\n| A | B |\n|---|---|\n| a | 1 |\n\nTable: The second table, whose caption is as long as the first one’s is\n\n| C | D |\n|---|---|\n| c | 1 |\n',
  );
  assert.deepEqual(tables, ['Orders', 'TheSecondTableWhose']);
});

const ACCOUNT = `# Sheet: Account

::protect

::name{TaxRate=21 label="Tax rate of the year" unit="%" note="2026 law"}
::name{Rent=1200 label="Rent" unit="€/month"}

| Date | Item | In | Out | Balance | Status |
|---|---|--:|--:|--:|---|
| 2026-01-01 | Open | €1,000.00 | | =PREV([Balance])+[In]-[Out] | Paid |
| 2026-01-05 | Paper | | €40.00 | =PREV([Balance])+[In]-[Out] | Open |

::highlight{when="AND([Date]<TODAY(),[Status]<>\\"Paid\\")" as=bad}
::highlight{col=Balance when="<0" as=warning}
::highlight{col=Out as=bars}
::input{col=Status choices="Open,Paid,Overdue" message="Choose one"}
::input{col="In,Out" min=0 max=100000}
::style{col=In as=input}
::grow{rows=2}
`;

test('running balances, rows to fill in and named assumptions had no syntax', () => {
  const made = shownCells(ACCOUNT);
  assert.deepEqual(made.notes, []);
  const rows = made.cells('Account').map((row) => row.filter((cell) => cell !== '').join(' | '));
  assert.ok(rows.includes('Tax rate of the year | 21% | 2026 law'), rows.join('\n'));
  assert.ok(rows.includes('Rent | 1,200 | €/month'), 'a unit of its own');
  assert.deepEqual(
    made
      .cells('Account')
      .slice(-2)
      .map((row) => row[4]),
    ['€1,000.00', '€960.00'],
    'rows that are still to be filled in are empty',
  );
});

test('a running balance was repeated in rows that are still to be filled in', () => {
  const sheet = shownCells(ACCOUNT).part('xl/worksheets/sheet1.xml');
  const balances = [...sheet.matchAll(/<c r="F(\d+)"[^>]*?(?:\/>|>(.*?)<\/c>)/g)].slice(-4).map(([, , cell = '']) => cell);
  assert.equal(balances.filter((cell) => /<f>IF\(COUNTA\(OFFSET\(/.test(cell)).length, 4, balances.join('\n'));
  assert.deepEqual(
    balances.map((cell) => /<v>(.*?)<\/v>/.exec(cell)?.[1] ?? ''),
    ['1000', '960', '', ''],
  );
});

test('a division by what is typed in showed #DIV/0! once that was cleared', () => {
  const formula = (cell: string): string => {
    const made = shownCells(
      `# Sheet: S\n\n::name{Members=4}\n\n| Item | Net | Units | Result |\n|---|--:|--:|--:|\n| A | 10 | 4 | ${cell} |\n| B | 12 | 5 | ${cell} |\n`,
    );
    assert.deepEqual(made.notes, []);
    return (/<f>(.*?)<\/f>/.exec(made.part('xl/worksheets/sheet1.xml'))?.[1] ?? '').replaceAll(/S\[\[#This Row\],\[(\w+)\]\]/g, '[$1]');
  };
  assert.equal(formula('=[Net]/[Units]'), 'IF([Units]=0,"",[Net]/[Units])');
  assert.equal(formula('=[Net]/Members+[Net]/[Units]'), 'IF(OR(Members=0,[Units]=0),"",[Net]/Members+[Net]/[Units])');
  assert.equal(formula('=[Net]/([Units]-1)'), 'IF([Units]-1=0,"",[Net]/([Units]-1))');
  for (const own of ['=IFERROR([Net]/[Units],0)', '=IF([Units]>0,[Net]/[Units],0)', '=[Net]/2'])
    assert.equal(formula(own).replaceAll('&gt;', '>'), own.slice(1));
});

test('overdue rows in red, lists to choose from, bounds, protection and named styles had no syntax', () => {
  const made = shownCells(ACCOUNT);
  const sheet = made.part('xl/worksheets/sheet1.xml');
  assert.match(
    sheet,
    /<conditionalFormatting sqref="B8:G11"><cfRule type="expression" priority="\d+" dxfId="5"><formula>AND\(\$B8&lt;&gt;"",AND\(\$B8&lt;TODAY\(\),\$G8&lt;&gt;"Paid"\)\)<\/formula>/,
  );
  assert.match(sheet, /sqref="F8:F11"><cfRule type="expression" priority="\d+" dxfId="6"><formula>AND\(\$B8&lt;&gt;"",\$F8&lt;0\)</);
  assert.match(sheet, /sqref="E8:E11"><cfRule type="dataBar"/);
  assert.match(sheet, /<dataValidation type="list"[^>]* prompt="Choose one" sqref="G8:G11"><formula1>"Open,Paid,Overdue"<\/formula1>/);
  assert.match(sheet, /<dataValidation type="decimal" operator="between"[^>]* sqref="D8:D11"><formula1>0<\/formula1><formula2>100000</);
  assert.match(sheet, /<\/sheetData><sheetProtection sheet="1"/);
  const styles = made.part('xl/styles.xml');
  assert.match(styles, /<cellStyle name="Input" xfId="1" builtinId="20"\/>/);
  assert.match(styles, /xfId="1"[^>]* applyProtection="1">.*?<protection locked="0"\/>/);
});

test('bars that an author asks for had no axis where values are below zero', () => {
  const made = shownCells(
    '# Sheet: S\n\n| Item | Change |\n|---|--:|\n| A | -40 |\n| B | -2 |\n| C | 30 |\n\n::highlight{col=Change as=bars}\n',
  );
  const sheet = made.part('xl/worksheets/sheet1.xml');
  const id = /<cfRule type="dataBar".*?<x14:id>([^<]+)</s.exec(sheet)?.[1] ?? 'none';
  assert.match(sheet, new RegExp(`<x14:cfRule type="dataBar" id="${id}">.*<x14:cfvo type="autoMin"/>.*<x14:axisColor `, 's'));
});

test('what a workbook does with a table is kept when the text is written again', () => {
  const blocks = readMarkdown(ACCOUNT, { pictures: 0 }).value.blocks;
  assert.deepEqual(readMarkdown(writeMarkdown(blocks), { pictures: 0 }).value.blocks, blocks);
});

test('a rule for a column that is not there, or of no table, was left out in silence', () => {
  assert.match(
    shownCells('# Sheet: S\n\n::grow{rows=3}\n\n| A | B |\n|---|---|\n| a | 1 |\n').notes.join('\n'),
    /attribute_invalid.*there is no table above it/,
  );
  assert.match(
    shownCells('# Sheet: S\n\n| A | B |\n|---|---|\n| a | 1 |\n\n::highlight{col=C when="<0" as=bad}\n').notes.join('\n'),
    /the table has no column "C"/,
  );
  assert.match(
    shownCells('# Sheet: S\n\n| A | B |\n|---|---|\n| a | 1 |\n\n::highlight{when="[C]<0" as=bad}\n').notes.join('\n'),
    /there is no column "C"/,
  );
});

test('a division by an empty cell put #DIV/0! into every row that was still to be filled in', () => {
  const { cells, notes } = shownCells(
    '# Sheet: S\n\n| Item | Net | Units | Price |\n|---|--:|--:|--:|\n| A | 10 | 4 | =[Net]/[Units] |\n| B | 10 | | =[Net]/[Units] |\n',
  );
  assert.deepEqual(
    cells('S')
      .slice(-2)
      .map((row) => row[3]),
    ['2.50', ''],
  );
  assert.match(notes.join('\n'), /division_guarded: S!E5 divides by zero or by an empty cell/);
});

test('a division by nothing is guarded whatever it divides by, and so is what is reckoned from it', () => {
  const head = '# Sheet: S\n\n::name{Rate=0}\n\n| Item | Net | Units | Empty | Share |\n|---|--:|--:|--:|---|\n';
  const rest = '| B | 10 | 2 | | |\n\n# Sheet: T\n\n| Figure | Value |\n|---|---|\n';
  for (const [formula, follower] of [
    ['=SUM(S[Net])/SUM(S[Empty])', '=B2*2'],
    ['=SUM(S[Net])/Rate', '=B2+1'],
    ['=SUM(S[Net])/S!D2', ''],
    ['=AVERAGE(S[Empty])', '=B2*2'],
    ['=AVERAGEIF(S[Item],"Z",S[Net])', ''],
    ['=SUM(S[Net])/INDEX(S[Empty],MATCH("A",S[Item],0))', ''],
    ['=SUM(S[Net])/SUMIF(S[Item],"Z",S[Net])', ''],
    ['=SUM(S[Net])/COUNTIF(S[Item],"Z")', '=ROUND(B2,1)'],
    ['=MOD(10,SUM(S[Empty]))', ''],
    ['=100%*(SUM(S[Net])-SUM(S[Empty]))/SUM(S[Empty])', ''],
  ]) {
    const rows = `| Ratio | ${formula} |\n${follower === '' ? '' : `| Next | ${follower} |\n`}`;
    const { cells, notes } = shownCells(`${head}| A | 10 | 4 | | 1 |\n${rest}${rows}`);
    const shown = cells('T').flat().join(' ');
    assert.ok(!shown.includes('#'), `${formula}: ${shown}`);
    assert.match(notes.join('\n'), /division_guarded/, `${formula}: ${notes.join('\n')}`);
  }
});
