/** Puts the pipeline together: what the doors call, and the work loop that makes documents. */
import { Refusal } from '../base/refusal.ts';
import type { Project } from '../ports/account-store.ts';
import { FINAL_STATUSES, type DocumentRecord } from '../ports/record.ts';
import type { PipelineDependencies, Workshop } from './dependencies.ts';
import { createEdits } from './edits.ts';
import { createExtractTools, extractMarkdown } from './extract.ts';
import { createExtractions } from './extractions.ts';
import { createLeasedReading } from './extract/read-under-lease.ts';
import { followEvents, waitUntilFinal } from './follow.ts';
import { createFileGate } from './gate-file.ts';
import type { Pipeline } from './pipeline.ts';
import { removeContent, startRetention } from './retention.ts';
import { inCurrency, reportUnmade } from './report.ts';
import { CANCELED, runDocument, SHUTDOWN } from './run-document.ts';
import { addFile, findFile, removeFile } from './sources.ts';
import { createComparisons } from './compare-versions.ts';
import { createVersions } from './versions.ts';
import { keyReused, replayed } from './accept.ts';
import { dryRunDocument, submitDocument } from './submit.ts';

export interface RunningPipeline extends Pipeline {
  /** Takes work from the queue until the returned function is called: it waits `graceMs` for what runs, then hands it back. */
  start(workshop: Workshop): Promise<(graceMs: number) => Promise<void>>;
  /** Documents being made in this process. */
  running(): number;
}

const notFound = (id: string): Refusal => new Refusal('not_found', `There is no document ${id}.`);
const gone = (id: string): Refusal => new Refusal('content_deleted', `The content of ${id} has been deleted; only its record stays.`);

async function findDocument(deps: PipelineDependencies, owner: Project, id: string): Promise<DocumentRecord> {
  const record = await deps.store.get(id);
  if (!record || record.orgId !== owner.orgId) throw notFound(id);
  return record;
}

function createWork(deps: PipelineDependencies): {
  start(workshop: Workshop): Promise<(graceMs: number) => Promise<void>>;
  abort(id: string): void;
  running(): number;
} {
  const running = new Map<string, AbortController>();
  const handle = async (workshop: Workshop, id: string): Promise<void> => {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      await runDocument(deps, workshop, id, abort);
    } finally {
      running.delete(id);
    }
  };
  return {
    async start(workshop) {
      const stop = await deps.store.work(workshop.concurrency, (id) => handle(workshop, id));
      return async (graceMs) => {
        const late = setTimeout(() => {
          for (const abort of running.values()) abort.abort(SHUTDOWN);
        }, graceMs);
        await stop();
        clearTimeout(late);
      };
    },
    abort: (id) => running.get(id)?.abort(CANCELED),
    running: () => running.size,
  };
}

function createAcceptance(deps: PipelineDependencies): Pick<Pipeline, 'checkRate' | 'submit'> {
  /** Organisation → until when it is over its rate: answered without asking the database. */
  const limitedUntil = new Map<string, number>();
  return {
    checkRate(owner) {
      const left = (limitedUntil.get(owner.orgId) ?? 0) - deps.clock.now().getTime();
      if (left <= 0) return;
      const retryAfterS = Math.ceil(left / 1000);
      throw new Refusal('rate_limited', `More than ${deps.ratePerMinute} documents in a minute; try again in ${retryAfterS} s.`, {
        retryAfterS,
      });
    },
    async submit(owner, request, idempotency) {
      try {
        return await submitDocument(deps, owner, request, idempotency);
      } catch (error) {
        if (error instanceof Refusal && error.code === 'rate_limited')
          limitedUntil.set(owner.orgId, deps.clock.now().getTime() + (error.retryAfterS ?? 1) * 1000);
        throw error;
      }
    },
  };
}

export function createPipeline(given: Omit<PipelineDependencies, 'gate' | 'reader'>): RunningPipeline {
  const reader = createExtractTools(given.renderers ?? null, { threads: true });
  const deps: PipelineDependencies = { ...given, reader, gate: createFileGate(reader) };
  const { store } = deps;
  const work = createWork(deps);
  const reading = createLeasedReading(deps);
  const cancel = async (owner: Project, id: string): Promise<DocumentRecord> => {
    await findDocument(deps, owner, id);
    const record = await store.cancel(id);
    work.abort(id);
    if (!record) throw notFound(id);
    return record;
  };

  return {
    ...createAcceptance(deps),
    ...createEdits(deps),
    ...createVersions(deps),
    ...createComparisons(deps),
    ...createExtractions(deps, { tools: reader, reading }),
    async replay(owner, { key, fingerprint }) {
      const found = await store.findIdempotent(owner.id, key);
      if (!found) return null;
      if (found.fingerprint !== fingerprint) throw keyReused();
      const record = await store.get(found.documentId);
      return record && replayed(record, found.answered);
    },
    answered: (owner, key) => store.markAnswered(owner.id, key),
    dryRun: (owner, request) => dryRunDocument(deps, owner, request),
    get: (owner, id) => findDocument(deps, owner, id),
    list: (owner, query) => store.list(owner.id, query),
    cancel,
    async remove(owner, id) {
      const record = await cancel(owner, id);
      if (record.contentDeletedAt) return record;
      const deleted = await removeContent(deps, id);
      if (!deleted) throw notFound(id);
      return deleted;
    },
    async report(owner, id) {
      const record = await findDocument(deps, owner, id);
      if (record.contentDeletedAt) throw gone(id);
      if (!FINAL_STATUSES.includes(record.status))
        throw new Refusal('report_not_ready', 'The report exists once the document has finished.', { retryAfterS: 1 });
      return inCurrency((await store.report(id)) ?? reportUnmade(record), deps.prices.currency);
    },
    waitUntilFinal: (id, signal) => waitUntilFinal(store, id, signal),
    async *follow(owner, id, after, signal) {
      const record = await findDocument(deps, owner, id);
      if (record.contentDeletedAt) throw gone(id);
      if (await store.eventsExpired(id))
        throw new Refusal('events_expired', 'Events are kept for 7 days; the document record is still there.');
      yield* followEvents(store, id, after, signal);
    },
    addFile: (owner, upload) => addFile(deps, owner, upload),
    getFile: (owner, id) => findFile(deps, owner, id),
    listFiles: (owner, query) => store.listFiles(owner.id, query),
    removeFile: (owner, id) => removeFile(deps, owner, id),
    async start(workshop) {
      const stopWork = await work.start(workshop);
      const stopReading = reading.start(workshop.concurrency, (file) => extractMarkdown(file, reader));
      const stopRetention = startRetention(deps);
      return async (graceMs) => {
        await Promise.all([stopWork(graceMs), stopReading(graceMs), stopRetention()]);
      };
    },
    running: work.running,
  };
}
