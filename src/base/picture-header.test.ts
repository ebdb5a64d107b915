import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPictureHeader } from './picture-header.ts';

const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));
const check = (bytes: number[], expected: ReturnType<typeof readPictureHeader>): void =>
  assert.deepEqual(readPictureHeader(Uint8Array.from(bytes)), expected);

const PNG = [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a, 0, 0, 0, 13, ...ascii('IHDR'), 0, 0, 3, 0x84, 0, 0, 1, 0xf4, 8, 2, 0, 0, 0];
const APP0 = [0xff, 0xe0, 0, 16, ...ascii('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0];
const SOF2 = [0xff, 0xc2, 0, 17, 8, 0x01, 0xf4, 0x03, 0x84, 3, 1, 0x11, 0];
const webp = (chunk: number[]): number[] => [
  ...ascii('RIFF'),
  0,
  0,
  0,
  0,
  ...ascii('WEBP'),
  ...chunk,
  ...Array.from({ length: 16 }, () => 0),
];

test('PNG: the IHDR chunk', () => check(PNG, { kind: 'png', width: 900, height: 500 }));
test('JPEG: the frame header after other segments and fill bytes', () => {
  check([0xff, 0xd8, ...APP0, 0xff, 0xff, ...SOF2], { kind: 'jpg', width: 900, height: 500 });
});
test('JPEG: a Huffman table (C4) is no frame header', () => {
  check([0xff, 0xd8, 0xff, 0xc4, 0, 4, 1, 1, ...SOF2], { kind: 'jpg', width: 900, height: 500 });
});
test('GIF: the logical screen', () => check([...ascii('GIF89a'), 0x84, 3, 0xf4, 1, 0, 0, 0], { kind: 'gif', width: 900, height: 500 }));
test('WebP: extended', () =>
  check(webp([...ascii('VP8X'), 10, 0, 0, 0, 0x10, 0, 0, 0, 0x83, 3, 0, 0xf3, 1, 0]), { kind: 'webp', width: 900, height: 500 }));
test('WebP: lossless', () => {
  const packed = 899 | (499 << 14);
  check(webp([...ascii('VP8L'), 0, 0, 0, 0, 0x2f, packed & 0xff, (packed >> 8) & 0xff, (packed >> 16) & 0xff, packed >>> 24]), {
    kind: 'webp',
    width: 900,
    height: 500,
  });
});
test('WebP: lossy', () =>
  check(webp([...ascii('VP8 '), 0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x84, 3, 0xf4, 1]), { kind: 'webp', width: 900, height: 500 }));

test('a size of over 100 megapixels is reported as it is', () => {
  const huge = [...PNG];
  huge.splice(16, 8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
  check(huge, { kind: 'png', width: 0xffffffff, height: 0xffffffff });
});
test('no side may be nothing', () => {
  const flat = [...PNG];
  flat.splice(16, 4, 0, 0, 0, 0);
  check(flat, null);
});
test('what ends too early, or is none of the four, has no header', () => {
  const pictures = [PNG, [0xff, 0xd8, ...APP0, ...SOF2], [...ascii('GIF89a'), 1, 0, 1, 0], webp([...ascii('VP8X'), 10, 0, 0, 0])];
  for (const picture of pictures) {
    for (let length = 0; length < 10; length++) check(picture.slice(0, length), null);
  }
  check(ascii('<svg width="1" height="1"/>          '), null);
  check([0xff, 0xd8, ...APP0, 0xff, 0xda, 0, 8, ...SOF2], null);
});
test('a JPEG of fill bytes alone ends', () => {
  const bytes = new Uint8Array(1_000_000).fill(0xff);
  bytes[1] = 0xd8;
  assert.equal(readPictureHeader(bytes), null);
});
