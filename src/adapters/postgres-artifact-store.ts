/** The data of artifacts in PostgreSQL: one statement per method, each its own transaction. */
import { z } from 'zod';
import { errorCode } from '../base/infrastructure-fault.ts';
import { declaredCollectionSchema } from '../contract/artifact.ts';
import type { ArtifactRecord, ArtifactStore, RecordPlace, WriteOutcome } from '../ports/artifact-store.ts';
import { LeaseLost } from '../ports/job-queue.ts';
import type { Database } from './postgres-database.ts';
import * as sql from './postgres/artifact-statements.ts';
import type { RecordRow } from './postgres/artifact-statements.ts';
import type { ChangeFeed } from './postgres/change-feed.ts';
import { repeatable, run } from './postgres/statements.ts';

const UNIQUE_VIOLATION = '23505';
const BYTES_OF_PAGE_MAX = 4 * 2 ** 20;
/** Between looking for a key and adding it, others may add or remove it. */
const PUT_TRIES = 5;

const storedCollections = z.array(declaredCollectionSchema);

const toArtifactRecord = (row: RecordRow): ArtifactRecord => ({
  id: row.id,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  record: row.record,
});

interface Context {
  db: Database;
  feed: ChangeFeed;
}

/** @param feed of the document store on the same database: writes are told through it */
export function createArtifactStore(db: Database, feed: ChangeFeed): ArtifactStore {
  const context = { db, feed };
  return { ...createSettings(context), ...createReads(context), ...createWrites(context), watch: feed.watch };
}

function createSettings({
  db,
}: Context): Pick<ArtifactStore, 'declare' | 'redeclare' | 'copyRecords' | 'state' | 'revokeLinks' | 'takeTurn' | 'sweep'> {
  return {
    declare: async ({ jobId, token }, collections) => {
      const rows = await repeatable(db.pool, sql.DECLARE, [jobId, token, JSON.stringify(collections)]);
      if (rows.length === 0) throw new LeaseLost(jobId);
    },
    redeclare: async (documentId, collections) => {
      await repeatable(db.pool, sql.REDECLARE, [documentId, JSON.stringify(collections)]);
    },
    copyRecords: async (from, to, collections) => {
      const [row] = await repeatable<{ records: number }>(db.pool, sql.COPY_RECORDS, [from, to, collections]);
      return row?.records ?? 0;
    },
    state: async (documentId) => {
      const [row] = await repeatable<{ collections: unknown; sequence: string }>(db.pool, sql.STATE, [documentId]);
      return row ? { collections: storedCollections.parse(row.collections), sequence: Number(row.sequence) } : null;
    },
    revokeLinks: async (documentId) => {
      const [row] = await run<{ generation: number }>(db.pool, sql.REVOKE_LINKS, [documentId]);
      return row?.generation ?? null;
    },
    takeTurn: async (documentId, kind, address, { whole, single }) => {
      const [row] = await run<{ wait_ms: number }>(db.pool, sql.TURN, [documentId, kind, whole, `${kind} ${address}`, single]);
      return row?.wait_ms ?? 0;
    },
    sweep: async () => {
      for (const statement of sql.SWEEP) await run(db.pool, statement, []);
    },
  };
}

