import type { NewEvent } from '../contract/event.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openServer, type OpenServer, type OpenServerSettings } from '../../test/support/open-server.ts';
import { problemOf } from '../../test/support/problem.ts';
import { parseEvents } from '../../test/support/sse.ts';

const large = (chars: number): NewEvent => ({ type: 'content.block_delta', data: { block_id: 'b1', text: 'x'.repeat(chars) } });

async function open(t: TestContext, more: OpenServerSettings = {}): Promise<OpenServer & { root: string; id: string }> {
  const server = await openServer(more);
  t.after(() => server.close());
  const root = await server.listen();
  const { id } = (await server.post({ content: { markdown: 'a' }, background: true })).json<{ id: string }>();
  return { ...server, root, id };
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    assert.ok(tries < 600, `timed out waiting for: ${what}`);
    await sleep(5);
  }
}

/** Reads a stream in the background. */
function readStream(response: Response): { text: () => string; ended: () => boolean; cancel: () => Promise<void> } {
  let text = '';
  let ended = false;
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const read = async (): Promise<void> => {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      text += decoder.decode(part.value, { stream: true });
    ended = true;
  };
  read().catch(() => {
    ended = true;
  });
  return { text: () => text, ended: () => ended, cancel: async () => reader?.cancel() };
}

test('events are stored ones first, then live ones, and the connection closes after the final one', async (t) => {
  const { root, id, auth, worker } = await open(t);
  await worker.emit(id);
  const response = await fetch(`${root}/v1/documents/${id}/events`, { headers: auth });
  assert.deepEqual(
    [response.status, response.headers.get('content-type'), response.headers.get('connection')],
    [200, 'text/event-stream; charset=utf-8', 'close'],
  );
  const stream = readStream(response);
  await until(() => parseEvents(stream.text()).length === 2, 'stored events');
  assert.equal(stream.ended(), false);
  await worker.emit(id, [large(1), large(2)]);
  await until(() => parseEvents(stream.text()).length === 4, 'live events');
  await worker.finish(id);
  await until(stream.ended, 'the end');
  const events = parseEvents(stream.text());
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    [1, 2, 3, 4, 5],
  );
  assert.equal(events.at(-1)?.type, 'document.ready');
  assert.match(stream.text(), /^id: 1\nevent: document\.created\ndata: \{[^\n]*\}\n\nid: 2\n/);
});

test('a cursor resends what follows it; the header wins over the query; bad ones are refused', async (t) => {
  const { id, get, worker } = await open(t);
  await worker.emit(id, [large(1)]);
  await worker.finish(id);
  const sequences = async (query: string, headers: Record<string, string> = {}) =>
    parseEvents((await get(`/v1/documents/${id}/events${query}`, headers)).body).map(({ sequence }) => sequence);
  assert.deepEqual(await sequences(''), [1, 2, 3, 4]);
  assert.deepEqual(await sequences('?after=2'), [3, 4]);
  assert.deepEqual(await sequences('?after=0', { 'last-event-id': '' }), [1, 2, 3, 4]);
  assert.deepEqual(await sequences('?after=1', { 'last-event-id': '3' }), [4]);
  assert.deepEqual(await sequences('?after=4'), []);
  assert.deepEqual(await sequences('?after=999999999'), []);
  for (const query of ['?after=', '?after=-1', '?after=1.5', '?after=x', '?after=1e3', `?after=${'9'.repeat(16)}`, '?after=1&after=2']) {
    const { code, paths } = await problemOf(get(`/v1/documents/${id}/events${query}`));
    assert.deepEqual([code, paths], ['input_invalid', ['?after']], query);
  }
  for (const header of ['x', '-1', '1 2', 'evt_1'])
    assert.equal((await problemOf(get(`/v1/documents/${id}/events`, { 'last-event-id': header }))).code, 'input_invalid', header);
});

test('a cursor beyond the end waits for what comes', async (t) => {
  const { root, id, auth, worker } = await open(t, { heartbeatMs: 30 });
  const stream = readStream(await fetch(`${root}/v1/documents/${id}/events?after=5`, { headers: auth }));
  await until(() => stream.text().includes(': heartbeat\n\n'), 'a heartbeat');
  await worker.finish(id);
  await until(stream.ended, 'the end');
  assert.deepEqual(parseEvents(stream.text()), []);
});

test('heartbeats come between the events of a silent document', async (t) => {
  const { root, id, auth, worker } = await open(t, { heartbeatMs: 20 });
  const stream = readStream(await fetch(`${root}/v1/documents/${id}/events`, { headers: auth }));
  await until(() => stream.text().split(': heartbeat\n\n').length > 3, 'three heartbeats');
  await worker.finish(id);
  await until(stream.ended, 'the end');
  assert.deepEqual(
    parseEvents(stream.text()).map(({ sequence }) => sequence),
    [1, 2, 3],
  );
});

