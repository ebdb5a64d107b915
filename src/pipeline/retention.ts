/** Deletes what has been kept long enough: content of documents past `expires_at`, old events and idempotency keys. */
import type { DocumentRecord } from '../ports/record.ts';
import type { PipelineDependencies } from './dependencies.ts';
import { forgetBlobs } from './extract/kept-blobs.ts';

const EVERY_MS = 30_000;
const AT_ONCE = 50;

/** Bytes first: a crash in between leaves a record that the next round finds again, never bytes that nobody knows of. */
export async function removeContent(deps: PipelineDependencies, id: string): Promise<DocumentRecord | null> {
  await deps.blobs.deleteAll(`documents/${id}/`);
  return deps.store.deleteContent(id);
}

/** One round; returns how many documents' content was deleted. */
export async function deleteExpired(deps: PipelineDependencies): Promise<number> {
  let deleted = 0;
  for (;;) {
    const ids = await deps.store.expired(AT_ONCE);
    for (const id of ids) {
      await removeContent(deps, id);
      deleted++;
    }
    if (ids.length < AT_ONCE) break;
  }
  await deleteStaleExtractions(deps);
  await deps.store.sweep();
  return deleted;
}

/** What was read and never fetched, or half fetched by a process that died. */
export async function deleteStaleExtractions({ extractions, blobs }: Pick<PipelineDependencies, 'extractions' | 'blobs'>): Promise<void> {
  for (;;) {
    const ids = await extractions.stale(AT_ONCE);
    for (const id of ids) {
      await forgetBlobs(blobs, id);
      await extractions.remove(id);
    }
    if (ids.length < AT_ONCE) return;
  }
}

/** Runs a round now and then until stopped; the stop waits for a round under way. */
export function startRetention(deps: PipelineDependencies): () => Promise<void> {
  let stopped = false;
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    if (stopped) return;
    round = round.then(() => deleteExpired(deps)).catch((error: unknown) => deps.log.error({ err: error }, 'retention round failed'));
  }, EVERY_MS);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await round;
  };
}
