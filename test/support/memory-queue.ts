/** The queue's tasks, and blobs, in memory: for tests of the pipeline without a database. It is held to the same promises as PostgreSQL. */
import type { Blobs } from '../../src/ports/blobs.ts';
import type { Claim, JobKind, JobQueue, Lease, NewTask } from '../../src/ports/job-queue.ts';

type State = NonNullable<Awaited<ReturnType<JobQueue['state']>>>;

interface Held {
  task: NewTask;
  state: State;
  attempt: number;
  handedBack: number;
  deaths: number;
  token: number;
  leased: boolean;
  notBefore: number;
}

export interface MemoryQueue extends JobQueue {
  jobs: ReadonlyMap<string, Held>;
  /** The lease of a job runs out. */
  loseLease(id: string): void;
}

const newJob = (task: NewTask, leased: boolean): Held => ({
  task,
  state: leased ? 'running' : 'waiting',
  attempt: leased ? 1 : 0,
  handedBack: 0,
  deaths: 0,
  token: leased ? 1 : 0,
  leased,
  notBefore: 0,
});

function claimJob(job: Held): Claim {
  const died = job.state === 'running';
  if (died && job.deaths === 0) job.handedBack++;
  if (died) job.deaths++;
  Object.assign(job, { state: 'running', attempt: job.attempt + 1, token: job.token + 1, leased: true });
  const { id: jobId, ...task } = job.task;
  return { ...task, lease: { jobId, token: job.token, attempt: job.attempt - job.handedBack } };
}

function createFeed(): Pick<JobQueue, 'watch' | 'onWaiting'> & { changed(id: string): void } {
  const watchers = new Map<string, Set<() => void>>();
  const workers = new Set<() => void>();
  return {
    changed(id) {
      for (const onChange of watchers.get(id) ?? []) onChange();
      for (const wake of workers) wake();
    },
    watch(id, onChange) {
      const set = watchers.get(id) ?? new Set();
      watchers.set(id, set.add(onChange));
      return () => set.delete(onChange);
    },
    onWaiting(wake) {
      workers.add(wake);
      return () => workers.delete(wake);
    },
  };
}

export function createMemoryQueue(): MemoryQueue {
  const jobs = new Map<string, Held>();
  const { changed, ...feed } = createFeed();
  const own = ({ jobId, token }: Lease): Held | undefined => {
    const job = jobs.get(jobId);
    return job?.state === 'running' && job.token === token ? job : undefined;
  };
  const isFree = ({ state, leased, notBefore }: Held): boolean =>
    (state === 'waiting' && notBefore <= Date.now()) || (state === 'running' && !leased);
  return {
    jobs,
    loseLease(id) {
      const job = jobs.get(id);
      if (job) job.leased = false;
      changed(id);
    },
    async add(task, { waitingMax = Infinity, leased = false } = {}) {
      const same = [...jobs.values()].filter((job) => job.task.orgId === task.orgId && job.task.kind === task.kind);
      if (same.length >= waitingMax) return null;
      jobs.set(task.id, newJob(task, leased));
      changed(task.id);
      return { lease: leased ? { jobId: task.id, token: 1, attempt: 1 } : null };
    },
    async claim(kinds: readonly JobKind[], { limit, running, only }) {
      const mine = new Set(running.map(({ jobId }) => jobId));
      return [...jobs.values()]
        .filter((job) => kinds.includes(job.task.kind) && isFree(job) && !mine.has(job.task.id) && (only ?? job.task.id) === job.task.id)
        .slice(0, limit)
        .map(claimJob);
    },
    renew: async (leases) => leases.filter((lease) => own(lease) !== undefined).map(({ jobId }) => jobId),
    async finish(lease) {
      const job = own(lease);
      if (job) job.state = 'done';
      changed(lease.jobId);
      return job !== undefined;
    },
    async release(lease, { attemptCounts = false, delayMs = 0 } = {}) {
      const job = own(lease);
      if (!job) return;
      const handedBack = job.handedBack + (attemptCounts ? 0 : 1);
      Object.assign(job, { state: 'waiting', leased: false, token: job.token + 1, handedBack, notBefore: Date.now() + delayMs });
      changed(lease.jobId);
    },
    async state(id, orgId) {
      const job = jobs.get(id);
      return job?.task.orgId === orgId ? job.state : null;
    },
    async take(id, orgId) {
      const job = jobs.get(id);
      if (job?.task.orgId !== orgId || job.state !== 'done') return false;
      job.state = 'taken';
      return true;
    },
    remove: async (id) => void jobs.delete(id),
    stale: async (limit) => [...jobs.keys()].slice(0, limit),
    ...feed,
    begin: () => Promise.resolve(),
    countDocuments: () => Promise.resolve(0),
  };
}

export function createMemoryBlobs(): { blobs: Blobs; keys(): string[] } {
  const held = new Map<string, Uint8Array>();
  return {
    keys: () => [...held.keys()],
    blobs: {
      put: async (key, bytes) => void held.set(key, Uint8Array.from(bytes)),
      get: async (key) => held.get(key) ?? null,
      stream: async () => null,
      deleteAll: async (prefix) => {
        for (const key of held.keys()) if (key.startsWith(prefix)) held.delete(key);
      },
      check: async () => undefined,
    },
  };
}
