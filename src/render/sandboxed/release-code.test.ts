import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCleanRanges } from './release-code.ts';

const entry = (head: string, anonymousKb: number): string =>
  `${head}\nSize: 64 kB\nRss: 64 kB\nAnonymous: ${anonymousKb} kB\nVmFlags: rd mr\n`;

test('what is given back is mapped from a file, never written, and has no page of its own', () => {
  const smaps = [
    entry('7f0000000000-7f0000010000 r-xp 00000000 fe:00 12 /usr/lib/libcode.so', 0),
    entry('7f0000010000-7f0000020000 r--p 00010000 fe:00 12 /usr/lib/libcode.so', 8),
    entry('7f0000020000-7f0000030000 rw-p 00020000 fe:00 12 /usr/lib/libcode.so', 0),
    entry('7f0000030000-7f0000040000 r--p 00000000 00:00 0 ', 0),
    entry('7f0000040000-7f0000050000 r--p 00000000 00:01 9 /memfd:data (deleted)', 0),
    entry('7f0000050000-7f0000058000 r--p 00000000 fe:00 13 /usr/share/with space.rdb', 0),
    entry('7ffc00000000-7ffc00001000 r-xp 00000000 00:00 0 [vdso]', 0),
  ].join('');
  assert.deepEqual(readCleanRanges(smaps), [
    { start: 0x7f0000000000n, bytes: 0x10000n },
    { start: 0x7f0000050000n, bytes: 0x8000n },
  ]);
});
