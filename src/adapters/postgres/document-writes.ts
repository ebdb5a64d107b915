/**
 * Every change of a document that has a lease, as one statement: it finds the row by id and token (the fence), counts its
 * events up under the row's lock, and writes the events with the numbers that came of it. No row found means that the
 * lease is lost, and nothing at all is written. A statement is its own transaction, so state and events cannot part.
 */
import type { NewEvent } from '../../contract/event.ts';
import type { DocumentPatch } from '../../ports/document-store.ts';
import type { DocumentJob } from '../../ports/record.ts';
import { RECORD_COLUMNS, type DocumentRow } from './document-rows.ts';
import type { Statement } from './statements.ts';

const ATTEMPTS_MAX = 3;

/** SQL: the time at which content goes, by the retention of the row (interface §2.1). */
const EXPIRY = `clock_timestamp() + case retention when 'none' then interval '15 minutes' else rtrim(retention, 'd')::integer * interval '1 day' end`;
/** SQL: the end of a lease of as many seconds as the parameter says. */
const leaseEnd = (parameter: string): string => `clock_timestamp() + ${parameter}::float8 * interval '1 second'`;
export const CLOSED = `live = false, phase = null, lease_until = null, lease_worker = null, completed_at = clock_timestamp(), expires_at = ${EXPIRY}`;

const WORN_OUT = { code: 'processing_failed', message: 'Processing failed after several attempts.' };
const WORN_OUT_ERROR = JSON.stringify(WORN_OUT);
const WORN_OUT_DATA = JSON.stringify({ error: { ...WORN_OUT, retryable: true } });

