/**
 * The three fixed records of a zip file (APPNOTE.TXT 6.3.10, §4.3): signatures, lengths and the few flags that Office
 * packages use (ISO/IEC 29500-2 annex C). Shared by the writer and the reader, so that both speak of the same bytes.
 */

export const LOCAL_SIGNATURE = 0x04034b50;
export const CENTRAL_SIGNATURE = 0x02014b50;
export const END_SIGNATURE = 0x06054b50;
export const ZIP64_END_SIGNATURE = 0x06064b50;
export const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;

export const LOCAL_BYTES = 30;
export const CENTRAL_BYTES = 46;
export const END_BYTES = 22;
export const ZIP64_END_BYTES = 56;
export const ZIP64_LOCATOR_BYTES = 20;

export const METHOD_STORED = 0;
export const METHOD_DEFLATED = 8;

/** Traditional or strong encryption, or an encrypted central directory. */
export const FLAGS_ENCRYPTED = 0x2041;
export const FLAG_DESCRIPTOR = 0x0008;
export const FLAG_UTF8 = 0x0800;

/** 1980-01-01 00:00, the first moment that a zip can name: the same file gives the same bytes on any day. */
export const DOS_EPOCH_TIME = 0;
export const DOS_EPOCH_DATE = 0x0021;

/** An entry's name, its record and its bytes as they lie in the file. */
export interface PackedEntry {
  name: string;
  record: EntryRecord;
  data: Uint8Array;
}

/** Everything that the local header and the central record have in common. */
export interface EntryRecord {
  name: Uint8Array;
  flags: number;
  method: number;
  time: number;
  date: number;
  crc: number;
  compressedBytes: number;
  rawBytes: number;
}

export function writeLocalRecord(view: DataView, offset: number, entry: EntryRecord): void {
  view.setUint32(offset, LOCAL_SIGNATURE, true);
  view.setUint16(offset + 4, 20, true);
  writeCommonFields(view, offset + 6, entry);
  view.setUint16(offset + 28, 0, true);
}

export function writeCentralRecord(view: DataView, offset: number, entry: EntryRecord, localOffset: number): void {
  view.setUint32(offset, CENTRAL_SIGNATURE, true);
  view.setUint16(offset + 4, 20, true);
  view.setUint16(offset + 6, 20, true);
  writeCommonFields(view, offset + 8, entry);
  view.setUint32(offset + 42, localOffset, true);
}

export function writeEndRecord(view: DataView, offset: number, entries: number, directoryBytes: number, directoryAt: number): void {
  view.setUint32(offset, END_SIGNATURE, true);
  view.setUint16(offset + 8, entries, true);
  view.setUint16(offset + 10, entries, true);
  view.setUint32(offset + 12, directoryBytes, true);
  view.setUint32(offset + 16, directoryAt, true);
}

function writeCommonFields(view: DataView, offset: number, entry: EntryRecord): void {
  view.setUint16(offset, entry.flags, true);
  view.setUint16(offset + 2, entry.method, true);
  view.setUint16(offset + 4, entry.time, true);
  view.setUint16(offset + 6, entry.date, true);
  view.setUint32(offset + 8, entry.crc, true);
  view.setUint32(offset + 12, entry.compressedBytes, true);
  view.setUint32(offset + 16, entry.rawBytes, true);
  view.setUint16(offset + 20, entry.name.length, true);
}
