/**
 * One attempt at one claimed job, from the claim to the end. Whatever goes wrong with a document ends here: a refusal fails it
 * with its code; a lost lease means that another worker has it, or that it was canceled, and leaves no trace; a fault of the
 * infrastructure puts it back for later and is no attempt; anything else is a fault, tried again up to three attempts.
 */
import { FINAL_STATUSES, type Status } from '../contract/vocabulary.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { isInfrastructureFault } from '../base/infrastructure-fault.ts';
import { Refusal, type RefusalCode } from '../base/refusal.ts';
import { CallRefused, ModelAway } from '../ports/model.ts';
import { JOB_VERSION } from '../ports/record.ts';
import { ATTEMPTS_MAX, isDocumentClaim, LeaseLost, type Claim, type DocumentClaim, type Lease } from '../ports/job-queue.ts';
import { runCreate } from './create/run-create.ts';
import type { PipelineDependencies, Workshop } from './dependencies.ts';
import { runEdit } from './edit/run-edit.ts';
import { removeStrayOutputs } from './sweep-blobs.ts';
import { lendingAttempt, lendingTask } from './outside-calls.ts';
import { renderersOf } from './renderers-of.ts';
import { openJournal, type Journal } from './journal.ts';
import { runReview } from './review/run-review.ts';
import type { Run } from './run.ts';
import { traceRun } from './trace-run.ts';
import { createSink } from './sink.ts';
import { onTurnOf } from '../base/whose-turn.ts';
import { runTask } from './tasks/run-task.ts';
import { titleOfJob } from './title-of-job.ts';
import type { Place } from './work-loop.ts';
import { runSave, runVersion } from './versions/run-version.ts';

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

/** What was decided and reported before is committed with the end: format, type, route and level stay with the document. */
async function failDocument(journal: Journal, code: RefusalCode, message: string, retryable?: boolean): Promise<Status> {
  await journal.finish({ status: 'failed', phase: null, error: { code, message }, ...(retryable === undefined ? {} : { retryable }) }, []);
  return 'failed';
}

/** For the person who sent the document. */
const sayFault = (fault: ModelAway | CallRefused): string =>
  fault instanceof ModelAway
    ? 'The provider of the language model did not answer for a quarter of an hour; nothing is wrong with the request. Send it again later.'
    : `The provider of the language model did not take the call (${fault.statusCode}). A shorter prompt or fewer sources may help; else the operator of this service has to look at the model.`;

/** How often, and how long apart, a job is put back while the database is away: beyond that its lease runs out by itself, as if its process had died. */
const PUT_BACK_TRIES = 60;
const PUT_BACK_PAUSE_MS = 1_000;

/** For later, as no attempt. @param signal of the job: once it is aborted, one try is all. @throws InfrastructureFault where the database stays away */
async function putBack({ queue }: Pick<PipelineDependencies, 'queue'>, lease: Lease, signal: AbortSignal): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await queue.release(lease, { backOff: true });
    } catch (error) {
      if (tries === PUT_BACK_TRIES || signal.aborted || !isInfrastructureFault(error)) throw error;
      await sleep(PUT_BACK_PAUSE_MS);
    }
  }
}

/** Fails the document, or leaves it to another attempt: then null. @throws LeaseLost where it is no longer ours */
async function settleFailure({ deps, lease, journal }: Run, error: unknown, { signal }: AbortController): Promise<Status | null> {
  const cause: unknown = signal.aborted ? signal.reason : error;
  if (cause instanceof LeaseLost || error instanceof LeaseLost || cause === CANCELED) return null;
  if (cause === SHUTDOWN) {
    await deps.queue.release(lease);
    return null;
  }
  if (isInfrastructureFault(cause) || isInfrastructureFault(error)) {
    deps.log.warn({ err: cause, documentId: lease.jobId }, 'a document waits: what it needs does not answer');
    await putBack(deps, lease, signal);
    return null;
  }
  const refusal = [cause, error].find((one) => one instanceof Refusal);
  if (refusal) return failDocument(journal, refusal.code, refusal.message, refusal.retryable);
  const fault = [cause, error].find((one) => one instanceof ModelAway || one instanceof CallRefused);
  if (fault) {
    deps.log.error({ err: fault, documentId: lease.jobId, attempt: lease.attempt }, 'a document fails for want of a model');
    return failDocument(journal, 'processing_failed', sayFault(fault), fault instanceof ModelAway);
  }
  deps.log.error({ err: cause, documentId: lease.jobId, attempt: lease.attempt }, 'document attempt failed');
  if (lease.attempt >= ATTEMPTS_MAX) {
    const message = 'The document could not be made after several attempts. Send it again; if it keeps failing, report its id.';
    return failDocument(journal, 'processing_failed', message);
  }
  await deps.queue.release(lease, { attemptCounts: true });
  return null;
}

