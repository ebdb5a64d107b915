import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../document/block.ts';
import { labelsOf } from '../document/labels.ts';
import { collectReferences, decodeAnchor, type References } from './references.ts';

function collect(blocks: Block[], numbered = false): References {
  return collectReferences({ title: '', lang: 'en', blocks, assets: new Map() }, labelsOf('en'), numbered);
}
const heading = (id: string, level: number, text: string, anchor?: string): Block => ({
  id,
  type: 'heading',
  level,
  runs: [{ text }],
  ...(anchor === undefined ? {} : { anchor }),
});
const clause = (level: number, anchor: string | undefined, blocks: Block[], title?: string): Block => ({
  id: anchor ?? 'c',
  type: 'clause',
  level,
  blocks,
  ...(anchor === undefined ? {} : { anchor }),
  ...(title === undefined ? {} : { title: [{ text: title }] }),
});
const link = (...targets: string[]): Block => ({
  id: 'p',
  type: 'paragraph',
  runs: targets.map((target) => ({ text: 'x', link: target })),
});
const table = (id: string, anchor?: string): Block => ({
  id,
  type: 'table',
  columns: [],
  header_rows: 0,
  rows: [],
  caption: [{ text: id }],
  ...(anchor === undefined ? {} : { anchor }),
});

test('clauses count as Word counts them', () => {
  const references = collect([
    clause(
      1,
      'one',
      [clause(2, 'one-one', [clause(3, 'a', []), clause(3, 'b', [clause(4, 'i', []), clause(4, 'ii', [])])]), clause(2, 'one-two', [])],
      'First',
    ),
    clause(1, 'two', [clause(2, 'two-one', [])], 'Second'),
  ]);
  const numbers = Object.fromEntries([...references.targets].map(([anchor, target]) => [anchor, target.number]));
  assert.deepEqual(numbers, {
    one: '1',
    'one-one': '1.1',
    a: '1.1(a)',
    b: '1.1(b)',
    i: '1.1(b)(i)',
    ii: '1.1(b)(ii)',
    'one-two': '1.2',
    two: '2',
    'two-one': '2.1',
  });
});

test('a single table has a number only where it is referred to', () => {
  assert.equal(collect([table('t1')]).captions.size, 0);
  assert.equal(collect([table('t1'), table('t2')]).captions.size, 2);
  assert.deepEqual(collect([table('t1', 'prices'), link('#prices')]).captions.get('t1'), { label: 'Table', number: 1 });
});

test('headings are found by their own anchor and by their words', () => {
  const { targets } = collect([
    heading('b1', 1, 'What is new?', 'news'),
    heading('b2', 1, 'Same'),
    heading('b3', 2, 'Same'),
    link('#what-is-new', '#same-1'),
  ]);
  assert.equal(targets.get('news')?.label, 'What is new?');
  assert.equal(targets.get('what-is-new')?.bookmark, targets.get('news')?.bookmark);
  assert.ok(targets.has('same-1') && !targets.has('same'));
});

test('names of bookmarks are legal and distinct, however alike the anchors are', () => {
  const anchors = ['a b', 'a-b', 'a_b', 'A.B', '1', '', '_x', 'ä ö', `${'long'.repeat(20)}1`, `${'long'.repeat(20)}2`];
  const { targets } = collect(anchors.map((anchor, at): Block => ({ id: `b${at}`, type: 'divider', anchor })));
  const names = [...targets.values()].map(({ bookmark }) => bookmark);
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, anchors.length);
  assert.deepEqual(
    names.filter((name) => !/^\p{L}[\p{L}\p{N}_]{0,39}$/u.test(name)),
    [],
  );
});

test('ten thousand anchors alike are named in time', () => {
  const blocks = Array.from({ length: 10_000 }, (_, at): Block => ({ id: `b${at}`, type: 'divider', anchor: `${'same'.repeat(10)}${at}` }));
  assert.equal(new Set([...collect(blocks).targets.values()].map(({ bookmark }) => bookmark)).size, 10_000);
});

test('a malformed escape in a link stands for itself', () => {
  assert.equal(decodeAnchor('#a%20b'), 'a b');
  assert.equal(decodeAnchor('#50%'), '50%');
  assert.equal(decodeAnchor('#%C3%A9'), 'é');
});

test('numbered headings count on the first level alone', () => {
  const { headings } = collect([heading('b1', 1, 'A'), heading('b2', 2, 'B'), heading('b3', 1, 'C')], true);
  assert.deepEqual(
    headings.map(({ number }) => number),
    ['1', '', '2'],
  );
});
