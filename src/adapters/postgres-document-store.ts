/**
 * The record of all documents in PostgreSQL: one statement per method, each its own transaction. What is asked is in
 * `postgres/document-reads.ts`, what is changed under a lease in `postgres/document-writes.ts`, acceptance in the function that
 * the first migration makes.
 */
import type { EmittedEvent } from '../contract/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { AcceptOutcome, DocumentStore, NewDocument } from '../ports/document-store.ts';
import { closingEvent } from '../ports/closing-event.ts';
import { LeaseLost, type Lease } from '../ports/job-queue.ts';
import { recordOfNew } from '../ports/new-record.ts';
import type { Database } from './postgres-database.ts';
import { createChangeFeed, type ChangeFeed } from './postgres/change-feed.ts';
import { createDocumentReads } from './postgres/document-reads.ts';
import { toRecord, type DocumentRow } from './postgres/document-rows.ts';
import { bindWrite, CANCEL, DELETE_CONTENT, RESERVE, SWEEP_EVENTS, SWEEP_KEYS } from './postgres/document-writes.ts';
import { dueAt } from './postgres/job-statements.ts';
import { SAVE } from './postgres/document-versions.ts';
import { repeatable, run, type Statement } from './postgres/statements.ts';
import { toStored, toStoredRecord } from './postgres/stored-text.ts';

export interface PostgresDocumentStore extends DocumentStore {
  /** For other adapters on the same database. */
  feed: ChangeFeed;
  /** Ends the connection for notices. Stop working first, close the database after. */
  close(): Promise<void>;
}

export interface StoreOptions {
  clock: Pick<Clock, 'ulid'>;
  /** How often watchers and workers look without being woken; 5,000. A dead worker is found within a lease and a poll. */
  pollMs?: number;
}

/** All that the methods share. */
interface Context {
  db: Database;
  feed: ChangeFeed;
  newEventId: () => string;
}

const SWEPT_AT_ONCE = 100;

/** The store on an open database. It listens for notices of other processes from the first watch until `close`. */
export function createDocumentStore(db: Database, options: StoreOptions): PostgresDocumentStore {
  const feed = createChangeFeed(db, options.pollMs ?? 5_000);
  const context: Context = {
    db,
    feed,
    newEventId: () => `evt_${options.clock.ulid()}`,
  };
  const reads = createDocumentReads(db);
  return {
    ...reads,
    ...createAcceptance(context, reads),
    ...createLeasedWrites(context),
    ...createEndings(context, reads),
    ...createFileWrites(db),
    feed,
    watch: feed.watch,
    close: feed.close,
  };
}

/** The document and its job, `$9` kind, `$10` organisation and `$11` the key that asked, in one statement. @param call of the function that accepts */
const acceptText = (call: string): string => `with accepted as materialized (select * from ${call}
  ), queued as (
    insert into jobs (id, kind, org_id, due_at) select a.document_id, $9, $10, ${dueAt('$9')} from accepted a where a.outcome = 'accepted'
  ), keyed as (
    insert into document_keys (document_id, key_id) select a.document_id, $11 from accepted a where a.outcome = 'accepted' and $11::text is not null
  ) select * from accepted`;

const ACCEPT: Statement = {
  name: 'accept',
  text: acceptText('accept_document_1($1::json, $2::json, $3::integer, $4, $5::json, $6, $7, $8)'),
};

const ACCEPT_SAMPLE: Statement = {
  name: 'accept-sample',
  text: acceptText('accept_sample_1($1::json, $2::json, $3::integer, $4, $5::json, $6, $7, $8)'),
};

const ACCEPT_PAID: Statement = {
  name: 'accept-paid',
  text: acceptText('accept_paid_document_1($12::integer, $13, $1::json, $2::json, $3::integer, $4, $5::json, $6, $7, $8)'),
};

const ACCEPT_ARTIFACT: Statement = {
  name: 'accept-artifact',
  text: acceptText('accept_artifact_1($14::json, $12::integer, $13, $1::json, $2::json, $3::integer, $4, $5::json, $6, $7, $8)'),
};

interface AcceptRow {
  outcome: AcceptOutcome['kind'];
  document_id: string;
  answered: boolean;
  retry_after_ms: number;
  created_at: Date;
}

function acceptValues(document: NewDocument, eventId: string, notice: string): unknown[] {
  const { operation, format } = document;
  const row = {
    id: document.id,
    org_id: document.orgId,
    project_id: document.projectId,
    name: document.name === null ? null : toStored(document.name),
    operation,
    format,
    type: document.type,
    mode: document.mode,
    parent_id: document.parentId,
    metadata: toStoredRecord(document.metadata),
    retention: document.retention,
    route: document.route,
    quality: document.quality,
    versions: document.versions,
  };
  return [
    JSON.stringify(row),
    JSON.stringify(document.job),
    document.ratePerMinute,
    eventId,
    JSON.stringify({ operation, format }),
    document.idempotency?.key ?? null,
    document.idempotency?.fingerprint ?? null,
    notice,
    document.job.kind,
    document.orgId,
    document.keyId ?? null,
  ];
}

function bindAccept({ price, artifact, sample }: NewDocument, values: readonly unknown[]): [Statement, unknown[]] {
  if (sample === true) return [ACCEPT_SAMPLE, [...values]];
  const paid = [...values, price?.amount ?? 0, price?.currency ?? null];
  if (artifact) return [ACCEPT_ARTIFACT, [...paid, JSON.stringify(artifact)]];
  return price === undefined || price.amount === 0 ? [ACCEPT, [...values]] : [ACCEPT_PAID, paid];
}

