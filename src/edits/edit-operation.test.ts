import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeOperation } from './edit-operation.ts';

const cells = (values: unknown): { op: string } & Record<string, unknown> => ({ op: 'set_cells', target: 'S1!A1', values });

test('of very many faults the first are named, each at its place', () => {
  const rows = Array.from({ length: 500 }, () => Array.from({ length: 40 }, () => ({})));
  const issues = judgeOperation(cells(rows));
  assert.ok(issues.length > 100 && issues.length <= 400, String(issues.length));
  assert.deepEqual(issues[0]?.path.slice(0, 3), ['values', 0, 0]);
});

test('very many faults behind the beginning of a list are told as many', () => {
  const rows = Array.from({ length: 500 }, (_, row) => (row < 400 ? [1] : Array.from({ length: 40 }, () => ({}))));
  assert.deepEqual(
    judgeOperation(cells(rows)).map(({ message }) => message),
    ['More of its values are wrong than can be named.'],
  );
});

test('what is right is right, however long it is', () => {
  assert.deepEqual(judgeOperation(cells(Array.from({ length: 2_000 }, (_, row) => [row, `cell ${row}`, null, true]))), []);
});
