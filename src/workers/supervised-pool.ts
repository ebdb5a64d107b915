/**
 * The one pool of workers, threads and processes alike: LibreOffice, the typesetter, the page renderer, readers and edits
 * of large files.
 *
 *   starting ──▶ free ⇄ busy ──▶ (settling) ──▶ free … ──▶ gone
 *
 * A worker that dies, hangs or is ended by its task's signal is replaced; the task that it was working on fails, those
 * that waited behind it in the same worker are given to another. A worn worker goes on until its successor is ready, so
 * that nobody waits for a start; a spent one ends at once. Callers take turns: the queue is fair by owner.
 */
import { availableParallelism } from 'node:os';
import { InfrastructureFault } from '../base/infrastructure-fault.ts';
import { FairQueue } from './fair-queue.ts';

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

/** The queue is full; the caller decides what its client hears. */
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
  queueSizeMax?: number;
  /** A start that failed so will fail again. */
  isHopeless?(error: unknown): boolean;
  log?(level: 'warn' | 'error', message: string, error?: unknown): void;
}

export interface RunOptions {
  signal?: AbortSignal | undefined;
  /** Whose turn the task takes; the same for all by default. */
  owner?: unknown;
}

interface Ticket<Task, Answer> {
  task: Task;
  owner: unknown;
  signal: AbortSignal | undefined;
  done: boolean;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Member<Task, Answer, Worker> {
  worker: Worker;
  tickets: Ticket<Task, Answer>[];
  resting: boolean;
  worn: boolean;
  /** One task has been blamed for the loss of the worker: the others are innocent. */
  blamed: boolean;
  timer: NodeJS.Timeout | undefined;
  restTimer: NodeJS.Timeout | undefined;
}

const STARTS_FAILED_MAX = 3;
const RETRY_MS = 1000;
const RETRY_MS_MAX = 30_000;

export class SupervisedPool<Task, Answer, Worker extends PoolWorker<Task, Answer> = PoolWorker<Task, Answer>> {
  readonly #options: PoolOptions<Task, Answer, Worker>;
  readonly #members = new Set<Member<Task, Answer, Worker>>();
  /** Starting or ending ones too. */
  readonly #alive = new Set<Worker>();
  readonly #queue = new FairQueue<Ticket<Task, Answer>>();
  readonly #whenReady = Promise.withResolvers<void>();
  readonly #launches = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #startsFailed = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #dozeTimer: NodeJS.Timeout | undefined;
  #dozing = false;
  #everReady = false;
  #closed = false;

  /** Starts the workers that are kept, in the background. */
  constructor(options: PoolOptions<Task, Answer, Worker>) {
    this.#options = options;
    this.#whenReady.promise.catch(() => undefined);
    this.#fill();
  }

