/** Which encoding a text is in, where nothing says it, and its letters. */
import { isUtf8 } from 'node:buffer';
import { guessAsian } from './text-encoding/asian.ts';
import { guessSingleByte } from './text-encoding/single-byte.ts';
import { wideEncodingOf } from './text-encoding/wide.ts';
export { decodeBytes } from './text-encoding/decode-bytes.ts';
export { wideEncodingOf } from './text-encoding/wide.ts';

/** So much of a text is looked at for its encoding. */
const SAMPLE_BYTES = 65_536;

/**
 * By the byte order mark, else UTF-16 or UTF-32 where its zeros lie so, else UTF-8 where the bytes are that, else the encoding from
 * before Unicode in which the letters make most sense.
 * @returns a label for `decodeBytes`
 */
export function detectEncoding(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return wide;
  if (isUtf8(bytes)) return hasEscapes(bytes) ? 'iso-2022-jp' : 'utf-8';
  if (hasSequences(bytes.subarray(0, SAMPLE_BYTES))) return 'utf-8';
  return guessLegacy(bytes);
}

/** Of text that is not Unicode. */
export function guessLegacy(bytes: Uint8Array): string {
  const sample = lettersOf(bytes);
  return guessAsian(sample) ?? guessSingleByte(sample);
}

/** Lines that have letters beyond ASCII, as many as fit a sample. */
function lettersOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const from = Math.max(0, bytes.lastIndexOf(0x0a, first) + 1);
  if (bytes.length - from <= SAMPLE_BYTES) return bytes.subarray(from);
  const end = bytes.lastIndexOf(0x0a, from + SAMPLE_BYTES);
  return bytes.subarray(from, end > from ? end : from + SAMPLE_BYTES);
}

/** ISO-2022-JP goes between alphabets by escapes (RFC 1468). */
function hasEscapes(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(0x1b);
  if (at === -1 || bytes.subarray(0, SAMPLE_BYTES).some((byte) => byte >= 0x80)) return false;
  return bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40);
}

/** A few damaged bytes in a UTF-8 text do not make it another encoding: whole sequences of two or more bytes outweigh them. */
function hasSequences(bytes: Uint8Array): boolean {
  let whole = 0;
  let broken = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
    let follows = length > 0;
    for (let step = 1; step < length; step++) follows &&= ((bytes[at + step] ?? 0) & 0xc0) === 0x80;
    if (follows) {
      whole++;
      at += length - 1;
    } else broken++;
  }
  return whole > broken;
}
