/**
 * Typst source → PDF, in threads of this process. A memo takes a few milliseconds, so a child process would cost more
 * than the work; the compiler is memory-safe code and sees no file but the fonts and the pictures of its task. The first
 * thread is warm from the start; a second one starts when two documents come at once, and goes when it has been idle for
 * a while. Native code cannot be interrupted: a compilation beyond its time is given up, its thread ends with it, and
 * another takes its place.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../base/refusal.ts';
import type { Typesetter } from '../ports/typesetter.ts';
import type { RenderLog } from './log.ts';
import { fontFolders } from './typesetter/font-folders.ts';
import type { CompileReply, CompileTask, ThreadSettings } from './typesetter/typesetter-thread.ts';

const THREADS_MAX = 2;
const TIMEOUT_MS = 30_000;
/** A thread that has not answered yet still loads its compiler and looks through the fonts. */
const START_MS = 15_000;
const IDLE_MS = 30_000;
const QUEUE_MAX = 256;
/** Threads given up that still compute: above this, nothing new is begun until one of them ends. */
const LOST_MAX = 2;
/** The compiler recurses with the nesting of the document; a thread's usual 4 MB would do, this leaves room. */
const STACK_MB = 32;
const HEAP_MB_MAX = 512;

export interface TypesetterOptions {
  /** Compilations at once; two by default. */
  threads?: number;
  timeoutMs?: number;
  log?: RenderLog;
}

interface Job {
  task: CompileTask;
  resolve: (pdf: Uint8Array) => void;
  reject: (error: unknown) => void;
  signal: AbortSignal | undefined;
  onAbort: () => void;
}

interface Thread {
  worker: Worker;
  warm: boolean;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  idle: NodeJS.Timeout | undefined;
}

/** Resolves when the first thread is warm. */
export async function createTypesetter(options: TypesetterOptions = {}): Promise<Typesetter> {
  const crew = new Crew(options);
  await crew.warmUp();
  return {
    compile: (source, { assets, creationTime, signal }) => crew.compile({ source, assets: [...assets], creationTime: creationTime ?? 0 }, signal),
    version: () => readVersion(),
    close: () => crew.close(),
  };
}

function readVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler/package.json');
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
  return `Typst 0.14 (typst.ts ${version})`;
}

class Crew {
  readonly #threadsMax: number;
  readonly #timeoutMs: number;
  readonly #log: RenderLog;
  readonly #threads = new Set<Thread>();
  readonly #queue: Job[] = [];
  #lost = 0;
  #closed = false;
  #lastTask = 0;

  constructor(options: TypesetterOptions) {
    this.#threadsMax = Math.max(1, options.threads ?? THREADS_MAX);
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#log = options.log ?? (() => undefined);
  }

  /** One small document, so that the fonts are read and the hot paths compiled before the first real one. */
  async warmUp(): Promise<void> {
    await this.compile({ source: '#set document(title: "a")\n#set text(font: ("Source Sans 3", "Source Serif 4", "JetBrains Mono"), lang: "en")\na *b* _c_\n', assets: [], creationTime: 0 }, undefined);
  }

  compile(work: Omit<CompileTask, 'task'>, signal: AbortSignal | undefined): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error('the typesetter is closed'));
      if (signal?.aborted === true) return reject(signal.reason);
      if (this.#queue.length >= QUEUE_MAX) return reject(new Refusal('processing_failed', 'Too many documents wait to be typeset.'));
      const job: Job = { task: { ...work, task: ++this.#lastTask }, resolve, reject, signal, onAbort: () => this.#abort(job) };
      signal?.addEventListener('abort', job.onAbort, { once: true });
      this.#queue.push(job);
      this.#handOut();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) this.#settle(job, () => job.reject(new Error('the typesetter was closed')));
    await Promise.all([...this.#threads].map(async (thread) => {
      if (thread.job !== undefined) this.#settle(thread.job, () => thread.job?.reject(new Error('the typesetter was closed')));
      await this.#dismiss(thread);
    }));
  }

  #handOut(): void {
    while (this.#queue.length > 0) {
      const idle = [...this.#threads].find((thread) => thread.job === undefined);
      if (idle === undefined && (this.#threads.size >= this.#threadsMax || this.#lost >= LOST_MAX)) return;
      const job = this.#queue.shift();
      if (job !== undefined) this.#begin(idle ?? this.#hire(), job);
    }
  }

  #begin(thread: Thread, job: Job): void {
    clearTimeout(thread.idle);
    thread.job = job;
    thread.worker.ref();
    thread.timer = setTimeout(() => this.#giveUp(thread), this.#timeoutMs + (thread.warm ? 0 : START_MS));
    thread.worker.postMessage(job.task);
  }

  #hire(): Thread {
    const workerData: ThreadSettings = { fontFolders: fontFolders(), workspace: join('/', 'nonexistent', 'octavo') };
    const worker = new Worker(new URL('typesetter/typesetter-thread.ts', import.meta.url), { workerData, env: {}, resourceLimits: { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: HEAP_MB_MAX } });
    const thread: Thread = { worker, warm: false, job: undefined, timer: undefined, idle: undefined };
    this.#threads.add(thread);
    worker.unref();
    worker.on('message', (reply: CompileReply) => this.#hear(thread, reply));
    worker.on('error', (error) => this.#fall(thread, error));
    worker.on('exit', () => this.#fall(thread, new Error('the thread ended')));
    return thread;
  }

  #hear(thread: Thread, reply: CompileReply): void {
    const { job } = thread;
    if (job === undefined || job.task.task !== reply.task) return;
    clearTimeout(thread.timer);
    thread.warm = true;
    thread.job = undefined;
    thread.worker.unref();
    for (const warning of reply.warnings) this.#log('warn', `typesetting: ${warning}`);
    this.#settle(job, () => (reply.pdf === undefined ? job.reject(new Error(`the typesetter refused its source: ${reply.errors.join('; ')}`)) : job.resolve(reply.pdf)));
    if (this.#threads.size > 1) {
      thread.idle = setTimeout(() => void this.#dismiss(thread), IDLE_MS);
      thread.idle.unref();
    }
    this.#handOut();
  }

  /** Not to be interrupted while it computes; whoever waits for it is told at once. */
  #abort(job: Job): void {
    const at = this.#queue.indexOf(job);
    if (at !== -1) this.#queue.splice(at, 1);
    this.#settle(job, () => job.reject(job.signal?.reason));
  }

  #giveUp(thread: Thread): void {
    const { job } = thread;
    if (job === undefined) return;
    this.#log('error', `a document was not typeset within ${this.#timeoutMs} ms; its thread is given up`);
    thread.job = undefined;
    this.#threads.delete(thread);
    this.#lost += 1;
    thread.worker.unref();
    void thread.worker.terminate().finally(() => {
      this.#lost -= 1;
      this.#handOut();
    });
    this.#settle(job, () => job.reject(new Refusal('processing_failed', 'The document could not be typeset in time.')));
    this.#handOut();
  }

  #fall(thread: Thread, error: unknown): void {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    clearTimeout(thread.idle);
    const { job } = thread;
    if (!this.#closed) this.#log('error', 'a typesetting thread ended', error);
    if (job !== undefined) this.#settle(job, () => job.reject(new Refusal('processing_failed', 'The document could not be typeset.', { cause: error })));
    this.#handOut();
  }

  async #dismiss(thread: Thread): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    clearTimeout(thread.idle);
    await thread.worker.terminate();
  }

  #settle(job: Job, how: () => void): void {
    job.signal?.removeEventListener('abort', job.onAbort);
    how();
  }
}
