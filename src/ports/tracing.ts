/**
 * Where the time of a request went, across processes: spans with their parents, for a collector outside. A span is named by its
 * `traceparent` (W3C Trace Context §3.2), a line of text, so that it can be kept with a job and taken up by another process. Names and
 * attributes say operations, formats, ids and times, never content.
 */

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** The `traceparent` of the span that it belongs to; absent, or not one: it begins a trace of its own. */
  parent?: string | undefined;
  /** `server`: answers a request; `consumer`: does work from the queue. */
  kind: 'server' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
}

export interface Span {
  traceparent: string;
  /** Once. @param trouble what it failed with; absent: it went well */
  end(attributes?: SpanAttributes, trouble?: unknown): void;
}

export interface Tracing {
  begin(name: string, start: SpanStart): Span;
  /** Calls `work`; for what it does, and all that follows from it in this thread, `current()` is this `traceparent`. */
  within<T>(traceparent: string, work: () => T): T;
  current(): string | undefined;
  /** Sends what waits. Never rejects: a collector that is away costs spans alone. */
  close(): Promise<void>;
}
