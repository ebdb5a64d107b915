/**
 * How large a picture says it is, read from its header alone: what would be too large is refused before anything
 * decodes it. Bounded by the length of the bytes, never throws for an odd file.
 */

export interface PictureHeader {
  kind: 'png' | 'jpg' | 'gif' | 'webp';
  /** Pixels as stored, before any orientation is applied; both at least 1. */
  width: number;
  height: number;
}

type Size = [width: number, height: number];

/** null for what is not a PNG, JPEG, GIF or WebP picture, or ends before its size is known. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = pngSize(view) ?? jpegSize(view) ?? gifSize(view) ?? webpSize(view);
  if (found === null) return null;
  const [kind, [width, height]] = found;
  return width >= 1 && height >= 1 ? { kind, width, height } : null;
}

type Found = [PictureHeader['kind'], Size] | null;

/** As many as a picture may have that is decoded here. */
export const PICTURE_PIXELS_MAX = 100_000_000;

/** The size of a picture as office programs take them: the four of the web, and BMP and TIFF. null for all others. */
export function readOfficePictureSize(bytes: Uint8Array): { width: number; height: number } | null {
  const header = readPictureHeader(bytes);
  if (header !== null) return { width: header.width, height: header.height };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = bmpSize(view) ?? tiffSize(view);
  return size === null ? null : { width: size[0], height: size[1] };
}

/** BITMAPCOREHEADER or BITMAPINFOHEADER; a negative height is that of rows from top to bottom. */
function bmpSize(view: DataView): Size | null {
  if (view.byteLength < 26 || !holds(view, 0, 'BM')) return null;
  if (view.getUint32(14, true) === 12) return [view.getUint16(18, true), view.getUint16(20, true)];
  return [Math.abs(view.getInt32(18, true)), Math.abs(view.getInt32(22, true))];
}

const TIFF_ENTRY_BYTES = 12;

/** TIFF 6.0 §2: the fields 256 and 257 of the first directory, SHORT or LONG. */
function tiffSize(view: DataView): Size | null {
  const little = holds(view, 0, 'II*\0');
  if (view.byteLength < 8 || !(little || holds(view, 0, 'MM\0*'))) return null;
  const directory = view.getUint32(4, little);
  if (directory + 2 > view.byteLength) return null;
  const count = Math.min(view.getUint16(directory, little), Math.floor((view.byteLength - directory - 2) / TIFF_ENTRY_BYTES));
  let [width, height] = [0, 0];
  for (let at = directory + 2, left = count; left > 0; at += TIFF_ENTRY_BYTES, left--) {
    const value = view.getUint16(at + 2, little) === 3 ? view.getUint16(at + 8, little) : view.getUint32(at + 8, little);
    const tag = view.getUint16(at, little);
    if (tag === 256) width = value;
    else if (tag === 257) height = value;
  }
  return [width, height];
}

/** `text` is ASCII. */
function holds(view: DataView, at: number, text: string): boolean {
  if (at + text.length > view.byteLength) return false;
  for (let i = 0; i < text.length; i++) if (view.getUint8(at + i) !== text.charCodeAt(i)) return false;
  return true;
}

/** PNG §11.2.1: IHDR comes first. */
function pngSize(view: DataView): Found {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || !holds(view, 12, 'IHDR')) return null;
  return ['png', [view.getUint32(16), view.getUint32(20)]];
}

const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Markers without a length: TEM, RST0-7, SOI. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** ITU-T T.81 annex B: segments up to the frame header (SOF). */
function jpegSize(view: DataView): Found {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Any number of 0xFF may be before a marker.
    if (marker === 0xff) at++;
    else if (standsAlone(marker)) at += 2;
    else if (isFrameHeader(marker)) return ['jpg', [view.getUint16(at + 7), view.getUint16(at + 5)]];
    else if (marker === 0xd9 || marker === 0xda) return null;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

/** GIF89a §18: the logical screen. */
function gifSize(view: DataView): Found {
  if (view.byteLength < 10 || !(holds(view, 0, 'GIF87a') || holds(view, 0, 'GIF89a'))) return null;
  return ['gif', [view.getUint16(6, true), view.getUint16(8, true)]];
}

/** RFC 9649: the first chunk is VP8 (§2.5), VP8L (§2.6) or VP8X (§2.7). */
function webpSize(view: DataView): Found {
  if (view.byteLength < 30 || !holds(view, 0, 'RIFF') || !holds(view, 8, 'WEBP')) return null;
  if (holds(view, 12, 'VP8X')) {
    const dimension = (at: number): number => 1 + view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
    return ['webp', [dimension(24), dimension(27)]];
  }
  if (holds(view, 12, 'VP8L') && view.getUint8(20) === 0x2f) {
    const packed = view.getUint32(21, true);
    return ['webp', [1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff)]];
  }
  // A key frame (RFC 6386 §9.1): start code, then 14 bits each and two of scaling.
  if (holds(view, 12, 'VP8 ') && view.getUint16(23, true) === 0x019d && view.getUint8(25) === 0x2a) {
    return ['webp', [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]];
  }
  return null;
}
