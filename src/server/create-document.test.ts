import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openServer, PIXEL, type OpenServer, type OpenServerSettings } from '../../test/support/open-server.ts';
import { problemOf } from '../../test/support/problem.ts';
import { parseEvents } from '../../test/support/sse.ts';
import { InfrastructureFault } from '../base/infrastructure-fault.ts';

const MB = 1_048_576;
const small = { content: { markdown: '# Hello' } };

async function open(t: TestContext, more: OpenServerSettings = {}): Promise<OpenServer> {
  const server = await openServer(more);
  t.after(() => server.close());
  return server;
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    assert.ok(tries < 500, 'timed out');
    await sleep(5);
  }
}

test('direct mode waits for the finished document and names it', async (t) => {
  const { post, ids, watching, worker } = await open(t);
  const answering = post({ ...small, name: 'Plan', format: 'pdf', metadata: { team: 'a' }, retention: '7d' });
  await until(() => ids().length === 1 && watching() === 1);
  const [id = ''] = ids();
  await worker.finish(id, { outputs: [] });
  const answer = await answering;
  const document = answer.json<Record<string, unknown>>();
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(
    [document.id, document.object, document.status, document.name, document.format, document.retention, document.outputs],
    [id, 'document', 'ready', 'Plan', 'pdf', '7d', []],
  );
  assert.deepEqual([answer.headers['document-id'], answer.headers['idempotent-replayed']], [id, undefined]);
  assert.match(String(answer.headers['request-id']), /^req_[0-9A-Z]{26}$/);
});

async function firstDocument({ ids }: Pick<OpenServer, 'ids'>): Promise<string> {
  await until(() => ids().length > 0);
  return ids()[0] ?? '';
}

test('a document that fails in the making is a 200 with its error', async (t) => {
  const { post, ids, worker } = await open(t);
  const answering = post(small);
  await worker.finish(await firstDocument({ ids }), { status: 'failed', error: { code: 'content_empty', message: 'Nothing.' } });
  const answer = await answering;
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(answer.json<{ status: string; error: unknown }>().error, { code: 'content_empty', message: 'Nothing.' });
});

test('background mode answers 202 at once with the queued document', async (t) => {
  const { post } = await open(t);
  const answer = await post({ ...small, background: true });
  const {
    id,
    status,
    outputs,
    expires_at: expiresAt,
  } = answer.json<{ id: string; status: string; outputs?: unknown; expires_at: unknown }>();
  assert.deepEqual([answer.statusCode, status, outputs, expiresAt], [202, 'queued', undefined, null]);
  assert.deepEqual(
    [answer.headers.location, answer.headers['document-id'], answer.headers['retry-after']],
    [`http://octavo.test/v1/documents/${id}`, id, '1'],
  );
});

test('stream mode sends the events and ends after the final one; with background too', async (t) => {
  for (const mode of [{ stream: true }, { stream: true, background: true }]) {
    const { post, worker } = await open(t);
    worker.finishAll();
    const answer = await post({ ...small, ...mode });
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-type']), /^text\/event-stream/);
    assert.match(String(answer.headers['document-id']), /^doc_/);
    assert.deepEqual(
      parseEvents(answer.body).map(({ sequence, type }) => [sequence, type]),
      [
        [1, 'document.created'],
        [2, 'document.started'],
        [3, 'document.ready'],
      ],
    );
  }
});

