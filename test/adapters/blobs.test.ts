/** What is promised of every blob store, tried with the folder and with S3. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { openDiskBlobs } from '../../src/adapters/disk-blobs.ts';
import { createS3Blobs, parseS3Url } from '../../src/adapters/s3-blobs.ts';
import type { Blobs } from '../../src/ports/blobs.ts';
import { findFreePort, makeFolder } from '../support/postgres-servers.ts';

interface Opened {
  blobs: Blobs;
  close(): Promise<void>;
}

async function openDisk(): Promise<Opened> {
  const dir = makeFolder();
  return { blobs: await openDiskBlobs(dir), close: () => rm(dir, { recursive: true, force: true }) };
}

async function openS3(): Promise<Opened> {
  const dir = makeFolder();
  const port = await findFreePort();
  const program = path.join(path.dirname(createRequire(import.meta.url).resolve('s3rver/package.json')), 'bin', 's3rver.js');
  const server = spawn(
    process.execPath,
    [program, '-d', dir, '-a', '127.0.0.1', '-p', String(port), '-s', '--configure-bucket', 'octavo'],
    { stdio: 'ignore' },
  );
  const gone = new Promise((resolve) => server.on('exit', resolve));
  const blobs = await createS3Blobs(`s3://S3RVER:S3RVER@octavo/some/folder?endpoint=http://127.0.0.1:${port}&region=eu-west-1`);
  for (const end = Date.now() + 60_000; ;) {
    const fault = await blobs.check().then(
      () => null,
      (error: unknown) => error,
    );
    if (fault === null) break;
    if (Date.now() > end) throw fault;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    blobs,
    close: async () => {
      server.kill();
      await gone;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

for (const [name, open] of [
  ['folder', openDisk],
  ['S3', openS3],
] as const) {
  describe(`blobs in ${name}`, () => {
    let opened: Opened;
    let blobs: Blobs;
    before(async () => {
      opened = await open();
      ({ blobs } = opened);
    });
    after(() => opened.close());
    const put = (key: string, content: string) => blobs.put(key, Buffer.from(content), 'text/plain');
    const read = async (key: string) => {
      const bytes = await blobs.get(key);
      return bytes === null ? null : Buffer.from(bytes).toString();
    };

    test('what was put comes back, whole and in part', async () => {
      await put('documents/doc_1/out_1.docx', '0123456789');
      assert.equal(await read('documents/doc_1/out_1.docx'), '0123456789');
      const whole = await blobs.stream('documents/doc_1/out_1.docx');
      assert.equal(whole && (await text(whole)), '0123456789');
      for (const [range, expected] of [
        [{ start: 2, end: 4 }, '234'],
        [{ start: 0, end: 1 }, '01'],
        [{ start: 9, end: 9 }, '9'],
      ] as const) {
        const part = await blobs.stream('documents/doc_1/out_1.docx', range);
        assert.equal(part && (await text(part)), expected);
      }
    });

    test('what is not there is null', async () => {
      assert.equal(await blobs.get('documents/doc_none/a.pdf'), null);
      assert.equal(await blobs.stream('documents/doc_none/a.pdf'), null);
      assert.equal(await blobs.stream('documents/doc_none/a.pdf', { start: 0, end: 1 }), null);
    });

    test('a second put replaces the first; nothing and much are kept as they are', async () => {
      await put('files/file_1/a.txt', 'first');
      await put('files/file_1/a.txt', 'second');
      assert.equal(await read('files/file_1/a.txt'), 'second');
      await put('files/file_1/empty', '');
      assert.equal(await read('files/file_1/empty'), '');
      const much = Buffer.alloc(3_000_000, 'octavo');
      await blobs.put('files/file_1/much.bin', much, 'application/octet-stream');
      assert.ok(much.equals((await blobs.get('files/file_1/much.bin')) ?? Buffer.of()));
    });

    test('a prefix deletes what lies under it and nothing beside it', async () => {
      for (const key of ['documents/doc_2/a', 'documents/doc_2/b/c', 'documents/doc_22/a', 'documents/doc_3/a']) await put(key, key);
      await blobs.deleteAll('documents/doc_2/');
      assert.deepEqual(
        await Promise.all(['documents/doc_2/a', 'documents/doc_2/b/c', 'documents/doc_22/a', 'documents/doc_3/a'].map(read)),
        [null, null, 'documents/doc_22/a', 'documents/doc_3/a'],
      );
      await blobs.deleteAll('documents/doc_2/');
      await blobs.deleteAll('documents/doc_2');
      assert.equal(await read('documents/doc_22/a'), null);
      await assert.rejects(blobs.deleteAll(''));
    });

    test('keys and folders are listed in order and within their bounds', async () => {
      for (const key of [
        'listed/doc_1/out_b',
        'listed/doc_1/out_a',
        'listed/doc_1/source',
        'listed/doc_1/deep/x',
        'listed/doc_2/a',
        'listed/doc_3/a',
      ])
        await put(key, key);
      assert.deepEqual(await blobs.list('listed/doc_1/out_'), ['listed/doc_1/out_a', 'listed/doc_1/out_b']);
      assert.deepEqual(
        await blobs.list('listed/doc_1/'),
        ['deep/x', 'out_a', 'out_b', 'source'].map((name) => `listed/doc_1/${name}`),
      );
      assert.deepEqual(await blobs.list('listed/doc_9/out_'), []);
      const folders = (after: string, before: string, limit = 10) => blobs.folders('listed/', { after, before, limit });
      assert.deepEqual(await folders('doc_0', 'doc_9'), ['doc_1', 'doc_2', 'doc_3']);
      assert.deepEqual(await folders('doc_1', 'doc_3'), ['doc_2']);
      assert.deepEqual(await folders('doc_0', 'doc_9', 2), ['doc_1', 'doc_2']);
      assert.deepEqual(await blobs.folders('nothing/', { after: 'a', before: 'z', limit: 10 }), []);
      await blobs.deleteAll('listed/');
    });

    test('many at once, put and deleted', async () => {
      const keys = Array.from({ length: 60 }, (_, i) => `documents/doc_many/out_${i}.png`);
      await Promise.all(keys.map((key) => put(key, key)));
      assert.deepEqual(await Promise.all(keys.map(read)), keys);
      await blobs.deleteAll('documents/doc_many/');
      assert.ok((await Promise.all(keys.map(read))).every((content) => content === null));
    });

    test('no key leads to what is not its own', async () => {
      for (const key of [
        '../a',
        'a/../../b',
        '/etc/passwd',
        'a//b',
        '',
        '.',
        '..',
        'a/.partial',
        'a\u0000b',
        'a\\..\\b',
        'ä',
        'a/',
        'a\r\nb',
        'a?b',
      ]) {
        await assert.rejects(blobs.put(key, Buffer.from('x'), 'text/plain'), /not a blob key/, JSON.stringify(key));
        await assert.rejects(blobs.get(key), /not a blob key/, JSON.stringify(key));
        await assert.rejects(blobs.stream(key), /not a blob key/, JSON.stringify(key));
      }
      for (const prefix of ['../', '/', '.partial/', 'a/../'])
        await assert.rejects(blobs.deleteAll(prefix), /not a blob key/, JSON.stringify(prefix));
    });

    test('a stream that was opened outlives the deletion of its key', async () => {
      await put('documents/doc_4/a', 'still here');
      const stream = await blobs.stream('documents/doc_4/a');
      await blobs.deleteAll('documents/doc_4/');
      assert.equal(stream && (await text(stream)), 'still here');
    });

    test('a writable store passes its check, again and again', async () => {
      await blobs.check();
      await blobs.check();
    });
  });
}

test('the first byte alone comes from a folder', async () => {
  // s3rver takes an end of 0 for none, so this is not asked of S3 above.
  const dir = makeFolder();
  const blobs = await openDiskBlobs(dir);
  await blobs.put('a', Buffer.from('0123'), 'text/plain');
  const first = await blobs.stream('a', { start: 0, end: 0 });
  assert.equal(first && (await text(first)), '0');
  await rm(dir, { recursive: true });
});

test('no key leads out of the folder on the disk', async () => {
  const dir = makeFolder();
  const blobs = await openDiskBlobs(path.join(dir, 'blobs'));
  await assert.rejects(blobs.put('../a', Buffer.from('x'), 'text/plain'), /not a blob key/);
  assert.deepEqual(await readdir(dir), ['blobs']);
  await rm(dir, { recursive: true });
});

test('a folder that cannot be written to fails its check', async () => {
  const dir = makeFolder();
  const blobs = await openDiskBlobs(dir);
  await rm(dir, { recursive: true });
  await assert.rejects(blobs.check(), /ENOENT/);
});

test('opening the folder again removes what a crash left, and nothing that is being written', async () => {
  const dir = makeFolder();
  await openDiskBlobs(dir);
  for (const [name, ageS] of [
    ['old', 4_000],
    ['young', 10],
  ] as const) {
    const file = path.join(dir, '.partial', name);
    await writeFile(file, 'x');
    await utimes(file, Date.now() / 1_000 - ageS, Date.now() / 1_000 - ageS);
  }
  await openDiskBlobs(dir);
  assert.deepEqual(await readdir(path.join(dir, '.partial')), ['young']);
  await rm(dir, { recursive: true });
});

test('a put and a deletion at the same time leave the file or nothing, and no leftovers', async () => {
  const dir = makeFolder();
  const blobs = await openDiskBlobs(dir);
  for (let round = 0; round < 200; round++) {
    await Promise.all([blobs.put('documents/doc_1/deep/a', Buffer.from('x'), 'text/plain'), blobs.deleteAll('documents/doc_1/')]);
    const found = await blobs.get('documents/doc_1/deep/a');
    assert.ok(found === null || Buffer.from(found).toString() === 'x');
  }
  assert.deepEqual(await readdir(path.join(dir, '.partial')), []);
  await rm(dir, { recursive: true });
});

test('a bucket that is not there is an error, and not a missing key', async () => {
  const blobs = await createS3Blobs(`s3://a:b@octavo?endpoint=http://127.0.0.1:${await findFreePort()}`);
  await assert.rejects(blobs.check(), /ECONNREFUSED/);
  await assert.rejects(blobs.get('a'), /ECONNREFUSED/);
});

test('the address of a bucket is read as it is meant, or refused in a sentence', () => {
  const place = parseS3Url('s3://octavo');
  assert.deepEqual([place.bucket, place.prefix, place.client.region, place.client.endpoint], ['octavo', '', 'us-east-1', undefined]);
  const elsewhere = parseS3Url('s3://id:a%2Fb@octavo/x/y/?endpoint=https://s3.example.org&region=eu-1');
  assert.deepEqual(
    [elsewhere.prefix, elsewhere.client.endpoint, elsewhere.client.region, elsewhere.client.credentials],
    ['x/y/', 'https://s3.example.org', 'eu-1', { accessKeyId: 'id', secretAccessKey: 'a/b' }],
  );
  for (const address of ['', 'http://octavo', 's3://', 's3://octavo?endpoint=ftp://x', 's3://octavo?regoin=eu']) {
    assert.throws(() => parseS3Url(address), /blob store/, address);
  }
});