function createReads({ db }: Context): Pick<ArtifactStore, 'counts' | 'list' | 'keys' | 'get' | 'changes'> {
  return {
    counts: (documentId) => repeatable<{ collection: string; records: number }>(db.pool, sql.COUNTS, [documentId]),
    list: async (documentId, collection, { limit, order, after, before, bytesMax = BYTES_OF_PAGE_MAX }) => {
      const backwards = before !== undefined && after === undefined;
      const up = backwards !== (order === 'asc');
      const statement = sql.listRecords(up ? 'asc' : 'desc', up ? '>' : '<');
      const rows = await repeatable<RecordRow>(db.pool, statement, [documentId, collection, after ?? before ?? null, limit, bytesMax]);
      const data = rows.slice(0, limit).map(toArtifactRecord);
      const hasMore = rows.length > limit || (rows.length > 0 && (await hasFurther(db, statement, [documentId, collection], rows, limit)));
      return { data: backwards ? data.reverse() : data, hasMore };
    },
    keys: async (documentId, collection, prefix, limit) =>
      (await repeatable<{ id: string }>(db.pool, sql.KEYS, [documentId, collection, prefix, limit])).map(({ id }) => id),
    get: async ({ documentId, collection, id }) => {
      const [row] = await repeatable<RecordRow>(db.pool, sql.GET, [documentId, collection, id]);
      return row ? toArtifactRecord(row) : null;
    },
    changes: async (documentId, sequence, limit) => {
      const rows = await repeatable<RecordRow & { collection: string; gone: boolean }>(db.pool, sql.CHANGES, [documentId, sequence, limit]);
      return rows.map((row) => ({
        sequence: Number(row.sequence),
        collection: row.collection,
        id: row.gone && row.id === '' ? null : row.id,
        now: row.gone ? null : toArtifactRecord(row),
      }));
    },
  };
}

/** A page may have ended because of its bytes: then it has fewer records than it could have, and whether more follow is asked. */
async function hasFurther(
  db: Database,
  statement: ReturnType<typeof sql.listRecords>,
  of: readonly string[],
  rows: readonly RecordRow[],
  limit: number,
): Promise<boolean> {
  if (rows.length > limit) return true;
  return (await repeatable(db.pool, statement, [...of, rows.at(-1)?.id, 1, 0])).length > 0;
}

function createWrites({ db, feed }: Context): Pick<ArtifactStore, 'add' | 'put' | 'update' | 'remove' | 'removeCollection'> {
  const written = (documentId: string, row: RecordRow): WriteOutcome => {
    feed.changed(documentId);
    return { kind: 'written', record: toArtifactRecord(row) };
  };
  const valuesOf = ({ documentId, collection, id }: RecordPlace, json: string): unknown[] => [
    documentId,
    collection,
    id,
    json,
    Buffer.byteLength(json),
    feed.notice('c', documentId),
  ];
  const add = async (place: RecordPlace, json: string): Promise<WriteOutcome> => {
    const [row] = await run<RecordRow>(db.pool, sql.ADD, valuesOf(place, json));
    if (row) return written(place.documentId, row);
    const there = await repeatable(db.pool, sql.STATE, [place.documentId]);
    return { kind: there.length > 0 ? 'full' : 'missing' };
  };
  const update = async (place: RecordPlace, json: string, revision: number | null): Promise<WriteOutcome> => {
    const [row] = await run<RecordRow>(db.pool, sql.UPDATE, [...valuesOf(place, json), revision]);
    if (row) return written(place.documentId, row);
    const there = await repeatable(db.pool, sql.GET, [place.documentId, place.collection, place.id]);
    return { kind: there.length > 0 ? 'conflict' : 'missing' };
  };
  return {
    add,
    update,
    put: async (place, json) => {
      for (let tries = 1; ; tries++) {
        const replaced = await update(place, json, null);
        if (replaced.kind === 'written') return replaced;
        try {
          return await add(place, json);
        } catch (error) {
          if (errorCode(error) !== UNIQUE_VIOLATION || tries === PUT_TRIES) throw error;
        }
      }
    },
    remove: async ({ documentId, collection, id }) => {
      const rows = await run(db.pool, sql.REMOVE, [documentId, collection, id, feed.notice('c', documentId)]);
      if (rows.length > 0) feed.changed(documentId);
      return rows.length > 0;
    },
    removeCollection: async (documentId, collection) => {
      const [row] = await run<{ records: number }>(db.pool, sql.REMOVE_COLLECTION, [documentId, collection, feed.notice('c', documentId)]);
      if ((row?.records ?? 0) > 0) feed.changed(documentId);
      return row?.records ?? 0;
    },
  };
}
