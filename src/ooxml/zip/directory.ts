/**
 * The central directory of a zip file (APPNOTE.TXT 6.3.10, §4.3.12-16), read as hostile input: every offset is checked
 * before it is followed, and what readers of zip files understand differently (several end records, bytes before the
 * archive, local headers that say something else) is refused, so that no other program sees another document.
 */
import { isUtf8 } from 'node:buffer';
import { Refusal, SAVE_AGAIN } from '../../base/refusal.ts';
import { decodeBytes, guessLegacy } from '../../base/text-encoding.ts';
import {
  CENTRAL_BYTES,
  CENTRAL_SIGNATURE,
  END_BYTES,
  END_SIGNATURE,
  FLAGS_ENCRYPTED,
  FLAG_DESCRIPTOR,
  FLAG_UTF8,
  LOCAL_BYTES,
  LOCAL_SIGNATURE,
  METHOD_DEFLATED,
  METHOD_STORED,
  ZIP64_END_BYTES,
  ZIP64_END_SIGNATURE,
  ZIP64_LOCATOR_BYTES,
  ZIP64_LOCATOR_SIGNATURE,
} from './records.ts';
import type { PackedEntry } from './records.ts';

const COMMENT_BYTES_MAX = 0xffff;
/** Of what is taken for no part of an archive. */
const BEHIND_BYTES_MAX = 64;
const IN_ZIP64 = 0xffffffff;
const COUNT_IN_ZIP64 = 0xffff;
const NAMES_JUDGED_MAX = 1_000;
const LINE_END = Uint8Array.of(0x0a);
const BLANK_BYTES: readonly number[] = [0x00, 0x09, 0x0a, 0x0d, 0x1a, 0x20];

export interface DirectoryEntry extends PackedEntry {
  /** Where the local header begins and where the packed bytes end. */
  start: number;
  end: number;
}

interface End {
  entries: number;
  directoryAt: number;
  directoryBytes: number;
}

export function damaged(what: string): Refusal {
  return new Refusal('file_rejected', `The file is a damaged archive: ${what}. ${SAVE_AGAIN}`, { fault: 'damaged' });
}

/** All entries in the order of the directory. @throws Refusal `file_rejected` */
export function readDirectory(bytes: Uint8Array, entriesMax: number): DirectoryEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = readEnd(view);
  if (end.entries > entriesMax)
    throw new Refusal('file_rejected', `The file holds ${end.entries} parts; at most ${entriesMax} are read: divide it.`);
  const limit = end.directoryAt + end.directoryBytes;
  const places: number[] = [];
  let at = end.directoryAt;
  for (let index = 0; index < end.entries; index++) {
    if (at + CENTRAL_BYTES > limit || view.getUint32(at, true) !== CENTRAL_SIGNATURE) throw damaged('its list of parts is cut short');
    const nameBytes = view.getUint16(at + 28, true);
    const next = at + CENTRAL_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > limit) throw damaged('its list of parts is cut short');
    places.push(at);
    at = next;
  }
  if (at !== limit) throw damaged('its list of parts holds more than it counts');
  const legacy = legacyOf(places.map((place) => nameAt(bytes, view, place)));
  return places.map((place) => readEntry(bytes, view, place, { directoryAt: end.directoryAt, legacy }));
}

function readEnd(view: DataView): End {
  const first = Math.max(0, view.byteLength - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = view.byteLength - END_BYTES; at >= first; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE || !endsBlank(view, at + END_BYTES + view.getUint16(at + 20, true))) continue;
    const end = {
      entries: view.getUint16(at + 10, true),
      directoryBytes: view.getUint32(at + 12, true),
      directoryAt: view.getUint32(at + 16, true),
    };
    const disks = view.getUint16(at + 4, true) + view.getUint16(at + 6, true);
    const large = end.entries === COUNT_IN_ZIP64 || end.directoryBytes === IN_ZIP64 || end.directoryAt === IN_ZIP64;
    const checked = large ? readZip64End(view, at) : { ...end, endAt: at };
    if (!large && (disks !== 0 || view.getUint16(at + 8, true) !== end.entries)) throw damaged('it is one of several volumes');
    if (checked.directoryAt + checked.directoryBytes !== checked.endAt) throw damaged('its list of parts is not where it should be');
    return checked;
  }
  throw damaged('it has no list of parts');
}

/**
 * An archive without what is behind its end, where its list of parts ends right before the last end record; the bytes themselves
 * otherwise. LibreOffice writes some bytes behind workbooks that it embeds in a file.
 */
export function cutBehindEnd(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = view.byteLength - END_BYTES; at >= Math.max(0, view.byteLength - END_BYTES - BEHIND_BYTES_MAX); at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    const end = at + END_BYTES + view.getUint16(at + 20, true);
    return end <= bytes.length && view.getUint32(at + 16, true) + view.getUint32(at + 12, true) === at ? bytes.subarray(0, end) : bytes;
  }
  return bytes;
}

/** Old files passed through mail have a line end or zeros behind them. */
function endsBlank(view: DataView, from: number): boolean {
  if (from > view.byteLength) return false;
  for (let at = from; at < view.byteLength; at++) {
    if (!BLANK_BYTES.includes(view.getUint8(at))) return false;
  }
  return true;
}

