/** Jobs that are no documents: files read for whoever waits for the result, rounds of retention. */
import { isInfrastructureFault } from '../../base/infrastructure-fault.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { ATTEMPTS_MAX, type JobQueue, type Lease, type TaskClaim } from '../../ports/job-queue.ts';
import type { PipelineDependencies, PipelineLog } from '../dependencies.ts';
import { extractMarkdown, type ExtractRenderers } from '../extract.ts';
import { deleteExpired, PURGE_EVERY_MS } from '../retention.ts';
import { sendMail } from '../money/send-mail.ts';
import { deliverWebhook } from '../webhooks/deliver-webhook.ts';
import { keepResult, readKeptFile, type TaskFile, type TaskResult } from './task-blobs.ts';

export interface TaskDependencies {
  queue: JobQueue;
  blobs: Blobs;
  log: Pick<PipelineLog, 'error'>;
}

/** What the work evaluates to, as it is kept for whoever fetches it. @throws InfrastructureFault: the task is done later */
async function resultOf(log: Pick<PipelineLog, 'error'>, lease: Lease, work: Promise<unknown>): Promise<TaskResult<unknown>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (isInfrastructureFault(error)) throw error;
    if (error instanceof Refusal) {
      const { code, message, errors, fault } = error;
      return { ok: false, code, message, errors, fault };
    }
    log.error({ err: error, jobId: lease.jobId }, 'a task failed');
    return {
      ok: false,
      code: 'processing_failed',
      message: 'The file could not be read because of an internal error; send it again.',
      errors: [],
    };
  }
}

/** Keeps the result of the work and ends the task. Nothing is kept where the lease was lost: another process has the task. */
export async function settleTask(
  { queue, blobs, log }: TaskDependencies,
  lease: Lease,
  signal: AbortSignal,
  work: Promise<unknown>,
): Promise<void> {
  const result = await resultOf(log, lease, work);
  if (signal.aborted) return;
  await keepResult(blobs, lease.jobId, result);
  await queue.finish(lease);
}

async function readFileOf({ blobs }: TaskDependencies, { jobId, attempt }: Lease): Promise<TaskFile> {
  const file = attempt > ATTEMPTS_MAX ? null : await readKeptFile(blobs, jobId);
  if (file === null)
    throw new Refusal('processing_failed', 'The process that read the file ended before it was done; send the file again.');
  return file;
}

function rendered({ renderers }: PipelineDependencies): ExtractRenderers {
  if (!renderers) throw new Error('a process without renderers claimed a PDF');
  return renderers;
}

/** The work of a claimed task whose result is fetched. */
function workOf(deps: PipelineDependencies, claim: Extract<TaskClaim, { kind: 'extract' | 'read_pdf' }>): Promise<unknown> {
  const file = readFileOf(deps, claim.lease);
  switch (claim.kind) {
    case 'extract':
      return file.then(({ filename, ...rest }) => extractMarkdown({ filename, ...rest }, deps.reader));
    case 'read_pdf': {
      const { pages } = rendered(deps);
      return file.then(({ bytes }): Promise<unknown> => (claim.payload.wanted === 'outline' ? pages.outline(bytes) : pages.read(bytes)));
    }
  }
}

/** Performs one claimed task. @throws InfrastructureFault where the database, the blobs or the renderers do not answer */
export async function runTask(deps: PipelineDependencies, claim: TaskClaim, abort: AbortController): Promise<void> {
  const { lease } = claim;
  switch (claim.kind) {
    case 'extract':
    case 'read_pdf': {
      const aborted = new Promise<void>((resolve) => {
        abort.signal.addEventListener('abort', () => resolve());
      });
      // a reader cannot be stopped: what it gives afterwards is thrown away, and the job is another worker's
      await Promise.race([settleTask(deps, lease, abort.signal, workOf(deps, claim)), aborted]);
      if (abort.signal.aborted) await deps.queue.release(lease);
      return;
    }
    case 'deliver_webhook':
      return deliverWebhook(deps, claim, abort);
    case 'send_mail':
      return sendMail(deps, claim);
    case 'purge':
      try {
        await deleteExpired(deps);
      } finally {
        await deps.queue.release(lease, { delayMs: PURGE_EVERY_MS });
      }
      return;
  }
}
