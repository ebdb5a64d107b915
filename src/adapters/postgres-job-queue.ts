/** The queue in PostgreSQL, in the same database as the documents: one statement for each method, each its own transaction. */
import type { Clock } from '../ports/clock.ts';
import type { Claim, ClaimOptions, JobKind, JobQueue, Lease, TaskClaim } from '../ports/job-queue.ts';
import type { DocumentJob } from '../ports/record.ts';
import type { Database } from './postgres-database.ts';
import type { ChangeFeed } from './postgres/change-feed.ts';
import { toRecord, type DocumentRow } from './postgres/document-rows.ts';
import {
  ADD,
  claimStatement,
  COUNT_DOCUMENTS,
  FINISH,
  FREE_LEASES,
  RELEASE,
  REMOVE,
  RENEW,
  STALE,
  STATE,
  TAKE,
} from './postgres/job-statements.ts';
import { repeatable, run } from './postgres/statements.ts';

export interface JobQueueOptions {
  clock: Pick<Clock, 'ulid' | 'monotonicMs'>;
  /** Length of a lease after its claim or last renewal; 10. */
  leaseS?: number;
  /** How long a process must have run before it takes up documents under which others have died twice; 10. */
  steadyS?: number;
  /** No other process works on this database, as with the embedded server: a start takes up at once what a dead process left. */
  alone?: boolean;
}

/** For the caller of `add` that works on the task itself: time to download and to keep the file before the first renewal. */
const FIRST_LEASE_S = 60;

/** A claimed job; the columns of a document are null for a task, those of a claim where the document failed instead. */
type ClaimRow = Omit<DocumentRow, 'id'> & {
  id: string | null;
  job: DocumentJob | null;
  job_id: string;
  job_kind: JobKind | null;
  job_org_id: string;
  payload: TaskClaim['payload'];
  counted: number;
  lease_token: number;
};

function toClaim(row: ClaimRow): Claim | null {
  const { id, job, job_kind: kind, job_org_id: orgId, job_id: jobId } = row;
  if (kind === null) return null;
  const lease: Lease = { jobId, token: row.lease_token, attempt: row.counted };
  if (id === null) {
    // the payload was stored with its kind
    return { kind, lease, orgId, payload: row.payload } as TaskClaim;
  }
  if (job === null) throw new Error(`${id} waits to be made and has no job`);
  return { kind: job.kind, lease, orgId, record: toRecord({ ...row, id }), job };
}

function claimValues(
  { limit, running, perOrganisation, only }: ClaimOptions,
  eventIds: string[],
  origin: string,
  leaseS: number,
  trusted: { steady: boolean; connected: boolean },
): unknown[] {
  const counts = new Map<string, number>();
  for (const { orgId, waits } of running) if (waits !== true) counts.set(orgId, (counts.get(orgId) ?? 0) + 1);
  const ids = running.map(({ jobId }) => jobId);
  return [
    limit,
    leaseS,
    eventIds,
    origin,
    ids,
    [...counts.keys()],
    [...counts.values()],
    perOrganisation,
    only ?? null,
    trusted.steady,
    trusted.connected,
  ];
}

/** @param feed that of the process's document store: one connection hears of everything */
export function createJobQueue(
  { pool }: Database,
  feed: ChangeFeed,
  { clock, leaseS = 10, steadyS = 10, alone = false }: JobQueueOptions,
): JobQueue {
  const steadyAtMs = clock.monotonicMs() + steadyS * 1_000;
  return {
    add: async ({ id, kind, orgId, payload }, { waitingMax, leased = false } = {}) => {
      const notice = feed.notice(leased ? 'c' : 'q', id);
      const values = [id, kind, orgId, JSON.stringify(payload), waitingMax ?? null, leased ? FIRST_LEASE_S : null, notice];
      if ((await run(pool, ADD, values)).length === 0) return null;
      if (!leased) feed.queued();
      return { lease: leased ? { jobId: id, token: 1, attempt: 1 } : null };
    },
    claim: async (kinds, options) => {
      const eventIds = Array.from({ length: options.limit }, () => `evt_${clock.ulid()}`);
      // by the time it is sent: a statement may have waited for the database
      const values = (): unknown[] => {
        const trusted = { steady: clock.monotonicMs() >= steadyAtMs, connected: alone || feed.connectedFor(leaseS * 1_000) };
        return claimValues(options, eventIds, feed.origin, leaseS, trusted);
      };
      const rows = await run<ClaimRow>(pool, claimStatement(kinds), values);
      for (const { job_id: id } of rows) feed.changed(id);
      return rows.map(toClaim).filter((claim) => claim !== null);
    },
    renew: async (leases) => {
      const values = [leases.map(({ jobId }) => jobId), leases.map(({ token }) => token), leaseS];
      return (await repeatable<{ id: string }>(pool, RENEW, values)).map(({ id }) => id);
    },
    finish: async ({ jobId, token }) => {
      const finished = (await run(pool, FINISH, [jobId, token, feed.notice('c', jobId)])).length > 0;
      if (finished) feed.changed(jobId);
      return finished;
    },
    release: async ({ jobId, token }, { attemptCounts = false, delayMs = 0, backOff = false } = {}) => {
      const rows = await run(pool, RELEASE, [jobId, token, feed.notice('q', jobId), attemptCounts ? 0 : 1, delayMs, backOff]);
      if (rows.length === 0) return;
      feed.changed(jobId);
      feed.queued();
    },
    state: async (id, orgId, projectId) =>
      (await repeatable<{ state: NonNullable<Awaited<ReturnType<JobQueue['state']>>> }>(pool, STATE, [id, orgId, projectId ?? null]))[0]
        ?.state ?? null,
    take: async (id, orgId, projectId) => (await run(pool, TAKE, [id, orgId, projectId ?? null])).length > 0,
    remove: async (id) => void (await repeatable(pool, REMOVE, [id])),
    stale: async (limit) => (await repeatable<{ id: string }>(pool, STALE, [limit])).map(({ id }) => id),
    watch: feed.watch,
    onWaiting: feed.onQueued,
    begin: async () => {
      if (alone) await repeatable(pool, FREE_LEASES, []);
    },
    countDocuments: async () => (await repeatable<{ waiting: number }>(pool, COUNT_DOCUMENTS, []))[0]?.waiting ?? 0,
  };
}
