import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanFilename } from './file-name.ts';

test('a long name is cut, and keeps its extension', () => {
  assert.equal(cleanFilename('a.pdf'), 'a.pdf');
  assert.equal(cleanFilename(`${'ä'.repeat(196)}.pdf`), `${'ä'.repeat(196)}.pdf`);
  assert.equal(cleanFilename(`${'ä'.repeat(197)}.pdf`), `${'ä'.repeat(196)}.pdf`);
  assert.equal([...(cleanFilename('😀'.repeat(300)) ?? '')].length, 200);
});

test('a name has no folders, no control characters and no marks of direction', () => {
  assert.equal(cleanFilename('../../etc/passwd'), 'passwd');
  assert.equal(cleanFilename('C:\\docs\\a.txt'), 'a.txt');
  assert.equal(cleanFilename('a\u0000b\r\n.pdf'), 'ab.pdf');
  assert.equal(cleanFilename('report\u202Efdp.docx'), 'reportfdp.docx');
  for (const nothing of ['', '  ', '..', 'a/', '\u202E', '/']) assert.equal(cleanFilename(nothing), null);
});
