/** Following a document from outside: stored events, then live ones; or simply its end. */
import { FINAL_EVENTS, type StoredEvent } from '../contract/event.ts';
import { FINAL_STATUSES } from '../contract/vocabulary.ts';
import { Refusal } from '../base/refusal.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { type DocumentRecord } from '../ports/record.ts';
import { EVENTS_AT_ONCE, type EventParts } from './event-parts.ts';

/** Wakes on each commit, and when a signal is set; a commit between two waits is not missed. */
export function openBell(
  store: Pick<DocumentStore, 'watch'>,
  id: string,
  ...signals: readonly (AbortSignal | undefined)[]
): { wait(): Promise<void>; close(): void } {
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = (): void => {
    rung = true;
    wake?.();
  };
  const stop = store.watch(id, ring);
  for (const signal of signals) signal?.addEventListener('abort', ring);
  return {
    async wait() {
      if (!rung)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      rung = false;
      wake = undefined;
    },
    close() {
      stop();
      for (const signal of signals) signal?.removeEventListener('abort', ring);
    },
  };
}

const isFinalEvent = (event: StoredEvent): boolean => (FINAL_EVENTS as readonly string[]).includes(event.type);

/** Batches of events after `after`; ends after the final event, or at once when `after` is at or beyond it. */
export async function* followEvents(
  { store, events: shared }: { store: Pick<DocumentStore, 'watch' | 'get'>; events: EventParts },
  id: string,
  after: number,
  signal?: AbortSignal,
): AsyncGenerator<StoredEvent[]> {
  const followed = shared.open(id);
  const bell = openBell(store, id, signal);
  let cursor = after;
  try {
    for (;;) {
      if (signal?.aborted) return;
      const events = await followed.after(cursor);
      const last = events.at(-1);
      if (last) {
        cursor = last.sequence;
        yield events;
        if (isFinalEvent(last)) return;
        if (events.length === EVENTS_AT_ONCE) continue;
      } else if (await hasEnded(store, id)) {
        // an event may have come between the two questions that nobody has told of yet: ask once more before closing
        const rest = await followed.anew(cursor);
        if (rest.length === 0) return;
        continue;
      }
      await bell.wait();
    }
  } finally {
    bell.close();
    followed.close();
  }
}

async function hasEnded(store: Pick<DocumentStore, 'get'>, id: string): Promise<boolean> {
  const record = await store.get(id);
  return !record || FINAL_STATUSES.includes(record.status);
}

/** Resolves with the final record. @throws the signal's reason */
export async function waitUntilFinal(store: DocumentStore, id: string, signal?: AbortSignal): Promise<DocumentRecord> {
  const bell = openBell(store, id, signal);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const record = await store.get(id);
      if (!record) throw new Refusal('not_found', `There is no document ${id}.`);
      if (FINAL_STATUSES.includes(record.status)) return record;
      await bell.wait();
    }
  } finally {
    bell.close();
  }
}
