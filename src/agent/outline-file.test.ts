import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AddressedBlock } from '../edits/list-content.ts';
import { outlineFile } from './outline-file.ts';

const paragraph = (n: number, text: string): AddressedBlock => ({ address: `p${n}`, type: 'paragraph', text });
const table: AddressedBlock = {
  address: 't1',
  type: 'table',
  text: '',
  rows: [1, 2].map((row) => ({ address: `t1.r${row}`, cells: [{ address: `t1.r${row}.c1`, text: `cell ${row}` }] })),
};

test('every address stands with its text, in order', () => {
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
