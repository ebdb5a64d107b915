/** Guards of divisions, and of what reckons with a guarded cell: as they are stored, and what a model shows with inputs of zero. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownCells } from './support/shown-cells.ts';

const formulaOf = (markdown: string, cell: string, sheet = 1): string => {
  const xml = shownCells(markdown).part(`xl/worksheets/sheet${sheet}.xml`);
  const found = new RegExp(`<c r="${cell}"[^>]*><f>([^<]*)</f>`).exec(xml)?.[1] ?? '';
  return found.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
};

const ORDERS = (last: string): string =>
  `# Sheet: S\n\n| Item | Net | Units | Each | More |\n|---|--:|--:|--:|---|\n| A | 10 | 4 | =[Net]/[Units] | ${last} |\n| B | 12 | 3 | =[Net]/[Units] | ${last} |\n`;

test('a formula that reckons with a guarded cell showed #VALUE! once the divisor was cleared', () => {
  for (const [written, stored] of [
    ['=[Each]*2', 'IF(S[[#This Row],[Each]]="","",S[[#This Row],[Each]]*2)'],
    ['=ROUND([Each],1)', 'IF(S[[#This Row],[Each]]="","",ROUND(S[[#This Row],[Each]],1))'],
    ['=-[Each]', 'IF(S[[#This Row],[Each]]="","",-S[[#This Row],[Each]])'],
    // an empty text is greater than any figure: the flag would be wrong in silence
    ['=IF([Each]>3,"dear","ok")', 'IF(S[[#This Row],[Each]]="","",IF(S[[#This Row],[Each]]>3,"dear","ok"))'],
    ['=[Net]/[Each]', 'IF(OR(S[[#This Row],[Each]]="",S[[#This Row],[Each]]=0),"",S[[#This Row],[Net]]/S[[#This Row],[Each]])'],
    // these need no guard: sums pass over texts, joined texts and tests may be empty, and some formulas ask by themselves
    ['=SUM([Each])', 'SUM(S[Each])'],
    ['=[Each]&" each"', 'S[[#This Row],[Each]]&amp;" each"'],
    ['=IF([Each]="",0,[Each]*2)', 'IF(S[[#This Row],[Each]]="",0,S[[#This Row],[Each]]*2)'],
    ['=IFERROR([Each]*2,0)', 'IFERROR(S[[#This Row],[Each]]*2,0)'],
    ['=AVERAGE([Each])', 'IF(COUNT(S[Each])=0,"",AVERAGE(S[Each]))'],
  ] as const)
    assert.equal(formulaOf(ORDERS(written), 'F5'), stored, written);
});

test('calculated divisors had no guard, and tests around a division counted as one whatever they asked', () => {
  for (const [written, stored] of [
    ['=[Net]/SUM([Net])', 'IF(SUM(S[Net])=0,"",S[[#This Row],[Net]]/SUM(S[Net]))'],
    ['=[Net]/COUNTA([Item])', 'IF(COUNTA(S[Item])=0,"",S[[#This Row],[Net]]/COUNTA(S[Item]))'],
    ['=MOD([Net],[Units])', 'IF(S[[#This Row],[Units]]=0,"",MOD(S[[#This Row],[Net]],S[[#This Row],[Units]]))'],
    // what is never zero in earnest stays as it is
    ['=[Net]/(1+[Units])', 'S[[#This Row],[Net]]/(1+S[[#This Row],[Units]])'],
    ['=[Net]/100', 'S[[#This Row],[Net]]/100'],
    ['=[Net]/MAX(1,[Units])', 'S[[#This Row],[Net]]/MAX(1,S[[#This Row],[Units]])'],
    // a test that excludes zero is a guard; the other branch keeps its result
    ['=IF([Units]>0,[Net]/[Units],0)', 'IF(S[[#This Row],[Units]]>0,S[[#This Row],[Net]]/S[[#This Row],[Units]],0)'],
    ['=IF([Units]=0,0,[Net]/[Units])', 'IF(S[[#This Row],[Units]]=0,0,S[[#This Row],[Net]]/S[[#This Row],[Units]])'],
    [
      '=IF([Item]="A",[Net]/[Units],1)',
      'IF(S[[#This Row],[Item]]="A",IF(S[[#This Row],[Units]]=0,"",S[[#This Row],[Net]]/S[[#This Row],[Units]]),1)',
    ],
    [
      '=IF([Units]<9,[Net]/[Units],1)',
      'IF(S[[#This Row],[Units]]<9,IF(S[[#This Row],[Units]]=0,"",S[[#This Row],[Net]]/S[[#This Row],[Units]]),1)',
    ],
    // a divisor that divides is asked once what it divides by is known
    [
      '=[Net]/([Net]/[Units])',
      'IF(S[[#This Row],[Units]]=0,"",IF(S[[#This Row],[Net]]/S[[#This Row],[Units]]=0,"",S[[#This Row],[Net]]/(S[[#This Row],[Net]]/S[[#This Row],[Units]])))',
    ],
  ] as const)
    assert.equal(formulaOf(ORDERS(written), 'F5'), stored, written);
});

test('columns that are multiplied as a whole hold zeros where there is nothing to show', () => {
  const made = `${ORDERS('=[Net]')}\n# Sheet: T\n\n| Figure | Value |\n|---|---|\n| Weighed | =SUMPRODUCT(S[Each]*S[Units]) |\n`;
  assert.equal(formulaOf(made, 'E5'), 'IF(S[[#This Row],[Units]]=0,0,S[[#This Row],[Net]]/S[[#This Row],[Units]])');
});

test('a colour for large figures also coloured cells that have nothing to show', () => {
  const made = shownCells(`${ORDERS('=[Net]')}\n::highlight{col=Each when=">3" as=warning}\n`);
  assert.match(made.part('xl/worksheets/sheet1.xml'), /<formula>AND\(\$E4&lt;&gt;"",\$E4&gt;3\)<\/formula>/);
});

const MODEL = (units: string, rate: string, price: string): string => `# Sheet: Inputs

::name{Units=${units} Rate=${rate} Price=${price}}

# Sheet: Plan

| Month | Sold | Cost | Unit cost | Margin | Flag | Share | Cover |
|---|--:|--:|--:|--:|---|--:|--:|
| Jan | ${units} | 20 | =[Cost]/[Sold] | =1-[Unit cost]/Price | =IF([Margin]>0.5,"good","thin") | =[Sold]/SUM([Sold]) | =[Cost]/[Margin] |
| Feb | ${units} | 30 | =[Cost]/[Sold] | =1-[Unit cost]/Price | =IF([Margin]>0.5,"good","thin") | =[Sold]/SUM([Sold]) | =[Cost]/[Margin] |

::total{col="Sold,Cost" fn=sum}
::total{col="Margin" fn=average}

# Sheet: Summary

| Figure | Value |
|---|---|
| Mean margin | =AVERAGE(Plan[Margin]) |
| Twice the mean | =B2*2 |
| First margin | =INDEX(Plan[Margin],1) |
| Points | =B4*100 |
| Growth | =Rate/Units |
| Next | =ROUND(B6*Price,2) |
| Best | =MAX(Plan[Margin]) |
| Payment | =PMT(Rate/12,Units,Price*1000) |
| Weighed | =SUMPRODUCT(Plan[Cover]*Plan[Sold])/SUM(Plan[Sold]) |
| Verdict | =IF(B2>0.4,"go","wait") |
`;

test('a model shows no error whatever of its inputs is zero or empty', () => {
  for (const inputs of [
    ['4', '5%', '20'],
    ['0', '5%', '20'],
    ['4', '0', '20'],
    ['4', '5%', '0'],
    ['0', '0', '0'],
  ] as const) {
    const [units, rate, price] = inputs;
    const { sheets, cells } = shownCells(MODEL(units, rate, price));
    const shown = sheets.flatMap((name) => cells(name).flat());
    assert.deepEqual(
      shown.filter((text) => text.startsWith('#')),
      [],
      inputs.join(),
    );
    const verdict = cells('Summary').at(-1)?.at(-1);
    if (units === '0') assert.equal(verdict, '', 'nothing is known, and nothing is said');
  }
});
