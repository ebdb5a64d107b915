/**
 * The threads that draw, and what lies in their hands. Work comes as orders, one for each caller, that give out tasks
 * one by one; orders take turns, and a task goes to the least busy thread. A thread that dies, hangs or is no longer
 * to be trusted is replaced: the task that it was at fails with its order, the other one in its hands goes to another.
 */
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../base/refusal.ts';
import type { PageReply, PageTask } from './page-thread.ts';
import type { PdfiumCode } from './pdfium.ts';

/** So that a thread never waits for its next task. */
const TASKS_PER_THREAD = 2;
/** A thread whose module grew beyond this is replaced when its last document is done: WebAssembly memory never shrinks. */
const MEMORY_BYTES_MAX = 384 * 2 ** 20;
/** How long a document stays open for the next call with the same bytes (outline, then pages). */
const LINGER_MS = 250;
const STARTS_FAILED_MAX = 3;

export type WorkTask = Exclude<PageTask, { op: 'close' }>;
export type WorkReply = Extract<PageReply, { op: 'drawn' | 'gray' | 'outlined' | 'read' }>;

/** An open document, kept for as long as somebody uses it and a moment longer. */
export interface OpenDocument {
  id: number;
  bytes: SharedArrayBuffer;
  pages: number | null;
  users: number;
  linger: NodeJS.Timeout | undefined;
}

/** What one caller wants of a document: tasks are taken from it one by one. */
export interface Order {
  document: OpenDocument;
  /** The next task, or null while there is none to hand out; `id` is the task's name. */
  nextTask(id: number): WorkTask | null;
  onCount(pages: number): void;
  onReply(reply: WorkReply, task: WorkTask): void;
  fail(error: unknown): void;
}

export interface CrewOptions {
  code: Promise<PdfiumCode>;
  warmUpPdf: Uint8Array;
  threads: number;
  pageTimeoutMs: number;
}

interface Hand {
  task: WorkTask;
  order: Order;
}

interface Thread {
  worker: Worker;
  ready: boolean;
  hands: Hand[];
  /** Open in it. */
  documents: Set<number>;
  memoryBytes: number;
  timer: NodeJS.Timeout | undefined;
}

const cannot = (reason: string, cause?: unknown): Refusal =>
  new Refusal('processing_failed', `The PDF cannot be drawn: ${reason}.`, { cause });

