import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, TableCell } from '../../document/block.ts';
import { listTables } from './list-tables.ts';

const cell = (text: string, more: Partial<TableCell> = {}): TableCell => ({ runs: text === '' ? [] : [{ text }], ...more });

test('tables are rows of one width with their pages; where a merged cell goes on, there is null', () => {
  const table: Block = {
    id: 'b1',
    type: 'table',
    columns: [{}, {}, {}],
    header_rows: 1,
    caption: [{ text: 'Sales' }],
    rows: [
      { cells: [cell('Area', { rowspan: 2 }), cell('Years', { colspan: 2 })] },
      { cells: [cell('2025'), cell('')] },
      { cells: [cell('', { blocks: [{ id: '', type: 'paragraph', runs: [{ text: 'North' }] }] })] },
    ],
  };
  const inList: Block = { id: 'b2', type: 'list', ordered: false, items: [{ blocks: [table] }] };
  const found = listTables([
    { page: 3, blocks: [table] },
    { page: null, blocks: [inList] },
  ]);
  assert.deepEqual(
    found.map(({ page, caption, header_rows }) => [page, caption, header_rows]),
    [
      [3, 'Sales', 1],
      [null, 'Sales', 1],
    ],
  );
  assert.deepEqual(found[0]?.rows, [
    ['Area', 'Years', null],
    [null, '2025', ''],
    ['North', '', ''],
  ]);
});

test('the text beside a table that says to be its caption is that, and no other text', () => {
  const table: Block = { id: '', type: 'table', columns: [{}], header_rows: 0, rows: [{ cells: [cell('1')] }] };
  const text = (said: string): Block => ({ id: '', type: 'paragraph', runs: [{ text: said }] });
  const captions = (...blocks: Block[]): (string | null)[] => listTables([{ page: 1, blocks }]).map(({ caption }) => caption);
  assert.deepEqual(captions(text('Table 1-1: Sources'), table, text('Table 2. Others'), table), ['Table 1-1: Sources', 'Table 2. Others']);
  assert.deepEqual(captions(text('TABLE 6'), text('Mean weights'), table), ['TABLE 6 Mean weights']);
  assert.deepEqual(captions(table, text('Exhibit 2.2. Children'), text('Text.')), ['Exhibit 2.2. Children']);
  assert.deepEqual(captions(text('Tables are below.'), table, text('The table 3 shows it.')), [null]);
  assert.deepEqual(captions(text(`Table 1 ${'shows much '.repeat(60)}`), table), [null]);
});

test('a chart is a table too, as it is in the text', () => {
  const chart: Block = {
    id: 'b1',
    type: 'chart',
    kind: 'bar',
    title: 'Sales',
    unit: 'EUR',
    categories: ['2025', '2026'],
    series: [
      { name: 'North', values: [1, 2.5] },
      { name: 'South', values: [3, null] },
    ],
  };
  assert.deepEqual(listTables([{ page: 2, blocks: [chart] }]), [
    {
      page: 2,
      caption: 'Sales (EUR)',
      header_rows: 1,
      rows: [
        ['', 'North', 'South'],
        ['2025', '1', '3'],
        ['2026', '2.5', ''],
      ],
    },
  ]);
});
