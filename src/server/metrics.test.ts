import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServer } from '../../test/support/open-server.ts';
import { createMetrics } from './metrics.ts';
import { createMetricsServer } from './metrics-routes.ts';

test('requests, documents and gauges are reported in the text format', async () => {
  const metrics = createMetrics();
  let running = 2;
  metrics.addGauge({ name: 'octavo_documents_running', help: 'Now.', read: async () => running });
  metrics.countRequest({ operation: 'getDocument', method: 'GET', status: 404, seconds: 0.02 });
  metrics.countDocument({ status: 'ready', format: 'pdf', seconds: 0.3 });
  metrics.countDocument({ status: 'failed', format: null, seconds: 0.1 });
  const lines = (await metrics.read()).split('\n');
  for (const line of [
    'octavo_http_requests_total{operation="getDocument",method="GET",status="404"} 1',
    'octavo_http_request_seconds_bucket{le="0.025",operation="getDocument",method="GET"} 1',
    'octavo_documents_total{status="ready",format="pdf"} 1',
    'octavo_documents_total{status="failed",format="none"} 1',
    'octavo_document_seconds_count{format="pdf"} 1',
    'octavo_documents_running 2',
  ])
    assert.ok(lines.includes(line), line);
  running = 0;
  assert.ok((await metrics.read()).includes('octavo_documents_running 0'));
});

test('two servers in one process count apart', async () => {
  const [first, second] = [createMetrics(), createMetrics()];
  first.countDocument({ status: 'ready', format: 'pdf', seconds: 1 });
  assert.equal((await second.read()).includes('octavo_documents_total{'), false);
});

test('with a token, metrics are read by whoever sends it and by nobody else', async (t) => {
  const token = 'a token of sixteen';
  const server = await openServer({ metrics: { port: undefined, token } });
  t.after(() => server.close());
  const ask = async (authorization?: string) =>
    (await server.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })).statusCode;
  assert.deepEqual(
    await Promise.all([ask(), ask(`Bearer ${token}x`), ask(server.auth.authorization), ask(`Bearer ${token}`)]),
    [401, 401, 401, 200],
  );
});

test('on a port of their own, they are not on that of the interface', async (t) => {
  const server = await openServer({ metrics: { port: 0, token: undefined } });
  t.after(() => server.close());
  assert.equal((await server.app.inject({ url: '/metrics' })).statusCode, 404);
  const apart = createMetricsServer({ metrics: createMetrics(), metricsAccess: { token: 'a token of sixteen', elsewhere: true } });
  t.after(() => apart.close());
  const ask = async (authorization: string) => (await apart.inject({ url: '/metrics', headers: { authorization } })).statusCode;
  assert.deepEqual(await Promise.all([ask('Bearer other'), ask('Bearer a token of sixteen')]), [401, 200]);
  assert.equal((await apart.inject({ url: '/v1/documents' })).statusCode, 404);
});
