import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Wishes } from '../../contract/extract-wishes.ts';
import type { Block } from '../../document/block.ts';
import { outlineOf, withoutSheetMarkers, writeOutline } from './outline.ts';
import { written } from './written.ts';

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
      [3, 'A page without a heading', 2],
    ],
  );
  const [first] = outlineOf('# A\n\n12345\n');
  assert.equal(first?.chars, 12);
});

test('a slide without a title stands beside those with one', () => {
  const levels = (text: string): number[] => outlineOf(text).map(({ level }) => level);
  assert.deepEqual(
    levels('<!-- Slide 1 -->\n\n## First\n\n### Part\n\n<!-- Slide 2 -->\n\nA picture\n\n<!-- Slide 3 -->\n\n## Third\n'),
    [2, 3, 2, 2],
  );
  assert.deepEqual(levels('<!-- Slide 1 -->\n\nOne\n\n<!-- Slide 2 -->\n\nTwo\n'), [1, 1]);
});

test('as Markdown it is a nested list that begins at the edge', () => {
  assert.equal(writeOutline(outlineOf('## A\n### B\n')), '- A (5 characters)\n  - B (7 characters)\n');
});

test('headings of a workbook have the number of their sheet, a hidden one too; the text itself stays as it is', () => {
  const sheet = (name: string, more = {}): Block => ({
    id: '',
    type: 'sheet',
    name,
    blocks: [{ id: '', type: 'heading', level: 3, runs: [{ text: `In ${name}` }] }],
    ...more,
  });
  const read = (wishes: Wishes): string =>
    written({ value: { blocks: [sheet('Data'), sheet('Past', { hidden: true }), sheet('Plan')], pages: 3 }, notes: [] }, wishes).markdown;
  const marked = read({ outline: true });
  assert.deepEqual(
    outlineOf(marked).map(({ text, page }) => [text, page]),
    [
      ['Data', 1],
      ['In Data', 1],
      ['Past (hidden sheet)', 2],
      ['In Past', 2],
      ['Plan', 3],
      ['In Plan', 3],
    ],
  );
  assert.equal(withoutSheetMarkers(marked), read({}));
  assert.deepEqual([...new Set(outlineOf(read({ outline: true, pages: [{ from: 2, to: 2 }] })).map(({ page }) => page))], [2]);
});
