/** Workers of a pool, what they promise, and how they are lost. */

/** Why a worker can be used no more. */
export type LossReason = 'ended' | 'late' | 'memory' | 'broken';

/** The worker was lost while it performed a task. */
export class WorkerLost extends Error {
  readonly reason: LossReason;
  constructor(reason: LossReason, options?: ErrorOptions) {
    super(`the worker was lost (${reason})`, options);
    this.name = 'WorkerLost';
    this.reason = reason;
  }
}

/** The owner's row is full; the caller decides what its client hears. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

export interface PoolWorker<Task, Answer> {
  /**
   * Performs tasks in the order in which they are given. A rejection with `usable()` still true is the task's own; a
   * worker that is lost rejects all that it was given, in order.
   */
  perform(task: Task, signal: AbortSignal | undefined): Promise<Answer>;
  /** Resolves when the worker is done with what follows an answer, and can take the next task. */
  settle?(): Promise<void>;
  usable(): boolean;
  /** Resolves when it is gone, for whatever reason. */
  readonly ended: Promise<void>;
  /** Rejects what it performs with `loss`. */
  kill(loss?: WorkerLost): void;
}

export interface PoolOptions<Task, Answer, Worker extends PoolWorker<Task, Answer>> {
  /** For the log: "an office worker". */
  name: string;
  /** Resolves with a worker that is warm; gives up when the signal says that the pool is closed. */
  start(signal: AbortSignal): Promise<Worker>;
  /** Workers that are busy at the same time. */
  workers: number;
  /** Started ahead of any task and kept so; more than `workers` are spares. None by default. */
  kept?: number;
  /** Tasks that a worker may be given at once, so that it never waits for its next one; 1 by default. */
  slots?: number;
  /** Bound on the time of a task; without it the worker keeps its own clock. */
  timeoutMs?: number;
  mayTake?(worker: Worker, task: Task): boolean;
  /** A worker with nothing to do that may not take the task whose turn it is gives its place to a new one. */
  replaceUnfit?: boolean;
  /** Asked after each task. `worn`: replaced when its successor is ready; `spent`: ends now. */
  wear?(worker: Worker): 'fresh' | 'worn' | 'spent';
  /** What a worker does that had nothing to do for `afterMs`. `workers`: how many there are. */
  rest?: { afterMs: number; perform(worker: Worker, workers: number): Promise<'keep' | 'end'> };
  /** After `afterMs` without any task only so many workers stay, until more than they are needed at once; what those do then. */
  doze?: { afterMs: number; workers: number; perform?(worker: Worker): Promise<void> };
  /**
   * One worker beyond `workers` works for those who have waited for `afterMs` while the tasks of others kept all busy, and have none at work
   * themselves: no long task, and no row of them, holds up another owner. It stays until nobody has needed it for `keptMs`.
   */
  standIn?: { afterMs: number; keptMs: number };
  /** Tasks of one owner that may wait: a flood of one fills nobody else's row. */
  queueSizeMax?: number;
  /** A start that failed so will fail again. */
  isHopeless?(error: unknown): boolean;
  log?(level: 'warn' | 'error', message: string, error?: unknown): void;
}
