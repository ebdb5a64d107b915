/** What visitors may do with the data of an artifact, and what they may not, whatever they send. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import type { DeclaredCollection } from '../contract/artifact.ts';
import { openServer, type OpenServer } from '../../test/support/open-server.ts';
import { makeTestArtifact, pageLink, type TestArtifact } from '../../test/support/test-artifact.ts';

const PAGE = '<!doctype html><html lang="en"><head><title>A</title></head><body>Hello</body></html>';

async function open(t: TestContext): Promise<OpenServer> {
  const server = await openServer();
  t.after(() => server.close());
  return server;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = (
  server: OpenServer,
  token: string,
  method: Method,
  path: string,
  body?: unknown,
  address = '192.0.2.1',
): Promise<LightMyRequestResponse> =>
  server.artifactApp.inject({
    method,
    url: `/data${path}`,
    remoteAddress: address,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
const codeOf = async (answer: Promise<LightMyRequestResponse>): Promise<string> => {
  const { body, statusCode } = await answer;
  const { code = '' } = body === '' ? {} : (JSON.parse(body) as { code?: string });
  return `${statusCode} ${code}`.trim();
};

const FIELDS: DeclaredCollection[] = [
  {
    name: 'signups',
    mode: 'submit',
    fields: [
      { name: 'Name', type: 'text', required: true, max: 10 },
      { name: 'Mail', type: 'email', required: false },
      { name: 'Guests', type: 'number', required: false, max: 4 },
      { name: 'Day', type: 'date', required: false },
      { name: 'Size', type: 'choice', required: false, choices: ['S', 'M'] },
      { name: 'Rules', type: 'check', required: true },
    ],
  },
  { name: 'prices', mode: 'read' },
  { name: 'tasks', mode: 'open' },
];

test('modes hold for visitors and not for the owner', async (t) => {
  const server = await open(t);
  const { id, token } = await makeTestArtifact(server, PAGE, { collections: FIELDS });
  const record = { Name: 'Ada', Rules: true };
  const added = (await ask(server, token, 'POST', '/collections/signups', { record })).json<{ id: string }>();
  const refused: [Method, string][] = [
    ['GET', '/collections/signups'],
    ['GET', `/collections/signups/${added.id}`],
    ['PUT', `/collections/signups/${added.id}`],
    ['DELETE', `/collections/signups/${added.id}`],
    ['POST', '/collections/prices'],
    ['PUT', `/collections/prices/${added.id}`],
    ['DELETE', `/collections/prices/${added.id}`],
  ];
  for (const [method, path] of refused)
    assert.equal(
      await codeOf(ask(server, token, method, path, method === 'POST' || method === 'PUT' ? { record } : undefined)),
      '405 method_not_allowed',
      `${method} ${path}`,
    );
  for (const path of ['/collections/elsewhere', '/storage', '/storage/a'])
    assert.equal(await codeOf(ask(server, token, 'GET', path)), '404 not_found', path);
  const own = await server.get(`/v1/documents/${id}/data/signups`);
  assert.deepEqual(
    own.json<{ data: { record: object }[] }>().data.map((one) => one.record),
    [record],
  );
  const price = await server.app.inject({
    method: 'POST',
    url: `/v1/documents/${id}/data/prices`,
    headers: server.auth,
    payload: { record: { cake: 3 } },
  });
  assert.equal(price.statusCode, 201);
  assert.equal((await ask(server, token, 'GET', '/collections/prices')).json<{ data: unknown[] }>().data.length, 1);
});

test('fields hold, each with what is wrong with it', async (t) => {
  const server = await open(t);
  const { token } = await makeTestArtifact(server, PAGE, { collections: FIELDS });
  const add = (record: object): Promise<LightMyRequestResponse> => ask(server, token, 'POST', '/collections/signups', { record });
  assert.equal((await add({ Name: 'Ada', Mail: 'ada@example.org', Guests: 4, Day: '2028-02-29', Size: 'M', Rules: true })).statusCode, 201);
  const wrong = { Name: 'Ada Lovelace', Mail: 'ada', Guests: 5, Day: '2027-02-29', Size: 'L', Rules: false, More: 1 };
  const { errors, code } = (await add(wrong)).json<{ code: string; errors: { path: string; message: string }[] }>();
  assert.equal(code, 'input_invalid');
  assert.deepEqual(
    errors.map(({ path }) => path).toSorted(),
    Object.keys(wrong)
      .map((name) => `/${name}`)
      .toSorted(),
  );
  assert.deepEqual(
    (await add({})).json<{ errors: { path: string }[] }>().errors.map(({ path }) => path),
    ['/Name', '/Rules'],
  );
  assert.equal((await add({ Name: ' ', Rules: true })).statusCode, 422);
});

test('two artifacts, and two organisations, do not see each other', async (t) => {
  const server = await open(t);
  const [one, two]: TestArtifact[] = [await makeTestArtifact(server, PAGE), await makeTestArtifact(server, PAGE)];
  const mine = (await ask(server, one?.token ?? '', 'POST', '/collections/a', { record: { secret: 1 } })).json<{ id: string }>();
  assert.deepEqual((await ask(server, two?.token ?? '', 'GET', '/collections/a')).json(), { data: [], has_more: false });
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal(await codeOf(ask(server, two?.token ?? '', method, `/collections/a/${mine.id}`)), '404 not_found');
  for (const path of ['', '/a', '/a?format=csv'])
    assert.equal((await server.get(`/v1/documents/${one?.id}/data${path}`, server.otherAuth)).statusCode, 404);
  assert.equal(
    (await server.app.inject({ method: 'POST', url: `/v1/documents/${one?.id}/revoke-links`, headers: server.otherAuth })).statusCode,
    404,
  );
});

test('a token is for one artifact, one scope, one generation and one time, and nothing else opens data', async (t) => {
  const server = await open(t);
  const { id, token, url } = await makeTestArtifact(server, PAGE);
  const list = (given: string): Promise<string> => codeOf(ask(server, given, 'GET', '/collections/a'));
  assert.equal(await list(token), '200');
  assert.equal(await list(''), '401 unauthorized');
  const parts = token.split('.');
  const changed = (at: number, value: string): string => parts.with(at, value).join('.');
  const [ulid = '', , expires = ''] = parts;
  const letter = ulid.endsWith('0') ? '1' : '0';
  for (const forged of [
    changed(0, `${ulid.slice(0, -1)}${letter}`),
    changed(1, 'p'),
    changed(2, String(Number(expires) + 1)),
    changed(3, '1'),
    changed(4, 'A'.repeat(43)),
    server.auth.authorization.slice(7),
  ])
    assert.equal(await list(forged), '404 not_found', forged);
  const shell = await server.artifactApp.inject(new URL(url).pathname);
  const page = /\/p\/([^"]+)"/.exec(shell.body)?.[1] ?? '';
  assert.equal(await list(page), '404 not_found');
  assert.equal((await server.artifactApp.inject(`/p/${page}`)).statusCode, 200);
  assert.equal((await server.artifactApp.inject(`/p/${token}`)).statusCode, 404);
  const short = (await pageLink(server, id, '?expires_in=60')).split('/').at(-1) ?? '';
  server.clock.aheadMs = 59_000;
  assert.equal(await list(short), '200');
  server.clock.aheadMs = 61_000;
  assert.equal(await list(short), '410 link_expired');
  assert.equal(await list(token), '200');
  server.clock.aheadMs = 0;
});

test('what the page is called and what visitors write is never markup of ours', async (t) => {
  const server = await open(t);
  const script = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
  const { id, url, token } = await makeTestArtifact(server, PAGE, { name: `"><script>alert(1)</script>${script}` });
  const shell = await server.artifactApp.inject(new URL(url).pathname);
  assert.equal(shell.body.includes('<script>alert'), false);
  assert.equal(shell.body.includes('<img'), false);
  await ask(server, token, 'POST', '/collections/a', {
    record: { text: script, '=HYPERLINK("http://x")': '@SUM(1)', more: { a: ['-1+1'] } },
  });
  for (const [query, type] of [
    ['', 'application/json'],
    ['?format=json', 'application/json'],
    ['?format=csv', 'text/csv'],
  ] as const) {
    const answer = await server.get(`/v1/documents/${id}/data/a${query}`);
    assert.ok(String(answer.headers['content-type']).startsWith(type));
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    if (query !== '') assert.match(String(answer.headers['content-disposition']), /^attachment/);
    if (type === 'text/csv') assert.match(answer.body, /,text,"'=HYPERLINK\(""http:\/\/x""\)",more\r\n.*,'@SUM\(1\),/);
  }
});

test('rates: 60 reads and 12 writes a minute for an address, 600 and 120 for all', async (t) => {
  const server = await open(t);
  const { token } = await makeTestArtifact(server, PAGE);
  const count = async (times: number, method: Method, address: (i: number) => string): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (let i = 0; i < times; i++) {
      const { statusCode } = await ask(server, token, method, '/collections/a', method === 'POST' ? { record: {} } : undefined, address(i));
      counts[statusCode] = (counts[statusCode] ?? 0) + 1;
    }
    return counts;
  };
  assert.deepEqual(await count(61, 'GET', () => '192.0.2.1'), { 200: 60, 429: 1 });
  assert.deepEqual(await count(13, 'POST', () => '192.0.2.1'), { 201: 12, 429: 1 });
  // one household of IPv6 is one address
  assert.deepEqual(await count(13, 'POST', (i) => `2001:db8:1:2::${i + 1}`), { 201: 12, 429: 1 });
  assert.deepEqual(await count(97, 'POST', (i) => `198.51.100.${i}`), { 201: 96, 429: 1 });
  assert.deepEqual(await count(541, 'GET', (i) => `198.51.${i % 20}.1`), { 200: 540, 429: 1 });
  server.clock.aheadMs = 61_000;
  assert.deepEqual(await count(1, 'POST', () => '192.0.2.1'), { 201: 1 });
});

test('what has no page answers people in their language and programs with a problem', async (t) => {
  const server = await open(t);
  for (const path of ['/a/nothing', '/', '/a', '/p/nothing']) {
    const people = await server.artifactApp.inject({ url: path, headers: { accept: 'text/html', 'accept-language': 'de' } });
    assert.deepEqual([people.statusCode, people.headers['content-type']], [404, 'text/html; charset=utf-8'], path);
    assert.match(people.body, /<html lang="de">.*Hier gibt es keine Seite\./s);
    assert.equal(await codeOf(server.artifactApp.inject(path)), '404 not_found', path);
  }
  assert.equal((await server.artifactApp.inject('/healthz')).statusCode, 200);
  assert.equal(
    (
      await server.artifactApp.inject({
        method: 'POST',
        url: '/data/collections/a',
        headers: { 'content-type': 'text/plain' },
        payload: 'a',
      })
    ).statusCode,
    415,
  );
  assert.equal((await server.artifactApp.inject('/v1/documents')).statusCode, 404);
});
