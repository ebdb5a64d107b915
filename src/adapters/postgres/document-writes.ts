/**
 * Every change of a document that has a lease, as one statement: it finds the row by id and token (the fence), counts its
 * events up under the row's lock, and writes the events with the numbers that came of it. No row found means that the
 * lease is lost, and nothing at all is written. A statement is its own transaction, so state and events cannot part.
 */
import type { EmittedEvent } from '../../contract/event.ts';
import type { DocumentPatch } from '../../ports/document-store.ts';
import { RECORD_COLUMNS } from './document-rows.ts';
import type { Statement } from './statements.ts';

/** SQL: the time at which content goes, by the retention of the row (interface §2.1). */
export const EXPIRY = `clock_timestamp() + case retention when 'none' then interval '15 minutes' else rtrim(retention, 'd')::integer * interval '1 day' end`;
export const CLOSED = `live = false, phase = null, completed_at = clock_timestamp(), expires_at = ${EXPIRY}`;

const WORN_OUT = { code: 'processing_failed', message: 'Processing failed after several attempts.' };
export const WORN_OUT_ERROR = JSON.stringify(WORN_OUT);
export const WORN_OUT_DATA = JSON.stringify({ error: { ...WORN_OUT, retryable: true } });

/** Columns of a patch; `json` ones are sent as text. */
const PATCH_COLUMNS = {
  title: { column: 'title' },
  format: { column: 'format' },
  type: { column: 'type' },
  status: { column: 'status' },
  phase: { column: 'phase' },
  pages: { column: 'pages' },
  styleApplied: { column: 'style_applied', json: true },
  styleUnsupported: { column: 'style_unsupported', json: true },
  validationSummary: { column: 'validation_summary', json: true },
  repairSummary: { column: 'repair_summary', json: true },
  error: { column: 'error', json: true },
  versions: { column: 'versions', json: true },
  route: { column: 'route', json: true },
  quality: { column: 'quality', json: true },
  artifact: { column: 'artifact', json: true },
  outputs: { column: 'outputs', json: true },
} as const satisfies Record<Exclude<keyof DocumentPatch, 'report'>, { column: string; json?: true }>;

interface BoundStatement {
  statement: Statement;
  values: unknown[];
}

/**
 * The statement of `commit` and `finish`. Its text depends on which fields are patched, and is named after them.
 * Rows: one where the lease holds, none where it is lost.
 * @param eventIds one for each event, and one more for the final event
 * @param end `ready` adds `document.ready`, with data made of the row as it is left (earlier writes set parts of it);
 *   `given` closes the document with the last of `events`; without it the document goes on
 */
export function bindWrite(write: {
  id: string;
  token: number;
  patch: DocumentPatch;
  events: readonly EmittedEvent[];
  eventIds: readonly string[];
  notice: string;
  end?: 'ready' | 'given' | undefined;
}): BoundStatement {
  const { patch, events, end } = write;
  const values: unknown[] = [
    write.id,
    write.token,
    events.length + (end === 'ready' ? 1 : 0),
    write.notice,
    write.eventIds,
    events.map((event) => event.type),
    `[${events.map((event) => ('json' in event ? event.json : JSON.stringify(event.data))).join(',')}]`,
  ];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const given = new Map<string, unknown>(Object.entries(patch));
  // A finished document has no phase, whatever the patch says.
  if (end) given.delete('phase');
  const sets: string[] = [];
  let mask = 0;
  Object.entries(PATCH_COLUMNS).forEach(([field, target], index) => {
    const value = given.get(field);
    if (value === undefined) return;
    mask |= 1 << index;
    const json = 'json' in target;
    sets.push(`${target.column} = ${parameter(json && value !== null ? JSON.stringify(value) : value)}${json ? '::json' : ''}`);
  });
  const report =
    patch.report === undefined
      ? ''
      : `, content as (
    update document_content set report = ${parameter(JSON.stringify(patch.report))}::json from changed where document_id = changed.id)`;
  if (end) sets.push(CLOSED);
  const text = `with ${end ? HELD : ''}changed as (
    update documents set event_count = event_count + $3::integer${sets.map((set) => `, ${set}`).join('')}
    ${end ? 'from held ' : ''}where documents.id = $1 and lease_token = $2 and live
    returning documents.id, event_count, status, pages, validation_summary
  )${report}${end ? ENDED : ''}, recorded as (
    insert into events (document_id, sequence, id, type, data, at)
    select c.id, c.event_count - $3::integer + e.n, e.id, ${end === 'ready' ? READY_EVENT : 'e.type, e.data'}, clock_timestamp()
    from changed c, rows from (unnest($5::text[]), unnest($6::text[]), json_array_elements($7::json)) with ordinality as e(id, type, data, n))
  select id, pg_notify('octavo', $4) from changed`;
  return { statement: { name: `write-${end ?? 'step'}-${mask}${report ? '-report' : ''}`, text }, values };
}

