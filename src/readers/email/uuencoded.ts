/** Files that old mail programs have written into the text itself (POSIX, uuencode). */

export interface Uuencoded {
  /** The text without them. */
  text: string;
  files: { name: string; bytes: Uint8Array }[];
}

const BEGIN = /^begin [0-7]{3,4} (\S.{0,250})$/;

/** Bytes of a line, null where it is none: its first sign says how many they are, each sign holds six bits. */
function bytesOf(line: string): number[] | null {
  const count = (line.charCodeAt(0) - 32) & 63;
  const signs = Math.ceil(count / 3) * 4;
  if (!/^[\x20-\x60]+$/.test(line) || line.length < Math.ceil((count * 8) / 6) + 1 || line.length > signs + 2) return null;
  const bits = (at: number): number => ((line.charCodeAt(at) || 32) - 32) & 63;
  const bytes: number[] = [];
  for (let at = 1; bytes.length < count; at += 4) {
    const group = (bits(at) << 18) | (bits(at + 1) << 12) | (bits(at + 2) << 6) | bits(at + 3);
    bytes.push(group >> 16, (group >> 8) & 255, group & 255);
  }
  return bytes.slice(0, count);
}

/** @param text with \n at its line ends. What begins like such a file and is none stays text */
export function takeUuencoded(text: string): Uuencoded {
  if (!text.includes('begin ')) return { text, files: [] };
  const lines = text.split('\n');
  const kept: string[] = [];
  const files: Uuencoded['files'] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, name] = BEGIN.exec(line) ?? [];
    const found = name === undefined ? null : fileAt(lines, at + 1);
    if (name === undefined || found === null) kept.push(line);
    else {
      files.push({ name, bytes: found.bytes });
      at = found.end;
    }
  }
  return { text: kept.join('\n'), files };
}

/** @returns null where a line of it is none of such a file, or its end is missing */
function fileAt(lines: readonly string[], from: number): { bytes: Uint8Array; end: number } | null {
  const pieces: number[][] = [];
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line === 'end') return pieces.length === 0 ? null : { bytes: Uint8Array.from(pieces.flat()), end: at };
    if (line === '' || line === '`') continue;
    const bytes = bytesOf(line);
    if (bytes === null) return null;
    pieces.push(bytes);
  }
  return null;
}