export class Crew {
  readonly #options: CrewOptions;
  readonly #threads = new Set<Thread>();
  /** In turn: the first is asked first and then stands last. */
  readonly #orders: Order[] = [];
  /** Tasks of a thread that is gone, which it had not begun. */
  readonly #returned: Hand[] = [];
  readonly #documents = new Map<Uint8Array, OpenDocument>();
  readonly #whenReady = Promise.withResolvers<void>();
  #lastId = 0;
  #startsFailed = 0;
  #closed = false;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#whenReady.promise.catch(() => undefined);
    void this.#fill();
  }

  /** Takes the order up; its `fail` may be called at any time until it is withdrawn. */
  enlist(order: Order): void {
    if (this.#closed) throw new Error('the page renderer is closed');
    this.#orders.push(order);
    if (this.#threads.size === 0) {
      this.#startsFailed = 0;
      void this.#fill();
    }
    this.handOut();
  }

  withdraw(order: Order): void {
    const at = this.#orders.indexOf(order);
    if (at >= 0) this.#orders.splice(at, 1);
  }

  openDocument(pdf: Uint8Array): OpenDocument {
    let document = this.#documents.get(pdf);
    if (document === undefined) {
      const bytes = new SharedArrayBuffer(pdf.length);
      new Uint8Array(bytes).set(pdf);
      document = { id: ++this.#lastId, bytes, pages: null, users: 0, linger: undefined };
      this.#documents.set(pdf, document);
    }
    clearTimeout(document.linger);
    document.users++;
    return document;
  }

  releaseDocument(pdf: Uint8Array, document: OpenDocument): void {
    document.users--;
    if (document.users > 0 || this.#closed) return;
    document.linger = setTimeout(() => this.#closeDocument(pdf, document), LINGER_MS);
    document.linger.unref();
  }

  ready(): Promise<void> {
    return this.#whenReady.promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#giveUp(new Error('the page renderer was closed'));
    for (const { linger } of this.#documents.values()) clearTimeout(linger);
    await Promise.all(
      [...this.#threads].map(({ worker, timer }) => {
        clearTimeout(timer);
        return worker.terminate();
      }),
    );
  }

  /** Gives the threads what they can take; to be called when an order has more to hand out. */
  handOut(): void {
    while (this.#returned.length > 0) {
      const hand = this.#returned[0];
      const thread = hand && this.#freeThread(hand.order.document);
      if (hand === undefined || thread === undefined) return;
      this.#returned.shift();
      if (this.#orders.includes(hand.order)) this.#give(thread, hand);
    }
    for (let idle = 0; idle < this.#orders.length; idle++) {
      const order = this.#orders.shift();
      if (order === undefined) return;
      this.#orders.push(order);
      const thread = this.#freeThread(order.document);
      const task = thread && order.nextTask(++this.#lastId);
      if (thread === undefined || task === undefined || task === null) continue;
      this.#give(thread, { task, order });
      idle = -1;
    }
  }

  async #fill(): Promise<void> {
    try {
      const code = await this.#options.code;
      for (let missing = this.#options.threads - this.#threads.size; missing > 0 && !this.#closed; missing--) this.#startThread(code);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #startThread(code: PdfiumCode): void {
    const worker = new Worker(new URL('./page-thread.ts', import.meta.url), {
      workerData: { code, warmUpPdf: this.#options.warmUpPdf },
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    const thread: Thread = { worker, ready: false, hands: [], documents: new Set(), memoryBytes: 0, timer: undefined };
    this.#threads.add(thread);
    worker.on('message', (reply: PageReply) => this.#onReply(thread, reply));
    worker.on('error', (error) => this.#replace(thread, 'it breaks the program that draws it', error));
    worker.on('exit', () => this.#replace(thread, 'it breaks the program that draws it'));
  }

  #giveUp(error: unknown): void {
    this.#whenReady.reject(error);
    for (const order of this.#orders.splice(0)) order.fail(error);
  }

  /** Ends the thread and starts another; the order of the task that it was at fails for `reason`. */
  #replace(thread: Thread, reason: string, cause?: unknown): void {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    void thread.worker.terminate();
    if (this.#closed) return;
    const [culprit, ...others] = thread.hands;
    if (culprit !== undefined) this.#failOrder(culprit.order, cannot(reason, cause));
    this.#returned.push(...others.filter(({ order }) => this.#orders.includes(order)));
    if (!thread.ready) this.#startsFailed++;
    if (this.#startsFailed < STARTS_FAILED_MAX) void this.#fill();
    else if (this.#threads.size === 0) this.#giveUp(cause ?? new Error('PDFium does not start'));
    this.handOut();
  }

  #failOrder(order: Order, error: unknown): void {
    if (!this.#orders.includes(order)) return;
    this.withdraw(order);
    order.fail(error);
  }

  #onReply(thread: Thread, reply: PageReply): void {
    switch (reply.op) {
      case 'ready':
        thread.ready = true;
        this.#startsFailed = 0;
        this.#whenReady.resolve();
        break;
      case 'count':
        for (const document of this.#documents.values()) if (document.id === reply.document) document.pages = reply.pages;
        for (const order of this.#orders.filter(({ document }) => document.id === reply.document)) order.onCount(reply.pages);
        break;
      case 'failed': {
        if (reply.broken) return this.#replace(thread, reply.reason);
        const hand = this.#finishTask(thread);
        if (hand !== undefined) this.#failOrder(hand.order, cannot(reply.reason));
        break;
      }
      case 'drawn':
      case 'gray':
      case 'outlined':
      case 'read': {
        thread.memoryBytes = reply.memoryBytes;
        const hand = this.#finishTask(thread);
        if (hand !== undefined && this.#orders.includes(hand.order)) hand.order.onReply(reply, hand.task);
        this.#retireIfWorn(thread);
      }
    }
    this.handOut();
  }

  #finishTask(thread: Thread): Hand | undefined {
    const hand = thread.hands.shift();
    this.#watch(thread);
    return hand;
  }

  /** Times the task that the thread is at. */
  #watch(thread: Thread): void {
    clearTimeout(thread.timer);
    thread.timer =
      thread.hands.length === 0 ? undefined : setTimeout(() => this.#replace(thread, 'a page takes too long'), this.#options.pageTimeoutMs);
  }

  #retireIfWorn(thread: Thread): void {
    if (isWorn(thread) && thread.hands.length === 0 && thread.documents.size === 0) this.#replace(thread, '');
  }

  /** The thread with the least in its hands that may take a task of this document. */
  #freeThread(document: OpenDocument): Thread | undefined {
    let best: Thread | undefined;
    for (const thread of this.#threads) {
      const may = thread.ready && thread.hands.length < TASKS_PER_THREAD && (!isWorn(thread) || thread.documents.has(document.id));
      if (may && (best === undefined || thread.hands.length < best.hands.length)) best = thread;
    }
    return best;
  }

  #give(thread: Thread, hand: Hand): void {
    thread.documents.add(hand.task.document);
    thread.hands.push(hand);
    thread.worker.postMessage(hand.task);
    if (thread.hands.length === 1) this.#watch(thread);
  }

  #closeDocument(pdf: Uint8Array, document: OpenDocument): void {
    this.#documents.delete(pdf);
    for (const thread of this.#threads) {
      if (!thread.documents.delete(document.id)) continue;
      thread.worker.postMessage({ op: 'close', document: document.id } satisfies PageTask);
      this.#retireIfWorn(thread);
    }
  }
}

const isWorn = (thread: Thread): boolean => thread.memoryBytes > MEMORY_BYTES_MAX;
