/** Requests to the service: the key, problems as errors, and repeats where a repeat can do no harm. */
import { ConnectionError, ProblemError, type ProblemBody } from './errors.ts';

export interface TransportOptions {
  apiKey: string;
  /** Ends in `/v1`. */
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** How often a call is repeated that failed for a passing reason. */
  retriesMax: number;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string | number | undefined>;
  /** Sent as JSON, or as it is where it is a form. */
  body?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export type Transport = (call: Call) => Promise<Response>;

const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 5_000;

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

/** 250 ms, 500 ms, … up to 5 s. */
export const backoffMs = (attempt: number): number => Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** attempt);

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
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ProblemError(response.status, body, {
    requestId: response.headers.get('request-id') ?? undefined,
    retryAfterS: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** Whether the same call, made again, may pass and cannot do the work twice. */
function mayRepeat(call: Call, error: ProblemError | ConnectionError): boolean {
  const harmless = call.method !== 'POST' || call.headers?.['Idempotency-Key'] !== undefined;
  if (error instanceof ConnectionError) return harmless;
  // Refused for now, so nothing was done: the rate, a key whose first request still runs, a server that goes down.
  if (error.status === 429 || error.status === 503 || error.code === 'idempotency_request_in_progress') return true;
  return harmless && (error.status === 502 || error.status === 504);
}

const isJson = ({ headers }: Response): boolean => /^application\/json\b/i.test(headers.get('content-type') ?? '');

/**
 * The response with its whole body. The headers of a long answer are sent before its end is known, with spaces until the JSON
 * comes, so a connection may still break behind them; that is repeated like any other lost answer.
 */
async function readWhole(response: Response): Promise<Response> {
  const text = await response.text();
  if (text.trim() === '') throw new TypeError('the answer ended before its JSON');
  return new Response(text, { status: response.status, headers: response.headers });
}

export function createTransport(options: TransportOptions): Transport {
  const base = options.baseUrl.replace(/\/+$/, '');
  const once = async (call: Call): Promise<Response> => {
    const url = new URL(base + call.path);
    for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value));
    const isForm = call.body instanceof FormData;
    const headers: Record<string, string> = { Authorization: `Bearer ${options.apiKey}`, ...call.headers };
    if (call.body !== undefined && !isForm) headers['Content-Type'] = 'application/json';
    const body = call.body instanceof FormData ? call.body : call.body === undefined ? null : JSON.stringify(call.body);
    let response: Response;
    try {
      response = await options.fetch(url, { method: call.method, headers, body, signal: call.signal ?? null });
      if (response.ok && isJson(response)) response = await readWhole(response);
    } catch (error) {
      if (call.signal?.aborted) throw call.signal.reason;
      throw new ConnectionError(`no answer from ${url.origin}`, { cause: error });
    }
    if (!response.ok) throw await readProblem(response);
    return response;
  };
  return async (call) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await once(call);
      } catch (error) {
        const known = error instanceof ProblemError || error instanceof ConnectionError;
        if (!known || attempt >= options.retriesMax || !mayRepeat(call, error)) throw error;
        const waitMs = error instanceof ProblemError && error.retryAfterS !== undefined ? error.retryAfterS * 1000 : backoffMs(attempt);
        await pause(waitMs, call.signal);
      }
    }
  };
}
