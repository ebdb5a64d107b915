/** The record of all documents in memory, on the queue in memory: held to the promises of the store on PostgreSQL that need no clock of its own. No balances. */
import { displayOf } from '../../src/contract/event-display.ts';
import type { EmittedEvent, NewEvent, StoredEvent } from '../../src/contract/event.ts';
import type { Report } from '../../src/contract/report.ts';
import { FINAL_STATUSES } from '../../src/contract/vocabulary.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { closingEvent } from '../../src/ports/closing-event.ts';
import {
  FAMILY_MAX,
  SAVE_PREFIX,
  type DocumentPatch,
  type DocumentStore,
  type FileRecord,
  type ListPage,
  type ListQuery,
} from '../../src/ports/document-store.ts';
import { LeaseLost, type Lease } from '../../src/ports/job-queue.ts';
import { recordOfNew } from '../../src/ports/new-record.ts';
import type { DocumentJob, DocumentRecord } from '../../src/ports/record.ts';
import { createMemoryArtifacts, type MemoryArtifacts } from './memory-artifacts.ts';
import { createMemoryWebhooks, type MemoryWebhooks } from './memory-webhooks.ts';
import { createMemoryQueue, type DocumentJobs, type MemoryQueue } from './memory-queue.ts';

interface Held {
  record: DocumentRecord;
  keyId: string | undefined;
  job: DocumentJob | null;
  report: Report | null;
  events: StoredEvent[];
  eventsExpired: boolean;
  sample: boolean;
}

interface Bound {
  fingerprint: string;
  documentId: string;
  answered: boolean;
  boundMs: number;
}

export interface MemoryStore {
  store: DocumentStore;
  queue: MemoryQueue;
  artifacts: MemoryArtifacts;
  webhooks: MemoryWebhooks;
  /** Ids of all documents in the order in which they were accepted. */
  ids(): string[];
  /** All documents, with the key that asked for each. */
  records(): { record: DocumentRecord; keyId: string | undefined }[];
  /** How many wait for a document or follow it at this moment. */
  watching(): number;
}

interface State {
  clock: Clock;
  documents: Map<string, Held>;
  keys: Map<string, Bound>;
  jobs: DocumentJobs;
  artifacts: MemoryArtifacts;
  webhooks: () => MemoryWebhooks;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const isLive = ({ record }: Held): boolean => !FINAL_STATUSES.includes(record.status);

function addEvents({ clock, webhooks }: Pick<State, 'clock' | 'webhooks'>, held: Held, events: readonly EmittedEvent[]): void {
  for (const event of events) {
    const { type } = event;
    const data: StoredEvent['data'] = 'json' in event ? JSON.parse(event.json) : event.data;
    const display = displayOf(type, data);
    const stored: StoredEvent = {
      id: `evt_${clock.ulid()}`,
      type,
      version: 1,
      document_id: held.record.id,
      sequence: held.events.length + 1,
      timestamp: clock.now().toISOString(),
      ...(display ? { display } : {}),
      data: asJson({ ...data }),
    };
    held.events.push(stored);
    if (!held.sample) webhooks().hear(held.record.projectId, stored);
  }
}

function patchRecord(held: Held, patch: DocumentPatch): void {
  const { report, ...fields } = structuredClone(patch);
  if (report !== undefined) held.report = asJson(report);
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) Object.assign(held.record, { [field]: value });
}

/** The document is over: its job is gone, and the last event is written. */
function close({ clock, jobs, webhooks }: Pick<State, 'clock' | 'jobs' | 'webhooks'>, held: Held, last: NewEvent): void {
  const { record } = held;
  const completedAt = clock.now();
  const keptMs = record.retention === 'none' ? 15 * MINUTE_MS : Number.parseInt(record.retention, 10) * DAY_MS;
  Object.assign(record, { phase: null, completedAt, expiresAt: new Date(completedAt.getTime() + keptMs) });
  addEvents({ clock, webhooks }, held, [last]);
  jobs.drop(record.id);
  jobs.changed(record.id);
}

