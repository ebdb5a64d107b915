/**
 * Pages of a PDF as pictures, drawn by a fixed set of threads. Every task is one page, so that a memo does not wait
 * behind a book. A document's first page goes out before its page count is known (the count comes back with it); pages
 * are delivered in order, and a document whose taker is slow is drawn no further than a few pages ahead.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { DrawnDocument } from '../document/drawn-document.ts';
import { Refusal } from '../base/refusal.ts';
import type { PagePicture, PageRenderer, QuarterTurns } from '../ports/page-renderer.ts';
import { Crew } from './pages/crew.ts';
import type { Order, OpenDocument, WorkTask } from './pages/crew.ts';
import { compilePdfium } from './pages/pdfium.ts';
import type { ReadPages } from './pages/page-thread.ts';
import { makeWarmUpPdf } from './warm-up-files.ts';

const WIDTH_PX = 1240;
const LONGER_SIDE_PX_MAX = 2480;
const PAGES_AHEAD_MAX = 12;
const PAGES_MAX = 5000;
const PDF_BYTES_MAX = 256 * 2 ** 20;
const PAGE_TIMEOUT_MS = 30_000;

export interface PageRendererOptions {
  /** Two by default, or one on a machine with one core. */
  threads?: number;
  pageTimeoutMs?: number;
}

type DrawWishes = Parameters<PageRenderer['draw']>[1];

/**
 * Starts at once, in the background; calls before `ready()` wait. A PDF that cannot be drawn is a Refusal `processing_failed`.
 * @throws Error when PDFium is not installed
 */
export function createPageRenderer(options: PageRendererOptions = {}): PageRenderer & { ready(): Promise<void> } {
  const packageDir = dirname(dirname(createRequire(import.meta.url).resolve('@hyzyla/pdfium')));
  const version = /"version":\s*"([^"]+)"/.exec(readFileSync(join(packageDir, 'package.json'), 'utf8'))?.[1] ?? '';
  const code = readFile(join(packageDir, 'dist', 'pdfium.wasm')).then(compilePdfium);
  const crew = new Crew({
    code,
    warmUpPdf: makeWarmUpPdf(),
    threads: options.threads ?? Math.min(2, availableParallelism()),
    pageTimeoutMs: options.pageTimeoutMs ?? PAGE_TIMEOUT_MS,
  });
  return {
    draw: (pdf, wishes) => withDocument(crew, pdf, wishes.signal, (document, settle) => drawingOrder(crew, document, wishes, settle)),
    outline: (pdf) => withDocument(crew, pdf, undefined, outlineOrder),
    read: (pdf, wishes = {}) =>
      withDocument(crew, pdf, wishes.signal, (document, settle) => readingOrder(document, wishes.structure ?? true, settle)),
    drawGray: (pdf, page, wishes) =>
      withDocument(crew, pdf, wishes.signal, (document, settle) => grayOrder(document, { page, ...wishes }, settle)),
    version: () => `PDFium ${version}`.trim(),
    ready: () => crew.ready(),
    close: () => crew.close(),
  };
}

interface Settle<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** Opens the document, carries the order out, and lets go of both however it ends. */
async function withDocument<T>(
  crew: Crew,
  pdf: Uint8Array,
  signal: AbortSignal | undefined,
  orderFor: (document: OpenDocument, settle: Settle<T>) => Order,
): Promise<T> {
  signal?.throwIfAborted();
  if (pdf.length > PDF_BYTES_MAX) throw refusal(`it has ${Math.ceil(pdf.length / 2 ** 20)} MB`);
  const document = crew.openDocument(pdf);
  const settled = Promise.withResolvers<T>();
  const order = orderFor(document, settled);
  const abort = (): void => settled.reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    crew.enlist(order);
    return await settled.promise;
  } finally {
    signal?.removeEventListener('abort', abort);
    crew.withdraw(order);
    crew.releaseDocument(pdf, document);
  }
}

const refusal = (reason: string): Refusal => new Refusal('processing_failed', `The PDF cannot be drawn: ${reason}.`);

/** An order of a single task. */
function onceOrder(document: OpenDocument, taskOf: (id: number) => WorkTask, onReply: Order['onReply'], fail: Order['fail']): Order {
  let given = false;
  return {
    document,
    nextTask(task) {
      if (given) return null;
      given = true;
      return taskOf(task);
    },
    onCount: () => undefined,
    onReply,
    fail,
  };
}

