/** Workbooks as the service makes them, and their formulas held against what LibreOffice makes of them. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { composeDocument } from '../../src/document/compose.ts';
import { resolveLook } from '../../src/document/look.ts';
import { openOfficePackage, readPart } from '../../src/ooxml/office-package.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { createOfficeRenderer } from '../../src/render/office-renderer.ts';
import { planWorkbook, writeXlsx } from '../../src/writers/xlsx.ts';
import { download, makeDocument, startOctavo, stopOctavo, type Running } from '../support/service.ts';
import { validateAllOffice } from '../support/validate-office.ts';

let octavo: Running;
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

/** What each formula of a sheet comes to, by cell; errors and text as they are there. */
function values(bytes: Uint8Array, sheet: number): Map<string, string> {
  const xml = new TextDecoder().decode(readPart(openOfficePackage(bytes), `xl/worksheets/sheet${sheet}.xml`));
  const found = new Map<string, string>();
  for (const [, attributes = '', inner = ''] of xml.matchAll(/<c ([^>]*)>(.*?)<\/c>/g)) {
    const name = /\br="([A-Z]+\d+)"/.exec(attributes)?.[1] ?? '';
    if (inner.includes('<f')) found.set(name, (/<v>(.*?)<\/v>/s.exec(inner)?.[1] ?? '').replaceAll('&apos;', "'"));
  }
  return found;
}

const formulas = (bytes: Uint8Array, sheet: number): Map<string, string> => {
  const xml = new TextDecoder().decode(readPart(openOfficePackage(bytes), `xl/worksheets/sheet${sheet}.xml`));
  return new Map(Array.from(xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*><f>(.*?)<\/f>/g), ([, name = '', formula = '']) => [name, formula]));
};

test('content with sheets makes a workbook, its PDF and its pages', async () => {
  const markdown =
    '# Sheet: Orders\n\n::name{TaxRate=0.21}\n\n| Item | Units | Price | Amount |\n|---|---|---|---|\n| Chair | 3 | €125.50 | =[Units]*[Price]*(1+TaxRate) |\n| Desk | 1 | €420.00 | =[Units]*[Price]*(1+TaxRate) |\n\n::total{col=Amount}\n\n:::chart{type=column x=Item y=Amount}\n:::\n';
  const document = await makeDocument(octavo, { content: { markdown } });
  assert.deepEqual(
    [document.format, document.type, document.status, document.pages],
    ['xlsx', 'spreadsheet', 'ready', 1],
    JSON.stringify(document.validation_summary),
  );
  assert.deepEqual(
    document.outputs?.map(({ kind }) => kind),
    ['xlsx', 'pdf', 'preview'],
  );
  const bytes = await download(document.outputs?.[0]?.url ?? '');
  assert.deepEqual([...values(bytes, 1).values()].map(Number), [455.565, 508.2, 963.765]);
  assert.deepEqual(await validateAllOffice({ made: { bytes, kind: 'xlsx' } }), {});
});

test('any content is a workbook where one is asked for; what only an office program calculates is in the file too', async () => {
  const document = await makeDocument(octavo, {
    format: 'xlsx',
    content: {
      markdown: '# Loans\n\n| Amount | Rate |\n|---|---|\n| 10000 | =RATE(120,-100,[Amount]) |\n| 20000 | =RATE(120,-200,[Amount]) |\n',
    },
  });
  assert.deepEqual([document.format, document.status], ['xlsx', 'ready'], JSON.stringify(document.validation_summary));
  const found = [...values(await download(document.outputs?.[0]?.url ?? ''), 1).values()].map(Number);
  assert.equal(found.length, 2);
  assert.ok(
    found.every((value) => Math.abs(value - 0.00311418194602194) < 1e-9),
    found.join(' '),
  );
});

