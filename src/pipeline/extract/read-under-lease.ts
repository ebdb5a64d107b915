/** Extractions that somebody waits for elsewhere: read under a lease, their results kept until they are fetched. */
import { Refusal } from '../../base/refusal.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { ExtractionClaim, ExtractionQueue } from '../../ports/extraction-queue.ts';
import type { Extracted, NamedFile } from '../extract.ts';
import type { PipelineLog } from '../dependencies.ts';
import { keepResult, readKeptFile } from './kept-blobs.ts';
import type { KeptResult } from './kept-blobs.ts';

/** Well within a lease. */
const RENEW_MS = 5_000;
/** A file that ends its process again and again is not read for ever. */
const ATTEMPTS_MAX = 3;

export interface LeasedDependencies {
  extractions: ExtractionQueue;
  blobs: Blobs;
  log: Pick<PipelineLog, 'error'>;
}

export interface LeasedReading {
  /** Keeps the lease while `work` goes on, then keeps what it came to. Never throws. */
  settle(claim: ExtractionClaim, work: Promise<Extracted>): Promise<void>;
  /** Takes files from the queue until the returned function is called, which hands back what is not finished after `graceMs`. */
  start(concurrency: number, read: (file: NamedFile) => Promise<Extracted>): (graceMs: number) => Promise<void>;
}

const failed = (message: string): KeptResult => ({ ok: false, code: 'processing_failed', message, errors: [] });

export function createLeasedReading(deps: LeasedDependencies): LeasedReading {
  const { extractions, blobs, log } = deps;
  const held = new Map<string, ExtractionClaim>();
  let clock: NodeJS.Timeout | undefined;
  const renew = (): void => {
    extractions
      .renew([...held.values()])
      .catch((error: unknown) => log.error({ err: error }, 'the leases of extractions could not be renewed'));
  };
  const resultOf = (id: string, work: Promise<Extracted>): Promise<KeptResult> =>
    work.then(
      (extracted): KeptResult => ({ ok: true, extracted }),
      (error: unknown): KeptResult => {
        if (error instanceof Refusal) return { ok: false, code: error.code, message: error.message, errors: error.errors };
        log.error({ err: error, extraction: id }, 'an extraction failed');
        return failed('The file could not be read because of an internal error; send it again.');
      },
    );
  const settle: LeasedReading['settle'] = async (claim, work) => {
    held.set(claim.id, claim);
    clock ??= setInterval(renew, RENEW_MS).unref();
    try {
      const result = await resultOf(claim.id, work);
      // Handed back meanwhile: whoever takes it over keeps the result.
      if (held.get(claim.id) !== claim) return;
      await keepResult(blobs, claim.id, result);
      await extractions.finish(claim);
    } catch (error) {
      log.error({ err: error, extraction: claim.id }, 'the result of an extraction could not be kept; its lease runs out by itself');
    } finally {
      held.delete(claim.id);
      if (held.size === 0) {
        clearInterval(clock);
        clock = undefined;
      }
    }
  };
  const readKept = async ({ id, attempt }: ExtractionClaim, read: (file: NamedFile) => Promise<Extracted>): Promise<Extracted> => {
    const file = attempt > ATTEMPTS_MAX ? null : await readKeptFile(blobs, id);
    if (file === null)
      throw new Refusal('processing_failed', 'The process that read the file ended before it was done; send the file again.');
    return read(file);
  };
  return {
    settle,
    start: (concurrency, read) =>
      startLoop({ extractions, log, held, concurrency, handle: (claim) => settle(claim, readKept(claim, read)) }),
  };
}

interface Loop {
  extractions: ExtractionQueue;
  log: Pick<PipelineLog, 'error'>;
  /** What this process has leases on, whoever reads it. */
  held: Map<string, ExtractionClaim>;
  concurrency: number;
  handle(claim: ExtractionClaim): Promise<void>;
}

/** Claims as many as there are free places, whenever something may be waiting. */
function startLoop({ extractions, log, held, concurrency, handle }: Loop): (graceMs: number) => Promise<void> {
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let asked = false;
  let pulling: Promise<void> | undefined;
  const start = (claim: ExtractionClaim): void => {
    const run = handle(claim).finally(() => {
      running.delete(run);
      wake();
    });
    running.add(run);
  };
  const pull = async (): Promise<void> => {
    while (asked && !stop.signal.aborted && running.size < concurrency) {
      asked = false;
      for (const claim of await extractions.claim(concurrency - running.size)) start(claim);
    }
  };
  const wake = (): void => {
    asked = true;
    if (stop.signal.aborted || pulling) return;
    pulling = pull()
      .catch((error: unknown) => log.error({ err: error }, 'no extraction could be claimed; the next poll tries again'))
      .finally(() => {
        pulling = undefined;
        if (asked && running.size < concurrency) wake();
      });
  };
  const unsubscribe = extractions.onQueued(wake);
  wake();
  return async (graceMs) => {
    stop.abort();
    unsubscribe();
    await pulling;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, graceMs);
    await Promise.race([Promise.all(running), late.promise]);
    clearTimeout(timer);
    const left = [...held.values()];
    held.clear();
    await extractions.handBack(left);
  };
}
