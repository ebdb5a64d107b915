/** Statements of webhook endpoints and deliveries. Each is its own transaction; rows of `jobs` are locked before all others. */
import { DELAYS_S, JITTER, LOGGED_MAX } from '../../ports/webhook-store.ts';
import type { Statement } from './statements.ts';

export const ENDPOINT_COLUMNS = [
  'id',
  'org_id',
  'project_id',
  'url',
  'events',
  'description',
  'enabled',
  'disabled_reason',
  'secret',
  'case when previous_until > clock_timestamp() then previous_secret end as previous_secret',
  'previous_until',
  'failing_since',
  'last_delivered_at',
  'created_at',
] as const;
const ENDPOINT = ENDPOINT_COLUMNS.join(', ');

export const DELIVERY_COLUMNS = [
  'id',
  'endpoint_id',
  'event_id',
  'type',
  'version',
  'document_id',
  'sequence',
  'at',
  'data',
  'status',
  'attempts',
  'forced',
  'log',
  'answer_status',
  'answer',
  'answer_cut',
  'created_at',
  'next_attempt_at',
  'ended_at',
] as const;
const DELIVERY = DELIVERY_COLUMNS.join(', ');

/** `$1` id, `$2` organisation, `$3` project, `$4` url, `$5` events, `$6` description, `$7` enabled, `$8` secret, `$9` most. The function counts behind a lock. */
export const CREATE_ENDPOINT: Statement = {
  name: 'webhook-create',
  text: `insert into webhook_endpoints (id, org_id, project_id, url, events, description, enabled, secret)
    select $1, $2, $3, $4, $5, $6, $7, $8 where webhook_place_1($3, $9) returning ${ENDPOINT}`,
};

export const GET_ENDPOINT: Statement = { name: 'webhook-get', text: `select ${ENDPOINT} from webhook_endpoints where id = $1` };

/** `$1` id, `$2` url, `$3` events, `$4` whether to set the description, `$5` description, `$6` enabled; null: as it is. */
export const UPDATE_ENDPOINT: Statement = {
  name: 'webhook-update',
  text: `update webhook_endpoints set url = coalesce($2, url), events = coalesce($3, events),
      description = case when $4 then $5 else description end,
      failing_since = case when $6::boolean and not enabled or $2 <> url then null else failing_since end,
      disabled_reason = case when $6::boolean is null then disabled_reason end, enabled = coalesce($6, enabled)
    where id = $1 returning ${ENDPOINT}`,
};

/** The count makes the jobs go before the endpoint is locked: a deletion that nothing reads runs last. */
export const DELETE_ENDPOINT: Statement = {
  name: 'webhook-delete',
  text: `with jobs_gone as (delete from jobs where org_id = $1 and kind = 'deliver_webhook' returning id)
    delete from webhook_endpoints where id = $1 and (select count(*) from jobs_gone) >= 0 returning id`,
};

/** `$1` id, `$2` secret, `$3` seconds for which the old one signs too. */
export const ROTATE_SECRET: Statement = {
  name: 'webhook-rotate',
  text: `update webhook_endpoints set previous_secret = secret, secret = $2, previous_until = clock_timestamp() + $3::float8 * interval '1 second'
    where id = $1 returning ${ENDPOINT}`,
};

/** `$1` endpoint, `$2` delivery, `$3` event id, `$4` type, `$5` data, `$6` notice. */
export const ADD_TEST: Statement = {
  name: 'webhook-test',
  text: `with added as (
      insert into webhook_deliveries (id, endpoint_id, event_id, type, at, data, attempts_max, forced)
      select $2, id, $3, $4, clock_timestamp(), $5::json, 1, true from webhook_endpoints where id = $1 returning ${DELIVERY}
    ), queued as (insert into jobs (id, kind, org_id) select id, 'deliver_webhook', endpoint_id from added)
    select added.*, pg_notify('octavo', $6) from added`,
};

/** `$1` organisation, `$2` project or null, `$3` event id, `$4` type, `$5` data. */
export const ANNOUNCE: Statement = { name: 'webhook-announce', text: 'select announce_webhook_1($1, $2, $3, $4, $5::json)' };

export const GET_DELIVERY: Statement = { name: 'delivery-get', text: `select ${DELIVERY} from webhook_deliveries where id = $1` };

/** `$1` id, `$2` notice. A job that runs goes on: its attempt is the one that was asked for. */
export const RETRY: Statement = {
  name: 'delivery-retry',
  text: `with held as materialized (
      select id from jobs where id = $1 for update
    ), again as (
      update webhook_deliveries set status = 'pending', forced = true, ended_at = null, next_attempt_at = clock_timestamp(),
        attempts_max = case when status = 'pending' then attempts_max else attempts + 1 end
      where id = $1 and data is not null and (select count(*) from held) >= 0 returning ${DELIVERY}
    ), queued as (
      insert into jobs (id, kind, org_id) select id, 'deliver_webhook', endpoint_id from again
      on conflict (id) do update set run_at = clock_timestamp(), due_at = clock_timestamp() where jobs.state = 'waiting'
    ) select again.*, pg_notify('octavo', $2) from again`,
};

/** `$1` id, `$2` token. The delivery of a job that is claimed. */
export const OPEN: Statement = {
  name: 'delivery-open',
  text: `select ${DELIVERY_COLUMNS.map((column) => `d.${column}`).join(', ')} from jobs j join webhook_deliveries d on d.id = j.id
    where j.id = $1 and j.lease_token = $2 and j.state = 'running'`,
};

