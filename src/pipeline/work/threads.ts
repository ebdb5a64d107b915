/**
 * Threads that compute beside the service's own work: a large file holds up nobody, one that takes too long or too
 * much memory is ended with its thread. Threads are started at the first file and hold no process open.
 */
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../base/refusal.ts';
import type { ThreadReply } from './thread-reply.ts';

export interface Threads<Task, Result> {
  /** Starts the threads with a task of this kind; one that fails to start is told by its first file. */
  warm(task: Task): void;
  /** @throws Refusal of the task, processing_failed, rate_limited */
  run(task: Task): Promise<Result>;
}

export interface ThreadsOptions {
  threads: number;
  timeoutMs: number;
  queueSizeMax: number;
}

const DEFAULTS: ThreadsOptions = { threads: 2, timeoutMs: 60_000, queueSizeMax: 200 };
const MEMORY_MB_MAX = 768;
const YOUNG_MB_MAX = 64;

interface Job<Task, Result> {
  task: Task;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}
interface Thread<Task, Result> {
  worker: Worker;
  job: Job<Task, Result> | null;
  clock: NodeJS.Timeout | null;
}

/** @param script answers each message, a task, with a `ThreadReply` */
export function createThreads<Task, Result>(script: URL, options: Partial<ThreadsOptions> = {}): Threads<Task, Result> {
  const { threads: threadsMax, timeoutMs, queueSizeMax } = { ...DEFAULTS, ...options };
  const threads = new Set<Thread<Task, Result>>();
  const waiting: Job<Task, Result>[] = [];

  const finish = (thread: Thread<Task, Result>, end: (job: Job<Task, Result>) => void): void => {
    const { job } = thread;
    thread.job = null;
    if (thread.clock) clearTimeout(thread.clock);
    thread.worker.unref();
    if (job) end(job);
  };
  const lose = (thread: Thread<Task, Result>, why: string, cause?: unknown): void => {
    if (!threads.delete(thread)) return;
    void thread.worker.terminate();
    finish(thread, ({ reject }) =>
      reject(new Refusal('processing_failed', `The file ${why}; make it smaller, or divide it, and try again.`, { cause })),
    );
    handOut();
  };
  const start = (): Thread<Task, Result> => {
    const worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX, maxYoungGenerationSizeMb: YOUNG_MB_MAX },
    });
    const thread: Thread<Task, Result> = { worker, job: null, clock: null };
    threads.add(thread);
    worker.on('message', (reply: ThreadReply<Result>) => {
      finish(thread, ({ resolve, reject }) =>
        reply.ok
          ? resolve(reply.result)
          : reject(reply.code === null ? new Error(`a thread failed: ${reply.message}`) : new Refusal(reply.code, reply.message)),
      );
      handOut();
    });
    worker.on('error', (error) => lose(thread, 'takes more memory than a file may', error));
    worker.on('exit', () => lose(thread, 'could not be read'));
    return thread;
  };
  const handOut = (): void => {
    for (let job = waiting[0]; job !== undefined; job = waiting[0]) {
      const thread = [...threads].find((one) => one.job === null) ?? (threads.size < threadsMax ? start() : undefined);
      if (thread === undefined) return;
      waiting.shift();
      thread.job = job;
      thread.worker.ref();
      thread.clock = setTimeout(() => lose(thread, 'takes too long to read'), timeoutMs);
      thread.worker.postMessage(job.task);
    }
  };
  return {
    warm(task) {
      for (let count = threads.size; count < threadsMax; count++) {
        waiting.push({ task, resolve: () => undefined, reject: () => undefined });
        handOut();
      }
    },
    run: (task) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= queueSizeMax)
          return reject(
            new Refusal('rate_limited', 'Too many files are waiting to be read; try again in a few seconds.', { retryAfterS: 5 }),
          );
        waiting.push({ task, resolve, reject });
        handOut();
      }),
  };
}
