import { crc32, inflateRawSync } from 'node:zlib';
import { Refusal, SAVE_AGAIN } from '../base/refusal.ts';
import { damaged, readDirectory } from './zip/directory.ts';
export { cutBehindEnd } from './zip/directory.ts';
import type { DirectoryEntry } from './zip/directory.ts';
import { METHOD_STORED } from './zip/records.ts';
import type { PackedEntry } from './zip/records.ts';

export interface ZipLimits {
  entriesMax: number;
  /** Unpacked bytes of one entry and of all. */
  entryBytesMax: number;
  totalBytesMax: number;
  /** Unpacked bytes for one packed byte, held against XML parts from `xmlRatioFromBytes` on, all others and the whole from `ratioFromBytes` on. */
  ratioMax: number;
  xmlRatioFromBytes: number;
  ratioFromBytes: number;
}

/**
 * Of 1,549 real Office files none has more than 321 entries, 15 MB unpacked, or an entry above 1 MiB with a ratio of
 * more than 130; a blank bitmap of some megabytes may have 1,000.
 */
export const ZIP_LIMITS: ZipLimits = {
  entriesMax: 10_000,
  entryBytesMax: 256 * 2 ** 20,
  totalBytesMax: 512 * 2 ** 20,
  ratioMax: 300,
  xmlRatioFromBytes: 2 ** 20,
  ratioFromBytes: 32 * 2 ** 20,
};

export interface ZipPart {
  /** Path inside the archive with `/`, without a leading one. */
  name: string;
  /** Size unpacked, as the archive says; `read` holds it to that. */
  rawBytes: number;
  /** Unpacks the part, every time again. @throws Refusal `file_rejected` where bytes, size or checksum are wrong */
  read(): Uint8Array;
}

export interface ZipArchive {
  bytes: Uint8Array;
  /** By name, in the order of the archive; folders are left out. */
  parts: ReadonlyMap<string, ZipPart>;
  /** Every entry as it lies in the file, folders too: what `rewriteZip` takes. */
  entries: readonly PackedEntry[];
}

/**
 * Opens a zip archive without unpacking anything. Refused are: no archive, damage, encryption, other methods than
 * deflate, more than the limits, two entries of one name (without case, as packages count: ISO/IEC 29500-2 §6.2.2.3),
 * names that lead out of the archive, entries that overlap.
 * @throws Refusal `file_rejected`
 */
export function readZip(bytes: Uint8Array, limits: ZipLimits = ZIP_LIMITS): ZipArchive {
  const entries = readDirectory(bytes, limits.entriesMax);
  checkSizes(entries, bytes.length, limits);
  checkOverlaps(entries);
  const parts = new Map<string, ZipPart>();
  const seen = new Set<string>();
  const unpackSame = unpackerOfSame();
  for (const entry of entries) {
    const name = checkName(entry.name);
    const key = name.toLowerCase();
    if (seen.has(key)) throw damaged(`two parts are named ${name}`);
    seen.add(key);
    if (!name.endsWith('/')) parts.set(name, { name, rawBytes: entry.record.rawBytes, read: () => unpackSame(entry) });
  }
  return { bytes, parts, entries };
}

/** Unpacks every part once and keeps none: for files that go on to a program without bounds of its own. @throws Refusal */
export function verifyZip(archive: ZipArchive): void {
  for (const part of archive.parts.values()) part.read();
}

function checkSizes(entries: readonly DirectoryEntry[], fileBytes: number, limits: ZipLimits): void {
  let total = 0;
  for (const { name, record } of entries) {
    total += record.rawBytes;
    if (record.rawBytes > limits.entryBytesMax || total > limits.totalBytesMax)
      throw new Refusal('file_rejected', 'The file is too large once it is unpacked: divide it, or take pictures out.');
    const from = /\.(?:xml|rels|vml)$/i.test(name) ? limits.xmlRatioFromBytes : limits.ratioFromBytes;
    const suspect = record.rawBytes > from && record.rawBytes > record.compressedBytes * limits.ratioMax;
    if (suspect)
      throw new Refusal('file_rejected', `The part ${name} unpacks to more than ${limits.ratioMax} times its size. ${SAVE_AGAIN}`);
  }
  const suspect = total > limits.ratioFromBytes && total > fileBytes * limits.ratioMax;
  if (suspect) throw new Refusal('file_rejected', `The file unpacks to more than ${limits.ratioMax} times its size. ${SAVE_AGAIN}`);
}

/** Whether the archive says that it unpacks beyond the limits; false for what is no archive. */
export function unpacksTooFar(bytes: Uint8Array, limits: ZipLimits = ZIP_LIMITS): boolean {
  let entries: DirectoryEntry[];
  try {
    entries = readDirectory(bytes, limits.entriesMax);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
  try {
    checkSizes(entries, bytes.length, limits);
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

function checkOverlaps(entries: readonly DirectoryEntry[]): void {
  const byStart = entries.toSorted((a, b) => a.start - b.start);
  if (byStart.length > 0 && byStart[0]?.start !== 0) throw damaged('something is before its first part');
  let end = 0;
  for (const entry of byStart) {
    if (entry.start < end) throw damaged(`the part ${entry.name} lies inside another one`);
    end = entry.end;
  }
}

/** The part's name that an entry stands for: some programs write backslashes, or a slash in front. */
export function partNameOf(entryName: string): string {
  return entryName.replaceAll('\\', '/').replace(/^\/+/, '');
}

function checkName(written: string): string {
  const name = partNameOf(written);
  const safe = name !== '' && !name.includes('\0') && !/^[a-z]:/i.test(name) && !name.split('/').includes('..');
  if (!safe) throw damaged('the name of a part leads out of it');
  return name;
}

/** Such as the relationships of all layouts of a presentation: to set up the unpacking of a part takes longer than a small one. */
const SAME_BYTES_MAX = 2_000;

/** Small parts that are packed to the same bytes are unpacked once; each reader gets bytes of its own. */
function unpackerOfSame(): (entry: DirectoryEntry) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  return (entry) => {
    const { crc, rawBytes, method } = entry.record;
    if (method === METHOD_STORED || rawBytes > SAME_BYTES_MAX) return unpack(entry);
    const key = `${crc} ${rawBytes} ${Buffer.from(entry.data).toString('latin1')}`;
    const raw = known.get(key) ?? unpack(entry);
    known.set(key, raw);
    return Uint8Array.from(raw);
  };
}

function unpack({ name, record, data }: DirectoryEntry): Uint8Array {
  const raw = record.method === METHOD_STORED ? data : inflate(name, record.rawBytes, data);
  if (raw.length !== record.rawBytes) throw damaged(`the part ${name} is not as long as it says`);
  if (crc32(raw) !== record.crc) throw damaged(`the checksum of the part ${name} is wrong`);
  return raw;
}

function inflate(name: string, rawBytes: number, data: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, rawBytes) });
  } catch (error) {
    if (error instanceof Error) throw damaged(`the part ${name} cannot be unpacked`);
    throw error;
  }
}