/** SQL: locks the job of document `$1` before its row, as claims do; `ENDED` deletes it in the statement that ends the document. */
export const HELD = 'held as (select count(*) from (select from jobs where id = $1 for update) as job), ';
const ENDED = ', ended as (delete from jobs where id in (select id from changed))';

/** SQL: the event that has an id and nothing else is the last one. */
const READY_EVENT = `coalesce(e.type, 'document.ready'),
      coalesce(e.data, json_build_object('status', c.status, 'pages', c.pages, 'validation_summary', c.validation_summary))`;

/** `$1` id, `$2` token, `$3` amount, `$4` currency. Row: `reserved`, `short` or `lost`. */
export const RESERVE: Statement = { name: 'reserve', text: 'select reserve_for_document_1($1, $2, $3, $4) as outcome' };

/** `$1` id, `$2` event id, `$3` notice. The new token locks the worker out. */
export const CANCEL: Statement = {
  name: 'cancel',
  text: `with ${HELD}changed as (
    update documents set status = 'canceled', lease_token = lease_token + 1, event_count = event_count + 1, ${CLOSED}
    from held where id = $1 and live returning ${RECORD_COLUMNS.join(', ')}, event_count
  )${ENDED}, recorded as (
    insert into events (document_id, sequence, id, type, data, at)
    select id, event_count, $2, 'document.canceled', '{}', clock_timestamp() from changed
  ) select ${RECORD_COLUMNS.join(', ')}, pg_notify('octavo', $3) from changed`,
};

/** `$1` id. What the request said or what was made of it goes; what it was and cost stays. */
export const DELETE_CONTENT: Statement = {
  name: 'delete-content',
  text: `with changed as (
    update documents set name = null, title = null, metadata = '{}', outputs = '[]', style_applied = null, style_unsupported = '[]',
      content_deleted_at = clock_timestamp()
    where id = $1 and not live and content_deleted_at is null returning ${RECORD_COLUMNS.join(', ')}
  ), no_events as (delete from events where document_id in (select id from changed)
  ), no_content as (delete from document_content where document_id in (select id from changed)
  ) select ${RECORD_COLUMNS.join(', ')} from changed`,
};

/** Drops the events of up to 100 documents that ended over 7 days ago (interface §6.3). */
export const SWEEP_EVENTS: Statement = {
  name: 'sweep-events',
  text: `with old as (
    update documents set events_expired = true where id in (
      select id from documents where completed_at < clock_timestamp() - interval '7 days' and not events_expired
      order by completed_at limit 100 for update skip locked)
    returning id
  ), gone as (delete from events where document_id in (select id from old)
  ) select id from old`,
};

export const SWEEP_KEYS: Statement = {
  name: 'sweep-keys',
  text: `delete from idempotency_keys where created_at < clock_timestamp() - interval '24 hours'`,
};