/** Columns of a patch; `json` ones are sent as text. */
const PATCH_COLUMNS = {
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
 *   `given` closes the document with the last of `events`; without it the lease goes on for `leaseS`
 */
export function bindWrite(write: {
  id: string;
  token: number;
  patch: DocumentPatch;
  events: readonly NewEvent[];
  eventIds: readonly string[];
  notice: string;
  leaseS: number;
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
    `[${events.map((event) => JSON.stringify(event.data)).join(',')}]`,
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
  // The time is taken before the events are written, and a hundred thousand of them take seconds themselves.
  sets.push(end ? CLOSED : `lease_until = ${leaseEnd(parameter(write.leaseS + events.length / 5_000))}`);
  const text = `with changed as (
    update documents set event_count = event_count + $3::integer, ${sets.join(', ')}
    where id = $1 and lease_token = $2 and live
    returning id, event_count, status, pages, validation_summary
  )${report}, recorded as (
    insert into events (document_id, sequence, id, type, data, at)
    select c.id, c.event_count - $3::integer + e.n, e.id, ${end === 'ready' ? READY_EVENT : 'e.type, e.data'}, clock_timestamp()
    from changed c, rows from (unnest($5::text[]), unnest($6::text[]), json_array_elements($7::json)) with ordinality as e(id, type, data, n))
  select id, pg_notify('octavo', $4) from changed`;
  return { statement: { name: `write-${end ?? 'step'}-${mask}${report ? '-report' : ''}`, text }, values };
}

/** SQL: the event that has an id and nothing else is the last one. */
const READY_EVENT = `coalesce(e.type, 'document.ready'),
      coalesce(e.data, json_build_object('status', c.status, 'pages', c.pages, 'validation_summary', c.validation_summary))`;

/**
 * Claims up to `$2` documents that wait or whose lease ran out, oldest first; the statement behind the work loop. One
 * that used up its attempts is failed instead (row with `live` false). `$1` worker, `$3` ids for the events, `$4` origin of
 * the notices, `$5` length of the lease in seconds, `$6` documents that run here: a process that stood still for longer than a lease
 * must not take its own work away from itself.
 */
export const CLAIM_NEXT: Statement = { name: 'claim-next', text: claimText('id <> all ($6::text[])', '$2', 'for update skip locked') };
/** The same for the document `$2`; waits for whoever writes to it now. */
export const CLAIM_ONE: Statement = { name: 'claim-one', text: claimText('id = $2', '1', 'for update') };

export interface ClaimRow extends DocumentRow {
  lease_token: number;
  handed_back: number;
  live: boolean;
  job: DocumentJob | null;
}

function claimText(which: string, limit: string, lock: string): string {
  const wornOut = `d.attempt - d.handed_back >= ${ATTEMPTS_MAX}`;
  return `with picked as (
    select id from documents
    where live and (lease_until is null or lease_until < clock_timestamp()) and ${which}
    order by id limit ${limit} ${lock}
  ), numbered as (
    select id, row_number() over (order by id)::integer as n from picked
  ), changed as (
    update documents d set
      lease_token = d.lease_token + 1, event_count = d.event_count + 1, live = not (${wornOut}),
      status = case when ${wornOut} then 'failed' else 'running' end,
      attempt = case when ${wornOut} then d.attempt else d.attempt + 1 end,
      phase = case when ${wornOut} then null else 'reading' end,
      error = case when ${wornOut} then '${WORN_OUT_ERROR}'::json else d.error end,
      lease_worker = case when ${wornOut} then null else $1 end,
      lease_until = case when ${wornOut} then null else ${leaseEnd('$5')} end,
      completed_at = case when ${wornOut} then clock_timestamp() end,
      expires_at = case when ${wornOut} then ${EXPIRY} end
    from numbered p where d.id = p.id
    returning ${RECORD_COLUMNS.map((column) => `d.${column}`).join(', ')}, d.lease_token, d.handed_back, d.live, d.event_count, p.n
  ), recorded as (
    insert into events (document_id, sequence, id, type, data, at)
    select id, event_count, ($3::text[])[n], case when live then 'document.started' else 'document.failed' end,
      case when live then json_build_object('attempt', attempt) else '${WORN_OUT_DATA}'::json end, clock_timestamp()
    from changed
  )
  select c.*, o.job, pg_notify('octavo', 'c' || c.id || ' ' || $4::text)
  from changed c left join document_content o on o.document_id = c.id order by c.id`;
}

/**
 * `$1` id, `$2` token, `$3` seconds. Its commit does not wait for the disk: if a crash forgets it, the lease ends sooner. All
 * other commits wait: clients have seen their events, and a token that a crash took back could be given out twice.
 */
export const RENEW: Statement = {
  name: 'renew',
  text: `update documents set lease_until = ${leaseEnd('$3')}
    from (select set_config('synchronous_commit', 'off', true)) as quick
    where id = $1 and lease_token = $2 and live returning id`,
};

/** `$1` id, `$2` token, `$3` notice, `$4` 1 if the attempt does not count, else 0. It stays `running`, and anyone may take it over at once. */
export const HAND_BACK: Statement = {
  name: 'hand-back',
  text: `with changed as (
    update documents set lease_token = lease_token + 1, lease_until = null, lease_worker = null, handed_back = handed_back + $4::integer
    where id = $1 and lease_token = $2 and live returning id
  ) select id, pg_notify('octavo', $3) from changed`,
};

/** `$1` id, `$2` token, `$3` amount, `$4` currency. Row: `reserved`, `short` or `lost`. */
export const RESERVE: Statement = { name: 'reserve', text: 'select reserve_for_document_1($1, $2, $3, $4) as outcome' };

/** Frees all leases, for the one process that works on a database: what it finds on its start was left by a dead one. */
export const FREE_LEASES: Statement = {
  name: 'free-leases',
  text: 'update documents set lease_until = null where live and lease_until is not null',
};

/** `$1` id, `$2` event id, `$3` notice. The new token locks the worker out. */
export const CANCEL: Statement = {
  name: 'cancel',
  text: `with changed as (
    update documents set status = 'canceled', lease_token = lease_token + 1, event_count = event_count + 1, ${CLOSED}
    where id = $1 and live returning ${RECORD_COLUMNS.join(', ')}, event_count
  ), recorded as (
    insert into events (document_id, sequence, id, type, data, at)
    select id, event_count, $2, 'document.canceled', '{}', clock_timestamp() from changed
  ) select ${RECORD_COLUMNS.join(', ')}, pg_notify('octavo', $3) from changed`,
};

/** `$1` id. What the request said or what was made of it goes; what it was and cost stays. */
export const DELETE_CONTENT: Statement = {
  name: 'delete-content',
  text: `with changed as (
    update documents set name = null, metadata = '{}', outputs = '[]', style_applied = null, style_unsupported = '[]',
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
