import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readZip } from '../ooxml/read-zip.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { repackParts } from './repack-parts.ts';

/** The archive with other bytes of the same number in the places of these names. */
function renamed(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const file = Buffer.from(bytes);
  for (let at = file.indexOf(from); at !== -1; at = file.indexOf(from, at + to.length)) file.write(to, at, 'latin1');
  return file;
}

const PARTS = [
  { name: 'word/document.xml', data: '<w/>' },
  { name: 'word/media/a.bin', data: Uint8Array.of(1, 2, 3), store: true },
];

test('parts whose names are written with backslashes are packed as packages are', () => {
  const odd = renamed(writeZip(PARTS), 'word/media/a.bin', 'word\\media\\a.bin');
  const usual = repackParts(odd);
  assert.ok(usual !== null);
  assert.ok(!Buffer.from(usual).includes('word\\media'));
  const { parts } = readZip(usual);
  assert.deepEqual([...parts.keys()], ['word/document.xml', 'word/media/a.bin']);
  assert.deepEqual(parts.get('word/media/a.bin')?.read(), Uint8Array.of(1, 2, 3));
});

test('what is no archive is not packed', () => {
  assert.equal(repackParts(Buffer.from('PK')), null);
});
