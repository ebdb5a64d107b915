import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRuled } from './tagged-grid.ts';

test('lines across a table divide its rows; upright ones, those at its edge and short ones do not', () => {
  const cells = [{ cell: { runs: [] }, left: 50, right: 250, top: 100, bottom: 300 }];
  const rule = (left: number, top: number, right: number, bottom: number): boolean => isRuled(cells, [{ left, top, right, bottom }]);
  assert.equal(rule(48, 200, 252, 201), true);
  assert.equal(rule(150, 100, 151, 300), false);
  assert.equal(rule(48, 95, 252, 96), false);
  assert.equal(rule(48, 200, 120, 201), false);
});
