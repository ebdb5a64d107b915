/**
 * Pages of a PDF as pictures, rendered by a fixed set of threads. Every task is one page and callers take turns, so that
 * a memo does not wait behind a book. A document's first page is asked for before its page count is known (the count
 * comes back before it); pages are delivered in order, and a document whose receiver is slow is rendered no further than
 * a few pages ahead.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { RenderedDocument } from '../document/rendered-document.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { RenderLog } from './log.ts';
import { cellWidth, joinSheet, type SheetPage } from './pages/contact-sheet.ts';
import { cropPage, type Cropped } from './pages/crop-page.ts';
import { cannotDraw, createPagePool, type OpenDocument, type PagePool, type ReplyTo, type WorkTask } from './pages/page-pool.ts';
import { compilePdfium } from './pages/pdfium.ts';
import type { ReadPages } from './pages/page-thread.ts';
import { makeWarmUpPdf } from './warm-up-files.ts';

const WIDTH_PX = 1240;
const CROPPED_WIDTH_PX = 2_000;
const LONGER_SIDE_PX_MAX = 2480;
const PAGES_AHEAD_MAX = 12;
const PAGES_MAX = 5000;
const PDF_BYTES_MAX = 256 * 2 ** 20;
const PAGE_TIMEOUT_MS = 30_000;

export interface PageRendererOptions {
  /** Two by default, or one on a machine with one core. */
  threads?: number;
  pageTimeoutMs?: number;
  log?: RenderLog;
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
  const pool = createPagePool({
    code,
    warmUpPdf: makeWarmUpPdf(),
    threads: options.threads ?? Math.min(2, availableParallelism()),
    pageTimeoutMs: options.pageTimeoutMs ?? PAGE_TIMEOUT_MS,
    log: options.log ?? (() => undefined),
  });
  const draw: PageRenderer['draw'] = (pdf, wishes) => withDocument(pool, pdf, wishes.signal, (open) => drawPages(open, wishes));
  return {
    draw,
    sheet: (pdf, wishes) => drawSheet(draw, pdf, wishes),
    crop: (pdf, parts, wishes) => cropParts(draw, pdf, parts, wishes),
    outline: (pdf) =>
      withDocument(pool, pdf, undefined, async ({ document, run }) => {
        const { entries } = await run({ op: 'outline', ...nameOf(document) });
        return { pages: await document.counted.promise, entries };
      }),
    read: (pdf, wishes = {}) => withDocument(pool, pdf, wishes.signal, (open) => readPages(open, wishes.structure ?? true)),
    drawGray: (pdf, page, { dpi, turns = 0, signal }) =>
      withDocument(pool, pdf, signal, async ({ document, run }) => {
        const { picture } = await run({ op: 'gray', ...nameOf(document), page, dpi, turns });
        return picture;
      }),
    version: () => `PDFium ${version}`.trim(),
    ready: () => pool.ready(),
    close: () => pool.close(),
  };
}

/** A document opened for one caller. */
interface Opened {
  document: OpenDocument;
  run<Task extends WorkTask>(task: Task): Promise<ReplyTo<Task>>;
}

/** Opens the document, and lets go of it and of what is still asked for, however `use` ends. */
async function withDocument<T>(
  pool: PagePool,
  pdf: Uint8Array,
  signal: AbortSignal | undefined,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  if (pdf.length > PDF_BYTES_MAX) throw cannotDraw(`it has ${Math.ceil(pdf.length / 2 ** 20)} MB`, { fault: 'too_large' });
  const document = pool.openDocument(pdf);
  const done = new AbortController();
  const options = { owner: done, signal: signal === undefined ? done.signal : AbortSignal.any([signal, done.signal]) };
  try {
    return await use({ document, run: (task) => pool.run(task, options) });
  } finally {
    done.abort();
    pool.releaseDocument(pdf, document);
  }
}

const nameOf = ({ id, bytes }: OpenDocument): { document: number; bytes: SharedArrayBuffer } => ({ document: id, bytes });

/** The page count: known when the document is open, unless it cannot be opened. */
const countOf = (document: OpenDocument, firstReply: Promise<unknown>): Promise<number> =>
  Promise.race([document.counted.promise, firstReply.then(() => document.counted.promise)]);

