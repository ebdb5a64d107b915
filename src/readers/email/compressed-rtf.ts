/** RTF as Outlook packs it ([MS-OXRTFCP]): a dictionary of 4,096 bytes that begins with what RTF mostly says. */

const HEADER_BYTES = 16;
const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const WINDOW_BYTES = 4_096;
/** §2.1.2.1. */
const BEGINNING =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier' +
  '{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';

/** @returns null where the bytes are no such RTF; what is cut short is unpacked as far as it goes */
export function unpackRtf(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length < HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packed = bytes.subarray(HEADER_BYTES, Math.max(HEADER_BYTES, Math.min(bytes.length, view.getUint32(0, true) + 4)));
  const rawBytes = view.getUint32(4, true);
  switch (view.getUint32(8, true)) {
    case UNCOMPRESSED:
      return packed.subarray(0, rawBytes);
    case COMPRESSED:
      return inflate(packed).subarray(0, rawBytes);
    default:
      return null;
  }
}

/** Of every two bytes that are packed at most 17 come. */
function inflate(packed: Uint8Array): Uint8Array {
  const window = new Uint8Array(WINDOW_BYTES);
  const unpacked = new Uint8Array(packed.length * 9);
  let written = Buffer.from(BEGINNING, 'latin1').copy(window);
  let length = 0;
  const put = (byte: number): void => {
    window[written++ % WINDOW_BYTES] = byte;
    unpacked[length++] = byte;
  };
  for (let at = 0; at < packed.length;) {
    const control = packed[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < packed.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        put(packed[at++] ?? 0);
        continue;
      }
      const token = ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0);
      at += 2;
      const from = token >> 4;
      // a reference to where the next byte would be written is the end (§3.1.4)
      if (from === written % WINDOW_BYTES) return unpacked.subarray(0, length);
      for (let step = 0; step < (token & 15) + 2; step++) put(window[(from + step) % WINDOW_BYTES] ?? 0);
    }
  }
  return unpacked.subarray(0, length);
}
