/**
 * Server-sent events (interface §6.3). What is written waits for the reader: as long as the socket takes nothing more,
 * nothing is read from the database; a reader that takes nothing for a minute is cut off and may come back.
 */
import type { StoredEvent } from '../contract/event.ts';
import { writeEvent } from '../contract/written-events.ts';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

const HEARTBEAT = ': heartbeat\n\n';
const STALLED_MS = 60_000;
/** How long a first event may take before the headers are sent without it; until then a refusal is a problem answer. */
const FIRST_WAIT_MS = 250;

export interface StreamOptions {
  signal: AbortSignal;
  heartbeatMs: number;
}

/** Of every answer that is a stream of server-sent events. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  connection: 'close',
  // Proxies of nginx's kind gather answers otherwise.
  'x-accel-buffering': 'no',
} as const;

/**
 * Answers with the events, heartbeats between them, and closes the connection at their end.
 * @throws whatever the events throw before the first of them, when nothing is sent yet
 */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<readonly StoredEvent[]>,
  options: StreamOptions,
): Promise<void> {
  const batches = events[Symbol.asyncIterator]();
  let next = batches.next();
  await Promise.race([next, pause(FIRST_WAIT_MS, options.signal)]);
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...sentHeaders(reply),
    ...EVENT_STREAM_HEADERS,
  });
  raw.flushHeaders();
  const beat = setInterval(() => {
    if (!raw.writableNeedDrain && !raw.writableEnded) raw.write(HEARTBEAT);
  }, options.heartbeatMs);
  try {
    for (let batch = await next; !batch.done && !options.signal.aborted; batch = await next) {
      if (!raw.write(framesOf(batch.value))) await drain(raw, options.signal);
      next = batches.next();
    }
    raw.end();
  } catch (error) {
    // The headers are out: a broken connection tells the client to come back with its last sequence.
    reply.log.warn({ err: error }, 'a stream of events broke off');
    raw.destroy();
  } finally {
    clearInterval(beat);
    await batches.return?.();
  }
}

/** Followers of a document in this process are given the same arrays: each is written down once. */
const written = new WeakMap<readonly StoredEvent[], Buffer>();

function framesOf(events: readonly StoredEvent[]): Buffer {
  const known = written.get(events);
  if (known !== undefined) return known;
  const frames = Buffer.from(events.map(writeFrame).join(''));
  written.set(events, frames);
  return frames;
}

/** The frame of one event. Types are fixed names and JSON has no raw line ends, so nothing can begin a field of its own. */
function writeFrame(event: StoredEvent): string {
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${writeEvent(event)}\n\n`;
}

/** The headers that hooks and handlers have set, for an answer that is written past the framework. */
export function sentHeaders(reply: FastifyReply): Record<string, string | number | string[]> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

/** Resolves when the reader has caught up or is gone; one that takes nothing is cut off, at once when we are going. */
function drain(raw: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cut = (): void => void raw.destroy();
    const late = setTimeout(cut, STALLED_MS);
    const end = (): void => {
      clearTimeout(late);
      signal.removeEventListener('abort', cut);
      raw.off('drain', end);
      raw.off('close', end);
      resolve();
    };
    raw.once('drain', end);
    raw.once('close', end);
    if (raw.destroyed) return end();
    if (signal.aborted) return cut();
    signal.addEventListener('abort', cut);
  });
}
