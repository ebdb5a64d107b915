import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Refusal } from '../base/refusal.ts';
import { PRIVATE_HOSTS } from '../../test/support/private-hosts.ts';
import { createDownloader, type DownloaderOptions } from './download.ts';

const MB = 1_048_576;

const INVALID_URLS = [
  '',
  'not an address',
  '//example.com/a',
  '/a',
  'http://',
  'http:///',
  'http://[::1',
  'http://[fe80::1%25eth0]/',
  'http://[fe80::1%eth0]/',
  'http://256.256.256.256/',
  'http://1.2.3.4.5/',
  'http://0x100000000/',
  'http://a b/',
  'http://exa mple.com/',
  'http://example.com:99999/',
  'http://./',
  'http://a..b/',
  'http://.a/',
  'http://%00/',
  'ftp://example.com/a',
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:text/plain,a',
  'javascript:alert(1)',
  'blob:http://example.com/a',
  'ws://example.com/',
  'unix:/run/a.sock',
  'about:blank',
  'view-source:http://example.com/',
  'http://user@example.com/',
  'http://user:secret@example.com/',
  'http://:secret@example.com/',
  'https://example.com@127.0.0.1/',
  'http://127.0.0.1\\@example.com/',
  'http://example.com#@127.0.0.1:a@x/'.replace('#', '%23'),
];

const PUBLIC_URLS = [
  'http://example.com/a.png',
  'https://example.com/',
  'http://example.com:8081/a',
  'https://example.com:1/a?b=c#d',
  'http://example.com./',
  'http://8.8.8.8/',
  'http://1.1.1.1:8080/',
  'http://134744072/',
  'http://[2606:4700::1111]/',
  'http://[::ffff:8.8.8.8]/',
  'http://localhost.example.com/',
  'http://mylocalhost/',
  'http://172.32.0.1/',
  'http://172.15.255.255/',
  'http://100.63.255.255/',
  'http://100.128.0.1/',
  'http://11.0.0.1/',
  'http://128.0.0.1/',
  'http://126.255.255.255/',
  'http://193.0.0.1/',
  'http://169.253.0.1/',
  'http://bücher.example/',
];

test('the tables are as long as they claim', () => {
  assert.ok(PRIVATE_HOSTS.length >= 100, String(PRIVATE_HOSTS.length));
});

test('no spelling of a private address passes, before or during the connection', async () => {
  const downloader = createDownloader({ allow: [] });
  for (const host of PRIVATE_HOSTS) {
    for (const url of [`http://${host}/a`, `https://${host}:8443/a`]) {
      assert.equal(typeof downloader.check(url), 'string', url);
      await assert.rejects(
        downloader.download(url),
        (error) => error instanceof Refusal && error.code === 'input_invalid' && error.errors[0]?.path === '/url',
        url,
      );
    }
  }
});

test('what is no http address is refused by itself', () => {
  const downloader = createDownloader({ allow: [] });
  for (const url of INVALID_URLS) assert.equal(typeof downloader.check(url), 'string', url);
});

test('public addresses pass the first look', () => {
  const downloader = createDownloader({ allow: [] });
  for (const url of PUBLIC_URLS) assert.equal(downloader.check(url), null, url);
});

test('the allow list opens what it names and nothing else', () => {
  const downloader = createDownloader({
    allow: ['127.0.0.1', '10.1.0.0/16', '[fd00::5]:8080', 'fd01::/64', 'files.localhost', '192.168.0.1:90'],
  });
  const open = [
    'http://127.0.0.1:5000/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    'http://10.1.255.1/',
    'http://[fd00::5]:8080/',
    'http://[fd01::9]/',
    'http://files.localhost/',
    'http://192.168.0.1:90/',
  ];
  const shut = [
    'http://127.0.0.2/',
    'http://10.2.0.1/',
    'http://[fd00::5]/',
    'http://[fd01:0:0:1::9]/',
    'http://192.168.0.1/',
    'http://[::1]/',
  ];
  for (const url of open) assert.equal(downloader.check(url), null, url);
  for (const url of shut) assert.equal(typeof downloader.check(url), 'string', url);
  assert.throws(() => createDownloader({ allow: ['10.0.0.0/33'] }), /10\.0\.0\.0\/33/);
  assert.throws(() => createDownloader({ allow: ['http://a/'] }), /OCTAVO_FETCH_ALLOW/);
});

