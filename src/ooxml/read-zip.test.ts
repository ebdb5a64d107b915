import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Refusal } from '../base/refusal.ts';
import { readZip, verifyZip, ZIP_LIMITS } from './read-zip.ts';
import type { ZipLimits } from './read-zip.ts';
import { rewriteZip, writeZip } from './write-zip.ts';

const decode = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const LONG = 'lorem ipsum '.repeat(40);
const SAMPLE = writeZip([
  { name: 'a.xml', data: LONG },
  { name: 'b/c.png', data: 'picture' },
]);

/** The sample with some bytes changed: `edit` gets a view and where local header, directory and end record begin. */
function spoil(edit: (view: DataView, at: { directory: number; second: number; end: number }) => void, of = SAMPLE): Uint8Array {
  const bytes = of.slice();
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  const directory = view.getUint32(end + 16, true);
  edit(view, { directory, second: view.getUint32(directory + 46 + 5 + 42, true), end });
  return bytes;
}

function checkRefused(bytes: Uint8Array, message: RegExp, limits: Partial<ZipLimits> = {}): void {
  assert.throws(
    () => verifyZip(readZip(bytes, { ...ZIP_LIMITS, ...limits })),
    (error) => error instanceof Refusal && error.code === 'file_rejected' && message.test(error.message),
  );
}

test('parts are listed in order and unpacked when asked for', () => {
  const { parts } = readZip(SAMPLE);
  assert.deepEqual([...parts.keys()], ['a.xml', 'b/c.png']);
  assert.equal(decode(parts.get('a.xml')?.read()), LONG);
  assert.equal(parts.get('a.xml')?.rawBytes, LONG.length);
});
test('an archive without parts', () => assert.equal(readZip(writeZip([])).parts.size, 0));
test('names beyond ASCII', () => assert.deepEqual([...readZip(writeZip([{ name: 'año.xml', data: '' }])).parts.keys()], ['año.xml']));
test('backslashes and a leading slash are repaired, folders left out', () => {
  const { parts } = readZip(
    writeZip([
      { name: 'xl\\a.xml', data: '1' },
      { name: '/b.xml', data: '2' },
      { name: 'c/', data: '' },
    ]),
  );
  assert.deepEqual([...parts.keys()], ['xl/a.xml', 'b.xml']);
});
test('a line end behind the archive', () => assert.equal(readZip(Buffer.concat([SAMPLE, Buffer.from('\n')])).parts.size, 2));

test('no archive', () => checkRefused(Buffer.from('hello'), /no list of parts/));
test('an empty file', () => checkRefused(new Uint8Array(), /no list of parts/));
test('cut short', () => checkRefused(SAMPLE.slice(0, -30), /no list of parts/));
test('bytes before the archive', () => checkRefused(Buffer.concat([Buffer.from('%PDF-1.7\n'), SAMPLE]), /not where it should be/));
test('bytes before the first part that the directory knows of', () => {
  const moved = spoil((view, { directory, end }) => {
    view.setUint32(directory + 42, view.getUint32(directory + 42, true) + 4, true);
    view.setUint32(directory + 51 + 42, view.getUint32(directory + 51 + 42, true) + 4, true);
    view.setUint32(end + 16, view.getUint32(end + 16, true) + 4, true);
  });
  checkRefused(Buffer.concat([Buffer.from('MZ  '), moved]), /before its first part/);
});
test('names that lead out', () => {
  for (const name of ['../a', 'a/../../b', '..\\a', 'C:/a', '/', 'a\0b']) checkRefused(writeZip([{ name, data: '' }]), /leads out/);
});
test('two entries of one name', () => {
  const twice = writeZip([
    { name: 'aa', data: '1' },
    { name: 'ab', data: '2' },
  ]);
  for (const last of ['a', 'A']) {
    const bytes = Buffer.from(Buffer.from(twice).toString('latin1').replaceAll('ab', `a${last}`), 'latin1');
    checkRefused(bytes, /two parts are named/);
  }
});
test('encrypted', () =>
  checkRefused(
    spoil((view, { directory }) => view.setUint16(directory + 8, 1, true)),
    /password/,
  ));
