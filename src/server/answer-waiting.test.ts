/** Direct answers that take long: white space keeps the connection alive until the JSON comes (RFC 8259 §2). */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeOutput, openServer, type OpenServer } from '../../test/support/open-server.ts';
import { wrapInDocx } from '../../test/support/office-parts.ts';

const small = JSON.stringify({ content: { markdown: '# Hello' } });

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    assert.ok(tries < 500, `timed out waiting for ${what}`);
    await sleep(5);
  }
}

interface Slow extends OpenServer {
  url: string;
  /** Sends a direct request; resolves when its headers are there. */
  send(more?: { headers?: Record<string, string>; signal?: AbortSignal }): Promise<Response>;
}

async function open(t: TestContext, heartbeatMs = 15): Promise<Slow> {
  const server = await openServer({ heartbeatMs });
  t.after(() => server.close());
  const url = `${await server.listen()}/v1/documents`;
  const send: Slow['send'] = ({ headers = {}, signal } = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { ...server.auth, 'content-type': 'application/json', ...headers },
      body: small,
      ...(signal === undefined ? {} : { signal }),
    });
  return { ...server, url, send };
}

/** The body as far as it has come. */
function collect(response: Response): { text: () => string; end: Promise<void> } {
  let text = '';
  const read = async (): Promise<void> => {
    for await (const piece of response.body ?? []) text += Buffer.from(piece).toString('utf8');
  };
  return { text: () => text, end: read() };
}

test('a client that waits hears a heartbeat, and then the document', async (t) => {
  const { send, ids, worker } = await open(t);
  const response = await send();
  const id = ids()[0] ?? '';
  assert.deepEqual(
    [response.status, response.headers.get('document-id'), response.headers.get('content-type')],
    [200, id, 'application/json; charset=utf-8'],
  );
  assert.match(response.headers.get('request-id') ?? '', /^req_/);
  const body = collect(response);
  await until(() => body.text().length >= 3, 'three heartbeats');
  assert.match(body.text(), /^ +$/);
  await worker.finish(id);
  await body.end;
  const document = JSON.parse(body.text()) as { id: string; status: string };
  assert.deepEqual([document.id, document.status], [id, 'ready']);
});

test('a document that fails behind the headers is a 200 with its error', async (t) => {
  const { send, ids, worker } = await open(t);
  const response = await send();
  await worker.finish(ids()[0] ?? '', { status: 'failed', error: { code: 'content_empty', message: 'Nothing.' } });
  const document = (await response.json()) as { status: string; error: unknown };
  assert.deepEqual([response.status, document.status, document.error], [200, 'failed', { code: 'content_empty', message: 'Nothing.' }]);
});

test('an answer that is soon there has its length and no heartbeat', async (t) => {
  const { send, ids, watching, worker } = await open(t, 60_000);
  const answering = send();
  await until(() => watching() === 1, 'the request');
  await worker.finish(ids()[0] ?? '');
  const response = await answering;
  const text = await response.text();
  assert.deepEqual([text.startsWith('{'), Number(response.headers.get('content-length'))], [true, Buffer.byteLength(text)]);
});

test('a client that leaves between heartbeats is forgotten, and its key takes the document up again', async (t) => {
  const { send, ids, watching, worker } = await open(t);
  const leaving = new AbortController();
  const headers = { 'idempotency-key': 'slow' };
  const response = await send({ headers, signal: leaving.signal });
  const lost = collect(response).end.catch((error: unknown) => error);
  const id = ids()[0] ?? '';
  leaving.abort();
  assert.ok((await lost) instanceof Error);
  await until(() => watching() === 0, 'nobody');
  const again = await send({ headers });
  assert.deepEqual([again.headers.get('document-id'), again.headers.get('idempotent-replayed')], [id, 'true']);
  await worker.finish(id);
  assert.equal(((await again.json()) as { id: string }).id, id);
});

