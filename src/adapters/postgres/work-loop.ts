/**
 * Documents from the database to a handler. A wake (this process accepted one, another did, a slot became free, or a poll that
 * stands behind all notices) claims as many as there are free slots, in one statement; leases of dead workers are found in the
 * same way. Claims are made before the handler is called, so a claimed document never waits behind a full house.
 */
import type { Claim } from '../../ports/document-store.ts';
import type { Log } from '../log.ts';

export interface WorkLoopOptions {
  concurrency: number;
  /** Claims at most `limit` documents, none of `running`; `more` where others may be waiting still. */
  claim(limit: number, running: string[]): Promise<{ claims: Claim[]; more: boolean }>;
  handle(claim: Claim): Promise<void>;
  /** A claim that came too late to be handled. */
  giveBack(claim: Claim): Promise<void>;
  onQueued(wake: () => void): () => void;
  log: Log;
}

/** Starts taking work; the stop waits for running handlers. */
export function startWorkLoop(options: WorkLoopOptions): () => Promise<void> {
  const { concurrency, log } = options;
  /** Documents being handled here → the end of it. */
  const running = new Map<string, Promise<void>>();
  const stop = new AbortController();
  let asked = false;
  let claiming: Promise<void> | undefined;

  const start = (claim: Claim): void => {
    const { documentId } = claim.lease;
    const run = options
      .handle(claim)
      .catch((trouble: unknown) => log('error', `the worker of ${documentId} failed; its lease runs out by itself`, trouble))
      .finally(() => {
        running.delete(documentId);
        wake();
      });
    running.set(documentId, run);
  };

  const pull = async (): Promise<void> => {
    while (asked && !stop.signal.aborted && running.size < concurrency) {
      asked = false;
      const { claims, more } = await options.claim(concurrency - running.size, [...running.keys()]);
      if (more) asked = true;
      for (const claim of claims) {
        if (stop.signal.aborted) await options.giveBack(claim);
        else start(claim);
      }
    }
  };

  const wake = (): void => {
    asked = true;
    if (stop.signal.aborted || claiming) return;
    claiming = pull()
      .catch((trouble: unknown) => log('warn', 'no work could be claimed; the next poll tries again', trouble))
      .finally(() => {
        claiming = undefined;
        // A wake may have come after the last look; a full house is woken by the next slot.
        if (asked && running.size < concurrency) wake();
      });
  };

  const unsubscribe = options.onQueued(wake);
  wake();
  return async () => {
    stop.abort();
    unsubscribe();
    await claiming;
    await Promise.all(running.values());
  };
}
