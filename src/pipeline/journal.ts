/**
 * The writing side of one run: collects what a workflow emits and commits it, one transaction at a time. While one is
 * under way, all that is emitted goes together into the next; so a fast document costs few commits and a slow one is
 * followed closely, without a timer.
 *
 *   idle ── emit ──▶ committing ── done, more waits ──▶ committing
 *                        └── done, nothing waits ──▶ idle        a failed commit ──▶ broken (every later call rejects)
 */
import type { EmittedEvent } from '../contract/event.ts';
import type { DocumentPatch, DocumentStore, FinishPatch } from '../ports/document-store.ts';
import type { Lease } from '../ports/job-queue.ts';

/** In one transaction: writing more at once would hold up what else the process does. A single event may be longer. */
const EVENTS_MAX = 500;
const JSON_MAX = 1_000_000;

export interface Journal {
  emit(patch: DocumentPatch, events: readonly EmittedEvent[]): void;
  /** Commits all that waits together with the end. */
  finish(patch: FinishPatch, events: readonly EmittedEvent[]): Promise<void>;
}

/** How many of the first events go into one transaction. */
function fitting(events: readonly EmittedEvent[]): number {
  let chars = 0;
  for (const [index, event] of events.entries()) {
    chars += 'json' in event ? event.json.length : 0;
    if (index > 0 && (index === EVENTS_MAX || chars > JSON_MAX)) return index;
  }
  return events.length;
}

export function openJournal(store: Pick<DocumentStore, 'commit' | 'finish'>, lease: Lease, onBroken: (error: unknown) => void): Journal {
  let patch: DocumentPatch = {};
  let events: EmittedEvent[] = [];
  let waiting = false;
  let pump: Promise<void> | undefined;
  let broken: { error: unknown } | undefined;

  /** State goes with the last events that it was emitted with, or came after them. */
  const take = (): { patch: DocumentPatch; events: EmittedEvent[] } => {
    const count = fitting(events);
    if (count < events.length) return { patch: {}, events: events.splice(0, count) };
    const taken = { patch, events };
    patch = {};
    events = [];
    waiting = false;
    return taken;
  };

  const run = async (): Promise<void> => {
    // lets all that is emitted in the same turn share a transaction
    await Promise.resolve();
    for (;;) {
      if (!waiting || broken) break;
      const next = take();
      try {
        await store.commit(lease, next.patch, next.events);
      } catch (error) {
        broken = { error };
        onBroken(error);
      }
    }
    pump = undefined;
  };

  return {
    emit(more, newEvents) {
      Object.assign(patch, more);
      for (const event of newEvents) events.push(event);
      waiting = true;
      pump ??= run();
    },
    async finish(last, lastEvents) {
      // what is emitted while the last commit is under way goes into the final one
      waiting = fitting(events) < events.length;
      if (waiting) pump ??= run();
      await pump;
      if (broken) throw broken.error;
      const rest = take();
      await store.finish(lease, { ...rest.patch, ...last }, [...rest.events, ...lastEvents]);
    },
  };
}
