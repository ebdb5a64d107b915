/**
 * The office workers: each a sandboxed process that holds one warm LibreOfficeKit and converts one file at a time.
 *
 *   starting ──(open, warm-up file)──▶ free ⇄ busy ──▶ gone
 *
 * A worker that dies, hangs or is ended by its job's signal is replaced at once. One that has converted many files or
 * has grown is replaced too, but goes on until its successor is warm, so that nobody waits for a start; nor does anybody
 * where a spare stands by. The first worker starts alone: on a small machine two at once would both be late.
 */
import { availableParallelism } from 'node:os';
import { textField } from '../sandboxed/messages.ts';
import { ChildTrouble } from '../sandboxed-child.ts';
import type { Answer, SandboxedChild } from '../sandboxed-child.ts';
import type { RenderLog } from '../log.ts';

const START_TIMEOUT_MS = 60_000;
/** Between a PDF and the end of tearing its document down. */
const TEARDOWN_TIMEOUT_MS = 15_000;
const STARTS_FAILED_MAX = 3;
const RETRY_MS = 1000;
const RETRY_MS_MAX = 30_000;
const NOTHING = new Uint8Array(0);

export interface OfficePoolOptions {
  /** Starts a process of the worker's program; rejects with a ChildTrouble of kind `box` where that cannot be. */
  start(): Promise<SandboxedChild>;
  /** As `OfficeInstallation` has it. */
  programDir: string;
  /** Files that are converted side by side. */
  workers: number;
  /** Warm workers more, for when one is lost. */
  spares: number;
  /** Converted once by every worker before its first job. */
  warmUpFiles: readonly { kind: string; bytes: Uint8Array }[];
  conversionsMax: number;
  residentKbMax: number;
  /** A worker that had nothing to do for so long gives memory back. */
  restMs: number;
  log: RenderLog;
}

export interface OfficeJob {
  kind: string;
  bytes: Uint8Array;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** A calculated copy is wanted too. */ copy?: boolean;
  /** Saved in this format instead of drawn. */ saveAs?: string;
}

interface Worker {
  child: SandboxedChild;
  busy: boolean;
  /** Worn out: another is being started in its place. */
  stale: boolean;
  conversions: number;
  restTimer: NodeJS.Timeout | undefined;
}

interface Ticket {
  job: OfficeJob;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export class OfficePool {
  readonly #options: OfficePoolOptions;
  readonly #workers = new Set<Worker>();
  /** Starting ones too. */
  readonly #children = new Set<SandboxedChild>();
  readonly #waiting: Ticket[] = [];
  readonly #whenWarm = Promise.withResolvers<void>();
  #starting = 0;
  #startsFailed = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #everWarm = false;
  #closed = false;
  #version: string | null = null;

  constructor(options: OfficePoolOptions) {
    this.#options = options;
    this.#whenWarm.promise.catch(() => undefined);
    this.#fill();
  }

  /** The worker's answer. @throws ChildTrouble, or the signal's reason */
  run(job: OfficeJob): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new Error('the office renderer is closed');
      job.signal?.throwIfAborted();
      const ticket: Ticket = { job, resolve, reject };
      this.#waiting.push(ticket);
      // A job under way hears the signal through its worker.
      job.signal?.addEventListener('abort', () => this.#leave(ticket), { once: true });
      if (this.#workers.size === 0 && this.#starting === 0) {
        clearTimeout(this.#retryTimer);
        this.#retryTimer = undefined;
        this.#fill();
      }
      this.#handOut();
    });
  }

  /** @throws Error when no worker can be started */
  ready(): Promise<void> {
    return this.#whenWarm.promise;
  }

