/**
 * Names in the directory of a compound file ([MS-CFB] §2.6), the container of .doc, .xls and .ppt. Only the chain of
 * directory sectors is followed, through the allocation table that the header and its extension list (§2.2, §2.3, §2.5).
 * Every step is bounded, so that a damaged or hostile chain ends.
 */
const NO_SECTOR = 0xfffffffc;
const NO_ENTRY = 0xffffffff;
const SECTORS_MAX = 4_096;

export interface CompoundNames {
  /** Lower case. Directly in the root: these say what the file is; embedded objects are deeper. */
  root: ReadonlySet<string>;
  /** Lower case, at any depth. */
  all: ReadonlySet<string>;
  /** The first bytes (a sector at most) of a stream in the root; null for one that is missing or kept among the small ones. */
  begin: (name: string) => Uint8Array | null;
}

/** Streams below this size are kept together in another stream (§2.4), where nothing is looked for. */
const SMALL_STREAM_BYTES = 4_096;

interface DirectoryEntry {
  name: string;
  left: number;
  right: number;
  child: number;
  sector: number;
  bytes: number;
}

/** null where the file is not a readable compound file. */
export function readCompoundNames(bytes: Uint8Array): CompoundNames | null {
  if (bytes.length < 512) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shift = view.getUint16(30, true);
  if (shift !== 9 && shift !== 12) return null;
  const entries = readDirectory(view, 1 << shift);
  const first = entries[0];
  if (first === undefined) return null;
  const all = new Set<string>();
  for (const entry of entries) if (entry.name !== '') all.add(entry.name);
  const siblings = readSiblings(entries, first.child);
  const sectorBytes = 1 << shift;
  const begin = (name: string): Uint8Array | null => {
    const stream = siblings.get(name);
    if (stream === undefined || stream.sector >= NO_SECTOR || stream.bytes < SMALL_STREAM_BYTES) return null;
    const at = (stream.sector + 1) * sectorBytes;
    return at < bytes.length ? bytes.subarray(at, at + sectorBytes) : null;
  };
  return { root: new Set(siblings.keys()), all, begin };
}

function readDirectory(view: DataView, sectorBytes: number): DirectoryEntry[] {
  const table = readTableSectors(view, sectorBytes);
  const entries: DirectoryEntry[] = [];
  let sector = view.getUint32(48, true);
  for (let step = 0; sector < NO_SECTOR && step < SECTORS_MAX; step++) {
    const at = (sector + 1) * sectorBytes;
    // The last sector of a file may be cut short; its whole entries still count.
    for (let entry = at; entry < at + sectorBytes && entry + 128 <= view.byteLength; entry += 128) entries.push(readEntry(view, entry));
    sector = nextSector(view, table, sector, sectorBytes);
  }
  return entries;
}

/** Directory entry (§2.6.1): 64 bytes of UTF-16 name, its length in bytes with the closing zero, its type (0: unused), links. */
function readEntry(view: DataView, at: number): DirectoryEntry {
  const nameBytes = view.getUint16(at + 64, true);
  const used = view.getUint8(at + 66) !== 0 && nameBytes >= 2 && nameBytes <= 64;
  const name = used
    ? new TextDecoder('utf-16le').decode(new Uint8Array(view.buffer, view.byteOffset + at, nameBytes - 2)).toLowerCase()
    : '';
  return {
    name,
    left: view.getUint32(at + 68, true),
    right: view.getUint32(at + 72, true),
    child: view.getUint32(at + 76, true),
    sector: view.getUint32(at + 116, true),
    bytes: view.getUint32(at + 120, true),
  };
}

/** The entries of one storage form a binary tree of siblings (§2.6.4). */
function readSiblings(entries: readonly DirectoryEntry[], start: number): Map<string, DirectoryEntry> {
  const names = new Map<string, DirectoryEntry>();
  const seen = new Set<number>();
  const open = [start];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = entries[index];
    if (index === NO_ENTRY || entry === undefined || seen.has(index)) continue;
    seen.add(index);
    if (entry.name !== '') names.set(entry.name, entry);
    open.push(entry.left, entry.right);
  }
  return names;
}

/** Sector numbers of the allocation table, in order: 109 in the header, the rest in a chain of sectors of their own. */
function readTableSectors(view: DataView, sectorBytes: number): number[] {
  const sectors: number[] = [];
  for (let index = 0; index < 109; index++) {
    const sector = view.getUint32(76 + index * 4, true);
    if (sector < NO_SECTOR) sectors.push(sector);
  }
  let extra = view.getUint32(68, true);
  for (let step = 0; extra < NO_SECTOR && step < SECTORS_MAX; step++) {
    const at = (extra + 1) * sectorBytes;
    if (at + sectorBytes > view.byteLength) break;
    for (let offset = 0; offset < sectorBytes - 4; offset += 4) {
      const sector = view.getUint32(at + offset, true);
      if (sector < NO_SECTOR) sectors.push(sector);
    }
    extra = view.getUint32(at + sectorBytes - 4, true);
  }
  return sectors;
}

function nextSector(view: DataView, table: readonly number[], sector: number, sectorBytes: number): number {
  const perSector = sectorBytes / 4;
  const tableSector = table[Math.floor(sector / perSector)];
  if (tableSector === undefined) return NO_SECTOR;
  const at = (tableSector + 1) * sectorBytes + (sector % perSector) * 4;
  return at + 4 <= view.byteLength ? view.getUint32(at, true) : NO_SECTOR;
}