test('packed in another way', () =>
  checkRefused(
    spoil((view, { directory }) => view.setUint16(directory + 10, 14, true)),
    /method 14/,
  ));
test('a size that lies', () => {
  checkRefused(
    spoil((view, { directory }) => view.setUint32(directory + 24, 100, true)),
    /two sizes/,
  );
  const both = (size: number) =>
    spoil((view, { directory }) => {
      view.setUint32(directory + 24, size, true);
      view.setUint32(22, size, true);
    });
  checkRefused(both(100), /cannot be unpacked/);
  checkRefused(both(1000), /not as long as it says/);
});
test('a wrong checksum', () =>
  checkRefused(
    spoil((view, { directory }) => view.setUint32(directory + 16, 7, true)),
    /checksum/,
  ));
test('another name in front of the data', () =>
  checkRefused(
    spoil((view) => view.setUint8(30, 0x62)),
    /two names/,
  ));
test('a part inside of another one', () => {
  const inner = writeZip([{ name: 'b', data: 'x' }]).slice(0, 30 + 1 + 1);
  const bytes = spoil(
    () => {},
    writeZip([
      { name: 'a', data: inner, store: true },
      { name: 'b', data: 'x' },
    ]),
  );
  const { entries } = readZip(bytes);
  assert.equal(entries.length, 2);
  const directory = new DataView(bytes.buffer).getUint32(bytes.length - 6, true);
  new DataView(bytes.buffer).setUint32(directory + 47 + 42, 31, true);
  checkRefused(bytes, /inside another/);
});
test('a directory that counts wrong', () => {
  checkRefused(
    spoil((view, { end }) => [8, 10].forEach((at) => view.setUint16(end + at, 1, true))),
    /more than it counts/,
  );
  checkRefused(
    spoil((view, { end }) => [8, 10].forEach((at) => view.setUint16(end + at, 3, true))),
    /cut short/,
  );
  checkRefused(
    spoil((view, { end }) => view.setUint16(end + 4, 1, true)),
    /several volumes/,
  );
});
test('offsets outside of the file', () => {
  checkRefused(
    spoil((view, { directory }) => view.setUint32(directory + 42, 0x7fffffff, true)),
    /not where it should be/,
  );
  checkRefused(
    spoil((view, { directory }) => [20, 24].forEach((at) => view.setUint32(directory + at, 0x7fffffff, true))),
    /too large|cut short/,
  );
  checkRefused(
    spoil((view, { end }) => view.setUint32(end + 16, 0x7fffffff, true)),
    /not where it should be/,
  );
  checkRefused(
    spoil((view, { end }) => view.setUint32(end + 16, 0xffffffff, true)),
    /65,535 parts or 4 GiB/,
  );
});
test('the limits', () => {
  checkRefused(SAMPLE, /holds 2 parts; at most 1/, { entriesMax: 1 });
  checkRefused(SAMPLE, /too large once/, { entryBytesMax: 479 });
  checkRefused(SAMPLE, /too large once/, { totalBytesMax: 486 });
  checkRefused(SAMPLE, /a\.xml unpacks to more than 5 times/, { ratioMax: 5, xmlRatioFromBytes: 100 });
  verifyZip(readZip(SAMPLE, { ...ZIP_LIMITS, entriesMax: 2, entryBytesMax: 480, totalBytesMax: 487 }));
});
test('an XML part of one repeated letter', () => checkRefused(writeZip([{ name: 'a.xml', data: 'A'.repeat(2 ** 21) }]), /300 times/));