test('the checks come in the order of the contract', async (t) => {
  const { app, auth, post } = await open(t, { bodyLimitBytes: 2_000, ratePerMinute: 1 });
  const bad = '{"nonsense": 1}';
  const json = { 'content-type': 'application/json' };
  // 1. the key goes before everything
  assert.equal(
    (await problemOf(app.inject({ method: 'POST', url: '/v1/documents', headers: { 'content-type': 'text/plain' }, payload: bad }))).code,
    'unauthorized',
  );
  assert.equal(
    (
      await problemOf(
        app.inject({ method: 'POST', url: '/v1/documents', headers: { ...json, authorization: 'Bearer ak_us_x' }, payload: bad }),
      )
    ).code,
    'region_mismatch',
  );
  // 3. media type before size before fields
  assert.equal(
    (
      await problemOf(
        app.inject({
          method: 'POST',
          url: '/v1/documents',
          headers: { ...auth, 'content-type': 'text/plain' },
          payload: 'x'.repeat(3_000),
        }),
      )
    ).code,
    'unsupported_media_type',
  );
  assert.equal((await problemOf(post('x'.repeat(2_001)))).code, 'payload_too_large');
  assert.equal((await problemOf(post(`{"prompt": 1, "x": "${'x'.repeat(1_900)}"}`))).code, 'input_invalid');
  // 4. fields before features: no model is configured
  assert.equal((await problemOf(post({ prompt: 'ab', format: 'pptx' }))).code, 'input_invalid');
  assert.equal((await problemOf(post({ prompt: 'abc', format: 'pptx' }))).code, 'feature_unavailable');
  // 2. the rate before media type and fields
  assert.equal((await post({ ...small, background: true })).statusCode, 202);
  const limited = await problemOf(
    app.inject({ method: 'POST', url: '/v1/documents', headers: { ...auth, 'content-type': 'text/plain' }, payload: bad }),
  );
  assert.equal(limited.code, 'rate_limited');
  assert.ok(Number(limited.headers['retry-after']) >= 1 && Number(limited.headers['retry-after']) <= 60);
  // a dry run makes nothing, so no rate holds it up
  assert.equal((await post(small, {}, '?dry_run=true')).statusCode, 200);
});

test('while the store is away a document is refused with 503 and Retry-After, and accepted afterwards', async (t) => {
  const { post, store } = await open(t);
  const { accept } = store;
  const body = { content: { markdown: '# A' }, background: true };
  store.accept = () => Promise.reject(new InfrastructureFault('database', new Error('connect ECONNREFUSED 10.0.0.7:9000')));
  const refused = await post(body);
  assert.equal(refused.statusCode, 503);
  assert.equal(refused.json<{ code: string }>().code, 'service_unavailable');
  assert.ok(Number(refused.headers['retry-after']) >= 1);
  assert.ok(!refused.body.includes('10.0.0.7'), 'no address of the installation is shown');
  store.accept = accept;
  assert.equal((await post(body)).statusCode, 202);
});

test('a client that sends too much hears why, and may go on with its connection', async (t) => {
  const { listen, auth } = await open(t, { bodyLimitBytes: 2_000 });
  const url = `${await listen()}/v1/documents`;
  for (let round = 0; round < 10; round++) {
    const announced = await fetch(url, {
      method: 'POST',
      headers: { ...auth, 'content-type': 'application/json' },
      body: Buffer.alloc(8 * MB, 32),
    });
    assert.deepEqual(
      [announced.status, announced.headers.get('connection') === 'close', ((await announced.json()) as { code: string }).code],
      [413, false, 'payload_too_large'],
    );
    const body = new ReadableStream({
      start: (controller) => {
        for (let sent = 0; sent < 64; sent++) controller.enqueue(Buffer.alloc(MB / 8, 32));
        controller.close();
      },
    });
    assert.equal(
      (await fetch(url, { method: 'POST', headers: { ...auth, 'content-type': 'application/json' }, body, duplex: 'half' } as RequestInit))
        .status,
      413,
    );
    const refused = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.alloc(8 * MB, 32) });
    assert.equal(refused.status, 401);
  }
});

test('the rate counts accepted documents of one organisation alone', async (t) => {
  const { post, ids, otherAuth, clock } = await open(t, { ratePerMinute: 3 });
  const make = (headers: Record<string, string> = {}) => post({ ...small, background: true }, headers);
  for (let made = 0; made < 2; made++) assert.equal((await make()).statusCode, 202);
  const first = await make({ 'idempotency-key': 'k' });
  assert.equal(first.statusCode, 202);
  assert.equal((await make()).statusCode, 429);
  assert.equal((await make(otherAuth)).statusCode, 202);
  clock.aheadMs = 60_001;
  // replays and refusals are not counted
  for (let repeat = 0; repeat < 5; repeat++) assert.equal((await make({ 'idempotency-key': 'k' })).headers['idempotent-replayed'], 'true');
  for (let repeat = 0; repeat < 5; repeat++) assert.equal((await post({})).statusCode, 422);
  for (let made = 0; made < 3; made++) assert.equal((await make()).statusCode, 202);
  assert.equal((await make()).statusCode, 429);
  assert.equal(ids().length, 7);
});

