/**
 * What visitors of artifacts write: records in collections. Every write is one transaction, under the lock of its artifact, so that
 * the number of records is exact and changes have an order. One adapter, PostgreSQL.
 */
import type { DeclaredCollection } from '../contract/artifact.ts';
import type { ListPage, ListQuery } from './document-store.ts';
import type { Lease } from './job-queue.ts';

/** What a page keeps: a JSON object. */
export type ArtifactValue = Readonly<Record<string, unknown>>;

export interface ArtifactRecord {
  /** `rec_` + ULID; of the collection `_storage`, the key. */
  id: string;
  /** 1 when added, +1 with each update. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  record: ArtifactValue;
}

export interface ArtifactChange {
  /** Ascends within an artifact. */
  sequence: number;
  collection: string;
  /** null: all of the collection is gone. */
  id: string | null;
  /** null where the record is gone. */
  now: ArtifactRecord | null;
}

export interface RecordPlace {
  documentId: string;
  collection: string;
  id: string;
}

export type WriteOutcome =
  | { kind: 'written'; record: ArtifactRecord }
  /** The artifact has all the records that it may have. */
  | { kind: 'full' }
  /** There is no such record, or no such artifact any more. */
  | { kind: 'missing' }
  | { kind: 'conflict' };

export interface RateLimits {
  /** In 60 seconds, by all visitors of the artifact. */
  whole: number;
  /** By one address. */
  single: number;
}

export interface ArtifactStore {
  /** Begins the data of an artifact; what it declares is replaced where it has begun already. @throws LeaseLost */
  declare(lease: Lease, collections: readonly DeclaredCollection[]): Promise<void>;
  /** Replaces what a finished artifact declares. */
  redeclare(documentId: string, collections: readonly DeclaredCollection[]): Promise<void>;
  /**
   * Copies records with their ids, revisions and times to an artifact that nobody has a link to yet. Doing it again copies nothing twice.
   * @param collections of these only; null: of all
   * @returns how many were copied
   */
  copyRecords(from: string, to: string, collections: readonly string[] | null): Promise<number>;
  /** What it declares, and the number of its last change; null where there is no data, or none any more. */
  state(documentId: string): Promise<{ collections: DeclaredCollection[]; sequence: number } | null>;
  /** All links that were given out die; null where there is no such document. Returns the generation of the next ones. */
  revokeLinks(documentId: string): Promise<number | null>;
  /** Counts a read or write; 0, or milliseconds until it would be within the limits. @param address opaque: what tells visitors apart */
  takeTurn(documentId: string, kind: 'read' | 'write', address: string, limits: RateLimits): Promise<number>;

  /** By name. */
  counts(documentId: string): Promise<{ collection: string; records: number }[]>;
  /** @param query bytesMax: of all records together; the first of a page comes in any case */
  list(
    documentId: string,
    collection: string,
    query: Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'> & { bytesMax?: number },
  ): Promise<ListPage<ArtifactRecord>>;
  /** Keys of a collection in order, those that begin with `prefix`. */
  keys(documentId: string, collection: string, prefix: string, limit: number): Promise<string[]>;
  get(place: RecordPlace): Promise<ArtifactRecord | null>;
  /** @param json the record as JSON */
  add(place: RecordPlace, json: string): Promise<WriteOutcome>;
  /** Adds it, or replaces what is there. */
  put(place: RecordPlace, json: string): Promise<WriteOutcome>;
  /** @param revision that it must still have; null: any */
  update(place: RecordPlace, json: string, revision: number | null): Promise<WriteOutcome>;
  /** False where there was none. */
  remove(place: RecordPlace): Promise<boolean>;
  /** How many there were. */
  removeCollection(documentId: string, collection: string): Promise<number>;

  /** Those after `sequence`, in order; of a record its last one. Removals are told for an hour. */
  changes(documentId: string, sequence: number, limit: number): Promise<ArtifactChange[]>;
  /** Calls back soon after each write, in whichever process it happened. Returns the unsubscribe. */
  watch(documentId: string, onChange: () => void): () => void;
  /** Forgets removals and turns that nobody asks for any more. */
  sweep(): Promise<void>;
}

/** Records that an artifact may have (interface §8). */
export const RECORDS_MAX = 5_000;