  /** @throws the task's own error, WorkerLost, QueueFull, InfrastructureFault where no worker can be started, or the signal's reason, which is thrown at once */
  run(task: Task, { signal, owner }: RunOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new Error(`${this.#options.name}: the pool is closed`);
      signal?.throwIfAborted();
      if (this.#queue.size >= (this.#options.queueSizeMax ?? Infinity)) throw new QueueFull(`${this.#options.name}: the queue is full`);
      const abort = (): void => {
        this.#queue.remove(owner, ticket);
        ticket.reject(signal?.reason);
      };
      const settled = (settle: () => void): void => {
        ticket.done = true;
        signal?.removeEventListener('abort', abort);
        settle();
      };
      const ticket: Ticket<Task, Answer> = {
        task,
        owner,
        signal,
        done: false,
        resolve: (answer) => settled(() => resolve(answer)),
        reject: (error) => settled(() => reject(error)),
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#queue.add(owner, ticket);
      clearTimeout(this.#dozeTimer);
      if (this.#members.size === 0 && this.#launches.size === 0) {
        clearTimeout(this.#retryTimer);
        this.#retryTimer = undefined;
      }
      this.#handOut();
      this.#fill();
    });
  }

  /** Resolves when a first worker is ready. @throws Error when none can be started */
  ready(): Promise<void> {
    return this.#whenReady.promise;
  }

  /** To be called when `wear` of a worker may have changed without a task. */
  retireSpent(): void {
    for (const member of this.#members) this.#judgeWear(member);
  }

  /** Rejects all that waits and ends all workers; resolves when they are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#dozeTimer);
    this.#refuseAll(new Error(`${this.#options.name}: the pool was closed`));
    for (const { timer, restTimer } of this.#members) {
      clearTimeout(timer);
      clearTimeout(restTimer);
    }
    for (const worker of this.#alive) worker.kill();
    this.#closing.abort();
    await Promise.all(this.#launches);
    await Promise.all([...this.#alive].map(({ ended }) => ended));
  }

  #refuseAll(error: unknown): void {
    this.#whenReady.reject(error);
    for (const ticket of this.#queue.removeAll()) ticket.reject(error);
  }

  #count(is: (member: Member<Task, Answer, Worker>) => boolean): number {
    let count = 0;
    for (const member of this.#members) if (is(member)) count++;
    return count;
  }

  #wanted(): number {
    const { workers, kept = 0, doze } = this.#options;
    const needed = Math.min(workers, this.#count(isBusy) + this.#queue.size);
    if (this.#dozing && doze !== undefined) {
      if (needed <= doze.workers) return doze.workers;
      this.#dozing = false;
    }
    return Math.max(kept, needed);
  }

  /** The first worker starts alone: on a small machine two at once would both be late. */
  #fill(): void {
    if (this.#closed || this.#retryTimer !== undefined) return;
    const atOnce = this.#everReady ? Math.max(1, availableParallelism() - 1) : 1;
    while (this.#launches.size < atOnce && this.#count(({ worn }) => !worn) + this.#launches.size < this.#wanted()) {
      const launch = this.#launch().then(() => {
        this.#launches.delete(launch);
        this.#fill();
        this.#handOut();
      });
      this.#launches.add(launch);
    }
  }

  async #launch(): Promise<void> {
    try {
      const worker = await this.#options.start(this.#closing.signal);
      this.#alive.add(worker);
      void worker.ended.then(() => this.#alive.delete(worker));
      if (this.#closed) worker.kill();
      else this.#welcome(worker);
    } catch (error) {
      this.#startFailed(error);
    }
  }

  #welcome(worker: Worker): void {
    const member = { worker, tickets: [], resting: false, worn: false, blamed: false, timer: undefined, restTimer: undefined };
    this.#members.add(member);
    void worker.ended.then(() => {
      if (!isBusy(member)) this.#lose(member, new WorkerLost('ended'));
    });
    this.#startsFailed = 0;
    this.#everReady = true;
    this.#whenReady.resolve();
    for (const other of this.#members) if (other.worn) this.#judgeWear(other);
    this.#dozeLater();
  }

  #startFailed(error: unknown): void {
    if (this.#closed) return;
    this.#startsFailed++;
    const hopeless = this.#startsFailed >= STARTS_FAILED_MAX || this.#options.isHopeless?.(error) === true;
    this.#options.log?.(hopeless ? 'error' : 'warn', `${this.#options.name} could not be started`, error);
    if (hopeless && this.#members.size === 0) this.#refuseAll(new InfrastructureFault('workers', error));
    const delayMs = Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** this.#startsFailed);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#fill();
    }, delayMs).unref();
  }

  #handOut(): void {
    for (;;) {
      const ticket = this.#queue.take(({ task }) => this.#freeMember(task) !== undefined || this.#makeRoom(task));
      const member = ticket && this.#freeMember(ticket.task);
      if (ticket === undefined || member === undefined) return;
      void this.#give(member, ticket);
    }
  }

  /** Ends a worker that has nothing to do and may not take the task whose turn it is: a new one comes in its place. Never true. */
  #makeRoom(task: Task): false {
    const { replaceUnfit, mayTake } = this.#options;
    if (replaceUnfit !== true || this.#closed || this.#launches.size > 0) return false;
    for (const member of this.#members) {
      if (isBusy(member) || member.resting || mayTake?.(member.worker, task) !== false) continue;
      this.#end(member);
      this.#fill();
      break;
    }
    return false;
  }

  /** The worker with the fewest tasks that may take this one. */
  #freeMember(task: Task): Member<Task, Answer, Worker> | undefined {
    const { workers, slots = 1, mayTake } = this.#options;
    const all = this.#count(isBusy) >= workers;
    let best: Member<Task, Answer, Worker> | undefined;
    for (const member of this.#members) {
      if (member.resting || member.tickets.length >= slots || !member.worker.usable()) continue;
      if ((all && !isBusy(member)) || mayTake?.(member.worker, task) === false) continue;
      if (best === undefined || member.tickets.length < best.tickets.length) best = member;
    }
    return best;
  }

