/**
 * One attempt at one document, from the claim to the end. Whatever goes wrong ends here: a refusal fails the document with its
 * code; a lost lease means that another worker has it, or that it was canceled, and leaves no trace; anything else is a fault,
 * tried again up to three attempts.
 */
import type { Status } from '../contract/vocabulary.ts';
import { Refusal, type RefusalCode } from '../base/refusal.ts';
import { LeaseLost, type Claim, type DocumentStore, type Lease } from '../ports/document-store.ts';
import { runCreate } from './create/run-create.ts';
import type { PipelineDependencies, Workshop } from './dependencies.ts';
import { runEdit } from './edit/run-edit.ts';
import { openJournal, type Journal } from './journal.ts';
import { runReview } from './review/run-review.ts';
import type { Run } from './run.ts';
import { createSink } from './sink.ts';
import { runSave, runVersion } from './versions/run-version.ts';

const RENEW_MS = 3_000;
const ATTEMPTS_MAX = 3;

export const CANCELED = Symbol('canceled');
export const SHUTDOWN = Symbol('shutdown');

/** @throws Refusal; Error for another attempt; LeaseLost */
function runWorkflow(run: Run): Promise<Status> {
  const { job } = run;
  switch (job.kind) {
    case 'create':
      return runCreate({ ...run, job });
    case 'edit':
      return runEdit({ ...run, job });
    case 'review':
      return runReview({ ...run, job });
    case 'version':
      return runVersion({ ...run, job });
    case 'save':
      return runSave({ ...run, job });
  }
}

/** Keeps the lease alive; a renewal that finds it lost aborts the run. */
function keepLease(store: DocumentStore, lease: Lease, abort: AbortController): () => void {
  const timer = setInterval(() => {
    store.renew(lease).catch((error: unknown) => {
      // a database that does not answer for a moment is no reason to stop: the next write decides
      if (error instanceof LeaseLost) abort.abort(error);
    });
  }, RENEW_MS);
  return () => clearInterval(timer);
}

/** What was decided and reported before is committed with the end: format, type, route and level stay with the document. */
async function failDocument(journal: Journal, code: RefusalCode, message: string, retryable?: boolean): Promise<Status> {
  await journal.finish({ status: 'failed', phase: null, error: { code, message }, ...(retryable === undefined ? {} : { retryable }) }, []);
  return 'failed';
}

/** Fails the document, or leaves it to another attempt: then null. @throws LeaseLost where it is no longer ours */
async function settleFailure({ deps, lease, journal }: Run, error: unknown, { signal }: AbortController): Promise<Status | null> {
  const cause: unknown = signal.aborted ? signal.reason : error;
  if (cause instanceof LeaseLost || error instanceof LeaseLost || cause === CANCELED) return null;
  if (cause === SHUTDOWN) {
    await deps.store.handBack(lease);
    return null;
  }
  const refusal = [cause, error].find((one) => one instanceof Refusal);
  if (refusal) return failDocument(journal, refusal.code, refusal.message, refusal.retryable);
  deps.log.error({ err: cause, documentId: lease.documentId, attempt: lease.attempt }, 'document attempt failed');
  if (lease.attempt >= ATTEMPTS_MAX) {
    const message = 'The document could not be made after several attempts. Send it again; if it keeps failing, report its id.';
    return failDocument(journal, 'processing_failed', message);
  }
  await deps.store.handBack(lease, { attemptCounts: true });
  return null;
}

/** Makes the claimed document. Rejects only where the database does not answer. */
export async function runJob(
  deps: PipelineDependencies,
  workshop: Workshop,
  { lease, record, job }: Claim,
  abort: AbortController,
): Promise<void> {
  const { store, clock } = deps;
  const release = keepLease(store, lease, abort);
  try {
    const journal = openJournal(store, lease, (error) => abort.abort(error));
    const run: Run = {
      deps,
      workshop,
      record,
      job,
      lease,
      journal,
      sink: createSink(deps, `documents/${record.id}/`, journal),
      signal: abort.signal,
      reserve: (price) => store.reserve(lease, price),
    };
    const status = await runWorkflow(run).catch((error: unknown) => settleFailure(run, error, abort));
    const seconds = (clock.now().getTime() - record.createdAt.getTime()) / 1000;
    if (status !== null) workshop.onFinished?.({ status, format: record.format, seconds });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  } finally {
    release();
  }
  if (abort.signal.aborted) await removeStrays(deps, record.id);
}

/** Blobs that were still being stored when the document was deleted under its worker: no record would ever name them. */
async function removeStrays({ store, blobs }: PipelineDependencies, id: string): Promise<void> {
  const record = await store.get(id);
  if (!record || record.contentDeletedAt) await blobs.deleteAll(`documents/${id}/`);
}
