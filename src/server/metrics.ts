/** What /metrics tells, in Prometheus' text format. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

interface GaugeSource {
  /** e.g. `octavo_documents_running`. */
  name: string;
  help: string;
  /** Read at each scrape. */
  read: () => number | Promise<number>;
}

export interface Metrics {
  countRequest(request: { operation: string; method: string; status: number; seconds: number }): void;
  /** Wire to `onFinished` of the pipeline. */
  countDocument(outcome: { status: string; format: string | null; seconds: number }): void;
  /** Of one call of a model. */
  countTokens(call: { tier: string; inputTokens: number; outputTokens: number }): void;
  /** Of one attempt at a webhook. */
  countDelivery(attempt: { outcome: 'delivered' | 'failed'; seconds: number }): void;
  /** e.g. the queue, the renderers. */
  addGauge(source: GaugeSource): void;
  contentType: string;
  read(): Promise<string>;
}

/** Requests take milliseconds, or as long as a document takes. */
const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** An empty registry of its own with the metrics of a process (Prometheus text format). */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'octavo_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['operation', 'method', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'octavo_http_request_seconds',
    help: 'From the request to the end of its answer.',
    labelNames: ['operation', 'method'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  });
  const documents = new Counter({
    name: 'octavo_documents_total',
    help: 'Finished documents.',
    labelNames: ['status', 'format'],
    registers: [registry],
  });
  const making = new Histogram({
    name: 'octavo_document_seconds',
    help: 'From the acceptance of a document to its end.',
    labelNames: ['format'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  });
  const tokens = new Counter({
    name: 'octavo_model_tokens_total',
    help: 'Tokens that models read and wrote.',
    labelNames: ['tier', 'direction'],
    registers: [registry],
  });
  const deliveries = new Histogram({
    name: 'octavo_webhook_attempt_seconds',
    help: 'Attempts at webhooks, from the connection to the answer.',
    labelNames: ['outcome'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  });
  return {
    countDelivery: ({ outcome, seconds }) => deliveries.observe({ outcome }, seconds),
    countTokens({ tier, inputTokens, outputTokens }) {
      tokens.inc({ tier, direction: 'input' }, inputTokens);
      tokens.inc({ tier, direction: 'output' }, outputTokens);
    },
    countRequest({ operation, method, status, seconds }) {
      requests.inc({ operation, method, status: String(status) });
      durations.observe({ operation, method }, seconds);
    },
    countDocument({ status, format, seconds }) {
      documents.inc({ status, format: format ?? 'none' });
      making.observe({ format: format ?? 'none' }, seconds);
    },
    addGauge({ name, help, read }) {
      const gauge = new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          gauge.set(await read());
        },
      });
    },
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}
