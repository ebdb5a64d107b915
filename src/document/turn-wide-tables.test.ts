import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, Table } from './block.ts';
import { resolveLook } from './look.ts';
import { isWideTable, turnWideTables } from './turn-wide-tables.ts';

const look = resolveLook('report');
const text = (id: string, words: string): Block => ({ id, type: 'paragraph', runs: [{ text: words }] });
const head = (id: string, level = 2): Block => ({ id, type: 'heading', level, runs: [{ text: id }] });
const table = (id: string, columns: number, chars = 4, rows = 3): Table => ({
  id,
  type: 'table',
  columns: Array.from({ length: columns }, () => ({})),
  header_rows: 1,
  rows: Array.from({ length: rows }, () => ({ cells: Array.from({ length: columns }, () => ({ runs: [{ text: 'x'.repeat(chars) }] })) })),
});
const order = (blocks: readonly Block[]): string =>
  blocks.map((block) => (block.type === 'page_break' ? (block.orientation ?? 'break') : block.id)).join(' ');

test('a wide table takes its heading and its lead-in along to the landscape page', () => {
  const blocks = [head('h1', 1), text('p1', 'Words.'), head('h2'), text('p2', 'The table says it.'), table('t1', 12), text('p3', 'After.')];
  assert.equal(order(turnWideTables(blocks, look)), 'h1 p1 landscape h2 p2 t1 portrait p3');
});

test('long text before a table stays on its page, and so does a title', () => {
  assert.equal(
    order(turnWideTables([head('h'), text('long', 'w '.repeat(400)), table('t', 12), text('p', 'x')], look)),
    'h long landscape t portrait p',
  );
  assert.equal(order(turnWideTables([head('title', 1), table('t', 12), text('p', 'x')], look, 'title')), 'title landscape t portrait p');
});

test('wide tables in a row share the turned pages; after the last one nothing turns back', () => {
  assert.equal(order(turnWideTables([text('p', 'x'), head('a'), table('t', 12), head('b'), table('u', 12)], look)), 'p landscape a t b u');
});

test('columns of sentences are wide, columns of figures are not', () => {
  assert.equal(isWideTable(table('t', 6, 180), 15), true);
  assert.equal(isWideTable(table('t', 3, 180), 15), false);
  assert.equal(isWideTable(table('t', 9, 6), 15), false);
  assert.equal(isWideTable(table('t', 10, 1), 15), true);
});

test('pages that are turned already stay as they are', () => {
  const own: Block[] = [
    { id: 'l', type: 'page_break', orientation: 'landscape' },
    head('a'),
    table('t', 12),
    { id: 'p', type: 'page_break', orientation: 'portrait' },
    text('x', 'y'),
  ];
  assert.deepEqual(turnWideTables(own, look), own);
  assert.deepEqual(turnWideTables([table('t', 12)], resolveLook('report', { orientation: 'landscape' })), [table('t', 12)]);
});

test('the page is turned back between sheets, and not behind the last one', () => {
  const sheet = (id: string): Block => ({ id, type: 'sheet', name: id, blocks: [table(`${id}t`, 12)] });
  const made = turnWideTables([sheet('a'), sheet('b'), { id: 'f', type: 'footnotes', notes: [] }], look);
  assert.deepEqual(
    made.map((block) => (block.type === 'sheet' ? order(block.blocks) : block.type)),
    ['landscape at portrait', 'landscape bt', 'footnotes'],
  );
});
