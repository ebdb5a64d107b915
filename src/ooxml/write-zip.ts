import { packChunks, packEntry, packKept, renameEntry } from './zip/pack.ts';
import { CENTRAL_BYTES, END_BYTES, LOCAL_BYTES, writeCentralRecord, writeEndRecord, writeLocalRecord } from './zip/records.ts';
import type { PackedEntry } from './zip/records.ts';

export interface ZipEntryInput {
  /** Path inside the package without a leading slash, e.g. `word/document.xml`. */
  name: string;
  /** Bytes, or text that is written as UTF-8; a text too long for one string comes in pieces. */
  data: Uint8Array | string | Iterable<string>;
  /** Left out: pictures and packages inside the package are stored, all else is deflated. */
  store?: boolean;
  /** The text comes again in other files, and has nothing in it that somebody has written. */
  recurs?: boolean;
}

/**
 * A zip file of the entries, in their order but for `[Content_Types].xml`, which is first as Word writes it (file
 * type sniffers look for it there). The same entries give the same bytes: time is 1980-01-01, no extra fields, no
 * comments, the UTF-8 flag only on names that need it. Zip64 is not written: 65,535 entries or 4 GiB are a bug here.
 */
export function writeZip(entries: readonly ZipEntryInput[]): Uint8Array {
  return rewriteZip(contentTypesFirst(entries));
}

/**
 * The same of an existing archive: entries that `readZip` found keep their compressed bytes, their time and their
 * place, new ones are packed as `writeZip` does.
 */
export function rewriteZip(entries: readonly (ZipEntryInput | PackedEntry)[]): Uint8Array {
  assertDistinct(entries);
  const packed = new Map<string, PackedEntry>();
  return layOut(entries.map((entry) => packOne(entry, packed)));
}

/** Parts of one text, such as the relationships of all layouts of a presentation, are deflated once. */
const SHARED_CHARS_MAX = 2_000;

function packOne(entry: ZipEntryInput | PackedEntry, packed: Map<string, PackedEntry>): PackedEntry {
  if ('record' in entry) return entry;
  const { name, data, store, recurs } = entry;
  if (recurs === true && typeof data === 'string') return packKept(name, data);
  if (typeof data !== 'string' && !(data instanceof Uint8Array)) return packChunks(name, data);
  if (typeof data !== 'string' || store !== undefined || data.length > SHARED_CHARS_MAX) return packEntry(name, data, store);
  const same = packed.get(data);
  const own = same === undefined ? packEntry(name, data) : renameEntry(same, name);
  packed.set(data, own);
  return own;
}

function layOut(packed: readonly PackedEntry[]): Uint8Array {
  const bodyBytes = packed.reduce((sum, { record, data }) => sum + LOCAL_BYTES + record.name.length + data.length, 0);
  const directoryBytes = packed.reduce((sum, { record }) => sum + CENTRAL_BYTES + record.name.length, 0);
  const total = bodyBytes + directoryBytes + END_BYTES;
  if (packed.length >= 0xffff || total >= 0xffffffff)
    throw new Error(`too large for a zip without zip64: ${packed.length} entries, ${total} bytes`);

  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  let at = 0;
  let directoryAt = bodyBytes;
  for (const { record, data } of packed) {
    writeCentralRecord(view, directoryAt, record, at);
    bytes.set(record.name, directoryAt + CENTRAL_BYTES);
    directoryAt += CENTRAL_BYTES + record.name.length;
    writeLocalRecord(view, at, record);
    bytes.set(record.name, at + LOCAL_BYTES);
    bytes.set(data, at + LOCAL_BYTES + record.name.length);
    at += LOCAL_BYTES + record.name.length + data.length;
  }
  writeEndRecord(view, directoryAt, packed.length, directoryBytes, bodyBytes);
  return bytes;
}

function contentTypesFirst(entries: readonly ZipEntryInput[]): readonly ZipEntryInput[] {
  const first = entries.find((entry) => entry.name === '[Content_Types].xml');
  return first === undefined ? entries : [first, ...entries.filter((entry) => entry !== first)];
}

/** Part names are compared without case (ISO/IEC 29500-2 §6.2.2.3); Word calls a file with two such parts damaged. */
function assertDistinct(entries: readonly { name: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of entries) {
    const key = name.toLowerCase();
    if (seen.has(key)) throw new Error(`two entries named ${name}`);
    seen.add(key);
  }
}
