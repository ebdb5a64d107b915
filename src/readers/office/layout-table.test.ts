import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, Table, TableCell } from '../../document/block.ts';
import { checklistOf } from './checklist.ts';
import { setsPage } from './layout-table.ts';

const cell = (text: string): TableCell => ({ runs: text === '' ? [] : [{ text }] });
const table = (...rows: string[][]): Table => ({
  id: '',
  type: 'table',
  columns: (rows[0] ?? []).map(() => ({})),
  header_rows: 1,
  rows: rows.map((texts) => ({ cells: texts.map(cell) })),
});

test('boxes in the first of two columns are a checklist, with what goes on from the page before', () => {
  const blocks = checklistOf(table(['', 'and the keys.'], ['☐', 'Close the windows'], ['☒', 'Water the plants']));
  assert.deepEqual(
    blocks?.map((block) => (block.type === 'list' ? block.items.map(({ checked }) => checked) : block.type)),
    ['paragraph', [false, true]],
  );
});

test('a table with a head over its boxes, with more columns or one box stays a table', () => {
  for (const rows of [
    [
      ['Done', 'Task'],
      ['☐', 'Close'],
      ['☐', 'Open'],
    ],
    [
      ['☐', 'Close', 'Ann'],
      ['☐', 'Open', 'Bob'],
    ],
    [['☐', 'Close']],
    [
      ['☐', ''],
      ['☐', 'Open'],
    ],
  ])
    assert.equal(checklistOf(table(...rows)), undefined);
});

test('a table that holds a page of text sets it; one of short cells, or of many rows, is a table', () => {
  const line: Block = {
    id: '',
    type: 'paragraph',
    runs: [{ text: 'These words go on for so long that nobody would take them for a label.' }],
  };
  const page: TableCell = { runs: [], blocks: Array.from({ length: 7 }, () => line) };
  assert.equal(setsPage([{ cells: [cell('Ann Meier'), cell('')] }, { cells: [page, page] }]), true);
  assert.equal(setsPage([{ cells: [cell('Name'), cell('Ann Meier')] }]), false);
  assert.equal(setsPage(Array.from({ length: 12 }, () => ({ cells: [cell('Step'), page] }))), false);
  assert.equal(
    setsPage([
      {
        cells: [
          { runs: [], blocks: [line, line] },
          { runs: [], blocks: [line] },
        ],
      },
    ]),
    false,
  );
});
