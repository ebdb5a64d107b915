/**
 * Every change of a document that has a lease, as one statement: it finds the row by id and token (the fence), counts its
 * events up under the row's lock, and writes the events with the numbers that came of it. No row found means that the
 * lease is lost, and nothing at all is written. A statement is its own transaction, so state and events cannot part.
 */
import type { DocumentPatch } from '../../ports/document-store.ts';
import type { NewEvent } from '../../ports/record.ts';
import { RECORD_COLUMNS } from './document-rows.ts';
import type { Statement } from './statements.ts';

/** A lease lasts this long after its last write or renewal. */
export const LEASE_SECONDS = 10;
export const ATTEMPTS_MAX = 3;

/** SQL: the time at which content goes, by the retention of the row (interface §2.1). */
const EXPIRY = `clock_timestamp() + case retention when 'none' then interval '15 minutes' else rtrim(retention, 'd')::integer * interval '1 day' end`;
const LEASE_END = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;
const CLOSED = `live = false, phase = null, lease_until = null, lease_worker = null, completed_at = clock_timestamp(), expires_at = ${EXPIRY}`;

/** Columns of a patch; `json` ones are sent as text. */
const PATCH_COLUMNS = {
  format: { column: 'format' }, type: { column: 'type' }, status: { column: 'status' }, phase: { column: 'phase' }, pages: { column: 'pages' },
  styleApplied: { column: 'style_applied', json: true }, styleUnsupported: { column: 'style_unsupported', json: true },
  validationSummary: { column: 'validation_summary', json: true }, repairSummary: { column: 'repair_summary', json: true },
  error: { column: 'error', json: true }, versions: { column: 'versions', json: true }, route: { column: 'route', json: true },
  quality: { column: 'quality', json: true }, outputs: { column: 'outputs', json: true },
} as const satisfies Record<Exclude<keyof DocumentPatch, 'report'>, { column: string; json?: true }>;

interface BoundStatement { statement: Statement; values: unknown[] }

/**
 * The statement of `commit` and `finish`. Its text depends on which fields are patched, and is named after them.
 * Rows: one where the lease holds, none where it is lost.
 * @param final the last event's type; its data are made of the row as it is left
 */
export function bindWrite(write: {
  id: string; token: number; patch: DocumentPatch; events: readonly NewEvent[]; eventIds: readonly string[]; notice: string;
  final?: { type: 'document.ready' | 'document.failed' | 'document.canceled'; retryable: boolean } | undefined;
}): BoundStatement {
  const { patch, events, final } = write;
  const values: unknown[] = [
    write.id, write.token, events.length + (final ? 1 : 0), write.notice,
    write.eventIds, events.map((event) => event.type), `[${events.map((event) => JSON.stringify(event.data)).join(',')}]`,
  ];
  const sets: string[] = [];
  let mask = 0;
  Object.entries(PATCH_COLUMNS).forEach(([field, target], index) => {
    const value: unknown = Object.entries(patch).find(([name]) => name === field)?.[1];
    // A finished document has no phase, whatever the patch says.
    if (value === undefined || (final && field === 'phase')) return;
    mask |= 1 << index;
    const json = 'json' in target;
    values.push(json && value !== null ? JSON.stringify(value) : value);
    sets.push(`${target.column} = $${values.length}${json ? '::json' : ''}`);
  });
  if (patch.report !== undefined) values.push(JSON.stringify(patch.report));
  const report = patch.report === undefined ? '' : `, content as (
    update document_content set report = $${values.length}::json from changed where document_id = changed.id)`;
  let finalData = '';
  if (final) {
    values.push(`${final.type}`, final.retryable);
    finalData = finalEvent(values.length);
  }
  const text = `with changed as (
    update documents set event_count = event_count + $3::integer, ${[...sets, final ? CLOSED : `lease_until = ${LEASE_END}`].join(', ')}
    where id = $1 and lease_token = $2 and live
    returning id, event_count, status, pages, validation_summary, error
  )${report}, recorded as (
    insert into events (document_id, sequence, id, type, data, at)
    select c.id, c.event_count - $3::integer + e.n, ($5::text[])[e.n], e.type, e.data, clock_timestamp()
    from changed c, (
      select type, data, n::integer from rows from (unnest($6::text[]), json_array_elements($7::json)) with ordinality as r(type, data, n)
      ${finalData}
    ) e)
  select id, pg_notify('octavo', $4) from changed`;
  return { statement: { name: `write-${final ? 'final' : 'step'}-${mask}${report ? '-report' : ''}`, text }, values };
}

