/**
 * The record of all documents: their state, events and files. One adapter, PostgreSQL; it is a port so
 * that the pipeline knows no SQL. Every method is one transaction. State and the events that describe it are
 * always committed together; nothing follows a final event; `sequence` has no gaps.
 */
import type { EmittedEvent, StoredEvent } from '../contract/event.ts';
import type { Report } from '../contract/report.ts';
import type { Format, Operation, Retention, Status } from '../contract/vocabulary.ts';
import type { Lease } from './job-queue.ts';
import type { Price } from './prices.ts';
import type { DocumentJob, DocumentRecord, OutputRecord } from './record.ts';

export interface NewDocument {
  id: string;
  orgId: string;
  projectId: string;
  /** The key that asked for it; absent where none did. */
  keyId?: string | undefined;
  name: string | null;
  operation: Operation;
  format: Format | null;
  type: DocumentRecord['type'];
  mode: DocumentRecord['mode'];
  parentId: string | null;
  metadata: Record<string, string>;
  retention: Retention;
  route: DocumentRecord['route'];
  quality: DocumentRecord['quality'];
  versions: DocumentRecord['versions'];
  /** Artifacts only. */
  artifact?: DocumentRecord['artifact'];
  job: DocumentJob;
  /** Accepted documents per organisation in the last 60 s that may not be exceeded by this one. */
  ratePerMinute: number;
  /** Reserved in the same transaction; absent or 0: free. */
  price?: Price | undefined;
  /** Made to show something, for nothing: in no list, no sum of usage, no webhook. */
  sample?: boolean | undefined;
  /** Binds the key to this document in the same transaction. */
  idempotency?: { key: string; fingerprint: string } | undefined;
}

export type AcceptOutcome =
  | { kind: 'accepted'; record: DocumentRecord }
  /** Same key, same fingerprint, made within 24 h. `answered` tells whether the first request has been answered. */
  | { kind: 'replay'; record: DocumentRecord; answered: boolean }
  | { kind: 'key_reused' }
  | { kind: 'rate_limited'; retryAfterS: number }
  /** The balance does not cover the price; nothing was accepted. */
  | { kind: 'insufficient_balance' };

/** What may change while a document is made. Undefined fields stay as they are. */
export interface DocumentPatch {
  title?: string;
  format?: Format;
  type?: DocumentRecord['type'];
  status?: Status;
  phase?: DocumentRecord['phase'];
  pages?: number | null;
  styleApplied?: DocumentRecord['styleApplied'];
  styleUnsupported?: string[];
  validationSummary?: DocumentRecord['validationSummary'];
  repairSummary?: DocumentRecord['repairSummary'];
  error?: DocumentRecord['error'];
  versions?: DocumentRecord['versions'];
  route?: DocumentRecord['route'];
  quality?: DocumentRecord['quality'];
  artifact?: DocumentRecord['artifact'];
  outputs?: OutputRecord[];
  report?: Report;
}

/** The end of a document. */
export interface FinishPatch extends DocumentPatch {
  status: Status;
  /** Of a failure, for its event: whether the same request may pass when it is sent again; by its code where absent. */
  retryable?: boolean;
}

/** What changes in a finished document when its file is saved by hand. */
type SavePatch = Required<Pick<DocumentPatch, 'status' | 'pages' | 'validationSummary' | 'outputs' | 'report'>>;

/** Ids of jobs that make no document of their own: they are queued like others, and in no list. */
export const SAVE_PREFIX = 'sav_';
export const FAMILY_MAX = 1_000;

export interface ListQuery {
  limit: number;
  order: 'asc' | 'desc';
  after?: string;
  before?: string;
  status?: Status;
  format?: Format;
  operation?: Operation;
  /** Text that the name, or the title where there is none, holds; in capitals or not. */
  name?: string;
  parentId?: string;
  metadata?: Record<string, string>;
}
export interface ListPage<T> {
  data: T[];
  hasMore: boolean;
}

