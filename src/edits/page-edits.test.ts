/** Operations on the blocks of a page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeOperation } from './edit-operation.ts';
import { applyPageEdits, PAGE_EDITS } from './page-edits.ts';

const PIECES = [
  { id: 'p1', markdown: '# Party' },
  { id: 'p2', markdown: 'On Friday, a Friday like any.' },
  { id: 'p3', markdown: ':::poll{collection=a question="When?"}\n- Noon\n- Night\n:::' },
  { id: 'p4', markdown: 'Bring a dish.' },
];
const apply = (...operations: { op: string; [field: string]: unknown }[]) => {
  const { blocks, results } = applyPageEdits(PIECES, operations);
  return [blocks.map((block) => block.split('\n')[0]), results.map(({ status, reason }) => reason ?? status)];
};
const SAME = ['# Party', 'On Friday, a Friday like any.', ':::poll{collection=a question="When?"}', 'Bring a dish.'];

test('each operation does what it says, and the rest stays letter for letter', () => {
  assert.deepEqual(apply({ op: 'replace_text', find: 'dish', replace: 'cake' }), [SAME.with(3, 'Bring a cake.'), ['applied']]);
  assert.deepEqual(apply({ op: 'replace_text', find: 'Friday', replace: 'Sunday', all: true }), [
    SAME.with(1, 'On Sunday, a Sunday like any.'),
    ['applied'],
  ]);
  assert.deepEqual(apply({ op: 'rewrite_block', target: 'p4', markdown: 'Bring nothing.' }), [SAME.with(3, 'Bring nothing.'), ['applied']]);
  assert.deepEqual(
    apply(
      { op: 'insert_blocks', target: 'p1', markdown: 'One.' },
      { op: 'insert_blocks', target: 'p1', position: 'before', markdown: 'Zero.' },
    ),
    [
      ['Zero.', '# Party', 'One.', ...SAME.slice(1)],
      ['applied', 'applied'],
    ],
  );
  assert.deepEqual(apply({ op: 'delete_block', target: 'p2' }), [SAME.toSpliced(1, 1), ['applied']]);
  assert.deepEqual(apply({ op: 'move_block', target: 'p4', to: 'p1' }), [[SAME[0], SAME[3], SAME[1], SAME[2]], ['applied']]);
});

test('what cannot be done is refused with its reason, and nothing is guessed', () => {
  const refused = (operation: { op: string; [field: string]: unknown }): unknown => {
    const [blocks, [reason] = []] = apply(operation);
    assert.deepEqual(blocks, SAME);
    return reason;
  };
  assert.equal(refused({ op: 'delete_block', target: 'p9' }), 'target_not_found');
  assert.equal(refused({ op: 'replace_text', find: 'nowhere', replace: '' }), 'target_not_found');
  assert.equal(refused({ op: 'replace_text', find: 'Friday', replace: 'x' }), 'ambiguous_target');
  assert.equal(refused({ op: 'delete_block', target: 'p4', expect: 'Other.' }), 'expect_mismatch');
  assert.equal(refused({ op: 'rewrite_block', target: 'p4', markdown: 'Bring a dish.' }), 'no_effect');
  assert.equal(refused({ op: 'move_block', target: 'p4', to: 'p4' }), 'no_effect');
  assert.equal(refused({ op: 'set_cells', target: 'p4' }), 'unsupported');
  assert.equal(refused({ op: 'delete_block', target: 'p4', more: 1 }), 'unsupported');
  assert.deepEqual(apply({ op: 'delete_block', target: 'p4' }, { op: 'rewrite_block', target: 'p4', markdown: 'x' })[1], [
    'applied',
    'overlapping_operation',
  ]);
});

test('examples of the documentation keep to their schemas', () => {
  for (const { op, examples } of PAGE_EDITS)
    for (const { operation } of examples) assert.deepEqual(judgeOperation({ op, ...operation }), [], op);
});
