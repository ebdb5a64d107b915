/**
 * Typst source → PDF, in processes of their own. The compiler is memory-safe code and sees no file but the fonts and the
 * pictures of its task, so they need no sandbox; but native code in a thread can neither be interrupted nor give its
 * memory back, and a hostile document takes gigabytes. A process costs a memo a millisecond. The first one is warm from
 * the start; a second one starts when two documents come at once, and goes when it has been idle for a while. One that
 * takes too long or too much memory is killed; one that has grown is replaced when it is done.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../base/refusal.ts';
import type { Typesetter } from '../ports/typesetter.ts';
import type { RenderLog } from './log.ts';
import type { CompileReply, CompileTask } from './typesetter/typesetter-child.ts';

const CHILDREN_MAX = 2;
const TIMEOUT_MS = 30_000;
/** A process that has not answered yet still loads its compiler and looks through the fonts. */
const START_MS = 15_000;
const QUEUE_MAX = 256;
const MEMORY_BYTES_MAX = 2 * 2 ** 30;
/** A process larger than this after its task is replaced at once; a book leaves some 250 MB. */
const MEMORY_BYTES_KEPT_MAX = 640 * 2 ** 20;
/** A process larger than this is replaced when there is a pause. */
const MEMORY_BYTES_RESTING_MAX = 180 * 2 ** 20;
const PAUSE_MS = 5_000;
const WATCH_MS = 500;
const PAGE_BYTES = 4096;
/** Beyond the everyday planes but emoji and the older Han extension: scripts that hardly a font has. */
const RARE = /[\u{10000}-\u{1EFFF}\u{1FB00}-\u{1FFFF}\u{2A6E0}-\u{10FFFF}\uFFFE\uFFFF]/gu;
/** JavaScript does little in there; without a bound its heap would take room for nothing. */
const NODE_OPTIONS = ['--max-old-space-size=256', '--max-semi-space-size=2', '--stack-size=3900'];