test('a zip64 archive', () => {
  const { entries } = readZip(SAMPLE);
  const end = SAMPLE.length - 22;
  const view = new DataView(SAMPLE.buffer);
  const tail = Buffer.alloc(56 + 20 + 22);
  tail.writeUInt32LE(0x06064b50, 0);
  tail.writeBigUInt64LE(44n, 4);
  tail.writeBigUInt64LE(BigInt(entries.length), 32);
  tail.writeBigUInt64LE(BigInt(view.getUint32(end + 12, true)), 40);
  tail.writeBigUInt64LE(BigInt(view.getUint32(end + 16, true)), 48);
  tail.writeUInt32LE(0x07064b50, 56);
  tail.writeBigUInt64LE(BigInt(end), 64);
  tail.writeUInt32LE(0x06054b50, 76);
  tail.fill(0xff, 84, 96);
  const large = Buffer.concat([SAMPLE.subarray(0, end), tail]);
  assert.deepEqual([...readZip(large).parts.keys()], ['a.xml', 'b/c.png']);
  large.writeBigUInt64LE(2n ** 63n, end + 64);
  checkRefused(large, /not where it should be/);
});

test('untouched entries keep their packed bytes when an archive is rewritten', () => {
  const { entries } = readZip(SAMPLE);
  assert.ok(Buffer.compare(rewriteZip(entries), SAMPLE) === 0);
  const changed = readZip(rewriteZip(entries.map((entry) => (entry.name === 'a.xml' ? { name: entry.name, data: 'new' } : entry))));
  assert.equal(decode(changed.parts.get('a.xml')?.read()), 'new');
  assert.deepEqual(changed.entries[1]?.data, entries[1]?.data);
  assert.deepEqual(changed.entries[1]?.record, entries[1]?.record);
});

const anyEntries = fc.uniqueArray(
  fc.record({ name: fc.stringMatching(/^[a-z]{1,8}(\/[a-zñ]{1,8}){0,2}\.(xml|png)$/), data: fc.uint8Array({ maxLength: 300 }) }),
  {
    selector: ({ name }) => name.toLowerCase(),
    maxLength: 8,
  },
);
test('what is written is read', () => {
  fc.assert(
    fc.property(anyEntries, (entries) => {
      const { parts } = readZip(writeZip(entries));
      assert.equal(parts.size, entries.length);
      for (const { name, data } of entries) assert.ok(Buffer.compare(parts.get(name)?.read() ?? new Uint8Array(1), data) === 0);
    }),
  );
});
test('any damage is refused or does no harm', () => {
  const damages = fc.array(fc.tuple(fc.nat(SAMPLE.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(damages, (changes) => {
      const bytes = SAMPLE.slice();
      for (const [at, byte] of changes) bytes[at] = byte;
      try {
        verifyZip(readZip(bytes));
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error));
      }
    }),
    { numRuns: 2000 },
  );
});

test('names from before Unicode are read in the encoding that all of them make sense in', () => {
  const archive = Buffer.from(
    writeZip([
      { name: 'A/______.txt', data: 'a' },
      { name: 'B/______.txt', data: 'b' },
    ]),
  );
  const named = (first: readonly number[], second: readonly number[]): string[] => {
    let bytes = archive.toString('latin1');
    bytes = bytes
      .replaceAll('A/______', `A/${String.fromCharCode(...first)}`)
      .replaceAll('B/______', `B/${String.fromCharCode(...second)}`);
    return [...readZip(Buffer.from(bytes, 'latin1')).parts.keys()];
  };
  // Shift-JIS, code page 866, code page 437
  assert.deepEqual(named([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea], [0x83, 0x65, 0x83, 0x58, 0x83, 0x67]), ['A/日本語.txt', 'B/テスト.txt']);
  assert.deepEqual(named([0x8f, 0xe0, 0xa8, 0xa2, 0xa5, 0xe2], [0xe4, 0xa0, 0xa9, 0xab, 0xeb, 0x31]), ['A/Привет.txt', 'B/файлы1.txt']);
  assert.deepEqual(named([0x47, 0x72, 0x81, 0xe1, 0x65, 0x31], [0x53, 0x94, 0x68, 0x6e, 0x65, 0x32]), ['A/Grüße1.txt', 'B/Söhne2.txt']);
});
