/**
 * Runs inside the sandbox: pictures from outside become pictures of ours. Reads requests from standard input, answers
 * on descriptor 3. Request: `{op: 'decode', jpeg}`, `{op: 'shrink'}` or `{op: 'gray', turns}` + the file. Answers as the office worker does: `{ok, error?, width?,
 * height?}` + the picture, then `{idle: true, rssKb}`.
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
  writeMessage(ANSWERS, { ok: true, width: info.width, height: info.height }, data);
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
    else if (op === 'gray') await decodeGray(message.body, numberField(message.head, 'turns'));
    else await decode(message.body, numberField(message.head, 'jpeg') === 1);
  } catch (error) {
    writeMessage(ANSWERS, { ok: false, error: error instanceof Error ? error.message : String(error) });
  }
  writeMessage(ANSWERS, { idle: true, rssKb: Math.round(process.memoryUsage.rss() / 1024) });
}
