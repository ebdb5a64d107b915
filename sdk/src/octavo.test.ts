/** The client's mechanics against a small server that misbehaves on purpose. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import {
  ConnectionError,
  createOctavo,
  ProblemError,
  TimeoutError,
  UsageError,
  type DocumentEvent,
  type Edits,
  type Octavo,
} from './octavo.ts';
import { readEventStream } from './read-event-stream.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Serves the answers one after the other, then 500; returns a client and the requests as `METHOD path`. */
async function serve(t: TestContext, answers: Answer[]): Promise<{ octavo: Octavo; requests: string[]; address: string }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push(`${request.method} ${request.url}`);
      const answer = answers.shift();
      if (answer) answer(request, response, Buffer.concat(chunks).toString());
      else response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { octavo: createOctavo({ apiKey: 'ak_local_x', baseUrl: `${address}/v1/` }), requests, address };
}

const json =
  (status: number, value: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };

const event = (sequence: number, type = 'render.completed'): string =>
  `id: ${sequence}\nevent: ${type}\ndata: ${JSON.stringify({ id: `evt_${sequence}`, type, document_id: 'doc_1', sequence, data: {} })}\n\n`;

/** Sends the events, then ends the connection well or breaks it. */
const stream =
  (text: string, end: 'end' | 'break' = 'end'): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'document-id': 'doc_1' });
    response.write(text, () => (end === 'end' ? response.end() : setImmediate(() => response.destroy())));
  };

async function sequences(events: AsyncIterable<DocumentEvent>): Promise<number[]> {
  const seen: number[] = [];
  for await (const { sequence } of events) seen.push(sequence);
  return seen;
}

test('an answer that breaks off behind its headers is asked for again', async (t) => {
  const breaking =
    (end: (response: ServerResponse) => void): Answer =>
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'document-id': 'doc_1' });
      response.write('   ', () => setImmediate(() => end(response)));
    };
  const { octavo, requests } = await serve(t, [
    breaking((response) => response.destroy()),
    breaking((response) => response.end()),
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('  ', () => response.end('{"id":"doc_1","status":"ready"}'));
    },
  ]);
  const document = await octavo.documents.create({ format: 'docx', content: { markdown: 'a' } });
  assert.deepEqual([document.id, document.status, requests.length], ['doc_1', 'ready', 3]);
});

test('create sends the key, the request and an idempotency key', async (t) => {
  const { octavo, requests } = await serve(t, [
    (request, response, body) => {
      assert.equal(request.headers.authorization, 'Bearer ak_local_x');
      assert.match(String(request.headers['idempotency-key']), /^[0-9a-f-]{36}$/);
      assert.deepEqual(JSON.parse(body), { format: 'docx', content: { markdown: '# Hi' } });
      json(200, { id: 'doc_1', status: 'ready' })(request, response, body);
    },
  ]);
  const document = await octavo.documents.create({ format: 'docx', content: { markdown: '# Hi' } });
  assert.equal(document.status, 'ready');
  assert.deepEqual(requests, ['POST /v1/documents']);
});

test('a lost answer is asked for again with the same idempotency key', async (t) => {
  const keys: unknown[] = [];
  const { octavo } = await serve(t, [
    (request, response) => {
      keys.push(request.headers['idempotency-key']);
      response.destroy();
    },
    (request, response, body) => {
      keys.push(request.headers['idempotency-key']);
      json(200, { id: 'doc_1' })(request, response, body);
    },
  ]);
  assert.equal((await octavo.documents.create({ content: { markdown: 'x' } })).id, 'doc_1');
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
});

test('a refusal is an error that names its code, fields and request', async (t) => {
  const problem = {
    title: 'Invalid request',
    status: 422,
    code: 'input_invalid',
    request_id: 'req_1',
    errors: [{ path: '/name', message: 'is too long' }],
  };
  const { octavo, requests } = await serve(t, [json(422, problem)]);
  await assert.rejects(octavo.documents.create({ content: { markdown: 'x' } }), (error) => {
    assert.ok(error instanceof ProblemError);
    assert.deepEqual([error.status, error.code, error.requestId, error.errors], [422, 'input_invalid', 'req_1', problem.errors]);
    assert.equal(error.message, 'Invalid request; /name: is too long');
    return true;
  });
  assert.equal(requests.length, 1);
});

