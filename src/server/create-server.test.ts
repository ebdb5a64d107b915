import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { openServer, type OpenServer, type OpenServerSettings } from '../../test/support/open-server.ts';
import { problemOf } from '../../test/support/problem.ts';
import { sampleReport } from '../../test/support/sample-report.ts';
import { ENDPOINTS } from '../api/endpoints.ts';
import { documentSchema } from '../contract/document.ts';

const DOCUMENT = 'doc_01HZZZZZZZZZZZZZZZZZZZZZZZ';
const FILE = 'file_01HZZZZZZZZZZZZZZZZZZZZZZZ';

async function open(t: TestContext, more: OpenServerSettings = {}): Promise<OpenServer> {
  const server = await openServer(more);
  t.after(() => server.close());
  return server;
}

async function makeDocument({ post, ids }: OpenServer, more: object = {}): Promise<string> {
  const { id } = (await post({ content: { markdown: 'a' }, background: true, ...more })).json<{ id: string }>();
  assert.ok(ids().includes(id));
  return id;
}

const urlOf = (path: string): string =>
  `/v1${path
    .replace('{document_id}', DOCUMENT)
    .replace('{file_id}', FILE)
    .replaceAll(/\{\w+\}/g, 'x_1')}`;

test('every endpoint wants a key, and says so before anything else', async (t) => {
  const { app } = await open(t);
  for (const { method, path } of Object.values(ENDPOINTS)) {
    const problem = await problemOf(app.inject({ method, url: urlOf(path) }));
    assert.deepEqual([problem.code, problem.headers['www-authenticate']], ['unauthorized', 'Bearer'], `${method} ${path}`);
  }
  for (const url of ['/v1/dashboard/me', '/v1/dashboard/keys/1'])
    assert.equal((await problemOf(app.inject({ method: 'POST', url }))).code, 'unauthorized');
});

test('dashboard routes take a session only', async (t) => {
  const { app, auth } = await open(t);
  for (const method of ['GET', 'POST', 'DELETE'] as const)
    assert.equal((await problemOf(app.inject({ method, url: '/v1/dashboard/keys', headers: auth }))).code, 'session_required');
});

test('malformed ids and unknown ones are a 404', async (t) => {
  const { app, auth } = await open(t);
  const ids = [
    'x',
    'doc_',
    'doc_01hzzzzzzzzzzzzzzzzzzzzzzz',
    'doc_01HZZZZZZZZZZZZZZZZZZZZZZZZ',
    'doc_01HZZZZZZZZZZZZZZZZZZZZZZU',
    'doc_01HZZZZZZZZZZZZZZZZZZZZZZI',
    FILE,
    `${DOCUMENT}%00`,
    `${DOCUMENT}%0A`,
    '..%2f..%2fetc',
    '%2e%2e',
    'x'.repeat(500),
    DOCUMENT,
  ];
  for (const id of ids) {
    for (const [method, suffix] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/cancel'],
      ['GET', '/outputs'],
      ['GET', '/events'],
      ['GET', '/report'],
      ['GET', '/data'],
      ['GET', '/versions'],
    ] as const) {
      assert.equal(
        (await problemOf(app.inject({ method, url: `/v1/documents/${id}${suffix}`, headers: auth }))).code,
        'not_found',
        `${method} ${id.slice(0, 40)}${suffix}`,
      );
    }
  }
  for (const id of ['x', DOCUMENT, FILE, 'file_']) {
    for (const method of ['GET', 'DELETE'] as const)
      assert.equal((await problemOf(app.inject({ method, url: `/v1/files/${id}`, headers: auth }))).code, 'not_found', `${method} ${id}`);
  }
});

test('what belongs to another organisation does not exist', async (t) => {
  const server = await open(t);
  const id = await makeDocument(server);
  await server.worker.finish(id);
  for (const [method, suffix] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/cancel'],
    ['GET', '/outputs'],
    ['GET', '/events'],
    ['GET', '/report'],
    ['GET', '/data'],
  ] as const) {
    assert.equal(
      (await problemOf(server.app.inject({ method, url: `/v1/documents/${id}${suffix}`, headers: server.otherAuth }))).code,
      'not_found',
      `${method} ${suffix}`,
    );
  }
  assert.equal((await server.get(`/v1/documents/${id}`)).statusCode, 200);
  assert.equal((await server.get('/v1/documents', server.otherAuth)).json<{ data: unknown[] }>().data.length, 0);
});

