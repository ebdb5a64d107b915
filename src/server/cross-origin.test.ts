import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openServer, type OpenServer } from '../../test/support/open-server.ts';

const PAGE = 'https://app.example.com';

async function open(t: TestContext, allowedOrigins: string[]): Promise<OpenServer> {
  const server = await openServer({ allowedOrigins });
  t.after(() => server.close());
  return server;
}

const preflight = (server: OpenServer, origin: string, url = '/v1/documents') =>
  server.app.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,idempotency-key' },
  });

test('a page of an origin that is allowed may ask, with the headers of the API, and reads what answers say', async (t) => {
  const server = await open(t, [PAGE]);
  const asked = await preflight(server, PAGE);
  assert.equal(asked.statusCode, 204);
  assert.equal(asked.headers['access-control-allow-origin'], PAGE);
  assert.match(String(asked.headers['access-control-allow-headers']), /Authorization.*Idempotency-Key.*Last-Event-ID/);
  assert.match(String(asked.headers['access-control-allow-methods']), /POST.*PUT.*PATCH.*DELETE/);
  const answer = await server.get('/v1/documents', { ...server.auth, origin: PAGE });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['access-control-allow-origin'], PAGE);
  assert.match(String(answer.headers['access-control-expose-headers']), /Document-Id.*Not-Tracked.*Request-Id.*Retry-After/);
  assert.equal(answer.headers['vary'], 'Origin');
  // a refusal is read too
  const refused = await server.app.inject({ url: '/v1/documents', headers: { origin: PAGE } });
  assert.deepEqual([refused.statusCode, refused.headers['access-control-allow-origin']], [401, PAGE]);
  assert.equal(answer.headers['access-control-allow-credentials'], undefined);
});

test('a stream of events is opened too', async (t) => {
  const server = await open(t, [PAGE]);
  server.worker.finishAll();
  const stream = await server.post({ stream: true, content: { markdown: '# A' } }, { origin: PAGE });
  assert.equal(stream.statusCode, 200, stream.body);
  assert.match(String(stream.headers['content-type']), /event-stream/);
  assert.equal(stream.headers['access-control-allow-origin'], PAGE);
});

test('other origins, and the routes of the dashboard, stay closed', async (t) => {
  const server = await open(t, [PAGE]);
  for (const [origin, url] of [
    ['https://app.example.com.evil.test', '/v1/documents'],
    ['null', '/v1/documents'],
    [PAGE, '/v1/dashboard/session'],
    [PAGE, '/healthz'],
  ] as const) {
    const asked = await preflight(server, origin, url);
    assert.ok(asked.statusCode >= 400, `${origin} ${url}: ${asked.statusCode}`);
    assert.equal(asked.headers['access-control-allow-origin'], undefined);
  }
});

test('* allows all, and nothing is allowed where nothing is set', async (t) => {
  const everybody = await open(t, ['*']);
  assert.equal((await preflight(everybody, 'https://any.test')).headers['access-control-allow-origin'], '*');
  const nobody = await open(t, []);
  assert.equal((await preflight(nobody, PAGE)).headers['access-control-allow-origin'], undefined);
  assert.equal((await nobody.get('/v1/documents', { ...nobody.auth, origin: PAGE })).headers['access-control-allow-origin'], undefined);
});
