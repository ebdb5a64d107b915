/** The queue's statements. Each is its own transaction; rows of `jobs` are locked before those of `documents`, so that none waits for the other. */
import { ATTEMPTS_MAX, DELIVERY_KINDS, DOCUMENT_KINDS, STANDS_BACK_S, TASK_KINDS, type JobKind } from '../../ports/job-queue.ts';
import { EXPIRY, WORN_OUT_DATA, WORN_OUT_ERROR } from './document-writes.ts';
import { RECORD_COLUMNS } from './document-rows.ts';
import type { Statement } from './statements.ts';

/** Within it a result is fetched, or it is gone. */
const KEPT = "interval '1 hour'";

const quoted = (kinds: readonly JobKind[]): string => kinds.map((kind) => `'${kind}'`).join(', ');

/** SQL: when a new job of the kind in this parameter is due. */
export const dueAt = (kind: string): string =>
  `clock_timestamp() + case ${kind} ${Object.entries(STANDS_BACK_S)
    .map(([one, seconds]) => `when '${one}' then ${seconds}`)
    .join(' ')} end * interval '1 second'`;

/**
 * SQL: id, turn and time of jobs whose lease ran out; of suspects one, where this process is steady and has none; none just after the database
 * was away. Parameters are those of a claim.
 */
function abandonedJobs(ofKinds: string): string {
  const abandoned = `state = 'running' and ${ofKinds} and lease_until < clock_timestamp() and $11::boolean
    and id <> all ($5::text[]) and ($9::text is null or id = $9)`;
  const suspect = `(deaths > 0 and kind in (${quoted(DOCUMENT_KINDS)}))`;
  return `select id, 0, due_at from jobs where ${abandoned} and not ${suspect}
    union all
    (select id, 0, due_at from jobs where ${abandoned} and ${suspect}
      and $10::boolean and not exists (select from jobs own where own.id = any ($5::text[]) and own.deaths > 1)
      order by due_at, id limit 1)`;
}

/**
 * `$1` limit, `$2` seconds of the lease, `$3` ids for events, `$4` origin of the notices, `$5` ids of jobs that run in this process,
 * `$6` their organisations, `$7` how many each has, `$8` jobs that one may have, `$9` the only id, or null,
 * `$10` whether this process has run for a while, `$11` whether the database was there for the length of a lease.
 *
 * Organisations that have jobs waiting are found by steps over the index. Each puts forward its next jobs; whose turn it is
 * follows from what it has running. A job whose lease ran out comes first; leases that ran out while
 * nobody could renew them are left for as long as one lasts to those who hold them. The first time a process dies under a job that is
 * not held against it: others ran in the same process. A document under which processes have died twice is a suspect: a process that
 * has run for a while tries one of them at a time, so that neither the one that kills its process nor processes that are killed as soon as
 * they start wear out the others.
 */
