/** What edits write into Word files is read back as what it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits, type EditOperation } from '../src/edits/apply-edits.ts';
import { readDocx } from '../src/readers/docx.ts';
import { writeMarkdown } from '../src/writers/markdown.ts';
import { wrapInDocx } from './support/office-parts.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const START = wrapInDocx('<w:p><w:r><w:t>The fees rise, and the plan says why.</w:t></w:r></w:p><w:p><w:r><w:t>End.</w:t></w:r></w:p>');

function read(operations: EditOperation[]): string {
  const { results, bytes } = applyEdits(START, operations, CONTEXT);
  for (const { status, message } of results) assert.equal(status, 'applied', message);
  return writeMarkdown(readDocx(bytes).value.blocks);
}

test('links and notes come back as links and notes', () => {
  const markdown = read([
    { op: 'set_link', target: 'p1', find: 'the plan', url: 'https://example.org/plan' },
    { op: 'add_footnote', target: 'p1', find: 'fees', text: 'Without tax.' },
  ]);
  assert.match(markdown, /\[the plan\]\(https:\/\/example\.org\/plan\)/);
  assert.match(markdown, /fees\[\^[^\]]+\] rise/);
  assert.match(markdown, /\[\^[^\]]+\]: Without tax\./);
});

test('formats, lists within lists, formulas and tables come back as they were asked for', () => {
  const markdown = read([
    {
      op: 'insert_blocks',
      target: 'p1',
      blocks: [
        { type: 'heading', level: 2, text: 'Prices' },
        {
          type: 'paragraph',
          runs: [
            { text: 'Very ' },
            { text: 'bold', bold: true },
            { text: ' and ' },
            { text: 'gone', strike: true },
            { text: ' with ' },
            { math: 'x^2' },
          ],
        },
        { type: 'list', items: ['one', { text: 'two', items: ['inner'] }] },
        {
          type: 'table',
          rows: [
            ['Item', 'Price'],
            ['Ink', { text: '7', align: 'right' }],
          ],
        },
      ],
    },
  ]);
  assert.match(markdown, /^## Prices$/m);
  assert.match(markdown, /Very \*\*bold\*\* and ~~gone~~ with \$x\^(?:2|\{2\})\$/);
  assert.match(markdown, /^- one\n- two\n+ {2,4}- inner$/m);
  assert.match(markdown, /\| Ink +\| +7 +\|/);
});
