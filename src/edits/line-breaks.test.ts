/** Breaks and tabs in a replacement, wherever they stand in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';
import { listContent } from './list-content.ts';

const CONTEXT = { author: 'Ann', date: '2026-01-01T00:00:00Z' };
const FILE = wrapInDocx('<w:p><w:r><w:t>one, two, three</w:t></w:r></w:p>');

const CASES: readonly [replacement: string, becomes: string][] = [
  ['\nA', 'one\nA two, three'],
  ['\tA', 'one\tA two, three'],
  ['A\n', 'oneA\n two, three'],
  ['\n', 'one\n two, three'],
  ['\n\n\tA\nB\t', 'one\n\n\tA\nB\t two, three'],
  ['A\nB', 'oneA\nB two, three'],
];

test('breaks and tabs of a replacement are elements, also where it begins or ends with them', () => {
  for (const mode of ['direct', 'tracked'] as const)
    for (const [replace, becomes] of CASES)
      for (const operation of [
        { op: 'replace_text', find: 'one,', replace: `one${replace}` },
        { op: 'rewrite_block', target: 'p1', text: becomes },
      ] satisfies EditOperation[]) {
        const { bytes, results } = applyEdits(FILE, [operation], { ...CONTEXT, mode });
        assert.equal(results[0]?.status, 'applied', `${mode} ${operation.op} ${JSON.stringify(replace)}`);
        assert.doesNotMatch(partsText(bytes, /document\.xml$/), /<w:t(?: [^>]*)?>[^<]*[\n\t]/);
        assert.equal(listContent(bytes)[0]?.text, becomes);
      }
});