test('unknown addresses are 404 and wrong methods 405, both as problems', async (t) => {
  const { app, auth } = await open(t);
  for (const url of [
    '/',
    '/v1',
    '/v1/',
    '/v2/documents',
    '/v1/documents/',
    '/v1/nope',
    '/V1/documents',
    '/%',
    '/v1/%zz',
    '/v1/documents/a/b/c',
  ]) {
    assert.equal((await problemOf(app.inject({ method: 'GET', url, headers: auth }))).code, 'not_found', url);
  }
  const wrong = [
    ['PUT', '/v1/documents', 'GET, HEAD, POST'],
    ['PATCH', `/v1/documents/${DOCUMENT}`, 'DELETE, GET, HEAD'],
    ['GET', `/v1/documents/${DOCUMENT}/cancel`, 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/v1/openapi.json', 'GET, HEAD'],
    ['HEAD', `/v1/documents/${DOCUMENT}/events`, 'GET'],
  ] as const;
  for (const [method, url, allow] of wrong) {
    const answer = await app.inject({ method, url, headers: auth });
    assert.deepEqual([answer.statusCode, answer.headers.allow], [405, allow], `${method} ${url}`);
  }
  assert.equal((await problemOf(app.inject({ method: 'OPTIONS', url: '/v1/files' }))).code, 'method_not_allowed');
});

test('unusual methods are refused like others, and no body is read for them', async (t) => {
  const { listen, auth } = await open(t);
  const { port } = new URL(await listen());
  for (const method of ['PROPFIND', 'TRACE', 'QUERY', 'LOCK', 'PUT']) {
    // The body that is announced never comes: an answer shows that nobody waits for it.
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(
        `${method} /v1/documents HTTP/1.1\r\nHost: a\r\nAuthorization: ${auth.authorization}\r\nContent-Type: application/json\r\nContent-Length: 90000000\r\n\r\n`,
      ),
    );
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(chunk.toString()));
    });
    assert.match(answer, /^HTTP\/1\.1 405 /, method);
    socket.destroy();
  }
});

test('no body is read without a key, nor a large one where none is wanted', async (t) => {
  const { listen, auth } = await open(t);
  const { port } = new URL(await listen());
  for (const [head, status] of [
    ['POST /v1/documents', 401],
    ['POST /v1/files', 401],
    ['POST /v1/dashboard/keys', 401],
    ['POST /nope', 404],
    [`POST /v1/dashboard/keys HTTP/1.1\r\nAuthorization: ${auth.authorization}`, 403],
    [`POST /v1/documents/${DOCUMENT}/cancel HTTP/1.1\r\nAuthorization: ${auth.authorization}`, 413],
  ] as const) {
    const start = head.includes('HTTP/1.1') ? head : `${head} HTTP/1.1`;
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`${start}\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`),
    );
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(chunk.toString()));
    });
    assert.equal(answer.slice(9, 12), String(status), head.slice(0, 40));
    socket.destroy();
  }
});

test('a document is read, listed, canceled and deleted', async (t) => {
  const server = await open(t);
  const { app, auth, get, worker } = server;
  const secret = { name: 'Secret', metadata: { a: 'b' } };
  const ids = [await makeDocument(server), await makeDocument(server, secret), await makeDocument(server)];
  const [first = '', second = '', third = ''] = ids;
  documentSchema.parse((await get(`/v1/documents/${first}`)).json());
  const page = (await get('/v1/documents?limit=2')).json<{
    object: string;
    data: { id: string }[];
    first_id: string;
    last_id: string;
    has_more: boolean;
  }>();
  assert.deepEqual(
    [page.object, page.data.map(({ id }) => id), page.first_id, page.last_id, page.has_more],
    ['list', [third, second], third, second, true],
  );
  const rest = (await get(`/v1/documents?limit=2&after=${page.last_id}`)).json<{ data: { id: string }[]; has_more: boolean }>();
  assert.deepEqual([rest.data.map(({ id }) => id), rest.has_more], [[first], false]);
  const cancel = () => app.inject({ method: 'POST', url: `/v1/documents/${first}/cancel`, headers: auth });
  assert.equal((await cancel()).json<{ status: string }>().status, 'canceled');
  assert.equal((await cancel()).statusCode, 200);
  const withBody = await app.inject({
    method: 'POST',
    url: `/v1/documents/${first}/cancel`,
    headers: { ...auth, 'content-type': 'application/json' },
    payload: '',
  });
  assert.equal(withBody.statusCode, 200);
  await worker.finish(second);
  const deleted = (await app.inject({ method: 'DELETE', url: `/v1/documents/${second}`, headers: auth })).json<Record<string, unknown>>();
  assert.deepEqual([deleted.name, deleted.metadata, deleted.outputs, typeof deleted.content_deleted_at], [null, {}, undefined, 'string']);
  for (const path of ['outputs', 'events', 'report'])
    assert.equal((await problemOf(get(`/v1/documents/${second}/${path}`))).code, 'content_deleted', path);
  assert.equal((await get(`/v1/documents/${second}`)).statusCode, 200);
});