  /** As LibreOffice says it; null before the first start. */
  version(): string | null {
    return this.#version;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    this.#refuseAll(new Error('the office renderer was closed'));
    for (const { restTimer } of this.#workers) clearTimeout(restTimer);
    for (const child of this.#children) child.kill();
    await Promise.all([...this.#children].map(({ ended }) => ended));
  }

  #leave(ticket: Ticket): void {
    const at = this.#waiting.indexOf(ticket);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    ticket.reject(ticket.job.signal?.reason);
  }

  #refuseAll(error: unknown): void {
    this.#whenWarm.reject(error);
    for (const ticket of this.#waiting.splice(0)) ticket.reject(error);
  }

  #freshCount(): number {
    return [...this.#workers].filter((worker) => !worker.stale).length;
  }

  #wanted(): number {
    return this.#options.workers + this.#options.spares;
  }

  #fill(): void {
    if (this.#closed || this.#retryTimer !== undefined) return;
    const atOnce = this.#everWarm ? Math.max(1, availableParallelism() - 1) : 1;
    while (this.#starting < atOnce && this.#freshCount() + this.#starting < this.#wanted()) {
      this.#starting++;
      void this.#launch();
    }
  }

  async #launch(): Promise<void> {
    try {
      const child = await this.#options.start();
      this.#children.add(child);
      void child.ended.then(() => this.#children.delete(child));
      if (this.#closed) child.kill();
      this.#version = await warmUp(child, this.#options);
      this.#welcome(child);
    } catch (error) {
      this.#startFailed(error);
    }
    this.#starting--;
    this.#fill();
    this.#handOut();
  }

  #welcome(child: SandboxedChild): void {
    const worker: Worker = { child, busy: false, stale: false, conversions: 0, restTimer: undefined };
    this.#workers.add(worker);
    void child.ended.then(() => {
      this.#workers.delete(worker);
      this.#fill();
    });
    this.#startsFailed = 0;
    this.#everWarm = true;
    this.#whenWarm.resolve();
    const worn = [...this.#workers].find((other) => other.stale && !other.busy);
    if (worn !== undefined) this.#retire(worn);
  }

  #startFailed(error: unknown): void {
    if (this.#closed) return;
    this.#startsFailed++;
    // Without a box no second try will help; a LibreOffice that dies once may have been short of memory.
    const hopeless = this.#startsFailed >= STARTS_FAILED_MAX || (error instanceof ChildTrouble && error.kind === 'box');
    this.#options.log(hopeless ? 'error' : 'warn', 'an office worker could not be started', error);
    if (hopeless && this.#workers.size === 0) this.#refuseAll(error);
    this.#retryTimer = setTimeout(
      () => {
        this.#retryTimer = undefined;
        this.#fill();
      },
      Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** this.#startsFailed),
    );
    this.#retryTimer.unref();
  }

  #handOut(): void {
    let turns = this.#options.workers - [...this.#workers].filter(({ busy }) => busy).length;
    for (const worker of this.#workers) {
      if (worker.busy) continue;
      if (turns-- <= 0) return;
      const ticket = this.#waiting.shift();
      if (ticket === undefined) return;
      void this.#serve(worker, ticket);
    }
  }

  async #serve(worker: Worker, { job, resolve, reject }: Ticket): Promise<void> {
    clearTimeout(worker.restTimer);
    worker.busy = true;
    worker.conversions++;
    try {
      resolve(
        await worker.child.ask(
          {
            op: 'convert',
            kind: job.kind,
            ...(job.copy ? { copy: 'yes' } : {}),
            ...(job.saveAs === undefined ? {} : { saveAs: job.saveAs }),
          },
          job.bytes,
          { timeoutMs: job.timeoutMs, signal: job.signal },
        ),
      );
      const residentKb = await worker.child.idle(TEARDOWN_TIMEOUT_MS);
      worker.stale ||= worker.conversions >= this.#options.conversionsMax || residentKb > this.#options.residentKbMax;
      worker.restTimer = setTimeout(() => void this.#rest(worker), this.#options.restMs).unref();
    } catch (error) {
      // Rejecting does nothing where the PDF was delivered before the worker fell.
      reject(error);
      this.#lose(worker, error, job.signal?.aborted === true);
    }
    worker.busy = false;
    if (worker.stale && this.#freshCount() >= this.#wanted()) this.#retire(worker);
    this.#fill();
    this.#handOut();
  }

  async #rest(worker: Worker): Promise<void> {
    if (worker.busy || !this.#workers.has(worker)) return;
    worker.busy = true;
    try {
      await worker.child.ask({ op: 'trim' }, NOTHING, { timeoutMs: TEARDOWN_TIMEOUT_MS });
      await worker.child.idle(TEARDOWN_TIMEOUT_MS);
    } catch (error) {
      this.#lose(worker, error, false);
    }
    worker.busy = false;
    this.#fill();
    this.#handOut();
  }

  /** It has ended or is about to: nothing may be handed to it. */
  #lose(worker: Worker, error: unknown, wanted: boolean): void {
    this.#workers.delete(worker);
    if (!wanted && !this.#closed) this.#options.log('warn', 'an office worker was lost and is replaced', error);
  }

  #retire(worker: Worker): void {
    clearTimeout(worker.restTimer);
    this.#workers.delete(worker);
    worker.child.kill();
  }
}

/** Opens LibreOffice and converts the warm-up files. Its version. */
async function warmUp(child: SandboxedChild, { programDir, warmUpFiles }: OfficePoolOptions): Promise<string> {
  const ask = async (head: object, body: Uint8Array): Promise<Answer> => {
    const answer = await child.ask(head, body, { timeoutMs: START_TIMEOUT_MS });
    const error = textField(answer.head, 'error');
    if (error !== '') {
      child.kill();
      throw new Error(`LibreOffice does not start: ${error}`);
    }
    await child.idle(START_TIMEOUT_MS);
    return answer;
  };
  const opened = await ask({ op: 'open', programDir }, NOTHING);
  for (const { kind, bytes } of warmUpFiles) await ask({ op: 'convert', kind }, bytes);
  await ask({ op: 'trim' }, NOTHING);
  return textField(opened.head, 'version');
}