function createAcceptance(
  { db, feed, newEventId }: Context,
  reads: Pick<DocumentStore, 'get'>,
): Pick<DocumentStore, 'accept' | 'markAnswered'> {
  return {
    accept: async (document) => {
      const values = acceptValues(document, newEventId(), feed.notice('q', document.id));
      const [row] = await run<AcceptRow>(db.pool, ...bindAccept(document, values));
      if (!row) throw new Error('accepting answered nothing');
      switch (row.outcome) {
        case 'accepted':
          feed.queued();
          return { kind: 'accepted', record: recordOfNew(document, row.created_at) };
        case 'replay': {
          const record = await reads.get(row.document_id);
          if (!record) throw new Error(`${row.document_id} has an idempotency key and no record`);
          return { kind: 'replay', record, answered: row.answered };
        }
        case 'key_reused':
          return { kind: 'key_reused' };
        case 'rate_limited':
          return { kind: 'rate_limited', retryAfterS: Math.max(1, Math.ceil(row.retry_after_ms / 1_000)) };
        case 'insufficient_balance':
          return { kind: 'insufficient_balance' };
      }
    },
    markAnswered: async (projectId, key) => {
      const text = 'update idempotency_keys set answered = true where project_id = $1 and key = $2 and not answered';
      await repeatable(db.pool, { name: 'mark-answered', text }, [projectId, key]);
    },
  };
}

function createLeasedWrites({ db, feed, newEventId }: Context): Pick<DocumentStore, 'commit' | 'reserve' | 'finish' | 'save'> {
  const write = async (
    lease: Lease,
    patch: Parameters<DocumentStore['commit']>[1],
    events: readonly EmittedEvent[],
    end?: 'ready' | 'given',
  ): Promise<void> => {
    const { jobId: id, token } = lease;
    const eventIds = Array.from({ length: events.length + (end === 'ready' ? 1 : 0) }, newEventId);
    const { statement, values } = bindWrite({ id, token, patch, events, eventIds, notice: feed.notice('c', id), end });
    if ((await run(db.pool, statement, values)).length === 0) throw new LeaseLost(id);
    feed.changed(id);
  };
  return {
    commit: (lease, patch, events) => write(lease, patch, events),
    reserve: async ({ jobId: documentId, token }, { amount, currency }) => {
      // setting an amount twice is the same as once
      const [row] = await repeatable<{ outcome: 'reserved' | 'short' | 'lost' }>(db.pool, RESERVE, [documentId, token, amount, currency]);
      if (row?.outcome === 'lost') throw new LeaseLost(documentId);
      return row?.outcome === 'reserved';
    },
    finish: async (lease, patch, events) => {
      const last = closingEvent(lease.jobId, patch);
      const { retryable: _, ...stored } = patch;
      await (last === null ? write(lease, stored, events, 'ready') : write(lease, stored, [...events, last], 'given'));
    },
    save: async ({ jobId: documentId, token }, target, { status, pages, validationSummary, outputs, report }) => {
      const [row] = await run<{ held: number; saved: number }>(db.pool, SAVE, [
        documentId,
        token,
        newEventId(),
        feed.notice('c', documentId),
        target.documentId,
        target.revision,
        status,
        pages,
        JSON.stringify(validationSummary),
        JSON.stringify(outputs),
        JSON.stringify(report),
        feed.notice('c', target.documentId),
      ]);
      if (row?.held !== 1) throw new LeaseLost(documentId);
      feed.changed(documentId);
      feed.changed(target.documentId);
      return row.saved === 1;
    },
  };
}

function createEndings(
  { db, feed, newEventId }: Context,
  reads: Pick<DocumentStore, 'get'>,
): Pick<DocumentStore, 'cancel' | 'deleteContent' | 'sweep'> {
  return {
    cancel: async (id) => {
      const [row] = await run<DocumentRow>(db.pool, CANCEL, [id, newEventId(), feed.notice('c', id)]);
      if (!row) return reads.get(id);
      feed.changed(id);
      return toRecord(row);
    },
    deleteContent: async (id) => {
      const [row] = await repeatable<DocumentRow>(db.pool, DELETE_CONTENT, [id]);
      return row ? toRecord(row) : reads.get(id);
    },
    sweep: async () => {
      for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE;) swept = (await run(db.pool, SWEEP_EVENTS, [])).length;
      await run(db.pool, SWEEP_KEYS, []);
    },
  };
}

const ADD_FILE: Statement = {
  name: 'add-file',
  text: `insert into files (id, org_id, project_id, filename, content_type, bytes, sha256, pages, key, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (id) do nothing`,
};

function createFileWrites({ pool }: Database): Pick<DocumentStore, 'addFile' | 'deleteFile'> {
  return {
    addFile: async (file) => {
      await repeatable(pool, ADD_FILE, [
        file.id,
        file.orgId,
        file.projectId,
        toStored(file.filename),
        toStored(file.contentType),
        file.bytes,
        file.sha256,
        file.pages,
        file.key,
        file.createdAt,
      ]);
    },
    deleteFile: async (id) =>
      (await run(pool, { name: 'delete-file', text: 'delete from files where id = $1 returning id' }, [id])).length > 0,
  };
}
