import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, Table } from './block.ts';
import { resolveLook } from './look.ts';
import { splittingTables } from './split-tables.ts';

const look = resolveLook('report');
const row = { cells: [{ runs: [{ text: 'a' }] }] };
const table = (id: string, rows: number): Table => ({
  id,
  type: 'table',
  columns: [{}],
  header_rows: 1,
  rows: Array.from({ length: rows + 1 }, () => row),
});
const text = (count: number): Block[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `p${at}`,
    type: 'paragraph',
    runs: [{ text: 'Words of a paragraph that is long enough. '.repeat(20) }],
  }));

test('in a long document tables may break from the first setting on, where they have three rows for each side', () => {
  const split = splittingTables(look, [...text(120), table('short', 5), table('long', 6)]);
  assert.deepEqual(split.splitTables, ['long']);
  assert.deepEqual(split.keptEdges, ['long']);
});

test('in a short document a table stays whole until its page shows that it must not', () => {
  assert.equal(splittingTables(look, [...text(10), table('long', 9)]), look);
});
