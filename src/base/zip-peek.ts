/** A look into a zip archive (APPNOTE 6.3.3) without opening it: names of the central directory, and one small entry. */
import { inflateRawSync } from 'node:zlib';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
/** End record plus the longest comment. */
const END_SEARCH_BYTES = 22 + 0xffff;
const ENTRIES_MAX = 20_000;
const ENTRY_BYTES_MAX = 4 * 1024 * 1024;

interface Entry {
  method: number;
  compressedBytes: number;
  /** As the directory says it. */
  bytes: number;
  offset: number;
}

/** Names of all entries; null where the central directory cannot be read. */
export function readZipNames(bytes: Uint8Array): ReadonlySet<string> | null {
  const entries = readDirectory(bytes);
  return entries === null ? null : new Set(entries.keys());
}

/** Bytes of all entries when they are unpacked, as the central directory says; null where it cannot be read. */
export function readZipSizes(bytes: Uint8Array): ReadonlyMap<string, number> | null {
  const entries = readDirectory(bytes);
  return entries === null ? null : new Map([...entries].map(([name, entry]) => [name, entry.bytes]));
}

/** The bytes of one entry of at most 4 MiB; null where it is missing, larger, damaged or packed in an unknown way. */
export function readZipEntry(bytes: Uint8Array, name: string): Uint8Array | null {
  const entry = readDirectory(bytes)?.get(name);
  if (entry === undefined) return null;
  const view = viewOf(bytes);
  if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== LOCAL_SIGNATURE) return null;
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  const packed = bytes.subarray(start, start + entry.compressedBytes);
  if (packed.length !== entry.compressedBytes) return null;
  if (entry.method === 0) return packed.length <= ENTRY_BYTES_MAX ? packed : null;
  if (entry.method !== 8) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: ENTRY_BYTES_MAX });
  } catch {
    // Damaged or over the bound: either way there is nothing to peek at.
    return null;
  }
}

function readDirectory(bytes: Uint8Array): Map<string, Entry> | null {
  const view = viewOf(bytes);
  const end = findEnd(view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries = new Map<string, Entry>();
  const decoder = new TextDecoder();
  // A count of 0xFFFF may stand for more (Zip64); the directory then ends with its last signature.
  const entriesMax = count === 0xffff ? Infinity : count;
  for (let index = 0; index < entriesMax; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY_SIGNATURE) return index > 0 && count === 0xffff ? entries : null;
    if (index >= ENTRIES_MAX) return null;
    const nameBytes = view.getUint16(at + 28, true);
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameBytes));
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      compressedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEnd(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_SEARCH_BYTES);
  for (let at = view.byteLength - 22; at >= first; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return null;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