function readZip64End(view: DataView, endAt: number): End & { endAt: number } {
  const locatorAt = endAt - ZIP64_LOCATOR_BYTES;
  if (locatorAt < 0 || view.getUint32(locatorAt, true) !== ZIP64_LOCATOR_SIGNATURE) throw damaged('it counts 65,535 parts or 4 GiB');
  const at = readUint64(view, locatorAt + 8);
  if (at + ZIP64_END_BYTES > locatorAt || view.getUint32(at, true) !== ZIP64_END_SIGNATURE)
    throw damaged('its list of parts is not where it should be');
  return {
    entries: readUint64(view, at + 32),
    directoryBytes: readUint64(view, at + 40),
    directoryAt: readUint64(view, at + 48),
    endAt: at,
  };
}

/** Beyond 2^53 any offset is outside the file, whatever its last digits. */
function readUint64(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

const nameAt = (bytes: Uint8Array, view: DataView, at: number): Uint8Array =>
  bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + view.getUint16(at + 28, true));

function readEntry(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  { directoryAt, legacy }: { directoryAt: number; legacy: string },
): DirectoryEntry {
  const flags = view.getUint16(at + 8, true);
  const nameBytes = nameAt(bytes, view, at);
  const name = decodeName(nameBytes, flags, legacy);
  if ((flags & FLAGS_ENCRYPTED) !== 0)
    throw new Refusal('file_rejected', 'The file is protected by a password; remove it and send the file again.', {
      fault: 'password_protected',
    });
  const [rawBytes = 0, compressedBytes = 0, start = 0] = readSizes(
    view,
    [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)],
    at + CENTRAL_BYTES + nameBytes.length,
    view.getUint16(at + 30, true),
  );
  const method = view.getUint16(at + 10, true);
  if (method !== METHOD_DEFLATED && method !== METHOD_STORED) throw damaged(`the part ${name} is packed by method ${method}`);
  if (method === METHOD_STORED && compressedBytes !== rawBytes) throw damaged(`the part ${name} has two sizes`);
  if (start + LOCAL_BYTES > directoryAt || view.getUint32(start, true) !== LOCAL_SIGNATURE)
    throw damaged(`the part ${name} is not where it should be`);
  const localNameBytes = view.getUint16(start + 26, true);
  const fieldsAt = start + LOCAL_BYTES + localNameBytes;
  const fieldsBytes = view.getUint16(start + 28, true);
  const dataAt = fieldsAt + fieldsBytes;
  const end = dataAt + compressedBytes;
  if (end > directoryAt) throw damaged(`the part ${name} is cut short`);
  if (Buffer.compare(bytes.subarray(start + LOCAL_BYTES, fieldsAt), nameBytes) !== 0) throw damaged(`the part ${name} has two names`);
  // With a descriptor behind the data, the local header may leave its sizes open.
  if ((view.getUint16(start + 6, true) & FLAG_DESCRIPTOR) === 0) {
    const sizes = readSizes(view, [view.getUint32(start + 22, true), view.getUint32(start + 18, true)], fieldsAt, fieldsBytes);
    const same = sizes[0] === rawBytes && sizes[1] === compressedBytes && view.getUint16(start + 8, true) === method;
    if (!same) throw damaged(`the part ${name} has two sizes`);
  }
  return {
    name,
    start,
    end,
    record: {
      name: nameBytes,
      flags: flags & FLAG_UTF8,
      method,
      time: view.getUint16(at + 12, true),
      date: view.getUint16(at + 14, true),
      crc: view.getUint32(at + 16, true),
      compressedBytes,
      rawBytes,
    },
    data: bytes.subarray(dataAt, end),
  };
}

/** Those of the sizes that do not fit into 32 bits are in the zip64 field, in the order of the header (§4.5.3). */
function readSizes(view: DataView, sizes: readonly number[], fieldsAt: number, fieldsBytes: number): number[] {
  if (!sizes.includes(IN_ZIP64)) return [...sizes];
  const fieldsEnd = fieldsAt + fieldsBytes;
  let field = fieldsAt;
  while (field + 4 <= fieldsEnd && view.getUint16(field, true) !== 0x0001) field += 4 + view.getUint16(field + 2, true);
  if (field + 4 > fieldsEnd) throw damaged('a part of 4 GiB or more');
  const limit = Math.min(fieldsEnd, field + 4 + view.getUint16(field + 2, true));
  field += 4;
  return sizes.map((size) => {
    if (size !== IN_ZIP64) return size;
    if (field + 8 > limit) throw damaged('a part without a size');
    field += 8;
    return readUint64(view, field - 8);
  });
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Without the flag the name is in code page 437 by the book; Office writes ASCII, others UTF-8 all the same, or what the system had.
 * @param legacy the encoding of all names that are not UTF-8
 */
function decodeName(nameBytes: Uint8Array, flags: number, legacy: string): string {
  if (isUtf8(nameBytes)) return strictUtf8.decode(nameBytes);
  if ((flags & FLAG_UTF8) !== 0) throw damaged('the name of a part is not text');
  return decodeBytes(nameBytes, legacy);
}

/** A name alone is short: what all of them have in common tells more. */
function legacyOf(names: readonly Uint8Array[]): string {
  const odd = names.filter((name) => !isUtf8(name)).slice(0, NAMES_JUDGED_MAX);
  return odd.length === 0 ? 'cp437' : guessLegacy(Buffer.concat(odd.flatMap((name) => [name, LINE_END])));
}
