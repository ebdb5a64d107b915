import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Table, TableCell } from '../../document/block.ts';
import { layGrid, sliceGrid, type Grid } from './table-grid.ts';

const cell = (text: string, spans: Partial<TableCell> = {}): TableCell => ({ runs: [{ text }], ...spans });
const table = (...rows: TableCell[][]): Table => ({
  id: 't',
  type: 'table',
  columns: [],
  header_rows: 0,
  rows: rows.map((cells) => ({ cells })),
});

/** A grid drawn: a letter where a cell begins, `-` where it goes on to the right, `|` where it goes on below, `.` where nothing is. */
const drawn = ({ rows }: Grid): string[] =>
  rows.map((cells) =>
    cells.map(({ cell: one, span, vMerge }) => (one?.runs[0]?.text ?? (vMerge === 'continue' ? '|' : '.')) + '-'.repeat(span - 1)).join(''),
  );

function check(rows: TableCell[][], expected: string[]): void {
  assert.deepEqual(drawn(layGrid(table(...rows))), expected);
}

test('cells are where spans leave room', () => {
  check(
    [
      [cell('a'), cell('b')],
      [cell('c'), cell('d')],
    ],
    ['ab', 'cd'],
  );
  check(
    [
      [cell('a', { colspan: 2 }), cell('b')],
      [cell('c'), cell('d'), cell('e')],
    ],
    ['a-b', 'cde'],
  );
  check([[cell('a', { rowspan: 2 }), cell('b')], [cell('c')]], ['ab', '|c']);
  check([[cell('a', { rowspan: 2, colspan: 2 }), cell('b')], [cell('c')], [cell('d'), cell('e'), cell('f')]], ['a-b', '|-c', 'def']);
});

test('short rows are filled, long ones widen the table', () => {
  check([[cell('a')], [cell('b'), cell('c'), cell('d')]], ['a..', 'bcd']);
  check([[], []], ['.', '.']);
});

test('a span over a cell that comes from above is cut', () => {
  check([[cell('a'), cell('b', { rowspan: 3 })], [cell('c', { colspan: 3 })], [cell('d'), cell('e')]], ['ab.', 'c|.', 'd|e']);
});

test('a slice is a grid of its own', () => {
  const grid = layGrid(table([cell('a', { colspan: 3 }), cell('b')], [cell('c'), cell('d'), cell('e'), cell('f')]));
  assert.deepEqual(drawn(sliceGrid(grid, 0, 2)), ['a-', 'cd']);
  assert.deepEqual(drawn(sliceGrid(grid, 2, 4)), ['.b', 'ef']);
});
