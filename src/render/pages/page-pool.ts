/**
 * The threads that render and read pages. A task names its document; a thread keeps a document open for as long as a
 * caller uses it and a moment longer, so that the next call with the same bytes (outline, then pages) finds it open.
 */
import { withPdfHeader } from '../../base/file-kind.ts';
import { Refusal, type RefusalOptions } from '../../base/refusal.ts';
import { WorkerLost, type LossReason, type PoolWorker } from '../../workers/pool-worker.ts';
import { SupervisedPool } from '../../workers/supervised-pool.ts';
import { ThreadWorker } from '../../workers/thread-worker.ts';
import type { RenderLog } from '../log.ts';
import type { PageReply, PageTask } from './page-thread.ts';
import type { PdfiumCode } from './pdfium.ts';

/** So that a thread never waits for its next task. */
const TASKS_PER_THREAD = 2;
/** A thread whose module grew beyond this is replaced when its last document is done: WebAssembly memory never shrinks. */
const MEMORY_BYTES_MAX = 384 * 2 ** 20;
const LINGER_MS = 250;
/** Without work for so long one thread is enough. */
const DOZE_MS = 20_000;

export type WorkTask = Exclude<PageTask, { op: 'close' }>;
type WorkReply = Extract<PageReply, { op: 'drawn' | 'gray' | 'outlined' | 'read' }>;
export type ReplyTo<Task extends WorkTask> = Extract<
  WorkReply,
  { op: { draw: 'drawn'; gray: 'gray'; outline: 'outlined'; read: 'read' }[Task['op']] }
>;

/** An open document, kept for as long as a caller uses it and a moment longer. */
export interface OpenDocument {
  id: number;
  bytes: SharedArrayBuffer;
  /** Resolves as soon as a thread has opened it, before the reply to the task that opened it. */
  counted: PromiseWithResolvers<number>;
  users: number;
  linger: NodeJS.Timeout | undefined;
}

export interface PagePoolOptions {
  code: Promise<PdfiumCode>;
  warmUpPdf: Uint8Array;
  threads: number;
  pageTimeoutMs: number;
  log: RenderLog;
}

export interface PagePool {
  openDocument(pdf: Uint8Array): OpenDocument;
  releaseDocument(pdf: Uint8Array, document: OpenDocument): void;
  /** Callers, by `owner`, take turns. @throws Refusal processing_failed, or the signal's reason */
  run<Task extends WorkTask>(task: Task, options: { owner: object; signal: AbortSignal }): Promise<ReplyTo<Task>>;
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** A PDF that cannot be drawn, for `reason`, a clause without a full stop. */
export const cannotDraw = (reason: string, options: RefusalOptions = {}): Refusal =>
  new Refusal('processing_failed', `The PDF cannot be drawn: ${reason}.`, options);

const LOSSES: Record<LossReason, string> = {
  ended: 'it breaks the program that draws it',
  broken: 'it breaks the program that draws it',
  memory: 'it takes too much memory',
  late: 'a page takes too long',
};

class PageWorker implements PoolWorker<WorkTask, WorkReply> {
  readonly ended: Promise<void>;
  readonly warm = Promise.withResolvers<void>();
  /** Open in it, by id. */
  readonly documents = new Set<number>();
  memoryBytes = 0;
  readonly #thread: ThreadWorker<PageTask, PageReply>;