/** One page; `before` alone reads backwards from the cursor. */
function pageOf<T extends { id: string }>(all: readonly T[], query: Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>): ListPage<T> {
  const { limit, order, after, before } = query;
  const [below, above] = order === 'asc' ? [before, after] : [after, before];
  const backwards = before !== undefined && after === undefined;
  const up = backwards !== (order === 'asc');
  const found = all
    .filter(({ id }) => (below === undefined || id < below) && (above === undefined || id > above))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1) * (up ? 1 : -1));
  const data = found.slice(0, limit).map((one) => structuredClone(one));
  return { data: backwards ? data.reverse() : data, hasMore: found.length > limit };
}

function createAcceptance({
  clock,
  documents,
  keys,
  jobs,
  webhooks,
}: State): Pick<DocumentStore, 'accept' | 'findIdempotent' | 'markAnswered'> {
  const bound = (projectId: string, key: string): Bound | undefined => {
    const found = keys.get(`${projectId} ${key}`);
    return found && found.boundMs > clock.now().getTime() - DAY_MS ? found : undefined;
  };
  const isAnswered = ({ answered, documentId }: Bound): boolean => {
    const held = documents.get(documentId);
    return answered || held === undefined || !isLive(held);
  };
  return {
    async accept(document) {
      const { idempotency, projectId, orgId } = document;
      const now = clock.now();
      const earlier = idempotency && bound(projectId, idempotency.key);
      if (earlier) {
        const held = documents.get(earlier.documentId);
        if (earlier.fingerprint !== idempotency.fingerprint || !held) return { kind: 'key_reused' };
        return { kind: 'replay', record: structuredClone(held.record), answered: isAnswered(earlier) };
      }
      const recent = [...documents.values()]
        .filter(({ record }) => record.orgId === orgId)
        .map(({ record }) => record.createdAt.getTime() + MINUTE_MS - now.getTime())
        .filter((leftMs) => leftMs > 0 && leftMs <= MINUTE_MS);
      if (recent.length >= document.ratePerMinute)
        return { kind: 'rate_limited', retryAfterS: Math.max(1, Math.ceil(Math.min(...recent) / 1_000)) };
      const record = recordOfNew(structuredClone(document), now);
      const held: Held = {
        record,
        keyId: document.keyId,
        job: asJson(document.job),
        report: null,
        events: [],
        eventsExpired: false,
        sample: document.sample === true,
      };
      documents.set(record.id, held);
      if (idempotency)
        keys.set(`${projectId} ${idempotency.key}`, {
          fingerprint: idempotency.fingerprint,
          documentId: record.id,
          answered: false,
          boundMs: now.getTime(),
        });
      addEvents({ clock, webhooks }, held, [{ type: 'document.created', data: { operation: record.operation, format: record.format } }]);
      jobs.enqueue({ id: record.id, kind: document.job.kind, orgId });
      jobs.changed(record.id);
      return { kind: 'accepted', record: structuredClone(record) };
    },
    async findIdempotent(projectId, key) {
      const found = bound(projectId, key);
      return found ? { fingerprint: found.fingerprint, documentId: found.documentId, answered: isAnswered(found) } : null;
    },
    async markAnswered(projectId, key) {
      const found = bound(projectId, key);
      if (found) found.answered = true;
    },
  };
}

type Reads = Pick<
  DocumentStore,
  | 'get'
  | 'list'
  | 'family'
  | 'job'
  | 'report'
  | 'events'
  | 'watch'
  | 'expired'
  | 'ofDeletedProjects'
  | 'knownDocuments'
  | 'eventsExpired'
  | 'check'
>;

