/** Usage, statements and notices in PostgreSQL: one statement per method, each its own transaction. */
import type { QualityLevel } from '../contract/vocabulary.ts';
import type { LowBalance, MoneyStore, StatementLine, UsageRow } from '../ports/money-store.ts';
import type { Database } from './postgres-database.ts';
import type { ChangeFeed } from './postgres/change-feed.ts';
import { IS_DOCUMENT } from './postgres/document-versions.ts';
import { repeatable, run, type Statement } from './postgres/statements.ts';
import { fromStored, toStored } from './postgres/stored-text.ts';

/** The driver gives `bigint` as text; amounts stay far below what a number holds exactly. */
interface UsageDbRow {
  day: string | null;
  key_id: string | null;
  key_name: string | null;
  key_prefix: string | null;
  level: QualityLevel | null;
  documents: number;
  failed: number;
  canceled: number;
  pages: number;
  amount: string;
}

const READY = "d.status in ('ready', 'ready_with_warnings', 'needs_review')";
const DAY = "'YYYY-MM-DD'";

/** `$1` project, `$2` from, `$3` until, `$4` by day, `$5` by key, `$6` by level, `$7` currency. */
const USAGE: Statement = {
  name: 'usage',
  text: `select u.*, a.name as key_name, a.prefix as key_prefix from (
      select case when $4 then to_char(d.completed_at at time zone 'UTC', ${DAY}) end as day, case when $5 then k.key_id end as key_id,
        case when $6 then d.quality ->> 'level' end as level,
        count(*) filter (where ${READY})::integer as documents, count(*) filter (where d.status = 'failed')::integer as failed,
        count(*) filter (where d.status = 'canceled')::integer as canceled,
        coalesce(sum(d.pages) filter (where ${READY}), 0)::integer as pages,
        coalesce(sum(d.price) filter (where ${READY} and d.currency = $7), 0)::bigint as amount
      from documents d left join document_keys k on k.document_id = d.id
      where d.project_id = $1 and d.completed_at >= $2 and d.completed_at < $3 and d.${IS_DOCUMENT}
        and not exists (select from document_samples s where s.document_id = d.id)
      group by 1, 2, 3
    ) u left join api_keys a on a.id = u.key_id order by u.day, u.key_id, u.level`,
};

interface LineRow {
  day: string;
  kind: StatementLine['kind'] | 'opening';
  note: string;
  level: QualityLevel | null;
  documents: number;
  pages: number;
  amount: string;
}

/** `$1` organisation, `$2` currency, `$3` from, `$4` until. What was there before is the first line. */
const STATEMENT: Statement = {
  name: 'statement',
  text: `select '' as day, 'opening' as kind, '' as note, null as level, 0 as documents, 0 as pages,
      coalesce(sum(case kind when 'grant' then amount when 'capture' then -amount end), 0)::bigint as amount
    from ledger where org_id = $1 and currency = $2 and created_at < $3
    union all
    select to_char(created_at at time zone 'UTC', ${DAY}), 'grant', note, null, 0, 0, amount
    from ledger where org_id = $1 and currency = $2 and kind = 'grant' and created_at >= $3 and created_at < $4
    union all
    select to_char(l.created_at at time zone 'UTC', ${DAY}), 'documents', '', d.quality ->> 'level', count(*)::integer,
      coalesce(sum(d.pages), 0)::integer, sum(l.amount)::bigint
    from ledger l join documents d on d.id = l.document_id
    where l.org_id = $1 and l.currency = $2 and l.kind = 'capture' and l.created_at >= $3 and l.created_at < $4
    group by 1, 4
    order by day, kind desc, level`,
};

/** `$1` organisation, `$2` currency, `$3` below, `$4` address. */
const SET_NOTICE: Statement = {
  name: 'set-notice',
  text: `insert into balance_notices (org_id, currency, below, email) values ($1, $2, $3, $4)
    on conflict (org_id, currency) do update set below = excluded.below, email = excluded.email, told_granted = null`,
};

