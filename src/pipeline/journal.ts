/**
 * The writing side of one run: collects what a workflow emits and commits it, one transaction at a time. While one is
 * under way, all that is emitted goes together into the next; so a fast document costs few commits and a slow one is
 * followed closely, without a timer.
 *
 *   idle ── emit ──▶ committing ── done, more waits ──▶ committing
 *                        └── done, nothing waits ──▶ idle        a failed commit ──▶ broken (every later call rejects)
 */
import type { NewEvent } from '../contract/event.ts';
import type { DocumentPatch, DocumentStore, FinishPatch } from '../ports/document-store.ts';
import type { Lease } from '../ports/job-queue.ts';

/** In one transaction: writing more at once would hold up what else the process does. */
const EVENTS_MAX = 500;

export interface Journal {
  emit(patch: DocumentPatch, events: readonly NewEvent[]): void;
  /** Commits all that waits together with the end. */
  finish(patch: FinishPatch, events: readonly NewEvent[]): Promise<void>;
}

export function openJournal(store: Pick<DocumentStore, 'commit' | 'finish'>, lease: Lease, onBroken: (error: unknown) => void): Journal {
  let patch: DocumentPatch = {};
  let events: NewEvent[] = [];
  let waiting = false;
  let pump: Promise<void> | undefined;
  let broken: { error: unknown } | undefined;

  /** State goes with the last events that it was emitted with, or came after them. */
  const take = (): { patch: DocumentPatch; events: NewEvent[] } => {
    if (events.length > EVENTS_MAX) return { patch: {}, events: events.splice(0, EVENTS_MAX) };
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
      waiting = events.length > EVENTS_MAX;
      if (waiting) pump ??= run();
      await pump;
      if (broken) throw broken.error;
      const rest = take();
      await store.finish(lease, { ...rest.patch, ...last }, [...rest.events, ...lastEvents]);
    },
  };
}