export function claimStatement(kinds: readonly JobKind[]): Statement {
  const ofKinds = `kind in (${quoted(kinds)})`;
  const waiting = `state = 'waiting' and ${ofKinds}`;
  // most deliveries wait for their next attempt: those whose time has come are found by it
  const place = kinds.every((kind) => DELIVERY_KINDS.some((one) => one === kind)) ? 'run_at' : 'due_at';
  const free = 'case when l.died and l.deaths = 0 then 1 else 0 end';
  const text = `with recursive organisations_waiting as (
    (select org_id from jobs where ${waiting} order by org_id limit 1)
    union all
    select (select j.org_id from jobs j where ${waiting} and j.org_id > w.org_id order by j.org_id limit 1)
    from organisations_waiting w where w.org_id is not null
  ), load as (
    select org_id, count(*) as running from jobs where state = 'running' and ${ofKinds} group by org_id
  ), mine as (
    select * from unnest($6::text[], $7::integer[]) as m (org_id, running)
  ), candidates as (
    select next.id, coalesce(load.running, 0) + next.place as turn, next.due_at
    from organisations_waiting w left join load on load.org_id = w.org_id left join mine on mine.org_id = w.org_id
    cross join lateral (
      select first.id, first.due_at, row_number() over (order by first.due_at, first.id) as place
      from (select j.id, j.due_at from jobs j
        where j.org_id = w.org_id and ${waiting} and j.run_at <= clock_timestamp() and ($9::text is null or j.id = $9)
        order by j.${place}, j.id limit $1) first
    ) next
    where w.org_id is not null and (w.org_id = '' or next.place + coalesce(mine.running, 0) <= $8::integer)
    union all
    ${abandonedJobs(ofKinds)}
  ), chosen as (
    select id from candidates order by turn, due_at, id limit $1
  ), locked as (
    select id, attempt, handed_back, deaths, state = 'running' as died, ${`kind in (${quoted(DOCUMENT_KINDS)})`} as of_document from jobs
    where id in (select id from chosen) and (state = 'waiting' or (state = 'running' and lease_until < clock_timestamp()))
    for update skip locked
  ), judged as (
    select l.id, l.died, ${free} as free, l.of_document and l.attempt - l.handed_back - ${free} >= ${ATTEMPTS_MAX} as worn,
      row_number() over (order by l.id)::integer as n
    from locked l
  ), claimed as (
    update jobs j set state = 'running', attempt = j.attempt + 1, handed_back = j.handed_back + g.free, deaths = j.deaths + g.died::integer,
      lease_token = j.lease_token + 1, lease_until = clock_timestamp() + $2::float8 * interval '1 second'
    from judged g where j.id = g.id and not g.worn
    returning j.id, j.kind, j.org_id, j.payload, j.attempt - j.handed_back as counted, j.lease_token
  ), ended as (delete from jobs where id in (select id from judged where worn)
  ), changed as (
    update documents d set
      lease_token = coalesce(c.lease_token, d.lease_token + 1), event_count = d.event_count + 1, live = not g.worn,
      status = case when g.worn then 'failed' else 'running' end,
      attempt = case when g.worn then d.attempt else d.attempt + 1 end,
      phase = case when g.worn then null else 'reading' end,
      error = case when g.worn then '${WORN_OUT_ERROR}'::json else d.error end,
      completed_at = case when g.worn then clock_timestamp() end,
      expires_at = case when g.worn then ${EXPIRY} end
    from judged g left join claimed c on c.id = g.id where d.id = g.id and d.live
    returning ${RECORD_COLUMNS.map((column) => `d.${column}`).join(', ')}, d.live, d.event_count, g.n
  ), recorded as (
    insert into events (document_id, sequence, id, type, data, at)
    select id, event_count, ($3::text[])[n], case when live then 'document.started' else 'document.failed' end,
      case when live then json_build_object('attempt', attempt) else '${WORN_OUT_DATA}'::json end, clock_timestamp()
    from changed
  )
  select d.*, o.job, c.kind as job_kind, c.org_id as job_org_id, c.payload, c.counted, c.lease_token, g.id as job_id,
    pg_notify('octavo', 'c' || g.id || ' ' || $4::text)
  from judged g left join claimed c on c.id = g.id left join changed d on d.id = g.id left join document_content o on o.document_id = d.id
  order by g.n`;
  return { name: `claim-${kinds.join('-').slice(0, 50)}`, text };
}

/** `$1` id, `$2` kind, `$3` organisation, `$4` payload, `$5` most that may be there, or null, `$6` seconds of a lease, or null, `$7` notice. */
export const ADD: Statement = {
  name: 'job-add',
  text: `with added as (
      insert into jobs (id, kind, org_id, payload, due_at, state, attempt, lease_token, lease_until)
      select $1, $2, $3, $4::json, ${dueAt('$2')}, case when $6::float8 is null then 'waiting' else 'running' end,
        case when $6::float8 is null then 0 else 1 end, case when $6::float8 is null then 0 else 1 end,
        clock_timestamp() + $6::float8 * interval '1 second'
      where $5::integer is null or (select count(*) from jobs where org_id = $3 and kind = $2) < $5::integer
      returning id)
    select id, pg_notify('octavo', $7) from added`,
};