interface Local {
  origin: string;
  port: number;
  connections: () => number;
}

async function serve(t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Local> {
  let connections = 0;
  const server = createServer(answer);
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, connections: () => connections };
}

const local = (more: Partial<DownloaderOptions> = {}) => createDownloader({ allow: ['127.0.0.1'], ...more });
const refusal = (code: string, text: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.code === code && text.test(error.message);

test('a file comes with its name and media type', async (t) => {
  const { origin } = await serve(t, (request, response) => {
    assert.equal(request.headers['accept-encoding'], 'identity');
    if (request.url === '/named') response.setHeader('content-disposition', `attachment; filename="a.txt"; filename*=UTF-8''caf%C3%A9.txt`);
    if (request.url === '/evil') response.setHeader('content-disposition', 'attachment; filename="../../etc/passwd"');
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('hello');
  });
  const found = await local().download(`${origin}/folder/my%20notes.txt?x=1`);
  assert.deepEqual([Buffer.from(found.bytes).toString(), found.filename, found.contentType], ['hello', 'my notes.txt', 'text/plain']);
  assert.equal((await local().download(`${origin}/named`)).filename, 'café.txt');
  assert.equal((await local().download(`${origin}/evil`)).filename, 'passwd');
  assert.equal((await local().download(`${origin}/`)).filename, 'download');
  assert.equal((await local().download(`${origin}/${'x'.repeat(400)}.md`)).filename.length, 200);
});

test('packed answers are unpacked within the bound', async (t) => {
  const { origin } = await serve(t, (request, response) => {
    const body =
      request.url === '/bomb' ? gzipSync(Buffer.alloc(21 * MB)) : request.url === '/damaged' ? Buffer.from('not gzip') : gzipSync('plain');
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
  });
  assert.equal(Buffer.from((await local().download(`${origin}/a`)).bytes).toString(), 'plain');
  await assert.rejects(local().download(`${origin}/bomb`), refusal('file_too_large', /20 MB/));
  await assert.rejects(local().download(`${origin}/damaged`), refusal('input_invalid', /damaged/));
});

test('20 MB pass and one byte more does not, announced or not', async (t) => {
  const { origin } = await serve(t, (request, response) => {
    const bytes = Buffer.alloc(20 * MB + (request.url?.includes('more') ? 1 : 0));
    if (request.url?.includes('announced')) response.setHeader('content-length', bytes.length);
    else response.setHeader('transfer-encoding', 'chunked');
    response.end(bytes);
  });
  assert.equal((await local().download(`${origin}/announced`)).bytes.length, 20 * MB);
  assert.equal((await local().download(`${origin}/chunked`)).bytes.length, 20 * MB);
  await assert.rejects(local().download(`${origin}/announced-more`), refusal('file_too_large', /20 MB/));
  await assert.rejects(local().download(`${origin}/chunked-more`), refusal('file_too_large', /20 MB/));
});

test('five redirects are followed, six are not', async (t) => {
  const { origin } = await serve(t, (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead([301, 302, 303, 307, 308][left % 5] ?? 302, { location: `/${left - 1}` }).end('moved');
  });
  assert.equal(Buffer.from((await local().download(`${origin}/5`)).bytes).toString(), 'there');
  await assert.rejects(local().download(`${origin}/6`), refusal('input_invalid', /5 times/));
});

test('a redirect leads nowhere that the first address could not', async (t) => {
  const inside = await serve(t, (_request, response) => void response.end('secret'));
  for (const location of [
    'http://127.0.0.2/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'http://user@example.com/',
    'http://2130706434/',
    'http://[',
    'gopher://127.0.0.1/',
  ]) {
    const { origin } = await serve(t, (_request, response) => void response.writeHead(302, { location }).end());
    await assert.rejects(local().download(origin), refusal('input_invalid', /redirects/), location);
  }
  // The name of the second address leads inside, which shows on connecting only.
  const { origin, port } = await serve(
    t,
    (_request, response) => void response.writeHead(302, { location: `http://inside.example:${inside.port}/` }).end(),
  );
  const guarded = createDownloader({ allow: [`127.0.0.1:${port}`], resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
  await assert.rejects(guarded.download(origin), refusal('input_invalid', /private network/));
  assert.equal(inside.connections(), 0);
});

test('a name that leads inside is not connected to, whatever it led to before', async (t) => {
  const { port, connections } = await serve(t, (_request, response) => void response.end('secret'));
  let asked = 0;
  const answers = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '64:ff9b::7f00:1', '10.0.0.1'];
  const rebinding = createDownloader({ allow: [], resolve: async () => [{ address: answers[asked++] ?? '127.0.0.1', family: 4 }] });
  assert.equal(rebinding.check(`http://rebind.example:${port}/`), null);
  for (const address of answers)
    await assert.rejects(rebinding.download(`http://rebind.example:${port}/`), refusal('input_invalid', /private network/), address);
  assert.equal(asked, answers.length, 'each connection asks once and uses that answer');
  assert.equal(connections(), 0);
});

test('of several addresses only those that may be reached are tried', async (t) => {
  const { port } = await serve(t, (request, response) => void response.end(request.socket.localAddress));
  const mixed = local({
    resolve: async () => [
      { address: '127.0.0.3', family: 4 },
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ],
  });
  assert.equal(Buffer.from((await mixed.download(`http://mixed.example:${port}/`)).bytes).toString(), '127.0.0.1');
});

test('names are looked up two at a time, so that slow ones leave room for other work', async () => {
  let running = 0;
  let most = 0;
  const slow = local({
    resolve: async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
    },
  });
  const answers = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => slow.download(`http://name${at}.example/`)));
  assert.deepEqual([most, running, answers.filter(({ status }) => status === 'rejected').length], [2, 0, 12]);
});

