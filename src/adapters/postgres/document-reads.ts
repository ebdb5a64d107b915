/** Questions about documents and files; they change nothing and may be asked again when a connection is lost. */
import { sql } from 'kysely';
import type { DocumentStore, FileRecord, ListPage, ListQuery } from '../../ports/document-store.ts';
import type { DocumentJob, DocumentRecord, ReportRecord, StoredEvent } from '../../ports/record.ts';
import type { Database } from '../postgres-database.ts';
import { FILE_COLUMNS, RECORD_COLUMNS, toEvent, toFile, toRecord, type DocumentRow, type EventRow } from './document-rows.ts';
import type { FileTable } from './schema.ts';
import { repeatable, type Statement } from './statements.ts';
import { toStored } from './stored-text.ts';

const GET: Statement = { name: 'get', text: `select ${RECORD_COLUMNS.join(', ')} from documents where id = $1` };
const JOB: Statement = { name: 'job', text: 'select job from document_content where document_id = $1' };
const REPORT: Statement = { name: 'report', text: 'select report from document_content where document_id = $1' };
const EVENTS: Statement = {
  name: 'events',
  text: 'select id, type, version, document_id, sequence, at, data from events where document_id = $1 and sequence > $2 order by sequence limit $3',
};
const EVENTS_EXPIRED: Statement = { name: 'events-expired', text: 'select events_expired from documents where id = $1' };
const EXPIRED: Statement = {
  name: 'expired',
  text: 'select id from documents where content_deleted_at is null and expires_at <= clock_timestamp() order by expires_at limit $1',
};
const FIND_IDEMPOTENT: Statement = {
  name: 'find-idempotent',
  text: `select k.fingerprint, k.document_id, k.answered or not d.live as answered
    from idempotency_keys k join documents d on d.id = k.document_id
    where k.project_id = $1 and k.key = $2 and k.created_at > clock_timestamp() - interval '24 hours'`,
};
const GET_FILE: Statement = { name: 'get-file', text: `select ${FILE_COLUMNS.join(', ')} from files where id = $1` };

type Cursors = Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>;

/** Where a page lies: its bounds and the way it is read. `before` alone reads backwards from the cursor. */
function bounds(query: Cursors): { below: string | undefined; above: string | undefined; backwards: boolean; readOrder: 'asc' | 'desc' } {
  const { after, before, order } = query;
  const backwards = before !== undefined && after === undefined;
  const [below, above] = order === 'asc' ? [before, after] : [after, before];
  const readOrder = backwards === (order === 'asc') ? 'desc' : 'asc';
  return { below, above, backwards, readOrder };
}

function pageOf<Row, T>(rows: Row[], limit: number, backwards: boolean, convert: (row: Row) => T): ListPage<T> {
  const data = rows.slice(0, limit).map(convert);
  return { data: backwards ? data.reverse() : data, hasMore: rows.length > limit };
}

async function listDocuments(db: Database, projectId: string, query: ListQuery): Promise<ListPage<DocumentRecord>> {
  const { below, above, backwards, readOrder } = bounds(query);
  let select = db.kysely.selectFrom('documents').select(RECORD_COLUMNS).where('project_id', '=', projectId);
  if (below !== undefined) select = select.where('id', '<', below);
  if (above !== undefined) select = select.where('id', '>', above);
  if (query.status !== undefined) select = select.where('status', '=', query.status);
  if (query.format !== undefined) select = select.where('format', '=', query.format);
  if (query.operation !== undefined) select = select.where('operation', '=', query.operation);
  if (query.parentId !== undefined) select = select.where('parent_id', '=', query.parentId);
  for (const [key, value] of Object.entries(query.metadata ?? {})) {
    select = select.where(sql<boolean>`metadata ->> ${toStored(key)} = ${toStored(value)}`);
  }
  const { sql: text, parameters } = select.orderBy('id', readOrder).limit(query.limit + 1).compile();
  return pageOf(await repeatable<DocumentRow>(db.pool, { text }, parameters), query.limit, backwards, toRecord);
}

async function listFiles(db: Database, projectId: string, query: Cursors): Promise<ListPage<FileRecord>> {
  const { below, above, backwards, readOrder } = bounds(query);
  let select = db.kysely.selectFrom('files').select(FILE_COLUMNS).where('project_id', '=', projectId);
  if (below !== undefined) select = select.where('id', '<', below);
  if (above !== undefined) select = select.where('id', '>', above);
  const { sql: text, parameters } = select.orderBy('id', readOrder).limit(query.limit + 1).compile();
  return pageOf(await repeatable<FileTable>(db.pool, { text }, parameters), query.limit, backwards, toFile);
}

type Reads = Pick<DocumentStore,
  'findIdempotent' | 'get' | 'list' | 'job' | 'report' | 'events' | 'expired' | 'eventsExpired' | 'getFile' | 'listFiles' | 'check'>;

export function createDocumentReads(db: Database): Reads {
  const { pool } = db;
  return {
    findIdempotent: async (projectId, key) => {
      const [row] = await repeatable<{ fingerprint: string; document_id: string; answered: boolean }>(pool, FIND_IDEMPOTENT, [projectId, key]);
      return row ? { fingerprint: row.fingerprint, documentId: row.document_id, answered: row.answered } : null;
    },
    get: async (id) => {
      const [row] = await repeatable<DocumentRow>(pool, GET, [id]);
      return row ? toRecord(row) : null;
    },
    list: (projectId, query) => listDocuments(db, projectId, query),
    job: async (id) => (await repeatable<{ job: DocumentJob }>(pool, JOB, [id]))[0]?.job ?? null,
    report: async (id) => (await repeatable<{ report: ReportRecord | null }>(pool, REPORT, [id]))[0]?.report ?? null,
    events: async (id, after, limit): Promise<StoredEvent[]> => {
      // Beyond what the column holds there is nothing.
      const rows = await repeatable<EventRow>(pool, EVENTS, [id, Math.min(after, 2 ** 31 - 1), limit]);
      return rows.map(toEvent);
    },
    expired: async (limit) => (await repeatable<{ id: string }>(pool, EXPIRED, [limit])).map(({ id }) => id),
    eventsExpired: async (id) => (await repeatable<{ events_expired: boolean }>(pool, EVENTS_EXPIRED, [id]))[0]?.events_expired ?? false,
    getFile: async (id) => {
      const [row] = await repeatable<FileTable>(pool, GET_FILE, [id]);
      return row ? toFile(row) : null;
    },
    listFiles: (projectId, query) => listFiles(db, projectId, query),
    check: async () => {
      await repeatable(pool, { name: 'check', text: 'select 1' }, []);
    },
  };
}
