/** Breaks, tabs and hyphens of a kind in a replacement, wherever they stand in it. */
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
  ['\u00AD\u2011A\u00ADB', 'one\u00AD\u2011A\u00ADB two, three'],
];

test('breaks, tabs and hyphens of a kind in a replacement are elements, also where it begins or ends with them', () => {
  for (const mode of ['direct', 'tracked'] as const)
    for (const [replace, becomes] of CASES)
      for (const operation of [
        { op: 'replace_text', find: 'one,', replace: `one${replace}` },
        { op: 'rewrite_block', target: 'p1', text: becomes },
      ] satisfies EditOperation[]) {
        const { bytes, results } = applyEdits(FILE, [operation], { ...CONTEXT, mode });
        assert.equal(results[0]?.status, 'applied', `${mode} ${operation.op} ${JSON.stringify(replace)}`);
        assert.doesNotMatch(partsText(bytes, /document\.xml$/), /<w:t(?: [^>]*)?>[^<]*[\n\t\u2011\u00AD]/);
        assert.equal(listContent(bytes)[0]?.text, becomes);
      }
});

test('a soft hyphen of the file stays one where its words are written again', () => {
  const run = '<w:r><w:rPr><w:b/></w:rPr><w:t>opti</w:t><w:softHyphen/><w:t>onal words</w:t></w:r>';
  for (const mode of ['direct', 'tracked'] as const) {
    const link = { op: 'set_link', target: 'p1', find: 'opti\u00ADonal', url: 'https://example.org' };
    const { bytes, results } = applyEdits(wrapInDocx(`<w:p>${run}</w:p>`), [link], { ...CONTEXT, mode });
    assert.equal(results[0]?.status, 'applied', results[0]?.message);
    assert.match(partsText(bytes, /document\.xml$/), /<w:hyperlink [^>]*>.*<w:softHyphen\/>.*<\/w:hyperlink>/);
  }
});
