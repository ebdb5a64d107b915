import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FormulaFault } from './formula-tree.ts';
import { calculateInput, readInputFormula } from './input-formula.ts';

const value = (formula: string, values: Record<string, number> = {}): number =>
  calculateInput(readInputFormula(formula, Object.keys(values)), Object.values(values));

test('formulas over inputs are calculated as workbooks do', () => {
  assert.equal(value('[Guests] * [Menu price] + 10%', { Guests: 3, 'Menu price': 20 }), 60.1);
  assert.equal(value('=-2^2'), 4);
  assert.equal(value('ROUND(2.675, 2)'), 2.68);
  assert.equal(value('ROUND(-0.5, 0)'), -1);
  assert.equal(value('ROUNDUP([A] / 7, 0)', { A: 15 }), 3);
  assert.equal(value('IF(AND([A] >= 10, NOT([B] = 0)), MAX([A], [B]), 0)', { A: 12, B: 40 }), 40);
  assert.equal(value('IFS([A] > 100, 3, [A] > 10, 2, TRUE, 1)', { A: 50 }), 2);
  assert.equal(value('ROUND(PMT(0.05/12, 120, -10000), 2)'), 106.07);
  assert.ok(Number.isNaN(value('1 / [A]', { A: 0 })));
});

test('what a page cannot calculate is refused with the reason', () => {
  for (const [formula, why] of [
    ['[Nobody] * 2', /no input or earlier result "Nobody"/],
    ['B2 * 2', /no input|names cells/],
    ['VLOOKUP(1, 2, 3)', /VLOOKUP/],
    ['"a" & "b"', /joins texts/],
    ['1 +', /missing/],
  ] as const)
    assert.throws(
      () => readInputFormula(formula, ['Guests']),
      (error) => error instanceof FormulaFault && why.test(error.message),
    );
});
