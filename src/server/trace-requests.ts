/** A span for each request, under the one that its `traceparent` header names; what it puts into the queue belongs to it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Tracing } from '../ports/tracing.ts';

const FAULT_MIN = 500;

/** To be called before routes are added. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', async (request) => {
    const { operation = 'unknown' } = request.routeOptions.config;
    const { traceparent } = request.headers;
    const span = tracing.begin(operation, {
      parent: typeof traceparent === 'string' ? traceparent : undefined,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': request.routeOptions.url ?? '', 'octavo.request.id': request.id },
    });
    spans.set(request, span);
  });
  // behind the body: what reads it runs in the connection's context, and not in the request's
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else tracing.within(span.traceparent, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    const documentId = reply.getHeader('document-id');
    spans
      .get(request)
      ?.end(
        { 'http.response.status_code': statusCode, ...(typeof documentId === 'string' ? { 'octavo.document.id': documentId } : {}) },
        statusCode >= FAULT_MIN ? new Error('the answer is a fault') : undefined,
      );
    spans.delete(request);
  });
}
