/** A part of a page's picture, as the page renderer writes it: palette or RGB, eight bits, rows unfiltered or less their left neighbour (ISO/IEC 15948). */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;
const RGB = 2;
const PALETTE = 3;
const FILTER_SUB = 1;

interface Png {
  width: number;
  height: number;
  type: number;
  palette: Uint8Array | undefined;
  rows: Uint8Array;
}

function readPng(png: Uint8Array): Png | null {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const data: Uint8Array[] = [];
  let palette: Uint8Array | undefined;
  for (let at = SIGNATURE_BYTES; at + 12 <= png.length;) {
    const length = view.getUint32(at);
    const name = Buffer.from(png.subarray(at + 4, at + 8)).toString('latin1');
    const content = png.subarray(at + 8, at + 8 + length);
    if (name === 'PLTE') palette = content;
    if (name === 'IDAT') data.push(content);
    at += length + 12;
  }
  const [depth, type, , , interlaced] = png.subarray(SIGNATURE_BYTES + 16, SIGNATURE_BYTES + 21);
  if (depth !== 8 || interlaced !== 0 || (type !== RGB && type !== PALETTE)) return null;
  return {
    width: view.getUint32(SIGNATURE_BYTES + 8),
    height: view.getUint32(SIGNATURE_BYTES + 12),
    type,
    palette,
    rows: inflateSync(Buffer.concat(data)),
  };
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(name, 4, 'latin1');
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, content.length + 8)), content.length + 8);
  return bytes;
}

export interface Cropped {
  png: Uint8Array;
  width: number;
  height: number;
}

/** One word per pixel, red in the lowest byte, as `encodePng` takes them; null for a picture of another kind. */
export function readPixels(png: Uint8Array): { pixels: Uint32Array; width: number; height: number } | null {
  const read = readPng(png);
  if (!read) return null;
  const { width, height, type, palette, rows } = read;
  const samples = type === RGB ? 3 : 1;
  const pixels = new Uint32Array(width * height);
  const colours = new Uint32Array((palette?.length ?? 0) / 3).map(
    (_, i) => (palette?.[i * 3] ?? 0) | ((palette?.[i * 3 + 1] ?? 0) << 8) | ((palette?.[i * 3 + 2] ?? 0) << 16),
  );
  for (let y = 0; y < height; y++) {
    const start = y * (width * samples + 1);
    const row = rows.subarray(start + 1, start + 1 + width * samples);
    if (rows[start] === FILTER_SUB) for (let i = samples; i < row.length; i++) row[i] = ((row[i] ?? 0) + (row[i - samples] ?? 0)) & 0xff;
    else if (rows[start] !== 0) return null;
    const out = y * width;
    if (samples === 1) for (let x = 0; x < width; x++) pixels[out + x] = colours[row[x] ?? 0] ?? 0;
    else for (let x = 0; x < width; x++) pixels[out + x] = (row[x * 3] ?? 0) | ((row[x * 3 + 1] ?? 0) << 8) | ((row[x * 3 + 2] ?? 0) << 16);
  }
  return { pixels, width, height };
}

/** @param box in pixels; what lies beyond the picture is cut off. Null for an empty box, or a picture of another kind */
export function cropPage(png: Uint8Array, box: { left: number; top: number; right: number; bottom: number }): Cropped | null {
  const read = readPng(png);
  if (!read) return null;
  const samples = read.type === RGB ? 3 : 1;
  const [left, top] = [Math.max(0, Math.floor(box.left)), Math.max(0, Math.floor(box.top))];
  const [width, height] = [Math.min(read.width, Math.ceil(box.right)) - left, Math.min(read.height, Math.ceil(box.bottom)) - top];
  if (width < 1 || height < 1) return null;
  const rowBytes = read.width * samples + 1;
  const out = Buffer.alloc((width * samples + 1) * height);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * rowBytes;
    const row = Buffer.from(read.rows.subarray(start + 1, start + rowBytes));
    const filter = read.rows[start];
    if (filter === FILTER_SUB) for (let i = samples; i < row.length; i++) row[i] = ((row[i] ?? 0) + (row[i - samples] ?? 0)) & 0xff;
    else if (filter !== 0) return null;
    out.set(row.subarray(left * samples, (left + width) * samples), y * (width * samples + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, read.type, 0, 0, 0], 8);
  const chunks = [
    chunk('IHDR', header),
    ...(read.palette ? [chunk('PLTE', read.palette)] : []),
    chunk('IDAT', deflateSync(out)),
    chunk('IEND', new Uint8Array()),
  ];
  return { png: Buffer.concat([png.subarray(0, SIGNATURE_BYTES), ...chunks]), width, height };
}
