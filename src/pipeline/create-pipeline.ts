/** Puts the pipeline together: what the doors call, and the work loop that makes documents. */
import { FINAL_STATUSES } from '../contract/vocabulary.ts';
import { Refusal } from '../base/refusal.ts';
import type { Project } from '../ports/account-store.ts';
import type { Claim } from '../ports/document-store.ts';
import { type DocumentRecord } from '../ports/record.ts';
import { findReplay, rateLimited } from './accept/accept-request.ts';
import { contentDeleted, findDocument, findFile } from './accept/find-own.ts';
import { keepUpload, removeUpload } from './accept/keep-upload.ts';
import { createFileValidation } from './accept/validate-file.ts';
import type { PipelineDependencies, Workshop } from './dependencies.ts';
import { readContent } from './edit/read-content.ts';
import { previewEdits, submitEdits } from './edit/submit-edits.ts';
import { createExtractTools, extractMarkdown } from './extract.ts';
import { createExtractions } from './extract/extractions.ts';
import { createLeasedReading } from './extract/read-under-lease.ts';
import { followEvents, waitUntilFinal } from './follow.ts';
import type { Pipeline } from './pipeline.ts';
import { inCurrency, reportUnmade } from './report.ts';
import { removeContent, startRetention } from './retention.ts';
import { CANCELED, runJob, SHUTDOWN } from './run-job.ts';
import { dryRunDocument, submitDocument } from './submit.ts';
import { compareVersions, redlineVersions } from './versions/compare-versions.ts';
import { listVersions, saveFile, submitVersion } from './versions/submit-version.ts';

export interface RunningPipeline extends Pipeline {
  /** Takes work from the queue until the returned function is called: it waits `graceMs` for what runs, then hands it back. */
  start(workshop: Workshop): Promise<(graceMs: number) => Promise<void>>;
  /** Documents being made in this process. */
  running(): number;
}

interface Work {
  start(workshop: Workshop): Promise<(graceMs: number) => Promise<void>>;
  /** Ends the run of this document where it is made in this process. */
  abort(id: string): void;
  running(): number;
}

function createWork(deps: PipelineDependencies): Work {
  const running = new Map<string, AbortController>();
  const handle = async (workshop: Workshop, claim: Claim): Promise<void> => {
    const { documentId } = claim.lease;
    const abort = new AbortController();
    running.set(documentId, abort);
    try {
      await runJob(deps, workshop, claim, abort);
    } finally {
      running.delete(documentId);
    }
  };
  return {
    async start(workshop) {
      const stop = await deps.store.work(workshop.concurrency, (claim) => handle(workshop, claim));
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

type Acceptance = Pick<Pipeline, 'checkRate' | 'submit' | 'replay' | 'answered' | 'dryRun'>;

function createAcceptance(deps: PipelineDependencies): Acceptance {
  /** Organisation → until when it is over its rate: answered without asking the database. */
  const limitedUntil = new Map<string, number>();
  return {
    checkRate(owner) {
      const left = (limitedUntil.get(owner.orgId) ?? 0) - deps.clock.now().getTime();
      if (left <= 0) return;
      throw rateLimited(deps.ratePerMinute, Math.ceil(left / 1000));
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
    replay: (owner, idempotency) => findReplay(deps, owner.id, idempotency),
    answered: (owner, key) => deps.store.markAnswered(owner.id, key),
    dryRun: (owner, request) => dryRunDocument(deps, owner, request),
  };
}

type FollowingDocuments = Pick<Pipeline, 'get' | 'list' | 'cancel' | 'remove' | 'report' | 'waitUntilFinal' | 'follow'>;

function createFollowing(deps: PipelineDependencies, work: Work): FollowingDocuments {
  const { store } = deps;
  const cancel = async (owner: Project, id: string): Promise<DocumentRecord> => {
    const record = await findDocument(deps, owner, id);
    const canceled = await store.cancel(id);
    work.abort(id);
    return canceled ?? record;
  };
  return {
    get: (owner, id) => findDocument(deps, owner, id),
    list: (owner, query) => store.list(owner.id, query),
    cancel,
    async remove(owner, id) {
      const record = await cancel(owner, id);
      return record.contentDeletedAt ? record : ((await removeContent(deps, id)) ?? record);
    },
    async report(owner, id) {
      const record = await findDocument(deps, owner, id);
      if (record.contentDeletedAt) throw contentDeleted(id);
      if (!FINAL_STATUSES.includes(record.status))
        throw new Refusal('report_not_ready', 'The report exists once the document has finished.', { retryAfterS: 1 });
      return inCurrency((await store.report(id)) ?? reportUnmade(record), deps.prices.currency);
    },
    waitUntilFinal: (id, signal) => waitUntilFinal(store, id, signal),
    async *follow(owner, id, after, signal) {
      const record = await findDocument(deps, owner, id);
      if (record.contentDeletedAt) throw contentDeleted(id);
      if (await store.eventsExpired(id))
        throw new Refusal('events_expired', 'Events are kept for 7 days; the document record is still there.');
      yield* followEvents(store, id, after, signal);
    },
  };
}

/** @param given everything from outside; without renderers the process accepts and follows, and `start` is not called */
export function createPipeline(given: Omit<PipelineDependencies, 'validation' | 'reader'>): RunningPipeline {
  const reader = createExtractTools(given.renderers ?? null, { threads: true });
  const deps: PipelineDependencies = { ...given, reader, validation: createFileValidation(reader) };
  const work = createWork(deps);
  const reading = createLeasedReading(deps);
  return {
    ...createAcceptance(deps),
    ...createFollowing(deps, work),
    ...createExtractions(deps, { tools: reader, reading }),
    submitEdits: (owner, request, idempotency) => submitEdits(deps, owner, request, idempotency),
    previewEdits: (owner, request) => previewEdits(deps, owner, request),
    content: (owner, id) => readContent(deps, owner, id),
    createVersion: (owner, id, fileId) => submitVersion(deps, owner, id, fileId),
    versions: (owner, id, query) => listVersions(deps, owner, id, query),
    saveFile: (owner, id, saved, signal) => saveFile(deps, owner, id, saved, signal),
    diff: (owner, id, from) => compareVersions(deps, owner, id, from),
    redline: (owner, id, from) => redlineVersions(deps, owner, id, from),
    addFile: (owner, upload) => keepUpload(deps, owner, upload),
    getFile: (owner, id) => findFile(deps, owner, id),
    listFiles: (owner, query) => deps.store.listFiles(owner.id, query),
    removeFile: (owner, id) => removeUpload(deps, owner, id),
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
