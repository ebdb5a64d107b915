/** The events of a document as they happen, taken up again where the connection was lost. EventSource cannot name a project; fetch can. */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect, useRef, useState } from 'react';
import { addressOf, ApiError, send } from './client.ts';
import type { DocumentEvent } from './contract.ts';

const FINAL: ReadonlySet<string> = new Set(['document.ready', 'document.failed', 'document.canceled']);
const RETRY_MS = [300, 1_000, 2_000, 5_000];

async function readOnce(id: string, after: number, signal: AbortSignal, take: (event: DocumentEvent) => void): Promise<void> {
  const address = addressOf('/documents/{id}/events', { path: { id } });
  const answer = await send('GET', address, { signal, headers: { 'last-event-id': String(after) } });
  if (answer.body === null) return;
  const events = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) take(JSON.parse(read.value.data) as DocumentEvent);
}

/**
 * Follows a document from its first event to its final one.
 * @param take is given each event once, in order
 * @returns how it ended: `final`, or the error that no further attempt will mend
 */
async function followEvents(id: string, signal: AbortSignal, take: (event: DocumentEvent) => void): Promise<'final' | ApiError> {
  let [last, failures] = [0, 0];
  for (;;) {
    let ended = false;
    try {
      await readOnce(id, last, signal, (event) => {
        if (event.sequence <= last) return;
        last = event.sequence;
        failures = 0;
        ended ||= FINAL.has(event.type);
        take(event);
      });
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return error;
      signal.throwIfAborted();
    }
    if (ended) return 'final';
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]));
    signal.throwIfAborted();
  }
}

/** All events of a document so far, growing as they come; at most one new rendering for each frame. */
export function useDocumentEvents(id: string, enabled = true): { events: readonly DocumentEvent[]; error: ApiError | null } {
  const [state, setState] = useState<{ events: readonly DocumentEvent[]; error: ApiError | null }>({ events: [], error: null });
  const waiting = useRef<DocumentEvent[]>([]);
  useEffect(() => {
    if (!enabled) return undefined;
    const stop = new AbortController();
    let frame = 0;
    const flush = (): void => {
      frame = 0;
      const more = waiting.current.splice(0);
      setState(({ events, error }) => ({ events: [...events, ...more], error }));
    };
    setState({ events: [], error: null });
    waiting.current = [];
    followEvents(id, stop.signal, (event) => {
      waiting.current.push(event);
      frame ||= requestAnimationFrame(flush);
    }).then(
      (end) => {
        if (end !== 'final') setState(({ events }) => ({ events, error: end }));
      },
      () => {
        // the view has been left
      },
    );
    return () => {
      stop.abort();
      cancelAnimationFrame(frame);
    };
  }, [id, enabled]);
  return state;
}