test('a refusal for now is repeated after the time that it names', async (t) => {
  const { octavo, requests } = await serve(t, [json(429, { code: 'rate_limited' }, { 'retry-after': '0' }), json(200, { id: 'doc_1' })]);
  assert.equal((await octavo.documents.start({ content: { markdown: 'x' } })).id, 'doc_1');
  assert.equal(requests.length, 2);
});

test("an answer that is not the service's own is an error too", async (t) => {
  const { octavo } = await serve(t, [(_request, response) => void response.writeHead(404).end('<h1>nginx</h1>')]);
  await assert.rejects(octavo.documents.get('doc_1'), { name: 'ProblemError', status: 404, message: '<h1>nginx</h1>' });
});

test('a stream that breaks is taken up again after the last event seen, and nothing comes twice', async (t) => {
  const { octavo, requests } = await serve(t, [
    stream(event(1, 'document.created') + event(2) + 'id: 3\nda', 'break'),
    (request, response, body) => {
      assert.equal(request.headers['last-event-id'], '2');
      stream(event(2) + event(3))(request, response, body);
    },
    (request, response, body) => {
      assert.equal(request.headers['last-event-id'], '3');
      stream(`: heartbeat\n\n${event(4, 'document.ready')}${event(5)}`)(request, response, body);
    },
  ]);
  const events = await octavo.documents.stream({ content: { markdown: 'x' } });
  assert.equal(events.documentId, 'doc_1');
  assert.deepEqual(await sequences(events), [1, 2, 3, 4]);
  assert.deepEqual(requests, ['POST /v1/documents', 'GET /v1/documents/doc_1/events', 'GET /v1/documents/doc_1/events']);
});

test('a refusal ends the iteration', async (t) => {
  const { octavo } = await serve(t, [stream(event(1)), json(410, { code: 'events_expired' })]);
  await assert.rejects(sequences(octavo.documents.events('doc_1')), { name: 'ProblemError', code: 'events_expired' });
});

test('leaving the loop closes the connection, and a signal ends the wait', async (t) => {
  const closed = Promise.withResolvers<void>();
  const open: Answer = (_request, response) => {
    response.on('close', closed.resolve);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(event(1));
  };
  const { octavo } = await serve(t, [open, open]);
  for await (const { sequence } of octavo.documents.events('doc_1')) {
    assert.equal(sequence, 1);
    break;
  }
  await closed.promise;
  const stop = new AbortController();
  await assert.rejects(
    async () => {
      for await (const { sequence } of octavo.documents.events('doc_1', { signal: stop.signal }))
        stop.abort(new Error(`stopped at ${sequence}`));
    },
    { message: 'stopped at 1' },
  );
});

test('wait follows the events and returns the finished document', async (t) => {
  const { octavo, requests } = await serve(t, [
    json(200, { id: 'doc_1', status: 'queued' }),
    stream(event(1, 'document.ready')),
    json(200, { id: 'doc_1', status: 'ready' }),
  ]);
  assert.equal((await octavo.documents.wait('doc_1')).status, 'ready');
  assert.deepEqual(requests, ['GET /v1/documents/doc_1', 'GET /v1/documents/doc_1/events', 'GET /v1/documents/doc_1']);
});

test('lists pass their query, metadata too', async (t) => {
  const { octavo, requests } = await serve(t, [json(200, { object: 'list', data: [] })]);
  await octavo.documents.list({ limit: 5, status: 'ready', metadata: { team: 'a b' } });
  assert.deepEqual(requests, ['GET /v1/documents?limit=5&status=ready&metadata%5Bteam%5D=a+b']);
});

