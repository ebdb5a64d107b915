/**
 * The office workers: each a sandboxed process that holds one warm LibreOfficeKit and converts one file at a time.
 *
 *   starting ──(open, warm-up file)──▶ free ⇄ busy ──▶ gone
 *
 * A worker that dies, hangs or is ended by its job's signal is replaced at once. One that has converted many files or
 * has grown is replaced too, but goes on until its successor is warm, so that nobody waits for a start. The first
 * worker starts alone: on a small machine two at once would both be late.
 */
import { availableParallelism } from 'node:os';
import { textField } from '../sandboxed/messages.ts';
import { ChildTrouble } from '../sandboxed-child.ts';
import type { Answer, AskOptions, SandboxedChild } from '../sandboxed-child.ts';
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
  workers: number;
  /** Converted once by every worker before its first job. */
  warmUpFiles: readonly { kind: string; bytes: Uint8Array }[];
  conversionsMax: number;
  residentKbMax: number;
  log: RenderLog;
}

export interface OfficeJob { kind: string; bytes: Uint8Array; timeoutMs: number; signal: AbortSignal | undefined }

export interface OfficePool {
  /** The worker's answer. @throws ChildTrouble, or the signal's reason */
  run(job: OfficeJob): Promise<Answer>;
  /** @throws Error when no worker can be started */
  ready(): Promise<void>;
  /** As LibreOffice says it; null before the first start. */
  version(): string | null;
  close(): Promise<void>;
}

interface Worker {
  child: SandboxedChild;
  busy: boolean;
  /** Worn out: another is being started in its place. */
  stale: boolean;
  conversions: number;
}

interface Ticket { job: OfficeJob; resolve(answer: Answer): void; reject(error: unknown): void }

export function startOfficePool(options: OfficePoolOptions): OfficePool {
  const workers = new Set<Worker>();
  /** Starting ones too. */
  const children = new Set<SandboxedChild>();
  const waiting: Ticket[] = [];
  const whenWarm = Promise.withResolvers<void>();
  whenWarm.promise.catch(() => undefined);
  let starting = 0;
  let startsFailed = 0;
  let retryTimer: NodeJS.Timeout | undefined;
  let everWarm = false;
  let closed = false;
  let version: string | null = null;

  const freshCount = (): number => [...workers].filter((worker) => !worker.stale).length;

  const fill = (): void => {
    const atOnce = everWarm ? Math.max(1, availableParallelism() - 1) : 1;
    while (!closed && retryTimer === undefined && starting < atOnce && freshCount() + starting < options.workers) {
      starting++;
      void launch();
    }
  };

  const launch = async (): Promise<void> => {
    try {
      const child = await options.start();
      children.add(child);
      void child.ended.then(() => children.delete(child));
      if (closed) child.kill();
      version = await warmUp(child, options.warmUpFiles);
      welcome(child);
    } catch (error) {
      startFailed(error);
    }
    starting--;
    fill();
    handOut();
  };

  const welcome = (child: SandboxedChild): void => {
    const worker: Worker = { child, busy: false, stale: false, conversions: 0 };
    workers.add(worker);
    void child.ended.then(() => {
      workers.delete(worker);
      fill();
    });
    startsFailed = 0;
    everWarm = true;
    whenWarm.resolve();
    const worn = [...workers].find((other) => other.stale);
    if (worn !== undefined) retire(worn);
  };

  const startFailed = (error: unknown): void => {
    if (closed) return;
    startsFailed++;
    // Without a box no second try will help; a LibreOffice that dies once may have been short of memory.
    const hopeless = startsFailed >= STARTS_FAILED_MAX || (error instanceof ChildTrouble && error.kind === 'box');
    options.log(hopeless ? 'error' : 'warn', 'an office worker could not be started', error);
    if (hopeless && workers.size === 0) {
      whenWarm.reject(error);
      for (const ticket of waiting.splice(0)) ticket.reject(error);
    }
    const delayMs = hopeless ? Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** startsFailed) : 0;
    retryTimer = setTimeout(() => {
      retryTimer = undefined;
      fill();
    }, delayMs);
    retryTimer.unref();
  };

  const handOut = (): void => {
    for (const worker of workers) {
      if (worker.busy) continue;
      const ticket = waiting.shift();
      if (ticket === undefined) return;
      void serve(worker, ticket);
    }
  };

  const serve = async (worker: Worker, { job, resolve, reject }: Ticket): Promise<void> => {
    worker.busy = true;
    worker.conversions++;
    try {
      resolve(await worker.child.ask({ op: 'convert', kind: job.kind }, job.bytes, askOptions(job)));
      const residentKb = await worker.child.idle(TEARDOWN_TIMEOUT_MS);
      worker.stale ||= worker.conversions >= options.conversionsMax || residentKb > options.residentKbMax;
    } catch (error) {
      // Rejecting does nothing where the PDF was delivered before the worker fell.
      reject(error);
      if (!job.signal?.aborted && !closed) options.log('warn', 'an office worker was lost and is replaced', error);
      // It has ended or is about to: nothing may be handed to it.
      workers.delete(worker);
    }
    worker.busy = false;
    if (worker.stale && freshCount() >= options.workers) retire(worker);
    fill();
    handOut();
  };

  const retire = (worker: Worker): void => {
    if (worker.busy) return;
    workers.delete(worker);
    worker.child.kill();
  };

  fill();
  return {
    run: (job) => new Promise((resolve, reject) => {
      if (closed) throw new Error('the office renderer is closed');
      job.signal?.throwIfAborted();
      const ticket: Ticket = { job, resolve, reject };
      waiting.push(ticket);
      // A job under way hears the signal through its worker.
      job.signal?.addEventListener('abort', () => {
        const at = waiting.indexOf(ticket);
        if (at >= 0) waiting.splice(at, 1);
        if (at >= 0) reject(job.signal?.reason);
      }, { once: true });
      if (workers.size === 0 && starting === 0) {
        clearTimeout(retryTimer);
        retryTimer = undefined;
        fill();
      }
      handOut();
    }),
    ready: () => whenWarm.promise,
    version: () => version,
    async close() {
      closed = true;
      clearTimeout(retryTimer);
      const error = new Error('the office renderer was closed');
      whenWarm.reject(error);
      for (const ticket of waiting.splice(0)) ticket.reject(error);
      for (const child of children) child.kill();
      await Promise.all([...children].map(({ ended }) => ended));
    },
  };
}

const askOptions = ({ timeoutMs, signal }: OfficeJob): AskOptions => ({ timeoutMs, signal });

/** Opens LibreOffice and converts the warm-up files. Its version. */
async function warmUp(child: SandboxedChild, files: OfficePoolOptions['warmUpFiles']): Promise<string> {
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
  const opened = await ask({ op: 'open' }, NOTHING);
  for (const { kind, bytes } of files) await ask({ op: 'convert', kind }, bytes);
  return textField(opened.head, 'version');
}