test('the media type is application/json and nothing else', async (t) => {
  const { app, auth, worker } = await open(t);
  worker.finishAll();
  const send = (type: string | undefined, more: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/v1/documents',
      headers: { ...auth, ...(type === undefined ? {} : { 'content-type': type }), ...more },
      payload: JSON.stringify(small),
    });
  for (const type of ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json ;charset="utf-8"'])
    assert.equal((await send(type)).statusCode, 200, type);
  for (const type of [
    undefined,
    'text/json',
    'application/jsonx',
    'application/problem+json',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/x-www-form-urlencoded',
    ';',
    'json',
  ]) {
    assert.equal((await problemOf(send(type))).code, 'unsupported_media_type', type ?? 'none');
  }
  assert.equal((await problemOf(send('application/json', { 'content-encoding': 'gzip' }))).code, 'unsupported_media_type');
});

test('malformed, deep and giant JSON is a 422 at the whole', async (t) => {
  const { post } = await open(t);
  const bodies = [
    '',
    ' ',
    '{',
    '{"a":1,}',
    '[1',
    'nul',
    '"x',
    '{"a":1}{}',
    '\u0000',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    '['.repeat(100_000),
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  ];
  for (const [at, body] of bodies.entries()) {
    const { code, paths } = await problemOf(post(body));
    assert.deepEqual([code, paths], ['input_invalid', ['']], `body ${at}`);
  }
  for (const body of ['null', '1', '"x"', '[]', 'true']) assert.deepEqual((await problemOf(post(body))).paths, [''], body);
  const invalidUtf8 = await problemOf(post(Buffer.from([0x22, 0xff, 0x22]) as never));
  assert.equal(invalidUtf8.code, 'input_invalid');
});

test('every problem of a request is reported at once, query and header too', async (t) => {
  const { post } = await open(t);
  const { code, paths } = await problemOf(
    post(
      { name: '', format: 'doc', content: { markdown: '', x: 1 }, quality: 'max', sources: ['x'], metadata: { a: 1 }, nope: 1 },
      { 'idempotency-key': 'a b' },
      '?dry_run=maybe',
    ),
  );
  assert.equal(code, 'input_invalid');
  assert.deepEqual(
    paths,
    ['', '/content/markdown', '/content/x', '/format', '/metadata/a', '/name', '/nope', '/quality', '/sources/0', '?dry_run'].toSorted(),
  );
  assert.deepEqual((await problemOf(post({ ...small, name: '' }, { 'idempotency-key': 'a b' }))).paths, ['', '/name']);
  assert.deepEqual((await problemOf(post(small, {}, '?dryrun=true'))).paths, ['?dryrun']);
});

test('a dry run says what would happen and makes nothing', async (t) => {
  const { post, ids, worker } = await open(t);
  for (const value of ['true', '1']) {
    const answer = await post(
      { ...small, sources: [{ data: PIXEL.toString('base64'), filename: 'a.png' }] },
      { 'idempotency-key': 'k' },
      `?dry_run=${value}`,
    );
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json<Record<string, unknown>>(), {
      object: 'dry_run',
      valid: true,
      operation: 'create',
      format: 'docx',
      type: 'report',
      route: { path: 'fast', reason: 'The text was supplied, so it is laid out directly without a model.' },
      quality: { requested: 'auto', level: 'fast', reason: 'Supplied text needs no model, so the fast level is enough.' },
      files: [{ ref: 'img:1', filename: 'a.png', format: 'png', bytes: PIXEL.length, pages: null }],
      cost: { amount: 0, currency: 'EUR' },
      warnings: [],
    });
  }
  assert.equal(ids().length, 0);
  worker.finishAll();
  for (const value of ['false', '0'])
    assert.equal((await post(small, {}, `?dry_run=${value}`)).json<{ object: string }>().object, 'document');
});

test('the same key and body give the same document, whatever the order of its properties', async (t) => {
  const { post, ids, worker } = await open(t);
  worker.finishAll();
  const first = await post('{"content":{"markdown":"# A"},"metadata":{"a":"1","b":"2"}}', { 'idempotency-key': 'key-1' });
  const second = await post('{ "metadata": {"b":"2", "a":"1"},\n "content": {"markdown": "\\u0023 A"} }', { 'idempotency-key': 'key-1' });
  assert.deepEqual([second.statusCode, second.json<{ id: string }>().id], [200, first.json<{ id: string }>().id]);
  assert.deepEqual(
    [first.headers['idempotent-replayed'], second.headers['idempotent-replayed'], second.headers['document-id']],
    [undefined, 'true', first.json<{ id: string }>().id],
  );
  assert.equal(ids().length, 1);
  assert.equal((await problemOf(post({ content: { markdown: '# B' } }, { 'idempotency-key': 'key-1' }))).code, 'idempotency_key_reused');
  assert.equal((await problemOf(post({ nonsense: true }, { 'idempotency-key': 'key-1' }))).code, 'idempotency_key_reused');
});