test('cancel, delete, outputs, report and files call what they are named after', async (t) => {
  const { octavo, requests } = await serve(
    t,
    Array.from({ length: 7 }, () => json(200, { data: [] })),
  );
  await octavo.documents.cancel('doc_1');
  await octavo.documents.delete('doc_1');
  assert.deepEqual(await octavo.documents.outputs('doc_1'), []);
  await octavo.documents.report('doc_1');
  await octavo.files.list();
  await octavo.files.get('file_1');
  await octavo.files.delete('file_1');
  const documents = [
    'POST /v1/documents/doc_1/cancel',
    'DELETE /v1/documents/doc_1',
    'GET /v1/documents/doc_1/outputs',
    'GET /v1/documents/doc_1/report',
  ];
  assert.deepEqual(requests, [...documents, 'GET /v1/files', 'GET /v1/files/file_1', 'DELETE /v1/files/file_1']);
});

test('a file is uploaded as a form, and an output is downloaded without the key', async (t) => {
  const { octavo, address } = await serve(t, [
    (request, response, body) => {
      assert.match(String(request.headers['content-type']), /^multipart\/form-data; boundary=/);
      assert.match(body, /name="file"; filename="a\.png"[^]*\r\n\r\nPNG\r\n/);
      json(201, { id: 'file_1' })(request, response, body);
    },
    (request, response) => {
      assert.equal(request.headers.authorization, undefined);
      response.end('bytes');
    },
  ]);
  assert.equal((await octavo.files.upload({ bytes: new TextEncoder().encode('PNG'), filename: 'a.png' })).id, 'file_1');
  assert.deepEqual(await octavo.download({ url: `${address}/out` }), new TextEncoder().encode('bytes'));
});

test('a service out of reach is a connection error', async () => {
  const octavo = createOctavo({ apiKey: 'x', baseUrl: 'http://127.0.0.1:1/v1', retriesMax: 0 });
  await assert.rejects(octavo.documents.get('doc_1'), ConnectionError);
});

test('events are read whatever the chunks and line ends', async () => {
  const data = JSON.stringify({ sequence: 1, type: 'x', data: { text: 'ñ €' } });
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const bytes = new TextEncoder().encode(`: hello${lineEnd}id: 1${lineEnd}data: ${data}${lineEnd}${lineEnd}:${lineEnd}`);
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, at * size + size));
      const seen: unknown[] = [];
      for await (const { data: found } of readEventStream(
        (async function* () {
          yield* chunks;
        })(),
        () => undefined,
      ))
        seen.push(found);
      assert.deepEqual(seen, [{ text: 'ñ €' }], `${JSON.stringify(lineEnd)}, ${size}`);
    }
  }
});

test('edits and versions call what they are named after', async (t) => {
  const { octavo, requests } = await serve(
    t,
    Array.from({ length: 8 }, () => json(200, { edits: [], blocks: [] })),
  );
  const request: Edits = { file: 'doc_1', operations: [{ op: 'delete_block', target: 'p1' }] };
  await octavo.edits.apply(request);
  assert.deepEqual(await octavo.edits.preview(request), []);
  assert.deepEqual(await octavo.edits.content('doc_1'), []);
  await octavo.versions.create('doc_1', 'file_1');
  await octavo.versions.list('doc_1', { limit: 2 });
  await octavo.versions.save('doc_1', { bytes: new TextEncoder().encode('x'), filename: 'a.docx' }, 1);
  await octavo.versions.diff('doc_2', 'doc_1');
  await octavo.versions.redline('doc_2');
  assert.deepEqual(requests, [
    'POST /v1/edits',
    'POST /v1/edits',
    'GET /v1/documents/doc_1/content',
    'POST /v1/documents/doc_1/versions',
    'GET /v1/documents/doc_1/versions?limit=2',
    'PUT /v1/documents/doc_1/file',
    'GET /v1/documents/doc_2/diff?from=doc_1',
    'GET /v1/documents/doc_2/diff?format=docx',
  ]);
});

