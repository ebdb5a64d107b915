/** UTF-16 and UTF-32, with a byte order mark or without. */

type WideEncoding = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

const SAMPLE_BYTES = 4_096;
/** Of all letters, those that scripts in use have; a text in the other byte order has others too. */
const LIKELY_SHARE = 0.97;
const CLEARLY_MORE = 0.05;
/** First and last letters of scripts in use. */
const SCRIPTS: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x24f],
  [0x370, 0x6ff],
  [0x900, 0x109f],
  [0x10a0, 0x10ff],
  [0x1e00, 0x22ff],
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff00, 0xffef],
];

/** null where the bytes are none of them. */
export function wideEncodingOf(bytes: Uint8Array): WideEncoding | null {
  return markedEncodingOf(bytes) ?? (isUtf32(bytes, true) ? 'utf-32le' : isUtf32(bytes, false) ? 'utf-32be' : unmarkedUtf16(bytes));
}

function markedEncodingOf(bytes: Uint8Array): WideEncoding | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 && bytes.length % 4 === 0 ? 'utf-32le' : 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0 && second === 0 && third === 0xfe && fourth === 0xff ? 'utf-32be' : null;
}

const isControl = (code: number): boolean => code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c;

/** Every number is a letter of Unicode; of no other encoding that is true. */
function isUtf32(bytes: Uint8Array, little: boolean): boolean {
  if (bytes.length < 8 || bytes.length % 4 !== 0) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE_BYTES));
  for (let at = 0; at < view.byteLength; at += 4) {
    const code = view.getUint32(at, little);
    if (code > 0x10ffff || isControl(code) || (code >= 0xd800 && code < 0xe000)) return false;
  }
  return true;
}

/** Zeros are in no text of single bytes; where they lie tells the order, or else in which order the letters are those of scripts. */
function unmarkedUtf16(bytes: Uint8Array): WideEncoding | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even < sample.length / 50) return 'utf-16le';
  if (even > sample.length / 4 && odd < sample.length / 50) return 'utf-16be';
  if (even + odd === 0 || sample.length < 8 || bytes.length % 2 !== 0 || isPlain(sample)) return null;
  const [little, big] = [likelyShare(sample, true), likelyShare(sample, false)];
  if (little >= LIKELY_SHARE && big < little - CLEARLY_MORE) return 'utf-16le';
  return big >= LIKELY_SHARE && little < big - CLEARLY_MORE ? 'utf-16be' : null;
}

/** Of the bytes of a text of single bytes; those of wide letters have half as many. */
const PLAIN_SHARE = 0.75;

/** Mostly letters and spaces of ASCII, byte by byte. */
const isPlain = (sample: Uint8Array): boolean =>
  (Buffer.from(sample)
    .toString('latin1')
    .match(/[\w\s]/g)?.length ?? 0) >
  sample.length * PLAIN_SHARE;

function likelyShare(sample: Uint8Array, little: boolean): number {
  const view = new DataView(sample.buffer, sample.byteOffset, sample.byteLength);
  let likely = 0;
  let all = 0;
  for (let at = 0; at + 2 <= view.byteLength; at += 2, all++) {
    const code = view.getUint16(at, little);
    if (isControl(code)) return 0;
    if (code < 0x20 || SCRIPTS.some(([first, last]) => code >= first && code <= last)) likely++;
  }
  return likely / all;
}