export interface FileRecord {
  id: string;
  orgId: string;
  projectId: string;
  filename: string;
  contentType: string;
  bytes: number;
  sha256: string;
  pages: number | null;
  key: string;
  createdAt: Date;
}

export interface DocumentStore {
  /** Idempotency, rate, balance, row, `document.created`, job: all or nothing. */
  accept(document: NewDocument): Promise<AcceptOutcome>;
  /** An idempotency key's document within 24 h, looked up before the work of validation is done. */
  findIdempotent(projectId: string, key: string): Promise<{ fingerprint: string; documentId: string; answered: boolean } | null>;
  /** The first request with this key has been answered: repeats are replays from now on. */
  markAnswered(projectId: string, key: string): Promise<void>;

  get(id: string): Promise<DocumentRecord | null>;
  list(projectId: string, query: ListQuery): Promise<ListPage<DocumentRecord>>;
  /** All versions of the document with this id, its ancestors' too, oldest first; at most `FAMILY_MAX`. */
  family(id: string): Promise<DocumentRecord[]>;
  job(id: string): Promise<DocumentJob | null>;
  report(id: string): Promise<Report | null>;
  events(id: string, after: number, limit: number): Promise<StoredEvent[]>;
  /** Calls `onChange` soon after each commit that touches the document, in whichever process it happened. Returns the unsubscribe. */
  watch(id: string, onChange: () => void): () => void;

  /** Patch and events in one transaction. @throws LeaseLost */
  commit(lease: Lease, patch: DocumentPatch, events: readonly EmittedEvent[]): Promise<void>;
  /** Sets what is reserved for a document to this price; false where the balance does not cover it, and then all stays as it was. @throws LeaseLost */
  reserve(lease: Lease, price: Price): Promise<boolean>;
  /** Final commit: adds `document.ready`/`document.failed`, completed_at, expires_at by retention, and captures or releases what was reserved. @throws LeaseLost */
  finish(lease: Lease, patch: FinishPatch, events: readonly EmittedEvent[]): Promise<void>;
  /**
   * Ends the leased job as ready and puts what it made in the place of `save.documentId`'s file, revision + 1, all at once;
   * false where that document has another revision by now or its content is gone: then nothing is written. @throws LeaseLost
   */
  save(lease: Lease, save: { documentId: string; revision: number }, patch: SavePatch): Promise<boolean>;
  /** Idempotent; a finished document is returned unchanged. null where there is none. */
  cancel(id: string): Promise<DocumentRecord | null>;
  /** Removes job, report, events, outputs, name, metadata; sets content_deleted_at. The caller deletes the blobs. */
  deleteContent(id: string): Promise<DocumentRecord | null>;
  /** Ids of documents whose `expires_at` has passed and whose content still stands; at most `limit`. */
  expired(limit: number): Promise<string[]>;
  /** Ids of documents with content, and of files, in projects that were deleted; at most `limit` of each. */
  ofDeletedProjects(limit: number): Promise<{ documents: string[]; files: string[] }>;
  /** Which of these ids are documents, and which of those have failed. */
  knownDocuments(ids: readonly string[]): Promise<{ known: Set<string>; failed: Set<string> }>;
  /** Which of these ids are files. */
  knownFiles(ids: readonly string[]): Promise<Set<string>>;
  /** Drops events older than 7 days (interface §6.3) and idempotency keys older than 24 h. True for `eventsExpired` on documents so treated. */
  sweep(): Promise<void>;
  eventsExpired(id: string): Promise<boolean>;

  addFile(file: FileRecord): Promise<void>;
  getFile(id: string): Promise<FileRecord | null>;
  listFiles(projectId: string, query: Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>): Promise<ListPage<FileRecord>>;
  deleteFile(id: string): Promise<boolean>;

  /** Throws where the database does not answer; for /readyz. */
  check(): Promise<void>;
}
