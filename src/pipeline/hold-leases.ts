/** Keeps the leases of a process: all are renewed together, and whoever works on a job whose lease is lost is reported. */
import { LeaseLost, type JobQueue, type Lease } from '../ports/job-queue.ts';
import type { PipelineLog } from './dependencies.ts';

/** Well within a lease, so that one renewal may fail. */
const RENEW_MS = 3_000;

export interface Leases {
  /** Renews the lease until the returned function is called; `onLost` where another process has the job by then. */
  hold(lease: Lease, onLost: (error: LeaseLost) => void): () => void;
}

export function holdLeases(queue: Pick<JobQueue, 'renew'>, log: Pick<PipelineLog, 'warn'>, renewMs: number = RENEW_MS): Leases {
  const held = new Map<Lease, (error: LeaseLost) => void>();
  let timer: NodeJS.Timeout | undefined;
  const renew = async (): Promise<void> => {
    const leases = [...held.keys()];
    try {
      const kept = new Set(await queue.renew(leases));
      for (const lease of leases) if (!kept.has(lease.jobId)) held.get(lease)?.(new LeaseLost(lease.jobId));
    } catch (error) {
      // a database that does not answer for a moment is no reason to stop: the next write decides
      log.warn({ err: error }, 'leases could not be renewed');
    }
  };
  return {
    hold(lease, onLost) {
      held.set(lease, onLost);
      timer ??= setInterval(() => void renew(), renewMs).unref();
      return () => {
        held.delete(lease);
        if (held.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