test('what goes wrong behind the headers breaks the connection off', async (t) => {
  const { send, pipeline } = await open(t);
  const failure = new AbortController();
  pipeline.waitUntilFinal = () =>
    new Promise((_resolve, reject) => failure.signal.addEventListener('abort', () => reject(new Error('the store is gone'))));
  const response = await send();
  const body = collect(response);
  failure.abort();
  await assert.rejects(body.end);
  assert.match(body.text(), /^ *$/);
});

test('a client of HTTP/1.0 has heartbeats and the document without chunks, up to the end of the connection', async (t) => {
  const { url, auth, ids, worker } = await open(t);
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  let text = '';
  let ended = false;
  socket.on('data', (chunk: Buffer) => void (text += chunk.toString('utf8')));
  socket.on('end', () => void (ended = true));
  socket.write(
    `POST /v1/documents HTTP/1.0\r\nauthorization: ${auth.authorization}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(small)}\r\n\r\n${small}`,
  );
  await until(() => /\r\n\r\n {2}/.test(text), 'two heartbeats');
  await worker.finish(ids()[0] ?? '');
  await until(() => ended, 'the end');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  assert.match(head, /^HTTP\/1\.[01] 200 /);
  assert.doesNotMatch(head, /transfer-encoding/i);
  assert.equal((JSON.parse(body) as { status: string }).status, 'ready');
});

/** Reads a waiting answer up to three beats, lets the document end, and gives what came. */
async function hear(
  { ids, worker }: Slow,
  response: Response,
): Promise<{ id: string; status: number; body: { id: string; status: string } }> {
  const id = ids().at(-1) ?? '';
  const body = collect(response);
  await until(() => body.text().length >= 3, 'three heartbeats');
  assert.match(body.text(), /^ +$/);
  assert.deepEqual([response.headers.get('document-id'), response.headers.get('location')?.endsWith(`/v1/documents/${id}`)], [id, true]);
  await worker.finish(id);
  await body.end;
  return { id, status: response.status, body: JSON.parse(body.text()) as { id: string; status: string } };
}

const WORD = wrapInDocx('<w:p><w:r><w:t>Pay within ten days.</w:t></w:r></w:p>');

test('whoever waits for typed edits hears a heartbeat too, and then a 201 with the document', async (t) => {
  const slow = await open(t);
  const response = await fetch(slow.url.replace('/documents', '/edits'), {
    method: 'POST',
    headers: { ...slow.auth, 'content-type': 'application/json' },
    body: JSON.stringify({
      file: { data: Buffer.from(WORD).toString('base64'), filename: 'terms.docx' },
      operations: [{ op: 'replace_text', find: 'ten', replace: 'thirty' }],
    }),
  });
  const { id, status, body } = await hear(slow, response);
  assert.deepEqual([status, body.id, body.status], [201, id, 'ready']);
});

test('whoever waits for a version hears a heartbeat too, and then a 201 with the document', async (t) => {
  const slow = await open(t);
  const { ids, worker, blobs, auth, url } = slow;
  const made = slow.send();
  await until(() => ids().length === 1, 'the document');
  const parent = ids()[0] ?? '';
  const output = makeOutput(parent, 'out_1', WORD.length, {
    kind: 'docx',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  });
  await blobs.put(output.key, WORD, output.contentType);
  await worker.finish(parent, { format: 'docx', outputs: [output] });
  await (await made).text();
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(WORD)]), 'terms.docx');
  const uploaded = await fetch(url.replace('/documents', '/files'), { method: 'POST', headers: auth, body: form });
  const { id: file } = (await uploaded.json()) as { id: string };
  const response = await fetch(`${url}/${parent}/versions`, {
    method: 'POST',
    headers: { ...auth, 'content-type': 'application/json' },
    body: JSON.stringify({ file }),
  });
  const { id, status, body } = await hear(slow, response);
  assert.deepEqual([status, body.id, body.status], [201, id, 'ready']);
});