  constructor(code: PdfiumCode, warmUpPdf: Uint8Array, onCount: (document: number, pages: number) => void) {
    this.#thread = new ThreadWorker<PageTask, PageReply>(new URL('./page-thread.ts', import.meta.url), {
      workerData: { code, warmUpPdf },
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
      takeAside: (reply) => {
        if (reply.op === 'ready') this.warm.resolve();
        else if (reply.op === 'count') onCount(reply.document, reply.pages);
        else return false;
        return true;
      },
    });
    this.ended = this.#thread.ended;
    void this.ended.then(() => this.warm.reject(new WorkerLost('ended')));
  }

  async perform(task: WorkTask): Promise<WorkReply> {
    this.documents.add(task.document);
    const reply = await this.#thread.perform(task);
    if (reply.op === 'ready' || reply.op === 'count') throw new Error(`"${reply.op}" answers no task`);
    if (reply.op !== 'failed') {
      this.memoryBytes = reply.memoryBytes;
      return reply;
    }
    const error = cannotDraw(reply.reason, { fault: reply.fault });
    // A thread whose module broke renders nothing more; its other tasks go to another.
    if (reply.broken) this.kill(new WorkerLost('broken', { cause: error }));
    throw reply.broken ? new WorkerLost('broken', { cause: error }) : error;
  }

  closeDocument(document: number): void {
    if (this.documents.delete(document) && this.usable()) this.#thread.post({ op: 'close', document });
  }

  isWorn(): boolean {
    return this.memoryBytes > MEMORY_BYTES_MAX;
  }

  usable(): boolean {
    return this.#thread.usable();
  }

  kill(loss?: WorkerLost): void {
    this.#thread.kill(loss);
  }
}

export function createPagePool({ code, warmUpPdf, threads, pageTimeoutMs, log }: PagePoolOptions): PagePool {
  const documents = new Map<Uint8Array, OpenDocument>();
  const workers = new Set<PageWorker>();
  let lastId = 0;
  let closed = false;
  const onCount = (id: number, pages: number): void => {
    for (const document of documents.values()) if (document.id === id) document.counted.resolve(pages);
  };
  const pool = new SupervisedPool<WorkTask, WorkReply, PageWorker>({
    name: 'a page thread',
    async start(signal) {
      const worker = new PageWorker(await code, warmUpPdf, onCount);
      workers.add(worker);
      void worker.ended.then(() => workers.delete(worker));
      signal.addEventListener('abort', () => worker.kill(), { once: true });
      await worker.warm.promise;
      return worker;
    },
    workers: threads,
    kept: threads,
    slots: TASKS_PER_THREAD,
    timeoutMs: pageTimeoutMs,
    doze: { afterMs: DOZE_MS, workers: 1 },
    mayTake: (worker, task) => !worker.isWorn() || worker.documents.has(task.document),
    wear: (worker) => (worker.isWorn() && worker.documents.size === 0 ? 'spent' : 'fresh'),
    log,
  });
  const closeDocument = (pdf: Uint8Array, document: OpenDocument): void => {
    documents.delete(pdf);
    for (const worker of workers) worker.closeDocument(document.id);
    pool.retireSpent();
  };
  return {
    openDocument(pdf) {
      const known = documents.get(pdf);
      const document = known ?? { id: ++lastId, bytes: shareBytes(pdf), counted: Promise.withResolvers(), users: 0, linger: undefined };
      if (known === undefined) documents.set(pdf, document);
      clearTimeout(document.linger);
      document.users++;
      return document;
    },
    releaseDocument(pdf, document) {
      document.users--;
      if (document.users > 0 || closed) return;
      document.linger = setTimeout(() => closeDocument(pdf, document), LINGER_MS).unref();
    },
    async run<Task extends WorkTask>(task: Task, options: { owner: object; signal: AbortSignal }) {
      try {
        // the thread answers each operation with its own kind of reply
        return (await pool.run(task, options)) as ReplyTo<Task>;
      } catch (error) {
        throw error instanceof WorkerLost ? cannotDraw(LOSSES[error.reason], { cause: error, fault: 'too_costly' }) : error;
      }
    },
    ready: () => pool.ready(),
    async close() {
      closed = true;
      for (const { linger } of documents.values()) clearTimeout(linger);
      await pool.close();
    },
  };
}

function shareBytes(pdf: Uint8Array): SharedArrayBuffer {
  const readable = withPdfHeader(pdf);
  const bytes = new SharedArrayBuffer(readable.length);
  new Uint8Array(bytes).set(readable);
  return bytes;
}
