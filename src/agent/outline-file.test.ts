import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MaterialBlock } from '../edits/list-material.ts';
import { outlineFile } from './outline-file.ts';

const paragraph = (n: number, text: string): MaterialBlock => ({ address: `p${n}`, type: 'paragraph', text });
const table: MaterialBlock = {
  address: 't1',
  type: 'table',
  text: '',
  rows: [1, 2].map((row) => ({ address: `t1.r${row}`, cells: [{ address: `t1.r${row}.c1`, text: `cell ${row}` }] })),
};

test('every address is with its text, in order', () => {
  const { text, shortened } = outlineFile([
    { address: 'p1', type: 'heading', level: 1, text: 'Title' },
    paragraph(2, 'One\ntwo'),
    table,
    paragraph(3, 'Last'),
  ]);
  assert.equal(text, 'p1 heading 1: Title\np2: One⏎two\nt1 table\n  t1.r1.c1: cell 1\n  t1.r2.c1: cell 2\np3: Last');
  assert.equal(shortened, false);
});

test('what is too much is shortened, and read in full by address, range and table', () => {
  const outline = outlineFile([
    ...Array.from({ length: 200 }, (_, i) => paragraph(i + 1, `${'word '.repeat(200)}end${i + 1}`)),
    table,
    paragraph(201, 'tail'),
  ]);
  assert.ok(outline.shortened && outline.text.length < 90_000 && !outline.text.includes('end5'));
  assert.ok(outline.read(['p5']).endsWith('end5'));
  assert.deepEqual(outline.read(['p5-p7']).match(/end\d+/g), ['end5', 'end6', 'end7']);
  assert.match(outline.read(['t1']), /cell 1[^]*cell 2$/);
  assert.match(outline.read(['p999']), /no such address/);
});

test('figures of charts, numbers of clauses and what is beside the text are shown, and read with what they belong to', () => {
  const outline = outlineFile([
    { address: 'p1', type: 'list_item', number: '2.1', text: 'Payment' },
    {
      address: 's1',
      type: 'slide',
      text: 'Sales',
      beside: ['speaker notes: Begin here'],
      blocks: [
        {
          address: 's1.chart1',
          type: 'chart',
          text: 'Sales by year',
          data: [
            ['', 'Sales'],
            ['2025', '3'],
          ],
        },
      ],
    },
  ]);
  assert.equal(
    outline.text,
    'p1 list_item numbered "2.1": Payment\ns1 slide: Sales\n  [speaker notes: Begin here]\n  s1.chart1 chart: Sales by year\n     | Sales\n    2025 | 3',
  );
  assert.equal(outline.read(['s1.chart1']), '  s1.chart1 chart: Sales by year\n     | Sales\n    2025 | 3');
});

test('cells are read by their address and by a range', () => {
  const outline = outlineFile([
    {
      address: 'Data',
      type: 'sheet',
      text: 'Data',
      rows: [1, 2, 3, 4].map((row) => ({
        address: `Data!${row}:${row}`,
        cells: [{ address: `Data!A${row}`, text: `v${row}`, formula: '=1' }],
      })),
    },
    table,
  ]);
  assert.equal(outline.read(['Data!A2:C3']), '  Data!A2: v2 (=1)\n  Data!A3: v3 (=1)');
  assert.equal(outline.read(['Data!A4']), '  Data!A4: v4 (=1)');
  assert.equal(outline.read(['t1.r2.c1']), '  t1.r2.c1: cell 2');
  assert.match(outline.read(['Nowhere!A1']), /no such address/);
});