test('keys belong to a project, and a refused request binds none', async (t) => {
  const { post, worker, otherAuth } = await open(t);
  worker.finishAll();
  assert.equal((await post({ ...small, name: '' }, { 'idempotency-key': 'k' })).statusCode, 422);
  const mine = await post(small, { 'idempotency-key': 'k' });
  const theirs = await post({ content: { markdown: '# Other' } }, { ...otherAuth, 'idempotency-key': 'k' });
  assert.deepEqual([mine.statusCode, theirs.statusCode], [200, 200]);
  assert.notEqual(mine.json<{ id: string }>().id, theirs.json<{ id: string }>().id);
});

test('keys have 1 to 255 visible characters', async (t) => {
  const { post, worker } = await open(t);
  worker.finishAll();
  for (const key of ['k', '!', 'x'.repeat(255), '~^"{}'])
    assert.equal((await post(small, { 'idempotency-key': key })).statusCode, 200, key.slice(0, 10));
  for (const key of ['', 'x'.repeat(256), 'a b', 'é', 'a\tb'])
    assert.equal((await problemOf(post(small, { 'idempotency-key': key }))).code, 'input_invalid', JSON.stringify(key.slice(0, 10)));
});

test('a repeat while the first request waits gets 409 until then; a repeated background request is answered', async (t) => {
  const { post, ids, worker } = await open(t);
  const first = post(small, { 'idempotency-key': 'direct' });
  const id = await firstDocument({ ids });
  const busy = await problemOf(post(small, { 'idempotency-key': 'direct' }));
  assert.deepEqual([busy.code, busy.headers['retry-after'] !== undefined], ['idempotency_request_in_progress', true]);
  await worker.finish(id);
  assert.equal((await first).json<{ id: string }>().id, id);
  assert.equal((await post(small, { 'idempotency-key': 'direct' })).json<{ id: string }>().id, id);
  const body = { ...small, background: true };
  const queued = await post(body, { 'idempotency-key': 'background' });
  const again = await post(body, { 'idempotency-key': 'background' });
  assert.deepEqual(
    [again.statusCode, again.json<{ id: string }>().id, again.headers['idempotent-replayed']],
    [202, queued.json<{ id: string }>().id, 'true'],
  );
});

test('a client that leaves does not stop the document, and takes it up again with its key', async (t) => {
  const { listen, ids, watching, store, worker, auth } = await open(t);
  const url = `${await listen()}/v1/documents`;
  const init = {
    method: 'POST',
    headers: { ...auth, 'content-type': 'application/json', 'idempotency-key': 'k' },
    body: JSON.stringify(small),
  };
  const leaving = new AbortController();
  const lost = fetch(url, { ...init, signal: leaving.signal });
  await until(() => watching() === 1);
  leaving.abort();
  await assert.rejects(lost);
  await until(() => watching() === 0);
  const id = await firstDocument({ ids });
  assert.equal((await store.get(id))?.status, 'queued');
  const again = fetch(url, init);
  await until(() => watching() === 1);
  await worker.finish(id);
  assert.equal(((await (await again).json()) as { id: string }).id, id);
  assert.equal(ids().length, 1);
});

test('file references keep their forms, and a file that is too large is a 413 after the fields', async (t) => {
  const { app, auth, post, worker, jobAt } = await open(t);
  worker.finishAll();
  const data = PIXEL.toString('base64');
  const upload = await app.inject({ method: 'POST', url: '/v1/files', headers: auth, payload: { data, filename: 'a.png' } });
  const sources = [upload.json<{ id: string }>().id, { url: 'https://example.com/a.png' }, { data, filename: 'a.png' }];
  assert.equal((await post({ ...small, sources })).statusCode, 200);
  const job = await jobAt(0);
  assert.deepEqual(job?.kind === 'create' && job.sources.map(({ kind }) => kind), ['file', 'url', 'blob']);
  const tooMuch = Buffer.alloc(20 * MB + 1).toString('base64');
  const large = await problemOf(post({ ...small, sources: [{ data: tooMuch, filename: 'a.png' }] }));
  assert.deepEqual([large.code, large.paths], ['file_too_large', ['/sources/0/data']]);
  assert.equal((await problemOf(post({ ...small, name: '', sources: [{ data: tooMuch, filename: 'a.png' }] }))).code, 'input_invalid');
  assert.deepEqual((await problemOf(post({ ...small, sources: [{ url: 'http://169.254.169.254/' }] }))).paths, ['/sources/0/url']);
});

