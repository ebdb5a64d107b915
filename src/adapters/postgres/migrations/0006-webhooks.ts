/**
 * Webhook endpoints and their deliveries.
 *
 * - The outbox is a trigger on `events`: whoever writes an event queues its deliveries in the same transaction, and no release can
 *   forget it. Content never goes out, whatever an endpoint asks for.
 * - The id of a delivery follows from event and endpoint: one event is one delivery to each endpoint, however often it is queued.
 * - `org_id` of a delivery's job is its endpoint: endpoints take turns, so that a receiver that hangs keeps nobody waiting. Its job
 *   stands in `jobs_of_deliveries` by the time of its next attempt: a long backlog costs a claim one look.
 * - What was sent about a document is deleted with it, unless it is still to be sent.
 */
const TABLES = `
create table webhook_endpoints (
  id text collate "C" primary key,
  org_id text collate "C" not null,
  project_id text collate "C" not null references projects on delete cascade,
  url text not null,
  events text[] not null,
  description text,
  enabled boolean not null default true,
  disabled_reason text,
  secret text not null,
  previous_secret text,
  previous_until timestamptz(3),
  failing_since timestamptz(3),
  last_delivered_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
) with (fillfactor = 70);
create index webhook_endpoints_of_project on webhook_endpoints (project_id, id);
create index webhook_endpoints_of_organisation on webhook_endpoints (org_id);

create table webhook_deliveries (
  id text collate "C" primary key,
  endpoint_id text collate "C" not null references webhook_endpoints on delete cascade,
  event_id text collate "C" not null,
  type text not null,
  version smallint not null default 1,
  document_id text collate "C",
  sequence integer,
  at timestamptz(3) not null,
  data json,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  attempts_max integer not null default 9,
  forced boolean not null default false,
  log jsonb not null default '[]',
  answer_status integer,
  answer text,
  answer_cut boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  next_attempt_at timestamptz(3) default clock_timestamp(),
  ended_at timestamptz(3)
) with (fillfactor = 70);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_of_document on webhook_deliveries (document_id) where document_id is not null and data is not null;
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

drop index jobs_of_tasks;
create index jobs_of_tasks on jobs (org_id, due_at, id)
  where state = 'waiting' and kind in ('extract', 'read_pdf', 'purge');
create index jobs_of_deliveries on jobs (org_id, run_at, id)
  where state = 'waiting' and kind = 'deliver_webhook';
`;

/** A job of an endpoint that is failing comes behind those of all others, wherever both could run. */
const OUTBOX = `
create function queue_webhook_1(
  endpoint text, failing boolean, event text, type text, version smallint, document text, sequence integer, at timestamptz, data json
) returns void language plpgsql as $$
declare
  delivery text := 'whd_' || substr(event, 5, 10) || upper(substr(md5(endpoint || event), 1, 16));
begin
  insert into webhook_deliveries (id, endpoint_id, event_id, type, version, document_id, sequence, at, data)
    values (delivery, endpoint, event, type, version, document, sequence, at, data) on conflict (id) do nothing;
  if found then
    insert into jobs (id, kind, org_id, due_at)
      values (delivery, 'deliver_webhook', endpoint, clock_timestamp() + case when failing then interval '1 day' else interval '0' end);
    perform pg_notify('octavo', 'qwebhooks');
  end if;
end $$;

create function webhooks_hear() returns trigger language plpgsql as $$
declare
  endpoint record;
begin
  for endpoint in
    select e.id, e.failing_since is not null as failing from documents d join webhook_endpoints e on e.project_id = d.project_id
    where d.id = new.document_id and e.enabled and new.type = any (e.events) for key share of e
  loop
    perform queue_webhook_1(endpoint.id, endpoint.failing, new.id, new.type, new.version, new.document_id, new.sequence, new.at, new.data);
  end loop;
  return null;
end $$;
create trigger webhooks_hear after insert on events for each row
  when (new.type not like 'content.%' and new.type not like 'edit.%' and new.type <> 'style.resolved' and new.document_id like 'doc\\_%')
  execute function webhooks_hear();

create function webhook_place_1(project text, most integer) returns boolean language plpgsql as $$
begin
  perform from projects where id = project for no key update;
  return found and (select count(*) from webhook_endpoints where project_id = project) < most;
end $$;

create function announce_webhook_1(org text, project text, event text, kind text, body json) returns void language plpgsql as $$
declare
  endpoint record;
begin
  for endpoint in
    select e.id, e.failing_since is not null as failing from webhook_endpoints e
    where e.org_id = org and (project is null or e.project_id = project) and e.enabled and kind = any (e.events) for key share of e
  loop
    perform queue_webhook_1(endpoint.id, endpoint.failing, event, kind, 1::smallint, null, null, clock_timestamp(), body);
  end loop;
end $$;

create function webhook_words_go() returns trigger language plpgsql as $$
begin
  update webhook_deliveries set data = null, answer = null
    where document_id = new.id and data is not null and status <> 'pending';
  return null;
end $$;
create trigger webhook_words_go after update of content_deleted_at on documents for each row
  when (old.content_deleted_at is null and new.content_deleted_at is not null) execute function webhook_words_go();
`;

export const WEBHOOKS = `${TABLES}${OUTBOX}`;
