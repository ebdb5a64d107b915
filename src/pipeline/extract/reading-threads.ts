/**
 * Threads that read files beside the service's own work: a large file holds up nobody, one that takes too long or too
 * much memory is ended with its thread. Threads are started at the first file and hold no process open.
 */
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../base/refusal.ts';
import type { ReadResult, ReadTask } from './read-file.ts';
import type { ThreadReply } from './reading-thread.ts';

export interface ReadingThreads {
  /** Starts the threads before the first file comes; one that fails to start is told by its first file. */
  warm(): void;
  /** @throws Refusal file_rejected, processing_failed */
  read(task: ReadTask): Promise<ReadResult>;
}

export interface ReadingThreadsOptions { threads: number; timeoutMs: number; queueSizeMax: number }

const DEFAULTS: ReadingThreadsOptions = { threads: 2, timeoutMs: 60_000, queueSizeMax: 200 };
const MEMORY_MB_MAX = 768;
const YOUNG_MB_MAX = 64;

interface Job { task: ReadTask; resolve: (result: ReadResult) => void; reject: (error: unknown) => void }
interface Thread { worker: Worker; job: Job | null; clock: NodeJS.Timeout | null }

export function createReadingThreads(options: Partial<ReadingThreadsOptions> = {}): ReadingThreads {
  const { threads: threadsMax, timeoutMs, queueSizeMax } = { ...DEFAULTS, ...options };
  const threads = new Set<Thread>();
  const waiting: Job[] = [];

  const finish = (thread: Thread, end: (job: Job) => void): void => {
    const { job } = thread;
    thread.job = null;
    if (thread.clock) clearTimeout(thread.clock);
    thread.worker.unref();
    if (job) end(job);
  };
  const lose = (thread: Thread, why: string, cause?: unknown): void => {
    if (!threads.delete(thread)) return;
    void thread.worker.terminate();
    finish(thread, ({ reject }) => reject(new Refusal('processing_failed', `The file ${why}; make it smaller, or divide it, and try again.`, { cause })));
    handOut();
  };
  const start = (): Thread => {
    const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX, maxYoungGenerationSizeMb: YOUNG_MB_MAX } });
    const thread: Thread = { worker, job: null, clock: null };
    threads.add(thread);
    worker.on('message', (reply: ThreadReply) => {
      finish(thread, ({ resolve, reject }) => (reply.ok ? resolve(reply.result) : reject(reply.code === null ? new Error(`a reader failed: ${reply.message}`) : new Refusal(reply.code, reply.message))));
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
  const WARM_UP: ReadTask = { kind: 'html', bytes: Buffer.from('<h1>a</h1><ul><li>b</ul><table><tr><td>c</table>') };
  return {
    warm() {
      for (let count = threads.size; count < threadsMax; count++) {
        waiting.push({ task: WARM_UP, resolve: () => undefined, reject: () => undefined });
        handOut();
      }
    },
    read: (task) => new Promise((resolve, reject) => {
      if (waiting.length >= queueSizeMax) return reject(new Refusal('rate_limited', 'Too many files are waiting to be read; try again in a few seconds.', { retryAfterS: 5 }));
      waiting.push({ task, resolve, reject });
      handOut();
    }),
  };
}