const FORMULAS = `
=SUM([A])
=SUM([A],[B])
=AVERAGE([A])
=MIN([A])
=MAX([B])
=COUNT([C])
=COUNTA([C])
=COUNTBLANK([C])
=PRODUCT([A],[B])
=ROUND([A]/3,2)
=ROUND(2.675,2)
=ROUND(-1234.5,-2)
=ROUNDUP(1.001,2)
=ROUNDDOWN(-1.999,1)
=TRUNC(-3.7)
=INT(-3.2)
=INT(4.35*100)
=MOD(-7,3)
=MOD(7,-3)
=MOD(5.5,2)
=ABS(-5)
=SIGN(-2)
=SQRT(2)
=EXP(1)
=LN(10)
=LOG10(1000)
=LOG(8,2)
=LOG(100)
=POWER(2,0.5)
=2^-1
=-2^2
=2^3^2
=10%
=50%%
=1/0
=0/0
="a"&"b"&1.5
=1.1&""
=(1/3)&""
="3"+4
="x"+1
=1="1"
="a"="A"
="a"<"b"
=TRUE+1
=1<"a"
=NOT(1=2)
=AND(1,TRUE)
=OR(0,FALSE)
=XOR(TRUE,TRUE,TRUE)
=IF([A]>2,"big","small")
=IF([A]>100,"x")
=IF([A]>2,,5)
=IFS([A]=1,"one",[A]=2,"two",TRUE,"many")
=IFS(FALSE,1)
=SWITCH([A],1,"a",2,"b","z")
=SWITCH(99,1,"a")
=CHOOSE(2,"x","y","z")
=CHOOSE(9,"x")
=IFERROR(1/0,"err")
=IFERROR(VLOOKUP("zz",Fruit[],2,FALSE),0)
=IFNA(MATCH("zz",Fruit[Name],0),"none")
=ISBLANK([C])
=ISNUMBER([C])
=ISTEXT([C])
=ISERROR(1/0)
=ISNA(NA())
=ISEVEN(3)
=ISODD(-3)
=SUMIF([Cat],"x",[A])
=SUMIF([A],">2")
=SUMIF([A],">="&2,[B])
=SUMIFS([B],[Cat],"x",[A],">1")
=COUNTIF([Cat],"x")
=COUNTIF([Cat],"<>x")
=COUNTIF([Cat],"*")
=COUNTIF([Cat],"?")
=COUNTIF([A],2)
=COUNTIF([C],"")
=COUNTIFS([Cat],"y",[B],"<50")
=AVERAGEIF([Cat],"x",[B])
=AVERAGEIF([Cat],"nope",[B])
=AVERAGEIFS([B],[Cat],"x")
=MAXIFS([B],[Cat],"x")
=MINIFS([B],[Cat],"x")
=SUMPRODUCT([A],[B])
=VLOOKUP("Pear",Fruit[],2,FALSE)
=VLOOKUP("pea*",Fruit[],2,FALSE)
=VLOOKUP("zz",Fruit[],2,FALSE)
=HLOOKUP("Price",Fruit[#All],3,FALSE)
=XLOOKUP("Kiwi",Fruit[Name],Fruit[Price])
=XLOOKUP("zz",Fruit[Name],Fruit[Price],"no")
=INDEX(Fruit[Price],2)
=INDEX(Fruit[],3,2)
=INDEX(Fruit[Price],9)
=MATCH("Kiwi",Fruit[Name],0)
=ROWS(Fruit[])
=COLUMNS(Fruit[])
=LEFT("hello",2)
=RIGHT("hello",3)
=RIGHT("hello",0)
=MID("hello",2,3)
=LEN("héllo")
=LOWER("ÀB")
=TRIM("  a   b ")
=PROPER("john o'neil-smith")
=EXACT("a","A")
=REPT("ab",3)
=SUBSTITUTE("a-b-c","-","+")
=FIND("l","hello")
=FIND("z","hello")
=SEARCH("L","hello")
=VALUE("12")
=CONCAT("a",[A])
=TEXTJOIN(", ",TRUE,[Cat])
=TEXTJOIN("-",FALSE,"a","","b")
=DATE(2026,11,20)
=DATE(2026,14,1)
=DATE(2026,3,0)
=YEAR([D])
=MONTH([D])
=DAY([D])
=WEEKDAY([D])
=WEEKDAY([D],2)
=EDATE([D],1)
=EOMONTH([D],0)
=EOMONTH([D],-1)
=DAYS(DATE(2026,12,31),[D])
=NETWORKDAYS(DATE(2026,1,1),DATE(2026,1,31))
=[D]+30
=MEDIAN([A])
=MEDIAN([B])
=STDEV.S([A])
=STDEV.P([A])
=VAR.S([B])
=LARGE([B],2)
=SMALL([B],1)
=RANK([A],[A])
=RANK([A],[A],1)
=PERCENTILE([B],0.3)
=QUARTILE([B],1)
=PMT(0.05/12,120,-10000)
=PMT(0,10,-1000)
=NPV(0.1,[A])
=CEILING(7.3,0.5)
=FLOOR(7.3,0.5)
=CEILING(-7.3,-2)
=MROUND(7,3)
=QUOTIENT(-7,2)
=PI()
=SUMSQ(3,4)
=N(TRUE)
=N("x")
=SUBTOTAL(9,[A])
=SUBTOTAL(101,[B])
=SUBTOTAL(3,[C])
=[C]
=[C]&""
=[C]+0
=[A]&[Cat]
=0.1+0.2-0.3
=1-0.9-0.1
=(0.1+0.2)=0.3
=1.0000000000000001=1
=B3*2
=SUM(B2:B6)
=SUM(Fruit!B2:B4)
=Rate*100
=[A]*Rate
=SUM(B:B)
=-[A]
=+[A]
=[A]%
="x"&-[A]
=--"5"
=IF(1/0,1,2)
=AVERAGE("a")
=MIN([C])
=AND([C])
=COUNTIF([A],">=2.5")
=COUNTIF([Cat],"X")
=SUMIF([Cat],"<>x",[A])
=123456789012&""
=1234567.891&""
=LEN(1/3)
=ROUND(0.5,0)
=ROUND(1.5,0)
=ROUND(-0.5,0)
=ROUND(1.005,2)
=LEFT([D],2)
=NPV(0.1,-100,60,60)
=IPMT(0.05/12,1,120,10000)
=IPMT(0.05/12,60,120,10000)
=IPMT(0.05/12,7,120,10000,500,1)
=PPMT(0.05/12,1,120,10000)
=PPMT(0.05/12,60,120,10000)
=PPMT(0.05/12,7,120,10000,500,1)
=CUMIPMT(0.05/12,120,10000,1,12,0)
=CUMPRINC(0.05/12,120,10000,13,24,0)
=CUMIPMT(0.05/12,120,10000,1,12,1)
=FV(0.05/12,120,-100,-1000)
=FV(0,10,-100)
=FV(0.04,10,-100,0,1)
=PV(0.05/12,120,-106.07)
=PV(0,10,-100)
=PV(0.04,10,-100,50,1)
=NPER(0.05/12,-106.07,10000)
=NPER(0,-100,1000)
=NPER(0.01,-100,1000,0,1)
=RATE(120,-106.07,10000)
=RATE(10,-120,1000,0,1)
=SLN(30000,7500,10)
=SYD(30000,7500,10,3)
=EFFECT(0.0525,4)
=NOMINAL(0.05354,4)
=RRI(8,10000,15000)
=SIN(1)
=COS(1)
=TAN(0.5)
=ASIN(0.5)
=ASIN(2)
=ATAN2(1,2)
=ACOSH(2)
=DEGREES(PI())
=RADIANS(180)
=EVEN(3)
=EVEN(-1.5)
=ODD(2)
=ODD(0)
=ODD(-1.2)
=FACT(5)
=COMBIN(8,2)
=PERMUT(8,2)
=GCD(24,36,8)
=LCM(4,6,10)
=ROW()
=COLUMN()
=ROW(B5)
=COLUMN(D1)
=CORREL([A],[B])
=SLOPE([B],[A])
=INTERCEPT([B],[A])
=RSQ([B],[A])
=COVARIANCE.P([A],[B])
=COVARIANCE.S([A],[B])
=FORECAST(6,[B],[A])
=GEOMEAN([A])
=HARMEAN([A])
=AVEDEV([A])
=DEVSQ([A])
=TIME(8,30,15)
=TIME(27,0,0)
=HOUR(0.75)
=MINUTE([D]+0.51)
=SECOND(0.123)
=ISOWEEKNUM([D])
=WORKDAY([D],10)
=WORKDAY([D],-3)
=REPLACE("abcdef",2,3,"XY")
=UNICHAR(8364)
=UNICODE("€")
=T(5)&T("x")
=FLOOR(5,0)
=CEILING(5,0)
=IRR(Flow[Sum])
=MIRR(Flow[Sum],0.1,0.12)
=XNPV(0.09,Flow[Sum],Flow[Day])
=XIRR(Flow[Sum],Flow[Day])
=NPV(0.05,Flow[Sum])
`
  .trim()
  .split('\n');
