/**
 * RTF that ends in the middle, as a transfer that was broken off leaves it: Word shows what is there, LibreOffice refuses it. Where raw bytes
 * are told (`\bin`) that are more than the file has, LibreOffice waits for them for minutes: they end with it.
 */
import type { Note } from '../base/note.ts';

const [BACKSLASH, OPEN, CLOSE, SPACE] = [0x5c, 0x7b, 0x7d, 0x20];
const GROUPS_MAX = 10_000;

/** @returns the file with its open groups closed, and no raw bytes told that it does not have; null where none is open, or it is no such file */
export function closeRtf(bytes: Uint8Array): Uint8Array | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!file.subarray(0, 5).equals(Buffer.from('{\\rtf'))) return null;
  const bounded = boundRaw(file);
  return bounded === file ? closeGroups(file) : (closeGroups(bounded) ?? bounded);
}

/** The file with counts of raw bytes that go beyond its end made those that are left; the same where there are none. */
function boundRaw(file: Buffer): Buffer {
  let bounded = file;
  for (let at = file.indexOf('\\bin'); at !== -1; at = file.indexOf('\\bin', at + 4)) {
    const [word = '', digits = ''] = /^\\bin(\d{1,20})/.exec(file.toString('latin1', at, at + 24)) ?? [];
    const from = at + word.length;
    const left = file.length - from - (file[from] === SPACE ? 1 : 0);
    if (digits === '' || Number(digits) <= left) continue;
    if (bounded === file) bounded = Buffer.from(file);
    bounded.write(String(left).padStart(digits.length, '0'), at + 4, 'latin1');
  }
  return bounded;
}

function closeGroups(file: Buffer): Buffer | null {
  let open = 0;
  for (let at = 0; at < file.length; at++) {
    const byte = file[at];
    if (byte === OPEN) open++;
    else if (byte === CLOSE && --open === 0) return null;
    else if (byte === BACKSLASH) at += skipped(file, at);
  }
  // a control word or a character that was begun is ended by the space
  return open > GROUPS_MAX ? null : Buffer.concat([file, Buffer.from(` ${'}'.repeat(open)}`)]);
}

/** Bytes after a backslash that are no groups: an escaped sign, or the raw bytes of a picture (`\bin`). */
function skipped(file: Buffer, at: number): number {
  const next = file[at + 1];
  if (next === BACKSLASH || next === OPEN || next === CLOSE) return 1;
  if (next !== 0x62 || file.toString('latin1', at + 1, at + 4) !== 'bin') return 0;
  const [word = '', count = '0'] = /^\\bin(\d{1,20}) ?/.exec(file.toString('latin1', at, at + 26)) ?? [];
  return word === '' ? 0 : word.length - 1 + Number(count);
}

/** For a file that was closed. */
export const CUT_SHORT: Note = {
  code: 'part_left_out',
  severity: 'warning',
  message: 'The file ends in the middle, as if its transfer was broken off; the text up to there was read.',
};
