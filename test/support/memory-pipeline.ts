/**
 * A pipeline in memory: it accepts documents and leaves them queued until a test says what happens to them. For tests of
 * the server, where the real one would need a database and renderers.
 */
import { DELIVERED_STATUSES } from '../../src/contract/vocabulary.ts';
import { sampleReport } from './sample-report.ts';
import { FINAL_EVENTS, type NewEvent, type StoredEvent } from '../../src/contract/event.ts';
import { FINAL_STATUSES } from '../../src/contract/vocabulary.ts';
import { Refusal } from '../../src/base/refusal.ts';
import type { DocumentRequest } from '../../src/contract/document-request.ts';
import type { Edits, Extractions, Files, Pipeline, Versions } from '../../src/pipeline/pipeline.ts';
import type { Project } from '../../src/ports/account-store.ts';
import type { FileRecord, ListPage } from '../../src/ports/document-store.ts';
import { type DocumentRecord, type OutputRecord } from '../../src/ports/record.ts';

interface Held {
  record: DocumentRecord;
  events: StoredEvent[];
}
interface Bound {
  fingerprint: string;
  id: string;
  answered: boolean;
}

interface Controls {
  /** Requests as they were submitted, in order. */
  submitted: DocumentRequest[];
  /** Thrown at everything that is submitted, after validation. */
  refuseWith: Error | null;
  /** Documents finish as soon as they are accepted. */
  finishAtOnce: boolean;
  /** How many follow or wait for a document at this moment. */
  watching(): number;
  tell(id: string, events: NewEvent[]): void;
  finish(id: string, patch?: Partial<DocumentRecord>): void;
  /** @throws Refusal not_found */
  record(id: string): DocumentRecord;
  /** As the store does it. */
  find(id: string): DocumentRecord | null;
  /** The document that was submitted first. */
  first(): DocumentRecord | null;
  /** Bytes of uploads by file id. */
  bytes: Map<string, Uint8Array>;
}

export type MemoryPipeline = Pipeline & Controls;

const UNMADE = {
  revision: 1,
  phase: null,
  pages: null,
  styleApplied: null,
  validationSummary: null,
  repairSummary: null,
  error: null,
  versions: { engine: 'test', renderer: 'none', model: null },
  expiresAt: null,
  artifact: null,
  contentDeletedAt: null,
  completedAt: null,
  attempt: 0,
  price: null,
} as const;

const NOW = new Date('2026-11-20T12:00:00.000Z');
const notFound = (what: string): Refusal => new Refusal('not_found', `There is no ${what}.`);
const gone = (): Refusal => new Refusal('content_deleted', 'deleted');
const isFinal = (record: DocumentRecord): boolean => FINAL_STATUSES.includes(record.status);

export function makeOutput(id: string, bytes: number, more: Partial<OutputRecord> = {}): OutputRecord {
  return { id, kind: 'pdf', contentType: 'application/pdf', bytes, key: `outputs/${id}`, ...more };
}

function makeRecord(id: string, owner: Project, request: DocumentRequest): DocumentRecord {
  return {
    ...UNMADE,
    styleUnsupported: [],
    id,
    orgId: owner.orgId,
    projectId: owner.id,
    name: request.name ?? null,
    operation: request.operation,
    format: request.format ?? 'docx',
    type: null,
    mode: 'content',
    parentId: null,
    status: 'queued',
    metadata: request.metadata,
    retention: request.retention ?? owner.retention,
    route: null,
    quality: null,
    createdAt: NOW,
    outputs: [],
  };
}

