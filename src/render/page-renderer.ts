/**
 * Pages of a PDF as pictures, drawn by a fixed set of threads. Every task is one page, so that a memo does not wait
 * behind a book: pages are handed out to the least busy thread, the documents taking turns, two tasks in each thread's
 * hands so that it never waits for the next. A document's first page goes out before its page count is known (the
 * count comes back with it); pages are delivered in order, and a document whose taker is slow is drawn no further than
 * a few pages ahead. A page that takes too long costs its thread, and its document alone fails.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../base/refusal.ts';
import type { OutlineEntry, PagePicture, PageRenderer } from '../ports/page-renderer.ts';
import { makeWarmUpPdf } from './warm-up-files.ts';
import type { PageReply, PageTask } from './pages/page-thread.ts';

const WIDTH_PX = 1240;
const LONGER_SIDE_PX_MAX = 2480;
const TASKS_PER_THREAD = 2;
const PAGES_AHEAD_MAX = 12;
const PAGE_TIMEOUT_MS = 30_000;
/** A thread whose module grew beyond this is replaced when its last document is done: WebAssembly memory never shrinks. */
const MEMORY_BYTES_MAX = 384 * 2 ** 20;
/** How long a document stays open for the next call with the same bytes (outline, then pages). */
const LINGER_MS = 250;

export interface PageRendererOptions {
  /** Two by default, or one on a machine with one core. */
  threads?: number;
  pageTimeoutMs?: number;
}

type WorkTask = Exclude<PageTask, { op: 'close' }>;

interface Thread {
  worker: Worker;
  ready: boolean;
  tasks: { task: WorkTask; order: Order }[];
  documents: Set<number>;
  memoryBytes: number;
  timer: NodeJS.Timeout | undefined;
}

/** An open document, kept for as long as somebody uses it and a moment longer. */
interface OpenDocument {
  id: number;
  bytes: SharedArrayBuffer;
  pages: number | null;
  users: number;
  linger: NodeJS.Timeout | undefined;
}

/** What one caller wants of a document: tasks are taken from it one by one. */
interface Order {
  document: OpenDocument;
  /** The next task, or null while there is none to hand out. */
  nextTask(): WorkTask | null;
  onCount(pages: number): void;
  onReply(reply: Extract<PageReply, { op: 'drawn' | 'outlined' }>, task: WorkTask): void;
  fail(error: unknown): void;
}

/** @throws Error when PDFium's module is not installed */
export async function createPageRenderer(options: PageRendererOptions = {}): Promise<PageRenderer & { ready(): Promise<void> }> {
  const count = options.threads ?? Math.min(2, availableParallelism());
  const packageDir = dirname(createRequire(import.meta.url).resolve('@hyzyla/pdfium/package.json').replace(/^file:\/\//, ''));
  const manifest = await readFile(join(packageDir, 'package.json'), 'utf8');
  const module = await WebAssembly.compile(await readFile(join(packageDir, 'dist', 'pdfium.wasm')));
  const crew = startCrew(module, count, options.pageTimeoutMs ?? PAGE_TIMEOUT_MS);
  const version = `PDFium ${/"version":\s*"([^"]+)"/.exec(manifest)?.[1] ?? ''}`.trim();
  return {
    draw: (pdf, wishes) => drawAll(crew, pdf, wishes),
    outline: (pdf) => readOutline(crew, pdf),
    version: () => version,
    ready: crew.ready,
    close: crew.close,
  };
}
