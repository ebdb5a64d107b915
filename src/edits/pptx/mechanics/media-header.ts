/** What a video or audio file is, by its first bytes and, of MP4, by its tracks (ISO/IEC 14496-12 §8.3.2). */

export interface MediaHeader {
  kind: 'video' | 'audio';
  extension: '.mp4' | '.m4a' | '.mp3' | '.wav';
  contentType: string;
  /** Of a video, in pixels; absent where its file does not say. */
  size?: { width: number; height: number };
}

const textAt = (bytes: Buffer, at: number, length: number): string => bytes.toString('latin1', at, at + length);
const BOXES_MAX = 10_000;
const HOLDERS = new Set(['moov', 'trak']);
/** Width and height are the last eight bytes of a track's header, 16.16 each. */
const SIZE_BYTES = 8;
const FRACTION = 65_536;

/** The size of the largest track that is shown; null where none is. */
function shownSize(bytes: Buffer): { width: number; height: number } | null {
  let largest: { width: number; height: number } | null = null;
  const waiting: [start: number, end: number][] = [[0, bytes.length]];
  let boxes = 0;
  for (let range = waiting.pop(); range !== undefined; range = waiting.pop()) {
    const [begin, end] = range;
    for (let [at, length] = [begin, 0]; at + 8 <= end && boxes < BOXES_MAX; at += length, boxes++) {
      const short = bytes.readUInt32BE(at);
      const head = short === 1 ? 16 : 8;
      if (at + head > end) break;
      length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
      if (length < head || at + length > end) break;
      const type = textAt(bytes, at + 4, 4);
      if (HOLDERS.has(type)) waiting.push([at + head, at + length]);
      if (type === 'tkhd' && length >= head + SIZE_BYTES) {
        const [width, height] = [bytes.readUInt32BE(at + length - 8) / FRACTION, bytes.readUInt32BE(at + length - 4) / FRACTION];
        if (width * height > (largest === null ? 0 : largest.width * largest.height)) largest = { width, height };
      }
    }
  }
  return largest;
}

/** Whether a frame of MPEG audio begins here: its sync, a layer, a rate (ISO/IEC 11172-3 §2.4.1.3). */
const isMpegAudio = (bytes: Buffer): boolean => {
  const [first = 0, second = 0, third = 0] = bytes;
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0 && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
};

/** Null for what is none of MP4, M4A, MP3 and WAV. */
export function readMediaHeader(bytes: Buffer): MediaHeader | null {
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WAVE')
    return { kind: 'audio', extension: '.wav', contentType: 'audio/wav' };
  if (textAt(bytes, 0, 3) === 'ID3' || isMpegAudio(bytes)) return { kind: 'audio', extension: '.mp3', contentType: 'audio/mpeg' };
  if (textAt(bytes, 4, 4) !== 'ftyp' || textAt(bytes, 8, 4) === 'qt  ') return null;
  const size = shownSize(bytes);
  if (size !== null) return { kind: 'video', extension: '.mp4', contentType: 'video/mp4', size };
  return bytes.includes('moov') ? { kind: 'audio', extension: '.m4a', contentType: 'audio/mp4' } : null;
}
