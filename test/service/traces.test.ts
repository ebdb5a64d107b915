/** Traces by OTLP, as a collector gets them: scripted, on this machine. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { expectJson, startOctavo, stopOctavo, type DocumentJson } from '../support/service.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}
interface Batch {
  resourceSpans: { resource: { attributes: SentSpan['attributes'] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

/** Keeps all batches, and answers with `status`. */
async function startCollector(status: number): Promise<{ address: string; batches: Batch[] }> {
  const batches: Batch[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      assert.equal(request.url, '/v1/traces');
      batches.push(body as Batch);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, batches };
}

const valueOf = ({ attributes }: { attributes: SentSpan['attributes'] }, key: string): unknown =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];

test('a request, its document and what the renderers did are one trace, under the caller’s own', async () => {
  const { address, batches } = await startCollector(200);
  const octavo = await startOctavo({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: address } });
  const [traceId, callerSpan] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  let id = '';
  try {
    const body = { format: 'docx', content: { markdown: '# Traced\n\nA secret sentence.' } };
    const answer = await octavo.post(body, { traceparent: `00-${traceId}-${callerSpan}-01` });
    ({ id } = await expectJson<DocumentJson>(answer));
  } finally {
    // what waits is sent at the end of the process
    await stopOctavo(octavo);
  }
  const resources = batches.flatMap(({ resourceSpans }) => resourceSpans);
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const spanOf = (name: string): SentSpan => {
    const found = spans.find((span) => span.name === name && span.traceId === traceId);
    assert.ok(found, `no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };
  const [request, job] = [spanOf('createDocument'), spanOf('document create')];
  assert.equal(request.parentSpanId, callerSpan);
  assert.equal(job.parentSpanId, request.spanId);
  assert.equal(spanOf('office.to_pdf').parentSpanId, job.spanId);
  assert.equal(spanOf('pages.draw').parentSpanId, job.spanId);
  assert.equal(valueOf(request, 'http.response.status_code'), 200);
  assert.equal(valueOf(job, 'octavo.document.id'), id);
  assert.equal(valueOf(job, 'octavo.document.status'), 'ready');
  assert.ok(resources.every(({ resource }) => valueOf(resource, 'service.name') === 'octavo'));
  assert.ok(!JSON.stringify(batches).includes('secret sentence'), 'content is in a span');
});

test('a collector that refuses everything costs spans alone: documents are made and the process ends', async () => {
  const { address, batches } = await startCollector(500);
  const octavo = await startOctavo({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_SERVICE_NAME: 'drawn-here' } });
  try {
    const { status } = await expectJson<DocumentJson>(await octavo.post({ format: 'pdf', content: { markdown: '# Made' } }));
    assert.equal(status, 'ready');
  } finally {
    await stopOctavo(octavo);
  }
  assert.ok(batches.length > 0);
  assert.ok(
    batches.every(({ resourceSpans }) => resourceSpans.every(({ resource }) => valueOf(resource, 'service.name') === 'drawn-here')),
  );
});
