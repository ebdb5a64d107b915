/**
 * Money: an append-only ledger, and balances that follow from it.
 *
 * - A row of `ledger` is the only way to change a balance: its trigger does so in the same transaction, and the constraint
 *   `balance_covers` holds granted − reserved − captured at zero or above, whoever writes. Rows never change and never go.
 * - What a document ends as settles what was reserved for it, in the statement that ends it, whichever that is (finished,
 *   failed, canceled, worn out): so it is settled once, and no crash can come between the end and the charge.
 * - Free documents touch none of this.
 */

const TABLES = `
create table ledger (
  id bigint generated always as identity primary key,
  org_id text collate "C" not null references organisations,
  kind text not null check (kind in ('grant', 'reservation', 'capture', 'release')),
  amount bigint not null check (amount > 0),
  currency text not null,
  document_id text collate "C",
  note text not null default '',
  reference text unique,
  created_at timestamptz(3) not null default clock_timestamp(),
  check ((kind = 'grant') = (document_id is null))
);
create index ledger_of_organisation on ledger (org_id, id);
create index ledger_of_document on ledger (document_id) where document_id is not null;
create unique index ledger_captured_once on ledger (document_id) where kind = 'capture';

create table balances (
  org_id text collate "C" not null references organisations,
  currency text not null,
  granted bigint not null default 0,
  reserved bigint not null default 0,
  captured bigint not null default 0,
  primary key (org_id, currency),
  constraint balance_covers check (granted - reserved - captured >= 0 and reserved >= 0)
) with (fillfactor = 50);

alter table documents add column price integer not null default 0, add column currency text;
`;

const TRIGGERS = `
create function ledger_counts() returns trigger language plpgsql as $$
begin
  insert into balances (org_id, currency) values (new.org_id, new.currency) on conflict do nothing;
  update balances set
    granted = granted + case new.kind when 'grant' then new.amount else 0 end,
    reserved = reserved + case new.kind when 'reservation' then new.amount when 'grant' then 0 else -new.amount end,
    captured = captured + case new.kind when 'capture' then new.amount else 0 end
  where org_id = new.org_id and currency = new.currency;
  return null;
end $$;
create trigger ledger_counts after insert on ledger for each row execute function ledger_counts();

create function ledger_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_stays before update or delete or truncate on ledger for each statement execute function ledger_stays();

create function document_settles() returns trigger language plpgsql as $$
begin
  if new.status in ('ready', 'ready_with_warnings', 'needs_review') then
    insert into ledger (org_id, kind, amount, currency, document_id) values (new.org_id, 'capture', new.price, new.currency, new.id);
  else
    insert into ledger (org_id, kind, amount, currency, document_id) values (new.org_id, 'release', new.price, new.currency, new.id);
    new.price := 0;
  end if;
  return new;
end $$;
create trigger document_settles before update on documents for each row
  when (old.live and not new.live and new.price > 0) execute function document_settles();
`;

/**
 * Acceptance of a document that costs something, around that of a free one: where the balance does not cover it, all that was
 * accepted is taken back, and nothing was bound, counted or told.
 */
const ACCEPT = `
create function accept_paid_document_1(
  price integer, currency text,
  document json, job json, rate integer, event_id text, event_data json, idempotency_key text, fingerprint text, notice text
) returns table (outcome text, document_id text, answered boolean, retry_after_ms integer, created_at timestamptz)
language plpgsql as $$
#variable_conflict use_variable
declare
  accepted record;
  violated text;
begin
  select * into strict accepted from accept_document_1(document, job, rate, event_id, event_data, idempotency_key, fingerprint, notice);
  if accepted.outcome = 'accepted' then
    update documents d set price = accept_paid_document_1.price, currency = accept_paid_document_1.currency where d.id = accepted.document_id;
    insert into ledger (org_id, kind, amount, currency, document_id)
      select d.org_id, 'reservation', d.price, d.currency, d.id from documents d where d.id = accepted.document_id;
  end if;
  return query select accepted.outcome, accepted.document_id, accepted.answered, accepted.retry_after_ms, accepted.created_at;
exception when check_violation then
  get stacked diagnostics violated = constraint_name;
  if violated <> 'balance_covers' then raise; end if;
  return query select 'insufficient_balance', null::text, false, 0, null::timestamptz;
end
$$;
`;

/** Sets what is reserved for a document under its lease to another amount. */
const RESERVE = `
create function reserve_for_document_1(document text, token integer, amount integer, unit text) returns text
language plpgsql as $$
declare
  d record;
  violated text;
begin
  select org_id, price, coalesce(currency, unit) as currency into d from documents where id = document and lease_token = token and live for update;
  if not found then return 'lost'; end if;
  if amount <> d.price then
    insert into ledger (org_id, kind, amount, currency, document_id)
      values (d.org_id, case when amount > d.price then 'reservation' else 'release' end, abs(amount - d.price), d.currency, document);
    update documents set price = amount, currency = d.currency where id = document;
  end if;
  return 'reserved';
exception when check_violation then
  get stacked diagnostics violated = constraint_name;
  if violated <> 'balance_covers' then raise; end if;
  return 'short';
end
$$;
`;

export const LEDGER = `${TABLES}${TRIGGERS}${ACCEPT}${RESERVE}`;
