/** Questions about documents and files; they change nothing and may be asked again when a connection is lost. */
import type { StoredEvent } from '../../contract/event.ts';
import type { Report } from '../../contract/report.ts';
import type { Pool, QueryResultRow } from 'pg';
import type { DocumentStore, ListPage, ListQuery } from '../../ports/document-store.ts';
import type { DocumentJob, DocumentRecord } from '../../ports/record.ts';
import type { Database } from '../postgres-database.ts';
import { FILE_COLUMNS, RECORD_COLUMNS, toEvent, toFile, toRecord, type DocumentRow, type EventRow, type FileRow } from './document-rows.ts';
import { FAMILY, IS_DOCUMENT, IS_NO_SAMPLE } from './document-versions.ts';
import { repeatable, type Statement } from './statements.ts';
import { toStored } from './stored-text.ts';

const GET: Statement = { name: 'get', text: `select ${RECORD_COLUMNS.join(', ')} from documents where id = $1` };
const JOB: Statement = { name: 'job', text: 'select job from document_content where document_id = $1' };
const REPORT: Statement = { name: 'report', text: 'select report from document_content where document_id = $1' };
const EVENTS: Statement = {
  name: 'events',
  text: 'select id, type, version, document_id, sequence, at, data::text as data from events where document_id = $1 and sequence > $2 order by sequence limit $3',
};
const EVENTS_EXPIRED: Statement = { name: 'events-expired', text: 'select events_expired from documents where id = $1' };
const EXPIRED: Statement = {
  name: 'expired',
  text: 'select id from documents where content_deleted_at is null and expires_at <= clock_timestamp() order by expires_at limit $1',
};
const KNOWN_DOCUMENTS: Statement = { name: 'known-documents', text: 'select id, status from documents where id = any($1)' };
const KNOWN_FILES: Statement = { name: 'known-files', text: 'select id from files where id = any($1)' };
const OF_DELETED_PROJECTS: Statement = {
  name: 'of-deleted-projects',
  text: `with gone as materialized (select id from projects where deleted_at is not null)
    (select 'document' as kind, d.id from gone join documents d on d.project_id = gone.id and d.content_deleted_at is null limit $1)
    union all (select 'file', f.id from gone join files f on f.project_id = gone.id limit $1)`,
};
const FIND_IDEMPOTENT: Statement = {
  name: 'find-idempotent',
  text: `select k.fingerprint, k.document_id, k.answered or not d.live as answered
    from idempotency_keys k join documents d on d.id = k.document_id
    where k.project_id = $1 and k.key = $2 and k.created_at > clock_timestamp() - interval '24 hours'`,
};
const GET_FILE: Statement = { name: 'get-file', text: `select ${FILE_COLUMNS.join(', ')} from files where id = $1` };

type Cursors = Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>;

/**
 * One page of a list. `before` alone reads backwards from the cursor and turns the page round.
 * @param filters SQL conditions with `?` for their values
 */
export async function listPage<Row extends QueryResultRow, T>(
  pool: Pool,
  from: { table: string; columns: readonly string[]; convert: (row: Row) => T },
  filters: readonly [condition: string, ...values: unknown[]][],
  query: Cursors,
): Promise<ListPage<T>> {
  const { after, before, order, limit } = query;
  const backwards = before !== undefined && after === undefined;
  const [below, above] = order === 'asc' ? [before, after] : [after, before];
  const all = [...filters];
  if (below !== undefined) all.push(['id < ?', below]);
  if (above !== undefined) all.push(['id > ?', above]);
  const values: unknown[] = [];
  const conditions = all.map(([condition, ...given]) => {
    const rest = given.values();
    return condition.replaceAll('?', () => `$${values.push(rest.next().value)}`);
  });
  const text = `select ${from.columns.join(', ')} from ${from.table} where ${conditions.join(' and ')}
    order by id ${backwards === (order === 'asc') ? 'desc' : 'asc'} limit ${limit + 1}`;
  const rows = await repeatable<Row>(pool, { text }, values);
  const data = rows.slice(0, limit).map(from.convert);
  return { data: backwards ? data.reverse() : data, hasMore: rows.length > limit };
}