export interface TypesetterOptions {
  /** Compilations at once; two by default. */
  children?: number;
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

interface Child {
  process: ChildProcess;
  warm: boolean;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  watch: NodeJS.Timeout | undefined;
  idle: NodeJS.Timeout | undefined;
}

/** Resolves when the first process is warm. */
export async function createTypesetter(options: TypesetterOptions = {}): Promise<Typesetter> {
  const crew = new Crew(options);
  await crew.warmUp();
  return {
    compile: (source, { assets, creationTime, signal }) =>
      crew.compile({ source, assets: [...assets], creationTime: creationTime ?? 0 }, signal),
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
  readonly #childrenMax: number;
  readonly #timeoutMs: number;
  readonly #log: RenderLog;
  readonly #children = new Set<Child>();
  readonly #queue: Job[] = [];
  #closed = false;
  #lastTask = 0;

  constructor(options: TypesetterOptions) {
    this.#childrenMax = Math.max(1, options.children ?? CHILDREN_MAX);
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#log = options.log ?? (() => undefined);
  }

  /** One small document, so that the fonts are found before the first real one. */
  async warmUp(): Promise<void> {
    await this.compile(
      {
        source:
          '#set document(title: "a")\n#set text(font: ("Source Sans 3", "Source Serif 4", "JetBrains Mono"), lang: "en")\na *b* _c_\n',
        assets: [],
        creationTime: 0,
      },
      undefined,
    );
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
    const closed = new Error('the typesetter was closed');
    for (const job of this.#queue.splice(0)) this.#settle(job, () => job.reject(closed));
    await Promise.all([...this.#children].map((child) => this.#dismiss(child, closed)));
  }

  #handOut(): void {
    while (this.#queue.length > 0) {
      const idle = [...this.#children].find((child) => child.job === undefined);
      if (idle === undefined && this.#children.size >= this.#childrenMax) return;
      const job = this.#queue.shift();
      if (job !== undefined) this.#begin(idle ?? this.#hire(), job);
    }
  }

  #hire(): Child {
    const process = fork(fileURLToPath(new URL('typesetter/typesetter-child.ts', import.meta.url)), {
      serialization: 'advanced',
      execArgv: NODE_OPTIONS,
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const child: Child = { process, warm: false, job: undefined, timer: undefined, watch: undefined, idle: undefined };
    this.#children.add(child);
    process.on('message', (reply: CompileReply) => this.#hear(child, reply));
    process.on('error', (error) => void this.#fail(child, 'a typesetting process failed', error));
    process.on('exit', (code, signal) => this.#fall(child, `a typesetting process ended (${signal ?? code})`));
    this.#rest(child);
    return child;
  }

  /** A process without work keeps nobody from ending. */
  #rest(child: Child): void {
    child.process.unref();
    child.process.channel?.unref();
  }

  #begin(child: Child, job: Job): void {
    clearTimeout(child.idle);
    child.job = job;
    child.process.ref();
    child.process.channel?.ref();
    child.timer = setTimeout(
      () => void this.#fail(child, `a document was not typeset within ${this.#timeoutMs} ms`),
      this.#timeoutMs + (child.warm ? 0 : START_MS),
    );
    child.watch = setInterval(() => void this.#watchMemory(child), WATCH_MS);
    child.process.send(job.task);
  }

  async #watchMemory(child: Child): Promise<void> {
    const pages = await readFile(`/proc/${child.process.pid}/statm`, 'utf8').then(
      (text) => Number(text.split(' ')[1]),
      () => 0,
    );
    if (pages * PAGE_BYTES > MEMORY_BYTES_MAX && child.job !== undefined)
      await this.#fail(child, 'a document took too much memory to typeset');
  }

  #hear(child: Child, reply: CompileReply): void {
    const { job } = child;
    if (job === undefined || job.task.task !== reply.task) return;
    clearTimeout(child.timer);
    clearInterval(child.watch);
    child.warm = true;
    child.job = undefined;
    this.#rest(child);
    for (const warning of reply.warnings) this.#log('warn', `typesetting: ${warning}`);
    this.#settle(job, () =>
      reply.pdf === undefined
        ? job.reject(new Error(`the typesetter refused its source: ${reply.errors.join('; ')}`))
        : job.resolve(reply.pdf),
    );
    if (reply.memoryBytes > MEMORY_BYTES_KEPT_MAX) this.#replace(child);
    else child.idle = setTimeout(() => this.#afterPause(child, reply.memoryBytes), PAUSE_MS).unref();
    this.#handOut();
  }

  /** In a pause one process is enough, and a small one. */
  #afterPause(child: Child, memoryBytes: number): void {
    if (child.job !== undefined || !this.#children.has(child)) return;
    if (this.#children.size > 1) void this.#dismiss(child);
    else if (memoryBytes > MEMORY_BYTES_RESTING_MAX) this.#replace(child);
  }

  #replace(child: Child): void {
    void this.#dismiss(child);
    if (this.#children.size === 0 && !this.#closed)
      this.warmUp().catch((error: unknown) => this.#log('error', 'a typesetting process does not start', error));
  }

  /** A task that has begun is let run, so that its process stays warm; whoever waits for it is told at once. */
  #abort(job: Job): void {
    const at = this.#queue.indexOf(job);
    if (at !== -1) this.#queue.splice(at, 1);
    this.#settle(job, () => job.reject(job.signal?.reason));
  }

  /** The compiler falls over a few rare characters: its document is tried again without them. */
  #fall(child: Child, what: string): void {
    const { job } = child;
    const source = job?.task.source.replaceAll(RARE, '\uFFFD');
    if (job === undefined || source === undefined || source === job.task.source || this.#closed) return void this.#fail(child, what);
    child.job = undefined;
    job.task = { ...job.task, source };
    this.#queue.unshift(job);
    void this.#fail(child, `${what}; its document is tried again without its rare characters`);
  }

  async #fail(child: Child, what: string, cause?: unknown): Promise<void> {
    if (!this.#children.has(child)) return;
    if (!this.#closed) this.#log('error', what, cause);
    await this.#dismiss(
      child,
      new Refusal('processing_failed', 'The document could not be typeset: it took too long or too much memory.', { cause }),
    );
  }

  /** Ends a process, and with it what it was doing. */
  async #dismiss(child: Child, reason: Error = new Error('the typesetting process was dismissed')): Promise<void> {
    if (!this.#children.delete(child)) return;
    clearTimeout(child.timer);
    clearTimeout(child.idle);
    clearInterval(child.watch);
    const { job, process } = child;
    child.job = undefined;
    if (job !== undefined) this.#settle(job, () => job.reject(reason));
    if (!this.#closed) this.#handOut();
    if (process.exitCode !== null || process.signalCode !== null) return;
    const gone = new Promise((resolve) => process.once('exit', resolve));
    process.ref();
    process.kill('SIGKILL');
    await gone;
  }

  #settle(job: Job, how: () => void): void {
    job.signal?.removeEventListener('abort', job.onAbort);
    how();
  }
}
