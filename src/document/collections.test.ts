import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from './block.ts';
import { collectionsOf } from './collections.ts';
import type { Form } from './interactive.ts';

const form = (collection: string, names: string[], more: Partial<Form> = {}): Block => ({
  id: '',
  type: 'form',
  collection,
  fields: names.map((name) => ({ name, type: 'text', required: true })),
  ...more,
});
const records = (collection: string, more: object = {}): Block => ({ id: '', type: 'records', collection, ...more });

test('what visitors enter is for the owner alone unless the page shows it', () => {
  assert.deepEqual(
    collectionsOf({ blocks: [form('a', ['Name']), form('b', ['Name']), records('b'), records('c')] }).map(({ name, mode }) => [name, mode]),
    [
      ['a', 'submit'],
      ['b', 'open'],
      ['c', 'read'],
    ],
  );
});

test('a mode that is named holds for the whole collection, the strictest of several', () => {
  const [one] = collectionsOf({ blocks: [form('a', ['Name'], { mode: 'open' }), records('a', { mode: 'submit' })] });
  assert.equal(one?.mode, 'submit');
});

test('of several forms a field is required only where each of them requires it, wherever they stand', () => {
  const inColumns: Block = {
    id: '',
    type: 'columns',
    columns: [{ blocks: [form('a', ['Name', 'Email'])] }, { blocks: [form('a', ['Name'])] }],
  };
  const [one] = collectionsOf({ blocks: [inColumns] });
  assert.deepEqual(one?.fields, [
    { name: 'Name', type: 'text', required: true },
    { name: 'Email', type: 'text', required: false },
  ]);
});

test('a poll takes its choices alone, a checklist an item and whether it is done', () => {
  const poll: Block = { id: '', type: 'poll', collection: 'p', question: [], choices: ['A', 'B'] };
  const checklist: Block = { id: '', type: 'checklist', collection: 't', items: ['x'] };
  assert.deepEqual(collectionsOf({ blocks: [poll, checklist] }), [
    { name: 'p', mode: 'open', fields: [{ name: 'Choice', type: 'choice', required: true, choices: ['A', 'B'] }] },
    {
      name: 't',
      mode: 'open',
      fields: [
        { name: 'Item', type: 'text', required: true, max: 200 },
        { name: 'Done', type: 'check', required: false },
      ],
    },
  ]);
});
