/** Compound files of Microsoft ([MS-CFB]), read apart from our readers: what Outlook and Office before 2007 write. */

const END = 0xffff_fffa;
const HEADER_BYTES = 512;
const SIGNATURE = 0xd0cf_11e0;

/** Streams of a compound file ([MS-CFB]) by their paths; none where it is cut off within its header, or something else. */
export function streamsOf(bytes: Uint8Array): Map<string, Buffer> {
  const file = Buffer.from(bytes);
  if (file.length < HEADER_BYTES || file.readUInt32BE(0) !== SIGNATURE) return new Map();
  const size = 1 << file.readUInt16LE(30);
  const sector = (at: number): Buffer => file.subarray((at + 1) * size, (at + 2) * size);
  const numbers = (part: Buffer): number[] => Array.from({ length: part.length >> 2 }, (_, at) => part.readUInt32LE(at * 4));
  const tables = numbers(file.subarray(76, 512));
  for (let at = file.readUInt32LE(68), left = file.readUInt32LE(72); left > 0 && at < END; left--) {
    const more = numbers(sector(at));
    at = more.pop() ?? END;
    tables.push(...more);
  }
  const fat = tables.filter((at) => at < END).flatMap((at) => numbers(sector(at)));
  const chain = (start: number, next: readonly number[], get: (at: number) => Buffer): Buffer => {
    const parts: Buffer[] = [];
    for (let at = start; at < END && parts.length <= next.length; at = next[at] ?? END) parts.push(get(at));
    return Buffer.concat(parts);
  };
  const directory = chain(file.readUInt32LE(48), fat, sector);
  const small = numbers(chain(file.readUInt32LE(60), fat, sector));
  if (directory.length < 128) return new Map();
  const smallBytes = chain(directory.readUInt32LE(116), fat, sector);
  const streams = new Map<string, Buffer>();
  const visit = (at: number, path: string, seen: Set<number>): void => {
    if (at >= Math.floor(directory.length / 128) || seen.has(at)) return;
    seen.add(at);
    const entry = directory.subarray(at * 128, at * 128 + 128);
    const name = entry.toString('utf16le', 0, Math.max(0, entry.readUInt16LE(64) - 2));
    const [start, length] = [entry.readUInt32LE(116), entry.readUInt32LE(120)];
    for (const side of [68, 72]) visit(entry.readUInt32LE(side), path, seen);
    if (entry[66] === 2) {
      const whole = length < 4_096 ? chain(start, small, (one) => smallBytes.subarray(one * 64, one * 64 + 64)) : chain(start, fat, sector);
      streams.set(`${path}${name}`, whole.subarray(0, length));
    } else visit(entry.readUInt32LE(76), entry[66] === 5 ? '' : `${path}${name}/`, seen);
  };
  visit(0, '', new Set());
  return streams;
}
