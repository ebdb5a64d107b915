/**
 * The record of all documents in PostgreSQL: one statement per method, each its own transaction. What is asked is in
 * `postgres/document-reads.ts`, what is changed under a lease in `postgres/document-writes.ts`, acceptance in the function that
 * the first migration makes.
 */
import type { NewEvent } from '../contract/event.ts';
import { describeFailure } from '../contract/event-display.ts';
import type { Clock } from '../ports/clock.ts';
import { LeaseLost, type AcceptOutcome, type Claim, type DocumentStore, type Lease, type NewDocument } from '../ports/document-store.ts';
import type { Database } from './postgres-database.ts';
import { createChangeFeed, type ChangeFeed } from './postgres/change-feed.ts';
import { createDocumentReads } from './postgres/document-reads.ts';
import { recordOfNew, toRecord, type DocumentRow } from './postgres/document-rows.ts';
import {
  bindWrite,
  CANCEL,
  CLAIM_NEXT,
  CLAIM_ONE,
  DELETE_CONTENT,
  FREE_LEASES,
  HAND_BACK,
  RENEW,
  RESERVE,
  SWEEP_EVENTS,
  SWEEP_KEYS,
  type ClaimRow,
} from './postgres/document-writes.ts';
import { SAVE } from './postgres/document-versions.ts';
import { repeatable, run, type Statement } from './postgres/statements.ts';
import { toStored, toStoredRecord } from './postgres/stored-text.ts';
import { startWorkLoop } from './postgres/work-loop.ts';

export interface PostgresDocumentStore extends DocumentStore {
  /** For other adapters on the same database. */
  feed: ChangeFeed;
  /** Ends the connection for notices. Stop the work loop first, close the database after. */
  close(): Promise<void>;
}

export interface StoreOptions {
  clock: Pick<Clock, 'ulid'>;
  /** Length of a lease after its last write or renewal; 10. */
  leaseS?: number;
  /** How often everybody looks without being woken; 5,000. A dead worker is found within a lease and a poll. */
  pollMs?: number;
  /** No other process works on this database, as with the embedded server: a start takes up at once what a dead process left. */
  alone?: boolean;
}

/** All that the methods share. */
interface Context {
  db: Database;
  feed: ChangeFeed;
  newEventId: () => string;
  leaseS: number;
  alone: boolean;
}

const SWEPT_AT_ONCE = 100;

export function createDocumentStore(db: Database, options: StoreOptions): PostgresDocumentStore {
  const feed = createChangeFeed(db, options.pollMs ?? 5_000);
  const context: Context = {
    db,
    feed,
    newEventId: () => `evt_${options.clock.ulid()}`,
    leaseS: options.leaseS ?? 10,
    alone: options.alone ?? false,
  };
  const reads = createDocumentReads(db);
  return {
    ...reads,
    ...createAcceptance(context, reads),
    ...createLeasedWrites(context),
    ...createWork(context),
    ...createEndings(context, reads),
    ...createFileWrites(db),
    feed,
    watch: feed.watch,
    close: feed.close,
  };
}

const ACCEPT: Statement = {
  name: 'accept',
  text: 'select * from accept_document_1($1::json, $2::json, $3::integer, $4, $5::json, $6, $7, $8)',
};

const ACCEPT_PAID: Statement = {
  name: 'accept-paid',
  text: 'select * from accept_paid_document_1($9::integer, $10, $1::json, $2::json, $3::integer, $4, $5::json, $6, $7, $8)',
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
  ];
}

