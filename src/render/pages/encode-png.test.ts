/** Our PNGs, read back by sharp. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { readPixels } from './crop-page.ts';
import { encodePage, encodePng } from './encode-png.ts';

const pixel = (red: number, green: number, blue: number): number => red | (green << 8) | (blue << 16);

/** Largest difference of a channel between what went in and what comes out. */
async function worstError(pixels: Uint32Array, width: number, height: number): Promise<number> {
  const png = encodePng(pixels, width, height);
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height, info.channels], [width, height, 3]);
  let worst = 0;
  pixels.forEach((value, i) => {
    for (let channel = 0; channel < 3; channel++)
      worst = Math.max(worst, Math.abs(((value >>> (8 * channel)) & 0xff) - (data[i * 3 + channel] ?? 0)));
  });
  return worst;
}

test('few colours come back exactly', async () => {
  const colours = [pixel(255, 255, 255), pixel(0, 0, 0), pixel(200, 16, 46), pixel(20, 32, 43)];
  const pixels = Uint32Array.from({ length: 64 * 40 }, (_, i) => colours[(i >> 3) % 4] ?? 0);
  assert.equal(await worstError(pixels, 64, 40), 0);
});

test('shades too near for an eye share an entry', async () => {
  const pixels = Uint32Array.from({ length: 256 * 8 }, (_, i) => pixel(i % 256, i % 256, i % 256));
  assert.ok((await worstError(pixels, 256, 8)) <= 3);
});

test('a surface keeps its exact colour although a letter came first', async () => {
  const pixels = Uint32Array.from({ length: 100 * 3 }, (_, i) => (i < 100 ? pixel(240 + (i % 4), 240, 240) : pixel(243, 242, 241)));
  const png = encodePng(pixels, 100, 3);
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([...data.subarray(300 + 30, 300 + 33)], [243, 242, 241]);
});

test('many colours are kept exactly', async () => {
  const pixels = Uint32Array.from({ length: 128 * 128 }, (_, i) => pixel((i * 7) & 0xff, (i * 13) & 0xff, (i >> 6) & 0xff));
  assert.equal(await worstError(pixels, 128, 128), 0);
});

test('the palette of one page does not leak into the next', async () => {
  const first = new Uint32Array(50 * 50).fill(pixel(1, 2, 3));
  const second = Uint32Array.from({ length: 50 * 50 }, (_, i) => (i % 2 ? pixel(250, 10, 10) : pixel(0, 1, 2)));
  encodePng(first, 50, 50);
  assert.equal(await worstError(second, 50, 50), 0);
});

test('one pixel, one row, one column', async () => {
  for (const [width, height] of [
    [1, 1],
    [500, 1],
    [1, 500],
  ] as const) {
    assert.equal(await worstError(new Uint32Array(width * height).fill(pixel(9, 9, 9)), width, height), 0);
  }
});

test('the same page gives the same bytes', () => {
  const pixels = Uint32Array.from({ length: 300 }, (_, i) => i % 9);
  assert.deepEqual(encodePng(pixels, 30, 10), encodePng(pixels, 30, 10));
});

test('a page is encoded as any picture where it has few colours, and exactly where it has many; pages follow each other', async () => {
  const few = Uint32Array.from({ length: 40 * 40 }, (_, i) => pixel(i % 3, 0, 0));
  assert.deepEqual(await encodePage(few, 40, 40), encodePng(few, 40, 40));
  const rich = (seed: number): Uint32Array =>
    Uint32Array.from({ length: 128 * 128 }, (_, i) => pixel((i * seed) & 0xff, (i * 13) & 0xff, (i >> 6) & 0xff) | 0x7f000000);
  for (const pixels of [rich(7), rich(5)]) {
    const encoding = encodePage(pixels, 128, 128);
    const wanted = pixels.slice();
    pixels.fill(0);
    const { data, info } = await sharp(await encoding)
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.equal(info.channels, 3);
    wanted.forEach((value, i) => {
      if ((value & 0xffffff) >>> 0 !== ((data[i * 3] ?? 0) | ((data[i * 3 + 1] ?? 0) << 8) | ((data[i * 3 + 2] ?? 0) << 16)))
        assert.fail(`pixel ${i} differs`);
    });
    assert.ok(readPixels(await encoding), 'parts of pages are cut from it');
  }
});