/** A bell that everybody who waits is woken by. */
function createBell() {
  const waiting = new Set<() => void>();
  return {
    waiting,
    ring(): void {
      for (const wake of waiting) wake();
    },
    next: (signal: AbortSignal | undefined): Promise<void> =>
      new Promise((resolve) => {
        const done = (): void => {
          waiting.delete(done);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        waiting.add(done);
        signal?.addEventListener('abort', done);
      }),
  };
}

function cutPage<T extends { id: string }>(
  all: T[],
  query: { limit: number; order: 'asc' | 'desc'; after?: string | undefined },
): ListPage<T> {
  const sorted = all.toSorted((a, b) => (a.id < b.id ? -1 : 1) * (query.order === 'asc' ? 1 : -1));
  const start = query.after === undefined ? 0 : sorted.findIndex(({ id }) => id === query.after) + 1;
  return { data: sorted.slice(start, start + query.limit), hasMore: sorted.length > start + query.limit };
}

function createFileCalls(ulid: () => string, bytesById: Map<string, Uint8Array>): Files & Edits & Extractions & Versions {
  const files = new Map<string, FileRecord>();
  const findFile = (owner: Project, id: string): FileRecord => {
    const file = files.get(id);
    if (file === undefined || file.orgId !== owner.orgId) throw notFound(id);
    return file;
  };
  return {
    async addFile(owner, upload) {
      const bytes = 'url' in upload ? Buffer.from(upload.url) : upload.bytes;
      if (Buffer.from(bytes).toString() === 'macro')
        throw new Refusal('file_rejected', 'Macros.', { errors: [{ path: '/file', message: 'Macros.' }] });
      const file: FileRecord = {
        id: `file_${ulid()}`,
        orgId: owner.orgId,
        projectId: owner.id,
        filename: upload.filename ?? 'file',
        contentType: 'text/plain',
        bytes: bytes.length,
        sha256: '0'.repeat(64),
        pages: null,
        key: 'k',
        createdAt: NOW,
      };
      files.set(file.id, file);
      bytesById.set(file.id, bytes);
      return file;
    },
    getFile: async (owner, id) => findFile(owner, id),
    listFiles: async (owner, query) =>
      cutPage(
        [...files.values()].filter((file) => file.projectId === owner.id),
        query,
      ),
    removeFile: async (owner, id) => void files.delete(findFile(owner, id).id),
    async extract(_owner, file) {
      const id = `ext_${ulid()}`;
      if (file.kind !== 'data' && file.kind !== 'upload') return { id, queued: true };
      return {
        id,
        format: 'txt',
        markdown: Buffer.from(file.bytes).toString(),
        chars: file.bytes.length,
        truncated: false,
        pages: null,
        notes: [],
      };
    },
    submitEdits: async () => Promise.reject(notFound('file')),
    previewEdits: async () => [],
    content: async () => [],
    createVersion: async () => Promise.reject(notFound('document')),
    saveFile: async () => Promise.reject(notFound('document')),
    versions: async () => Promise.reject(notFound('document')),
    diff: async () => Promise.reject(notFound('document')),
    redline: async () => Promise.reject(notFound('document')),
    extraction: async (_owner, id) => Promise.reject(notFound(`extraction ${id}`)),
  };
}

interface State {
  ulid: () => string;
  documents: Map<string, Held>;
  keys: Map<string, Bound>;
  bell: ReturnType<typeof createBell>;
}

function createControls({ ulid, documents, bell }: State): Controls {
  const held = (id: string): Held => {
    const found = documents.get(id);
    if (found === undefined) throw notFound(id);
    return found;
  };
  const tell: Controls['tell'] = (id, events) => {
    const { events: stored } = held(id);
    for (const { type, data } of events) {
      stored.push({
        id: `evt_${ulid()}`,
        type,
        version: 1,
        document_id: id,
        sequence: stored.length + 1,
        timestamp: NOW.toISOString(),
        data: { ...data },
      });
    }
    bell.ring();
  };
  return {
    submitted: [],
    refuseWith: null,
    finishAtOnce: false,
    bytes: new Map(),
    tell,
    watching: () => bell.waiting.size,
    finish(id, patch = {}) {
      const { record } = held(id);
      Object.assign(record, { status: 'ready', completedAt: NOW, expiresAt: NOW, pages: 1 }, patch);
      const status = DELIVERED_STATUSES.find((one) => one === record.status) ?? 'ready';
      tell(id, [{ type: 'document.ready', data: { status, pages: 1, validation_summary: null } }]);
    },
    record: (id) => held(id).record,
    find: (id) => documents.get(id)?.record ?? null,
    first: () => [...documents.values()][0]?.record ?? null,
  };
}

type Acceptance = Pick<Pipeline, 'checkRate' | 'submit' | 'replay' | 'answered' | 'dryRun'>;

function createAcceptance({ ulid, documents, keys }: State, controls: Controls): Acceptance {
  return {
    checkRate: () => undefined,
    async submit(owner, request, idempotency) {
      if (controls.refuseWith !== null) throw controls.refuseWith;
      const record = makeRecord(`doc_${ulid()}`, owner, request);
      documents.set(record.id, { record, events: [] });
      controls.submitted.push(request);
      if (idempotency !== undefined)
        keys.set(`${owner.id} ${idempotency.key}`, { fingerprint: idempotency.fingerprint, id: record.id, answered: false });
      const accepted = { ...record };
      controls.tell(record.id, [{ type: 'document.created', data: { operation: record.operation, format: record.format } }]);
      if (controls.finishAtOnce) controls.finish(record.id);
      return { record: accepted, replayed: false };
    },
    async replay(owner, { key, fingerprint }) {
      const bound = keys.get(`${owner.id} ${key}`);
      if (bound === undefined) return null;
      if (bound.fingerprint !== fingerprint) throw new Refusal('idempotency_key_reused', 'used');
      const record = controls.record(bound.id);
      if (!bound.answered && !isFinal(record)) throw new Refusal('idempotency_request_in_progress', 'wait');
      return { record: { ...record }, replayed: true };
    },
    async answered(owner, key) {
      const bound = keys.get(`${owner.id} ${key}`);
      if (bound !== undefined) bound.answered = true;
    },
    dryRun: async (_owner, request) => ({
      operation: request.operation,
      format: request.format ?? 'docx',
      type: 'report',
      route: null,
      quality: null,
      files: request.sources.map((source, at) => ({ ref: `img:${at + 1}`, filename: source.kind, format: 'png', bytes: 1, pages: null })),
      warnings: [],
    }),
  };
}

type Reading = Pick<Pipeline, 'get' | 'list' | 'cancel' | 'remove' | 'report' | 'waitUntilFinal' | 'follow'>;

function createReading({ documents, bell }: State, controls: Controls): Reading {
  const find = (owner: Project, id: string): Held => {
    const found = documents.get(id);
    if (found === undefined || found.record.orgId !== owner.orgId) throw notFound(id);
    return found;
  };
  const cancel: Pipeline['cancel'] = async (owner, id) => {
    const { record } = find(owner, id);
    if (isFinal(record)) return record;
    record.status = 'canceled';
    controls.tell(id, [{ type: 'document.canceled', data: {} }]);
    return record;
  };
  return {
    cancel,
    get: async (owner, id) => find(owner, id).record,
    list: async (owner, query) =>
      cutPage(
        [...documents.values()]
          .map(({ record }) => record)
          .filter((record) => record.projectId === owner.id && (query.status === undefined || record.status === query.status)),
        query,
      ),
    async remove(owner, id) {
      const record = await cancel(owner, id);
      record.contentDeletedAt = NOW;
      return record;
    },
    async report(owner, id) {
      const { record } = find(owner, id);
      if (record.contentDeletedAt !== null) throw gone();
      if (!isFinal(record)) throw new Refusal('report_not_ready', 'not yet');
      return sampleReport({ document_id: id });
    },
    async waitUntilFinal(id, signal) {
      for (;;) {
        signal?.throwIfAborted();
        const record = controls.record(id);
        if (isFinal(record)) return record;
        await bell.next(signal);
      }
    },
    async *follow(owner, id, after, signal) {
      const { record, events } = find(owner, id);
      if (record.contentDeletedAt !== null) throw gone();
      let cursor = after;
      for (;;) {
        if (signal?.aborted) return;
        const batch = events.slice(cursor);
        const last = batch.at(-1);
        if (last !== undefined) {
          yield batch;
          cursor = last.sequence;
          if (FINAL_EVENTS.some((type) => type === last.type)) return;
        } else if (isFinal(record)) return;
        else await bell.next(signal);
      }
    },
  };
}

export function createMemoryPipeline(ulid: () => string): MemoryPipeline {
  const state: State = { ulid, documents: new Map(), keys: new Map(), bell: createBell() };
  const controls = createControls(state);
  // One object: what a test sets on it is what its calls look at.
  return Object.assign(controls, createAcceptance(state, controls), createReading(state, controls), createFileCalls(ulid, controls.bytes));
}
