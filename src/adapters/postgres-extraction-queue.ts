/** Extractions that wait, in PostgreSQL: one statement per method, each its own transaction. */
import type { ExtractionClaim, ExtractionQueue, ExtractionState } from '../ports/extraction-queue.ts';
import type { Database } from './postgres-database.ts';
import type { ChangeFeed } from './postgres/change-feed.ts';
import { repeatable, run, type Statement } from './postgres/statements.ts';

/** An hour, after which a result that nobody fetched is gone (decisions §8). */
const KEPT = "interval '1 hour'";

/** Time to download and to keep the file; from the first renewal on a lease is as long as all others. */
const FIRST_LEASE_S = 60;

const ADD: Statement = {
  name: 'extraction-add',
  text: `with added as (
      insert into extractions (id, org_id, state, attempt, lease_until)
      select $1, $2, $3, case $3 when 'running' then 1 else 0 end, case $3 when 'running' then clock_timestamp() + $5 * interval '1 second' end
      where (select count(*) from extractions where org_id = $2) < $4
      returning id)
    select id, pg_notify('octavo', $6) from added`,
};

const STATE: Statement = {
  name: 'extraction-state',
  text: `select state from extractions where id = $1 and org_id = $2 and created_at > clock_timestamp() - ${KEPT}`,
};

const CLAIM: Statement = {
  name: 'extraction-claim',
  text: `update extractions set state = 'running', attempt = attempt + 1, lease_until = clock_timestamp() + $2 * interval '1 second'
    where id in (
      select id from extractions where (state = 'queued' or (state = 'running' and lease_until < clock_timestamp()))
      order by created_at limit $1 for update skip locked)
    returning id, attempt`,
};

const ids = (claims: readonly ExtractionClaim[]): [string[], number[]] => [
  claims.map(({ id }) => id),
  claims.map(({ attempt }) => attempt),
];

const OWN = `from unnest($1::text[], $2::integer[]) as own (id, attempt) where e.id = own.id and e.attempt = own.attempt and e.state = 'running'`;

const RENEW: Statement = {
  name: 'extraction-renew',
  text: `update extractions e set lease_until = clock_timestamp() + $3 * interval '1 second' ${OWN} returning e.id`,
};

const HAND_BACK: Statement = {
  name: 'extraction-hand-back',
  text: `with freed as (update extractions e set state = 'queued', attempt = e.attempt - 1, lease_until = null ${OWN} returning e.id)
    select id, pg_notify('octavo', 'x' || id || ' ' || $3) from freed`,
};

const FINISH: Statement = {
  name: 'extraction-finish',
  text: `with done as (update extractions set state = 'done', lease_until = null where id = $1 and attempt = $2 and state = 'running' returning id)
    select id, pg_notify('octavo', $3) from done`,
};

const TAKE: Statement = {
  name: 'extraction-take',
  text: `update extractions set state = 'taken' where id = $1 and org_id = $2 and state = 'done' and created_at > clock_timestamp() - ${KEPT} returning id`,
};

/** One that is being read keeps what it has until its lease ends. */
const STALE: Statement = {
  name: 'extraction-stale',
  text: `select id from extractions where created_at < clock_timestamp() - ${KEPT} and (lease_until is null or lease_until < clock_timestamp()) order by created_at limit $1`,
};

const REMOVE: Statement = { name: 'extraction-remove', text: 'delete from extractions where id = $1' };

/**
 * @param feed that of the process's document store: one connection hears of everything
 * @param leaseS length of a lease after its last renewal; 15
 */
export function createExtractionQueue({ pool }: Database, feed: ChangeFeed, { leaseS = 15 }: { leaseS?: number } = {}): ExtractionQueue {
  return {
    add: async ({ id, orgId, state }, waitingMax) => {
      const added =
        (await run(pool, ADD, [id, orgId, state, waitingMax, FIRST_LEASE_S, feed.notice(state === 'queued' ? 'x' : 'c', id)])).length > 0;
      if (added && state === 'queued') feed.queued('x');
      return added;
    },
    state: async (id, orgId) => (await repeatable<{ state: ExtractionState }>(pool, STATE, [id, orgId]))[0]?.state ?? null,
    claim: (limit) => run<ExtractionClaim>(pool, CLAIM, [limit, leaseS]),
    renew: async (claims) => (await repeatable<{ id: string }>(pool, RENEW, [...ids(claims), leaseS])).map(({ id }) => id),
    finish: async ({ id, attempt }) => {
      const finished = (await run(pool, FINISH, [id, attempt, feed.notice('c', id)])).length > 0;
      if (finished) feed.changed(id);
      return finished;
    },
    handBack: async (claims) => {
      if (claims.length === 0) return;
      await run(pool, HAND_BACK, [...ids(claims), feed.origin]);
      feed.queued('x');
    },
    take: async (id, orgId) => (await run(pool, TAKE, [id, orgId])).length > 0,
    remove: async (id) => void (await repeatable(pool, REMOVE, [id])),
    stale: async (limit) => (await repeatable<{ id: string }>(pool, STALE, [limit])).map(({ id }) => id),
    watch: feed.watch,
    onQueued: (wake) => feed.onQueued(wake, 'x'),
  };
}
