/**
 * PNG from drawn pages (ISO/IEC 15948). Where a palette is enough (`index-pixels.ts`: all but photographs and gradients) a pixel is one
 * byte instead of three: less to filter, less to compress, half the file, and a third of the processor time of a general encoder. Other
 * pages are written as they are, by an encoder that takes two thirds of the processor time of ours and makes a quarter less of it.
 */
import { crc32, deflateSync } from 'node:zlib';
import { indexPixels, takeRows } from './index-pixels.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const COLOUR_TYPE_RGB = 2;
const COLOUR_TYPE_PALETTE = 3;
const FILTER_SUB = 1;
/** Of the encoder of photographs (zlib-ng): half a millisecond more than 1, and a quarter less of file. */
const RICH_LEVEL = 2;
const DEFLATE = { level: 3, memLevel: 9, chunkSize: 1 << 18 };

/** The last page with many colours; kept, because buffers of megabytes are collected late. */
let richBuffer = new Uint8Array(0);

/**
 * Begins to encode a drawn page: what it needs of the pixels is read or copied before it returns.
 * @param pixels one word per pixel, red in the lowest byte; the highest byte is ignored
 * @returns its PNG; wait for it before the next page is begun
 */
export function encodePage(pixels: Uint32Array, width: number, height: number): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  const indexed = indexPixels(pixels, width, height);
  if (indexed !== null) return writePng(indexed, width, height);
  if (richBuffer.length < pixels.byteLength) richBuffer = new Uint8Array(pixels.byteLength);
  const copy = richBuffer.subarray(0, pixels.byteLength);
  copy.set(new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength));
  return encodeRich(copy, width, height);
}

async function encodeRich(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  // most documents have no such page, and a thread starts sooner without
  const { default: sharp } = await import('sharp');
  const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: RICH_LEVEL, adaptiveFiltering: false })
    .toBuffer();
  // of its own, so that it can be handed to another thread
  return new Uint8Array(png);
}

/** The same at once, for pictures other than pages. @param pixels as above */
export function encodePng(pixels: Uint32Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  return writePng(indexPixels(pixels, width, height) ?? { rows: subtractLeft(pixels, width, height), palette: null }, width, height);
}

/** @param palette null where the rows hold red, green and blue of each pixel */
function writePng(
  { rows, palette }: { rows: Uint8Array; palette: Uint8Array | null },
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = 8;
  header[9] = palette === null ? COLOUR_TYPE_RGB : COLOUR_TYPE_PALETTE;
  return joinChunks([
    ['IHDR', header],
    ...(palette === null ? [] : [['PLTE', palette] satisfies [string, Uint8Array]]),
    ['IDAT', deflateSync(rows, DEFLATE)],
    ['IEND', new Uint8Array(0)],
  ]);
}

/** RGB rows under the filter Sub (PNG 9.2), the cheapest that is of use for photographs and gradients. */
function subtractLeft(pixels: Uint32Array, width: number, height: number): Uint8Array {
  const rows = takeRows((width * 3 + 1) * height);
  let out = 0;
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[out++] = FILTER_SUB;
    let left = 0;
    for (let x = 0; x < width; x++) {
      const colour = pixels[at++] ?? 0;
      rows[out++] = (colour & 0xff) - (left & 0xff);
      rows[out++] = ((colour >>> 8) & 0xff) - ((left >>> 8) & 0xff);
      rows[out++] = ((colour >>> 16) & 0xff) - ((left >>> 16) & 0xff);
      left = colour;
    }
  }
  return rows;
}

function joinChunks(chunks: readonly [type: string, data: Uint8Array][]): Uint8Array<ArrayBuffer> {
  const total = SIGNATURE.length + chunks.reduce((sum, [, data]) => sum + 12 + data.length, 0);
  const png = new Uint8Array(new ArrayBuffer(total));
  const view = new DataView(png.buffer);
  png.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const [type, data] of chunks) {
    view.setUint32(at, data.length);
    for (let i = 0; i < 4; i++) png[at + 4 + i] = type.charCodeAt(i);
    png.set(data, at + 8);
    view.setUint32(at + 8 + data.length, crc32(png.subarray(at + 4, at + 8 + data.length)));
    at += 12 + data.length;
  }
  return png;
}
