/**
 * Rounds: what has been kept long enough is deleted (content of documents past `expires_at`, all that deleted projects had, old events and
 * idempotency keys, sessions that are over), and low balances are told.
 */
import type { DocumentRecord } from '../ports/record.ts';
import type { PipelineDependencies } from './dependencies.ts';
import { tellLowBalances } from './money/tell-low-balances.ts';
import { forgetBlobs } from './tasks/task-blobs.ts';

/** From the end of a round to the next. */
export const PURGE_EVERY_MS = 30_000;
const AT_ONCE = 50;

/** Bytes first: a crash in between leaves a record that the next round finds again, never bytes that no record names. */
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
  deleted += await deleteOfProjects(deps);
  await deleteStaleTasks(deps);
  await deps.sweepBlobs();
  await deps.store.sweep();
  await deps.artifacts.sweep();
  await deps.webhooks.sweep();
  for (const sweep of deps.sweeps ?? []) await sweep();
  await tellLowBalances(deps);
  return deleted;
}

/** Content and files of projects that were deleted; documents that still run are canceled first. Returns how many documents there were. */
async function deleteOfProjects(deps: PipelineDependencies): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { documents, files } = await deps.store.ofDeletedProjects(AT_ONCE);
    for (const id of documents) {
      await deps.store.cancel(id);
      await removeContent(deps, id);
    }
    for (const id of files) {
      await deps.blobs.deleteAll(`files/${id}/`);
      await deps.store.deleteFile(id);
    }
    deleted += documents.length;
    if (documents.length < AT_ONCE && files.length < AT_ONCE) return deleted;
  }
}

/** What was read and never fetched, or half fetched by a process that died. */
export async function deleteStaleTasks({ queue, blobs }: Pick<PipelineDependencies, 'queue' | 'blobs'>): Promise<void> {
  for (;;) {
    const ids = await queue.stale(AT_ONCE);
    for (const id of ids) {
      await forgetBlobs(blobs, id);
      await queue.remove(id);
    }
    if (ids.length < AT_ONCE) return;
  }
}
