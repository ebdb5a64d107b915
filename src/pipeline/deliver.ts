/**
 * How every workflow ends: the pages are rendered as pictures, the files stored, all of it announced, and the run finished
 * with its report.
 */
import type { FindingCounts } from '../contract/document.ts';
import type { NewEvent } from '../contract/event.ts';
import type { Report } from '../contract/report.ts';
import type { Status } from '../contract/vocabulary.ts';
import type { DocumentPatch } from '../ports/document-store.ts';
import type { PagePicture } from '../ports/page-renderer.ts';
import type { OutputRecord } from '../ports/record.ts';
import type { DrawnBefore } from './drawn-before.ts';
import type { Engine } from './make.ts';
import type { Run } from './run.ts';
import type { NewOutput, Sink } from './sink.ts';

export interface Delivery {
  /**
   * Begins to render the pages of this PDF as pictures, in place of those of an earlier one, where the sink wants any. None leaves
   * before `finish`; what is rendered meanwhile costs no waiting then.
   */
  renderPages(pdf: Uint8Array): void;
  /** Ends the rendering of page pictures; none of them is stored. */
  drop(): void;
  /** Numbers of the pages whose pictures were copied from the version before, since they show the same; complete after `finish`. */
  copied(): number[];
  /** Stores the files and the page pictures, each announced as soon as it is stored; returns all outputs, files first. */
  finish(files: readonly NewOutput[]): Promise<OutputRecord[]>;
}

interface DeliveryContext {
  engine: Pick<Engine, 'pages'>;
  sink: Sink;
  signal: AbortSignal;
  /** The version that the file was edited from, where there is one. */
  before?: DrawnBefore | undefined;
}

interface PageRendering {
  copied: number[];
  finished: Promise<void>;
  accept(): void;
  drop(): void;
}

/**
 * Pictures of all pages, in order: of those that show what a page of the version before shows its picture, of others a new one.
 * @param onPage awaited before the next page comes
 * @returns numbers of the pages whose pictures were copied are added to `copied`
 */
async function picturePages(
  pdf: Uint8Array,
  { engine, before, signal }: Omit<DeliveryContext, 'sink'>,
  copied: number[],
  onPage: (page: PagePicture) => Promise<void>,
): Promise<void> {
  const same = (await before?.samePages(pdf)) ?? [];
  signal.throwIfAborted();
  // of a damaged file other pages may be drawn than were compared
  const isWhole = same.some((page) => page !== null) && (await engine.pages.outline(pdf)).pages === same.length;
  if (!isWhole) return void (await engine.pages.draw(pdf, { signal, onPage }));
  const total = same.length;
  let next = 1;
  /** Those before this page that are the same. */
  const copyUntil = async (page: number): Promise<void> => {
    for (; next < page; next++) {
      const known = same[next - 1] ?? null;
      if (known === null) continue;
      signal.throwIfAborted();
      const picture = await before?.picture(known);
      if (picture) {
        await onPage({ ...picture, page: next, total });
        copied.push(next);
      } else await engine.pages.draw(pdf, { signal, only: [next], onPage });
    }
  };
  const changed = same.flatMap((page, at) => (page === null ? [at + 1] : []));
  const onChanged = async (page: PagePicture): Promise<void> => {
    await copyUntil(page.page);
    await onPage(page);
  };
  if (changed.length > 0) await engine.pages.draw(pdf, { signal, only: changed, onPage: onChanged });
  await copyUntil(total + 1);
}

/** @param announce called for each page in order, once `accept` was called and the picture is stored */
function renderPages(
  pdf: Uint8Array,
  { sink, signal, ...context }: DeliveryContext,
  announce: (page: PagePicture, output: OutputRecord) => void,
): PageRendering {
  const dropped = new AbortController();
  const accepted = Promise.withResolvers<void>();
  const copied: number[] = [];
  const run = async (): Promise<void> => {
    let announced = Promise.resolve();
    await picturePages(pdf, { ...context, signal: AbortSignal.any([signal, dropped.signal]) }, copied, async (page) => {
      await accepted.promise;
      const { png: bytes, page: number, width, height, widthPt, heightPt } = page;
      const stored = sink.put({ kind: 'preview', contentType: 'image/png', bytes, page: number, width, height, widthPt, heightPt });
      // stored in parallel, announced in order; a failed store rejects the chain, which is awaited below
      stored.catch(() => undefined);
      announced = announced.then(async () => announce(page, await stored));
      announced.catch(() => undefined);
    });
    await announced;
  };
  const finished = run();
  finished.catch(() => undefined);
  return { copied, finished, accept: accepted.resolve, drop: () => dropped.abort() };
}

/** One for each document that is made. */
export function startDelivery(context: DeliveryContext): Delivery {
  const { sink } = context;
  /** By their place in the answer; files that are not stored yet leave holes. */
  const files: OutputRecord[] = [];
  const previews: OutputRecord[] = [];
  const outputs = (): OutputRecord[] => [...Object.values(files), ...previews];
  let rendering: PageRendering | undefined;
  const announce = ({ page, total, width, height }: PagePicture, output: OutputRecord): void => {
    previews.push(output);
    sink.emit({ outputs: outputs() }, [
      { type: 'preview.page_ready', data: { page, total, output_id: output.id, width, height } },
      outputEvent(output),
    ]);
  };
  const drop = (): void => rendering?.drop();
  return {
    renderPages(pdf) {
      drop();
      rendering = sink.previews === false ? undefined : renderPages(pdf, context, announce);
    },
    drop,
    copied: () => [...(rendering?.copied ?? [])],
    async finish(given) {
      rendering?.accept();
      try {
        const store = async (file: NewOutput, index: number): Promise<void> => {
          files[index] = await sink.put(file);
        };
        await Promise.all([rendering?.finished, ...given.map(store)]);
      } catch (error) {
        drop();
        throw error;
      }
      sink.emit({ outputs: outputs() }, files.map(outputEvent));
      return outputs();
    },
  };
}

const outputEvent = ({ id, kind, bytes }: OutputRecord): NewEvent => ({
  type: 'output.available',
  data: { output_id: id, kind, bytes },
});

/** What a workflow has made of a document. */
export interface Ending extends Pick<DocumentPatch, 'format' | 'type' | 'repairSummary' | 'error'> {
  status: Status;
  pages: number | null;
  counts: FindingCounts | null;
  outputs: OutputRecord[];
  report: Report;
}

/** The final commit: state, report and last event. */
export async function finishRun({ journal }: Run, { counts, ...ending }: Ending): Promise<Status> {
  await journal.finish({ ...ending, phase: null, validationSummary: counts }, []);
  return ending.status;
}
