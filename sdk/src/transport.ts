/** Requests to the service: the key, problems as errors, time limits, and repeats where a repeat can do no harm. */
import { ConnectionError, ProblemError, TimeoutError, type ProblemBody } from './errors.ts';

export interface TransportOptions {
  apiKey: string;
  /** Ends in `/v1`. */
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** How often a call is repeated that failed for a passing reason. */
  retriesMax: number;
  /** Of a call with all its repeats, until the whole answer is there. */
  timeoutMs: number;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Of the call with its repeats; that of the client where absent. A stream counts until it begins. */
  timeoutMs?: number;
  /** Repeats of a call that failed for a passing reason; that of the client where absent. */
  retriesMax?: number;
}

/** What calls take that make something. */
export interface CreateOptions extends CallOptions {
  /** One is made where absent, so that a repeat after a lost answer never makes a second document. */
  idempotencyKey?: string;
}

export interface Call extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as JSON, or as it is where it is a form. */
  body?: object;
  headers?: Record<string, string>;
}

export type Transport = (call: Call) => Promise<Response>;

const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 5_000;
/** Who is told to come back later than this is given the error, and decides. */
const RETRY_AFTER_MAX_S = 60;

/** Waits, or rejects with the signal's reason. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** 250 ms, 500 ms, … up to 5 s, of which a part is left to chance, so that clients that fell together do not come back together. */
export const backoffMs = (attempt: number): number => Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** attempt) * (0.75 + Math.random() / 4);

/** Seconds or a date (RFC 9110 §10.2.3). */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

async function readProblem(response: Response): Promise<ProblemError> {
  const text = await response.text();
  let body: ProblemBody = {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) body = value;
  } catch (error) {
    // Something between us and the service answered in its own words.
    if (!(error instanceof SyntaxError)) throw error;
    body = { title: text.slice(0, 200) || response.statusText };
  }
  return new ProblemError(response.status, body, {
    requestId: response.headers.get('request-id') ?? undefined,
    retryAfterS: readRetryAfter(response.headers.get('retry-after')),
  });
}

/** Whether the same call, made again, may pass and cannot do the work twice. */
function mayRepeat(call: Call, error: ProblemError | ConnectionError): boolean {
  const harmless = call.method !== 'POST' || call.headers?.['Idempotency-Key'] !== undefined;
  if (error instanceof ConnectionError) return harmless;
  const { status, code } = error;
  // Refused for now, so nothing was done: a request that came too slowly, the rate, a server that goes down, and conflicts that
  // pass, which say when to come back: a key whose first request still runs, a document that is not finished.
  if (status === 408 || status === 429 || status === 503 || code === 'idempotency_request_in_progress') return true;
  if (status === 409) return error.retryAfterS !== undefined;
  return harmless && (status === 500 || status === 502 || status === 504);
}

/** How long to wait before a repeat; null where it is too long for us. */
function waitBefore(attempt: number, error: ProblemError | ConnectionError): number | null {
  const afterS = error instanceof ProblemError ? error.retryAfterS : undefined;
  if (afterS === undefined) return backoffMs(attempt);
  if (afterS > RETRY_AFTER_MAX_S) return null;
  return afterS * 1_000 * (1 + Math.random() / 10);
}

const isOf = (mediaType: string, { headers }: Response): boolean => (headers.get('content-type') ?? '').toLowerCase().startsWith(mediaType);

/**
 * The response with its whole body. The headers of a long answer are sent before its end is known, with spaces until the JSON
 * comes, so a connection may still break behind them; that is repeated like any other lost answer.
 */
async function readWhole(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  if (isOf('application/json', response) && new TextDecoder().decode(bytes.slice(-16)).trim() === '')
    throw new TypeError('the answer ended before its JSON');
  return new Response(bytes, { status: response.status, headers: response.headers });
}

function addressOf(base: string, { path, query = {} }: Call): URL {
  const url = new URL(base + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

async function sendOnce(options: TransportOptions, call: Call, signal: AbortSignal | undefined): Promise<Response> {
  const url = addressOf(options.baseUrl, call);
  const isForm = call.body instanceof FormData;
  const headers: Record<string, string> = { Authorization: `Bearer ${options.apiKey}`, ...call.headers };
  if (call.body !== undefined && !isForm) headers['Content-Type'] = 'application/json';
  const body = call.body instanceof FormData ? call.body : call.body === undefined ? null : JSON.stringify(call.body);
  let response: Response;
  try {
    response = await options.fetch(url, { method: call.method, headers, body, signal: signal ?? null });
    if (response.ok && !isOf('text/event-stream', response)) response = await readWhole(response);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new ConnectionError(`no answer from ${url.origin}`, { cause: error });
  }
  if (!response.ok) throw await readProblem(response);
  return response;
}

/** A signal that is set with the caller's, or when the time is over, if there is a limit; `end` lets both go. */
export function limitTime(timeoutMs: number | undefined, outer: AbortSignal | undefined): { signal: AbortSignal; end: () => void } {
  const limit = new AbortController();
  const pass = () => limit.abort(outer?.reason);
  if (outer?.aborted) pass();
  outer?.addEventListener('abort', pass, { once: true });
  const stop = () => limit.abort(new TimeoutError(`no answer within ${timeoutMs} ms`));
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
  // Whoever reads a stream that has begun listens to the caller's signal.
  const end = () => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', pass);
  };
  return { signal: limit.signal, end };
}

export function createTransport(given: TransportOptions): Transport {
  const options = { ...given, baseUrl: given.baseUrl.replace(/\/+$/, '') };
  return async (call) => {
    const begin = Date.now();
    const timeoutMs = call.timeoutMs ?? options.timeoutMs;
    const { signal, end } = limitTime(timeoutMs, call.signal);
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          return await sendOnce(options, call, signal);
        } catch (error) {
          const known = error instanceof ProblemError || (error instanceof ConnectionError && !(error instanceof TimeoutError));
          if (!known || attempt >= (call.retriesMax ?? options.retriesMax) || !mayRepeat(call, error)) throw error;
          const waitMs = waitBefore(attempt, error);
          if (waitMs === null || Date.now() + waitMs - begin >= timeoutMs) throw error;
          await pause(waitMs, signal);
        }
      }
    } finally {
      end();
    }
  };
}

/** The body of an answer, in the shape that the contract promises for the call. */
export async function askFor<T>(transport: Transport, call: Call): Promise<T> {
  return (await (await transport(call)).json()) as T;
}

/** The options of a call that makes something, and its key. */
export function keyed({ idempotencyKey, ...options }: CreateOptions): CallOptions & { headers: Record<string, string> } {
  return { ...options, headers: { 'Idempotency-Key': idempotencyKey ?? globalThis.crypto.randomUUID() } };
}

/** A path with its parameters escaped. */
export const pathOf = (...parts: readonly string[]): string => parts.map((part) => `/${encodeURIComponent(part)}`).join('');