  async #give(member: Member<Task, Answer, Worker>, ticket: Ticket<Task, Answer>): Promise<void> {
    clearTimeout(member.restTimer);
    member.tickets.push(ticket);
    if (member.tickets.length === 1) this.#watch(member);
    let trouble: unknown;
    try {
      ticket.resolve(await member.worker.perform(ticket.task, ticket.signal));
      await member.worker.settle?.();
    } catch (error) {
      trouble = error;
      this.#blame(member, ticket, error);
    }
    member.tickets.splice(member.tickets.indexOf(ticket), 1);
    this.#watch(member);
    if (!member.worker.usable()) this.#lose(member, ticket.signal?.aborted === true ? undefined : trouble);
    else this.#judgeWear(member);
    if (this.#members.has(member)) this.#restLater(member);
    this.#dozeLater();
    this.#fill();
    this.#handOut();
  }

  #blame(member: Member<Task, Answer, Worker>, ticket: Ticket<Task, Answer>, error: unknown): void {
    const innocent = error instanceof WorkerLost && member.blamed && !this.#closed;
    member.blamed ||= error instanceof WorkerLost;
    if (ticket.done) return;
    if (innocent) this.#queue.putBack(ticket.owner, ticket);
    else ticket.reject(error);
  }

  /** Times the task that the worker is performing. */
  #watch(member: Member<Task, Answer, Worker>): void {
    clearTimeout(member.timer);
    const { timeoutMs } = this.#options;
    member.timer =
      timeoutMs === undefined || !isBusy(member) ? undefined : setTimeout(() => member.worker.kill(new WorkerLost('late')), timeoutMs);
  }

  #judgeWear(member: Member<Task, Answer, Worker>): void {
    const wear = this.#options.wear?.(member.worker) ?? 'fresh';
    member.worn ||= wear === 'worn';
    if (isBusy(member)) return;
    const replaced = member.worn && this.#count(({ worn }) => !worn) >= this.#wanted();
    if (wear === 'spent' || replaced) this.#end(member);
  }

  #restLater(member: Member<Task, Answer, Worker>): void {
    const { rest } = this.#options;
    if (rest === undefined || isBusy(member) || this.#closed) return;
    member.restTimer = setTimeout(() => void this.#rest(member), rest.afterMs).unref();
  }

  async #rest(member: Member<Task, Answer, Worker>): Promise<void> {
    if (isBusy(member) || !this.#members.has(member)) return;
    await this.#useTime(member, () => this.#options.rest?.perform(member.worker, this.#members.size));
  }

  /** Has no task while it does something else, which may come to its end. */
  async #useTime(member: Member<Task, Answer, Worker>, perform: () => Promise<'keep' | 'end' | void> | undefined): Promise<void> {
    member.resting = true;
    try {
      if ((await perform()) === 'end') this.#end(member);
    } catch (error) {
      this.#lose(member, error);
    }
    member.resting = false;
    this.#fill();
    this.#handOut();
  }

  #dozeLater(): void {
    const { doze } = this.#options;
    if (doze === undefined || this.#closed) return;
    clearTimeout(this.#dozeTimer);
    this.#dozeTimer = setTimeout(() => {
      const atWork = this.#queue.size + this.#launches.size + this.#count((member) => isBusy(member) || member.resting);
      if (atWork > 0) return this.#dozeLater();
      this.#dozing = true;
      for (const [index, member] of [...this.#members].entries())
        if (index >= doze.workers) this.#end(member);
        else void this.#useTime(member, () => doze.perform?.(member.worker));
    }, doze.afterMs).unref();
  }

  /** It is gone or about to be: nothing may be given to it. Without `trouble` its end was wished for. */
  #lose(member: Member<Task, Answer, Worker>, trouble: unknown): void {
    if (!this.#members.has(member)) return;
    if (trouble !== undefined && !this.#closed) this.#options.log?.('warn', `${this.#options.name} was lost and is replaced`, trouble);
    this.#end(member);
    this.#fill();
    this.#handOut();
  }

  #end(member: Member<Task, Answer, Worker>): void {
    clearTimeout(member.timer);
    clearTimeout(member.restTimer);
    this.#members.delete(member);
    member.worker.kill();
  }
}

const isBusy = ({ tickets }: { tickets: readonly unknown[] }): boolean => tickets.length > 0;
