/**
 * What visitors of artifacts write.
 *
 * - The row of `artifacts` is the lock of an artifact's data: every write counts `records` and `sequence` up under it, so the limit is
 *   exact, and changes commit in the order of their numbers.
 * - A record carries the number of its last change, `artifact_removals` those of records that are gone: together they are what a
 *   page that follows changes is told.
 * - Data goes with the content of its document, whichever release deletes that: by a trigger.
 * - `artifact_turns` holds the reads and writes of the last minute. Losing it in a crash costs nothing: unlogged.
 */
const TABLES = `
create table artifacts (
  document_id text collate "C" primary key references documents,
  collections json not null,
  records integer not null default 0 check (records >= 0),
  sequence bigint not null default 0
) with (fillfactor = 50);

create table artifact_records (
  document_id text collate "C" not null references artifacts on delete cascade,
  collection text collate "C" not null,
  id text collate "C" not null,
  revision integer not null default 1,
  record json not null,
  bytes integer not null,
  sequence bigint not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (document_id, collection, id)
);
create index artifact_records_by_change on artifact_records (document_id, sequence);

create table artifact_removals (
  document_id text collate "C" not null references artifacts on delete cascade,
  sequence bigint not null,
  collection text collate "C" not null,
  id text collate "C" not null,
  removed_at timestamptz(3) not null default clock_timestamp(),
  primary key (document_id, sequence, collection, id)
);
create index artifact_removals_by_age on artifact_removals (removed_at);

create unlogged table artifact_turns (
  document_id text collate "C" not null,
  subject text collate "C" not null,
  taken timestamptz[] not null default '{}',
  last_at timestamptz not null default clock_timestamp(),
  primary key (document_id, subject)
);
create index artifact_turns_by_age on artifact_turns (last_at);
`;

const TRIGGER = `
create function artifact_goes() returns trigger language plpgsql as $$
begin
  delete from artifacts where document_id = new.id;
  return null;
end $$;
create trigger artifact_goes after update of content_deleted_at on documents for each row
  when (old.content_deleted_at is null and new.content_deleted_at is not null and new.format = 'artifact') execute function artifact_goes();
`;

/** Acceptance of an artifact, free or paid, around that of any document. */
const ACCEPT = `
create function accept_artifact_1(
  artifact json, price integer, currency text,
  document json, job json, rate integer, event_id text, event_data json, idempotency_key text, fingerprint text, notice text
) returns table (outcome text, document_id text, answered boolean, retry_after_ms integer, created_at timestamptz)
language plpgsql as $$
#variable_conflict use_variable
declare
  accepted record;
begin
  if price > 0 then
    select * into strict accepted
      from accept_paid_document_1(price, currency, document, job, rate, event_id, event_data, idempotency_key, fingerprint, notice);
  else
    select * into strict accepted from accept_document_1(document, job, rate, event_id, event_data, idempotency_key, fingerprint, notice);
  end if;
  if accepted.outcome = 'accepted' then
    update documents d set artifact = accept_artifact_1.artifact where d.id = accepted.document_id;
  end if;
  return query select accepted.outcome, accepted.document_id, accepted.answered, accepted.retry_after_ms, accepted.created_at;
end
$$;
`;

/**
 * One read or write, counted for the artifact and for one address over the last 60 seconds. Answers 0 where it is within both
 * limits, and else after how many milliseconds it would be; then it is not counted.
 */
const TURN = `
create function take_artifact_turn_1(document text, kind text, whole integer, address text, single integer) returns integer
language plpgsql as $$
declare
  all_of timestamptz[];
  own timestamptz[];
  stamp timestamptz;
  due timestamptz;
begin
  insert into artifact_turns (document_id, subject) values (document, kind), (document, address) on conflict do nothing;
  select taken into strict all_of from artifact_turns where document_id = document and subject = kind for update;
  select taken into strict own from artifact_turns where document_id = document and subject = address for update;
  stamp := clock_timestamp();
  all_of := array(select t from unnest(all_of) t where t > stamp - interval '60 seconds' and t <= stamp order by t);
  own := array(select t from unnest(own) t where t > stamp - interval '60 seconds' and t <= stamp order by t);
  due := greatest(
    case when cardinality(all_of) >= whole then all_of[cardinality(all_of) - whole + 1] end,
    case when cardinality(own) >= single then own[cardinality(own) - single + 1] end);
  if due is not null then
    return greatest(1, ceil(extract(epoch from due + interval '60 seconds' - stamp) * 1000)::integer);
  end if;
  update artifact_turns set taken = all_of || stamp, last_at = stamp where document_id = document and subject = kind;
  update artifact_turns set taken = own || stamp, last_at = stamp where document_id = document and subject = address;
  return 0;
exception when no_data_found then
  -- a sweep took a row between the insert and the lock: nothing was counted in it
  return 0;
end
$$;
`;

export const ARTIFACTS = `${TABLES}${TRIGGER}${ACCEPT}${TURN}`;
