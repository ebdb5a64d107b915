/** The metrics over HTTP: beside the interface or on a port of their own, for anybody or for whoever has their token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { fastify, type FastifyInstance } from 'fastify';
import { Refusal } from '../base/refusal.ts';
import { PROBLEMS } from '../api/problem.ts';
import type { ServerOptions } from './server-options.ts';

type MetricsOptions = Pick<ServerOptions, 'metrics' | 'metricsAccess'>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Adds `/metrics`. Its answers to who does not send the token, where there is one: 401. */
export function addMetrics(app: FastifyInstance, { metrics, metricsAccess }: MetricsOptions): void {
  const wanted = metricsAccess?.token === undefined ? null : digest(`Bearer ${metricsAccess.token}`);
  app.get('/metrics', { config: { operation: 'metrics' } }, async (request, reply) => {
    if (wanted !== null && !timingSafeEqual(wanted, digest(request.headers.authorization ?? '')))
      throw new Refusal('unauthorized', 'The metrics are read with their token: Authorization: Bearer, as OCTAVO_METRICS_TOKEN has it.');
    return reply.header('content-type', metrics.contentType).send(await metrics.read());
  });
}

/** A server of its own for the metrics and the health of the process, ready to listen: its port need not be open to clients. */
export function createMetricsServer(options: MetricsOptions): FastifyInstance {
  const app = fastify({ logger: false, bodyLimit: 1_024, requestTimeout: 10_000, http: { headersTimeout: 10_000 } });
  app.setErrorHandler((error, _request, reply) => {
    const refused = error instanceof Refusal;
    return reply.code(refused ? PROBLEMS[error.code].status : 500).send({ code: refused ? error.code : 'internal_error' });
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  addMetrics(app, options);
  return app;
}
