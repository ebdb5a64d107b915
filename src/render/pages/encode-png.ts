/**
 * PNG from drawn pages (ISO/IEC 15948), in about 8 ms where a general encoder takes 14.
 *
 * A page of text holds a few hundred colours, most of them the soft edges of letters. Two colours that agree in the
 * upper six bits of each channel share one palette entry, which no eye can distinguish (they differ by 3 of 255 at the
 * most, and any run of one flat colour keeps its exact value). With at most 256 entries a pixel is one byte instead of
 * three: less to filter, less to compress, half the file. A page with more colours (a photograph) is written as it is, by an
 * encoder that takes two thirds of the processor time of ours and makes a quarter less of it.
 */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const PALETTE_MAX = 256;
const CELLS = 1 << 18;
const COLOUR_TYPE_RGB = 2;
const COLOUR_TYPE_PALETTE = 3;
const FILTER_NONE = 0;
const FILTER_SUB = 1;
/** A run that long is a surface, not the edge of a letter. */
const FLAT_RUN_PX = 32;
/** Of the encoder of photographs (zlib-ng): half a millisecond more than 1, and a quarter less of file. */
const RICH_LEVEL = 2;
const DEFLATE = { level: 3, memLevel: 9, chunkSize: 1 << 18 };

/** Palette entry + 1 of each cell of 64×64×64 colours; kept zeroed between pages. */
const entryOfCell = new Uint16Array(CELLS);
/** Filtered rows of the current page; kept, because buffers of megabytes are collected late. */
let rowsBuffer = new Uint8Array(0);

function takeRows(bytes: number): Uint8Array {
  if (rowsBuffer.length < bytes) rowsBuffer = new Uint8Array(bytes);
  return rowsBuffer.subarray(0, bytes);
}

/** The last page with many colours; kept for the same reason. */
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

/** Rows of palette entries, each after its filter byte; null where there are too many colours. */
function indexPixels(pixels: Uint32Array, width: number, height: number): { rows: Uint8Array; palette: Uint8Array } | null {
  const colours: number[] = [];
  const usedCells: number[] = [];
  const rows = takeRows((width + 1) * height);
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const rowBytes = width * 4;
  let out = 0;
  let fits = true;
  for (let y = 0; y < height && fits; y++) {
    // Half of a page's rows are white or repeat the one above: a native comparison is much faster than the loop.
    if (y > 0 && bytes.compare(bytes, (y - 1) * rowBytes, y * rowBytes, y * rowBytes, (y + 1) * rowBytes) === 0) {
      rows.copyWithin(out, out - width - 1, out);
      out += width + 1;
      continue;
    }
    rows[out++] = FILTER_NONE;
    const rowEnd = (y + 1) * width;
    for (let at = y * width; at < rowEnd;) {
      const colour = pixels[at] ?? 0;
      let runEnd = at + 1;
      while (runEnd < rowEnd && pixels[runEnd] === colour) runEnd++;
      const cell = ((colour >>> 2) & 0x3f) | ((colour >>> 4) & 0xfc0) | ((colour >>> 6) & 0x3f000);
      let entry = (entryOfCell[cell] ?? 0) - 1;
      if (entry < 0) {
        entry = colours.length;
        if (entry === PALETTE_MAX) {
          fits = false;
          break;
        }
        colours.push(colour);
        usedCells.push(cell);
        entryOfCell[cell] = entry + 1;
      }
      const length = runEnd - at;
      if (length >= FLAT_RUN_PX) {
        colours[entry] = colour;
        rows.fill(entry, out, out + length);
        out += length;
      } else for (let i = 0; i < length; i++) rows[out++] = entry;
      at = runEnd;
    }
  }
  for (const cell of usedCells) entryOfCell[cell] = 0;
  if (!fits) return null;
  const palette = new Uint8Array(colours.length * 3);
  colours.forEach((colour, i) => palette.set([colour & 0xff, (colour >>> 8) & 0xff, (colour >>> 16) & 0xff], i * 3));
  return { rows, palette };
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