function listDocuments(pool: Pool, projectId: string, query: ListQuery): Promise<ListPage<DocumentRecord>> {
  const filters: [string, ...unknown[]][] = [['project_id = ?', projectId], [IS_DOCUMENT], [IS_NO_SAMPLE]];
  if (query.status !== undefined) filters.push(['status = ?', query.status]);
  if (query.format !== undefined) filters.push(['format = ?', query.format]);
  if (query.operation !== undefined) filters.push(['operation = ?', query.operation]);
  if (query.name !== undefined)
    filters.push(['coalesce(name, title) ilike ?', `%${toStored(query.name).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`]);
  if (query.parentId !== undefined) filters.push(['parent_id = ?', query.parentId]);
  for (const [key, value] of Object.entries(query.metadata ?? {}))
    filters.push(['metadata ->> ?::text = ?', toStored(key), toStored(value)]);
  return listPage(pool, { table: 'documents', columns: RECORD_COLUMNS, convert: toRecord }, filters, query);
}

type Reads = Pick<
  DocumentStore,
  | 'findIdempotent'
  | 'get'
  | 'list'
  | 'family'
  | 'job'
  | 'report'
  | 'events'
  | 'expired'
  | 'ofDeletedProjects'
  | 'knownDocuments'
  | 'knownFiles'
  | 'eventsExpired'
  | 'getFile'
  | 'listFiles'
  | 'check'
>;

export function createDocumentReads({ pool }: Database): Reads {
  return {
    findIdempotent: async (projectId, key) => {
      const [row] = await repeatable<{ fingerprint: string; document_id: string; answered: boolean }>(pool, FIND_IDEMPOTENT, [
        projectId,
        key,
      ]);
      return row ? { fingerprint: row.fingerprint, documentId: row.document_id, answered: row.answered } : null;
    },
    get: async (id) => {
      const [row] = await repeatable<DocumentRow>(pool, GET, [id]);
      return row ? toRecord(row) : null;
    },
    list: (projectId, query) => listDocuments(pool, projectId, query),
    family: async (id) => (await repeatable<DocumentRow>(pool, FAMILY, [id])).map(toRecord),
    job: async (id) => (await repeatable<{ job: DocumentJob }>(pool, JOB, [id]))[0]?.job ?? null,
    report: async (id) => (await repeatable<{ report: Report | null }>(pool, REPORT, [id]))[0]?.report ?? null,
    events: async (id, after, limit): Promise<StoredEvent[]> => {
      // Beyond what the column holds there is nothing.
      const rows = await repeatable<EventRow>(pool, EVENTS, [id, Math.min(after, 2 ** 31 - 1), limit]);
      return rows.map(toEvent);
    },
    expired: async (limit) => (await repeatable<{ id: string }>(pool, EXPIRED, [limit])).map(({ id }) => id),
    ofDeletedProjects: async (limit) => {
      const rows = await repeatable<{ kind: string; id: string }>(pool, OF_DELETED_PROJECTS, [limit]);
      const of = (kind: string): string[] => rows.filter((row) => row.kind === kind).map(({ id }) => id);
      return { documents: of('document'), files: of('file') };
    },
    knownDocuments: async (ids) => {
      const rows = await repeatable<{ id: string; status: string }>(pool, KNOWN_DOCUMENTS, [ids]);
      return {
        known: new Set(rows.map(({ id }) => id)),
        failed: new Set(rows.flatMap(({ id, status }) => (status === 'failed' ? [id] : []))),
      };
    },
    knownFiles: async (ids) => new Set((await repeatable<{ id: string }>(pool, KNOWN_FILES, [ids])).map(({ id }) => id)),
    eventsExpired: async (id) => (await repeatable<{ events_expired: boolean }>(pool, EVENTS_EXPIRED, [id]))[0]?.events_expired ?? false,
    getFile: async (id) => {
      const [row] = await repeatable<FileRow>(pool, GET_FILE, [id]);
      return row ? toFile(row) : null;
    },
    listFiles: (projectId, query) =>
      listPage(pool, { table: 'files', columns: FILE_COLUMNS, convert: toFile }, [['project_id = ?', projectId]], query),
    check: async () => {
      await repeatable(pool, { name: 'check', text: 'select 1' }, []);
    },
  };
}