/** `$1` currency, `$2` event id, `$3` job id, `$4` whether to queue mail, `$5` notice. */
const TELL_LOW: Statement = {
  name: 'tell-low',
  text: `with low as (
      select n.org_id, n.currency, n.below, n.email, b.granted, b.granted - b.reserved - b.captured as available, o.name
      from balance_notices n join balances b on b.org_id = n.org_id and b.currency = n.currency join organisations o on o.id = n.org_id
      where n.currency = $1 and b.granted - b.reserved - b.captured < n.below and n.told_granted is distinct from b.granted
      order by n.org_id limit 1 for update of n skip locked
    ), told as (
      update balance_notices n set told_granted = low.granted from low where n.org_id = low.org_id and n.currency = low.currency returning low.*
    ), announced as (
      select announce_webhook_1(org_id, null, $2, 'balance.low',
        json_build_object('available', available, 'below', below, 'currency', currency)) from told
    ), queued as (
      insert into jobs (id, kind, org_id, payload)
      select $3, 'send_mail', org_id, json_build_object('mail', 'balance_low', 'to', email, 'available', available, 'below', below,
        'currency', currency, 'organisation', name) from told where $4 and email is not null
    ), owners as (
      select mail_owners_1(org_id, $2, jsonb_build_object('mail', 'balance_low', 'available', available, 'below', below,
        'currency', currency, 'organisation', name)) from told where $4 and email is null
    ) select told.*, (select count(*) from announced) as announced, (select count(*) from owners) as owners, pg_notify('octavo', $5) from told`,
};

const toUsage = (row: UsageDbRow): UsageRow => ({
  day: row.day,
  key: row.key_id === null ? null : { id: row.key_id, name: fromStored(row.key_name ?? ''), prefix: row.key_prefix ?? '' },
  level: row.level,
  documents: row.documents,
  failed: row.failed,
  canceled: row.canceled,
  pages: row.pages,
  amount: Number(row.amount),
});

/** @param feed of the document store on the same database */
export function createMoneyStore({ pool }: Database, feed: ChangeFeed): MoneyStore {
  return {
    usage: async ({ projectId, from, until, by, currency }) =>
      (await repeatable<UsageDbRow>(pool, USAGE, [projectId, from, until, by.day, by.key, by.level, currency])).map(toUsage),
    statement: async (orgId, currency, { from, until }) => {
      const rows = await repeatable<LineRow>(pool, STATEMENT, [orgId, currency, from, until]);
      const opening = Number(rows.find(({ kind }) => kind === 'opening')?.amount ?? 0);
      const lines = rows.flatMap(({ kind, amount, note, ...row }) =>
        kind === 'opening' ? [] : [{ ...row, kind, note: fromStored(note), amount: Number(amount) }],
      );
      const closing = lines.reduce((sum, { kind, amount }) => sum + (kind === 'grant' ? amount : -amount), opening);
      return { opening, lines, closing };
    },
    notice: async (orgId, currency) => {
      const text = 'select below, email from balance_notices where org_id = $1 and currency = $2';
      const [row] = await repeatable<{ below: string; email: string | null }>(pool, { text }, [orgId, currency]);
      return row ? { below: Number(row.below), email: row.email === null ? null : fromStored(row.email) } : null;
    },
    setNotice: async (orgId, currency, notice) => {
      if (notice === null) {
        await repeatable(pool, { text: 'delete from balance_notices where org_id = $1 and currency = $2' }, [orgId, currency]);
        return;
      }
      await repeatable(pool, SET_NOTICE, [orgId, currency, notice.below, notice.email === null ? null : toStored(notice.email)]);
    },
    tellLow: async (currency, { eventId, jobId }, mail): Promise<LowBalance | null> => {
      const values = [currency, eventId, jobId, mail, feed.notice('q', jobId)];
      const [row] = await run<{ org_id: string; name: string; available: string; below: string; email: string | null }>(
        pool,
        TELL_LOW,
        values,
      );
      if (!row) return null;
      feed.queued();
      const { org_id: orgId, name, available, below, email } = row;
      return { orgId, organisation: fromStored(name), available: Number(available), notice: { below: Number(below), email } };
    },
  };
}
