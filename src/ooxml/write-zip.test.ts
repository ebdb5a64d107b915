import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { writeZip } from './write-zip.ts';
import type { ZipEntryInput } from './write-zip.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function check(input: readonly ZipEntryInput[], expected: Record<string, string>): void {
  const bytes = writeZip(input);
  assert.deepEqual(bytes, writeZip(input));
  const entries = Object.entries(unzipSync(bytes)).map(([name, data]) => [name, text(data)]);
  assert.deepEqual(entries, Object.entries(expected));
}

test('an empty package', () => check([], {}));
test('content types go first', () =>
  check(
    [
      { name: 'a.xml', data: 'x'.repeat(5000) },
      { name: '[Content_Types].xml', data: '<Types/>' },
    ],
    {
      '[Content_Types].xml': '<Types/>',
      'a.xml': 'x'.repeat(5000),
    },
  ));
test('names beyond ASCII', () => check([{ name: 'word/año.xml', data: 'ñ' }], { 'word/año.xml': 'ñ' }));
test('bytes and empty entries', () =>
  check(
    [
      { name: 'a', data: new Uint8Array(0) },
      { name: 'b', data: new Uint8Array([97, 98]) },
    ],
    { a: '', b: 'ab' },
  ));

test('pictures are stored, and so is what does not shrink', () => {
  const noise = Uint8Array.from({ length: 400 }, (_, i) => (i * 167 + ((i * i) % 251)) % 256);
  for (const name of ['a.png', 'a.bin']) {
    const bytes = writeZip([{ name, data: noise }]);
    assert.equal(new DataView(bytes.buffer).getUint16(8, true), 0);
  }
});
test('what recurs is packed to the same bytes under each name, in every file', () => {
  const text = '<layout/>'.repeat(100);
  const plain = writeZip([
    { name: 'a.xml', data: text },
    { name: 'é.xml', data: text },
  ]);
  for (let i = 0; i < 2; i++)
    assert.deepEqual(
      writeZip([
        { name: 'a.xml', data: text, recurs: true },
        { name: 'é.xml', data: text, recurs: true },
      ]),
      plain,
    );
});

test('two entries of one name are a bug', () =>
  assert.throws(() =>
    writeZip([
      { name: 'a', data: '' },
      { name: 'A', data: '' },
    ]),
  ));
