import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from './metrics.ts';

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
