/**
 * Runs inside the sandbox: pictures from outside become pictures of ours. Reads requests from standard input, answers
 * on descriptor 3. Request: `{op: 'decode', jpeg}`, `{op: 'shrink'}`, `{op: 'sample'}` or `{op: 'gray', turns}` + the file. Answers as the office worker does: `{ok, error?, width?,
 * height?, light?}` + the picture, then `{idle: true, rssKb}`.
 */
import sharp from 'sharp';
import { numberField, readMessage, textField, writeMessage } from './messages.ts';

const REQUESTS = 0;
const ANSWERS = 3;
const PIXELS_MAX = 100_000_000;
const LONGER_SIDE_PX_MAX = 4000;
const JPEG = { quality: 90, chromaSubsampling: '4:4:4' } as const;
const PNG = { compressionLevel: 6 } as const;

// Every file is another: what is kept between two is memory lost.
sharp.cache(false);
sharp.concurrency(2);

async function decode(bytes: Uint8Array, toJpeg: boolean): Promise<void> {
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1, sequentialRead: true })
    .autoOrient()
    .resize({ width: LONGER_SIDE_PX_MAX, height: LONGER_SIDE_PX_MAX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const { data, info } = await (toJpeg ? picture.jpeg(JPEG) : picture.png(PNG)).toBuffer({ resolveWithObject: true });
  const light = toJpeg ? 0 : await needsLight(data);
  writeMessage(ANSWERS, { ok: true, width: info.width, height: info.height, light }, data);
}

const SAMPLE_PX = 64;
const SEEN_ALPHA = 128;
const DARK_LUMINANCE = 110;
const LIGHT_LUMINANCE = 225;
const ALL_LIGHT = 0.9;

/** 1 where a dark ground would hide most of what is drawn, or show the picture's own light corners as a box; 2 where a light one would hide it. */
async function needsLight(png: Uint8Array): Promise<number> {
  const { data, info } = await sharp(png)
    .ensureAlpha()
    .resize({ width: SAMPLE_PX, height: SAMPLE_PX, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const seen = (at: number): boolean => (data[at * 4 + 3] ?? 0) >= SEEN_ALPHA;
  const luminance = (at: number): number =>
    0.2126 * (data[at * 4] ?? 0) + 0.7152 * (data[at * 4 + 1] ?? 0) + 0.0722 * (data[at * 4 + 2] ?? 0);
  const { width, height } = info;
  const corners = [0, width - 1, width * (height - 1), width * height - 1];
  if (corners.every((at) => seen(at) && luminance(at) >= LIGHT_LUMINANCE)) return 1;
  const drawn = Array.from({ length: width * height }, (_, at) => at).filter(seen);
  if (drawn.length === 0 || drawn.length === width * height) return 0;
  const share = (is: (at: number) => boolean): number => drawn.filter(is).length / drawn.length;
  if (share((at) => luminance(at) < DARK_LUMINANCE) > 0.5) return 1;
  return share((at) => luminance(at) > LIGHT_LUMINANCE) > ALL_LIGHT ? 2 : 0;
}

const SHRUNK_SIDE_PX_MAX = 1568;

async function shrink(bytes: Uint8Array): Promise<void> {
  const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1, sequentialRead: true })
    .autoOrient()
    .resize({ width: SHRUNK_SIDE_PX_MAX, height: SHRUNK_SIDE_PX_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  writeMessage(ANSWERS, { ok: true, width: info.width, height: info.height }, data);
}

const COLORS_SIDE_PX = 160;

/** Red, green and blue of each pixel; neighbours are not mixed, since a colour between two is none of the picture's. */
async function sample(bytes: Uint8Array): Promise<void> {
  const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1, sequentialRead: true })
    .autoOrient()
    .resize({ width: COLORS_SIDE_PX, height: COLORS_SIDE_PX, fit: 'inside', withoutEnlargement: true, kernel: 'nearest' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  writeMessage(ANSWERS, { ok: true, width: info.width, height: info.height }, data);
}

const ENLARGED_MAX = 3;

/** One byte for each pixel. Letters of a picture made for a screen are too small to be recognized: those are enlarged. */
async function decodeGray(bytes: Uint8Array, turns: number): Promise<void> {
  const open = (): ReturnType<typeof sharp> =>
    sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1, sequentialRead: true });
  const { width, height } = await open().metadata();
  const scale = Math.min(
    ENLARGED_MAX,
    Math.max(1, Math.floor(LONGER_SIDE_PX_MAX / Math.max(width, height))),
    LONGER_SIDE_PX_MAX / Math.max(width, height),
  );
  const upright = await open()
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({
      width: Math.max(1, Math.round(Math.max(width, height) * scale)),
      height: Math.max(1, Math.round(Math.max(width, height) * scale)),
      fit: 'inside',
    })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width: wide, height: high, channels } = upright.info;
  const turned =
    turns === 0
      ? upright
      : await sharp(upright.data, { raw: { width: wide, height: high, channels } })
          .rotate(turns * 90)
          .extractChannel(0)
          .raw()
          .toBuffer({ resolveWithObject: true });
  writeMessage(ANSWERS, { ok: true, width: turned.info.width, height: turned.info.height }, turned.data);
}

for (let message = readMessage(REQUESTS); message !== null; message = readMessage(REQUESTS)) {
  try {
    const op = textField(message.head, 'op');
    if (op === 'shrink') await shrink(message.body);
    else if (op === 'sample') await sample(message.body);
    else if (op === 'gray') await decodeGray(message.body, numberField(message.head, 'turns'));
    else await decode(message.body, numberField(message.head, 'jpeg') === 1);
  } catch (error) {
    writeMessage(ANSWERS, { ok: false, error: error instanceof Error ? error.message : String(error) });
  }
  writeMessage(ANSWERS, { idle: true, rssKb: Math.round(process.memoryUsage.rss() / 1024) });
}
