import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from './text.ts';

function check(bytes: Uint8Array, expected: string, codes: readonly string[] = []): void {
  const { value, notes } = decodeText(bytes);
  assert.equal(value, expected);
  assert.deepEqual(
    notes.map(({ code }) => code),
    codes,
  );
}

test('encodings are determined by mark, by soundness, by zeros', () => {
  check(Buffer.from('h\u00e9', 'utf8'), 'hé');
  check(Buffer.from('\ufeffh\u00e9', 'utf8'), 'hé');
  check(Buffer.from('\ufeffh\u00e9', 'utf16le'), 'hé', ['encoding_guessed']);
  check(Buffer.from('plain text', 'utf16le'), 'plain text', ['encoding_guessed']);
  check(Buffer.from('caf\xe9', 'latin1'), 'café', ['encoding_guessed']);
});

test('a damaged byte in UTF-8 becomes a replacement character', () => {
  check(Buffer.concat([Buffer.from('éàü '), Buffer.from([0xff]), Buffer.from(' ok')]), 'éàü \ufffd ok');
});

test('control characters and invisible tags are taken out, and that is said', () => {
  check(Buffer.from('a\0b\u0007c\u{E0041}\u{E0042}d\r\ne\tf'), 'abcd\ne\tf', ['controls_dropped']);
});
