import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutFilename } from './file-name.ts';

test('a long name is cut, and keeps its extension', () => {
  assert.equal(cutFilename('a.pdf'), 'a.pdf');
  assert.equal(cutFilename(`${'ä'.repeat(196)}.pdf`), `${'ä'.repeat(196)}.pdf`);
  assert.equal(cutFilename(`${'ä'.repeat(197)}.pdf`), `${'ä'.repeat(196)}.pdf`);
  assert.equal([...cutFilename('😀'.repeat(300))].length, 200);
});
