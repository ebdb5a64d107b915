import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../base/refusal.ts';
import { decodeXml, encodeXml } from './decode-xml.ts';

function check(bytes: Uint8Array, expected: string, back = bytes): void {
  const decoded = decodeXml(bytes);
  assert.equal(decoded.text, expected);
  assert.deepEqual(Buffer.from(encodeXml(decoded)), Buffer.from(back));
}

test('UTF-8', () => check(Buffer.from('<a>ñ😀</a>'), '<a>ñ😀</a>'));
test('UTF-8 with a mark', () => check(Buffer.from('\ufeff<a>ñ</a>'), '<a>ñ</a>'));
test('UTF-16, both orders, with and without a mark', () => {
  for (const text of ['\ufeff<a>ñ😀</a>', '<a>ñ😀</a>']) {
    check(Buffer.from(text, 'utf16le'), '<a>ñ😀</a>');
    check(Buffer.from(text, 'utf16le').swap16(), '<a>ñ😀</a>');
  }
});
test('an older encoding is read and becomes UTF-8', () => {
  const text = '<?xml version="1.0" encoding="iso-8859-1"?><a>ñ</a>';
  check(Buffer.from(text, 'latin1'), text, Buffer.from(text.replace('iso-8859-1', 'UTF-8')));
});
test('bytes that declare UTF-16 and are not', () =>
  check(Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a/>'), '<?xml version="1.0" encoding="UTF-16"?><a/>'));
test('what is not text is refused', () => {
  for (const bytes of [Buffer.from([0x3c, 0xff]), Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>')]) {
    assert.throws(
      () => decodeXml(bytes),
      (error) => error instanceof Refusal && error.code === 'file_rejected',
    );
  }
});
