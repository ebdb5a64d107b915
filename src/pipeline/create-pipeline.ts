/** Puts the pipeline together: what the doors call, and the work loop that makes documents. */
import { FINAL_STATUSES } from '../contract/vocabulary.ts';
import { Refusal } from '../base/refusal.ts';
import type { Project } from '../ports/account-store.ts';
import { DELIVERY_KINDS, DOCUMENT_KINDS, TASK_KINDS, type Claim } from '../ports/job-queue.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { FREE } from '../ports/prices.ts';
import { type DocumentRecord } from '../ports/record.ts';
import { findReplay, rateLimited } from './accept/accept-request.ts';
import { contentDeleted, findDocument, findFile } from './accept/find-own.ts';
import { keepUpload, removeUpload } from './accept/keep-upload.ts';
import { createOwnArtifacts } from './artifact/own-data.ts';
import { createVisits } from './artifact/visits.ts';
import { createFileValidation } from './accept/validate-file.ts';
import type { PipelineDependencies, Workshop } from './dependencies.ts';
import { readContent } from './edit/read-content.ts';
import { previewEdits, submitEdits } from './edit/submit-edits.ts';
import { submitFill, submitFills, tryFill } from './fill/submit-fill.ts';
import { createExtractTools } from './extract.ts';
import { createExtractions } from './extract/extractions.ts';
import { followEvents, waitUntilFinal } from './follow.ts';
import { holdLeases, type Leases } from './hold-leases.ts';
import type { Pipeline } from './pipeline.ts';
import { inCurrency, reportUnmade } from './report.ts';
import { removeContent } from './retention.ts';
import { createEventParts } from './event-parts.ts';
import { createBlobSweep } from './sweep-blobs.ts';
import { CANCELED, runJob, SHUTDOWN } from './run-job.ts';
import { dryRunDocument, submitDocument } from './submit.ts';
import { createRemotePages } from './tasks/remote-pages.ts';
import { compareFiles } from './compare-files.ts';
import { compareVersions, redlineVersions } from './versions/compare-versions.ts';
import { listVersions, saveFile, submitVersion } from './versions/submit-version.ts';
import { createOwnWebhooks } from './webhooks/own-webhooks.ts';
import { startWork, type Place, type Work } from './work-loop.ts';

export interface RunningPipeline extends Pipeline {
  /** Takes work from the queue until the returned function is called: it waits `graceMs` for what runs, then hands it back. */
  start(workshop: Workshop): Promise<(graceMs: number) => Promise<void>>;
  /** Documents being made in this process. */
  running(): number;
}

/** Tasks read at once beside the documents that are made: nobody who waits for an answer is behind a book. */
const TASKS_AT_ONCE = 2;

/** Webhooks that a process sends at once, and those of one endpoint: they wait for others' machines, and cost a socket each. */
const DELIVERIES_AT_ONCE = 64;
const OF_ONE_ENDPOINT = 4;

interface Working {
  start(workshop: Workshop): Promise<(graceMs: number) => Promise<void>>;
  /** Ends the run of this document where it is made in this process. */
  cancel(id: string): void;
  running(): number;
}

function createWorking(deps: PipelineDependencies, leases: Leases): Working {
  const { queue, log } = deps;
  let documents: Work | undefined;
  return {
    async start(workshop) {
      await queue.begin();
      const options = {
        queue,
        leases,
        log,
        ready: workshop.ready,
        handle: (claim: Claim, abort: AbortController, place: Place) => runJob(deps, workshop, { claim, abort, place }),
        lent: workshop.waiting,
      };
      const works = [
        startWork({ ...options, kinds: DOCUMENT_KINDS, concurrency: workshop.concurrency }),
        startWork({ ...options, kinds: TASK_KINDS, concurrency: TASKS_AT_ONCE }),
        // they need no renderers
        startWork({ ...options, ready: undefined, kinds: DELIVERY_KINDS, concurrency: DELIVERIES_AT_ONCE, share: OF_ONE_ENDPOINT }),
      ];
      [documents] = works;
      return async (graceMs) => {
        await Promise.all(works.map((work) => work.stop(graceMs, SHUTDOWN)));
      };
    },
    cancel: (id) => documents?.abort(id, CANCELED),
    running: () => documents?.running() ?? 0,
  };
}

type Acceptance = Pick<Pipeline, 'checkRate' | 'submit' | 'submitFree' | 'replay' | 'answered' | 'dryRun'>;