test('a report appears once the document has finished, and artifact data never is', async (t) => {
  const server = await open(t);
  const id = await makeDocument(server);
  const early = await problemOf(server.get(`/v1/documents/${id}/report`));
  assert.deepEqual([early.code, early.status, Number(early.headers['retry-after']) > 0], ['report_not_ready', 409, true]);
  assert.deepEqual((await server.get(`/v1/documents/${id}/outputs`)).json(), { data: [] });
  await server.worker.finish(id);
  assert.deepEqual((await server.get(`/v1/documents/${id}/report`)).json(), sampleReport({ document_id: id }));
  assert.equal((await problemOf(server.get(`/v1/documents/${id}/data`))).code, 'not_an_artifact');
  assert.equal((await problemOf(server.get(`/v1/documents/${id}/data/sales`))).code, 'not_an_artifact');
});

test('queries are exact, and a parameter at fault is named', async (t) => {
  const { get } = await open(t);
  for (const query of [
    'limit=1',
    'limit=100',
    'order=asc',
    'status=ready',
    'format=pdf',
    'operation=edit',
    `after=${DOCUMENT}`,
    `before=${DOCUMENT}`,
    `parent_id=${DOCUMENT}`,
    'metadata[team]=a',
    'metadata%5Bteam%5D=',
    '',
  ]) {
    assert.equal((await get(`/v1/documents?${query}`)).statusCode, 200, query);
  }
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=1e1',
    'limit=',
    'limit=-1',
    'limit=1&limit=2',
    'order=up',
    'status=done',
    'format=doc',
    'after=x',
    `before=${FILE}`,
    'parent_id=1',
    'metadata=a',
    'metadata[]=a',
    'nope=1',
  ]) {
    const { code, paths } = await problemOf(get(`/v1/documents?${query}`));
    assert.deepEqual([code, paths], ['input_invalid', [`?${query.split('=')[0]}`]], query);
  }
  assert.deepEqual((await problemOf(get('/v1/documents?limit=0&order=up&metadata[a]=x&metadata[a]=y'))).paths, [
    '?limit',
    '?metadata[a]',
    '?order',
  ]);
  // names of inherited properties are names like others, and the one that no object holds by itself is passed over
  assert.deepEqual((await problemOf(get('/v1/documents?constructor=1'))).paths, ['?constructor']);
  assert.equal((await get('/v1/documents?__proto__=1')).statusCode, 200);
});

test('files are uploaded in JSON, read, listed and deleted', async (t) => {
  const { app, auth, get } = await open(t);
  const send = (payload: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/v1/files',
      headers: { ...auth, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(payload),
    });
  const made = await send({ data: 'aGVsbG8=', filename: 'a.txt' });
  const file = made.json<{ id: string; object: string; bytes: number; filename: string }>();
  assert.deepEqual([made.statusCode, file.object, file.bytes, file.filename], [201, 'file', 5, 'a.txt']);
  assert.equal((await send({ url: 'https://example.com/a.png' })).statusCode, 201);
  const faults: [unknown, string, string[]][] = [
    [{}, 'input_invalid', ['/url']],
    [[], 'input_invalid', ['']],
    [{ data: 'aGVsbG8=' }, 'input_invalid', ['/filename']],
    [{ data: '', filename: 'a' }, 'input_invalid', ['/data']],
    [{ data: 'a', filename: '' }, 'input_invalid', ['/data', '/filename']],
    [{ data: 'aGk=\n', filename: 'a' }, 'input_invalid', ['/data']],
    [{ url: 'ftp://a/' }, 'input_invalid', ['/url']],
    [{ url: 'http://localhost/' }, 'input_invalid', ['/url']],
    [{ url: 'http://[::1]/' }, 'input_invalid', ['/url']],
    [{ url: 'https://example.com/', data: 'AAAA' }, 'input_invalid', ['/data']],
    [{ url: 'https://example.com/', x: 1 }, 'input_invalid', ['/x']],
    [{ data: Buffer.from('MZ\0\u0001').toString('base64'), filename: 'a.exe' }, 'file_rejected', ['/data']],
  ];
  for (const [body, code, paths] of faults) {
    const problem = await problemOf(send(body));
    assert.deepEqual([problem.code, problem.paths], [code, paths], JSON.stringify(body));
  }
  assert.equal(
    (await problemOf(app.inject({ method: 'POST', url: '/v1/files', headers: auth, payload: 'x' }))).code,
    'unsupported_media_type',
  );
  assert.equal((await get(`/v1/files/${file.id}`)).json<{ id: string }>().id, file.id);
  assert.equal((await get('/v1/files?limit=1')).json<{ has_more: boolean }>().has_more, true);
  const remove = () => app.inject({ method: 'DELETE', url: `/v1/files/${file.id}`, headers: auth });
  assert.deepEqual((await remove()).json(), { id: file.id, object: 'file', deleted: true });
  assert.equal((await problemOf(remove())).code, 'not_found');
});