function outlineOrder(document: OpenDocument, { resolve, reject }: Settle<Awaited<ReturnType<PageRenderer['outline']>>>): Order {
  return onceOrder(
    document,
    (task) => ({ op: 'outline', task, document: document.id, bytes: document.bytes }),
    (reply) => {
      if (reply.op === 'outlined') resolve({ pages: document.pages ?? 0, entries: reply.entries });
    },
    reject,
  );
}

function grayOrder(
  document: OpenDocument,
  { page, dpi, turns = 0 }: { page: number; dpi: number; turns?: QuarterTurns },
  { resolve, reject }: Settle<Awaited<ReturnType<PageRenderer['drawGray']>>>,
): Order {
  return onceOrder(
    document,
    (task) => ({ op: 'gray', task, document: document.id, bytes: document.bytes, page, dpi, turns }),
    (reply) => {
      if (reply.op === 'gray') resolve(reply.picture);
    },
    reject,
  );
}

/** Pages are read in small groups, so that all threads have some and a drawing beside it gets its turns. */
const READ_AT_ONCE = 4;

function readingOrder(document: OpenDocument, structure: boolean, { resolve, reject }: Settle<DrawnDocument>): Order {
  const read: ReadPages[] = [];
  let next = 1;
  let pages = 0;
  return {
    document,
    nextTask(task) {
      if (next > (document.pages ?? 1)) return null;
      const first = next;
      next += READ_AT_ONCE;
      return { op: 'read', task, document: document.id, bytes: document.bytes, first, last: next - 1, facts: first === 1, structure };
    },
    onCount(count) {
      if (count > PAGES_MAX) reject(refusal(`it has ${count} pages, and at most ${PAGES_MAX} are read`));
    },
    onReply(reply) {
      if (reply.op !== 'read') return;
      read.push(reply.read);
      pages += reply.read.pages.length;
      if (pages === document.pages) resolve(joinRead(read));
    },
    fail: reject,
  };
}

function joinRead(read: readonly ReadPages[]): DrawnDocument {
  const facts = read.find((one) => one.facts !== null)?.facts;
  return {
    pages: read.flatMap((one) => one.pages).toSorted((a, b) => a.page - b.page),
    fonts: [...new Set(read.flatMap((one) => one.fonts))].toSorted(),
    outline: facts?.outline ?? [],
    tagged: facts?.tagged ?? false,
    title: facts?.title ?? '',
    lang: facts?.lang ?? '',
  };
}

function drawingOrder(
  crew: Crew,
  document: OpenDocument,
  { onCount, onPage, widthPx }: DrawWishes,
  { resolve, reject }: Settle<{ pages: number }>,
): Order {
  /** Drawn, and waiting for an earlier page. */
  const drawn = new Map<number, Omit<PagePicture, 'total'>>();
  let total: number | null = null;
  let next = 1;
  let delivered = 0;
  let delivering = false;

  const learnCount = (pages: number): void => {
    if (total !== null) return;
    total = pages;
    if (pages > PAGES_MAX) return reject(refusal(`it has ${pages} pages, and at most ${PAGES_MAX} are drawn`));
    if (pages === 0) return reject(refusal('it has no pages'));
    try {
      onCount?.(pages);
    } catch (error) {
      reject(error);
    }
  };
  const deliver = async (pages: number): Promise<void> => {
    if (delivering) return;
    delivering = true;
    for (let picture = drawn.get(delivered + 1); picture !== undefined; picture = drawn.get(delivered + 1)) {
      drawn.delete(picture.page);
      await onPage({ ...picture, total: pages });
      delivered++;
      crew.handOut();
    }
    delivering = false;
    if (delivered === pages) resolve({ pages });
  };

  return {
    document,
    nextTask(task) {
      if (document.pages !== null) learnCount(document.pages);
      if (next > (total ?? 1) || next > delivered + PAGES_AHEAD_MAX) return null;
      return {
        op: 'draw',
        task,
        document: document.id,
        bytes: document.bytes,
        page: next++,
        widthPx: widthPx ?? WIDTH_PX,
        longerSidePxMax: LONGER_SIDE_PX_MAX,
      };
    },
    onCount: learnCount,
    onReply(reply, task) {
      if (reply.op !== 'drawn' || task.op !== 'draw') return;
      drawn.set(task.page, { page: task.page, png: reply.png, width: reply.width, height: reply.height });
      deliver(total ?? 1).catch(reject);
    },
    fail: reject,
  };
}
