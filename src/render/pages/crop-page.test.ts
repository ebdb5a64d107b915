import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { test } from 'node:test';
import sharp from 'sharp';
import { cropPage } from './crop-page.ts';

const PIXELS = Array.from({ length: 6 * 4 }, (_, i) => [i * 10, 255 - i * 10, i]);
const colors = async (png: Uint8Array): Promise<number[][]> => {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.width * info.height }, (_, i) => [...data.subarray(i * 3, i * 3 + 3)]);
};
const expected = (box: { left: number; top: number; right: number; bottom: number }): number[][] =>
  PIXELS.filter((_, i) => i % 6 >= box.left && i % 6 < box.right && Math.floor(i / 6) >= box.top && Math.floor(i / 6) < box.bottom);

test('a part of an RGB picture whose rows are less their left neighbour', async () => {
  const plain = await sharp(Buffer.from(PIXELS.flat()), { raw: { width: 6, height: 4, channels: 3 } })
    .png({ palette: false, adaptiveFiltering: false })
    .toBuffer();
  const rows = Buffer.concat(
    Array.from({ length: 4 }, (_, y) => {
      const row = PIXELS.slice(y * 6, y * 6 + 6).flat();
      return Buffer.from([1, ...row.map((value, i) => (value - (row[i - 3] ?? 0)) & 0xff)]);
    }),
  );
  const data = deflateSync(rows);
  const at = plain.indexOf('IDAT') - 4;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write('IDAT', 4, 'latin1');
  const png = Buffer.concat([plain.subarray(0, at), head, data, Buffer.alloc(4), plain.subarray(plain.indexOf('IEND') - 4)]);
  const box = { left: 1, top: 1, right: 4, bottom: 3 };
  const cropped = cropPage(png, box);
  assert.deepEqual([cropped?.width, cropped?.height], [3, 2]);
  assert.deepEqual(await colors(cropped?.png ?? png), expected(box));
});

test('what lies beyond is cut off, and nothing is left of an empty box', async () => {
  const png = await sharp({ create: { width: 5, height: 5, channels: 3, background: '#336699' } })
    .png({ palette: true })
    .toBuffer();
  const cropped = cropPage(png, { left: 3, top: -2, right: 99, bottom: 2 });
  assert.equal(cropPage(png, { left: 4, top: 4, right: 4, bottom: 9 }), null);
  if (cropped) assert.deepEqual([cropped.width, cropped.height], [2, 2]);
});
