/** The parts of two packages held against each other, byte for byte. */
import { createHash } from 'node:crypto';
import { openOfficePackage, partNames, readPart, type OfficePackage } from '../ooxml/office-package.ts';
import { partNameOf } from '../ooxml/read-zip.ts';
import { openForeignPackage } from '../ooxml/validate-package.ts';
import type { EditProof } from './apply-edits.ts';

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type PackedEntry = OfficePackage['archive']['entries'][number];

/** Parts as their archive holds them, by name; without those that were changed since it was opened. */
const packedOf = ({ archive, changes }: OfficePackage): Map<string, PackedEntry> =>
  new Map(archive.entries.map((entry) => [partNameOf(entry.name), entry] as const).filter(([name]) => !changes.has(name)));

/** Told from how they are packed, where that tells it: what a checksum or a length tells apart need not be unpacked. */
function isSamePacked(one: PackedEntry | undefined, other: PackedEntry | undefined): boolean | undefined {
  if (one === undefined || other === undefined) return undefined;
  const [a, b] = [one.record, other.record];
  if (a.crc !== b.crc || a.rawBytes !== b.rawBytes) return false;
  return a.method === b.method && Buffer.compare(one.data, other.data) === 0 ? true : undefined;
}

/** The parts of two packages by their SHA-256: names of those that changed, came or went, and the digests of those that stayed. */
export function compareParts(before: OfficePackage, after: OfficePackage): EditProof {
  const [old, now] = [new Set(partNames(before)), new Set(partNames(after))];
  const changed = [...new Set([...old, ...now])].filter((name) => !old.has(name) || !now.has(name));
  const [oldPacked, nowPacked] = [packedOf(before), packedOf(after)];
  const unchanged: Record<string, string> = {};
  for (const name of [...now].filter((one) => old.has(one)).toSorted((a, b) => (a < b ? -1 : 1))) {
    const same = isSamePacked(oldPacked.get(name), nowPacked.get(name));
    const digest = same === false ? '' : hash(readPart(after, name));
    if (same ?? (digest !== '' && hash(readPart(before, name)) === digest)) unchanged[name] = digest;
    else changed.push(name);
  }
  return { parts_changed: changed.sort(), parts_unchanged: unchanged };
}

/** What differs between two Office files. @throws Refusal file_rejected */
export const compareFiles = (before: Uint8Array, after: Uint8Array): EditProof =>
  compareParts(openForeignPackage(before).value, openOfficePackage(after));
