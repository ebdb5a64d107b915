/** A zip archive without compression (APPNOTE 6.3.3), for the few tiny files that renderers are warmed up with. */
import { crc32 } from 'node:zlib';

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const VERSION_NEEDED = 20;
/** 1980-01-01, the first day that the format knows. */
const DATE = 0x21;

/** @param parts name → text or bytes, in the order in which they are written */
export function storeZip(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const encoder = new TextEncoder();
  const entries = Object.entries(parts).map(([name, data]) => ({
    name: encoder.encode(name),
    data: typeof data === 'string' ? encoder.encode(data) : data,
  }));
  const bodyBytes = entries.reduce((sum, { name, data }) => sum + LOCAL_BYTES + name.length + data.length, 0);
  const directoryBytes = entries.reduce((sum, { name }) => sum + CENTRAL_BYTES + name.length, 0);
  const bytes = new Uint8Array(bodyBytes + directoryBytes + END_BYTES);
  const view = new DataView(bytes.buffer);
  /** Version, flags, method, time, date, CRC, both sizes, length of the name: the same in both records. */
  const writeFacts = (at: number, name: Uint8Array, data: Uint8Array): void => {
    view.setUint16(at, VERSION_NEEDED, true);
    view.setUint16(at + 8, DATE, true);
    view.setUint32(at + 10, crc32(data), true);
    view.setUint32(at + 14, data.length, true);
    view.setUint32(at + 18, data.length, true);
    view.setUint16(at + 22, name.length, true);
  };
  let at = 0;
  let directoryAt = bodyBytes;
  for (const { name, data } of entries) {
    view.setUint32(directoryAt, 0x02014b50, true);
    view.setUint16(directoryAt + 4, VERSION_NEEDED, true);
    writeFacts(directoryAt + 6, name, data);
    view.setUint32(directoryAt + 42, at, true);
    bytes.set(name, directoryAt + CENTRAL_BYTES);
    directoryAt += CENTRAL_BYTES + name.length;
    view.setUint32(at, 0x04034b50, true);
    writeFacts(at + 4, name, data);
    bytes.set(name, at + LOCAL_BYTES);
    bytes.set(data, at + LOCAL_BYTES + name.length);
    at += LOCAL_BYTES + name.length + data.length;
  }
  view.setUint32(directoryAt, 0x06054b50, true);
  view.setUint16(directoryAt + 8, entries.length, true);
  view.setUint16(directoryAt + 10, entries.length, true);
  view.setUint32(directoryAt + 12, directoryBytes, true);
  view.setUint32(directoryAt + 16, bodyBytes, true);
  return bytes;
}