const ROWS = [
  '1 | 10 | | x | 2026-01-15',
  '2 | 25.5 | t | y | 2026-02-28',
  '3 | 40 | 5 a | x | 2026-12-31',
  '4 | 99.99 | | y | 2024-02-29',
  '2 | 0.1 | q | x | 2026-07-04',
];
const COLUMNS_MAX = 40;

function formulaSheets(): string {
  const sheets = [
    '# Sheet: Fruit\n\n| Name | Price |\n|---|---|\n| Apple | 1.5 |\n| Pear | 2.25 |\n| Kiwi | 0.75 |\n',
    '# Sheet: Flow\n\n| Day | Sum |\n|---|---|\n| 2026-01-01 | -1000 |\n| 2026-07-01 | 300 |\n| 2027-01-15 | 420 |\n| 2027-12-31 | 680 |\n',
  ];
  for (let from = 0; from < FORMULAS.length; from += COLUMNS_MAX) {
    const own = FORMULAS.slice(from, from + COLUMNS_MAX);
    sheets.push(
      `# Sheet: Main ${from}\n\n${from === 0 ? '::name{Rate=0.21}\n\n' : ''}| A | B | C | Cat | D | ${own.map((_, i) => `F${i}`).join(' | ')} |\n|${'---|'.repeat(own.length + 5)}\n${ROWS.map((row) => `| ${row} | ${own.join(' | ')} |`).join('\n')}\n`,
    );
  }
  return sheets.join('\n');
}

