/**
 * Bounds on what streams unpack to, before the library of PDF objects unpacks them: it has none of its own. Streams of
 * objects and of cross references are unpacked when a file is opened, all others when a user asks.
 */
import { constants, inflateSync } from 'node:zlib';
import { Refusal } from '../../../base/refusal.ts';

export const STREAM_BYTES_MAX = 64 * 1024 * 1024;
/** Of filters other than deflate, whose ratio nobody bounds: packed. */
const OTHER_BYTES_MAX = 1024 * 1024;
const DICTIONARY_CHARS_MAX = 8_192;
const STREAMS_MAX = 200_000;

const EXPANDING = /^(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL|DCTDecode|JPXDecode|JBIG2Decode|CCITTFaxDecode)$/;

const tooLarge = (): Refusal => new Refusal('file_rejected', 'A stream of the PDF unpacks to more than 64 MB.');

/** Null where it is no deflate stream, or a broken one. @throws Refusal file_rejected beyond the bound */
export function inflateBounded(packed: Uint8Array): Uint8Array | null {
  try {
    return inflateSync(packed, { maxOutputLength: STREAM_BYTES_MAX, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    return null;
  }
}

/** Whether a stream may be unpacked by the library itself: at most one filter that makes more of it, and not much to begin with. */
export function mayUnpack(filters: readonly string[], packedBytes: number): boolean {
  const expanding = filters.filter((filter) => EXPANDING.test(filter));
  return expanding.length === 0 || (expanding.length === 1 && packedBytes <= OTHER_BYTES_MAX);
}

const decodeNames = (text: string): string =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function checkOpeningStream(dictionary: string, packed: Uint8Array): void {
  const filter = /\/Filter\s*(\[[^\]]*\]|\/[^\s/<>[\]()]+|\d+\s+\d+\s+R)/.exec(dictionary)?.[1];
  if (filter === undefined) return;
  const names = [...filter.matchAll(/\/([^\s/<>[\]()]+)/g)].map(([, name = '']) => name);
  if (names.length === 0 || names.length > 1) throw new Refusal('file_rejected', 'The PDF packs its objects in a way that is not taken.');
  if (/^(?:FlateDecode|Fl)$/.test(names[0] ?? '')) inflateBounded(packed);
  else if (!mayUnpack(names, packed.length)) throw tooLarge();
}

/** Looks at every stream that is unpacked when the file is opened. @throws Refusal file_rejected */
export function checkOpeningStreams(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let seen = 0;
  for (let at = file.indexOf('stream'); at !== -1; at = file.indexOf('stream', at + 6)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue;
    if (++seen > STREAMS_MAX) throw new Refusal('file_rejected', 'The PDF has more streams than are taken.');
    const before = file.toString('latin1', Math.max(0, at - DICTIONARY_CHARS_MAX), at);
    const dictionary = decodeNames(before.slice(before.lastIndexOf('obj') + 3));
    if (!/\/(?:ObjStm|XRef)\b/.test(dictionary)) continue;
    const start = at + (file[at + 6] === 13 ? 8 : 7);
    const end = file.indexOf('endstream', start);
    checkOpeningStream(dictionary, file.subarray(start, end === -1 ? file.length : end));
  }
}