test('text is taken as it is, and what no database holds is repaired or refused', async (t) => {
  const { post, worker, jobAt } = await open(t);
  worker.finishAll();
  const made = await post('{"content":{"markdown":"  a\\u0000b\\ud800 "},"name":" é😀 "}');
  const job = await jobAt(0);
  assert.deepEqual([job?.kind === 'create' && job.markdown, made.json<{ name: string }>().name], ['  a\ufffdb\ufffd ', ' é😀 ']);
  assert.deepEqual((await problemOf(post('{"content":{"markdown":"a"},"name":"a\\u0000"}'))).paths, ['/name']);
  assert.deepEqual((await problemOf(post('{"content":{"markdown":"a"},"__proto__":{"name":"x"}}'))).paths, ['/__proto__']);
  assert.deepEqual((await problemOf(post('{"content":{"markdown":"a"},"constructor":1}'))).paths, ['/constructor']);
});

test('a name cannot break out of headers or frames', async (t) => {
  const { post, worker } = await open(t);
  worker.finishAll();
  const name = 'a\r\nX-Evil: 1\r\n\r\n"; filename=evil';
  const direct = await post({ ...small, name });
  assert.deepEqual([direct.statusCode, direct.headers['x-evil'], direct.json<{ name: string }>().name], [200, undefined, name]);
  const streamed = await post({ ...small, name, stream: true, metadata: { a: '\n\nevent: evil\ndata: {}\n\n' } });
  assert.equal(
    parseEvents(streamed.body).some(({ type }) => type === 'evil'),
    false,
  );
});

test('a body that stops short is given up without an answer', async (t) => {
  const { listen, auth, ids } = await open(t);
  const { port } = new URL(await listen());
  const request = httpRequest({
    port,
    method: 'POST',
    path: '/v1/documents',
    headers: { ...auth, 'content-type': 'application/json', 'content-length': '1000' },
  });
  request.on('error', () => undefined);
  request.write('{"content"');
  await sleep(50);
  request.destroy();
  await sleep(50);
  assert.equal(ids().length, 0);
});

test('a bug is a 500 that tells nothing of the inside', async (t) => {
  const { post, pipeline } = await open(t);
  pipeline.submit = async () => {
    throw new TypeError('secret path /etc/octavo');
  };
  const { code, detail, status } = await problemOf(post(small));
  assert.deepEqual([code, status, /secret|octavo|TypeError/.test(detail)], ['internal_error', 500, false]);
});

test('dry runs are counted however they are asked for', async (t) => {
  const { post } = await open(t, { ratePerMinute: 6 });
  for (let count = 0; count < 60; count++) assert.equal((await post(small, {}, '?dry_run=1')).statusCode, 200);
  assert.equal((await post(small, {}, '?dry_run=true')).statusCode, 429);
});

test('who repeats what is refused, dry runs or wrong keys is slowed down; a key that holds goes on', async (t) => {
  const { app, auth, otherAuth, post } = await open(t, { ratePerMinute: 6 });
  for (let count = 0; count < 60; count++) assert.equal((await post({ nonsense: count })).statusCode, 422);
  const slowed = await problemOf(post({ ...small, background: true }));
  assert.equal(slowed.code, 'rate_limited');
  assert.match(slowed.detail ?? '', /60 refused requests and dry runs in a minute/);
  const ask = (headers: Record<string, string>): Promise<{ statusCode: number }> =>
    app.inject({ method: 'GET', url: '/v1/documents', headers });
  assert.equal((await ask(otherAuth)).statusCode, 200);
  for (let count = 0; count < 120; count++) assert.equal((await ask({ authorization: `Bearer ak_local_${count}` })).statusCode, 401);
  assert.equal((await ask({ authorization: 'Bearer ak_local_more' })).statusCode, 429);
  assert.equal((await ask(auth)).statusCode, 200);
});