function createReads({ clock, documents }: State, watch: DocumentStore['watch']): Reads {
  const records = (): DocumentRecord[] =>
    [...documents.values()].map(({ record }) => record).filter(({ id }) => !id.startsWith(SAVE_PREFIX));
  return {
    watch,
    get: async (id) => structuredClone(documents.get(id)?.record ?? null),
    list: async (projectId, { status, format, operation, name, parentId, metadata = {}, ...page }) =>
      pageOf(
        records().filter(
          (record) =>
            record.projectId === projectId &&
            documents.get(record.id)?.sample !== true &&
            (status === undefined || record.status === status) &&
            (format === undefined || record.format === format) &&
            (operation === undefined || record.operation === operation) &&
            (name === undefined || (record.name ?? record.title ?? '').toLowerCase().includes(name.toLowerCase())) &&
            (parentId === undefined || record.parentId === parentId) &&
            Object.entries(metadata).every(([key, value]) => record.metadata[key] === value),
        ),
        page,
      ),
    async family(id) {
      let root = documents.get(id)?.record;
      while (root?.parentId && documents.has(root.parentId)) root = documents.get(root.parentId)?.record;
      const family = new Set([root?.id]);
      for (const record of records().toSorted((a, b) => (a.id < b.id ? -1 : 1)))
        if (record.parentId && family.has(record.parentId)) family.add(record.id);
      return records()
        .filter((record) => family.has(record.id))
        .slice(0, FAMILY_MAX)
        .map((record) => structuredClone(record));
    },
    job: async (id) => structuredClone(documents.get(id)?.job ?? null),
    report: async (id) => structuredClone(documents.get(id)?.report ?? null),
    events: async (id, after, limit) => structuredClone((documents.get(id)?.events ?? []).slice(after, after + limit)),
    expired: async (limit) =>
      records()
        .filter(({ contentDeletedAt, expiresAt }) => contentDeletedAt === null && expiresAt !== null && expiresAt <= clock.now())
        .slice(0, limit)
        .map(({ id }) => id),
    // projects are in another store, which forgets them whole
    ofDeletedProjects: async () => ({ documents: [], files: [] }),
    knownDocuments: async (ids) => {
      const known = ids.filter((id) => documents.has(id));
      return { known: new Set(known), failed: new Set(known.filter((id) => documents.get(id)?.record.status === 'failed')) };
    },
    eventsExpired: async (id) => documents.get(id)?.eventsExpired ?? false,
    check: () => Promise.resolve(),
  };
}

function createLeasedWrites(state: State): Pick<DocumentStore, 'commit' | 'reserve' | 'finish' | 'save'> {
  const { documents, jobs } = state;
  const heldUnder = (lease: Lease): Held => {
    const held = documents.get(lease.jobId);
    if (held === undefined || !isLive(held) || !jobs.holds(lease)) throw new LeaseLost(lease.jobId);
    return held;
  };
  return {
    async commit(lease, patch, events) {
      const held = heldUnder(lease);
      patchRecord(held, patch);
      addEvents(state, held, events);
      jobs.changed(lease.jobId);
    },
    async reserve(lease, price) {
      heldUnder(lease).record.price = price.amount > 0 ? { ...price } : null;
      return true;
    },
    async finish(lease, patch, events) {
      const last = closingEvent(lease.jobId, patch);
      const held = heldUnder(lease);
      const { phase: _phase, retryable: _retryable, ...fields } = patch;
      patchRecord(held, fields);
      addEvents(state, held, events);
      const { status, pages, validationSummary } = held.record;
      close(state, held, last ?? { type: 'document.ready', data: { status, pages, validation_summary: validationSummary } as never });
    },
    async save(lease, { documentId, revision }, patch) {
      const held = heldUnder(lease);
      const target = documents.get(documentId);
      const saved = target !== undefined && target.record.contentDeletedAt === null && target.record.revision === revision;
      if (saved) {
        patchRecord(target, patch);
        target.record.revision++;
        jobs.changed(documentId);
      }
      held.record.status = 'ready';
      close(state, held, { type: 'document.ready', data: { status: 'ready', pages: null, validation_summary: null } });
      return saved;
    },
  };
}

