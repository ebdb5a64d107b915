/** A thread that renders pages: takes tasks in order, keeps the documents open that its tasks name until asked to close them. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FileFault } from '../../base/refusal.ts';
import type { RenderedPage } from '../../document/rendered-document.ts';
import type { QuarterTurns } from '../../ports/page-renderer.ts';
import { yieldProcessor } from '../../workers/yield-processor.ts';
import { encodePage, encodePng } from './encode-png.ts';
import { openPdfium, UnreadablePdf } from './pdfium.ts';
import type { PdfDocument, PdfiumCode } from './pdfium.ts';

export type PageTask =
  | { op: 'draw'; document: number; bytes: SharedArrayBuffer; page: number; widthPx: number; longerSidePxMax: number }
  | { op: 'gray'; document: number; bytes: SharedArrayBuffer; page: number; dpi: number; turns: QuarterTurns }
  | { op: 'outline'; document: number; bytes: SharedArrayBuffer }
  /** Pages `first` to `last`, 1-based; with `facts`, what the file says of itself and its outline too. */
  | {
      op: 'read';
      document: number;
      bytes: SharedArrayBuffer;
      first: number;
      last: number;
      facts: boolean;
      structure: boolean;
    }
  | { op: 'close'; document: number };

export type PageReply =
  | { op: 'ready' }
  | { op: 'count'; document: number; pages: number }
  | { op: 'drawn'; png: Uint8Array<ArrayBuffer>; width: number; height: number; widthPt: number; heightPt: number; memoryBytes: number }
  | {
      op: 'gray';
      picture: { pixels: Uint8Array<ArrayBuffer>; width: number; height: number; dpi: number };
      memoryBytes: number;
    }
  | { op: 'outlined'; entries: { title: string; level: number; page: number }[]; memoryBytes: number }
  | { op: 'read'; read: ReadPages; memoryBytes: number }
  /** `broken`: the thread must draw nothing more. */
  | { op: 'failed'; reason: string; fault: FileFault | undefined; broken: boolean };

export interface ReadPages {
  pages: RenderedPage[];
  fonts: string[];
  facts: { tagged: boolean; title: string; lang: string; outline: { title: string; level: number; page: number }[] } | null;
}

/** Two pages' worth of letters, so that the hot paths of PDFium are compiled before the first real page. */
const WARM_UP_ROUNDS = 6;

function readPages(document: PdfDocument, task: { first: number; last: number; facts: boolean; structure: boolean }): ReadPages {
  const fonts = new Set<string>();
  const pages = Array.from({ length: Math.min(task.last, document.pages) - task.first + 1 }, (_, i) =>
    document.read(task.first + i, fonts, task.structure),
  );
  return { pages, fonts: [...fonts], facts: task.facts ? { ...document.facts(), outline: document.outline() } : null };
}

async function serve(code: PdfiumCode, warmUpPdf: Uint8Array): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('page-thread.ts runs in a worker thread');
  const pdfium = await openPdfium(code);
  const open = new Map<number, PdfDocument>();
  const say = (reply: PageReply, transfer: ArrayBuffer[] = []): void => port.postMessage(reply, transfer);

  const documentOf = (id: number, bytes: SharedArrayBuffer): PdfDocument => {
    const known = open.get(id);
    if (known !== undefined) return known;
    const document = pdfium.open(new Uint8Array(bytes));
    open.set(id, document);
    say({ op: 'count', document: id, pages: document.pages });
    return document;
  };
  const perform = async (task: Exclude<PageTask, { op: 'close' }>): Promise<void> => {
    const document = documentOf(task.document, task.bytes);
    if (task.op === 'outline') {
      say({ op: 'outlined', entries: document.outline(), memoryBytes: pdfium.memoryBytes() });
      return;
    }
    if (task.op === 'read') {
      say({ op: 'read', read: readPages(document, task), memoryBytes: pdfium.memoryBytes() });
      return;
    }
    if (task.op === 'gray') {
      const picture = document.drawGray(task.page, task.dpi, task.turns);
      say({ op: 'gray', picture, memoryBytes: pdfium.memoryBytes() }, [picture.pixels.buffer]);
      return;
    }
    const { encoded, ...size } = document.draw(task.page, task.widthPx, task.longerSidePxMax, (drawn) => ({
      encoded: encodePage(drawn.pixels, drawn.width, drawn.height),
      width: drawn.width,
      height: drawn.height,
      widthPt: drawn.widthPt,
      heightPt: drawn.heightPt,
    }));
    const png = await encoded;
    say({ op: 'drawn', png, ...size, memoryBytes: pdfium.memoryBytes() }, [png.buffer]);
  };

  const take = async (task: PageTask): Promise<void> => {
    if (task.op === 'close') {
      open.get(task.document)?.close();
      open.delete(task.document);
      return;
    }
    try {
      await perform(task);
    } catch (error) {
      say({
        op: 'failed',
        reason: error instanceof Error ? error.message : String(error),
        fault: error instanceof UnreadablePdf ? error.fault : undefined,
        broken: !(error instanceof UnreadablePdf),
      });
    }
  };
  let last = Promise.resolve();
  port.on('message', (task: PageTask) => {
    last = last.then(() => take(task));
  });
  const sample = pdfium.open(warmUpPdf);
  for (let i = 0; i < WARM_UP_ROUNDS; i++) sample.draw(1, 1240, 2480, ({ pixels, width, height }) => encodePng(pixels, width, height));
  sample.close();
  say({ op: 'ready' });
}

const { code, warmUpPdf }: { code: PdfiumCode; warmUpPdf: Uint8Array } = workerData;
yieldProcessor();
await serve(code, warmUpPdf);
