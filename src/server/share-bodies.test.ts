import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify, type FastifyInstance } from 'fastify';
import { endBody, LONG_BODY_BYTES, shareBodies } from './share-bodies.ts';

const BODY = Buffer.alloc(LONG_BODY_BYTES + 1);

/** A server that takes two long bodies of an organisation at once; each request is answered when it is let go. */
async function withServer(
  work: (server: { root: string; began: string[]; letGo: Map<string, () => void> }) => Promise<void>,
): Promise<void> {
  const app: FastifyInstance = fastify();
  const began: string[] = [];
  const letGo = new Map<string, () => void>();
  app.decorateRequest('owner', null);
  app.addHook('onRequest', async (request) => {
    request.owner = { id: 'prj', orgId: String(request.headers['x-org']) } as typeof request.owner;
  });
  shareBodies(app, { ratePerMinute: 1, nowMs: () => 0, bytesAtOnce: BODY.length * 2 });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.route({
    method: 'POST',
    url: '/:name',
    handler: async (request) => {
      const { name } = request.params as { name: string };
      began.push(name);
      if (name.endsWith('read')) endBody(request);
      await new Promise<void>((resolve) => letGo.set(name, resolve));
      return 'done';
    },
  });
  const root = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    await work({ root, began, letGo });
  } finally {
    for (const go of letGo.values()) go();
    app.server.closeAllConnections();
    await app.close();
  }
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test('long bodies of an organisation go in two at a time, those of another and short ones beside them', () =>
  withServer(async ({ root, began, letGo }) => {
    const send = (name: string, org: string, body: Uint8Array<ArrayBuffer>): Promise<number> =>
      fetch(`${root}/${name}`, { method: 'POST', body, headers: { 'x-org': org, 'content-type': 'application/octet-stream' } }).then(
        async (answer) => {
          await answer.text();
          return answer.status;
        },
      );
    const first = send('a1', 'a', BODY);
    await until(() => began.includes('a1'));
    const second = send('a2', 'a', BODY);
    await until(() => began.includes('a2'));
    const third = send('a3', 'a', BODY);
    const others = [send('b1', 'b', BODY), send('a-short', 'a', Buffer.alloc(10))];
    await until(() => began.includes('b1') && began.includes('a-short'));
    assert.ok(!began.includes('a3'));
    letGo.get('a1')?.();
    assert.equal(await first, 200);
    await until(() => began.includes('a3'));
    for (const name of ['a2', 'a3', 'b1', 'a-short']) letGo.get(name)?.();
    assert.deepEqual(await Promise.all([second, third, ...others]), [200, 200, 200, 200]);
  }));

test('a body that has been read lets the next one in before its answer, and so does a client that leaves', () =>
  withServer(async ({ root, began }) => {
    const leaving = new AbortController();
    const send = (name: string, signal?: AbortSignal): Promise<unknown> =>
      fetch(`${root}/${name}`, { method: 'POST', body: BODY, headers: { 'x-org': 'a' }, ...(signal ? { signal } : {}) }).catch(() => null);
    void send('a1-read');
    void send('a2', leaving.signal);
    await until(() => began.includes('a1-read') && began.includes('a2'));
    void send('a3');
    await until(() => began.includes('a3'));
    void send('a4');
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.ok(!began.includes('a4'));
    leaving.abort();
    await until(() => began.includes('a4'));
  }));