/**
 * `$1` ids, `$2` tokens, `$3` seconds. Its commit does not wait for the disk: if a crash forgets it, the lease ends sooner. All
 * other commits wait: clients have seen their events, and a token that a crash took back could be given out twice.
 */
export const RENEW: Statement = {
  name: 'job-renew',
  text: `update jobs j set lease_until = clock_timestamp() + $3::float8 * interval '1 second'
    from (select set_config('synchronous_commit', 'off', true)) as quick, unnest($1::text[], $2::integer[]) as own (id, token)
    where j.id = own.id and j.lease_token = own.token and j.state = 'running' returning j.id`,
};

/** `$1` id, `$2` token, `$3` notice. */
export const FINISH: Statement = {
  name: 'job-finish',
  text: `with done as (update jobs set state = 'done', lease_until = null where id = $1 and lease_token = $2 and state = 'running' returning id)
    select id, pg_notify('octavo', $3) from done`,
};

/**
 * `$1` id, `$2` token, `$3` notice, `$4` 1 if the attempt does not count, else 0, `$5` milliseconds, `$6` whether to back off. A document
 * stays `running`. One that backs off stands behind those that have come until then: while many wait for a provider, they hold up no other.
 */
export const RELEASE: Statement = {
  name: 'job-release',
  text: `with again as (
    select id, clock_timestamp() + $5::float8 * interval '1 millisecond'
      + case when $6 then least(60, power(2, least(delays, 10)) / 2) * (0.5 + random()) else 0 end * interval '1 second' as at
    from jobs where id = $1 and lease_token = $2 and state = 'running' for update
  ), freed as (
    update jobs j set state = 'waiting', lease_token = lease_token + 1, lease_until = null, handed_back = handed_back + $4::integer,
      delays = case when $6 then delays + 1 else 0 end, run_at = again.at,
      due_at = case when $6 then greatest(due_at, again.at) else due_at end
    from again where j.id = again.id returning j.id, lease_token
  ), fenced as (update documents d set lease_token = f.lease_token from freed f where d.id = f.id and d.live
  ) select id, pg_notify('octavo', $3) from freed`,
};

/** Of the project that asks; where nothing is said of projects, of the organisation. */
const OF_PROJECT = `coalesce(payload->>'projectId' = $3::text, true)`;

export const STATE: Statement = {
  name: 'job-state',
  text: `select state from jobs where id = $1 and org_id = $2 and ${OF_PROJECT} and kind in (${quoted(TASK_KINDS)}) and created_at > clock_timestamp() - ${KEPT}`,
};

export const TAKE: Statement = {
  name: 'job-take',
  text: `update jobs set state = 'taken' where id = $1 and org_id = $2 and ${OF_PROJECT} and state = 'done' and created_at > clock_timestamp() - ${KEPT} returning id`,
};

export const REMOVE: Statement = { name: 'job-remove', text: 'delete from jobs where id = $1' };

/** A task that waits or runs for over an hour has nobody who still asks for it, but for what the installation does for itself. */
export const STALE: Statement = {
  name: 'job-stale',
  text: `select id from jobs where kind in ('extract', 'read_pdf') and created_at < clock_timestamp() - ${KEPT}
    and (lease_until is null or lease_until < clock_timestamp()) order by created_at limit $1`,
};

/** Leases that a dead process left, where this one works alone on the database. */
export const FREE_LEASES: Statement = {
  name: 'job-free-leases',
  text: "update jobs set lease_until = clock_timestamp() - interval '1 millisecond' where state = 'running'",
};

export const COUNT_DOCUMENTS: Statement = {
  name: 'job-count-documents',
  text: `select count(*)::integer as waiting from jobs where state = 'waiting' and kind in (${quoted(DOCUMENT_KINDS)})`,
};
