import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlineOf, writeOutline } from './outline.ts';

const TEXT = [
  '<!-- Page 1 -->',
  '',
  '# The **first** [part](#x)',
  '',
  'Text.',
  '',
  '```python',
  '# no heading',
  '```',
  '',
  '## Under 1\\.2',
  '',
  '<!-- Page 2 -->',
  '',
  'A page without a heading',
  '',
].join('\n');

test('headings with their pages and lengths; code has none, and a page without one is named by its first line', () => {
  assert.deepEqual(
    outlineOf(TEXT).map(({ level, text, page }) => [level, text, page]),
    [
      [1, 'The first part', 1],
      [2, 'Under 1.2', 1],
      [1, 'A page without a heading', 2],
    ],
  );
  const [first] = outlineOf('# A\n\n12345\n');
  assert.equal(first?.chars, 12);
});

test('as Markdown it is a nested list that begins at the edge', () => {
  assert.equal(writeOutline(outlineOf('## A\n### B\n')), '- A (5 characters)\n  - B (7 characters)\n');
});