/** Numbers may differ in their last digits; LibreOffice saves logical values of calculations as numbers. */
function agree(ours: string, theirs: string): boolean {
  const [a, b] = [Number(ours), Number(theirs)];
  return ours === theirs || (ours !== '' && theirs !== '' && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a)));
}

test('every function that is calculated here comes to what LibreOffice makes of it', { timeout: 600_000 }, async () => {
  const look = resolveLook('spreadsheet');
  const { blocks, meta } = readMarkdown(formulaSheets(), { pictures: 0 }).value;
  const { document } = composeDocument({ blocks, meta, lang: 'en', name: null, assets: new Map() }, look);
  const plan = planWorkbook(document, look);
  assert.deepEqual(
    plan.notes.filter(({ code }) => code === 'formula_as_text').map(({ message }) => message),
    [],
  );
  const created = new Date(0);
  const [ours, bare] = [writeXlsx(plan, { created }).bytes, writeXlsx(plan, { created, bare: true }).bytes];
  const folder = await mkdtemp(join(tmpdir(), 'octavo-workbooks-'));
  const office = createOfficeRenderer({ workDir: folder, workers: 1, log: () => undefined });
  try {
    const { copy } = await office.calculate(bare);
    assert.ok(copy);
    const differences: string[] = [];
    let compared = 0;
    for (let sheet = 1; sheet <= 2 + Math.ceil(FORMULAS.length / COLUMNS_MAX); sheet++) {
      const [mine, theirs, texts] = [values(ours, sheet), values(copy, sheet), formulas(ours, sheet)];
      for (const [name, value] of mine) {
        compared++;
        if (!agree(value, theirs.get(name) ?? ''))
          differences.push(`${texts.get(name) ?? name}: ${value} is ${theirs.get(name) ?? 'nothing'} there`);
      }
    }
    assert.ok(compared >= 800, `${compared} formulas`);
    assert.deepEqual([...new Set(differences)].slice(0, 20), []);
  } finally {
    await office.close();
    await rm(folder, { recursive: true, force: true });
  }
});
