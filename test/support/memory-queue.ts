/** The queue in memory, for tests without a database. It is held to the same promises as PostgreSQL. */
import {
  ATTEMPTS_MAX,
  DOCUMENT_KINDS,
  type Claim,
  type DocumentClaim,
  type DocumentKind,
  type JobKind,
  type JobQueue,
  type Lease,
  type NewTask,
} from '../../src/ports/job-queue.ts';

type State = NonNullable<Awaited<ReturnType<JobQueue['state']>>>;
type Job = NewTask | { id: string; kind: DocumentKind; orgId: string };

interface Held {
  task: Job;
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

/** What happens to documents as their jobs are claimed. */
export interface QueuedDocuments {
  /** It is running. */
  begin(id: string): Pick<DocumentClaim, 'record' | 'job'>;
  /** Its attempts are used up. */
  wearOut(id: string): void;
}

/** For the store that keeps the documents: it changes their jobs with them. */
export interface DocumentJobs {
  enqueue(job: Exclude<Job, NewTask>): void;
  holds(lease: Lease): boolean;
  drop(id: string): void;
  changed(id: string): void;
  watching(): number;
}

const newJob = (task: Job, leased: boolean): Held => ({
  task,
  state: leased ? 'running' : 'waiting',
  attempt: leased ? 1 : 0,
  handedBack: 0,
  deaths: 0,
  token: leased ? 1 : 0,
  leased,
  notBefore: 0,
});

/** Where both sides name a project, it is the same one. */
function isOf({ task }: Held, orgId: string, projectId: string | undefined): boolean {
  const named: unknown = 'payload' in task ? Reflect.get(task.payload, 'projectId') : undefined;
  return task.orgId === orgId && (projectId === undefined || named === undefined || named === projectId);
}

/** null for a document whose attempts are used up. */
function claimJob(job: Held, documents: QueuedDocuments): Claim | null {
  const died = job.state === 'running';
  if (died && job.deaths === 0) job.handedBack++;
  if (died) job.deaths++;
  const isDocument = !('payload' in job.task);
  if (isDocument && job.attempt - job.handedBack >= ATTEMPTS_MAX) {
    documents.wearOut(job.task.id);
    return null;
  }
  Object.assign(job, { state: 'running', attempt: job.attempt + 1, token: job.token + 1, leased: true });
  const { id: jobId, ...task } = job.task;
  const lease = { jobId, token: job.token, attempt: job.attempt - job.handedBack };
  return 'payload' in task ? { ...task, lease } : { ...task, lease, ...documents.begin(jobId) };
}

function createFeed(): Pick<JobQueue, 'watch' | 'onWaiting'> & Pick<DocumentJobs, 'changed' | 'watching'> {
  const watchers = new Map<string, Set<() => void>>();
  const workers = new Set<() => void>();
  return {
    watching: () => [...watchers.values()].reduce((sum, set) => sum + set.size, 0),
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

/** Results of tasks, fetched once. */
function createResults(jobs: Map<string, Held>): Pick<JobQueue, 'state' | 'take' | 'remove' | 'stale'> {
  return {
    async state(id, orgId, projectId) {
      const job = jobs.get(id);
      return job && isOf(job, orgId, projectId) ? job.state : null;
    },
    async take(id, orgId, projectId) {
      const job = jobs.get(id);
      if (!job || !isOf(job, orgId, projectId) || job.state !== 'done') return false;
      job.state = 'taken';
      return true;
    },
    remove: async (id) => void jobs.delete(id),
    stale: async (limit) => [...jobs.keys()].slice(0, limit),
  };
}

const noDocuments: QueuedDocuments = {
  begin: (id) => {
    throw new Error(`there is no document ${id}`);
  },
  wearOut: () => undefined,
};

/** @param documents absent: the queue holds tasks alone */
export function createMemoryQueue(documents: QueuedDocuments = noDocuments): { queue: MemoryQueue; documentJobs: DocumentJobs } {
  const jobs = new Map<string, Held>();
  const { changed, watching, ...feed } = createFeed();
  const own = ({ jobId, token }: Lease): Held | undefined => {
    const job = jobs.get(jobId);
    return job?.state === 'running' && job.token === token ? job : undefined;
  };
  const isFree = ({ state, leased, notBefore }: Held): boolean =>
    (state === 'waiting' && notBefore <= Date.now()) || (state === 'running' && !leased);
  const queue: MemoryQueue = {
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
        .map((job) => claimJob(job, documents))
        .filter((claim) => claim !== null);
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
    ...createResults(jobs),
    ...feed,
    begin: () => Promise.resolve(),
    countDocuments: async () =>
      [...jobs.values()].filter(({ task, state }) => state === 'waiting' && DOCUMENT_KINDS.some((kind) => kind === task.kind)).length,
  };
  const documentJobs: DocumentJobs = {
    enqueue: (job) => void jobs.set(job.id, newJob(job, false)),
    holds: (lease) => own(lease) !== undefined,
    drop: (id) => void jobs.delete(id),
    changed,
    watching,
  };
  return { queue, documentJobs };
}