test('health, readiness and metrics need no key', async (t) => {
  const { app, blobs } = await open(t);
  assert.deepEqual((await app.inject('/readyz')).statusCode, 200);
  blobs.check = () => Promise.reject(new Error('full'));
  assert.deepEqual((await app.inject('/healthz')).json(), { status: 'ok' });
  const unready = await app.inject('/readyz');
  assert.deepEqual([unready.statusCode, unready.json()], [503, { status: 'unavailable', checks: { database: 'ok', blobs: 'failed' } }]);
  const metrics = await app.inject('/metrics');
  assert.match(String(metrics.headers['content-type']), /^text\/plain/);
  assert.match(metrics.body, /octavo_http_requests_total\{operation="healthz",method="GET",status="200"\} 1/);
});

test('the description is OpenAPI 3.1 of every route under /v1', async (t) => {
  const { app } = await open(t);
  const answer = await app.inject('/v1/openapi.json');
  const description = answer.json<{
    openapi: string;
    servers: { url: string }[];
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    components: { schemas: Record<string, unknown> };
  }>();
  assert.deepEqual([description.openapi, description.servers[0]?.url], ['3.1.0', 'http://octavo.test/v1']);
  for (const { method, path, answers } of Object.values(ENDPOINTS)) {
    const operation = description.paths[path]?.[method.toLowerCase()];
    for (const status of Object.keys(answers)) assert.ok(operation?.responses[status], `${method} ${path} ${status}`);
    assert.ok(operation?.responses['401'], `${method} ${path}`);
  }
  // every reference leads somewhere
  const references = [...new Set([...answer.body.matchAll(/"\$ref":"#\/components\/schemas\/([^"/]+)/g)].map(([, name = '']) => name))];
  assert.ok(references.length > 10);
  for (const name of references) assert.ok(description.components.schemas[name], name);
});

test('the reference page brings all that it needs from this server', async (t) => {
  const { app } = await open(t);
  const page = await app.inject('/docs/api');
  assert.equal(page.statusCode, 200);
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'; script-src 'self'/);
  assert.equal(/https?:\/\//.test(page.body), false);
  for (const [, source = ''] of page.body.matchAll(/src="([^"]+)"/g)) {
    const script = await app.inject(source);
    assert.deepEqual([script.statusCode, String(script.headers['content-type']).startsWith('text/javascript')], [200, true], source);
  }
  assert.equal((await app.inject('/docs/api/')).headers.location, '/docs/api');
});

test('every problem has a page at its type', async (t) => {
  const { app } = await open(t);
  const page = await app.inject('/errors/file_rejected');
  assert.deepEqual([page.statusCode, page.body.includes('<code>file_rejected</code>')], [200, true]);
  for (const code of ['nope', 'constructor', '__proto__', '%3Cscript%3E'])
    assert.equal((await problemOf(app.inject(`/errors/${code}`))).code, 'not_found', code);
});

test('bytes that are no HTTP end the connection and nothing else', async (t) => {
  const { listen, app } = await open(t);
  const { port } = new URL(await listen());
  for (const bytes of [
    '\u0016\u0003\u0001',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
    'POST /v1/documents HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n',
  ]) {
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
    assert.match(answer, /^HTTP\/1\.1 4\d\d [^]*application\/problem\+json[^]*"code":"input_invalid"/, JSON.stringify(bytes.slice(0, 20)));
    assert.equal(/stack|node:|\.ts/.test(answer), false);
  }
  assert.equal((await app.inject('/healthz')).statusCode, 200);
});
