import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { test, type TestContext } from 'node:test';
import { openServer, PIXEL, type OpenServer } from '../../test/support/open-server.ts';
import { problemOf } from '../../test/support/problem.ts';

const MB = 1_048_576;
const BOUNDARY = 'x-boundary';

interface Part {
  head: string;
  body: string | Uint8Array;
}

const filePart = (body: string | Uint8Array, filename = 'a.txt', field = 'file'): Part => ({
  head: `Content-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: text/plain`,
  body,
});
const textPart = (name: string, body: string): Part => ({ head: `Content-Disposition: form-data; name="${name}"`, body });

function writeForm(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ head, body }) => [Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]),
    Buffer.from(end),
  ]);
}

async function open(
  t: TestContext,
): Promise<{ server: OpenServer; send: (payload: Buffer, type?: string) => ReturnType<OpenServer['get']> }> {
  const server = await openServer();
  t.after(() => server.close());
  const send = (payload: Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
    server.app.inject({ method: 'POST', url: '/v1/files', headers: { ...server.auth, 'content-type': type }, payload });
  return { server, send };
}

test('a form brings one file with its name, and other fields are passed over', async (t) => {
  const { server, send } = await open(t);
  const bytes = Buffer.concat([PIXEL, Buffer.from([0, 255, 13, 10, 45, 45, 120])]);
  const made = await send(writeForm([textPart('purpose', 'x'), filePart(bytes, 'año 1.png'), textPart('more', '{"a":1}')]));
  const file = made.json<{ id: string; filename: string; bytes: number }>();
  assert.deepEqual([made.statusCode, file.filename, file.bytes], [201, 'año 1.png', bytes.length]);
  assert.deepEqual(Buffer.from((await server.blobs.get(`files/${file.id}/original`)) ?? []), bytes);
});

test('a form as platforms write it is read', async (t) => {
  const { server } = await open(t);
  const root = await server.listen();
  const form = new FormData();
  form.set('file', new Blob(['hello'], { type: 'application/json' }), 'ñandú 1.txt');
  const answer = await fetch(`${root}/v1/files`, { method: 'POST', headers: server.auth, body: form });
  assert.deepEqual([answer.status, ((await answer.json()) as { filename: string }).filename], [201, 'ñandú 1.txt']);
});

test('a file without a name, or under a path, is named plainly', async (t) => {
  const { send } = await open(t);
  assert.equal((await send(writeForm([textPart('file', 'hello')]))).json<{ filename: string }>().filename, 'file');
  assert.equal((await send(writeForm([filePart('hello', '../../etc/passwd')]))).json<{ filename: string }>().filename, 'passwd');
  assert.equal((await send(writeForm([filePart('hello', 'C:\\\\docs\\\\a.txt')]))).json<{ filename: string }>().filename, 'a.txt');
});

test('20 MB pass, one byte more does not; a name that is too long is cut', async (t) => {
  const { send } = await open(t);
  assert.equal((await send(writeForm([filePart(Buffer.alloc(20 * MB, 'a'))]))).json<{ bytes: number }>().bytes, 20 * MB);
  const large = await problemOf(send(writeForm([filePart(Buffer.alloc(20 * MB + 1))])));
  assert.deepEqual([large.code, large.status, large.paths], ['file_too_large', 413, ['/file']]);
  assert.equal((await problemOf(send(writeForm([filePart(Buffer.alloc(22 * MB))])))).code, 'file_too_large');
  assert.equal((await send(writeForm([filePart('a', 'x'.repeat(200))]))).statusCode, 201);
  // A name that came with the file is no field that a user wrote: it is cut.
  const long = await send(writeForm([filePart('a', `${'x'.repeat(201)}.txt`)]));
  assert.deepEqual([long.statusCode, long.json<{ filename: string }>().filename], [201, `${'x'.repeat(196)}.txt`]);
});

test('a file that grows beyond 20 MB without saying so is refused', async (t) => {
  const { server } = await open(t);
  const { port } = new URL(await server.listen());
  const status = await new Promise<number>((resolve, reject) => {
    const request = httpRequest(
      { port, method: 'POST', path: '/v1/files', headers: { ...server.auth, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } },
      (response) => resolve(response.resume().statusCode ?? 0),
    );
    request.on('error', reject);
    request.write(`--${BOUNDARY}\r\n${filePart('').head}\r\n\r\n`);
    for (let sent = 0; sent < 24; sent++) request.write(Buffer.alloc(MB));
    request.end(`\r\n--${BOUNDARY}--\r\n`);
  });
  assert.equal(status, 413);
});

test('forms without the file, with two, cut off or malformed are refused', async (t) => {
  const { send } = await open(t);
  const faults: [Buffer, string[]][] = [
    [writeForm([]), ['/file']],
    [writeForm([textPart('data', 'x')]), ['/file']],
    [writeForm([filePart('x', 'a.txt', 'upload')]), ['/file']],
    [Buffer.alloc(0), ['/file']],
    [writeForm([filePart('a'), filePart('b')]), ['/file']],
    [writeForm([filePart('abc')], ''), ['']],
    [Buffer.from('nonsense'), ['']],
    [writeForm(Array.from({ length: 20 }, (_, at) => textPart(`f${at}`, 'x'))), ['']],
  ];
  for (const [at, [payload, paths]] of faults.entries()) {
    const problem = await problemOf(send(payload));
    assert.deepEqual([problem.code, problem.paths], ['input_invalid', paths], `form ${at}`);
  }
  assert.equal((await problemOf(send(writeForm([filePart('a')]), 'multipart/form-data'))).code, 'input_invalid');
  assert.equal((await problemOf(send(writeForm([filePart('a')]), 'multipart/form-data; boundary='))).code, 'input_invalid');
  assert.equal((await problemOf(send(writeForm([filePart('a')]), 'multipart/mixed; boundary=x'))).code, 'unsupported_media_type');
});

test('odd names of fields do no harm', async (t) => {
  const { send } = await open(t);
  for (const name of ['__proto__', 'constructor', 'toString', '', 'x'.repeat(5_000)]) {
    assert.ok([201, 422].includes((await send(writeForm([textPart(name, 'x'), filePart('a')]))).statusCode), name.slice(0, 20));
  }
});
