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
import { FairQueue } from '../base/fair-queue.ts';
import { isBusy, type Member, type Ticket } from './pool-member.ts';
import { whoseTurn } from '../base/whose-turn.ts';
import { QueueFull, WorkerLost, type PoolOptions, type PoolWorker } from './pool-worker.ts';

export interface RunOptions {
  signal?: AbortSignal | undefined;
  /** Whose turn the task takes; by default that of whoever's work is under way (`onTurnOf`). */
  owner?: unknown;
}

const STARTS_FAILED_MAX = 3;
/** Until a worker too many is looked for again. */
const STAND_DOWN_MS = 1000;
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
  #standsIn = false;
  #standInTimer: NodeJS.Timeout | undefined;
  #everReady = false;
  #closed = false;

  /** Starts the workers that are kept, in the background. */
  constructor(options: PoolOptions<Task, Answer, Worker>) {
    this.#options = options;
    this.#whenReady.promise.catch(() => undefined);
    this.#fill();
  }

  /** @throws the task's own error, WorkerLost, QueueFull, InfrastructureFault where no worker can be started, or the signal's reason, which is thrown at once */
  run(task: Task, { signal, owner = whoseTurn() }: RunOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new Error(`${this.#options.name}: the pool is closed`);
      signal?.throwIfAborted();
      if (this.#queue.sizeOf(owner) >= (this.#options.queueSizeMax ?? Infinity))
        throw new QueueFull(`${this.#options.name}: too many tasks of this owner wait`);
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
      this.#standInLater(ticket);
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
    clearTimeout(this.#standInTimer);
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
    const more = this.#standsIn ? 1 : 0;
    const needed = Math.min(workers + more, this.#count(isBusy) + this.#queue.size);
    if (this.#dozing && doze !== undefined) {
      if (needed <= doze.workers) return doze.workers;
      this.#dozing = false;
    }
    return Math.max(kept + more, needed);
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
      const ticket = this.#queue.take((one) => this.#freeMember(one) !== undefined || this.#makeRoom(one));
      const member = ticket && this.#freeMember(ticket);
      if (ticket === undefined || member === undefined) return;
      void this.#give(member, ticket);
    }
  }

  /** Ends a worker that has nothing to do and may not take the task whose turn it is: a new one comes in its place. Never true. */
  #makeRoom({ task, owner }: Ticket<Task, Answer>): false {
    const { replaceUnfit, mayTake } = this.#options;
    if (replaceUnfit !== true || this.#closed || this.#launches.size > 0 || (this.#standsIn && this.#isFull(owner))) return false;
    for (const member of this.#members) {
      if (isBusy(member) || member.resting || mayTake?.(member.worker, task) !== false) continue;
      this.#end(member);
      this.#fill();
      break;
    }
    return false;
  }

  /** The worker with the fewest tasks that may take this one. */
  #freeMember({ task, owner }: Ticket<Task, Answer>): Member<Task, Answer, Worker> | undefined {
    const { slots = 1, mayTake } = this.#options;
    const all = this.#isFull(owner);
    let best: Member<Task, Answer, Worker> | undefined;
    for (const member of this.#members) {
      if (member.resting || member.tickets.length >= slots || !member.worker.usable()) continue;
      if ((all && !isBusy(member)) || mayTake?.(member.worker, task) === false) continue;
      if (best === undefined || member.tickets.length < best.tickets.length) best = member;
    }
    return best;
  }

  #worksFor(owner: unknown): boolean {
    return this.#count(({ tickets }) => tickets.some((ticket) => ticket.owner === owner)) > 0;
  }

  /** Whether no further worker may be given a task of this owner. */
  #isFull(owner: unknown): boolean {
    const busy = this.#count(isBusy);
    const { workers } = this.#options;
    return busy >= workers && !(this.#standsIn && busy === workers && !this.#worksFor(owner));
  }

  /** Looks after a task for as long as it waits. */
  #standInLater(ticket: Ticket<Task, Answer>): void {
    const { standIn } = this.#options;
    const waits = (): boolean => !this.#closed && !ticket.done && this.#count(({ tickets }) => tickets.includes(ticket)) === 0;
    if (standIn === undefined || !waits()) return;
    setTimeout(() => {
      if (!waits()) return;
      if (!this.#worksFor(ticket.owner) && this.#count(isBusy) >= this.#options.workers) {
        this.#keepStandIn(standIn.keptMs);
        this.#fill();
        this.#handOut();
      }
      this.#standInLater(ticket);
    }, standIn.afterMs).unref();
  }

  #keepStandIn(keptMs: number): void {
    this.#standsIn = true;
    clearTimeout(this.#standInTimer);
    this.#standInTimer = setTimeout(() => this.#standDown(), keptMs).unref();
  }

  /** A worker that has nothing to do goes; where all have, the first that is free again. */
  #standDown(): void {
    this.#standsIn = false;
    const tooMany = (): boolean => this.#count(({ worn }) => !worn) > Math.max(this.#options.workers, this.#wanted());
    for (const member of this.#members) if (tooMany() && !isBusy(member) && !member.resting) this.#end(member);
    if (tooMany()) this.#standInTimer = setTimeout(() => this.#standDown(), STAND_DOWN_MS).unref();
  }

  async #give(member: Member<Task, Answer, Worker>, ticket: Ticket<Task, Answer>): Promise<void> {
    clearTimeout(member.restTimer);
    member.tickets.push(ticket);
    if (member.tickets.length === 1) this.#watch(member);
    const { standIn, workers } = this.#options;
    if (this.#standsIn && standIn !== undefined && this.#count(isBusy) > workers) this.#keepStandIn(standIn.keptMs);
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