/** A job whose delivery is gone, with its endpoint or after seven days. `$1` id, `$2` token. */
export const DROP_JOB: Statement = {
  name: 'delivery-drop',
  text: 'delete from jobs where id = $1 and lease_token = $2 and not exists (select from webhook_deliveries where id = $1)',
};

const FAILING_FOR = "interval '5 days'";
const delay = `(array[${DELAYS_S.join(', ')}])[least(d.attempts + 1, ${DELAYS_S.length})] * (${1 - JITTER} + ${2 * JITTER} * random()) * interval '1 second'`;
/** SQL: what was sent goes with its document, once it need not be sent any more. */
const WORDS_GONE = 'exists (select from documents where documents.id = d.document_id and content_deleted_at is not null)';

/**
 * `$1` id, `$2` token, `$3` delivered, `$4` the attempt, `$5` answer's status, `$6` answer, `$7` cut, `$8` gone, `$9` notice, `$10` event id.
 * Row: how the delivery is left, and whether its endpoint was disabled; none where the lease is lost.
 */
export const SETTLE: Statement = {
  name: 'delivery-settle',
  text: `with held as (
    select id from jobs where id = $1 and lease_token = $2 and state = 'running' for update
  ), settled as (
    select d.id, case when $3 then 'delivered' when $8 or d.attempts + 1 >= d.attempts_max then 'failed' else 'pending' end as status,
      clock_timestamp() + ${delay} as next_at
    from webhook_deliveries d join held on held.id = d.id for update of d
  ), changed as (
    update webhook_deliveries d set status = s.status, attempts = d.attempts + 1, forced = false,
      log = (case when jsonb_array_length(d.log) >= ${LOGGED_MAX} then d.log - 0 else d.log end) || $4::jsonb,
      answer_status = $5, answer = case when s.status = 'pending' or not ${WORDS_GONE} then $6 end, answer_cut = $7,
      data = case when s.status = 'pending' or not ${WORDS_GONE} then d.data end,
      next_attempt_at = case when s.status = 'pending' then s.next_at end,
      ended_at = case when s.status <> 'pending' then clock_timestamp() end
    from settled s where d.id = s.id returning d.id, d.endpoint_id, d.status, s.next_at
  ), endpoint as (
    update webhook_endpoints e set
      last_delivered_at = case when $3 then clock_timestamp() else e.last_delivered_at end,
      failing_since = case when $3 then null else coalesce(e.failing_since, clock_timestamp()) end,
      enabled = e.enabled and not ($8 or c.status = 'failed' and coalesce(e.failing_since < clock_timestamp() - ${FAILING_FOR}, false)),
      disabled_reason = case when $8 then 'gone'
        when e.enabled and c.status = 'failed' and e.failing_since < clock_timestamp() - ${FAILING_FOR} then 'failing' else e.disabled_reason end
    from changed c, (select id, enabled from webhook_endpoints) old
    where e.id = c.endpoint_id and old.id = e.id and (not $3 or e.failing_since is not null or e.last_delivered_at is null
      or e.last_delivered_at < clock_timestamp() - interval '1 minute')
    returning e.id, e.org_id, e.project_id, e.url, e.failing_since, e.disabled_reason, old.enabled and not e.enabled as disabled
  ), told as (
    select announce_webhook_1(org_id, project_id, $10, 'webhook_endpoint.disabled',
      json_build_object('endpoint_id', id, 'url', url, 'reason', disabled_reason,
        'failing_since', to_char(failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
      mail_owners_1(org_id, $10, jsonb_build_object('mail', 'webhook_disabled', 'url', url, 'reason', disabled_reason))
    from endpoint where disabled
  ), put_back as (
    update jobs set state = 'waiting', lease_token = lease_token + 1, lease_until = null, run_at = c.next_at, due_at = c.next_at + interval '1 day'
    from changed c where jobs.id = c.id and c.status = 'pending'
  ), ended as (delete from jobs where id in (select id from changed where status <> 'pending')
  ) select c.status, coalesce((select disabled from endpoint), false) as disabled, (select count(*) from told) as told, pg_notify('octavo', $9)
    from changed c`,
};

/** `$1` id, `$2` token, `$3` notice. */
export const ABANDON: Statement = {
  name: 'delivery-abandon',
  text: `with ended as (delete from jobs where id = $1 and lease_token = $2 and state = 'running' returning id)
    update webhook_deliveries d set status = 'failed', next_attempt_at = null, ended_at = clock_timestamp(),
      data = case when not ${WORDS_GONE} then d.data end, answer = case when not ${WORDS_GONE} then d.answer end
    from ended where d.id = ended.id returning d.id, pg_notify('octavo', $3)`,
};

export const COUNT_PENDING: Statement = {
  name: 'delivery-count',
  text: "select count(*)::integer as waiting from jobs where state = 'waiting' and kind = 'deliver_webhook'",
};

/** Those over seven days old, a thousand at a time; their jobs find nothing and go. */
export const SWEEP: Statement = {
  name: 'delivery-sweep',
  text: `delete from webhook_deliveries where id in (
    select id from webhook_deliveries where created_at < clock_timestamp() - interval '7 days' and status <> 'pending' limit 1000) returning id`,
};
