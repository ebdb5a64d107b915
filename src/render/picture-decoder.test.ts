import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { Refusal } from '../base/refusal.ts';
import { createPictureDecoder } from './picture-decoder.ts';

const workDir = await mkdtemp(join(tmpdir(), 'octavo-pictures-'));
const decoder = createPictureDecoder({ workDir });
after(async () => {
  await decoder.close();
  await rm(workDir, { recursive: true, force: true });
});

const plain = (width: number, height: number): ReturnType<typeof sharp> =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } });
const isRefusal =
  (pattern: RegExp) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === 'source_unreadable' && pattern.test(error.message);

/** The colour in the middle of a picture. */
async function middle(data: Uint8Array): Promise<number[]> {
  const { data: pixels, info } = await sharp(data).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [...pixels.subarray(at, at + info.channels)];
}

/** A PNG that says it is as large as that, with little in it. */
function claimPng(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(new Uint8Array(1000))),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

test('a sample has three bytes for each of few pixels, on white', async () => {
  const { pixels, width, height } = await decoder.sample(await plain(400, 200).png().toBuffer());
  assert.deepEqual([width, height, pixels.length], [160, 80, 160 * 80 * 3]);
  assert.deepEqual([...pixels.subarray(0, 3)], [0x33, 0x66, 0xcc]);
});

test('a JPEG stays a JPEG, all else becomes a PNG, of the same size and colour', async () => {
  const given = {
    jpeg: await plain(300, 200).jpeg({ quality: 100 }).toBuffer(),
    png: await plain(300, 200).png().toBuffer(),
    gif: await plain(300, 200).gif().toBuffer(),
    webp: await plain(300, 200).webp({ lossless: true }).toBuffer(),
  };
  for (const [name, bytes] of Object.entries(given)) {
    const { contentType, width, height, data } = await decoder.decode(bytes);
    assert.deepEqual([contentType, width, height], [name === 'jpeg' ? 'image/jpeg' : 'image/png', 300, 200], name);
    const [red = 0, green = 0, blue = 0] = await middle(data);
    assert.ok(Math.abs(red - 0x33) < 6 && Math.abs(green - 0x66) < 6 && Math.abs(blue - 0xcc) < 6, `${name}: ${red} ${green} ${blue}`);
  }
});

test('transparency stays', async () => {
  const bytes = await sharp({ create: { width: 10, height: 10, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
    .webp({ lossless: true })
    .toBuffer();
  assert.deepEqual(await middle((await decoder.decode(bytes)).data), [255, 0, 0, 128]);
});

test('the orientation is applied, and all metadata goes', async () => {
  const bytes = await plain(300, 200)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: 'somebody' } })
    .jpeg()
    .toBuffer();
  assert.ok(Buffer.from(bytes).includes('somebody'));
  const { width, height, data } = await decoder.decode(bytes);
  assert.deepEqual([width, height], [200, 300]);
  const { exif, icc, xmp, orientation } = await sharp(data).metadata();
  assert.deepEqual([exif, icc, xmp, orientation ?? 1], [undefined, undefined, undefined, 1]);
  assert.ok(!Buffer.from(data).includes('somebody'));
});

test('the longer side is at most 4,000 pixels, and nothing is made larger', async () => {
  const { width, height } = await decoder.decode(await plain(6000, 300).png().toBuffer());
  assert.deepEqual([width, height], [4000, 200]);
  const small = await decoder.decode(await plain(1, 1).png().toBuffer());
  assert.deepEqual([small.width, small.height], [1, 1]);
});