test('answers that are no file, broken ones and slow ones are refused in words', async (t) => {
  const { origin } = await serve(t, (request, response) => {
    if (request.url === '/404') response.writeHead(404).end('no');
    else if (request.url === '/broken') response.writeHead(200, { 'content-length': '10' }).write('abc', () => response.destroy());
    else if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'zstd' }).end('abc');
    else response.writeHead(200).write('abc');
  });
  await assert.rejects(local().download(`${origin}/404`), refusal('input_invalid', /404/));
  await assert.rejects(local().download(`${origin}/broken`), refusal('input_invalid', /broke off/));
  await assert.rejects(local().download(`${origin}/packed`), refusal('input_invalid', /Content-Encoding/));
  await assert.rejects(local({ timeoutMs: 300 }).download(`${origin}/slow`), refusal('input_invalid', /30 seconds/));
  await assert.rejects(local().download('http://127.0.0.1:1/'), refusal('input_invalid', /refuses/));
  const unknown = local({ resolve: async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })) });
  await assert.rejects(unknown.download('http://nowhere.example/'), refusal('input_invalid', /cannot be found/));
});

test('the signal ends a download', async (t) => {
  const { origin } = await serve(t, (_request, response) => void response.writeHead(200).write('abc'));
  const stop = new AbortController();
  const running = local().download(origin, { signal: stop.signal });
  stop.abort(new Error('enough'));
  await assert.rejects(running, { message: 'enough' });
});
