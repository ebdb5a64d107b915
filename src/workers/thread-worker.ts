/** A thread as a worker of a pool: tasks go in as messages, an answer comes back for each, in order. */
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { WorkerLost, type PoolWorker } from './pool-worker.ts';

export interface ThreadOptions<Message> extends Pick<WorkerOptions, 'workerData' | 'resourceLimits'> {
  /** Takes a message that answers no task; true where it did. */
  takeAside?(message: Message): boolean;
}

interface Pending<Message> {
  resolve(message: Message): void;
  reject(error: unknown): void;
}

/** The thread holds no process open while it has nothing to do. */
export class ThreadWorker<Task, Message> implements PoolWorker<Task, Message> {
  readonly ended: Promise<void>;
  readonly #thread: Worker;
  readonly #pending: Pending<Message>[] = [];
  #loss: WorkerLost | undefined;

  constructor(script: URL, { takeAside, ...options }: ThreadOptions<Message> = {}) {
    this.#thread = new Worker(script, options);
    this.#thread.unref();
    this.#thread.on('message', (message: Message) => {
      if (takeAside?.(message) === true) return;
      this.#pending.shift()?.resolve(message);
      if (this.#pending.length === 0) this.#thread.unref();
    });
    this.#thread.on('error', (error) => this.kill(new WorkerLost(isOutOfMemory(error) ? 'memory' : 'broken', { cause: error })));
    this.ended = new Promise((resolve) => {
      this.#thread.on('exit', () => {
        this.kill();
        resolve();
      });
    });
  }

  usable(): boolean {
    return this.#loss === undefined;
  }

  perform(task: Task): Promise<Message> {
    return new Promise((resolve, reject) => {
      if (this.#loss !== undefined) return reject(this.#loss);
      this.#pending.push({ resolve, reject });
      this.#thread.ref();
      this.#thread.postMessage(task);
    });
  }

  /** Sends what needs no answer. */
  post(message: Task): void {
    this.#thread.postMessage(message);
  }

  kill(loss = new WorkerLost('ended')): void {
    if (this.#loss !== undefined) return;
    this.#loss = loss;
    for (const { reject } of this.#pending.splice(0)) reject(loss);
    void this.#thread.terminate();
  }
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
