/**
 * A document's events, each exactly once and in order, over as many connections as it takes. After a break the next
 * connection asks for what follows the last sequence seen (`Last-Event-ID`); only a final event ends the iteration.
 */
import { ConnectionError, ProblemError } from './errors.ts';
import { readEventStream } from './read-event-stream.ts';
import type { DocumentEvent } from './contract.ts';
import { isFinal } from './records.ts';
import { backoffMs, pause, type Transport } from './transport.ts';

/** Breaks in a row, without an event between them, after which we give up: about 20 s. */
const BREAKS_MAX = 8;
/** Three heartbeats of the service missed: the connection is dead though nobody closed it. */
const SILENCE_MAX_MS = 45_000;

export interface FollowOptions {
  /** Events after this sequence; 0: all. */
  after?: number;
  signal?: AbortSignal | undefined;
}

/** The chunks of a body until it ends or the signal is set; a body that was opened before the signal stops too. */
async function* readChunks(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (let part = await reader.read(); !part.done && !signal.aborted; part = await reader.read()) yield part.value;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** One connection, which ends when it stays silent for too long. */
async function* readOnce(open: (signal: AbortSignal) => Promise<Response>, signal: AbortSignal | undefined): AsyncGenerator<DocumentEvent> {
  const silence = new AbortController();
  const begin = () => setTimeout(() => silence.abort(new ConnectionError('the stream fell silent')), SILENCE_MAX_MS);
  let watch = begin();
  const any = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]);
  try {
    const response = await open(any);
    if (response.body === null) return;
    yield* readEventStream(readChunks(response.body, any), () => {
      clearTimeout(watch);
      watch = begin();
    });
  } finally {
    clearTimeout(watch);
    silence.abort();
  }
}

/**
 * @param first the answer of a `POST /documents` with `stream: true`, where there is one
 * @throws ProblemError when the service refuses (for example `events_expired`)
 * @throws ConnectionError when it stays out of reach
 */
export async function* followEvents(
  transport: Transport,
  documentId: string,
  options: FollowOptions & { first?: Response } = {},
): AsyncGenerator<DocumentEvent> {
  let last = options.after ?? 0;
  let { first } = options;
  let cause: unknown;
  const path = `/documents/${encodeURIComponent(documentId)}/events`;
  const reopen = (signal: AbortSignal) =>
    transport({ method: 'GET', path, headers: { 'Last-Event-ID': String(last), Accept: 'text/event-stream' }, signal });
  for (let breaks = 0; breaks < BREAKS_MAX; breaks++) {
    const begun = first;
    first = undefined;
    try {
      for await (const event of readOnce(begun === undefined ? reopen : () => Promise.resolve(begun), options.signal)) {
        if (event.sequence <= last) continue;
        last = event.sequence;
        breaks = -1;
        yield event;
        if (isFinal(event)) return;
      }
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      if (error instanceof ProblemError) throw error;
      // A broken connection, by whatever name the platform gives it: the next one takes up where it ended.
      cause = error;
    }
    if (options.signal?.aborted) throw options.signal.reason;
    await pause(backoffMs(Math.max(0, breaks)), options.signal);
  }
  throw new ConnectionError(`the events of ${documentId} broke off ${BREAKS_MAX} times in a row`, { cause });
}