async function drawSheet(
  draw: PageRenderer['draw'],
  ...[pdf, { pages, columns, widthPx, signal }]: Parameters<PageRenderer['sheet']>
): ReturnType<PageRenderer['sheet']> {
  const drawn: SheetPage[] = [];
  await draw(pdf, {
    ...(signal === undefined ? {} : { signal }),
    widthPx: cellWidth(widthPx, columns),
    only: pages,
    onPage: ({ page, png, width, height }) => void drawn.push({ page, png, width, height }),
  });
  return joinSheet(drawn, columns, widthPx);
}

async function cropParts(
  draw: PageRenderer['draw'],
  ...[pdf, parts, options = {}]: Parameters<PageRenderer['crop']>
): Promise<(Cropped | null)[]> {
  const cropped = parts.map((): Cropped | null => null);
  if (parts.length === 0) return cropped;
  await draw(pdf, {
    ...options,
    widthPx: CROPPED_WIDTH_PX,
    only: [...new Set(parts.map(({ page }) => page))],
    onPage: ({ page, png, width }) => {
      for (const [index, part] of parts.entries()) {
        if (part.page !== page) continue;
        const scale = width / part.pageWidthPt;
        const { left, top, right, bottom } = part.box;
        cropped[index] = cropPage(png, { left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale });
      }
    },
  });
  return cropped;
}

/** Pages are read in small groups, so that all threads have some and a rendering beside it gets its turns. */
const READ_AT_ONCE = 4;

async function readPages({ document, run }: Opened, structure: boolean): Promise<RenderedDocument> {
  const readFrom = async (first: number): Promise<ReadPages> =>
    (await run({ op: 'read', ...nameOf(document), first, last: first + READ_AT_ONCE - 1, facts: first === 1, structure })).read;
  const first = readFrom(1);
  const pages = await countOf(document, first);
  if (pages > PAGES_MAX) throw cannotDraw(`it has ${pages} pages, and at most ${PAGES_MAX} are read`, { fault: 'too_many_pages' });
  const others = Array.from({ length: Math.max(0, Math.ceil(pages / READ_AT_ONCE) - 1) }, (_, at) => readFrom(1 + (at + 1) * READ_AT_ONCE));
  return joinRead(await Promise.all([first, ...others]));
}

function joinRead(read: readonly ReadPages[]): RenderedDocument {
  const facts = read[0]?.facts;
  return {
    pages: read.flatMap((one) => one.pages),
    fonts: [...new Set(read.flatMap((one) => one.fonts))].toSorted(),
    outline: facts?.outline ?? [],
    tagged: facts?.tagged ?? false,
    title: facts?.title ?? '',
    lang: facts?.lang ?? '',
  };
}

async function drawPages({ document, run }: Opened, { onCount, onPage, widthPx = WIDTH_PX, only }: DrawWishes): Promise<{ pages: number }> {
  const ask = (page: number): Promise<ReplyTo<Extract<WorkTask, { op: 'draw' }>>> => {
    const reply = run({ op: 'draw', ...nameOf(document), page, widthPx, longerSidePxMax: LONGER_SIDE_PX_MAX });
    // Awaited in its turn; until then a failure is nobody's.
    reply.catch(() => undefined);
    return reply;
  };
  const first = ask(1);
  const pages = await countOf(document, first);
  if (pages > PAGES_MAX) throw cannotDraw(`it has ${pages} pages, and at most ${PAGES_MAX} are drawn`, { fault: 'too_many_pages' });
  if (pages === 0) throw cannotDraw('it has no pages');
  onCount?.(pages);
  const wanted = only === undefined ? undefined : new Set(only);
  const numbers = Array.from({ length: pages }, (_, at) => at + 1).filter((page) => wanted?.has(page) ?? true);
  /** Asked for and not yet delivered, in order. */
  const ahead: { page: number; reply: typeof first }[] = [];
  let next = 0;
  for (;;) {
    for (; next < numbers.length && ahead.length < PAGES_AHEAD_MAX; next++) {
      const page = numbers[next] ?? 1;
      ahead.push({ page, reply: page === 1 ? first : ask(page) });
    }
    const waiting = ahead.shift();
    if (waiting === undefined) return { pages };
    const { png, width, height, widthPt, heightPt } = await waiting.reply;
    await onPage({ page: waiting.page, total: pages, png, width, height, widthPt, heightPt });
  }
}
