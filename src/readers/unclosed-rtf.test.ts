import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeRtf } from './unclosed-rtf.ts';

const closed = (rtf: string): string | null => {
  const bytes = closeRtf(Buffer.from(rtf, 'latin1'));
  return bytes && Buffer.from(bytes).toString('latin1');
};

test('open groups are closed; what is whole, or no RTF, is left alone', () => {
  assert.equal(closed('{\\rtf1 a{\\b b'), '{\\rtf1 a{\\b b }}');
  assert.equal(closed('{\\rtf1 a\\{\\}\\\\{x} c'), '{\\rtf1 a\\{\\}\\\\{x} c }');
  assert.equal(closed('{\\rtf1 {\\pict\\bin4 }}}}} c'), '{\\rtf1 {\\pict\\bin4 }}}}} c }');
  assert.deepEqual([closed('{\\rtf1 a}'), closed('{\\rtf1 a} trailing {'), closed('text {'), closed('')], [null, null, null, null]);
});

test('raw bytes that are more than the file has end with it', () => {
  assert.equal(closed('{\\rtf1 a {\\pict\\bin2147483647 x}'), '{\\rtf1 a {\\pict\\bin0000000002 x} }}');
  assert.equal(closed('{\\rtf1 a\\bin9 }}}'), '{\\rtf1 a\\bin3 }}} }');
  assert.equal(closed('{\\rtf1 a\\bin3 }}}}'), null);
});