test('a reader that leaves is forgotten at once', async (t) => {
  const { root, id, auth, watching } = await open(t);
  const leaving = new AbortController();
  const response = await fetch(`${root}/v1/documents/${id}/events`, { headers: auth, signal: leaving.signal });
  readStream(response);
  await until(() => watching() > 0, 'the reader');
  leaving.abort();
  await until(() => watching() === 0, 'nobody');
});

test('nothing is read for a reader that takes nothing', async (t) => {
  const { root, id, auth, pipeline, worker, watching } = await open(t);
  for (let at = 0; at < 40; at++) await worker.emit(id, [large(1_000_000)]);
  let asked = 0;
  const { follow } = pipeline;
  // One event per batch, and a count of the batches that were asked for.
  pipeline.follow = async function* (...given) {
    for await (const batch of follow(...given)) {
      for (const event of batch) {
        asked++;
        yield [event];
      }
    }
  };
  const socket = await new Promise<Socket>((resolve) => {
    const opened: Socket = connect(Number(new URL(root).port), '127.0.0.1', () => resolve(opened));
  });
  socket.pause();
  socket.write(`GET /v1/documents/${id}/events HTTP/1.1\r\nHost: a\r\nAuthorization: ${auth.authorization}\r\n\r\n`);
  await until(() => asked > 1, 'the first events');
  await sleep(200);
  assert.ok(asked < 35, `${asked} of 42 events were read for a reader that took none`);
  let received = 0;
  socket
    .on('data', (chunk) => {
      received += chunk.length;
    })
    .resume();
  await until(() => received > 40_000_000, 'all of it');
  socket.destroy();
  await until(() => watching() === 0, 'nobody');
});

test('a reader that takes nothing does not hold up the end of the process', async (t) => {
  const closing = new AbortController();
  const { root, id, auth, worker, app } = await open(t, { closing: closing.signal });
  for (let at = 0; at < 40; at++) await worker.emit(id, [large(1_000_000)]);
  const socket: Socket = connect(Number(new URL(root).port), '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(`GET /v1/documents/${id}/events HTTP/1.1\r\nHost: a\r\nAuthorization: ${auth.authorization}\r\n\r\n`);
  await sleep(200);
  const closed = app.close();
  closing.abort();
  await closed;
  socket.destroy();
});

test('many readers of one document all get all of it', async (t) => {
  const { root, id, auth, worker } = await open(t);
  const streams = await Promise.all(
    Array.from({ length: 50 }, async () => readStream(await fetch(`${root}/v1/documents/${id}/events`, { headers: auth }))),
  );
  for (let at = 0; at < 20; at++) await worker.emit(id, [large(at)]);
  await worker.finish(id);
  for (const stream of streams) await until(stream.ended, 'the end');
  for (const stream of streams) assert.equal(parseEvents(stream.text()).length, 23);
});

test('a stream that breaks inside ends its connection without an end of its own', async (t) => {
  const { root, id, auth, pipeline } = await open(t);
  pipeline.follow = async function* () {
    yield [{ id: 'evt_1', type: 'document.created', version: 1, document_id: id, sequence: 1, timestamp: '', data: {} }];
    throw new Error('database gone');
  };
  // by Node's client of HTTP, which tells a body that breaks off from one that ends
  const read = new Promise((resolve, reject) => {
    get(`${root}/v1/documents/${id}/events`, { headers: auth }, (answer) => answer.on('error', reject).on('end', resolve).resume());
  });
  await assert.rejects(read, { code: 'ECONNRESET' });
});

test('streams and waiting requests end when the process is about to', async (t) => {
  const closing = new AbortController();
  const { root, id, auth, watching, app } = await open(t, { closing: closing.signal });
  const stream = readStream(await fetch(`${root}/v1/documents/${id}/events`, { headers: auth }));
  const waiting = fetch(`${root}/v1/documents`, {
    method: 'POST',
    headers: { ...auth, 'content-type': 'application/json' },
    body: '{"content":{"markdown":"b"}}',
  });
  await until(() => watching() === 2, 'both');
  const closed = app.close();
  closing.abort();
  await assert.rejects(waiting);
  await until(stream.ended, 'the stream');
  await closed;
  assert.equal(watching(), 0);
});

test('a request that is never finished does not hold up the end of the process', async (t) => {
  const closing = new AbortController();
  const { app, artifactApp } = await open(t, { closing: closing.signal, lingerMs: 100 });
  const ports = [app, artifactApp].flatMap((server) =>
    server.addresses().flatMap((address) => (typeof address === 'object' ? address.port : [])),
  );
  const halfSent = [
    'POST /v1/documents HTTP/1.1\r\nHost: a\r\nContent-',
    'POST /v1/files HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{',
    'G',
    '',
  ];
  const ended = ports.flatMap((port) =>
    halfSent.map((text) => {
      const socket = connect(port, '127.0.0.1');
      socket
        .on('error', () => undefined)
        .resume()
        .write(text);
      return once(socket, 'close');
    }),
  );
  await sleep(100);
  const closed = Promise.all([app.close(), artifactApp.close()]);
  closing.abort();
  await Promise.all([closed, ...ended]);
});