function createEndings(state: State): Pick<DocumentStore, 'cancel' | 'deleteContent' | 'sweep'> {
  const { clock, documents, keys, artifacts, webhooks } = state;
  return {
    async cancel(id) {
      const held = documents.get(id);
      if (held && isLive(held)) {
        held.record.status = 'canceled';
        close(state, held, { type: 'document.canceled', data: {} });
      }
      return structuredClone(held?.record ?? null);
    },
    async deleteContent(id) {
      const held = documents.get(id);
      if (held && !isLive(held) && held.record.contentDeletedAt === null) {
        Object.assign(held.record, {
          name: null,
          metadata: {},
          outputs: [],
          styleApplied: null,
          styleUnsupported: [],
          contentDeletedAt: clock.now(),
        });
        Object.assign(held, { job: null, report: null, events: [] });
        artifacts.forget(id);
        webhooks().forget(id);
      }
      return structuredClone(held?.record ?? null);
    },
    async sweep() {
      const nowMs = clock.now().getTime();
      for (const held of documents.values()) {
        const { completedAt } = held.record;
        if (completedAt !== null && completedAt.getTime() < nowMs - 7 * DAY_MS) Object.assign(held, { events: [], eventsExpired: true });
      }
      for (const [key, { boundMs }] of keys) if (boundMs < nowMs - DAY_MS) keys.delete(key);
    },
  };
}

function createFiles(): Pick<DocumentStore, 'addFile' | 'getFile' | 'listFiles' | 'deleteFile' | 'knownFiles'> {
  const files = new Map<string, FileRecord>();
  return {
    async addFile(file) {
      if (!files.has(file.id)) files.set(file.id, structuredClone(file));
    },
    getFile: async (id) => structuredClone(files.get(id) ?? null),
    listFiles: async (projectId, query) =>
      pageOf(
        [...files.values()].filter((file) => file.projectId === projectId),
        query,
      ),
    deleteFile: async (id) => files.delete(id),
    knownFiles: async (ids) => new Set(ids.filter((id) => files.has(id))),
  };
}

/** An empty store and the queue beside it. */
export function createMemoryStore(clock: Clock): MemoryStore {
  const documents = new Map<string, Held>();
  const find = (id: string): Held => {
    const held = documents.get(id);
    if (!held) throw new Error(`there is no document ${id}`);
    return held;
  };
  const told = { clock, webhooks: (): MemoryWebhooks => webhooks };
  const { queue, documentJobs: jobs } = createMemoryQueue({
    begin(id) {
      const held = find(id);
      const { record, job } = held;
      if (!job) throw new Error(`${id} has no job`);
      Object.assign(record, { status: 'running', phase: 'reading', attempt: record.attempt + 1 });
      addEvents(told, held, [{ type: 'document.started', data: { attempt: record.attempt } }]);
      jobs.changed(id);
      return structuredClone({ record, job });
    },
    wearOut(id) {
      const held = find(id);
      const error = { code: 'processing_failed' as const, message: 'Processing failed after several attempts.' };
      Object.assign(held.record, { status: 'failed', error });
      close({ ...told, jobs }, held, { type: 'document.failed', data: { error: { ...error, retryable: true } } });
    },
  });
  const artifacts = createMemoryArtifacts(clock, (id) => documents.get(id)?.record);
  const webhooks = createMemoryWebhooks(clock, queue);
  const state: State = { ...told, documents, keys: new Map(), jobs, artifacts };
  return {
    store: {
      ...createAcceptance(state),
      ...createReads(state, queue.watch),
      ...createLeasedWrites(state),
      ...createEndings(state),
      ...createFiles(),
    },
    queue,
    artifacts,
    webhooks,
    ids: () => [...documents.keys()],
    records: () => [...documents.values()].map(({ record, keyId }) => ({ record, keyId })),
    watching: jobs.watching,
  };
}
