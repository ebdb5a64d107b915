import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import type { Block } from '../document/block.ts';
import type { Interactive } from '../document/interactive.ts';
import { composeDocument } from '../document/compose.ts';
import { resolveLook } from '../document/look.ts';
import { blockText } from '../document/walk.ts';
import { calculateInput, readInputFormula } from '../spreadsheet/input-formula.ts';
import { buildDocx } from './docx.ts';
import { FORMULA_SCRIPT } from './html/script-lists.ts';
import { planDeck } from './pptx.ts';
import { printedBlocks } from './print-interactive.ts';
import { writeTypst } from './typst.ts';
import { planWorkbook } from './xlsx.ts';

const USED: Interactive[] = [
  {
    id: 'b1',
    type: 'form',
    collection: 'a',
    title: [{ text: 'Sign up' }],
    fields: [
      { name: 'Name', type: 'text', required: true, hint: 'As on the passport' },
      { name: 'Size', type: 'choice', required: false, choices: ['S', 'M'] },
      { name: 'Agree', type: 'check', required: true },
    ],
  },
  { id: 'b2', type: 'checklist', collection: 'b', items: ['Pack', 'Lock up'] },
  { id: 'b3', type: 'poll', collection: 'c', question: [{ text: 'When?' }], choices: ['Friday', 'Saturday'] },
  { id: 'b4', type: 'records', collection: 'a', columns: ['Name'] },
  { id: 'b5', type: 'tally', collection: 'a', kind: 'bar', by: 'Size', title: 'Sizes' },
  {
    id: 'b6',
    type: 'calculator',
    inputs: [
      { name: 'Guests', type: 'number', value: 40 },
      { name: 'Band', type: 'check', value: 850, checked: true },
    ],
    results: [{ name: 'Total', formula: '=[Guests] * 10 + [Band]', format: 'eur2' }],
  },
];

test('what a page would be used for can be filled in by hand: lines, boxes, the figures at the start', () => {
  const text = USED.flatMap((block) => printedBlocks(block, 'en').blocks)
    .map(blockText)
    .join('\n');
  for (const said of ['Sign up', 'As on the passport', '☐ S    ☐ M', '☐ Yes', 'Lock up', 'When?', 'Saturday', 'Sizes', '€1,250.00'])
    assert.ok(text.includes(said), said);
});

test('every kind of file answers to each of them, and says that it is printed', () => {
  const blocks: Block[] = [{ id: 'b0', type: 'heading', level: 1, runs: [{ text: 'Title' }] }, ...USED];
  const content = { blocks, meta: {}, lang: 'en', name: null, assets: new Map() };
  const look = resolveLook('report');
  const { document } = composeDocument(content, look);
  const made = {
    docx: buildDocx(document, look, { created: new Date(0) }),
    pdf: writeTypst(document, look),
    pptx: planDeck(document, resolveLook('presentation')),
    xlsx: planWorkbook(document, resolveLook('spreadsheet')),
  };
  for (const [format, { notes }] of Object.entries(made))
    assert.equal(notes.filter(({ code }) => code === 'interactive_printed').length, USED.length, format);
  for (const said of ['As on the passport', 'Saturday', '€1,250.00']) {
    assert.ok(made.pdf.value.source.includes(said), said);
    assert.ok(JSON.stringify(made.pptx.slides).includes(said), said);
  }
});

test('the script of a page calculates formulas as they are calculated here', () => {
  const calculate = runInNewContext(`${FORMULA_SCRIPT}\ncalculate`) as (tree: unknown, values: number[]) => number;
  const names = ['A', 'B', 'C'];
  const formulas = [
    '[A] * [B] + [C]%',
    '-[A] ^ 2',
    'ROUND([A] / 3, 2) + ROUNDUP([B] / 7, 0) - ROUNDDOWN([C], -1)',
    'IF(AND([A] > 1, OR([B] <= 2, NOT([C] = 3))), MAX([A], [B], [C]), MIN([A], [B], [C]))',
    'IFS([A] > 100, 1, [B] <> [C], 2, TRUE, 3)',
    'MOD([A], 4) + CEILING([B], 5) + FLOOR([C], 5) + INT(-[A]) + TRUNC([B]) + SIGN([C])',
    'PMT([A] / 1200, 12, -[B]) + SQRT([C]) + LN([A]) + LOG10([B]) + EXP(1) + PI() + POWER([A], 0.5)',
    'AVERAGE([A], [B], [C]) * PRODUCT([A], [B]) - SUM([A], [B], [C]) + ABS([C])',
    '[A] / [B]',
    'IF("a" = "a", 1, 2)',
    'IF([A] / 0 > 1, 1, 2)',
  ];
  for (const formula of formulas)
    for (const values of [
      [12, 40, 3],
      [0.1, -2.5, 1e6],
      [0, 0, 0],
      [Number.NaN, 1, 2],
    ]) {
      const tree = readInputFormula(formula, names);
      const [here, there] = [calculateInput(tree, values), calculate(JSON.parse(JSON.stringify(tree)), values)];
      assert.ok(
        Object.is(here, there) || Math.abs(here - there) <= Math.abs(here) * 1e-12,
        `${formula} of ${values.join()}: ${here}, ${there}`,
      );
    }
});
