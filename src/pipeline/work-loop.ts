/**
 * Jobs from the queue to a handler. A wake (a job was queued here or elsewhere, a place became free, or a poll that stands
 * behind all notices) claims as many as there are free places, in one statement; jobs of dead workers are found in the same way. A
 * claim is made once there is a place for it, so a claimed job never waits. A job that waits for an outside service, such as a
 * model, lends its place to another meanwhile, so that slow answers hold up nobody who needs none.
 */
import type { Claim, ClaimOptions, JobKind, JobQueue } from '../ports/job-queue.ts';
import type { PipelineLog } from './dependencies.ts';
import type { Leases } from './hold-leases.ts';

/** The place of a job that is worked on. */
export interface Place {
  /** The job waits for an outside service. @returns to be called once it goes on */
  lend(): () => void;
}

export interface WorkOptions {
  queue: Pick<JobQueue, 'claim' | 'release' | 'onWaiting'>;
  leases: Leases;
  log: Pick<PipelineLog, 'error' | 'warn'>;
  kinds: readonly JobKind[];
  /** Jobs worked on at once. */
  concurrency: number;
  /** Of these, the most of one organisation; all but one where absent. */
  share?: number;
  /** Jobs that may have lent their places at once; no place is lent where absent. */
  lent?: number;
  /** Whether what jobs need answers: nothing is claimed while it does not. */
  ready?: (() => Promise<boolean>) | undefined;
  /** Never rejects but for a fault of the database: the lease then runs out by itself. */
  handle(claim: Claim, abort: AbortController, place: Place): Promise<void>;
}

export interface Work {
  /** Aborts the job where it is worked on here. */
  abort(jobId: string, reason: unknown): void;
  running(): number;
  /** Takes nothing more, waits `graceMs` for what runs, then aborts it with this reason and waits for its end. */
  stop(graceMs: number, reason: unknown): Promise<void>;
}

/** How long a process that is not ready waits before it looks again. */
const NOT_READY_MS = 1_000;

interface Running {
  claim: Claim;
  abort: AbortController;
  ended: Promise<void>;
  /** How many waits it has lent its place for. */
  waits: number;
}

/** One organisation leaves a place for others, where there is more than one. */
const shareOf = (concurrency: number): number => Math.max(1, concurrency - 1);

/** Of the jobs that have lent their places, those that may be one organisation's: while it has as many, none of its jobs is claimed. */
const lentShareOf = (lent: number): number => Math.ceil((lent * 3) / 4);

/** The jobs that run in a process. @param onFree called when a place becomes free */
function createRunning(
  { leases, log, handle }: WorkOptions,
  onFree: () => void,
): { jobs: Map<string, Running>; start(claim: Claim): void } {
  const jobs = new Map<string, Running>();
  const placeOf = (jobId: string): Place => ({
    lend() {
      const job = jobs.get(jobId);
      if (job === undefined) return () => undefined;
      job.waits += 1;
      if (job.waits === 1) onFree();
      let over = false;
      return () => {
        if (!over) job.waits -= 1;
        over = true;
      };
    },
  });
  return {
    jobs,
    start(claim) {
      const { jobId } = claim.lease;
      const abort = new AbortController();
      const drop = leases.hold(claim.lease, (lost) => abort.abort(lost));
      const ended = handle(claim, abort, placeOf(jobId))
        .catch((error: unknown) => log.error({ err: error, jobId }, 'a job failed to end; its lease runs out by itself'))
        .finally(() => {
          drop();
          jobs.delete(jobId);
          onFree();
        });
      jobs.set(jobId, { claim, abort, ended, waits: 0 });
    },
  };
}

/** What runs, as a claim is told of it: of an organisation that has lent its share of places all count, of others those that hold theirs. */
function toldOf(jobs: ReadonlyMap<string, Running>, lent: number): ClaimOptions['running'] {
  const all = [...jobs.values()];
  const lentBy = new Map<string, number>();
  for (const { claim, waits } of all) if (waits > 0) lentBy.set(claim.orgId, (lentBy.get(claim.orgId) ?? 0) + 1);
  return all.map(({ claim: { lease, orgId }, waits }) => ({
    jobId: lease.jobId,
    orgId,
    waits: waits > 0 && (lentBy.get(orgId) ?? 0) < lentShareOf(lent),
  }));
}

/** Works on jobs of these kinds until it is stopped. */
export function startWork(options: WorkOptions): Work {
  const { queue, log, kinds, concurrency, share = shareOf(concurrency), lent = 0, ready = () => Promise.resolve(true) } = options;
  const stopping = new AbortController();
  let asked = false;
  let claiming: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  const freePlaces = (): number => {
    const waiting = [...jobs.values()].filter(({ waits }) => waits > 0).length;
    return concurrency - (jobs.size - Math.min(waiting, lent));
  };

  const claimNext = async (): Promise<void> => {
    while (asked && !stopping.signal.aborted && freePlaces() > 0) {
      asked = false;
      if (!(await ready())) {
        retry ??= setTimeout(() => {
          retry = undefined;
          wake();
        }, NOT_READY_MS).unref();
        return;
      }
      const limit = freePlaces();
      const claims = await queue.claim(kinds, { limit, running: toldOf(jobs, lent), perOrganisation: share });
      if (claims.length === limit) asked = true;
      for (const claim of claims) {
        if (stopping.signal.aborted) await queue.release(claim.lease);
        else start(claim);
      }
    }
  };

  const wake = (): void => {
    asked = true;
    if (stopping.signal.aborted || claiming) return;
    claiming = claimNext()
      .catch((error: unknown) => log.warn({ err: error }, 'no job could be claimed; the next poll tries again'))
      .finally(() => {
        claiming = undefined;
        // a wake may have come after the last look; a full house is woken by the next free place
        if (asked && retry === undefined && freePlaces() > 0) wake();
      });
  };

  const { jobs, start } = createRunning(options, wake);
  const unsubscribe = queue.onWaiting(wake);
  wake();
  return {
    abort: (jobId, reason) => jobs.get(jobId)?.abort.abort(reason),
    running: () => jobs.size,
    async stop(graceMs, reason) {
      stopping.abort();
      unsubscribe();
      clearTimeout(retry);
      await claiming;
      const late = setTimeout(() => {
        for (const { abort } of jobs.values()) abort.abort(reason);
      }, graceMs);
      await Promise.all([...jobs.values()].map(({ ended }) => ended));
      clearTimeout(late);
    },
  };
}
