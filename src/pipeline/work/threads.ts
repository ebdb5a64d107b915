/**
 * Threads that compute beside the service's own work: a large file holds up nobody, one that takes too long or too
 * much memory is ended with its thread. Threads are started at the first file and hold no process open. Organisations
 * take turns, and who has waited behind the long files of others gets a thread more.
 */
import { Refusal } from '../../base/refusal.ts';
import { QueueFull, WorkerLost, type LossReason } from '../../workers/pool-worker.ts';
import { SupervisedPool } from '../../workers/supervised-pool.ts';
import { ThreadWorker } from '../../workers/thread-worker.ts';
import type { ThreadReply } from './thread-reply.ts';

export interface Threads<Task, Result> {
  /** @throws Refusal of the task, processing_failed, rate_limited */
  run(task: Task): Promise<Result>;
}

export interface ThreadsOptions {
  threads: number;
  timeoutMs: number;
  /** Files of one organisation that may wait. */
  queueSizeMax: number;
  /** What is worked on, as a message calls it. */
  subject: string;
}

const DEFAULTS: ThreadsOptions = { threads: 2, timeoutMs: 60_000, queueSizeMax: 200, subject: 'The file' };
const STAND_IN = { afterMs: 250, keptMs: 10_000 };
const MEMORY_MB_MAX = 768;
const YOUNG_MB_MAX = 64;

const LOSSES: Record<LossReason, string> = {
  late: 'takes too long to read',
  memory: 'takes more memory than a file may',
  ended: 'could not be read',
  broken: 'could not be read',
};

/** @param script answers each message, a task, with a `ThreadReply` */
export function createThreads<Task, Result>(script: URL, options: Partial<ThreadsOptions> = {}): Threads<Task, Result> {
  const { threads, timeoutMs, queueSizeMax, subject } = { ...DEFAULTS, ...options };
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB_MAX, maxYoungGenerationSizeMb: YOUNG_MB_MAX };
  const pool = new SupervisedPool<Task, ThreadReply<Result>>({
    name: 'a thread for files',
    start: () => Promise.resolve(new ThreadWorker<Task, ThreadReply<Result>>(script, { resourceLimits })),
    workers: threads,
    standIn: STAND_IN,
    timeoutMs,
    queueSizeMax,
  });
  const run = async (task: Task): Promise<Result> => {
    const reply = await pool.run(task).catch((cause: unknown) => {
      throw explain(cause, subject);
    });
    if (reply.ok) return reply.result;
    throw reply.code === null
      ? new Error(`a thread failed: ${reply.message}`)
      : new Refusal(reply.code, reply.message, { fault: reply.fault });
  };
  return { run };
}

function explain(error: unknown, subject: string): unknown {
  if (error instanceof QueueFull)
    return new Refusal('rate_limited', 'Too many files are waiting to be read; try again in a few seconds.', { retryAfterS: 5 });
  if (!(error instanceof WorkerLost)) return error;
  const message = `${subject} ${LOSSES[error.reason]}; make it smaller, or divide it, and try again.`;
  return new Refusal('processing_failed', message, { cause: error });
}