test('for a model a picture is a JPEG on white that providers take', async () => {
  const clear = await sharp({ create: { width: 3000, height: 1500, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 0 } } })
    .png()
    .toBuffer();
  const { contentType, width, height, data } = await decoder.shrink(clear);
  assert.deepEqual([contentType, width, height], ['image/jpeg', 1568, 784]);
  assert.ok((await middle(data)).slice(0, 3).every((part) => part > 250));
  const noise = await sharp({
    create: { width: 4000, height: 4000, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();
  assert.ok(noise.length > 20_000_000 && (await decoder.shrink(noise)).data.length < 5_000_000);
  await assert.rejects(decoder.shrink(Buffer.from('nothing')), { code: 'source_unreadable' });
});

test('of an animation the first frame is taken', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  for (const format of ['gif', 'webp'] as const) {
    const bytes = await sharp(frames, { join: { animated: true } })
      .toFormat(format, { lossless: true, delay: [100, 100, 100] })
      .toBuffer();
    const { width, height, data } = await decoder.decode(bytes);
    assert.deepEqual([width, height], [40, 30], format);
    const [red = 0, green = 255] = await middle(data);
    assert.ok(red > 240 && green < 20, format);
  }
});

test('CMYK and 16 bits become plain RGB', async () => {
  const cmyk = await decoder.decode(await plain(30, 20).toColourspace('cmyk').jpeg().toBuffer());
  assert.equal((await sharp(cmyk.data).metadata()).space, 'srgb');
  const deep = await decoder.decode(await plain(30, 20).toColourspace('rgb16').png().toBuffer());
  assert.equal((await sharp(deep.data).metadata()).depth, 'uchar');
});

test('a picture that declares too much is refused by its header', async () => {
  for (const [width, height] of [
    [50_000, 50_000],
    [100_001, 1000],
    [0x7fffffff, 0x7fffffff],
  ] as const) {
    await assert.rejects(decoder.decode(claimPng(width, height)), isRefusal(/at most 100 megapixels/));
  }
});

test('a picture that says more than it holds is refused', async () => {
  await assert.rejects(decoder.decode(claimPng(9000, 9000)), isRefusal(/damaged/));
});

test('what is no picture, or half of one, is refused, and the next one is decoded', async () => {
  const whole = await plain(800, 600).jpeg().toBuffer();
  await assert.rejects(decoder.decode(new Uint8Array(0)), isRefusal(/not a readable picture/));
  await assert.rejects(
    decoder.decode(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    isRefusal(/not a readable picture/),
  );
  await assert.rejects(decoder.decode(whole.subarray(0, whole.length / 2)), isRefusal(/damaged/));
  assert.equal((await decoder.decode(whole)).width, 800);
});

test('a picture that takes too long is given up', async () => {
  const hasty = createPictureDecoder({ workDir, timeoutMs: 1 });
  try {
    await assert.rejects(hasty.decode(await plain(3000, 3000).png().toBuffer()), isRefusal(/could not be decoded/));
  } finally {
    await hasty.close();
  }
});

test('many at once come back each with its own', async () => {
  const sizes = Array.from({ length: 12 }, (_, i) => 10 + i);
  const decoded = await Promise.all(sizes.map(async (size) => decoder.decode(await plain(size, size).png().toBuffer())));
  assert.deepEqual(
    decoded.map(({ width }) => width),
    sizes,
  );
});

test('an aborted decoding ends with the reason of the signal', async () => {
  const bytes = await plain(4000, 4000).png().toBuffer();
  const controller = new AbortController();
  const decoding = decoder.decode(bytes, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('canceled')), 5);
  await assert.rejects(decoding, /canceled/);
  await assert.rejects(decoder.decode(bytes, { signal: AbortSignal.abort(new Error('before')) }), /before/);
  assert.equal((await decoder.decode(bytes)).width, 4000);
});

test('closed, it decodes nothing more', async () => {
  const closing = createPictureDecoder({ workDir });
  await closing.close();
  await assert.rejects(closing.decode(await plain(2, 2).png().toBuffer()), /closed/);
});

const corpus = process.env['OCTAVO_CORPUS'];

test('hostile pictures are decoded or refused', { skip: corpus === undefined && 'OCTAVO_CORPUS is not set' }, async () => {
  const names = globSync('hostile/*.{png,gif,jpg,webp}', { cwd: corpus });
  assert.ok(names.length > 2, 'the corpus has no hostile pictures');
  const outcomes = await Promise.all(
    names.map((name) =>
      decoder.decode(readFileSync(join(corpus ?? '', name))).then(
        () => 'decoded',
        (error: unknown) => (error instanceof Refusal ? 'refused' : String(error)),
      ),
    ),
  );
  assert.deepEqual(
    outcomes.filter((outcome) => outcome !== 'decoded' && outcome !== 'refused'),
    [],
  );
});

test('shades of gray: transparent parts are white, small pictures are enlarged, turned clockwise', async () => {
  const clear = await sharp({ create: { width: 100, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();
  const upright = await decoder.decodeGray(clear);
  assert.deepEqual([upright.width, upright.height, upright.pixels.length, upright.pixels[7500]], [300, 150, 45_000, 255]);
  const half = await plain(100, 50)
    .composite([
      {
        input: await sharp({ create: { width: 50, height: 50, channels: 3, background: '#000000' } })
          .png()
          .toBuffer(),
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer();
  const turned = await decoder.decodeGray(half, { turns: 1 });
  assert.deepEqual(
    [turned.width, turned.height, turned.pixels[75], (turned.pixels[150 * 299 + 75] ?? 0) > 60],
    [150, 300, 0, true],
    'its left half is above',
  );
  const large = await decoder.decodeGray(await plain(6000, 3000).jpeg().toBuffer());
  assert.deepEqual([large.width, large.height], [4000, 2000]);
  await assert.rejects(decoder.decodeGray(new Uint8Array(20)), isRefusal(/not a readable picture/));
});
