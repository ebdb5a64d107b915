/** Spans sent to a collector by OTLP over HTTP (JSON), in batches, behind the work. Loaded only where a collector is set. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace, type Context } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { Refusal } from '../base/refusal.ts';
import type { SpanStart, Tracing } from '../ports/tracing.ts';

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL } as const;
const EXPORT_TIMEOUT_MS = 10_000;
/** An end of the process does not wait longer for a collector. */
const CLOSE_TIMEOUT_MS = 3_000;
/** W3C Trace Context §3.2.2: version, trace, parent, flags; later versions may have more behind them. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

function contextOf(parent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(parent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** A code says what a refusal was; messages may hold what a client wrote. */
const nameOfTrouble = (trouble: unknown): string =>
  trouble instanceof Refusal ? trouble.code : trouble instanceof Error ? trouble.name : typeof trouble;

export interface OpenTelemetryOptions {
  /** Base address of the collector; spans go to `/v1/traces` behind it. */
  endpoint: string;
  serviceName: string;
  serviceVersion: string;
}

/** Takes spans at once; nobody waits for the collector, and nothing fails where it is away. */
export function createOpenTelemetry({ endpoint, serviceName, serviceVersion }: OpenTelemetryOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': serviceVersion }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('octavo', serviceVersion);
  const running = new AsyncLocalStorage<string>();
  return {
    begin(name, { parent, kind, attributes = {} }: SpanStart) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, contextOf(parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end(more = {}, trouble) {
          span.setAttributes({ ...more });
          if (trouble !== undefined) {
            span.setAttribute('error.type', nameOfTrouble(trouble));
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
    within: (traceparent, work) => running.run(traceparent, work),
    current: () => running.getStore(),
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}
