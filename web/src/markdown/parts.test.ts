import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listItems, pipeTable, takeApart, type Part } from './parts.ts';

const shape = (parts: readonly Part[]): unknown =>
  parts.map((part) => (part.kind === 'text' ? part.text.trim() : [part.name, part.attributes, shape(part.parts)]));

test('directives are taken out with their attributes and what is in them', () => {
  const text = '# One\n\n:::columns{ratio=2:1}\nLeft\n::col\n:::callout{kind=tip title="A \\"b\\" c"}\nInside\n:::\n:::\n\nEnd\n';
  assert.deepEqual(shape(takeApart(text)), [
    '# One',
    ['columns', { ratio: '2:1' }, ['Left', ['col', {}, []], ['callout', { kind: 'tip', title: 'A "b" c' }, ['Inside']]]],
    'End',
  ]);
});

test('code is no directive, front matter is left out, and an alert of GitHub is a callout', () => {
  assert.deepEqual(shape(takeApart('---\ntitle: x\n---\n```\n:::kpis\n:::\n```\n> [!WARNING] Mind\n> the gap\n\nText')), [
    '```\n:::kpis\n:::\n```',
    ['callout', { kind: 'warning', title: 'Mind' }, ['the gap']],
    'Text',
  ]);
});

test('what is never closed ends with the text, and what closes nothing is not shown', () => {
  assert.deepEqual(shape(takeApart(':::kpis\n- 1 | One')), [['kpis', {}, ['- 1 | One']]]);
  assert.deepEqual(shape(takeApart('One\n:::\nTwo')), ['One\nTwo']);
  assert.equal(takeApart(`${':::sidebar\n'.repeat(200)}x`).length > 0, true);
});

test('items and tables are read', () => {
  assert.deepEqual(listItems('- **1** | One | +2 %\n- 3 | Three'), [
    ['**1**', 'One', '+2 %'],
    ['3', 'Three'],
  ]);
  assert.deepEqual(pipeTable('| A | B |\n|---|--:|\n| x | 1 |'), { head: ['A', 'B'], rows: [['x', '1']] });
  assert.equal(pipeTable('no | table'), null);
});