/** A claimed job, with what whoever claimed it holds for it. */
export interface ClaimedJob {
  claim: Claim;
  abort: AbortController;
  place: Place;
}

/** Works on the claimed job. Rejects only where the database does not answer. */
export async function runJob(deps: PipelineDependencies, workshop: Workshop, { claim, abort, place }: ClaimedJob): Promise<void> {
  if (isDocumentClaim(claim)) return onTurnOf(claim.record.orgId, () => runDocument(deps, workshop, { claim, abort, place }));
  try {
    await onTurnOf(claim.orgId, () => runTask(lendingTask(deps, place), claim, abort));
  } catch (error) {
    if (!isInfrastructureFault(error)) throw error;
    deps.log.warn({ err: error, jobId: claim.lease.jobId }, 'a task waits: what it needs does not answer');
    await putBack(deps, claim.lease, abort.signal);
  }
}

/** @throws Refusal; Error for another attempt; InfrastructureFault; LeaseLost */
async function beginWork(run: Run): Promise<Status> {
  const { deps, lease, record, job, journal } = run;
  // the attempt before died or was lost: what it stored and did not tell of is nobody's
  if (lease.token > 1) await removeStrayOutputs(deps, record);
  const title = await titleOfJob(deps.store, record, job);
  if (title !== null) journal.emit({ title }, []);
  return runWorkflow(run);
}

async function runDocument(
  deps: PipelineDependencies,
  workshop: Workshop,
  { claim, abort, place }: ClaimedJob & { claim: DocumentClaim },
): Promise<void> {
  const { store, clock, tracing } = deps;
  const { lease, record, job } = claim;
  if ((job.version ?? 0) > JOB_VERSION) {
    deps.log.warn({ documentId: lease.jobId, version: job.version }, 'a document waits for a process of the version that accepted it');
    return putBack(deps, lease, abort.signal);
  }
  try {
    const journal = openJournal(store, lease, (error) => abort.abort(error));
    const run: Run = {
      // put back are all claims but those that count
      deps: lendingAttempt(deps, place, record.attempt - lease.attempt),
      workshop: renderersOf(workshop, record.orgId),
      record,
      job,
      lease,
      journal,
      sink: createSink(deps, `documents/${record.id}/`, journal),
      signal: abort.signal,
      reserve: (price) => store.reserve(lease, price),
    };
    const status = await traceRun({ tracing, workshop: run.workshop, claim, now: clock.now() }, (traced) =>
      beginWork({ ...run, workshop: traced }).catch((error: unknown) => settleFailure(run, error, abort)),
    );
    const seconds = (clock.now().getTime() - record.createdAt.getTime()) / 1000;
    if (status !== null) workshop.onFinished?.({ status, format: record.format, seconds });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
  if (abort.signal.aborted) await removeStrays(deps, record.id);
}

/** Blobs that were still being stored when the document was deleted under its worker, or taken from it: no record would ever name them. */
async function removeStrays({ store, blobs }: PipelineDependencies, id: string): Promise<void> {
  const record = await store.get(id);
  if (!record || record.contentDeletedAt) await blobs.deleteAll(`documents/${id}/`);
  else if (FINAL_STATUSES.includes(record.status)) await removeStrayOutputs({ blobs }, record);
}
