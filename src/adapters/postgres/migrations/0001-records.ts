/**
 * Organisations, keys, documents, their content and events, files.
 *
 * - Ids compare byte by byte (`collate "C"`): they sort by time whatever the database's language.
 * - Values that come back as they were given are `json`, not `jsonb`: the order of keys stays, `\u0000` is no error, and
 *   nothing is re-encoded.
 * - `documents` is updated a few times in quick succession. Its room to spare (fillfactor) and indexes on columns
 *   that change only at the end (`live`) keep these updates off the indexes (HOT).
 * - `events` has no foreign key: rows of `documents` are never deleted, and thousands of checks per book are not free.
 */

const TABLES = `
create table organisations (
  id text collate "C" primary key,
  name text not null,
  accepted bigint not null default 0,
  created_at timestamptz(3) not null default clock_timestamp()
) with (fillfactor = 50);

create table projects (
  id text collate "C" primary key,
  org_id text collate "C" not null references organisations,
  name text not null,
  region text not null,
  retention text not null,
  created_at timestamptz(3) not null default clock_timestamp()
);

create table api_keys (
  id text collate "C" primary key,
  project_id text collate "C" not null references projects,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  created_at timestamptz(3) not null default clock_timestamp(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);

create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz(3) not null default clock_timestamp()
);

create table documents (
  id text collate "C" primary key,
  org_id text collate "C" not null,
  org_sequence bigint not null,
  project_id text collate "C" not null,
  name text,
  operation text not null,
  format text,
  type text,
  mode text,
  parent_id text collate "C",
  revision integer not null default 1,
  status text not null,
  phase text,
  pages integer,
  style_applied json,
  style_unsupported json not null default '[]',
  validation_summary json,
  repair_summary json,
  error json,
  versions json not null,
  metadata json not null,
  retention text not null,
  expires_at timestamptz(3),
  route json,
  quality json,
  artifact json,
  content_deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  attempt integer not null default 0,
  handed_back integer not null default 0,
  outputs json not null default '[]',
  event_count integer not null default 0,
  events_expired boolean not null default false,
  live boolean not null default true,
  lease_token integer not null default 0,
  lease_worker text,
  lease_until timestamptz,
  unique (org_id, org_sequence)
) with (fillfactor = 60);
create index documents_of_project on documents (project_id, id);
create index documents_of_parent on documents (parent_id) where parent_id is not null;
create index documents_live on documents (id) where live;
create index documents_to_expire on documents (expires_at) where content_deleted_at is null and expires_at is not null;
create index documents_with_events on documents (completed_at) where completed_at is not null and not events_expired;

create table document_content (
  document_id text collate "C" primary key references documents,
  job json not null,
  report json
);

create table events (
  document_id text collate "C" not null,
  sequence integer not null,
  id text collate "C" not null,
  type text not null,
  version smallint not null default 1,
  data json not null,
  at timestamptz(3) not null,
  primary key (document_id, sequence)
);

create table idempotency_keys (
  project_id text collate "C" not null,
  key text collate "C" not null,
  fingerprint text not null,
  document_id text collate "C" not null,
  answered boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (project_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table files (
  id text collate "C" primary key,
  org_id text collate "C" not null,
  project_id text collate "C" not null,
  filename text not null,
  content_type text not null,
  bytes integer not null,
  sha256 text not null,
  pages integer,
  key text not null,
  created_at timestamptz(3) not null
);
create index files_of_project on files (project_id, id);
`;

/**
 * Accepting is one call: the checks must see what the transaction before them committed, and a client that stalls in
 * the middle would hold its organisation's lock. Under that lock `org_sequence` counts without gaps and `created_at`
 * ascends, so the rate needs one look: the document that is `rate` places back must be older than a minute.
 *
 * A new version of it gets a new number, so that processes of two releases can run side by side.
 */
const ACCEPT = `
create function accept_document_1(
  document json, job json, rate integer, event_id text, event_data json, idempotency_key text, fingerprint text, notice text
) returns table (outcome text, document_id text, answered boolean, retry_after_ms integer, created_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  d record;
  bound record;
  place bigint;
  before timestamptz;
  stamp timestamptz;
begin
  select * into d from json_to_record(document) as r(
    id text, org_id text, project_id text, name text, operation text, format text, type text, mode text, parent_id text,
    metadata json, retention text, route json, quality json, versions json);
  perform pg_advisory_xact_lock(66, hashtext(d.org_id));

  if idempotency_key is not null then
    select k.fingerprint, k.document_id, k.answered or not o.live as answered into bound
      from idempotency_keys k join documents o on o.id = k.document_id
      where k.project_id = d.project_id and k.key = idempotency_key and k.created_at > clock_timestamp() - interval '24 hours';
    if found and bound.fingerprint = accept_document_1.fingerprint then
      return query select 'replay', bound.document_id, bound.answered, 0, null::timestamptz;
      return;
    elsif found then
      return query select 'key_reused', null, false, 0, null::timestamptz;
      return;
    end if;
  end if;

  select accepted + 1 into strict place from organisations where id = d.org_id;
  stamp := date_trunc('milliseconds', clock_timestamp());
  select o.created_at into before from documents o where o.org_id = d.org_id and o.org_sequence = place - rate;
  -- A document from the future was accepted before the clock was set back: it says nothing.
  if before > stamp - interval '60 seconds' and before <= stamp then
    return query select 'rate_limited', null, false,
      ceil(extract(epoch from before + interval '60 seconds' - stamp) * 1000)::integer, null::timestamptz;
    return;
  end if;

  update organisations set accepted = place where id = d.org_id;
  insert into documents (id, org_id, org_sequence, project_id, name, operation, format, type, mode, parent_id, status, metadata,
      retention, route, quality, versions, created_at, event_count)
    values (d.id, d.org_id, place, d.project_id, d.name, d.operation, d.format, d.type, d.mode, d.parent_id, 'queued', d.metadata,
      d.retention, d.route, d.quality, d.versions, stamp, 1);
  insert into document_content (document_id, job) values (d.id, job);
  insert into events (document_id, sequence, id, type, data, at)
    values (d.id, 1, event_id, 'document.created', event_data, stamp);
  if idempotency_key is not null then
    insert into idempotency_keys (project_id, key, fingerprint, document_id, created_at)
      values (d.project_id, idempotency_key, accept_document_1.fingerprint, d.id, stamp)
      on conflict (project_id, key) do update
        set fingerprint = excluded.fingerprint, document_id = excluded.document_id, answered = false, created_at = stamp;
  end if;
  perform pg_notify('octavo', notice);
  return query select 'accepted', d.id, false, 0, stamp;
end
$$;
`;

export const RECORDS = `${TABLES}${ACCEPT}`;
