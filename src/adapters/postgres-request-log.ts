/** The log of requests in PostgreSQL. */
import type { LoggedRequest, RequestLine, RequestLogStore } from '../ports/request-log.ts';
import type { Database } from './postgres-database.ts';
import { deleteInPortions, repeatable, run } from './postgres/statements.ts';
import { fromStored, toStored } from './postgres/stored-text.ts';

/** Lines that a project keeps, and for how long. */
const LINES_MOST = 5_000;
const KEPT = '7 days';

interface Row {
  id: string;
  project_id: string;
  key_id: string;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  document_id: string | null;
  at: Date;
}
const COLUMNS = 'id, project_id, key_id, method, path, status, duration_ms, document_id, at';

const toLine = (row: Row): RequestLine => ({
  id: row.id,
  projectId: row.project_id,
  keyId: row.key_id,
  method: row.method,
  path: fromStored(row.path),
  status: row.status,
  durationMs: row.duration_ms,
  documentId: row.document_id,
  at: row.at,
});

const toJson = (request: LoggedRequest) => ({
  id: request.id,
  project_id: request.projectId,
  key_id: request.keyId,
  method: request.method,
  path: toStored(request.path),
  status: request.status,
  duration_ms: request.durationMs,
  document_id: request.documentId,
  body: request.body === null ? null : toStored(request.body),
  body_until: request.bodyUntil,
  at: request.at,
});

/** Lines that are there stay: a batch whose answer was lost may be sent again. */
const ADD = `insert into api_requests (${COLUMNS}, body, body_until)
  select ${COLUMNS}, body, body_until from json_populate_recordset(null::api_requests, $1::json) on conflict do nothing`;
const FORGET_OLDEST = `delete from api_requests where project_id = $1
  and id <= (select id from api_requests where project_id = $1 order by id desc offset ${LINES_MOST} limit 1)`;
const FORGET_BODIES = `update api_requests r set body = null where r.body is not null and (r.body_until < clock_timestamp()
  or exists (select 1 from documents d where d.id = r.document_id and d.content_deleted_at is not null))`;

/** The log on an open database; nothing is to be closed. */
export function createRequestLogStore({ pool }: Pick<Database, 'pool'>): RequestLogStore {
  return {
    add: async (requests) => {
      await repeatable(pool, { text: ADD }, [JSON.stringify(requests.map(toJson))]);
      for (const projectId of new Set(requests.map((request) => request.projectId)))
        await repeatable(pool, { text: FORGET_OLDEST }, [projectId]);
    },
    list: async (projectId, { limit, keyId, failed = false, before }) => {
      const text = `select ${COLUMNS} from api_requests where project_id = $1 and ($2::text is null or key_id = $2)
        and (not $3 or status >= 400) and ($4::text is null or id < $4) order by id desc limit $5`;
      const rows = await repeatable<Row>(pool, { text }, [projectId, keyId ?? null, failed, before ?? null, limit + 1]);
      return { data: rows.slice(0, limit).map(toLine), hasMore: rows.length > limit };
    },
    get: async (projectId, id) => {
      const text = `select ${COLUMNS}, body, body_until from api_requests where project_id = $1 and id = $2`;
      const [row] = await repeatable<Row & { body: string | null; body_until: Date | null }>(pool, { text }, [projectId, id]);
      return row ? { ...toLine(row), body: row.body === null ? null : fromStored(row.body), bodyUntil: row.body_until } : null;
    },
    sweep: async () => {
      await deleteInPortions(pool, { table: 'api_requests', where: `at < clock_timestamp() - interval '${KEPT}'` });
      const gone = 'exists (select 1 from projects p where p.id = project_id and p.deleted_at is not null)';
      await deleteInPortions(pool, { table: 'api_requests', where: gone });
      await run(pool, { text: FORGET_BODIES }, []);
    },
  };
}
