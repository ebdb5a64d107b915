/** Bodies that are read in a thread, and what depends on how they were read. */
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { test, type TestContext } from 'node:test';
import { bookTemplate } from '../../test/support/fill-templates.ts';
import { openServer, type OpenServer, type OpenServerSettings } from '../../test/support/open-server.ts';

async function open(t: TestContext, more: OpenServerSettings = {}): Promise<OpenServer> {
  const server = await openServer(more);
  t.after(() => server.close());
  return server;
}

const TEMPLATE = { data: Buffer.from(bookTemplate({ cells: { A1: '{{name}}' } })).toString('base64'), filename: 'a.xlsx' };

test('an organisation that has filled templates is served again after a minute', async (t) => {
  const { app, auth, post, clock } = await open(t, { ratePerMinute: 1 });
  const filled = await app.inject({
    method: 'POST',
    url: '/v1/fill',
    headers: { ...auth, 'content-type': 'application/json' },
    payload: JSON.stringify({ file: TEMPLATE, data: { name: 'Ana' }, background: true }),
  });
  assert.equal(filled.statusCode, 202, filled.body);
  const memo = { content: { markdown: 'a' }, background: true };
  assert.equal((await post(memo)).statusCode, 429);
  clock.aheadMs = 60_001;
  assert.equal((await post(memo)).statusCode, 202);
});

test('data for a template may be long', async (t) => {
  const { app, auth } = await open(t);
  const records = Array.from({ length: 500 }, (_, at) => ({ name: `Record ${at} `.repeat(100) }));
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/fill',
    headers: { ...auth, 'content-type': 'application/json' },
    payload: JSON.stringify({ file: TEMPLATE, data: records, unknown: 1 }),
  });
  assert.deepEqual(
    answer.json<{ errors: { path: string }[] }>().errors.map(({ path }) => path),
    ['/unknown'],
  );
});

test('a long body in many pieces is read as a short one is, and a body that is not as long as it says is refused', async (t) => {
  const { listen, auth } = await open(t);
  const url = new URL(`${await listen()}/v1/documents`);
  const send = (pieces: readonly Buffer[], headers: Record<string, string> = {}): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(url, { method: 'POST', headers: { ...auth, 'content-type': 'application/json', ...headers } });
      request.on('error', reject).on('response', (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      for (const piece of pieces) request.write(piece);
      request.end();
    });
  const body = Buffer.from(JSON.stringify({ content: { markdown: 'Ünïcode. '.repeat(40_000) }, background: true }));
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += 1_001) pieces.push(body.subarray(at, at + 1_001));
  assert.equal(await send(pieces), 202, 'chunked, with letters cut in two');
  assert.equal(await send([body], { 'content-length': String(body.length) }), 202);
  assert.equal(await send([Buffer.from('{}')]), 422);
});

test('what takes no files takes no long bodies', async (t) => {
  const { app, auth } = await open(t);
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/webhook-endpoints',
    headers: { ...auth, 'content-type': 'application/json' },
    payload: JSON.stringify({ url: 'https://example.com', description: 'x'.repeat(300_000) }),
  });
  assert.deepEqual([answer.statusCode, answer.json<{ code: string }>().code], [413, 'payload_too_large']);
});

test('an organisation brings so many bytes in a minute and no more, and is served again after it', async (t) => {
  const { listen, auth, clock } = await open(t, { ratePerMinute: 1 });
  const url = `${await listen()}/v1/files`;
  const file = Buffer.alloc(19 * 1_048_576, 'text ');
  const upload = (): Promise<Response> => {
    const body = new FormData();
    body.set('file', new Blob([file]), 'a.txt');
    return fetch(url, { method: 'POST', headers: auth, body });
  };
  const statuses: number[] = [];
  // 100 MB are let in, and the one that reaches beyond them
  for (let sent = 0; sent < 6; sent++) statuses.push((await upload()).status);
  assert.deepEqual(statuses, [201, 201, 201, 201, 201, 201]);
  const refused = await upload();
  assert.equal(refused.status, 429);
  assert.match(JSON.stringify(await refused.json()), /more than 100 MB of long bodies in a minute/);
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-6]?\d$/);
  clock.aheadMs = 60_001;
  assert.equal((await upload()).status, 201);
});