/** SQL: one more row for the final event. `$last-1` is its type, `$last` whether trying again may help. */
function finalEvent(last: number): string {
  return `union all select $${last - 1}::text, case $${last - 1}::text
        when 'document.ready' then json_build_object('status', c.status, 'pages', c.pages, 'validation_summary', c.validation_summary)
        when 'document.failed' then json_build_object('error', json_build_object(
          'code', c.error -> 'code', 'message', c.error -> 'message', 'retryable', $${last}::boolean))
        else json_build_object() end, $3::integer
      from changed c`;
}

/**
 * Claims up to `$2` documents that wait or whose lease ran out, oldest first; the statement behind the work loop. One
 * that used up its attempts is failed instead (row with `live` false). `$1` worker, `$3` ids for the events.
 */
export const CLAIM_NEXT: Statement = { name: 'claim-next', text: claimText('true', '$2', 'for update skip locked') };
/** The same for the document `$2`; waits for whoever writes to it now. */
export const CLAIM_ONE: Statement = { name: 'claim-one', text: claimText('id = $2', '1', 'for update') };

export interface ClaimRow { id: string; lease_token: number; attempt: number; live: boolean }

const WORN_OUT = `d.attempt - d.handed_back >= ${ATTEMPTS_MAX}`;

function claimText(which: string, limit: string, lock: string): string {
  return `with picked as (
    select id from documents
    where live and (lease_until is null or lease_until < clock_timestamp()) and ${which}
    order by id limit ${limit} ${lock}
  ), numbered as (
    select id, row_number() over (order by id)::integer as n from picked
  ), changed as (
    update documents d set
      lease_token = d.lease_token + 1, event_count = d.event_count + 1, live = not (${WORN_OUT}),
      status = case when ${WORN_OUT} then 'failed' else 'running' end,
      attempt = case when ${WORN_OUT} then d.attempt else d.attempt + 1 end,
      phase = case when ${WORN_OUT} then null else 'reading' end,
      error = case when ${WORN_OUT} then '{"code":"processing_failed","message":"Processing failed after several attempts."}'::json else d.error end,
      lease_worker = case when ${WORN_OUT} then null else $1 end,
      lease_until = case when ${WORN_OUT} then null else ${LEASE_END} end,
      completed_at = case when ${WORN_OUT} then clock_timestamp() end,
      expires_at = case when ${WORN_OUT} then ${EXPIRY} end
    from numbered p where d.id = p.id
    returning d.id, d.lease_token, d.attempt, d.live, d.event_count, d.error, p.n
  ), recorded as (
    insert into events (document_id, sequence, id, type, data, at)
    select id, event_count, ($3::text[])[n], case when live then 'document.started' else 'document.failed' end,
      case when live then json_build_object('attempt', attempt) else json_build_object('error', json_build_object(
        'code', error -> 'code', 'message', error -> 'message', 'retryable', true)) end, clock_timestamp()
    from changed
  )
  select id, lease_token, attempt, live, pg_notify('octavo', 'c' || id || ' ' || $4::text) from changed order by id`;
}

/** `$1` id, `$2` token. Not a matter of life and death if a crash forgets it: its commit does not wait for the disk. */
export const RENEW: Statement = {
  name: 'renew',
  text: `update documents set lease_until = ${LEASE_END}
    from (select set_config('synchronous_commit', 'off', true)) as quick
    where id = $1 and lease_token = $2 and live returning id`,
};

/** `$1` id, `$2` token, `$3` notice. It stays `running`, and anyone may take it over at once. */
export const HAND_BACK: Statement = {
  name: 'hand-back',
  text: `with changed as (
    update documents set lease_token = lease_token + 1, lease_until = '-infinity', lease_worker = null, handed_back = handed_back + 1
    where id = $1 and lease_token = $2 and live returning id
  ) select id, pg_notify('octavo', $3) from changed`,
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
