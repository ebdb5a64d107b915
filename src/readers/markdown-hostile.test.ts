/** Texts made to hurt: what they become is bounded in depth, and what is text in them is still there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../document/block.ts';
import { blockText, childLists, walkBlocks } from '../document/walk.ts';
import { readMarkdown } from './markdown.ts';

/** Blocks in blocks at most; later rooms recurse over them. */
const DEPTH_MAX = 26;
const CHARS = 100_000;

const fill = (unit: string): string => unit.repeat(Math.ceil(CHARS / unit.length));

function depthOf(blocks: readonly Block[]): number {
  let depth = 0;
  for (let level: readonly Block[] = blocks; level.length > 0; depth++) level = level.flatMap((block) => childLists(block).flat());
  return depth;
}

interface Measured {
  blocks: number;
  depth: number;
  cells: number;
  text: number;
  notes: number;
  codes: Set<string>;
}

function measure(markdown: string): Measured {
  const { value, notes } = readMarkdown(markdown, { pictures: 1 });
  let blocks = 0;
  let cells = 0;
  for (const block of walkBlocks(value.blocks)) {
    blocks++;
    if (block.type === 'table') cells += block.rows.reduce((sum, row) => sum + row.cells.length, 0);
  }
  const text = value.blocks.reduce((sum, block) => sum + blockText(block).length, 0);
  return { blocks, depth: depthOf(value.blocks), cells, text, notes: notes.length, codes: new Set(notes.map((note) => note.code)) };
}

const NESTED: Record<string, string> = {
  quotes: `${'>'.repeat(CHARS)} deep`,
  'spaced quotes': `${'> '.repeat(CHARS / 2)}deep`,
  'list markers': `${'- '.repeat(CHARS / 2)}deep`,
  'numbers in numbers': `${'1. '.repeat(CHARS / 3)}deep`,
  'quotes and lists': `${'> - '.repeat(CHARS / 4)}deep`,
  'deep list': `${Array.from({ length: 400 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n')} deep`,
  'directives in directives': `${':::note\n'.repeat(CHARS / 8)}deep`,
  'clauses in clauses': `${':::clause\n'.repeat(CHARS / 10)}deep`,
  'elements of HTML in each other': `${'<div>'.repeat(CHARS / 5)}deep`,
  'inline elements of HTML in a block': `<div>${'<b>'.repeat(CHARS / 3)}deep</div>`,
  'lazy lines below quotes': `${'> '.repeat(30)}a\n${'b\n'.repeat(2000)}deep`,
};

for (const [name, markdown] of Object.entries(NESTED)) {
  test(`${name}: depth is bounded, the text is kept`, () => {
    const { value } = readMarkdown(markdown, { pictures: 0 });
    assert.ok(depthOf(value.blocks) <= DEPTH_MAX);
    assert.ok(value.blocks.some((block) => blockText(block).endsWith('deep')));
  });
}

const OPENERS = [
  '[',
  '![',
  '](',
  '[a](',
  '[a](<b',
  '[a]: <b',
  '*',
  '**a',
  '*a ',
  '_a __b ',
  '~~a ',
  '`a ``b ',
  '$a ',
  '$$a\n',
  '$`a ',
  '<a ',
  '<!-- ',
  '<![CDATA[',
  '<?x ',
  '<b>a',
  '<script>',
  '&#1',
  '&amp',
  '[^a',
  '[^a][^',
  '{#a ',
  '# x { \n',
  '![a](img:1){a=',
  ':::',
  '\\',
  'http://',
  'www.',
  'a@',
];

/** Of these something is a mark, a tag or an escape, and rightly gone. */
const PARTLY_TEXT: Record<string, number> = {
  '# x { \n': 0.4,
  '<b>a': 0.24,
  '<script>': 0,
  '\\': 0.49,
  '_a __b ': 0.5,
  '~~a ': 0.5,
  '`a ``b ': 0.4,
  '*a ': 0.5,
  '**a': 0.3,
  '$`a ': 0.74,
  '![a](img:1){a=': 0.2,
};

test('openers without an end are text', () => {
  for (const opener of OPENERS) {
    const markdown = `start ${fill(opener)}`;
    const { depth, text } = measure(markdown);
    assert.ok(depth <= DEPTH_MAX, opener);
    assert.ok(text >= markdown.length * (PARTLY_TEXT[opener] ?? 0.9), `${opener}: ${text} of ${markdown.length}`);
  }
});

test('ten thousand columns: 63 are a table, the rest follows as text', () => {
  const row = `|${'a|'.repeat(10_000)}`;
  const { cells, codes, text } = measure(`${row}\n|${'-|'.repeat(10_000)}\n${row}\n`);
  assert.equal(cells, 126);
  assert.ok(text >= 20_000);
  assert.ok(codes.has('table_too_wide'));
});

test('short rows of a wide table do not multiply', () => {
  const { cells } = measure(`|${'a|'.repeat(63)}\n|${'-|'.repeat(63)}\n${fill('a\n')}`);
  assert.ok(cells < 150_000);
});

test('spans that lean on each other stay a table or become text', () => {
  const { cells, text } = measure(`::::table\n${fill(':::row\n:::cell{rowspan=999 colspan=60}\na\n:::\n:::\n')}::::`);
  assert.ok(cells + text > 1000);
});

test('a megabyte of faults is a handful of notes', () => {
  for (const unit of ['::foo{a=b}\n\n', '![x](img:9)\n\n', '[x](#y)\n\n', '<video>\n\n', ':::\n']) {
    assert.ok(measure(fill(unit)).notes <= 45, unit);
  }
});

test('control characters, lone surrogates and bidirectional marks', () => {
  const { value, notes } = readMarkdown('\uFEFFa\0b\u0007c\uD800d\u202Ee\r\nf\rg\fh', { pictures: 0 });
  assert.equal(blockText(value.blocks[0] ?? { id: '', type: 'divider' }), 'a\uFFFDbc\uFFFDd\u202Ee f g h');
  assert.deepEqual(
    notes.map((note) => note.code),
    ['controls_dropped'],
  );
});

test('a text of nothing is no blocks', () => {
  for (const markdown of ['', ' \n\t\n', '<!-- x -->', ':::note\n:::', '# ', '>', '[a]: /b', '&#32;'.repeat(0)]) {
    assert.equal(readMarkdown(markdown, { pictures: 0 }).value.blocks.length, 0, markdown);
  }
});

test('footnotes that refer to each other in a ring end', () => {
  const { blocks } = measure('a[^1]\n\n[^1]: b[^2]\n\n[^2]: c[^1]');
  assert.equal(blocks, 4);
});