function createAcceptance(
  { db, feed, newEventId }: Context,
  reads: Pick<DocumentStore, 'get'>,
): Pick<DocumentStore, 'accept' | 'markAnswered'> {
  return {
    accept: async (document) => {
      const values = acceptValues(document, newEventId(), feed.notice('q', document.id));
      const { price } = document;
      const [row] =
        price === undefined || price.amount === 0
          ? await run<AcceptRow>(db.pool, ACCEPT, values)
          : await run<AcceptRow>(db.pool, ACCEPT_PAID, [...values, price.amount, price.currency]);
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

/** What a caller may be told about trying again: only our own faults pass by themselves. */
const isRetryable = (code: string): boolean => code === 'processing_failed';

function createLeasedWrites({
  db,
  feed,
  newEventId,
  leaseS,
}: Context): Pick<DocumentStore, 'renew' | 'commit' | 'reserve' | 'finish' | 'save' | 'handBack'> {
  const write = async (
    lease: Lease,
    patch: Parameters<DocumentStore['commit']>[1],
    events: readonly NewEvent[],
    end?: 'ready' | 'given',
  ): Promise<void> => {
    const { documentId: id, token } = lease;
    const eventIds = Array.from({ length: events.length + (end === 'ready' ? 1 : 0) }, newEventId);
    const { statement, values } = bindWrite({ id, token, patch, events, eventIds, notice: feed.notice('c', id), leaseS, end });
    if ((await run(db.pool, statement, values)).length === 0) throw new LeaseLost(id);
    feed.changed(id);
  };
  return {
    renew: async ({ documentId, token }) => {
      if ((await repeatable(db.pool, RENEW, [documentId, token, leaseS])).length === 0) throw new LeaseLost(documentId);
    },
    commit: (lease, patch, events) => write(lease, patch, events),
    reserve: async ({ documentId, token }, { amount, currency }) => {
      // setting an amount twice is the same as once
      const [row] = await repeatable<{ outcome: 'reserved' | 'short' | 'lost' }>(db.pool, RESERVE, [documentId, token, amount, currency]);
      if (row?.outcome === 'lost') throw new LeaseLost(documentId);
      return row?.outcome === 'reserved';
    },
    finish: (lease, patch, events) => {
      switch (patch.status) {
        case 'queued':
        case 'running':
          throw new Error(`${lease.documentId} cannot finish as ${patch.status}`);
        case 'failed': {
          if (!patch.error) throw new Error(`${lease.documentId} cannot fail without an error`);
          const { retryable, ...stored } = patch;
          const { code } = patch.error;
          // The record says what was wrong in this document; events carry no content.
          const error = { code, message: `${describeFailure(code).en}.`, retryable: retryable ?? isRetryable(code) };
          return write(lease, stored, [...events, { type: 'document.failed', data: { error } }], 'given');
        }
        case 'canceled':
          return write(lease, patch, [...events, { type: 'document.canceled', data: {} }], 'given');
        case 'ready':
        case 'ready_with_warnings':
        case 'needs_review':
          return write(lease, patch, events, 'ready');
      }
    },
    save: async ({ documentId, token }, target, { status, pages, validationSummary, outputs, report }) => {
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
    handBack: async ({ documentId, token }, options) => {
      const rows = await run(db.pool, HAND_BACK, [documentId, token, feed.notice('q', documentId), options?.attemptCounts ? 0 : 1]);
      if (rows.length === 0) return;
      feed.changed(documentId);
      feed.queued();
    },
  };
}

function toClaim(row: ClaimRow): Claim {
  if (row.job === null) throw new Error(`${row.id} waits for its making and has no job`);
  const lease = { documentId: row.id, token: row.lease_token, attempt: row.attempt - row.handed_back };
  return { lease, record: toRecord(row), job: row.job };
}

function createWork(context: Context): Pick<DocumentStore, 'claim' | 'work'> {
  const { db, feed, newEventId, leaseS, alone } = context;
  const { handBack } = createLeasedWrites(context);
  const claimRows = async (
    statement: Statement,
    limit: number,
    values: (eventIds: string[]) => unknown[],
  ): Promise<{ claims: Claim[]; rows: number }> => {
    const rows = await run<ClaimRow>(db.pool, statement, values(Array.from({ length: limit }, newEventId)));
    for (const { id } of rows) feed.changed(id);
    return { claims: rows.filter(({ live }) => live).map(toClaim), rows: rows.length };
  };
  return {
    claim: async (id) => (await claimRows(CLAIM_ONE, 1, (eventIds) => [feed.origin, id, eventIds, feed.origin, leaseS])).claims[0] ?? null,
    work: async (concurrency, handle) => {
      if (alone) await repeatable(db.pool, FREE_LEASES, []);
      return startWorkLoop({
        concurrency,
        onQueued: feed.onQueued,
        log: db.log,
        claim: async (limit, running) => {
          const { claims, rows } = await claimRows(CLAIM_NEXT, limit, (eventIds) => [
            feed.origin,
            limit,
            eventIds,
            feed.origin,
            leaseS,
            running,
          ]);
          return { claims, more: rows === limit };
        },
        handle,
        giveBack: (claim) => handBack(claim.lease),
      });
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
