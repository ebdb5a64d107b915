/** Over a hundred thousand values of one list overflow the stack where they are the arguments of a call. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeDocument } from '../document/compose.ts';
import type { Block } from '../document/block.ts';
import { resolveLook } from '../document/look.ts';
import { writePlainMarkdown } from './plain-markdown.ts';
import { tidyBlocks } from './pptx/plan/tidy-text.ts';
import { divideSheets } from './xlsx/sections.ts';

const MANY = 150_000;
const RUNS = Array.from({ length: MANY }, (_, at) => (at % 2 === 0 ? { text: 'a' } : { text: 'b', italic: true }));

test('a paragraph and a cell of very many runs come onto slides and into plain text', () => {
  const { blocks } = tidyBlocks([{ id: 'b1', type: 'paragraph', runs: RUNS }], 'en');
  assert.equal(blocks[0]?.type === 'paragraph' ? blocks[0].runs.length : 0, MANY);
  const table: Block = { id: 't', type: 'table', columns: [{ type: 'text' }], header_rows: 0, rows: [{ cells: [{ runs: RUNS }] }] };
  const rows = [{ cells: [{ runs: [], blocks: [table] }] }];
  const text = writePlainMarkdown([{ id: 'b2', type: 'table', columns: [{ type: 'text' }], header_rows: 0, rows }]);
  assert.equal(text.match(/a/g)?.length, MANY / 2);
});

test('very many paragraphs before the first sheet are on its summary', () => {
  const { document } = composeDocument({ blocks: [], meta: {}, lang: 'en', name: 'Name', assets: new Map() }, resolveLook('report'));
  const loose = Array.from({ length: MANY }, (_, at): Block => ({ id: `p${at}`, type: 'paragraph', runs: [{ text: 'a' }] }));
  const sheet: Block = { id: 's', type: 'sheet', name: 'Summary', blocks: [] };
  const sheets = divideSheets({ ...document, blocks: [...loose, sheet] });
  assert.deepEqual([sheets.length, sheets[0]?.blocks.length], [1, MANY]);
});
