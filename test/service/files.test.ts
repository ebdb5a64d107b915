/** Uploads, pictures in documents by every form of reference, and signed downloads. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { startLocalWeb, type LocalWeb } from '../support/local-web.ts';
import {
  download,
  expectJson,
  expectProblem,
  makeDocument,
  startOctavo,
  stopOctavo,
  waitForEnd,
  type DocumentJson,
  type FileJson,
  type Running,
} from '../support/service.ts';

let octavo: Running;
let web: LocalWeb;
const picture = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#2e6f8e' } })
  .png()
  .toBuffer();
const jpeg = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#aa3311' } })
  .jpeg()
  .toBuffer();

before(async () => {
  web = await startLocalWeb((request, response) => {
    if (request.url === '/picture.png') response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    else if (request.url === '/moved') response.writeHead(302, { location: '/picture.png' }).end();
    else if (request.url === '/inward') response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    else if (request.url === '/page') response.writeHead(200, { 'content-type': 'image/png' }).end('<html>not a picture</html>');
    else response.writeHead(404).end();
  });
  octavo = await startOctavo({ environment: { OCTAVO_FETCH_ALLOW: '127.0.0.1' } });
});
after(async () => {
  web.close();
  await stopOctavo(octavo);
});

const json = (value: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

function upload(bytes: Uint8Array<ArrayBuffer> | Buffer, filename: string, field = 'file'): Promise<Response> {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)]), filename);
  return octavo.call('/files', { method: 'POST', body: form });
}

test('a file is uploaded, read, listed and deleted', async () => {
  const file = await expectJson<FileJson>(await upload(picture, 'Größe 1.png'), 201);
  assert.match(file.id, /^file_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.deepEqual([file.object, file.filename, file.content_type, file.bytes], ['file', 'Größe 1.png', 'image/png', picture.length]);
  assert.equal(file.sha256, createHash('sha256').update(picture).digest('hex'));
  assert.deepEqual(await expectJson(await octavo.call(`/files/${file.id}`)), file);
  const list = await expectJson<{ data: FileJson[] }>(await octavo.call('/files?limit=1'));
  assert.deepEqual(list.data, [file]);
  assert.deepEqual(await expectJson(await octavo.call(`/files/${file.id}`, { method: 'DELETE' })), {
    id: file.id,
    object: 'file',
    deleted: true,
  });
  await expectProblem(await octavo.call(`/files/${file.id}`), 404, 'not_found');
  await expectProblem(await octavo.call(`/files/${file.id}`, { method: 'DELETE' }), 404, 'not_found');
});

test('a file may come as base64 or from an address', async () => {
  const data = await expectJson<FileJson>(await octavo.call('/files', json({ data: picture.toString('base64'), filename: 'a.png' })), 201);
  const fetched = await expectJson<FileJson>(await octavo.call('/files', json({ url: `${web.root}/moved`, filename: 'b.png' })), 201);
  assert.equal(data.sha256, fetched.sha256);
});

test('an upload tells how many pages it has', async () => {
  const document = await makeDocument(octavo, { content: { markdown: '# A\n\n::pagebreak\n\nB\n' }, format: 'docx' });
  const pdf = document.outputs?.find(({ kind }) => kind === 'pdf');
  const word = document.outputs?.find(({ kind }) => kind === 'docx');
  assert.equal((await expectJson<FileJson>(await upload(Buffer.from(await download(pdf?.url ?? '')), 'a.pdf'), 201)).pages, 2);
  assert.equal((await expectJson<FileJson>(await upload(Buffer.from(await download(word?.url ?? '')), 'a.docx'), 201)).pages, null);
  await expectProblem(await upload(Buffer.from('%PDF-1.7 and nothing more'), 'a.pdf'), 422, 'file_rejected');
});

test('what is no file is refused', async () => {
  await expectProblem(await upload(picture, 'a.png', 'other'), 422, 'input_invalid');
  await expectProblem(await upload(Buffer.from([0, 1, 2, 3, 250, 251]), 'a.bin'), 422, 'file_rejected');
  await expectProblem(await octavo.call('/files', json({ filename: 'a.png' })), 422, 'input_invalid');
  await expectProblem(await octavo.call('/files', json({ data: 'not base64!', filename: 'a.png' })), 422, 'input_invalid');
  await expectProblem(
    await octavo.call('/files', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }),
    415,
    'unsupported_media_type',
  );
});

test('20 MB pass, one byte more does not', async () => {
  const limit = 20 * 1024 * 1024;
  const text = Buffer.alloc(limit + 1, 'a');
  assert.equal((await expectJson<FileJson>(await upload(text.subarray(0, limit), 'a.txt'), 201)).bytes, limit);
  await expectProblem(await upload(text, 'a.txt'), 413, 'file_too_large');
});

test('an address inside the network is not fetched, however it is written', async () => {
  const problem = await expectProblem(await octavo.call('/files', json({ url: 'http://169.254.169.254/latest' })), 422, 'input_invalid');
  assert.equal(problem.errors[0]?.path, '/url');
  for (const url of [
    'http://10.0.0.1/x',
    'http://[::1]/x',
    'http://0x7f000002/x',
    'ftp://example.com/x',
    'http://user:pw@example.com/x',
    'file:///etc/passwd',
    `${web.root}/inward`,
  ]) {
    await expectProblem(await octavo.call('/files', json({ url })), 422, 'input_invalid');
  }
});

const markdown = '# With a picture\n\n![A blue field](img:1){width=50%}\n\nText.\n';

for (const format of ['docx', 'pdf']) {
  test(`a picture of each form of reference is in a ${format}`, async () => {
    const file = await expectJson<FileJson>(await upload(picture, 'a.png'), 201);
    const forms: unknown[] = [
      file.id,
      { url: `${web.root}/picture.png` },
      { data: picture.toString('base64'), filename: 'x.png' },
      { data: jpeg.toString('base64'), filename: 'x.jpg' },
    ];
    for (const form of forms) {
      const document = await makeDocument(octavo, { content: { markdown }, format, sources: [form] });
      assert.equal(
        document.status,
        'ready',
        `${JSON.stringify(form).slice(0, 60)}: ${JSON.stringify(document.error ?? document.validation_summary)}`,
      );
    }
  });
}

test('a picture that cannot be read refuses at once where its bytes are available, else fails the document', async () => {
  const broken = { data: Buffer.from('no picture').toString('base64'), filename: 'x.png' };
  const problem = await expectJson<{ code: string; errors: { path: string }[] }>(
    await octavo.post({ content: { markdown }, sources: [broken] }),
    422,
  );
  assert.ok(['file_rejected', 'source_unreadable', 'input_invalid'].includes(problem.code), problem.code);
  assert.equal(problem.errors[0]?.path, '/sources/0');
  for (const path of ['/page', '/nothing', '/inward']) {
    const document = await makeDocument(octavo, { content: { markdown }, sources: [{ url: web.root + path }] });
    assert.deepEqual([document.status, document.error?.code], ['failed', 'source_unreadable'], path);
  }
});

test('a file of another kind is no picture', async () => {
  const file = await expectJson<FileJson>(await upload(Buffer.from('plain text\n'), 'a.txt'), 201);
  await expectProblem(await octavo.post({ content: { markdown }, sources: [file.id] }), 422, 'input_invalid');
  await expectProblem(await octavo.post({ content: { markdown }, sources: [`file_${'0'.repeat(26)}`] }), 404, 'not_found');
});

test('a file that is deleted while its document waits is named by the failure', async () => {
  const file = await expectJson<FileJson>(await upload(picture, 'a.png'), 201);
  const many = Array.from({ length: 12 }, () =>
    octavo.post({ content: { markdown: `# X\n\n${'Text that fills a page. '.repeat(900)}` }, background: true }),
  );
  await Promise.all(many);
  const accepted = await expectJson<DocumentJson>(await octavo.post({ content: { markdown }, sources: [file.id], background: true }), 202);
  await octavo.call(`/files/${file.id}`, { method: 'DELETE' });
  const document = await waitForEnd(octavo, accepted.id);
  if (document.status === 'failed') assert.equal(document.error?.code, 'file_not_found');
  else assert.equal(document.status, 'ready');
});

// ------------------------------------------------------------------------------------------------- signed downloads

let made: Promise<DocumentJson> | undefined;
const madeOnce = (): Promise<DocumentJson> =>
  (made ??= makeDocument(octavo, { name: 'Año "2026" / päge', content: { markdown: '# Signed\n\nText.\n' }, format: 'docx' }));

test('a link needs no key, names the file and is not guessed', async () => {
  const document = await madeOnce();
  const output = document.outputs?.[0];
  assert.ok(output);
  const life = (Date.parse(output.expires_at) - Date.now()) / 1000;
  assert.ok(life > 280 && life <= 301, `${life} s`);
  const answer = await fetch(output.url);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document');
  assert.equal(answer.headers.get('content-length'), String(output.bytes));
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  const disposition = answer.headers.get('content-disposition') ?? '';
  assert.match(disposition, /^attachment;/);
  assert.match(disposition, /filename\*=UTF-8''A%C3%B1o/);
  await answer.arrayBuffer();
  const tampered = output.url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  assert.equal((await fetch(tampered)).status, 404);
  const longer = new URL(output.url);
  for (const [name, value] of longer.searchParams)
    if (/^\d{9,}$/.test(value)) longer.searchParams.set(name, String(Number(value) + 86_400));
  assert.ok(longer.href === output.url || (await fetch(longer)).status === 404, 'a later end must not be accepted');
});

test('ranges, HEAD and ETag', async () => {
  const { outputs } = await madeOnce();
  const { url = '', bytes = 0 } = outputs?.[1] ?? {};
  const whole = await download(url);
  const range = async (value: string): Promise<Response> => fetch(url, { headers: { range: value } });
  const part = await range('bytes=10-19');
  assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 10-19/${bytes}`]);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), Buffer.from(whole.subarray(10, 20)));
  const tail = await range('bytes=-5');
  assert.deepEqual(Buffer.from(await tail.arrayBuffer()), Buffer.from(whole.subarray(-5)));
  const open = await range(`bytes=${bytes - 3}-`);
  assert.equal((await open.arrayBuffer()).byteLength, 3);
  const beyond = await range(`bytes=${bytes}-`);
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${bytes}`]);
  const head = await fetch(url, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('content-length'), (await head.arrayBuffer()).byteLength], [200, String(bytes), 0]);
  const etag = head.headers.get('etag') ?? '';
  assert.match(etag, /^"/);
  assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304);
});

test('outputs gives fresh links', async () => {
  const { id } = await madeOnce();
  const { data } = await expectJson<{ data: { url: string; kind: string }[] }>(await octavo.call(`/documents/${id}/outputs`));
  assert.deepEqual(
    data.map(({ kind }) => kind),
    ['docx', 'pdf', 'preview'],
  );
  for (const { url } of data) assert.ok((await download(url)).length > 0);
});