/** Accepts documents as samples. */
const samplesOnly = (store: DocumentStore): DocumentStore => ({
  ...store,
  accept: (document) => store.accept({ ...document, sample: true }),
});

function createAcceptance(deps: PipelineDependencies): Acceptance {
  /** Organisation → until when it is over its rate: answered without asking the database. */
  const limitedUntil = new Map<string, number>();
  return {
    checkRate(owner) {
      const left = (limitedUntil.get(owner.orgId) ?? 0) - deps.clock.monotonicMs();
      if (left <= 0) return;
      throw rateLimited(deps.ratePerMinute, Math.ceil(left / 1000));
    },
    async submit(owner, request, idempotency) {
      try {
        return await submitDocument(deps, owner, request, idempotency);
      } catch (error) {
        if (error instanceof Refusal && error.code === 'rate_limited')
          limitedUntil.set(owner.orgId, deps.clock.monotonicMs() + (error.retryAfterS ?? 1) * 1000);
        throw error;
      }
    },
    replay: (owner, idempotency) => findReplay(deps, owner.id, idempotency),
    answered: (owner, key) => deps.store.markAnswered(owner.id, key),
    dryRun: (owner, request) => dryRunDocument(deps, owner, request),
    submitFree: (owner, { name, format, markdown, sample = false }) =>
      submitDocument(
        { ...deps, store: sample ? samplesOnly(deps.store) : deps.store, prices: { ...FREE, currency: deps.prices.currency } },
        owner,
        {
          operation: 'create',
          name,
          format,
          content: { markdown },
          sources: [],
          quality: 'auto',
          metadata: {},
        },
      ),
  };
}

type FollowingDocuments = Pick<Pipeline, 'get' | 'list' | 'cancel' | 'remove' | 'report' | 'waitUntilFinal' | 'follow'>;

function createFollowing(deps: PipelineDependencies, working: Working): FollowingDocuments {
  const { store } = deps;
  const events = createEventParts(store);
  const cancel = async (owner: Project, id: string): Promise<DocumentRecord> => {
    const record = await findDocument(deps, owner, id);
    const canceled = await store.cancel(id);
    working.cancel(id);
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
      yield* followEvents({ store, events }, id, after, signal);
    },
  };
}

/** @param given everything from outside; without renderers the process accepts and follows, and `start` is not called */
export function createPipeline(given: Omit<PipelineDependencies, 'validation' | 'reader' | 'pages' | 'sweepBlobs'>): RunningPipeline {
  const reader = createExtractTools(given.renderers ?? null, { threads: true, model: given.model, nonce: () => given.clock.ulid() });
  const pages = given.renderers?.pages ?? createRemotePages(given);
  const validation = createFileValidation({ ...reader, pages });
  const deps: PipelineDependencies = { ...given, reader, pages, validation, sweepBlobs: createBlobSweep(given) };
  const leases = holdLeases(deps.queue, deps.log);
  const working = createWorking(deps, leases);
  return {
    ...createAcceptance(deps),
    ...createFollowing(deps, working),
    ...createExtractions(deps, { tools: reader, leases, answerMs: given.extractionAnswerMs }),
    submitEdits: (owner, request, idempotency) => submitEdits(deps, owner, request, idempotency),
    previewEdits: (owner, request) => previewEdits(deps, owner, request),
    submitFill: (owner, request, idempotency) => submitFill(deps, owner, request, idempotency),
    submitFills: (owner, request, idempotency) => submitFills(deps, owner, request, idempotency),
    tryFill: (owner, request) => tryFill(deps, owner, request),
    content: (owner, id, query) => readContent(deps, owner, id, query),
    createVersion: (owner, id, fileId) => submitVersion(deps, owner, id, fileId),
    versions: (owner, id, query) => listVersions(deps, owner, id, query),
    saveFile: (owner, id, saved, signal) => saveFile(deps, owner, id, saved, signal),
    compare: (owner, request) => compareFiles(deps, owner, request),
    diff: (owner, id, from) => compareVersions(deps, owner, id, from),
    redline: (owner, id, from) => redlineVersions(deps, owner, id, from),
    addFile: (owner, upload) => keepUpload(deps, owner, upload),
    getFile: (owner, id) => findFile(deps, owner, id),
    listFiles: (owner, query) => deps.store.listFiles(owner.id, query),
    removeFile: (owner, id) => removeUpload(deps, owner, id),
    artifacts: createOwnArtifacts(deps),
    visits: createVisits(deps),
    webhooks: createOwnWebhooks(deps),
    start: working.start,
    running: working.running,
  };
}