test('a redline is its bytes, and tells what it does not show', async (t) => {
  const file =
    (headers: Record<string, string> = {}): Answer =>
    (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/octet-stream', ...headers }).end('PK');
  const { octavo } = await serve(t, [
    file({ 'not-tracked': JSON.stringify(['No tracked change can hold a.', 'b.']) }),
    file(),
    file({ 'not-tracked': '["No tracked' }),
  ]);
  const redline = await octavo.redline({ from: 'doc_1', to: 'doc_2' });
  assert.equal(new TextDecoder().decode(redline), 'PK');
  assert.deepEqual(redline.notTracked, ['No tracked change can hold a.', 'b.']);
  assert.deepEqual((await octavo.versions.redline('doc_2')).notTracked, []);
  assert.deepEqual((await octavo.versions.redline('doc_2')).notTracked, ['["No tracked']);
});

test('data of artifacts, links with a life, and links that are revoked', async (t) => {
  const record = (id: string): object => ({
    id,
    object: 'record',
    collection: 'a b',
    revision: 1,
    created_at: '',
    updated_at: '',
    record: { n: id },
  });
  const list = (ids: string[], more: boolean): object => ({
    object: 'list',
    data: ids.map(record),
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
    has_more: more,
  });
  const bodies: string[] = [];
  const noted =
    (answer: Answer): Answer =>
    (request, response, body) => {
      bodies.push(body);
      answer(request, response, body);
    };
  const { octavo, requests } = await serve(t, [
    json(200, { data: [{ collection: 'a b', records: 3 }] }),
    json(200, list(['rec_1', 'rec_2'], true)),
    json(200, list(['rec_3'], false)),
    (_, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end('id\r\nrec_1\r\n'),
    noted(json(201, record('rec_4'))),
    noted(json(200, record('rec_4'))),
    json(200, { id: 'rec_4', object: 'record', deleted: true }),
    json(200, { collection: 'a b', object: 'collection', deleted: true, records: 3 }),
    json(200, { id: 'doc_1', outputs: [] }),
    json(200, { data: [{ kind: 'html', url: 'https://pages.example/a/x' }] }),
    json(200, { data: [] }),
  ]);
  const { artifacts, documents } = octavo;
  assert.deepEqual(await artifacts.collections('doc_1'), [{ collection: 'a b', records: 3 }]);
  const ids: string[] = [];
  for await (const { id } of artifacts.all('doc_1', 'a b')) ids.push(id);
  assert.deepEqual(ids, ['rec_1', 'rec_2', 'rec_3']);
  assert.equal(await artifacts.csv('doc_1', 'a b'), 'id\r\nrec_1\r\n');
  assert.equal((await artifacts.add('doc_1', 'a b', { n: 1 })).id, 'rec_4');
  await artifacts.update('doc_1', 'a b', 'rec_4', { n: 2 }, { revision: 1 });
  assert.deepEqual(
    bodies.map((body) => JSON.parse(body) as object),
    [{ record: { n: 1 } }, { record: { n: 2 }, revision: 1 }],
  );
  await artifacts.remove('doc_1', 'a b', 'rec_4');
  assert.equal((await artifacts.clear('doc_1', 'a b')).records, 3);
  assert.equal((await artifacts.revokeLinks('doc_1')).id, 'doc_1');
  assert.equal((await documents.outputs('doc_1', { expiresIn: 60 }))[0]?.kind, 'html');
  await documents.outputs('doc_1');
  assert.deepEqual(requests, [
    'GET /v1/documents/doc_1/data',
    'GET /v1/documents/doc_1/data/a%20b?limit=100&order=asc',
    'GET /v1/documents/doc_1/data/a%20b?limit=100&order=asc&after=rec_2',
    'GET /v1/documents/doc_1/data/a%20b?format=csv',
    'POST /v1/documents/doc_1/data/a%20b',
    'PUT /v1/documents/doc_1/data/a%20b/rec_4',
    'DELETE /v1/documents/doc_1/data/a%20b/rec_4',
    'DELETE /v1/documents/doc_1/data/a%20b',
    'POST /v1/documents/doc_1/revoke-links',
    'GET /v1/documents/doc_1/outputs?expires_in=60',
    'GET /v1/documents/doc_1/outputs',
  ]);
});

const refusal = (status: number, code: string, headers: Record<string, string> = {}): Answer => json(status, { code }, headers);

test('what passes is repeated: 408, 409 that says when to come back, 5xx where nothing can be done twice', async (t) => {
  const { octavo, requests } = await serve(t, [
    refusal(408, 'request_timeout'),
    refusal(409, 'idempotency_request_in_progress', { 'retry-after': '0' }),
    json(200, { id: 'doc_1' }),
    refusal(409, 'document_not_ready', { 'retry-after': '0' }),
    refusal(500, 'internal_error'),
    json(200, { data: [] }),
  ]);
  await octavo.documents.start({ content: { markdown: 'x' } });
  await octavo.documents.outputs('doc_1');
  assert.equal(requests.length, 6);
});

test('what does not pass, or might be done twice, is not repeated', async (t) => {
  const { octavo, requests } = await serve(t, [
    refusal(409, 'revision_conflict'),
    refusal(500, 'internal_error'),
    refusal(501, 'feature_unavailable'),
    refusal(429, 'rate_limited', { 'retry-after': '3600' }),
  ]);
  await assert.rejects(octavo.versions.save('doc_1', { file: 'file_1' }, 1), { code: 'revision_conflict' });
  await assert.rejects(octavo.webhooks.create({ url: 'https://example.com/' }), { code: 'internal_error' });
  await assert.rejects(octavo.documents.create({ prompt: 'a memo' }), { code: 'feature_unavailable' });
  await assert.rejects(octavo.documents.get('doc_1'), { code: 'rate_limited', retryAfterS: 3_600 });
  assert.equal(requests.length, 4);
});

test('repeats end with what the client or the call allows, and a date says when to come back too', async (t) => {
  const { octavo, requests } = await serve(t, [
    refusal(503, 'service_unavailable'),
    refusal(503, 'service_unavailable', { 'retry-after': new Date(Date.now() - 1_000).toUTCString() }),
    refusal(503, 'service_unavailable', { 'retry-after': '0' }),
  ]);
  await assert.rejects(octavo.documents.get('doc_1', { retriesMax: 0 }), { code: 'service_unavailable' });
  assert.equal(requests.length, 1);
  await assert.rejects(octavo.documents.get('doc_1', { retriesMax: 1 }), { code: 'service_unavailable', retryAfterS: 0 });
  assert.equal(requests.length, 3);
});

test('a call ends with its time or its signal, with all its repeats', async (t) => {
  const never: Answer = () => undefined;
  const { octavo, requests } = await serve(t, [never, never, refusal(503, 'service_unavailable', { 'retry-after': '30' }), never]);
  await assert.rejects(octavo.documents.get('doc_1', { timeoutMs: 50 }), (error) => {
    assert.ok(error instanceof TimeoutError && error instanceof ConnectionError);
    return true;
  });
  await assert.rejects(octavo.documents.wait('doc_1', { timeoutMs: 50 }), TimeoutError);
  // the wait would be longer than the call may take, so the refusal itself is told at once
  await assert.rejects(octavo.documents.get('doc_1', { timeoutMs: 5_000 }), { code: 'service_unavailable' });
  await assert.rejects(octavo.documents.get('doc_1', { signal: AbortSignal.abort(new Error('enough')) }), { message: 'enough' });
  assert.equal(requests.length, 3);
});

test('a list is a page when awaited, and everything when iterated, in both directions', async (t) => {
  const page = (ids: string[], more: boolean): Answer =>
    json(200, { object: 'list', data: ids.map((id) => ({ id })), first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null, has_more: more });
  const { octavo, requests } = await serve(t, [
    page(['doc_3', 'doc_2'], true),
    page(['doc_3', 'doc_2'], true),
    page(['doc_1'], false),
    page(['file_2'], true),
    page(['file_1'], false),
    page([], false),
  ]);
  assert.equal((await octavo.documents.list({ limit: 2 })).has_more, true);
  const ids: string[] = [];
  for await (const { id } of octavo.documents.list({ limit: 2, metadata: { team: 'a' } })) ids.push(id);
  for await (const { id } of octavo.files.list({ before: 'file_3' })) ids.push(id);
  for await (const { id } of octavo.webhooks.list()) ids.push(id);
  assert.deepEqual(ids, ['doc_3', 'doc_2', 'doc_1', 'file_2', 'file_1']);
  assert.deepEqual(requests.slice(1), [
    'GET /v1/documents?limit=2&metadata%5Bteam%5D=a',
    'GET /v1/documents?limit=2&after=doc_2&metadata%5Bteam%5D=a',
    'GET /v1/files?before=file_3',
    'GET /v1/files?before=file_2',
    'GET /v1/webhook-endpoints',
  ]);
});

test('files come as bytes, blobs, paths, streams and addresses', async (t) => {
  const bodies: string[] = [];
  const noted: Answer = (request, response, body) => {
    bodies.push(`${request.headers['content-type']?.split(';')[0]} ${body}`);
    json(201, { id: 'file_1' })(request, response, body);
  };
  const { octavo } = await serve(
    t,
    Array.from({ length: 7 }, () => noted),
  );
  const bytes = new TextEncoder().encode('WORDS');
  await octavo.files.upload({ bytes, filename: 'a.txt' });
  await octavo.files.upload({ bytes: bytes.buffer, filename: 'b.txt', contentType: 'text/plain' });
  await octavo.files.upload(new File([bytes], 'c.txt'));
  await octavo.files.upload({ blob: new Blob([bytes]), filename: 'd.txt' });
  await octavo.files.upload({ stream: new Blob([bytes]).stream(), filename: 'e.txt' });
  await octavo.files.upload({ path: new URL(import.meta.url).pathname });
  await octavo.files.upload({ url: 'https://example.com/f.txt' });
  for (const [at, name] of ['a', 'b', 'c', 'd', 'e'].entries())
    assert.match(bodies[at] ?? '', new RegExp(String.raw`^multipart/form-data [^]*filename="${name}\.txt"[^]*\r\n\r\nWORDS\r\n`));
  assert.match(bodies[5] ?? '', /filename="octavo\.test\.ts"/);
  assert.equal(bodies[6], 'application/json {"url":"https://example.com/f.txt"}');
});

test('an extraction that is queued is fetched when it is there', async (t) => {
  const queued = json(202, { object: 'extraction', id: 'ext_1', status: 'queued' }, { 'retry-after': '0' });
  const { octavo, requests } = await serve(t, [queued, queued, json(200, { id: 'ext_1', markdown: '# A' }), json(200, { markdown: 'B' })]);
  assert.equal((await octavo.extract({ bytes: new Uint8Array(1), filename: 'a.pdf' }, { addresses: true })).markdown, '# A');
  assert.equal((await octavo.extract({ file: 'doc_1' })).markdown, 'B');
  assert.deepEqual(requests, [
    'POST /v1/extract?addresses=true',
    'GET /v1/extractions/ext_1',
    'GET /v1/extractions/ext_1',
    'POST /v1/extract',
  ]);
});

test('key and address come from the environment, and what cannot be is said before anything is sent', (t) => {
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
  });
  process.env = { ...before, OCTAVO_API_KEY: '' };
  assert.throws(
    () => createOctavo(),
    (error) => error instanceof UsageError && /OCTAVO_API_KEY/.test(error.message),
  );
  process.env['OCTAVO_API_KEY'] = 'ak_local_x';
  createOctavo();
  assert.throws(
    () => createOctavo({ baseUrl: 'localhost:8080' }),
    (error) => error instanceof UsageError && /http:\/\/localhost:8080/.test(error.message),
  );
});
